"""Paths: which sites a line, a walk or a leap comes to, and what it binds on the way.

Lines and leaps go through the automaton of their pattern along a row of sites, in all ways, one after the other. A walk
is a breadth-first search over pairs of a site and a state of the automaton, so it ends, and gives each destination once.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Protocol, assert_never

from gdl.core import model
from gdl.core.evaluate import Meaning, elements, kept, meaning, sites, value
from gdl.core.visit import steps
from gdl.core.world import Value, World
from gdl.platform.dataclass import dataclass
from interpreter.shared.path_automaton import automaton

Bound = Mapping[int, Value]  # what the names of a path stand for so far


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step that may meet the next site, ready to be tried.

    `condition` is asked of the site in slot `it`. `binds`: the names that the step and the groups around it bind, and
    whether each collects all sites that are met. `to`: the state that follows, and whether a path may end there.
    """

    it: int
    condition: Meaning
    binds: tuple[tuple[int, bool], ...]
    to: int
    is_end: bool


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A pattern's automaton: the edges from each state, and what its names stand for before anything is met."""

    edges: tuple[tuple[_Edge, ...], ...]
    nothing: Bound


def _pattern(path: model.Path) -> _Pattern:
    """The pattern of a path: made once, and kept with it."""
    return kept(path, _made)


def _made(path: model.Path) -> _Pattern:
    every = tuple(steps(path.steps))
    plan = automaton(path.steps, isinstance(path, model.Walk))

    def edge(step: int, around: tuple[int, ...], to: int) -> _Edge:
        condition = every[step].condition
        assert condition is not None
        named = [every[k] for k in (step, *around)]
        binds = tuple((s.slot, s.collects) for s in named if s.slot is not None)
        return _Edge(every[step].it, meaning(condition), binds, to, plan.ends[to])

    edges = tuple(tuple(edge(e.step, e.around, e.to) for e in state) for state in plan.edges)
    gathered = (s.slot for s in every if s.slot is not None and s.collects)
    return _Pattern(edges, dict.fromkeys(gathered, ()))  # a group may not be met at all


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


def followed(path: model.Path, view: Viewer) -> tuple[int, ...]:
    """The sites of the first way to follow a line or a leap, from where it starts; of a walk its end; none if there is none.

    The names that the path binds are bound as on that way.
    """
    start = None if path.start is None else _start(path.start, view)
    if path.start is not None and start is None:
        return ()
    if isinstance(path, model.Walk):
        return tuple(islice(ways(path, view), 1))
    origins = sites(view) if start is None else (start,)
    least, rows = 0, list[tuple[int, ...]]()
    if isinstance(path, model.Line):
        least = value(path.least, view) if path.least is not None else 0
        most = value(path.most, view) if path.most is not None else None
        found = _lines(path, origins, start is None, view)
        rows = [row if most is None else row[: max(0, most)] for row in found]
    else:
        offsets = path.offsets_for(0 if path.viewer is None else value(path.viewer, view))
        rides = ((o, ride) for o in origins for ride in view.board.rides(o, offsets))
        rows = [(o, *ride) if start is None else ride for o, ride in rides]
    for row in rows:
        for count, bound in _matched(_pattern(path), row, view):
            if count >= max(least, 1):
                _bind(bound, view)
                return row[:count] if start is None else (start, *row[:count])
    return ()


def halted(path: model.Path, view: Viewer, start: int, to: int) -> int | None:
    """Where a line or a leap from a site ends on its way to another one: at a site that stands in its way, or at that place itself,
    which is then not as the last step wants it. None where it does not lead that way, or is a walk.

    The names of the path may stand for anything afterwards.
    """
    if isinstance(path, model.Walk):
        return None
    if isinstance(path, model.Line):
        most = value(path.most, view) if path.most is not None else None
        found = _lines(path, (start,), False, view)
        rows = [row if most is None else row[: max(0, most)] for row in found]
    else:
        offsets = path.offsets_for(0 if path.viewer is None else value(path.viewer, view))
        rows = list(view.board.rides(start, offsets))
    for row in rows:
        if to in row and _may_span(_pattern(path), row.index(to) + 1):
            return _refusing(_pattern(path), row[: row.index(to) + 1], view)
    return None


def _may_span(pattern: _Pattern, length: int) -> bool:
    """Whether a pattern would lead over so many sites if each of them were as it wants it."""
    states = {0}
    for _ in range(length - 1):
        states = {edge.to for state in states for edge in pattern.edges[state]}
    return any(edge.is_end for state in states for edge in pattern.edges[state])


def _refusing(pattern: _Pattern, way: tuple[int, ...], view: Viewer) -> int | None:
    """The first site of a way over which no step of a pattern goes on, although one would if the site were as it wants it; None where
    the pattern ends before the way, or meets all of it."""
    states = {0: pattern.nothing}
    for number, site in enumerate(way, 1):
        is_last, following, could = number == len(way), dict[int, Bound](), False
        for state, bound in states.items():
            for edge in pattern.edges[state]:
                if not (edge.is_end if is_last else pattern.edges[edge.to]):
                    continue
                could = True
                if _meets(edge, site, bound, view):
                    following.setdefault(edge.to, _with(bound, edge, site))
        if not following:
            return site if could else None
        states = following
    return None


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


def _met(pattern: _Pattern, row: tuple[int, ...], least: int, view: Viewer) -> Iterator[int]:
    """The last site of each way to match a pattern along a row of sites, at least so many of them, and one."""
    for count, bound in _matched(pattern, row, view):
        if count >= max(least, 1):
            _bind(bound, view)
            yield row[count - 1]


def _matched(pattern: _Pattern, row: tuple[int, ...], view: Viewer) -> Iterator[tuple[int, Bound]]:
    """All ways to match a pattern along a row: how many sites are met, and what is bound.

    What is still to be tried waits, the next one last, so that each way is followed to its end before another begins.
    """
    if not row:
        return
    waiting = [(edge, 0, pattern.nothing) for edge in reversed(pattern.edges[0])]
    while waiting:
        edge, at, bound = waiting.pop()
        site = row[at]
        if not _meets(edge, site, bound, view):
            continue
        bound = _with(bound, edge, site)
        at += 1
        if edge.is_end:
            yield at, bound
        if at < len(row):
            waiting.extend((further, at, bound) for further in reversed(pattern.edges[edge.to]))


def _meets(edge: _Edge, site: int, bound: Bound, view: Viewer) -> bool:
    if bound:
        _bind(bound, view)
    view.names[edge.it] = site
    return bool(edge.condition(view))


def _bind(bound: Bound, view: Viewer) -> None:
    for slot, found in bound.items():
        view.names[slot] = found


def _with(bound: Bound, edge: _Edge, site: int) -> Bound:
    """What is bound when an edge has met a site: a name of its own, and those of the groups that it is in."""
    for slot, collects in edge.binds:
        bound = {**bound, slot: (*bound[slot], site) if collects else site}
    return bound


# ---- walks


def _walk(path: model.Walk, start: int, most: int, view: Viewer) -> Iterator[int]:
    pattern = _pattern(path)
    least = value(path.least, view) if path.least is not None else 0
    directions = [d for d in elements(path.directions, view) if d is not None]
    found: set[int] = set()
    layer = [(start, 0)]
    seen = {(start, 0)}
    for length in range(1, most + 1):
        following: list[tuple[int, int]] = []
        for site, state in layer:
            for direction in directions:
                to = view.board.steps[direction][site]
                if to < 0 or to == start:
                    continue
                for edge in pattern.edges[state]:
                    if (to, edge.to) not in seen and _meets(edge, to, {}, view):
                        seen.add((to, edge.to))
                        following.append((to, edge.to))
                        if length >= least and edge.is_end:
                            found.add(to)
        layer = following
    for to in sorted(found):
        for step in path.steps:
            if step.slot is not None:
                view.names[step.slot] = to
        yield to
