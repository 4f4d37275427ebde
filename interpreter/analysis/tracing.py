"""A game step by step: what could be done, what rejected the rest, what settled afterwards, and which ends were judged.

The reference engine plays, and its evaluations are noted (`gdl.core.evaluate.observed`). So a trace says what the rules have
done, and not what they might do.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from gdl.core import evaluate, model
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.analysis.lockstep.judging import Judge
from interpreter.engines.base import Engine, State
from interpreter.shared.numbering import ActionNumbers

Key = tuple[str, int, int, str]


@dataclass()
class _Notes:
    """How often each expression was evaluated, and how often it was false."""

    times: Counter[Key] = field(default_factory=Counter)
    false: Counter[Key] = field(default_factory=Counter)

    def note(self, e: model.Expr, value: object) -> None:
        key = _key(e)
        self.times[key] += 1
        if value is False:
            self.false[key] += 1


@dataclass(frozen=True, slots=True)
class Rejected:
    """A condition and how many candidates it has rejected, of how many that came so far."""

    span: Span
    text: str
    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Offered:
    """An action: in how many ways it is legal, and what has rejected its other candidates."""

    name: str
    legal: int
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A settling, and in how many rounds it came to rest."""

    span: Span
    rounds: int


@dataclass(frozen=True, slots=True)
class Judged:
    """An end, and whether its condition held."""

    span: Span
    text: str
    held: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One action: what was on offer before it, and what followed. `move` is empty behind the last one."""

    number: int
    player: str
    offered: tuple[Offered, ...]
    move: str = ""
    changed: tuple[tuple[str, str, str], ...] = ()  # a place or field, before, after
    settled: tuple[Settled, ...] = ()
    ends: tuple[Judged, ...] = ()
    result: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "player": self.player,
            "move": self.move,
            "candidates": [
                {
                    "action": o.name,
                    "legal": o.legal,
                    "rejected": [
                        {"place": str(r.span), "clause": r.text, "times": r.times, "of": r.of} for r in o.rejected
                    ],
                }
                for o in self.offered
            ],
            "changed": [{"what": w, "before": b, "after": a} for w, b, a in self.changed],
            "settlings": [{"place": str(s.span), "rounds": s.rounds} for s in self.settled],
            "ends": [{"place": str(e.span), "condition": e.text, "held": e.held} for e in self.ends],
            "result": self.result,
        }  # fmt: skip


def trace(engine: Engine, start: State, moves: Sequence[str]) -> Iterator[Step]:
    """The steps of a game on the reference engine, and behind them what is on offer then. Raises IllegalAction, GameError."""
    state, judge, numbers = start, Judge(engine, engine), ActionNumbers(engine.game)
    for number, move in enumerate(moves, 1):
        offered = _offered(engine.game, numbers, state)
        action = state.action_from_string(move)
        notes = _Notes()
        with evaluate.observed(notes.note):
            after = state.apply(action)
            result = after.ended.text if after.is_terminal and after.ended is not None else ""
        yield Step(
            number,
            str(engine.game.players[state.current_player].name),
            offered,
            state.action_to_string(action),
            tuple(_changed(judge, state, after)),
            tuple(_settled(engine.game, notes)),
            tuple(_judged(engine.game, notes)),
            result,
        )
        state = after
    if not state.is_terminal:
        name = str(engine.game.players[state.current_player].name)
        yield Step(len(moves) + 1, name, _offered(engine.game, numbers, state))


def _offered(game: Game, numbers: ActionNumbers, state: State) -> tuple[Offered, ...]:
    """The actions that were looked at, each with what rejected its candidates."""
    notes, fresh = _Notes(), state.engine.from_bytes(bytes(state))  # one that has listed nothing yet
    with evaluate.observed(notes.note):
        actions = fresh.legal_actions()
    legal = Counter(m.action.name for n in actions if (m := numbers.decode(n)) is not None)
    found = []
    for action in game.actions:
        rejected = tuple(_rejected(action, game, notes))
        is_tried = any(notes.times[_key(n)] for n in nodes(action.parts) if isinstance(n, model.Expr))
        if legal[action.name] or is_tried:
            found.append(Offered(action.name, legal[action.name], rejected))
    return tuple(found)


def _rejected(action: model.Action, game: Game, notes: _Notes) -> Iterator[Rejected]:
    """The conditions of an action, and of what is required after it, that were false for some candidate."""
    conditions: list[tuple[model.Expr, str]] = []
    for part in action.parts:
        match part:
            case model.Condition():
                conditions.append((part.condition, "where"))
            case model.Choose(source=model.Comprehension(condition=condition)) if condition is not None:
                conditions.append((condition, "where"))
            case model.ChooseSet() if part.condition is not None:
                conditions.append((part.condition, "where"))
    conditions += [(require.condition, "require") for require in game.requires_after(action.name)]
    for condition, word in conditions:
        key = _key(condition)
        if notes.false[key]:
            text = condition.span.in_one_line
            yield Rejected(condition.span, f"{word} {text}", notes.false[key], notes.times[key])


def _changed(judge: Judge, before: State, after: State) -> Iterator[tuple[str, str, str]]:
    one, two = judge.shared(before.position(), 0), judge.shared(after.position(), 0)
    for what in sorted({*one, *two}):
        if one.get(what) != two.get(what):
            yield what, _said(one.get(what)), _said(two.get(what))


def _said(value: object) -> str:
    if value is None or value == ():
        return "nothing"
    if isinstance(value, tuple):
        return " + ".join(_said(v) if isinstance(v, tuple) else str(v) for v in value)
    return str(value)


def _settled(game: Game, notes: _Notes) -> Iterator[Settled]:
    """The settlings that were done. The first expression of a body is evaluated once in each round."""
    for clause in game.settles:
        first = next((n for n in nodes(clause.body) if isinstance(n, model.Expr)), None)
        if first is not None and notes.times[_key(first)]:
            yield Settled(clause.span, notes.times[_key(first)])


def _judged(game: Game, notes: _Notes) -> Iterator[Judged]:
    for end in game.ends:
        key = _key(end.condition)
        if notes.times[key]:
            text = end.condition.span.in_one_line
            yield Judged(end.span, text, notes.false[key] < notes.times[key])


def _key(e: model.Expr) -> Key:
    return (e.span.source.name, e.span.start, e.span.end, type(e).__name__)
