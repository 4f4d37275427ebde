"""Paths: which sites a line, a walk or a leap comes to, and what it binds on the way.

Lines and leaps are matched against their pattern directly, shortest repetitions first. A walk is a breadth-first
search over pairs of a site and what is left of the pattern, so it ends, and gives each destination once.
"""

from collections.abc import Iterator
from typing import Any, assert_never

from gdl import model
from gdl.visit import steps
from interpreter.engines.reference.expressions import View

Left = tuple[tuple[model.Step, int], ...]  # what is left of a pattern: steps and how often each was met


class Paths(View):
    """Evaluates paths."""

    def some_path(self, e: model.SomePath) -> bool:
        viewpoint = self.viewpoint
        found = any(True for _ in self.ends(e.path))
        self.viewpoint = viewpoint
        return found

    def path_ends(self, e: model.PathEnds) -> tuple[int, ...]:
        viewpoint = self.viewpoint
        found = tuple(sorted(set(self.ends(e.path))))
        self.viewpoint = viewpoint
        return found

    def ends(self, path: model.Path, start: int | None = None) -> Iterator[int]:
        """Each site where the path may end, with its names bound in the frame while it is looked at.

        `start` is where a move's piece stands; a path of its own start sets the viewpoint to a piece it starts from.
        """
        if path.start is not None:
            value = self.value(path.start)
            if value is None:
                return
            if path.start.type.base == "piece":
                owner = self.data.owner.get(value)
                self.viewpoint = self.viewpoint if owner is None else owner
                value = self.data.site(value)
                if value is None:
                    return
            start = value
        origins = self.live() if start is None else (start,)
        match path:
            case model.Walk():
                most = self.value(path.most)
                for origin in origins:
                    yield from self.walk(path, origin, 0 if most is None else most)
            case model.Line():
                least = self.value(path.least) if path.least is not None else 0
                most = self.value(path.most) if path.most is not None else None
                for line in self.lines(path, origins, start is None):
                    yield from self.met(path.steps, line if most is None else line[: max(0, most)], least)
            case model.Leap():
                for origin in origins:
                    for to in self.board.leap(origin, *path.offsets):
                        yield from self.met(path.steps, (origin, to) if start is None else (to,), 0)
            case _:
                assert_never(path)

    def lines(
        self, path: model.Line, origins: tuple[int, ...], meets_start: bool
    ) -> Iterator[tuple[int, ...]]:
        """The sites that a line may meet, in order, one tuple for each origin and direction."""
        directions = [d for d in self.elements(path.directions) if d is not None]
        for origin in origins:
            for direction in directions:
                line = self.board.line(origin, direction)
                yield (origin, *line) if meets_start else line

    def met(self, pattern: tuple[model.Step, ...], sites: tuple[int, ...], least: int) -> Iterator[int]:
        """The last site of each way to match a pattern along these sites, at least so many of them, and one."""
        gathered = (s.slot for s in steps(pattern) if s.slot is not None and s.collects)
        nothing: dict[int, Any] = dict.fromkeys(gathered, ())  # a group may not be met at all
        for end, bound in self.match(pattern, 0, sites, 0, nothing):
            if end >= max(least, 1):
                for slot, value in bound.items():
                    self.frame[slot] = value
                yield sites[end - 1]

    def match(
        self, steps: tuple[model.Step, ...], index: int, ray: tuple[int, ...], at: int, bound: dict[int, Any]
    ) -> Iterator[tuple[int, dict[int, Any]]]:
        """All ways to match the steps from `index` on along the ray from `at`: where each ends, and what is bound."""
        if index == len(steps):
            yield at, bound
            return
        for end, names in self.repeat(steps[index], 0, ray, at, at, bound):
            yield from self.match(steps, index + 1, ray, end, names)

    def repeat(
        self, step: model.Step, done: int, ray: tuple[int, ...], first: int, at: int, bound: dict[int, Any]
    ) -> Iterator[tuple[int, dict[int, Any]]]:
        if done >= step.least:
            yield at, self.bind(step, ray[first:at], bound)
        if step.most is not None and done >= step.most:
            return
        if step.group is not None:
            for end, names in self.match(step.group, 0, ray, at, bound):
                if end > at:
                    yield from self.repeat(step, done + 1, ray, first, end, names)
        elif at < len(ray) and self.meets(step, ray[at], bound):
            yield from self.repeat(step, done + 1, ray, first, at + 1, bound)

    def meets(self, step: model.Step, site: int, bound: dict[int, Any]) -> bool:
        for slot, value in bound.items():
            self.frame[slot] = value
        self.frame[step.it] = site
        assert step.condition is not None
        return bool(self.value(step.condition))

    def bind(self, step: model.Step, sites: tuple[int, ...], bound: dict[int, Any]) -> dict[int, Any]:
        if step.slot is None:
            return bound
        if step.collects:
            return {**bound, step.slot: (*bound.get(step.slot, ()), *sites)}
        return {**bound, step.slot: sites[-1]} if sites else bound

    # ---- walks

    def walk(self, path: model.Walk, start: int, most: int) -> Iterator[int]:
        directions = [d for d in self.elements(path.directions) if d is not None]
        begin: Left = tuple((s, 0) for s in path.steps)
        layer = [(start, begin)]
        seen = {(start, begin)}
        found: set[int] = set()
        least = self.value(path.least) if path.least is not None else 0
        for length in range(1, most + 1):
            following: list[tuple[int, Left]] = []
            for site, left in layer:
                if site != start and self.stops(path, site):
                    continue
                for direction in directions:
                    to = self.board.steps[direction][site]
                    if to < 0 or to == start:
                        continue
                    for step, rest in self.options(left):
                        if (to, rest) not in seen and self.meets(step, to, {}):
                            seen.add((to, rest))
                            following.append((to, rest))
                            if length >= least and self.accepts(rest):
                                found.add(to)
            layer = following
        for to in sorted(found):
            for step in path.steps:
                if step.slot is not None:
                    self.frame[step.slot] = to
            yield to

    def stops(self, path: model.Walk, site: int) -> bool:
        if path.stopping is None:
            return False
        self.frame[path.it] = site
        return bool(self.value(path.stopping))

    def options(self, left: Left) -> Iterator[tuple[model.Step, Left]]:
        """The steps that may come next, each with what is left after it."""
        if not left:
            return
        (step, done), rest = left[0], left[1:]
        if step.most is None or done < step.most:
            met = min(done + 1, step.least) if step.most is None else done + 1
            again: Left = ((step, met), *rest)
            if step.group is not None:
                inner: Left = tuple((s, 0) for s in step.group)
                for first, remaining in self.options(inner):
                    yield first, (*remaining, *again)
            else:
                yield step, again
        if done >= step.least:
            yield from self.options(rest)

    def accepts(self, left: Left) -> bool:
        return all(
            done >= step.least or (step.group is not None and all(s.least == 0 for s in step.group))
            for step, done in left
        )
