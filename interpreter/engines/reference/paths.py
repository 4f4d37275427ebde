"""Paths: which sites a line, a walk or a leap comes to, and what it binds on the way.

Lines and leaps go through the automaton of their pattern along a row of sites, in all ways, one after the other. A walk
is a breadth-first search over pairs of a site and a state of the automaton, so it ends, and gives each destination once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, assert_never

from gdl import model
from gdl.evaluate import elements, sites, value
from gdl.visit import steps
from gdl.world import Value, World
from interpreter.patterns import Automaton, Edge, automaton

Bound = Mapping[int, Value]  # what the names of a path stand for so far


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A pattern's automaton, its steps by their numbers, and what its names stand for before anything is met."""

    automaton: Automaton
    steps: tuple[model.Step, ...]
    nothing: Bound


class Viewer(World, Protocol):
    """A world in which another player's viewpoint can be taken."""

    viewpoint: int


def ways(path: model.Path, view: Viewer, start: int | None = None) -> Iterator[int]:
    """Each site where the path may end, with its names bound while it is looked at: once for each way to follow it.

    `start` is where a move's piece stands; a path of its own start sets the viewpoint to a piece it starts from.
    """
    if path.start is not None:
        start = _start(path.start, view)
        if start is None:
            return
    origins = sites(view) if start is None else (start,)
    match path:
        case model.Walk():
            most = value(path.most, view)
            for origin in origins:
                yield from _walk(path, origin, 0 if most is None else most, view)
        case model.Line():
            least = value(path.least, view) if path.least is not None else 0
            most = value(path.most, view) if path.most is not None else None
            pattern = _pattern(path)
            for row in _lines(path, origins, start is None, view):
                yield from _met(pattern, row if most is None else row[: max(0, most)], least, view)
        case model.Leap():
            pattern = _pattern(path)
            offsets = path.offsets_for(0 if path.viewer is None else value(path.viewer, view))
            for origin in origins:
                for ride in view.board.rides(origin, offsets):
                    yield from _met(pattern, (origin, *ride) if start is None else ride, 0, view)
        case _:
            assert_never(path)


def _start(e: model.Expr, view: Viewer) -> int | None:
    """The site that a path starts from. The viewpoint becomes that of the owner of a piece there."""
    found: int | None = value(e, view)
    if found is None or e.type.base != "piece":
        return found
    owner = view.owner(found)
    view.viewpoint = view.viewpoint if owner is None else owner
    return view.site(found)


# ---- lines and leaps


def _lines(
    path: model.Line, origins: tuple[int, ...], meets_start: bool, view: Viewer
) -> Iterator[tuple[int, ...]]:
    """The sites that a line may meet, in order, one tuple for each origin and direction."""
    directions = [d for d in elements(path.directions, view) if d is not None]
    for origin in origins:
        for direction in directions:
            line = view.board.line(origin, direction)
            yield (origin, *line) if meets_start else line


def _pattern(path: model.Line | model.Leap) -> _Pattern:
    every = tuple(steps(path.steps))
    gathered = (s.slot for s in every if s.slot is not None and s.collects)
    return _Pattern(
        automaton(path.steps), every, dict.fromkeys(gathered, ())
    )  # a group may not be met at all


def _met(pattern: _Pattern, row: tuple[int, ...], least: int, view: Viewer) -> Iterator[int]:
    """The last site of each way to match a pattern along a row of sites, at least so many of them, and one."""
    for count, bound in _matched(pattern, 0, row, 0, pattern.nothing, view):
        if count >= max(least, 1):
            _bind(bound, view)
            yield row[count - 1]


def _matched(
    pattern: _Pattern, state: int, row: tuple[int, ...], at: int, bound: Bound, view: Viewer
) -> Iterator[tuple[int, Bound]]:
    """All ways to continue from a state along a row from `at`: how many sites are met at the end, and what is bound."""
    if pattern.automaton.ends[state]:
        yield at, bound
    if at == len(row):
        return
    for edge in pattern.automaton.edges[state]:
        if _meets(pattern.steps[edge.step], row[at], bound, view):
            named = _with(bound, pattern, edge, row[at])
            yield from _matched(pattern, edge.to, row, at + 1, named, view)


def _meets(step: model.Step, site: int, bound: Bound, view: Viewer) -> bool:
    _bind(bound, view)
    view.names[step.it] = site
    assert step.condition is not None
    return bool(value(step.condition, view))


def _bind(bound: Bound, view: Viewer) -> None:
    for slot, found in bound.items():
        view.names[slot] = found


def _with(bound: Bound, pattern: _Pattern, edge: Edge, site: int) -> Bound:
    """What is bound when a step has met a site: a name of its own, and those of the groups that it is in."""
    for number in (edge.step, *edge.around):
        step = pattern.steps[number]
        if step.slot is not None:
            bound = {**bound, step.slot: (*bound[step.slot], site) if step.collects else site}
    return bound


# ---- walks


def _walk(path: model.Walk, start: int, most: int, view: Viewer) -> Iterator[int]:
    pattern, every = automaton(path.steps, is_walk=True), tuple(steps(path.steps))
    least = value(path.least, view) if path.least is not None else 0
    directions = [d for d in elements(path.directions, view) if d is not None]
    found: set[int] = set()
    layer = [(start, 0)]
    seen = {(start, 0)}
    for length in range(1, most + 1):
        following: list[tuple[int, int]] = []
        for site, state in layer:
            if site != start and _stops(path, site, view):
                continue
            for direction in directions:
                to = view.board.steps[direction][site]
                if to < 0 or to == start:
                    continue
                for edge in pattern.edges[state]:
                    if (to, edge.to) not in seen and _meets(every[edge.step], to, {}, view):
                        seen.add((to, edge.to))
                        following.append((to, edge.to))
                        if length >= least and pattern.ends[edge.to]:
                            found.add(to)
        layer = following
    for to in sorted(found):
        for step in path.steps:
            if step.slot is not None:
                view.names[step.slot] = to
        yield to


def _stops(path: model.Walk, site: int, view: Viewer) -> bool:
    if path.stopping is None:
        return False
    view.names[path.it] = site
    return bool(value(path.stopping, view))
