"""Positions that would reach what no play ever reached: searched for as claims are refuted, and then played to be sure.

That an end never comes, an action is never possible, a kind is never in play or a condition never holds is put as a claim. The
moves that refute it are played on the reference engine. What they lead to counts only if the rule itself says so there, since
an end asks about the player who has just acted, and a phase may not offer an action that is possible. So an end that asks
which turn it is may be missed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gdl.checker.check import condition
from gdl.core import model
from gdl.core.types import BOOL, PLAYER
from gdl.core.visit import free_names, rewritten
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.claims import about_positions
from interpreter.analysis.coverage.looking import Usage
from interpreter.analysis.coverage.unused import OneSided, actions_never, ends_never, kinds_never
from interpreter.analysis.verdicts import Verdict
from interpreter.engines.base import Engine, State
from interpreter.shared.numbering import ActionNumbers

MOST = 24  # questions, as each of them takes its part of the time
SLOTS = 32  # names in a condition that is read anew


@dataclass(frozen=True, slots=True)
class Wanted:
    """What should be reached: conditions that may lead there, and whether a state is such a place."""

    what: str
    span: Span
    asked: Span  # the condition that is looked at in play
    conditions: tuple[model.Expr, ...]
    is_there: Callable[[State], bool]


@dataclass(frozen=True, slots=True)
class Reached:
    """What no play reached; the moves that reach it, with the seed and the position behind them, or None of these."""

    what: str
    span: Span
    asked: Span  # the condition that is looked at in play
    moves: tuple[str, ...] | None
    seed: int
    position: Mapping[str, Any] | None

    @property
    def text(self) -> str:
        """A sentence for people."""
        if self.moves is None:
            return f"no position found where {self.what} ({self.span})"
        seed = f", seed {self.seed}" if self.seed else ""
        return f"{self.what} after: {', '.join(self.moves) or 'the start'}{seed} ({self.span})"


def reach(
    game: model.Game, seen: Mapping[str, Usage], sides: Sequence[OneSided], seconds: float
) -> list[Reached]:
    """Searches for positions that reach what was never reached, for so many seconds in all."""
    wanted = list(_wanted(game, seen, sides))[:MOST]
    if not wanted or seconds <= 0:
        return []
    claims = [_never(w.span, c) for w in wanted for c in w.conditions]
    room = replace(game, slots=max(game.slots, condition(game, "true")[1]) + SLOTS)
    verdicts = iter(_verdicts(room, claims, seconds / len(claims)))
    reference = make_engine(game, kind="reference")
    found = []
    for w in wanted:
        refuted = [v for v in (next(verdicts) for _ in w.conditions) if v.status == "refuted"]
        ways = (_played(reference, w, v.seed, v.actions) for v in refuted)
        found.append(
            next((way for way in ways if way is not None), Reached(w.what, w.span, w.asked, None, 0, None))
        )
    return found


def _verdicts(game: model.Game, claims: Sequence[model.Claim], seconds: float) -> list[Verdict]:
    """What is known of claims that are looked at together, or each by itself where one of them has no machine code."""
    found = about_positions(game, claims, seconds)
    if all(v.note for v in found):
        found = [v for claim in claims for v in about_positions(game, [claim], seconds)]
    return found


def _never(span: Span, wanted: model.Expr) -> model.Claim:
    return model.Claim(span, "", "never", wanted, None, ())


def _played(reference: Engine, wanted: Wanted, seed: int, actions: Sequence[int]) -> Reached | None:
    """The moves as far as the place that is wanted; None if they do not come to one."""
    state, moves = reference.initial_state(seed), list[str]()
    for action in (*actions, None):
        if wanted.is_there(state):
            return Reached(wanted.what, wanted.span, wanted.asked, tuple(moves), seed, state.position())
        if action is not None:
            moves.append(state.action_to_string(action))
            state = state.apply(action)
    return None


# ---- what is wanted


def _wanted(game: model.Game, seen: Mapping[str, Usage], sides: Sequence[OneSided]) -> Iterator[Wanted]:
    numbers = ActionNumbers(game)
    for ending in ends_never(game, seen):
        conditions = tuple(_of_player(ending.condition, p) for p in range(len(game.players)))
        yield Wanted("the game ends here", ending.span, ending.condition.span, conditions, _ends_at(ending))
    for name in actions_never(game, seen):
        action = game.action(name)
        mover = model.Role(action.span, PLAYER, "mover")
        possible = model.CanMake(action.span, BOOL, mover, (name,))
        yield Wanted(f"{name} is possible", action.span, action.span, (possible,), _offers(numbers, name))
    for name in kinds_never(game, seen):
        kind = next(k for k in game.kinds if k.name == name)
        text = f"some p in pieces: kind(p) = {name}"
        yield Wanted(f"{name} is in play", kind.span, kind.span, (condition(game, text)[0],), _holds(text))
    for side in _before_actions(game, sides):
        text = side.span.in_one_line
        said = f"`{text}` is {'false' if side.value else 'true'}"
        text = f"not ({text})" if side.value else text
        yield Wanted(said, side.span, side.span, (condition(game, text)[0],), _holds(text))


def _before_actions(game: model.Game, sides: Sequence[OneSided]) -> Iterator[OneSided]:
    """Those conditions of actions that need nothing which the action chooses."""
    by_place = {side.span: side for side in sides}
    for action in game.actions:
        for part in action.parts:
            for node in _joined(part.condition) if isinstance(part, model.Condition) else ():
                if node.span in by_place and not free_names(node):
                    yield by_place[node.span]


def _joined(condition: model.Expr) -> Iterator[model.Expr]:
    """A condition, and the parts that `and` joins."""
    yield condition
    if isinstance(condition, model.And):
        yield from _joined(condition.left)
        yield from _joined(condition.right)


def _of_player(wanted: model.Expr, player: int) -> model.Expr:
    """A condition as it is for a player, whoever acts next."""

    def change(node: object) -> object:
        if isinstance(node, model.Role):
            return model.Const(node.span, node.type, player)
        return rewritten(node, change)

    made = change(wanted)
    assert isinstance(made, model.Expr)
    return made


def _ends_at(ending: model.Ending) -> Callable[[State], bool]:
    def is_there(state: State) -> bool:
        span = state.ended.span if state.ended is not None else None
        return span is not None and (
            span.source.name == ending.span.source.name and ending.span.start <= span.start <= ending.span.end
        )

    return is_there


def _offers(numbers: ActionNumbers, name: str) -> Callable[[State], bool]:
    def is_there(state: State) -> bool:
        moves = map(numbers.decode, state.legal_actions())
        return any(m is not None and m.action.name == name for m in moves)

    return is_there


def _holds(text: str) -> Callable[[State], bool]:
    return lambda state: state.engine.evaluate(state, text)
