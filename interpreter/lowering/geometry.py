"""What asks about numbers and the board alone: looked up in tables, or computed where the board is very large."""

import math
from collections.abc import Iterator
from fractions import Fraction

from gdl import model
from gdl.builtins import PURE
from interpreter import ir
from interpreter.ir import Expr, op
from interpreter.lowering.expressions import Expressions
from interpreter.lowering.scope import NotLowered, Value
from interpreter.numbering import NO_NUMBER

MAX_TABLE = 20_000  # entries of a table of a builtin


class Geometry(Expressions):
    """Builtin functions of the board."""

    def pure(self, e: model.Builtin) -> Value:
        """A builtin that asks about numbers and the board only: by a table over all arguments."""
        if self.plan.has_many_sites and (special := self.measured(e)) is not None:
            return special
        sizes = []
        for a in e.arguments:
            size = {"site": self.plan.sites}.get(a.type.base) or (
                self.plan.domain(a.type) if a.type.base != "number" else None
            )
            known = self.known(a)
            sizes.append(1 if known is not None else size if size is not None else self._span(e.name))
        total = math.prod(sizes)
        if (
            e.name not in PURE
            or total > 4_000_000
            or (total > MAX_TABLE and e.name not in ("distance", "distance2", "towards"))
        ):
            raise NotLowered(f"`{e.name}`")
        entries, denominator = self._entries(e, sizes)
        table = self.unit.constant(e.name, entries)
        index: Expr = op.ZERO
        is_missing: Expr = op.FALSE
        for a, size in zip(e.arguments, sizes, strict=True):
            if size == 1 and self.known(a) is not None:
                continue
            value = self.b.materialize(self.exact(a))
            if a.type.base == "number":
                low = op.min_(op.max_(value, op.ZERO), op.number(size - 1))
                is_missing = op.or_(is_missing, op.ne(low, value))
            else:
                low = op.max_(value, op.ZERO) if self.may_be_none(a) else value
                if self.may_be_none(a):
                    is_missing = op.or_(is_missing, op.lt(value, op.ZERO))
            index = op.add(op.mul(index, op.number(size)), low)
        default = {"number": op.ZERO, "bool": op.ZERO}.get(e.type.base, op.NONE)
        value = op.select(is_missing, default, self.lookup(table, index))
        if denominator != 1:
            return self.lowest(value, op.number(denominator))
        return op.ne(value, op.ZERO) if e.type.base == "bool" else value

    def turned(self, d: model.Expr, n: model.Expr, rest: "list[model.Expr]") -> Expr:
        """A direction so many steps clockwise: a full turn changes nothing."""
        known = self.known(rest[0]) if rest else None
        order = int(known[0]) if known is not None and isinstance(known[0], int) and known[0] else 0
        if rest and not order:
            raise NotLowered("a turn of unknown order")
        steps = order or (6 if self.board.shape == "hex" else 4)
        function = PURE["turned"]
        values = [
            function(self.board, direction, k, steps)
            for direction in range(len(self.board.directions))
            for k in range(steps)
        ]
        table = self.unit.constant("turned", tuple(ir.NONE if v is None else v for v in values))
        direction = self.b.materialize(self.scalar(d))
        wanted = self.b.materialize(self.truncated(n))
        times = self.b.materialize(op.mod(wanted, op.number(steps)))
        found = self.or_else(
            direction,
            True,
            op.NONE,
            lambda i: self.lookup(table, op.add(op.mul(i, op.number(steps)), times)),
        )
        if not self.may_be_none(n):
            return found
        return op.select(op.eq(wanted, op.number(NO_NUMBER)), op.NONE, found)

    def _span(self, name: str) -> int:
        """How far the numbers go that a builtin tells apart."""
        return max(self.board.files, self.board.ranks, 64) + 2 if self.plan.sites else 2

    def _entries(self, e: model.Builtin, sizes: list[int]) -> tuple[tuple[int, ...], int]:
        """All values of a builtin over its arguments' ranges, and their common denominator."""
        key = (e.name, tuple(sizes), tuple(self.known(a) for a in e.arguments))
        cached = self.unit.statics.get(key)
        if cached is not None:
            return cached  # type: ignore[return-value]
        if e.name == "towards" and sizes == [self.plan.sites] * 2:
            rows = map(self.board.bearings, range(self.plan.sites))
            entries = tuple(row.get(b, ir.NONE) for row in rows for b in range(self.plan.sites))
            self.unit.statics[key] = entries, 1
            return entries, 1
        arguments: list[tuple[object, ...]] = [()]
        for a, size in zip(e.arguments, sizes, strict=True):
            known = self.known(a)
            values: list[object] = [known[0]] if known is not None else list(range(size))
            arguments = [(*given, v) for given in arguments for v in values]
        function = PURE[e.name]
        found = [function(self.board, *given) for given in arguments]
        denominator = math.lcm(*(v.denominator for v in found if isinstance(v, Fraction)), 1)
        entries = tuple(ir.NONE if v is None else int(v * denominator) for v in found)
        self.unit.statics[key] = (entries, denominator)
        return entries, denominator

    def measured(self, e: model.Builtin) -> Value | None:
        """Files, ranks and distances of a very large board, which are computed."""
        b, board = self.b, self.board
        if board.shape == "graph" or len(board.sites) != board.files * board.ranks:
            return None
        first = board.sites[0]

        def part(s: Expr, name: str) -> Expr:
            low = op.number(first.file if name == "mod" else first.rank)
            return op.add(getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(s, op.number(board.files)), low)

        match e.name, e.arguments:
            case (("file" | "rank"), (s,)):
                name = "mod" if e.name == "file" else "div"
                return self.or_else(self.scalar(s), self.may_be_none(s), op.ZERO, lambda i: part(i, name))
            case "site_at", (x, y):
                file = b.materialize(op.sub(self.exact(x), op.number(first.file)))
                rank = b.materialize(op.sub(self.exact(y), op.number(first.rank)))
                inside = op.and_(op.le(op.ZERO, file), op.lt(file, op.number(board.files)))
                inside = op.and_(inside,
                    op.and_(op.le(op.ZERO, rank), op.lt(rank, op.number(board.ranks))),
                )
                at = op.add(op.mul(rank, op.number(board.files)), file)
                return op.select(inside, at, op.NONE)
            case (("distance" | "distance2"), (s, t)) if board.shape == "square" and t.type.base != "point":
                a, c = b.materialize(self.scalar(s)), b.materialize(self.scalar(t))
                across = b.materialize(op.abs_(op.sub(part(a, "mod"), part(c, "mod"))))
                along = b.materialize(op.abs_(op.sub(part(a, "div"), part(c, "div"))))
                steps = op.add(across, along)
                if e.name == "distance2":
                    steps = op.add(op.mul(across, across), op.mul(along, along))
                missing = op.or_(op.lt(a, op.ZERO), op.lt(c, op.ZERO))
                return op.select(missing, op.ZERO, steps)
        return None

    def has_steps_table(self) -> bool:
        """Whether several steps at once are looked up: where lines end and the table is small."""
        if self.board.is_growing or self.plan.has_many_sites or not self.plan.sites:
            return False
        count = len(self.board.directions) * self.plan.sites * (self.longest_line() + 1)
        return count <= MAX_TABLE and not any(
            self.board.steps[d][line[-1]] >= 0 for d, line in self.lines() if line
        )

    def lines(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """All lines from all sites, with their directions; directions first."""
        for d in range(len(self.board.directions)):
            for s in range(self.plan.sites):
                yield d, self.board.line(s, d)

    def longest_line(self) -> int:
        return max((len(line) for _, line in self.lines()), default=0)

    def steps(self, site: Expr, direction: Expr, times: Expr) -> Expr:
        """So many steps in a direction; nowhere for fewer than none."""
        most = self.longest_line()

        def values() -> list[int]:
            padding = (ir.NONE,) * most
            starts = range(self.plan.sites)
            return [
                t
                for line, s in zip(
                    (line for _, line in self.lines()), [*starts] * len(self.board.directions), strict=True
                )
                for t in (s, *line, *padding)[: most + 1]
            ]

        table = self.unit.table("steps.many", values)
        is_there = op.and_(op.le(op.ZERO, site), op.le(op.ZERO, direction))
        is_there = self.b.materialize(
            op.and_(is_there, op.and_(op.le(op.ZERO, times), op.le(times, op.number(most))))
        )
        at = op.add(op.mul(direction, op.number(self.plan.sites)), site)
        at = op.add(op.mul(at, op.number(most + 1)), times)
        return op.select(is_there, self.lookup(table, op.select(is_there, at, op.ZERO)), op.NONE)
