"""A path's pattern as an automaton: states, and from each the steps that may meet the next site.

Both engines follow it. The ways come in the language's order: a repetition is left before it repeats, so of two ways that
begin alike the one with fewer repetitions comes first. Edges that lead to the same state stay apart, since each of them
is a way to follow a line; in a walk, which comes to each site once, they are one.

A group that is met once must meet something, and so must each round of a repeated one. Only at the end of a walk a group
whose steps are all optional need not be met.

An automaton follows from the shape of a pattern: how often each step is met. It names steps by their numbers among all
steps of the pattern, in the order of `visit.steps`, so patterns of one shape share it.
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from gdl.core import nodes as core
from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    """A step that may meet the next site, the groups that it is in, outermost first, and the state that follows."""

    step: int
    around: tuple[int, ...]
    to: int


@dataclass(frozen=True, slots=True)
class Automaton:
    """`edges` from each state, in the order of ways; the first state is the beginning. `ends`: where a path may end."""

    edges: tuple[tuple[Edge, ...], ...]
    ends: tuple[bool, ...]


# For each step how often it is met at least and at most, and the shape of the pattern of a group.
_Shape: TypeAlias = "tuple[tuple[int, int | None, _Shape | None], ...]"


def automaton(pattern: tuple[core.Step, ...], is_walk: bool = False) -> Automaton:
    """The automaton of a line's or leap's pattern, or of a walk's."""
    return _automaton(_shape(pattern), is_walk)


def _shape(pattern: tuple[core.Step, ...]) -> "_Shape":
    return tuple((s.least, s.most, None if s.group is None else _shape(s.group)) for s in pattern)


@dataclass(frozen=True, slots=True)
class _Step:
    number: int
    least: int
    most: int | None
    group: "tuple[_Step, ...] | None"
    around: tuple[int, ...]

    @property
    def may_be_empty(self) -> bool:
        return self.group is not None and all(inner.least == 0 for inner in self.group)


@dataclass(frozen=True, slots=True)
class _Left:
    """A step of which something is left to be met, and how often it was met so far."""

    step: _Step
    done: int

    @property
    def is_done(self) -> bool:
        return self.done >= self.step.least


_State: TypeAlias = tuple[_Left, ...]


@cache
def _automaton(shape: "_Shape", is_walk: bool) -> Automaton:
    states: list[_State] = [tuple(_Left(step, 0) for step in _numbered(shape, 0, ()))]
    numbers = {states[0]: 0}
    edges: list[tuple[Edge, ...]] = []
    while len(edges) < len(states):
        mine: list[Edge] = []
        for met, following in _ways(states[len(edges)]):
            if following not in numbers:
                numbers[following] = len(states)
                states.append(following)
            mine.append(Edge(met.number, met.around, numbers[following]))
        edges.append(tuple(dict.fromkeys(mine)) if is_walk else tuple(mine))
    ends = (all(left.is_done or (is_walk and left.step.may_be_empty) for left in state) for state in states)
    return Automaton(tuple(edges), tuple(ends))


def _numbered(shape: "_Shape", first: int, around: tuple[int, ...]) -> tuple[_Step, ...]:
    """The steps of a shape with their numbers, from a first one on."""
    made = []
    for least, most, inner in shape:
        group = None if inner is None else _numbered(inner, first + 1, (*around, first))
        made.append(_Step(first, least, most, group, around))
        first += _size(((least, most, inner),))
    return tuple(made)


def _size(shape: "_Shape") -> int:
    return sum(1 + (0 if inner is None else _size(inner)) for _, _, inner in shape)


def _ways(state: _State) -> Iterator[tuple[_Step, _State]]:
    """The steps that may meet the next site, each with the state that follows."""
    if not state:
        return
    left, rest = state[0], state[1:]
    step = left.step
    if left.is_done:
        yield from _ways(rest)
    if step.most is not None and left.done >= step.most:
        return
    done = min(left.done + 1, step.least) if step.most is None else left.done + 1
    again = (_Left(step, done), *rest)
    if step.group is None:
        yield step, again
        return
    for met, following in _ways(tuple(_Left(inner, 0) for inner in step.group)):
        yield met, (*following, *again)
