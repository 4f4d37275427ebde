"""Patterns of lines with groups that hold repetitions: as states between which each site met leads.

The order is that of the reference engine: a repetition is left before it goes on. Ways that lead to the same state stay
apart, since each of them is a way to follow the path.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gdl import model


@dataclass(frozen=True, slots=True)
class Part:
    """A step of which something is left: how often it was met so far, and the steps of the groups around it."""

    step: model.Step
    done: int
    around: tuple[model.Step, ...]


State: TypeAlias = tuple[Part, ...]
Edge: TypeAlias = tuple[
    model.Step, tuple[model.Step, ...], int
]  # the step that is met, all around it, the next state


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


def states_of(steps: tuple[model.Step, ...]) -> tuple[list[State], list[list[Edge]]]:
    """All states, the first one the beginning, and the edges from each, in order."""
    states: list[State] = [tuple(Part(s, 0, ()) for s in steps)]
    edges: list[list[Edge]] = []
    while len(edges) < len(states):
        mine: list[Edge] = []
        for part, rest in _ways(states[len(edges)]):
            if rest not in states:
                states.append(rest)
            mine.append((part.step, part.around, states.index(rest)))
        edges.append(mine)
    return states, edges


def _ways(left: State) -> Iterator[tuple[Part, State]]:
    if not left:
        return
    part, rest = left[0], left[1:]
    step = part.step
    if part.done >= step.least:
        yield from _ways(rest)
    if step.most is not None and part.done >= step.most:
        return
    done = min(part.done + 1, step.least) if step.most is None else part.done + 1
    again = (Part(step, done, part.around), *rest)
    if step.group is None:
        yield part, again
        return
    around = (*part.around, step)
    for first, remaining in _ways(tuple(Part(s, 0, around) for s in step.group)):
        yield first, (*remaining, *again)


def may_end(state: State) -> bool:
    """Whether a path may end here."""
    return all(part.done >= part.step.least for part in state)
