"""What a position says, by the rules as they are, and of which rivals the same is not true.

A rival is looked at only where an expression was evaluated that its change touches: else it says the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gdl.core.evaluate import observed
from gdl.core.nodes import Expr
from gdl.core.world import Value
from gdl.diagnostics.values import GameError
from interpreter.analysis.review.places import apart, places
from interpreter.analysis.review.rivals import Key, Rival, key_of
from interpreter.analysis.review.situations import Situation
from interpreter.engines.reference.engine import ReferenceState
from interpreter.shared.numbering import Move, Values

RESULTS = 6  # actions of a position whose results are asked for
_MANY = 20_000  # expressions for the results of one position, after which no further one is asked for

Act: TypeAlias = tuple[
    str, Values, tuple[Values, ...]
]  # an action as all rivals know it: its name and choices
NOTHING: frozenset[Act] = frozenset()


def act_of(move: Move) -> Act:
    return (move.action.name, move.values, move.hops)


@dataclass
class _Noted:
    """The places that were evaluated, and how many expressions that were."""

    places: set[Key] = field(default_factory=set)
    count: int = 0

    def note(self, e: Expr, value: Value) -> None:
        self.count += 1
        self.places.add(key_of(e.span))


@dataclass(frozen=True, slots=True)
class Step:
    """An action and the position behind it. `reached`: the places of the rules that were evaluated on the way, those that have
    made the action legal included."""

    number: int
    act: Act
    after: ReferenceState
    reached: frozenset[Key]
    cost: int


@dataclass
class Look:
    """A situation as the rules see it, and as the rivals that were asked see it.

    `cost`: expressions that are evaluated for the legal actions; each step has its own. `judged`: the numbers of the rivals that were asked. `only`: by rival the actions that
    are legal in one of both games alone; None where the rival cannot say. `apart`: by step the rivals that go elsewhere.
    """

    situation: Situation
    legal: dict[Act, int]
    reached: frozenset[Key]
    steps: tuple[Step, ...]
    cost: int
    judged: set[int] = field(default_factory=set)
    only: dict[int, frozenset[Act] | None] = field(default_factory=dict)
    apart: dict[int, set[int]] = field(default_factory=dict)

    def concerns(self, rival: Rival) -> bool:
        if not rival.is_alike:
            return False
        every = (self.reached, *(s.reached for s in self.steps))
        return not rival.touched or any(not rival.touched.isdisjoint(r) for r in every)

    def may_tell_apart(self, rivals: Sequence[Rival]) -> bool:
        """Whether some of these rivals says something else here, or was not asked yet."""
        unlike = {*self.only, *(n for found in self.apart.values() for n in found)}
        return self.situation.is_start or any(
            r.number in unlike or (r.number not in self.judged and self.concerns(r)) for r in rivals
        )

    def ask(self, rival: Rival) -> int:
        """Notes in what a rival differs. How much work it was."""
        self.judged.add(rival.number)
        other = ReferenceState(rival.engine, self.situation.state.data)
        try:
            there = {act_of(move): number for number, move in other.moves()}
        except GameError:
            self.only[rival.number] = None
            return self.cost
        only = frozenset(there.keys() ^ self.legal.keys())
        if only:
            self.only[rival.number] = only
        spent = self.cost
        for i, step in enumerate(self.steps):
            if not rival.touched or not rival.touched.isdisjoint(step.reached) or step.act in only:
                spent += step.cost
                if self._goes_elsewhere(other, there.get(step.act), step):
                    self.apart.setdefault(i, set()).add(rival.number)
        return spent

    def _goes_elsewhere(self, other: ReferenceState, number: int | None, step: Step) -> bool:
        if number is None:
            return True
        try:
            return not _looks_alike(other.apply(number), step.after)
        except GameError:
            return True


def _looks_alike(one: ReferenceState, two: ReferenceState) -> bool:
    """Whether people see no difference between two positions: what is only counted, they do not see."""
    if one.data.key(one.game) == two.data.key(two.game):
        return True
    return (
        one.returns == two.returns
        and one.is_terminal == two.is_terminal
        and not apart(places(one.position()), places(two.position()))
    )


def look_at(situation: Situation) -> Look | None:
    """What the rules say of a situation; None where they go wrong there, which is for `gdl check` to say."""
    state = situation.state
    fresh = ReferenceState(state.engine, state.data)  # which has found nothing yet
    noted = _Noted()
    try:
        with observed(noted.note):
            moves = fresh.moves()
        legal = {act_of(move): number for number, move in moves}
        steps: list[Step] = []
        for number in _worth_a_look(situation, moves):
            if sum(s.cost for s in steps) > _MANY:
                break
            behind = _Noted()
            with observed(behind.note):
                after = fresh.apply(number)
            act = next(a for a, n in legal.items() if n == number)
            steps.append(Step(number, act, after, frozenset(behind.places | noted.places), behind.count))
    except GameError:
        return None
    return Look(situation, legal, frozenset(noted.places), tuple(steps), max(1, noted.count))


def _worth_a_look(situation: Situation, moves: Sequence[tuple[int, Move]]) -> list[int]:
    """The actions whose results are asked for: the next one of the game, then one of each name in turn."""
    by_name: dict[str, list[int]] = {}
    for number, move in moves:
        by_name.setdefault(move.action.name, []).append(number)
    first = [] if situation.onward is None else [situation.onward]
    return list(dict.fromkeys((*first, *_in_turn(by_name.values()))))[:RESULTS]


def _in_turn(lists: Iterable[list[int]]) -> Iterator[int]:
    waiting = [_spread(numbers) for numbers in lists]
    for rank in range(RESULTS):
        yield from (numbers[rank] for numbers in waiting if rank < len(numbers))


def _spread(numbers: Sequence[int]) -> list[int]:
    """Some of many, far from each other."""
    step = max(1, len(numbers) // RESULTS)
    return list(numbers[::step])
