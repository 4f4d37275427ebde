"""The ways of a path; walks are a search by layers over sets of sites.

A walk's pattern becomes a small automaton when it is lowered; a layer of the search is one set of sites for each of its
states, and a step of the pattern one intersection.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model
from gdl.types import SITE, Type
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, ONE, TRUE, ZERO, make, one
from interpreter.lowering.floods import Floods
from interpreter.lowering.ir import Const, Expr, Get

Left = tuple[tuple[model.Step, int], ...]  # what is left of a pattern: steps and how often each was met


class Paths(Floods):
    """What paths lead to."""

    def some_path(self, e: model.SomePath) -> Expr:
        quick = self.everywhere(e.path)
        if quick is not None:
            return quick
        found = self.b.variable("path", FALSE)
        loops = self.b.loops
        with self.inner(), self.ways(e.path):
            self.b.set(found, TRUE)
            self.b.leave(loops)
        return Get(found)

    def path_ends(self, e: model.PathEnds) -> Expr:
        """The sites where a path may end."""
        n = self.plan.sites
        found = self.b.variable("ends", Const(0, ir.bits(n)))
        with self.inner(), self.ways(e.path) as to:
            self.b.set(found, make("union", Get(found), one(to, n)))
        return Get(found)

    def has(self, e: model.Expr, x: Expr) -> Expr:
        if not isinstance(e, model.PathEnds):
            return super().has(e, x)
        site = self.b.keep(self.plain(x))
        found = self.b.variable("path", FALSE)
        loops = self.b.loops
        with self.inner(), self.ways(e.path) as to, self.b.when(make("eq", to, site)):
            self.b.set(found, TRUE)
            self.b.leave(loops)
        return Get(found)

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        """Where each site is an end in one way at most and no order matters, the sites need not be gathered."""
        if isinstance(e, model.PathEnds) and not ordered and self._is_straight(e.path):
            with self.inner(), self.ways(e.path) as to:
                yield self.b.keep(to, name)
            return
        with super().each(e, name, ordered) as x:
            yield x

    def _is_straight(self, path: model.Path) -> bool:
        if path.start is None or isinstance(path, model.Walk) or self.board.shape == "graph":
            return False
        return all(s.group is None for s in path.steps) and sum(s.least != s.most for s in path.steps) <= 1

    @contextmanager
    def ways(self, path: model.Path, start: Expr | None = None) -> Iterator[Expr]:
        """Each site where the path may end, its names bound. The viewpoint is that of the piece it starts from."""
        b, viewpoint = self.b, self.viewpoint
        going: Expr = TRUE
        if path.start is not None:
            value = b.keep(self.scalar(path.start))
            if path.start.type.base == "piece":
                owner = b.keep(self.owner_of(value, True))
                self.viewpoint = b.keep(make("select", make("lt", owner, ZERO), self.viewpoint, owner))
                value = b.keep(self.site_of(value, True))
            going = make("le", ZERO, value)
            start = value
        shortest, longest = (None, None) if isinstance(path, model.Leap) else (path.least, path.most)
        least = b.keep(self.scalar(shortest)) if shortest is not None else ZERO
        most = b.keep(self.scalar(longest)) if longest is not None else None
        with b.when(going):
            if isinstance(path, model.Walk):
                with self._walks(path, start, least, ZERO if most is None else most) as to:
                    yield to
            else:
                with self._lines(path, start, make("max", least, ONE), most) as to:
                    yield to
        self.viewpoint = viewpoint

    # ---- walks

    @contextmanager
    def _walks(self, path: model.Walk, start: Expr | None, least: Expr, most: Expr) -> Iterator[Expr]:
        if start is None:
            everywhere = model.Builtin(path.span, Type("set", SITE), "sites", ())
            self.unit.alive.append(everywhere)
            with (
                self.each(everywhere, "origin") as origin,
                self._walk(path, self.b.keep(origin), least, most) as to,
            ):
                yield to
        else:
            with self._walk(path, start, least, most) as to:
                yield to

    @contextmanager
    def _walk(self, path: model.Walk, start: Expr, least: Expr, most: Expr) -> Iterator[Expr]:
        b, n = self.b, self.plan.sites
        kept = ir.bits(n)
        begin: Left = tuple((s, 0) for s in path.steps)
        states, edges = automaton(begin)
        found = b.variable("reached", Const(0, kept))
        layers = [
            b.variable(f"layer{i}", one(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        seen = [
            b.variable(f"seen{i}", one(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        masks: dict[int, Expr] = {}
        for _, step, _ in edges:
            assert step.condition is not None
            if id(step) not in masks and self.is_mask(step.condition, frozenset({step.it})):
                masks[id(step)] = b.keep(self.mask(step.condition, frozenset({step.it}), n))
        with b.range("length", ONE, make("add", most, ONE)) as length:
            following = [b.variable(f"next{i}", Const(0, kept)) for i in range(len(states))]
            for i in range(len(states)):
                mine = [(step, to) for at, step, to in edges if at == i]
                if not mine:
                    continue
                with b.when(make("some", Get(layers[i]))):
                    going = self._not_stopped(path, Get(layers[i]), start, n)
                    spread = b.keep(make("minus", self._spread(path.directions, going, n), one(start, n)))
                    for step, to in mine:
                        fresh = make("minus", spread, Get(seen[to]))
                        hits = self._met(step, fresh, masks, n)
                        b.set(seen[to], make("union", Get(seen[to]), hits))
                        b.set(following[to], make("union", Get(following[to]), hits))
                        if accepts(states[to]):
                            with b.when(make("le", least, length)):
                                b.set(found, make("union", Get(found), hits))
            for i in range(len(states)):
                b.set(layers[i], Get(following[i]))
        with b.each("to", Get(found)) as reached:
            for step in path.steps:
                if step.slot is not None:
                    self.bind(step.slot, SITE, reached, step.name)
            yield reached

    def _met(self, step: model.Step, sites: Expr, masks: dict[int, Expr], n: int) -> Expr:
        if id(step) in masks:
            return self.b.keep(make("meet", sites, masks[id(step)]))
        hits = self.b.variable("hits", Const(0, ir.bits(n)))
        with self.b.each("s", sites) as s, self.b.when(self._meets(step, s)):
            self.b.set(hits, make("union", Get(hits), one(s, n)))
        return Get(hits)

    def _not_stopped(self, path: model.Walk, sites: Expr, start: Expr, n: int) -> Expr:
        """The sites from which a walk goes on."""
        b = self.b
        if path.stopping is None:
            return sites
        if self.is_mask(path.stopping, frozenset({path.it})):
            stopped = self.mask(path.stopping, frozenset({path.it}), n)
            return b.keep(make("minus", sites, make("minus", stopped, one(start, n))))
        going = b.variable("going", Const(0, ir.bits(n)))
        with b.each("s", sites) as s:
            self.bind(path.it, SITE, s, "it")
            with b.when(
                self.either(make("eq", s, start), model.Not(path.span, path.stopping.type, path.stopping))
            ):
                b.set(going, make("union", Get(going), one(s, n)))
        return Get(going)

    def as_bits(self, e: model.Expr) -> Expr:
        return self.path_ends(e) if isinstance(e, model.PathEnds) else super().as_bits(e)


# ---- patterns as automata ----------------------------------------------------------------------------


def automaton(begin: Left) -> "tuple[list[Left], list[tuple[int, model.Step, int]]]":
    """The states of a pattern, the first one its beginning, and its edges: from, the step met, to."""
    states = [begin]
    edges: list[tuple[int, model.Step, int]] = []
    at = 0
    while at < len(states):
        for step, rest in options(states[at]):
            if rest not in states:
                states.append(rest)
            edge = (at, step, states.index(rest))
            if edge not in edges:
                edges.append(edge)
        at += 1
    return states, edges


def options(left: Left) -> "Iterator[tuple[model.Step, Left]]":
    """The steps that may come next, each with what is left after it."""
    if not left:
        return
    (step, done), rest = left[0], left[1:]
    if step.most is None or done < step.most:
        met = min(done + 1, step.least) if step.most is None else done + 1
        again: Left = ((step, met), *rest)
        if step.group is not None:
            inner: Left = tuple((s, 0) for s in step.group)
            for first, remaining in options(inner):
                yield first, (*remaining, *again)
        else:
            yield step, again
    if done >= step.least:
        yield from options(rest)


def accepts(left: Left) -> bool:
    """Whether a pattern may end here."""
    return all(
        done >= step.least or (step.group is not None and all(s.least == 0 for s in step.group))
        for step, done in left
    )
