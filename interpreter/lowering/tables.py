"""Definitions that ask about the board alone: the sets that they give become tables by their arguments.

`let second_rank(p: player) = (s in sites where some b in neighbours(s, backward(p)): b in home_rank(p))` is two sets of
sites, one for each player, known before the game begins.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from gdl import model, static
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import Const, Expr, Get, bits, op
from interpreter.lowering.reading import written_out
from interpreter.lowering.sets import Sets

MAX_ENTRIES = 64
MAX_SITES = 128  # beyond it a table over all pairs of sites is too large


@dataclass(frozen=True, slots=True)
class Shared:
    """The sets that are kept while the state stays as it is, each with whether it is made; seen by whom."""

    mover: Expr
    viewpoint: Expr
    sets: dict[str, tuple[ir.Var, ir.Var]]


class Tables(Sets):
    """Sets by table, and sets made once."""

    shared: Shared | None = None

    def tabled(self, e: model.Apply) -> Expr | None:
        """The set that a definition gives, looked up by its arguments; None if it is no table."""
        size = self.domain(e)
        definition = self.game.definitions[e.definition]
        if size is None or not definition.parameters or any(map(self.may_be_none, e.arguments)):
            return None
        sizes = [self.plan.domain(kind) for _, _, kind in definition.parameters]
        if any(n is None for n in sizes):
            return None
        name = self._set_table(definition, [n for n in sizes if n is not None], size)
        if name is None:
            return None
        at: Expr = op.ZERO
        for argument, n in zip(e.arguments, sizes, strict=True):
            assert n is not None
            at = op.add(op.mul(at, op.number(n)), self.plain(self.scalar(argument)))
        return self.lookup(name, at)

    def _set_table(self, definition: model.Definition, sizes: list[int], size: int) -> str | None:
        key = ("set table", definition.name)
        if key not in self.unit.statics:
            sets = self._sets(definition, sizes)
            self.unit.statics[key] = None if sets is None else self.unit.constant("set", tuple(sets), size)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _sets(self, definition: model.Definition, sizes: list[int]) -> list[int] | None:
        total = 1
        for n in sizes:
            total *= n
        if total > MAX_ENTRIES or any(kind.base in ("piece", "bool") for _, _, kind in definition.parameters):
            return None
        made = []
        for values in product(*map(range, sizes)):
            given: dict[int, model.Expr] = {
                slot: model.Const(definition.span, kind, v)
                for (_, slot, kind), v in zip(definition.parameters, values, strict=True)
            }
            try:
                found = static.value(
                    written_out(definition.body, self.game, given), self.board, None, self.column
                )
            except (static.NotStatic, TypeError, KeyError):
                return None
            if not isinstance(found, tuple) or not all(type(v) is int for v in found):
                return None
            made.append(sum(1 << v for v in found))  # type: ignore[misc, operator]
        return made

    # ---- sets that are asked for more than once

    @contextmanager
    def sharing(self) -> Iterator[None]:
        """While the state stays as it is, the sets that definitions without parameters give are made once."""
        block = self.b.blocks[-1]
        start = len(block)
        self.shared = Shared(self.mover, self.viewpoint, {})
        yield
        block[start:start] = [ir.Assign(is_made, op.FALSE) for _, is_made in self.shared.sets.values()]
        self.shared = None

    def is_asked_once(self, e: model.Apply) -> bool:
        if self.shared is None or e.arguments:
            return False
        key = "how often asked"
        if key not in self.unit.statics:
            self.unit.statics[key] = Counter(
                a.definition for a in nodes(self.plan.everything) if isinstance(a, model.Apply)
            )
        return bool(self.unit.statics[key][e.definition] == 1)  # type: ignore[index]

    def is_shared(self, e: model.Apply) -> bool:
        """Whether the set of a definition is made once where it is asked for now."""
        shared = self.shared
        if shared is None or e.arguments or self.is_changing:
            return False
        return (self.mover, self.viewpoint) == (shared.mover, shared.viewpoint)

    def shared_set(self, e: model.Apply) -> Expr | None:
        """The set of a definition, made when it is first asked for."""
        shared, size = self.shared, self.domain(e)
        if shared is None or not self.is_shared(e) or size is None or e.type.base != "set":
            return None
        b = self.b
        if e.definition not in shared.sets:
            shared.sets[e.definition] = b.fresh(e.definition, bits(size)), b.fresh("made", ir.BOOL)
        kept, is_made = shared.sets[e.definition]
        with b.if_(op.not_(Get(is_made))):
            b.assign(kept, super().as_bits(e))
            b.assign(is_made, op.TRUE)
        return Get(kept)

    def as_bits(self, e: model.Expr) -> Expr:
        if isinstance(e, model.Apply) and (found := self.tabled(e) or self.shared_set(e)) is not None:
            return found
        return super().as_bits(e)

    def has(self, e: model.Expr, x: Expr) -> Expr:
        if isinstance(e, model.Apply) and (found := self.tabled(e) or self.shared_set(e)) is not None:
            return op.contains(found, self.plain(self.b.materialize(x)))
        return super().has(e, x)

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        found = self.shared_set(e) if isinstance(e, model.Apply) and not ordered else None
        if found is not None:
            with self.b.each_bit(name, found) as x:
                yield x
            return
        with super().each(e, name, ordered) as x:
            yield x

    # ---- pairs of sites

    @property
    def has_reaches(self) -> bool:
        """Whether the board suits tables over pairs of sites."""
        return (
            self.has_cell("own")
            and not self.board.is_stacking
            and not self.board.is_growing
            and self.board.shape != "graph"
            and 1 < self.plan.sites <= MAX_SITES
        )

    def between_table(self) -> str:
        """The sites between each two of a line."""
        n, board = self.plan.sites, self.board

        def values() -> list[int]:
            sets = [0] * (n * n)
            for s in range(n):
                for d in range(len(board.directions)):
                    passed = 0
                    for t in board.line(s, d):
                        sets[s * n + t] = passed
                        passed |= 1 << t
            return sets

        return self.unit.table("between.sites", values, n)

    def _between(self, a: model.Expr, c: model.Expr, size: int) -> Expr:
        if not self.has_reaches or size != self.plan.sites:
            return super()._between(a, c, size)
        b = self.b
        start, goal = b.materialize(self.scalar(a)), b.materialize(self.scalar(c))
        at = op.add(op.mul(op.max_(start, op.ZERO), op.number(size)), op.max_(goal, op.ZERO))
        found = self.lookup(self.between_table(), at)
        if not self.may_be_none(a) and not self.may_be_none(c):
            return found
        is_there = op.and_(op.le(op.ZERO, start), op.le(op.ZERO, goal))
        return op.select(is_there, b.materialize(found), Const(0, bits(size)))
