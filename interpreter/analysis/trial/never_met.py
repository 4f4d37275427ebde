"""What no random game has met: actions, kinds and ends, and scores that told nobody from another.

Nobody is told of what the cases beside a game reach: random games never come that far.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdl.core import model, static
from gdl.core.rules import course
from gdl.core.visit import followed, nodes
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.games import Met
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.reference.engine import ReferenceState

FEW_ACTIONS = 12  # of a limit that hardly any game is meant to have
ENOUGH_ENDS = 100  # games before an end that never came about is told: some ends are rare
ENOUGH_AT_LIMIT = 10  # games that all went on to their limit: of long games no more are played
ENOUGH_TIES = 40
ENOUGH_WINS = 100  # games that somebody won, before it is told who never did


def never_met(game: model.Game, met: Met, is_explained: bool = False) -> Iterator[Diagnostic]:
    """Notes of actions, kinds, ends and scores; not of what the cases beside the game reach. Players who never won are told where
    nothing else was found that may be why (`is_explained`)."""
    unmet = {**_actions(game, met), **_passes(game, met), **_kinds(game, met), **_ends(game, met)}
    unmet = unmet or ({} if is_explained else _losers(game, met))
    if unmet:
        known = _reached(game, unmet)
        yield from (d for key, d in unmet.items() if key not in known)
    yield from _always_tied(game, met)


_PROOFS = ("impossible-action", "ownerless-move", "unplaced-kind")  # codes of what the text shows


def is_proven(d: Diagnostic, game: model.Game, found: Sequence[Diagnostic]) -> bool:
    """Whether the text has shown already that what no game has met never can be."""
    own = next(
        ((a.span, *(part.span for part in a.parts)) for a in game.actions if a.span == d.span), (d.span,)
    )
    proofs = (p.span for p in found if p.code in _PROOFS)
    return d.code == "never-met" and any(span.contains(proof) for proof in proofs for span in own)


def _actions(game: model.Game, met: Met) -> dict[str, Diagnostic]:
    if not met.is_listed:
        return {}
    return {
        f"action {a.index}": _note(
            f"`{a.name}` was never possible", a.span, "never possible", "see what it asks for", met
        )
        for a in offered(game, met)
        if a.index not in met.actions and not _asks_options(game, a)
    }


def _passes(game: model.Game, met: Met) -> dict[str, Diagnostic]:
    """The pass that a turn offers beside other actions, where a `require` is in its way: it leaves the board as it was."""
    done = {a.name for a in game.actions if a.index in met.actions}
    forbids = next(iter(game.requires_after("pass")), None)
    turn = next((t for t in game.turns.values() if any(_is_beside(o, done) for o in t.offers)), None)
    if not met.is_listed or turn is None or forbids is None or "pass" in done:
        return {}
    help = "a `require` judges a pass, too, unless it names what it judges: `require after ACTION: ...`"
    note = _note("`pass` was never possible", turn.span, "never possible", help, met, has_case=False)
    return {"pass": replace(note, others=(Label(forbids.span, "asked after a pass, too"),))}


def _is_beside(offer: model.Offer, done: set[str]) -> bool:
    """Whether a pass is on offer beside an action that was possible."""
    return "pass" in offer.names and offer.condition is None and not done.isdisjoint(offer.names)


def offered(game: model.Game, met: Met) -> Iterator[model.Action]:
    """The actions that turns offer, or that those which were met demand, of kinds that have been in play."""
    names = {name for turn in game.turns.values() for name in turn.names} | _demanded(game, met)
    for action in game.actions:
        is_here = not action.kinds or not met.kinds.isdisjoint(action.kinds)
        if action.name in names and action.form != "pass" and is_here:
            yield action


def _demanded(game: model.Game, met: Met) -> set[str]:
    """The choices with something to choose that actions which were met demand."""
    acted = tuple((a.effects, a.finals) for a in game.actions if a.index in met.actions)
    demands = (n for n in nodes(acted) if isinstance(n, model.Demand))
    names = {wanted.action for demand in demands for wanted in demand.choices}
    return {name for name in names if game.action(name).choices}


def _kinds(game: model.Game, met: Met) -> dict[str, Diagnostic]:
    """The kinds that some rule makes, or for which alone a move is offered."""
    turns = {name for turn in game.turns.values() for name in turn.names}
    moved = set[int]()
    for action in game.actions:
        if action.name in turns and action.kinds and met.kinds.isdisjoint(action.kinds):
            moved.update(action.kinds)
    return {
        f"kind {index}": _note(
            f"`{kind.name}` never came into play",
            kind.span,
            "never in play",
            "see when it comes into play",
            met,
        )
        for index, kind in enumerate(game.kinds)
        if index not in met.kinds and (index in moved or _is_made(index, game))
    }


def _is_made(kind: int, game: model.Game) -> bool:
    """Whether an effect names a kind where it makes a piece or changes it, in an action that play may come to."""
    if _makes(game.settles, kind):
        return True
    makers = {a.name for a in game.actions if _makes(a, kind)}
    return not course(game).actions.isdisjoint(makers)


def _makes(part: object, kind: int) -> bool:
    return any(
        isinstance(n, model.Const) and n.type.base == "kind" and n.value == kind
        for effect in nodes(part)
        if isinstance(effect, model.Place | model.Stock | model.SetField)
        for n in nodes(effect)
    )


def _ends(game: model.Game, met: Met) -> dict[str, Diagnostic]:
    """The ends that never came about, if many games came to an end; where it was their limit always, one note of all."""
    never = {
        i: end
        for i, end in enumerate(game.ends)
        if i not in met.ends and not _is_rare(end, game) and not _asks_options(game, end)
    }
    is_short = 0 < game.limit <= FEW_ACTIONS
    if never and not met.ends and met.ended >= ENOUGH_AT_LIMIT and (is_short or met.ended < ENOUGH_ENDS):
        what = f"no end but the limit of {game.limit} moves came about"
        help = "raise it, if the game is to go on for longer" if is_short else "see whether an end can hold"
        key = "limit" if is_short else f"end {min(never)}"
        return {key: _note(what, game.limit_result.span, "ends every game", help, met, not is_short)}
    if met.ended < ENOUGH_ENDS:
        return {}
    return {
        f"end {i}": _note(
            "this end never came about", end.span, "never the end", "see whether it can hold", met
        )
        for i, end in never.items()
    }


def _is_rare(end: model.Ending, game: model.Game) -> bool:
    """Whether an end is a draw, or comes from a module."""
    return end.result.form == "draw" or end.span.source.name != game.actions[0].span.source.name


def _asks_options(game: model.Game, part: object) -> bool:
    """Whether options say if a part of the rules ever holds: a condition that they decide, or a set in a definition that is
    empty under their present values. A number says how much is asked for, whether it stands there or in a definition."""
    own = {id(n) for n in nodes(part)}
    for n in followed(part, game.definitions):
        if not isinstance(n, model.Expr) or not static.varies(n):
            continue
        is_decided = n.type.base == "bool" and static.known(n, game.board) is not None
        is_set = n.type.base == "set" and id(n) not in own
        if is_decided or (is_set and static.known(n, game.board) == ((), True)):
            return True
    return False


def _losers(game: model.Game, met: Met) -> dict[str, Diagnostic]:
    """The players who never won, of many games that somebody won. Not where somebody never acted, which is told."""
    won = max(met.wins.values(), default=0)
    if won < ENOUGH_WINS or not met.ends or len(met.players) < len(game.players):
        return {}
    help = "see whether they can; a case beside the game in which they do ends this note"
    end = game.ends[max(met.ends, key=lambda i: met.ends[i])]
    return {
        f"player {i}": _note(
            f"{player.name} never won", end.span, "others win by this end", help, met, has_case=False
        )
        for i, player in enumerate(game.players)
        if not met.wins[i]
    }


def _always_tied(game: model.Game, met: Met) -> Iterator[Diagnostic]:
    """Ends by a score of which nobody ever had more than another one."""
    for index, times in sorted(met.ends.items()):
        result = game.ends[index].result
        if times < ENOUGH_TIES or met.ties[index] < times or not result.score or len(game.players) < 2:
            continue
        definition = game.definitions.get(result.score)
        yield Diagnostic(
            "never-met",
            f"nobody had more `{result.score}` than another one in {times} random games that end by it",
            result.span,
            "the same for all players",
            (Label(definition.span, "what each player has"),) if definition is not None else (),
            help=f"see what `{result.score}` counts, and whether that is still there when the game is over",
        )


# ---- how it is said


def _note(what: str, span: Span, label: str, help: str, met: Met, has_case: bool = True) -> Diagnostic:
    """What was never met. The file of cases beside the game is named, where a case may show it."""
    games = (
        f"in {met.games} random games" if met.ended else f"in {rounded(met.played):,} actions of random games"
    )
    cases = Path(span.source.name).with_suffix(".yaml").name
    help += f": `gdl coverage GAME` shows it; or reach it in a case of `{cases}`" if has_case else ""
    return Diagnostic("never-met", f"{what} {games}", span, label, help=help)


def rounded(actions: int) -> int:
    """Down to thousands, where there are some."""
    return actions // 1000 * 1000 or actions


# ---- what the cases beside a game have shown, so that nobody is told again: random games never come that far
#
# Cases with other settings or another seed count nothing here, and whether a case is right is for `gdl test` to say.


_EXPRESSIONS = 300_000  # for all cases of a file
_OTHER = ("options", "variant", "difficulty")  # settings of a case


def _reached(game: model.Game, unmet: Mapping[str, Diagnostic]) -> set[str]:
    """Which actions, kinds and ends, by their keys (`action 3`), the cases beside the files of their clauses reach. Nothing is
    looked at behind the case that reaches the last of them."""
    found = set[str]()
    for path in sorted({Path(d.span.source.name).with_suffix(".yaml") for d in unmet.values()}):
        if path.is_file() and not unmet.keys() <= found:
            _add_reached(game, path, unmet.keys(), found)
    return found


def _add_reached(game: model.Game, path: Path, wanted: Set[str], found: set[str]) -> None:
    from interpreter.analysis.cases import read_cases, texts_of  # reads YAML, which is slow to import

    with suppress(PositionError, Spent), at_most(_EXPRESSIONS) as listed:
        engine = make_engine(game, kind="reference")
        for case in sorted(read_cases(path)[1], key=lambda c: len(texts_of(c.get("after")))):
            if wanted <= found:
                return
            if not any(key in case for key in _OTHER):
                with suppress(PositionError, IllegalAction, GameError, ValueError):
                    _follow(engine, case, found, listed)


def _follow(engine: Engine, case: Mapping[str, Any], found: set[str], listed: Callable[[int], None]) -> None:
    """Adds what a case reaches: what is done and what is legal behind its moves, the kinds that are there, and the end."""
    from interpreter.analysis.cases import texts_of

    position = case.get("position", "start")
    state = engine.initial_state() if position == "start" else engine.state(position)
    assert isinstance(state, ReferenceState)
    mover = state.current_player
    for text in texts_of(case.get("after")):
        action = state.action_from_string(text)
        moves = state.moves()
        listed(len(moves))
        found |= {f"action {move.action.index}" for number, move in moves if number == action}
        _note_kinds(state, found)
        mover, state = state.current_player, state.apply(action)
    _note_kinds(state, found)
    moves = state.moves()
    listed(len(moves))
    found |= {f"action {move.action.index}" for _, move in moves}
    if state.is_terminal:  # also where `else lose` decides, which comes before the ends
        best = max(state.returns)
        found |= {f"player {i}" for i, r in enumerate(state.returns) if r == best > min(state.returns)}
        held = state.rules(mover).view.value
        found |= {f"end {i}" for i, end in enumerate(engine.game.ends) if held(end.condition)}


def _note_kinds(state: ReferenceState, found: set[str]) -> None:
    found |= {f"kind {kind}" for kind in state.data.kind.values()}
