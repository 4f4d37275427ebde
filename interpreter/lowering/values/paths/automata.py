"""Patterns of paths as automata: states between which each site met leads.

A pattern is a sequence of steps, each repeated so and so often; a group repeats a sequence. The ways from a state come in
the order of the reference engine: a repetition is left before it is repeated. Of a line all ways count, since each of them
is a way to follow the path (`line_automaton`); of a walk only the sites do, so equal edges are one (`walk_automaton`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gdl import model


@dataclass(frozen=True, slots=True)
class Part:
    """A step of which something is left: how often it was met so far, and the groups around it."""

    step: model.Step
    done: int
    around: tuple[model.Step, ...]


State: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """The step that is met, the groups around it, and the number of the next state."""

    step: model.Step
    around: tuple[model.Step, ...]
    to: int


@dataclass(frozen=True, slots=True)
class Automaton:
    """`edges` and `may_end` by state; the first state is the beginning."""

    edges: tuple[tuple[Edge, ...], ...]
    may_end: tuple[bool, ...]


def is_branching(steps: tuple[model.Step, ...]) -> bool:
    """Whether a repeated group holds what may itself be repeated, or a group."""
    return any(s.group is not None and (_is_loose(s) or is_branching(s.group)) for s in steps)


def _is_loose(step: model.Step) -> bool:
    assert step.group is not None
    inside = any(s.least != s.most or s.group is not None for s in step.group)
    if step.least == step.most == 1:
        # what is met once must meet something, and a name must hold all of it
        return step.slot is not None or all(s.least == 0 for s in step.group)
    return inside


def line_automaton(steps: tuple[model.Step, ...]) -> Automaton:
    return _automaton(steps, False)


def walk_automaton(steps: tuple[model.Step, ...]) -> Automaton:
    return _automaton(steps, True)


def _automaton(steps: tuple[model.Step, ...], are_ways_one: bool) -> Automaton:
    states: list[State] = [tuple(Part(s, 0, ()) for s in steps)]
    edges: list[tuple[Edge, ...]] = []
    while len(edges) < len(states):
        mine: list[Edge] = []
        for part, rest in _ways(states[len(edges)], are_ways_one):
            if rest not in states:
                states.append(rest)
            edge = Edge(part.step, part.around, states.index(rest))
            if not are_ways_one or edge not in mine:
                mine.append(edge)
        edges.append(tuple(mine))
    ends = _may_end_walk if are_ways_one else _may_end_line
    return Automaton(tuple(edges), tuple(map(ends, states)))


def _ways(left: State, goes_on_first: bool) -> Iterator[tuple[Part, State]]:
    """The steps that may be met next, each with what is left after it."""
    if not left:
        return
    part, rest = left[0], left[1:]
    step = part.step
    if part.done >= step.least and not goes_on_first:
        yield from _ways(rest, goes_on_first)
    if step.most is None or part.done < step.most:
        done = min(part.done + 1, step.least) if step.most is None else part.done + 1
        again = (Part(step, done, part.around), *rest)
        if step.group is None:
            yield part, again
        else:
            around = () if goes_on_first else (*part.around, step)  # a walk binds no groups
            inside = tuple(Part(s, 0, around) for s in step.group)
            for first, remaining in _ways(inside, goes_on_first):
                yield first, (*remaining, *again)
    if part.done >= step.least and goes_on_first:
        yield from _ways(rest, goes_on_first)


def _may_end_line(state: State) -> bool:
    return all(part.done >= part.step.least for part in state)


def _may_end_walk(state: State) -> bool:
    return all(
        part.done >= part.step.least
        or (part.step.group is not None and all(s.least == 0 for s in part.step.group))
        for part in state
    )
