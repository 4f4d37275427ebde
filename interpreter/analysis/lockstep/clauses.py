"""Which changed clause makes two games differ in a position, and why each side plays as it does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gdl.core.model import Action, Game
from gdl.core.visit import followed
from gdl.diagnostics.values import GameError
from gdl.files.differences import Difference as Changed
from gdl.source import Span
from interpreter.analysis.lockstep.judging import LEGAL, RESULT, SCORE, Divergence, Judge
from interpreter.analysis.lockstep.steering import Aim
from interpreter.engines.answers import Reason, scored
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction

WHY_DEPTH = 6
MOST_MOVES = 3  # that are asked about on each side


@dataclass(frozen=True, slots=True)
class Because:
    """Why a side plays as it does: of a move (or of the end, where `move` is empty) a clause and what it says."""

    move: str
    place: str
    clause: str
    text: str

    def to_json(self) -> dict[str, str]:
        return {"move": self.move, "place": self.place, "clause": self.clause, "text": self.text}


def reasons(judge: Judge, met: Divergence) -> tuple[tuple[Because, ...], tuple[Because, ...]]:
    """Why A is as it is there, and why B is: how it is over, or why it refuses what the other side alone allows."""
    one, two = met.states
    if met.unlike.about == RESULT:
        return _ended(one), _ended(two)
    return tuple(_refused(judge, met, 0)), tuple(_refused(judge, met, 1))


def _ended(state: State) -> tuple[Because, ...]:
    if state.ended is None:
        return ()
    return (Because("", str(state.ended.span), state.ended.span.text, state.ended.text),)


def _refused(judge: Judge, met: Divergence, side: int) -> Iterator[Because]:
    for number in met.unlike.only[1 - side][:MOST_MOVES]:
        move = met.states[1 - side].action_to_string(number)
        found = _why(judge, met, side, number)
        if isinstance(found, str):
            yield Because(move, "", "", found)
        else:
            yield from (Because(move, str(r.span), r.span.text, r.text) for r in found)


def _why(judge: Judge, met: Divergence, side: int, number: int) -> list[Reason] | str:
    """Why a side refuses an action of the other: what stands against the action of the same name, if that can be said, as another
    one that is written alike may come further."""
    state, text = met.states[side], met.states[1 - side].action_to_string(number)
    meant = judge.vocabulary.numbers[1 - side].decode(number)
    name = meant.action.name if meant is not None else ""
    try:
        if any(a.name == name for a in judge.engines[side].game.actions):
            own = [r for r in state.why(f"{name} {text}", WHY_DEPTH) if r.subject.startswith(f"`{name}`")]
            if own:
                return own
        return state.why(text, WHY_DEPTH) or f"{text} is not legal"
    except (IllegalAction, GameError) as error:
        return str(error)


# ---- which clause


def named(judge: Judge, met: Divergence, changes: Sequence[Changed]) -> list[Changed]:
    """The changes that this difference comes from: those for which most speaks, and the options that they use."""
    rules = [c for c in changes if c.is_rule]
    found = rules
    if len(rules) > 1:
        asked = [list(_asked(judge, met, side)) for side in (0, 1)]
        read = [list(_read(judge, met, side)) for side in (0, 1)]
        weights = [_weight(change, asked, read) for change in rules]
        most = max(weights)
        found = [c for c, w in zip(rules, weights, strict=True) if w == most > 0]
    return [*(o for o in changes if not o.is_rule and _is_used(o, found)), *found]


def _is_used(option: Changed, clauses: Sequence[Changed]) -> bool:
    """Whether clauses mention an option that has another value."""
    names = {
        word for side in option.lines for span in side for word in re.findall(r"option\s+(\w+)", span.text)
    }
    texts = [span.text for clause in clauses for side in clause.clauses for span in side]
    return any(re.search(rf"\b{name}\b", text) for name in names for text in texts)


def _weight(change: Changed, asked: Sequence[list[Span]], read: Sequence[list[Span]]) -> int:
    for weight, places, found in (
        (4, change.lines, asked), (3, change.clauses, asked), (2, change.lines, read), (1, change.clauses, read),
    ):  # fmt: skip
        if any(_touch(s, c) for side in (0, 1) for c in places[side] for s in found[side]):
            return weight
    return 0


def _touch(a: Span, b: Span) -> bool:
    return a.source == b.source and a.start < b.end and b.start < a.end


def _asked(judge: Judge, met: Divergence, side: int) -> Iterator[Span]:
    """What a side gave as its reason: clauses that reject, clauses of actions that it has alone, an end, a score."""
    state, game = met.states[side], judge.engines[side].game
    if met.unlike.place is not None:
        yield met.unlike.place
    match met.unlike.about:
        case about if about == RESULT:
            if state.ended is not None:
                yield state.ended.span
        case about if about == LEGAL:
            for number in met.unlike.only[1 - side][:MOST_MOVES]:
                found = _why(judge, met, side, number)
                if not isinstance(found, str):
                    yield from _spans(found)
            for action in _actions(judge, side, met.unlike.only[side]):
                if action.name not in {a.name for a in judge.engines[1 - side].game.actions}:
                    yield action.span
        case about if about == SCORE:
            yield game.definitions[scored(game)].body.span


def _spans(found: Sequence[Reason]) -> Iterator[Span]:
    for reason in found:
        yield reason.span
        yield from _spans(reason.because)


def _actions(judge: Judge, side: int, numbers: Sequence[int]) -> list[Action]:
    decoded = (judge.vocabulary.numbers[side].decode(n) for n in numbers[:MOST_MOVES])
    return [m.action for m in decoded if m is not None]


def _read(judge: Judge, met: Divergence, side: int) -> Iterator[Span]:
    """Everything that what differs depends on: the rules of actions that one side has, of the last action, of ends."""
    game, other = judge.engines[side].game, judge.engines[1 - side].game
    names = {a.name for s in (0, 1) for a in _actions(judge, s, met.unlike.only[s])}
    parts: list[object] = [a for a in game.actions if a.name in names]
    is_stuck = any(map(_is_stuck, met.states))
    if met.unlike.about == RESULT and is_stuck:  # what is legal has decided it
        parts += [game.actions, game.requires, tuple(game.turns.values())]
    elif met.unlike.about == RESULT:
        parts += [game.ends, tuple(game.turns.values()), game.limit_result]
    elif met.unlike.about == SCORE:
        parts.append(game.definitions[scored(game)])
    elif not met.line.actions:
        parts.append(game.setup)
    if met.line.actions and met.unlike.about != LEGAL and not is_stuck:
        last = judge.vocabulary.numbers[0].decode(met.line.actions[-1])
        parts += [a for a in game.actions if last is not None and a.name == last.action.name]
        parts.append(game.settles)
    if met.unlike.about == LEGAL:
        parts += [game.requires, game.prefers, tuple(game.turns.values())] if other is not game else []
    for part in parts:
        yield from _places(part, game)


def _is_stuck(state: State) -> bool:
    """Whether a game is over because nothing was legal: a turn says what follows then."""
    ended = state.ended
    return ended is not None and any(t.span.contains(ended.span) for t in state.engine.game.turns.values())


def _places(part: object, game: Game) -> Iterator[Span]:
    for node in followed(part, game.definitions):
        span: Any = getattr(node, "span", None)
        if isinstance(span, Span):
            yield span


# ---- what to aim at


def aim(a: Game, changes: Sequence[Changed]) -> Aim:
    """The actions and kinds of A that changed clauses are about, or whose rules read them."""
    places = [s for c in changes if c.is_rule for s in c.clauses[0]]
    actions = [
        action.index for action in a.actions if any(_touch(s, p) for p in places for s in _places(action, a))
    ]
    kinds = [i for i, kind in enumerate(a.kinds) if any(_touch(kind.span, p) for p in places)]
    few = actions if len(actions) <= max(2, len(a.actions) // 2) else []
    return Aim(tuple(few), tuple(kinds))
