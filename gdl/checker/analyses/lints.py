"""Warnings: what is correct but can hardly be intended; and the errors that only a whole game shows. Only games without other
errors are looked at."""

from collections.abc import Mapping

from gdl import model, static, syntax
from gdl.checker.analyses import (
    alike,
    bounds,
    branches,
    buried,
    caps,
    certain,
    clamped,
    contradictory,
    copies,
    counted,
    dropped,
    equal_values,
    facings,
    firsts,
    full_sites,
    gains,
    gone,
    idle,
    impossible,
    information_flow,
    lacking,
    notation,
    openness,
    overwritten,
    own_captures,
    partners,
    phases,
    pools,
    reach,
    readings,
    repeated,
    reserves,
    strangers,
    supplied,
    twins,
    undone,
    uneven,
    unfilled,
    ungiven,
    unlike,
    unpaid,
    unread,
    unused,
    vain,
    winners,
    wrong_movers,
)
from gdl.checker.analyses.full_sites import Placed
from gdl.checker.context import Context
from gdl.checker.tree import mentioned, of_sort
from gdl.resolver import Resolved
from gdl.rules import with_effects
from gdl.source import Span
from gdl.traits import has
from gdl.visit import followed, nodes


def refuse(game: model.Game, context: Context) -> Mapping[int, Placed]:
    """The errors among what is looked for in a game as a whole; gives what the set-up places, by its sites."""
    placed = full_sites.warn(game, context)
    for action in game.actions:
        _warn_of_arrival(action, context)
    openness.check(game, context.reporter)
    return placed


def lint(game: model.Game, resolved: Resolved, placed: Mapping[int, Placed], context: Context) -> None:
    """All warnings, as a list. `placed`: what the set-up places, by its sites."""
    facings.warn(game, placed, context)
    strangers.warn(game, resolved, context.reporter)
    alike.warn(game, context.reporter)
    twins.warn(game, resolved, context.reporter)
    uneven.warn(game, placed, context.reporter)
    unpaid.warn(game, resolved, context.reporter)
    unused.warn(game, resolved, context)
    unread.warn(game, resolved, context.reporter)
    partners.warn(game, context.reporter)
    counted.warn(game, context.reporter)
    counted.warn_of_no_passes(game, context.reporter)
    readings.warn(resolved.clauses, context.reporter)
    dropped.warn(game, context.reporter)
    equal_values.warn(game, context.reporter)
    gone.warn(game, context.reporter)
    idle.warn(game, context.reporter)
    undone.warn(game, context.reporter)
    vain.warn(game, resolved, context.reporter)
    certain.warn(game, context.reporter)
    branches.warn(game, context.reporter)
    phases.warn(game, context.reporter)
    firsts.warn(game, context.reporter)
    firsts.warn_of_idle_values(game, resolved, context.reporter)
    unread.warn_of_draws(game, resolved, context.reporter)
    repeated.warn(game, context.reporter)
    pools.warn(game, resolved, context.reporter)
    reserves.warn(game, context.reporter)
    unfilled.warn(game, resolved, context.reporter)
    supplied.warn(game, resolved, context.reporter)
    for action in game.actions:
        impossible.warn(action, game, context.reporter)
        buried.warn(action, game, context.reporter)
        _warn_of_stale_fields(action, game, context)
        notation.warn(action, context.reporter)
    reach.warn(game, context.reporter)
    bounds.warn(game, context.reporter, _board_varies(resolved))
    caps.warn(game, context.reporter)
    contradictory.warn(game, context.reporter)
    ungiven.warn(game, resolved, context.reporter)
    unlike.warn(game, resolved, context.reporter)
    copies.warn(game, resolved, context.reporter)
    winners.warn_of_movers(game, context.reporter)
    winners.warn_of_other_movers(game, context.reporter)
    winners.warn_of_contraries(game, context.reporter)
    wrong_movers.warn(game, context.reporter)
    gains.warn(game, context.reporter)
    overwritten.warn(game, context.reporter)
    clamped.warn(game, context.reporter)
    own_captures.warn(game, context.reporter)
    notation.warn_of_like_actions(game, context.reporter)
    copies.warn_of_actions(game, resolved, context.reporter)
    information_flow.warn(game, context.reporter)
    _warn_of_no_end(game, context)
    lacking.warn(game, resolved, context)
    _warn_of_constant_ends(game, context)


def _board_varies(resolved: Resolved) -> bool:
    """Whether an option says how large the board is."""
    options = {option.name for option in resolved.options}
    return any(mentioned(clause) & options for clause in of_sort(resolved.clauses, syntax.Board))


def _warn_of_arrival(action: model.Action, context: Context) -> None:
    """Effects on what a path met at its end: by then the moving piece is there, and what was met has been captured."""
    path = next((p.path for p in action.parts if isinstance(p, model.Along)), None)
    if path is None or any(s.name == "to" for s in path.steps):
        return
    for effect in nodes((action.effects, action.finals)):
        match effect:
            case model.MoveTo(piece=model.Builtin(name="piece", arguments=(model.Local() as met,))):
                pass
            case model.SetField(
                field="owner", holder=model.Builtin(name="piece", arguments=(model.Local() as met,))
            ):
                pass
            case _:
                continue
        if met.slot == path.steps[-1].slot:
            context.reporter.report(
                "bad-binding",
                met.span,
                f"`{met.name}` is the destination, where the piece that moves stands by now",
                "not what was met there",
                others=[(path.steps[-1].span, "met here, and captured when the piece arrives")],
                help="the kinds of what was captured are `captured`: `for k in captured do place k in ...`",
            )


def _warn_of_stale_fields(action: model.Action, game: model.Game, context: Context) -> None:
    """A first step that reads what the previous action left behind: this is seldom intended."""
    if action.again is None:
        return
    written = {n.field for n in nodes(action.effects) if isinstance(n, model.SetField)}
    cleared = {n.field for n in nodes(action.finals) if isinstance(n, model.SetField)}
    for read in followed(action.parts, game.definitions):
        if not isinstance(read, model.GetField) or read.field not in written - cleared:
            continue
        if game.fields[read.field].until == "action":
            context.reporter.report(
                "stale-field",
                read.span,
                f"when the first step of `{action.name}` is chosen, `{read.field}` still holds what the last action left",
                "reset only when the action is committed",
                others=[(game.fields[read.field].span, "lasts until the next action")],
                help="what one step tells the next ones lasts `until done`",
            )
            return


def _warn_of_no_end(game: model.Game, context: Context) -> None:
    """A game that only its limit, or a player without a move, ends, and that nobody wins."""
    if game.ends or game.limit_result.form != "draw":
        return
    if any(t.can_end("lose", "win", "draw") for t in game.turns.values()):
        return
    if has(with_effects(game), "ends"):
        return
    context.reporter.report(
        "no-end",
        game.turns["main"].span if "main" in game.turns else context.names.board_span,
        f"nobody can win this game: only a player without a move, or its limit of {game.limit} moves, ends it",
        "always a draw",
        help="add an `end` clause, or `else lose` to the turn",
    )


def _is_inside(span: Span, clause: Span) -> bool:
    return span.source == clause.source and clause.start <= span.start and span.end <= clause.end


def _warn_of_constant_ends(game: model.Game, context: Context) -> None:
    """Ends that always or never hold, and those behind them."""
    for number, ending in enumerate(game.ends):
        found = static.known(ending.condition, game.board)
        if found is None or found[1] or any(_is_inside(d.span, ending.span) for d in context.reporter.found):
            continue  # an option decides, or why it is so is told already
        if found[0] and number < len(game.ends) - 1:
            context.reporter.report(
                "unreachable-clause",
                game.ends[number + 1].span,
                "this end comes after one that always holds",
                "never reached",
                others=[(ending.span, "always holds")],
                help="put it first, or give the other one a condition",
            )
            return
        word = "always" if found[0] else "never"
        context.reporter.report(
            "constant-condition", ending.span, f"this end is {word} reached", f"{word} true"
        )
