"""Conditions that ask about the board alone, as tables: a set of sites for all values of the other names in them."""

from gdl import model, static
from interpreter import ir
from interpreter.ir import Const, Expr, op
from interpreter.lowering.builtins import Builtins
from interpreter.lowering.reading import free_names, resolved, written_out


class Tabulation(Builtins):
    """Sets that are known before the game begins."""

    def tabulated(
        self, e: model.Expr, slots: frozenset[int]
    ) -> "tuple[list[int], list[int], list[int]] | None":
        """Masks of a condition that asks nothing of the state, for all values of the other names in it.

        Gives those names (-1 and -2 are the mover and the viewpoint), their sizes, and the masks.
        """
        key = ("mask", id(e), slots)
        if key not in self.unit.statics:
            self.unit.statics[key] = self._tabulate(e, slots)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _tabulate(
        self, e: model.Expr, slots: frozenset[int]
    ) -> "tuple[list[int], list[int], list[int]] | None":
        free = free_names(e, self.game)
        if free is None or not slots & free.keys():
            return None
        mine = [s for s in free if s in slots]
        size = self.plan.domain(free[mine[0]])
        others = [s for s in free if s not in slots]
        sizes = [self.plan.domain(free[s]) for s in others]
        total = 1
        for n in sizes:
            if n is None:
                return None
            total *= n
        if size is None or total > 1024 or total * size > 20_000:
            return None
        flat = resolved(e, self.game)
        masks = []
        for at in range(total):
            frame: dict[int, model.Value] = {}
            rest = at
            for s, n in zip(reversed(others), reversed(sizes), strict=True):
                assert n is not None
                rest, frame[s] = divmod(rest, n)
            word = 0
            for x in range(size):
                frame.update(dict.fromkeys(mine, x))
                try:
                    if static.value(flat, self.board, frame, self.column):
                        word |= 1 << x
                except (static.NotStatic, TypeError, KeyError):
                    return None
            masks.append(word)
        return others, [n for n in sizes if n is not None], masks

    def table_mask(
        self, e: model.Expr, slots: frozenset[int], size: int, found: "tuple[list[int], list[int], list[int]]"
    ) -> Expr:
        others, sizes, masks = found
        if not others:
            return Const(masks[0], ir.bits(size))
        table = self.unit.constant("mask", tuple(masks), size)
        index: Expr = op.number(0)
        is_none: Expr = op.FALSE
        for slot, n in zip(others, sizes, strict=True):
            value = self.plain(self.role(slot) if slot < 0 else self.local(slot))
            if slot >= 0 and (self.types[slot].is_optional or slot in self.plan.may_be_none):
                value = self.b.materialize(value)
                is_none = op.or_(is_none, op.lt(value, op.number(0)))
                value = op.max_(value, op.number(0))
            index = op.add(op.mul(index, op.number(n)), value)
        if is_none == op.FALSE:
            return self.lookup(table, index)
        frame: dict[int, model.Value] = dict.fromkeys(others)
        flat = resolved(written_out(e, self.game), self.game)
        at_none = []
        for x in range(size):
            frame.update(dict.fromkeys(slots, x))
            if static.value(flat, self.board, frame, self.column):
                at_none.append(x)
        return op.select(is_none, op.members(at_none, size), self.lookup(table, index))

    def role(self, slot: int) -> Expr:
        return self.mover if slot == -1 else self.viewpoint
