"""What is kept up to date of the pieces on the board: whose and of which kind is seen on a site, and the sum for its number."""

from itertools import product

from interpreter import ir
from interpreter.hashing import piece_code, signed64
from interpreter.ir import INT, Const, Expr, op
from interpreter.lowering.reaches import Reaches

MOST_STANDING = 1 << 13  # numbers of pieces on sites that are a table


class Marking(Reaches):
    """Notes what comes to a site, and what leaves it."""

    def mark(self, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """Notes that a piece stands on a site, or no longer does."""
        if not self.plan.sites:
            return
        if self.plan.has_many_sites:
            word, bit = op.div(site, op.number(64)), op.singleton(op.mod(site, op.number(64)), 64)
            self.change_set("occupied", bit, is_there, word)
            return
        bit = self.b.materialize(op.singleton(site, self.plan.sites))
        self.change_set("occupied", bit, is_there)
        self.describe(bit, kind, owner, is_there)
        self.add_up(site, kind, owner, is_there)

    def add_up(self, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """Keeps the sum of the numbers of the pieces on the board, where there is one."""
        if not self.has_cell("standing"):
            return
        owners, kinds = self.plan.players + 1, self.plan.kinds
        if self.plan.sites * owners * kinds <= MOST_STANDING:
            spots = product(range(self.plan.sites), range(-1, self.plan.players), range(kinds))
            table = self.unit.table(
                "standing", lambda: [signed64(piece_code(s * 1024, p, k)) for s, p, k in spots]
            )
            at = op.add(op.mul(site, op.number(owners)), op.add(owner, op.ONE))
            code = self.lookup(table, op.add(op.mul(at, op.number(kinds)), op.max_(op.ZERO, kind)))
        else:
            spot = op.add(op.mul(site, op.number(1024 * 64)), op.add(owner, op.ONE))
            code = ir.Call("mix", (op.add(op.mul(spot, op.number(65536)), kind),), INT)
        total = (op.add if is_there else op.sub)(self.load("standing"), self.b.materialize(code))
        self.store("standing", total)

    def describe(self, bit: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """Notes whose piece, and of which kind, the topmost one of a site is, or no longer is."""
        if self.has_cell("own"):
            if isinstance(owner, Const):
                if owner.value >= 0:
                    self.change_set("own", bit, is_there, owner)
            else:
                with self.b.if_(op.le(op.ZERO, owner)):
                    self.change_set("own", bit, is_there, owner)
        if self.has_cell("are"):
            with self.b.if_(op.le(op.ZERO, kind)):  # a kind that was set to none is none of these
                self.change_set("are", bit, is_there, kind)

    def change_set(self, cell: str, bit: Expr, is_there: bool, index: Expr = op.ZERO) -> None:
        self.store(cell, (op.union if is_there else op.difference)(self.load(cell, index), bit), index)

    def describe_top(self, place: Expr, is_there: bool) -> None:
        """Notes what the topmost piece of a site is, if there is one, or that it is that no longer."""
        b = self.b
        top = b.materialize(self.load("top", place))
        with b.if_(op.le(op.ZERO, top)):
            bit = b.materialize(op.singleton(place, self.plan.sites))
            self.describe(bit, self.load("kind", top), self.load("owner", top), is_there)

    def describe_seen(self, piece: Expr, place: Expr, is_there: bool) -> None:
        """Notes what a piece is, or was, if it is the topmost one of a site."""
        b = self.b
        if not self.has_cell("own"):
            return
        with b.if_(op.lt(place, op.number(self.plan.sites))):
            top = self.load("top" if self.plan.keeps_tops else "first", place)
            with b.if_(op.eq(top, piece)):
                bit = b.materialize(op.singleton(place, self.plan.sites))
                self.describe(bit, self.load("kind", piece), self.load("owner", piece), is_there)
                self.add_up(place, self.load("kind", piece), self.load("owner", piece), is_there)
