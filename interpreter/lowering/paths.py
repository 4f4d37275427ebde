"""The ways of a path; walks are a search by layers over sets of sites.

A walk's pattern becomes a small automaton when it is lowered; a layer of the search is one set of sites for each of its
states, and a step of the pattern one intersection.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model
from gdl.types import SITE, Type
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.floods import Floods

Left = tuple[tuple[model.Step, int], ...]  # what is left of a pattern: steps and how often each was met


class Paths(Floods):
    """What paths lead to."""

    def some_path(self, e: model.SomePath) -> Expr:
        quick = self.everywhere(e.path)
        if quick is not None:
            return quick
        found = self.b.variable("path", op.FALSE)
        loops = self.b.loops
        with self.inner(), self.ways(e.path):
            self.b.assign(found, op.TRUE)
            self.b.break_(loops)
        return Get(found)

    def path_ends(self, e: model.PathEnds) -> Expr:
        """The sites where a path may end."""
        n = self.plan.sites
        found = self.b.variable("ends", Const(0, ir.bits(n)))
        with self.inner(), self.ways(e.path) as to:
            self.b.assign(found, op.union(Get(found), op.singleton(to, n)))
        return Get(found)

    def has(self, e: model.Expr, x: Expr) -> Expr:
        if not isinstance(e, model.PathEnds):
            return super().has(e, x)
        site = self.b.materialize(self.plain(x))
        found = self.b.variable("path", op.FALSE)
        loops = self.b.loops
        with self.inner(), self.ways(e.path) as to, self.b.if_(op.eq(to, site)):
            self.b.assign(found, op.TRUE)
            self.b.break_(loops)
        return Get(found)

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        """Where each site is an end in one way at most and no order matters, the sites need not be gathered."""
        if isinstance(e, model.PathEnds) and not ordered and self._is_straight(e.path):
            with self.inner(), self.ways(e.path) as to:
                yield self.b.materialize(to, name)
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
        going: Expr = op.TRUE
        if path.start is not None:
            value = b.materialize(self.scalar(path.start))
            if path.start.type.base == "piece":
                owner = b.materialize(self.owner_of(value, True))
                self.viewpoint = b.materialize(op.select(op.lt(owner, op.ZERO), self.viewpoint, owner))
                value = b.materialize(self.site_of(value, True))
            going = op.le(op.ZERO, value)
            start = value
        shortest, longest = (None, None) if isinstance(path, model.Leap) else (path.least, path.most)
        least = b.materialize(self.scalar(shortest)) if shortest is not None else op.ZERO
        most = b.materialize(self.scalar(longest)) if longest is not None else None
        with b.if_(going):
            if isinstance(path, model.Walk):
                with self._walks(path, start, least, op.ZERO if most is None else most) as to:
                    yield to
            else:
                with self._lines(path, start, op.max_(least, op.ONE), most) as to:
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
                self._walk(path, self.b.materialize(origin), least, most) as to,
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
            b.variable(f"layer{i}", op.singleton(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        seen = [
            b.variable(f"seen{i}", op.singleton(start, n) if i == 0 else Const(0, kept)) for i in range(len(states))
        ]
        masks: dict[int, Expr] = {}
        for _, step, _ in edges:
            assert step.condition is not None
            if id(step) not in masks and self.is_mask(step.condition, frozenset({step.it})):
                masks[id(step)] = b.materialize(self.mask(step.condition, frozenset({step.it}), n))
        with b.for_range("length", op.ONE, op.add(most, op.ONE)) as length:
            following = [b.variable(f"next{i}", Const(0, kept)) for i in range(len(states))]
            for i in range(len(states)):
                mine = [(step, to) for at, step, to in edges if at == i]
                if not mine:
                    continue
                with b.if_(op.nonempty(Get(layers[i]))):
                    going = self._not_stopped(path, Get(layers[i]), start, n)
                    spread = b.materialize(op.difference(self._spread(path.directions, going, n), op.singleton(start, n)))
                    for step, to in mine:
                        fresh = op.difference(spread, Get(seen[to]))
                        hits = self._met(step, fresh, masks, n)
                        b.assign(seen[to], op.union(Get(seen[to]), hits))
                        b.assign(following[to], op.union(Get(following[to]), hits))
                        if accepts(states[to]):
                            with b.if_(op.le(least, length)):
                                b.assign(found, op.union(Get(found), hits))
            for i in range(len(states)):
                b.assign(layers[i], Get(following[i]))
        with b.each_bit("to", Get(found)) as reached:
            for step in path.steps:
                if step.slot is not None:
                    self.bind(step.slot, SITE, reached, step.name)
            yield reached

    def _met(self, step: model.Step, sites: Expr, masks: dict[int, Expr], n: int) -> Expr:
        if id(step) in masks:
            return self.b.materialize(op.intersection(sites, masks[id(step)]))
        hits = self.b.variable("hits", Const(0, ir.bits(n)))
        with self.b.each_bit("s", sites) as s, self.b.if_(self._meets(step, s)):
            self.b.assign(hits, op.union(Get(hits), op.singleton(s, n)))
        return Get(hits)

    def _not_stopped(self, path: model.Walk, sites: Expr, start: Expr, n: int) -> Expr:
        """The sites from which a walk goes on."""
        b = self.b
        if path.stopping is None:
            return sites
        if self.is_mask(path.stopping, frozenset({path.it})):
            stopped = self.mask(path.stopping, frozenset({path.it}), n)
            return b.materialize(op.difference(sites, op.difference(stopped, op.singleton(start, n))))
        going = b.variable("going", Const(0, ir.bits(n)))
        with b.each_bit("s", sites) as s:
            self.bind(path.it, SITE, s, "it")
            with b.if_(
                self.either(op.eq(s, start), model.Not(path.span, path.stopping.type, path.stopping))
            ):
                b.assign(going, op.union(Get(going), op.singleton(s, n)))
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
