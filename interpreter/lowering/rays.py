"""Where paths over empty sites end: by tables of the board, from a site, and back to one.

A table holds for each site where a path ends on an empty board, another one the sites along each direction; what stands in
the way is then an intersection. Nothing is followed site by site.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model
from gdl.types import SITE, set_of
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.paths import Paths


class Rays(Paths):
    """The ends of paths as sets."""

    def _directions(self, path: model.Path, player: int | None) -> "tuple[int, ...] | None":
        raise NotImplementedError  # by Bulk

    def _last(self, path: model.Path) -> model.Expr | None:
        """What is asked of the last site."""
        e = path.steps[-1].condition
        return None if e is None or self.known(e) == (True,) else e

    def _is_swept(self, path: model.Path) -> bool | None:
        """Whether a path goes over empty sites to its end; None if it is no such path and no single step either."""
        *before, last = path.steps
        if isinstance(path, model.Walk) or last.group is not None:
            return None
        is_line = isinstance(path, model.Line)
        if isinstance(path, model.Line) and (
            path.least is not None or (path.most is not None and self.known(path.most) is None)
        ):
            return None
        if any(s.slot is not None for s in path.steps):
            return None
        if is_line and any(
            self._directions(path, p) is None for p in (None, *range(self.plan.players)) if p is not None
        ):
            return None
        is_once = last.least == last.most == 1
        if not before and is_once:
            return False
        if not is_line:
            return None
        if not before and last.least == 1 and last.most is None and self._is_open(last):
            return True
        if len(before) == 1 and is_once and before[0].least == 0 and before[0].most is None:
            return True if self._is_open(before[0]) else None
        return None

    def _is_open(self, step: model.Step) -> bool:
        e = step.condition
        return isinstance(e, model.Builtin) and e.name == "empty" and step.group is None

    def ends_alone(self, path: model.Path, player: int | None) -> list[list[int]]:
        """From each site the sites where a path ends on an empty board, for a player if directions depend on him."""
        sites = range(self.plan.sites)
        if isinstance(path, model.Leap):
            return [list(self.board.leap(s, *path.offsets)) for s in sites]
        known = self.known(path.most) if path.most is not None else None
        most = known[0] if known is not None else None
        assert most is None or isinstance(most, int)
        least = sum(step.least for step in path.steps if step.group is None)
        if all(step.group is None and step.least == step.most for step in path.steps):
            most = least if most is None else min(most, least)
        directions = self._directions(path, player)
        if directions is None:  # they depend on where the piece stands
            directions = tuple(range(len(self.board.directions)))
        return [
            [t for d in directions for t in self.board.line(s, d)[max(least, 1) - 1 : most]] for s in sites
        ]

    def is_turned(self, path: model.Path) -> bool:
        """Whether a path goes another way for each player."""
        if isinstance(path, model.Leap):
            return False
        first, *others = (self._directions(path, p) for p in range(self.plan.players))
        return first is not None and any(o != first for o in others)

    def ways_table(self, path: model.Path, player: int | None, is_back: bool) -> str:
        """From each site the ends of a path on an empty board; backwards, to each site its starts."""
        n = self.plan.sites
        sets = [0] * n
        for s, ends in enumerate(self.ends_alone(path, player)):
            for t in ends:
                if is_back:
                    sets[t] |= 1 << s
                else:
                    sets[s] |= 1 << t
        return self.unit.constant("back" if is_back else "ends", tuple(sets), n)

    def rays_table(self) -> str:
        """The sites on a line from each site, by direction."""
        n, board = self.plan.sites, self.board

        def values() -> list[int]:
            every = [(s, d) for d in range(len(board.directions)) for s in range(n)]
            return [sum(1 << t for t in board.line(s, d)) for s, d in every]

        return self.unit.table("rays", values, n)

    def is_rising(self, d: int) -> bool | None:
        """Whether sites have greater numbers along a direction; None if neither greater nor less."""
        steps = [t - s for s, t in enumerate(self.board.steps[d]) if t >= 0]
        return True if all(x > 0 for x in steps) else False if all(x < 0 for x in steps) else None

    def blockers(self, start: Expr, target: Expr) -> Expr:
        """What stands between two sites of a line."""
        at = op.add(op.mul(start, op.number(self.plan.sites)), target)
        return op.intersection(self.lookup(self.between_table(), at), self.load("occupied"))

    def is_set(self, path: model.Path) -> bool:
        """Whether the ends of a path from a piece or site are found by tables."""
        if not self.has_reaches or path.start is None:
            return False
        is_swept = self._is_swept(path)
        if is_swept is None:
            return False
        last = self._last(path)
        if last is not None and not self.is_mask(last, frozenset({path.steps[-1].it})):
            return False
        if not is_swept:
            return True
        every = {d for p in range(self.plan.players) for d in self._directions(path, p) or ()}
        return (
            (isinstance(path, model.Leap) or path.most is None)
            and not self.is_turned(path)
            and all(self.is_rising(d) is not None for d in every)
        )

    def some_path(self, e: model.SomePath) -> Expr:
        if not self.is_set(e.path):
            return super().some_path(e)
        key = ("ends of", id(e))
        if key not in self.unit.statics:
            self.unit.statics[key] = model.PathEnds(e.span, set_of(SITE), e.path)
            self.unit.alive.append(e)
        ends: model.PathEnds = self.unit.statics[key]  # type: ignore[assignment]
        return op.nonempty(self.path_ends(ends))

    def path_ends(self, e: model.PathEnds) -> Expr:
        if not self.is_set(e.path):
            return super().path_ends(e)
        b, n, path = self.b, self.plan.sites, e.path
        assert path.start is not None
        viewpoint = self.viewpoint
        value = b.materialize(self.scalar(path.start))
        found = b.variable("ends", Const(0, ir.bits(n)))
        with b.if_(op.le(op.ZERO, value)):
            if path.start.type.base == "piece":
                owner = b.materialize(self.owner_of(value, True))
                self.viewpoint = b.materialize(op.select(op.lt(owner, op.ZERO), self.viewpoint, owner))
                value = b.materialize(self.site_of(value, True))
            with b.if_(op.le(op.ZERO, value)):
                if self._is_swept(path):
                    for d in self._directions(path, 0) or ():
                        b.assign(found, op.union(Get(found), self.swept(value, d)))
                elif not self.is_turned(path):
                    b.assign(found, self.lookup(self.ways_table(path, 0, False), value))
                else:
                    for p in range(self.plan.players):
                        with b.if_(op.eq(self.viewpoint, op.number(p))):
                            b.assign(found, self.lookup(self.ways_table(path, p, False), value))
                last = self._last(path)
                if last is not None:
                    mask = self.mask(last, frozenset({path.steps[-1].it}), n)
                    b.assign(found, op.intersection(Get(found), mask))
        self.viewpoint = viewpoint
        return Get(found)

    def swept(self, start: Expr, d: int) -> Expr:
        """The sites along a direction, up to the first that holds something."""
        b, n, table = self.b, self.plan.sites, self.rays_table()
        ray = b.materialize(self.lookup(table, op.add(op.number(d * n), start)))
        held = op.intersection(ray, self.load("occupied"))
        first = b.materialize((op.lowest if self.is_rising(d) else op.highest)(held))
        beyond = self.lookup(table, op.add(op.number(d * n), op.max_(first, op.ZERO)))
        nothing: Expr = Const(0, ir.bits(n))
        return op.difference(ray, op.select(op.lt(first, op.ZERO), nothing, b.materialize(beyond)))

    def has(self, e: model.Expr, x: Expr) -> Expr:
        if isinstance(e, model.PathEnds) and self.is_set(e.path):
            return op.contains(self.path_ends(e), self.b.materialize(self.plain(x)))
        return super().has(e, x)

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        if isinstance(e, model.PathEnds) and self.is_set(e.path):
            with self.b.each_bit(name, self.path_ends(e)) as x:
                yield x
            return
        with super().each(e, name, ordered) as x:
            yield x
