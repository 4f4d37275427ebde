"""Shorter ways to a difference: all positions near the start, and lines from which actions are left out.

What random games find lies deep. A line is shortened by leaving out parts of it, large ones first, as long as the rest can
be played and still leads to the same sort of difference (delta debugging: Zeller and Hildebrandt, "Simplifying and
Isolating Failure-Inducing Input", 2002). Then each position on it is searched a few actions deep for a shorter way.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from interpreter.analysis.lockstep.judging import (
    LEGAL,
    RESULT,
    SCORE,
    Divergence,
    Judge,
    Line,
    at_end,
    follow,
)
from interpreter.analysis.lockstep.vocabulary import NONE
from interpreter.analysis.lockstep.walks import Signature
from interpreter.engines.base import MutableState, State

NEAR_START = 6_000  # positions that are searched from the start, action by action
SHORTCUTS = 12_000  # and from the positions of a line, each time that it has become shorter
SHORTCUT_DEPTH = 3
PAIRS = 200_000  # actions that are played at most while any two of a line are left out
REPLAYED = 3_000  # actions of lines that are followed position by position, where the difference is not in what is legal

# of actions: the first of them, after which the difference is there
Test = Callable[[Sequence[int]], Sequence[int] | None]


class InPlace:
    """Lines that are played in place on both sides: quick, and sees legal actions and results only. `is_only`: there is one change of
    the rules, so whatever differs comes from it."""

    def __init__(self, judge: Judge, seed: int, is_only: bool) -> None:
        self.judge, self.seed, self.is_only = judge, seed, is_only
        self.among = judge.vocabulary.among

    def start(self) -> tuple[MutableState, MutableState]:
        a, b = (engine.initial_state(self.seed).mutable() for engine in self.judge.engines)
        return a, b

    def signature(self, one: MutableState, two: MutableState) -> Signature | None:
        """What differs between two positions, if anything."""
        if one.is_terminal or two.is_terminal:
            results = [tuple(s.returns) if s.is_terminal else None for s in (one, two)]
            return None if results[0] == results[1] else (RESULT, *results)
        mine, other = one.legal_actions(), two.legal_actions()
        if self.judge.vocabulary.is_identity and mine == other:
            return None
        there = set(other)
        met = {a: self.among(a, there) for a in mine}
        left = [a for a, b in met.items() if b == NONE]
        if not left and len(mine) == len(other):
            return None
        known = set(met.values())
        return (LEGAL, self._names(0, left), self._names(1, [b for b in other if b not in known]))

    def is_wanted(self, found: Signature, wanted: Signature) -> bool:
        """Whether a difference is as good as the one that is known."""
        return found == wanted or (self.is_only and found[0] == wanted[0])

    def _names(self, side: int, actions: Sequence[int]) -> frozenset[str]:
        moves = (self.judge.vocabulary.numbers[side].decode(a) for a in actions)
        return frozenset(m.action.name for m in moves if m is not None)

    def way(self, actions: Sequence[int], wanted: Signature) -> Sequence[int] | None:
        """The first of these actions, after which the wanted difference is there; None if it is not, or they cannot be played."""
        one, two = self.start()
        for count in range(len(actions) + 1):
            found = self.signature(one, two)
            if found is not None:
                return actions[:count] if self.is_wanted(found, wanted) else None
            if count == len(actions) or not _both_play(self, one, two, actions[count]):
                return None
        return None


def _both_play(place: InPlace, one: MutableState, two: MutableState, action: int) -> bool:
    other = place.among(action, two.legal_actions())
    if action not in one.legal_actions() or other == NONE:
        return False
    one.play(action)
    two.play(other)
    return True


def shortened(judge: Judge, met: Divergence, is_only: bool = False) -> Divergence:
    """The same sort of difference by the shortest line that can be found; `is_only`: there is one change of the rules, so whatever
    differs comes from it."""
    if met.unlike.about == RESULT:  # scores may tell the games apart long before they are counted
        first = follow(judge, met.line)
        if first is not None and first.unlike.about == SCORE:
            met = first
    line = met.line
    if met.unlike.about in (LEGAL, RESULT):
        place = InPlace(judge, line.seed, is_only)
        one, two = place.start()
        for action in line.actions:
            if not _both_play(place, one, two, action):
                return met
        wanted = place.signature(one, two)
        if wanted is None:
            return met
        actions = _left_out(line.actions, lambda trial: place.way(trial, wanted))
        while (shorter := _shortcut(place, actions, wanted)) is not None:
            actions = _left_out(shorter, lambda trial: place.way(trial, wanted))
    else:
        left = REPLAYED

        def test(trial: Sequence[int]) -> Sequence[int] | None:
            nonlocal left
            if left <= 0:
                return None
            shorter = Line(line.seed, tuple(trial))
            if met.unlike.about == SCORE:
                shorter = _playable(judge, shorter)
            left -= len(shorter.actions)
            found = at_end(judge, shorter, is_deep=True)
            return found.line.actions if found and found.unlike.about == met.unlike.about else None

        actions = _left_out(line.actions, test)
    if len(actions) == len(line.actions):
        return met
    return at_end(judge, Line(line.seed, tuple(actions)), met.unlike.about not in (LEGAL, RESULT)) or met


def _playable(judge: Judge, line: Line) -> Line:
    """A line up to where scores differ; what is not legal on it, as chance brings something else, is the first legal action."""
    one, two = (engine.initial_state(line.seed) for engine in judge.engines)
    actions: list[int] = []
    for wanted in line.actions:
        legal, others = one.legal_actions(), two.legal_actions()
        action = wanted if wanted in legal else next(iter(legal), NONE)
        other = judge.vocabulary.among(action, others)
        if NONE in (action, other):
            break
        actions.append(action)
        one, two = one.apply(action), two.apply(other)
        if judge.scores(one) != judge.scores(two):
            break
    return Line(line.seed, tuple(actions))


def _left_out(actions: Sequence[int], test: Test) -> Sequence[int]:
    """The actions without those that are not needed."""
    size = max(1, len(actions) // 2)
    while True:
        before = len(actions)
        actions = _without_runs(actions, size, test)
        if size > 1:
            size //= 2
        elif len(actions) == before:
            shorter = _without_pairs(actions, test)
            if shorter is None:
                return actions
            actions = shorter


def _without_runs(actions: Sequence[int], size: int, test: Test) -> Sequence[int]:
    at = 0
    while at + size <= len(actions):
        trial = (*actions[:at], *actions[at + size :])
        shorter = test(trial)
        if shorter is None:
            at += max(1, size // 2)
        else:
            actions = shorter
    return actions


def _without_pairs(actions: Sequence[int], test: Test) -> Sequence[int] | None:
    tried = PAIRS // max(1, len(actions))
    for i, j in islice(_near_first(len(actions)), tried):
        trial = (*actions[:i], *actions[i + 1 : j], *actions[j + 1 :])
        shorter = test(trial)
        if shorter is not None:
            return shorter
    return None


def _near_first(count: int) -> Iterator[tuple[int, int]]:
    """Any two places, those first that lie near each other."""
    return ((i, i + apart) for apart in range(1, count) for i in range(count - apart))


# ---- searching


def _shortcut(place: InPlace, actions: Sequence[int], wanted: Signature) -> Sequence[int] | None:
    """A shorter line that leaves this one at some position and finds the difference within a few actions."""
    for depth in range(1, SHORTCUT_DEPTH + 1):
        left = SHORTCUTS  # for each depth, so that all of the line is looked at
        one, two = place.start()
        for count in range(len(actions) - depth):
            found, left = _within(place, one, two, depth, wanted, left)
            if found is not None:
                return (*actions[:count], *found)
            if left <= 0:
                break
            one.play(actions[count])
            two.play(place.among(actions[count], two.legal_actions()))
    return None


def _within(
    place: InPlace, one: MutableState, two: MutableState, depth: int, wanted: Signature, left: int
) -> tuple[tuple[int, ...] | None, int]:
    """Actions after which the difference is there, at most so many; and how many positions are left to look at."""
    found = place.signature(one, two)
    if found is not None or depth == 0 or one.is_terminal:
        is_there = found is not None and place.is_wanted(found, wanted)
        return (() if is_there else None), left - 1
    there = set(two.legal_actions())
    for action in one.legal_actions():
        other = place.among(action, there)
        if left <= 0:
            break
        if other == NONE:
            continue
        one.play(action)
        two.play(other)
        way, left = _within(place, one, two, depth - 1, wanted, left)
        one.undo()
        two.undo()
        if way is not None:
            return (action, *way), left
    return None, left - 1


def near_start(judge: Judge, seed: int, most: int = NEAR_START) -> tuple[list[Divergence], int, int]:
    """The differences in the positions after 0, 1, 2, ... actions, as far as there is room for all of a depth.

    Gives those of the first depth that has any, how many positions were compared, and how many actions deep the search was
    complete (-1: not even the start).
    """
    a, b = judge.engines
    level: list[tuple[State, State, tuple[int, ...]]] = [(a.initial_state(seed), b.initial_state(seed), ())]
    compared, depth, known = 0, -1, set[int]()
    while level:
        found: list[Divergence] = []
        for one, two, actions in level:
            compared += 1
            unlike = judge.compare(one, two, is_deep=depth < 1)
            if unlike is not None:
                found.append(Divergence(Line(seed, actions), unlike, (one, two)))
        depth += 1
        if found:
            return found, compared, depth
        width = sum(len(one.legal_actions()) for one, _, _ in level)
        if compared + width > most:
            return [], compared, depth
        level = list(_next(judge, level, known))
    return [], compared, depth


def _next(
    judge: Judge, level: Sequence[tuple[State, State, tuple[int, ...]]], known: set[int]
) -> Iterator[tuple[State, State, tuple[int, ...]]]:
    """The positions one action later, each once."""
    for one, two, actions in level:
        for action in one.legal_actions():
            after, other = one.apply(action), two.apply(judge.partner(one, two, action))
            both = hash((after, other))  # what is one position here may be two there
            if both not in known:
                known.add(both)
                yield after, other, (*actions, action)
