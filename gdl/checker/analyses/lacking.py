"""Warnings about what a game lacks as a whole: a set-up, the effects of an action, a board that takes stacks.

What is unused or never given a value without it is not told beside it: it only follows.
"""

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.diagnostics import Reporter
from gdl.flows import emptied
from gdl.resolver import Resolved
from gdl.rules import with_effects
from gdl.visit import followed, nodes

_UNUSED = (
    "unused-option",
    "unused-definition",
    "unused-action",
    "never-read",
    "never-written",
    "unpaid",
    "unplaced-kind",
    "shown-choice",
)
_UNFILLED = ("unplaced-kind", "unused-option", "never-written", "constant-condition")
_NO_WINNER = ("unused-option", "unused-definition", "never-read")


def warn(game: model.Game, resolved: Resolved, context: Context) -> None:
    """Reports what is lacking, and leaves out what only follows from it. Called when everything else has been looked for."""
    reporter = context.reporter
    _without_setup(game, resolved, reporter)
    _without_effects(game, resolved, reporter)
    _without_stacking(game, resolved, reporter)
    if any(d.code == "no-end" for d in reporter.found):
        reporter.keep(lambda d: d.code not in _NO_WINNER)


def _without(codes: tuple[str, ...], reporter: Reporter) -> Reporter:
    """A reporter that does not say any more what only follows from what it is told next."""
    reporter.keep(lambda d: d.code not in codes)
    return reporter


def _without_setup(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Kinds of which nothing ever makes a piece, in a game without a set-up."""
    if any(isinstance(c, syntax.Setup) for c in (*resolved.clauses, *resolved.unchosen)) or not game.kinds:
        return
    effects = [*nodes(with_effects(game))]
    if any(isinstance(n, model.Place | model.Stock) for n in effects):
        return
    kind, player = game.kinds[0], game.players[0].name
    taken = [p for p in game.pools.values() if p.name in emptied(game)]
    pool = min(taken, key=lambda p: p.holder == "player", default=None)
    if pool is not None and pool.holder == "player":
        line = f"for p in players do place {kind.name} of p in {pool.name}(p)"
    elif pool is not None:
        line = f"for k in kinds do place k in {pool.name}"
    elif game.board.sites:
        line = f"place {kind.name} of {player} on {game.board.sites[0].name}"
    else:
        return
    _without(_UNFILLED, reporter).report(
        "unplaced-kind",
        kind.span,
        "the game has no `setup`, and nothing else places a piece",
        "never placed",
        help=f"write `setup` in the first column, and below it what is there at first, such as `{line}`",
    )


def _without_effects(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Actions that choose something and do nothing. What settles behind an action by its name may be all that it does."""
    settled = {name for s in game.settles for name in s.after or ()}
    for action in game.actions:
        chosen = [p for p in action.parts if isinstance(p, model.Choose | model.ChooseSet)]
        is_own = action.span.source is resolved.source or action.span.source.name == resolved.source.name
        if not chosen or action.effects or action.finals or action.form == "move" or not is_own:
            continue
        is_never = any(d.code == "unused-action" and d.span == action.span for d in reporter.found)
        if is_never or (action.name in settled and action.form == "choice"):
            continue
        names = " and ".join(f"`{p.name}`" for p in chosen)
        _without(_UNUSED, reporter).report(
            "idle-effect",
            action.span,
            f"`{action.name}` does nothing: no `do` follows",
            f"only chooses {names}",
            help=f"say what is done with {names}: `do ...` below, in the column of `choose`",
        )


def _without_stacking(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Stacks that are asked for where a site holds one piece at most."""
    if game.board.is_stacking:
        return
    asked = next(
        (
            n
            for n in followed((game.actions, game.settles, game.ends), game.definitions)
            if isinstance(n, model.Builtin)
            and n.name == "stack"
            and n.span.source.name == resolved.source.name
        ),
        None,
    )
    board = next((c for c in resolved.clauses if isinstance(c, syntax.Board)), None)
    if asked is None or board is None or board.span.source.name != resolved.source.name:
        return
    line = board.span.in_one_line
    _without(("own-capture",), reporter).report(
        "no-stacking",
        board.span,
        "stacks are asked for, and on this board no piece stands on another one",
        "one piece on a site at most",
        others=[(asked.span, "asked for here")],
        help=f"write `{line} stacking`",
    )
