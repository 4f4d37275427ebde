"""What a position says, by the rules as they are, and of which rivals the same is not true.

A rival is looked at only where an expression was evaluated that its change touches: else it says the same. Where such expressions
have the values that they had before, there is little hope that it says something else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
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
_TRIED = 24  # actions among which these are chosen
_MANY = 20_000  # expressions for the results of one position, after which no further one is looked at
_MOST_VALUE, _MOST_SIZE = 8, 3  # numbers and sizes that are told apart

# an action as all rivals know it: its name and choices
Act: TypeAlias = tuple[str, Values, tuple[Values, ...]]
Kind: TypeAlias = bool | int | str | None  # of a value: what it is, as far as rules tell values apart
Seen: TypeAlias = frozenset[tuple[Key, Kind]]  # expressions with their values


def act_of(move: Move) -> Act:
    return (move.action.name, move.values, move.hops)


def _kind(value: Value) -> Kind:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return max(-_MOST_VALUE, min(value, _MOST_VALUE))
    return f"{min(len(value), _MOST_SIZE)} of them" if isinstance(value, Sized) else "a value"


@dataclass
class _Recorder:
    """The expressions that were evaluated, and how many that were."""

    seen: set[tuple[Key, Kind]] = field(default_factory=set)
    count: int = 0

    def note(self, e: Expr, value: Value) -> None:
        self.count += 1
        self.seen.add((key_of(e.span), _kind(value)))


@dataclass(frozen=True, slots=True)
class Step:
    """An action and the position behind it. `seen`: what was evaluated on the way; `reached`: the places of that, those that have made
    the action legal included."""

    number: int
    act: Act
    after: ReferenceState
    seen: Seen
    reached: frozenset[Key]
    cost: int


@dataclass
class Look:
    """A situation as the rules see it, and as the rivals that were asked see it.

    `seen`: what is evaluated for the legal actions, and `cost`: how many expressions that are; each step has its own. `judged`: the
    numbers of the rivals that were asked. `only`: by rival the actions that are legal in one of both games alone; None where the
    rival cannot say. `apart`: by step the rivals that go elsewhere; `starts`: those that chance sets up otherwise.
    """

    situation: Situation
    legal: dict[Act, int]
    seen: Seen
    steps: tuple[Step, ...]
    cost: int
    judged: set[int] = field(default_factory=set)
    only: dict[int, frozenset[Act] | None] = field(default_factory=dict)
    apart: dict[int, set[int]] = field(default_factory=dict)
    starts: set[int] = field(default_factory=set)

    @cached_property
    def _values(self) -> dict[Key, frozenset[Kind]]:
        """The values that each expression had, in legal actions and in steps."""
        found: dict[Key, set[Kind]] = {}
        for key, kind in (*self.seen, *(pair for s in self.steps for pair in s.seen)):
            found.setdefault(key, set()).add(kind)
        return {key: frozenset(kinds) for key, kinds in found.items()}

    def concerns(self, rival: Rival) -> bool:
        return rival.is_alike and (not rival.touched or not self._values.keys().isdisjoint(rival.touched))

    def shows(self, rival: Rival) -> Seen:
        """The values of what a rival's change touches."""
        known = self._values
        return frozenset((key, kind) for key in rival.touched if key in known for kind in known[key])

    def tells_apart(self, rivals: Sequence[Rival]) -> bool:
        """Whether some of these rivals says something else here."""
        unlike = {*self.only, *(n for found in self.apart.values() for n in found)}
        return self.situation.is_start or any(r.number in unlike for r in rivals)

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


def look_at(situation: Situation, often: Counter[tuple[Key, Kind]]) -> Look | None:
    """What the rules say of a situation; None where they go wrong there, which is for `gdl check` to say.

    `often`: how often each value was seen in steps, to which those of this look are added.
    """
    state = situation.state
    fresh = ReferenceState(state.engine, state.data)  # which has found nothing yet
    recorder = _Recorder()
    try:
        with observed(recorder.note):
            moves = fresh.moves()
        acts = {number: act_of(move) for number, move in moves}
        here = frozenset(key for key, _ in recorder.seen)
        steps: list[Step] = []
        for number in _worth_a_look(situation, moves):
            if sum(s.cost for s in steps) > _MANY:
                break
            behind = _Recorder()
            with observed(behind.note):
                after = fresh.apply(number)
            reached = here.union(key for key, _ in behind.seen)
            steps.append(Step(number, acts[number], after, frozenset(behind.seen), reached, behind.count))
    except GameError:
        return None
    chosen = _unlike(steps, often, RESULTS)
    legal = {act: number for number, act in acts.items()}
    return Look(situation, legal, frozenset(recorder.seen), tuple(chosen), max(1, recorder.count))


def _unlike(steps: Sequence[Step], often: Counter[tuple[Key, Kind]], most: int) -> list[Step]:
    """The first step, and those that show most of what the others and earlier looks do not."""
    chosen, waiting, shown = list(steps[:1]), list(steps[1:]), set(steps[0].seen if steps else ())
    while waiting and len(chosen) < most:
        best = max(waiting, key=lambda s: fsum(1 / (1 + often[pair]) for pair in s.seen - shown))
        waiting.remove(best)
        chosen.append(best)
        shown |= best.seen
    often.update(shown)
    return chosen


def _worth_a_look(situation: Situation, moves: Sequence[tuple[int, Move]]) -> list[int]:
    """The actions whose results are looked at: the next one of the game, then one of each name in turn."""
    by_name: dict[str, list[int]] = {}
    for number, move in moves:
        by_name.setdefault(move.action.name, []).append(number)
    first = [] if situation.onward is None else [situation.onward]
    return list(dict.fromkeys((*first, *_in_turn(by_name.values()))))[:_TRIED]


def _in_turn(lists: Iterable[list[int]]) -> Iterator[int]:
    waiting = [_spread(numbers) for numbers in lists]
    for rank in range(_TRIED):
        yield from (numbers[rank] for numbers in waiting if rank < len(numbers))


def _spread(numbers: Sequence[int]) -> list[int]:
    """Some of many, far from each other."""
    return list(numbers[:: max(1, len(numbers) // _TRIED)])
