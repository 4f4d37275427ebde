"""Questions about sets: what is in them, how many there are, which one is first.

A set of sites, players, kinds, directions or words is a set of bits where the board is not very large; a set of
numbers, and of pieces that have numbers, is a list. Most sets are never kept at all: a loop over them is a loop over
what they are made of.
"""

from gdl import model, static
from interpreter import ir
from interpreter.ir import BOOL, Const, Expr, Get, op
from interpreter.lowering.keeping import Keeping
from interpreter.lowering.order import canonical


class Sets(Keeping):
    """What can be done with sets."""

    # ---- questions

    def has(self, e: model.Expr, x: Expr) -> Expr:
        """Whether a value is an element."""
        b, known = self.b, self.known(e)
        x = self.plain(x)
        if known is not None:
            values = known[0] if isinstance(known[0], tuple) else () if known[0] is None else (known[0],)
            kind = self.element(e)
            codes = [c.value for v in values if isinstance(c := self.coded(v, kind), Const)]
            size = self.plan.domain(kind)
            if size is not None and None not in values:
                return op.contains(op.members(codes, size), x)
            if codes and codes == list(range(codes[0], codes[-1] + 1)):
                return op.and_(op.le(op.number(codes[0]), x), op.le(x, op.number(codes[-1])))
            found: Expr = op.FALSE
            for code in codes:
                found = op.or_(found, op.eq(x, op.number(code)))
            return found
        if e.type.base != "set":
            y = self.plain(self.scalar(e))
            return op.and_(op.eq(x, y), self.exists(y, e.type.or_none))
        match e:
            case model.PoolOf() if not self.plan.by_site:
                place = b.materialize(self.pool_place(e))
                at = self.or_else(x, True, op.NONE, lambda p: self.load("place", p))
                return op.and_(op.eq(at, place), op.le(op.ZERO, place))
            case model.Builtin(name="stack", arguments=(site,)) if not self.plan.by_site:
                place = b.materialize(self.scalar(site))
                at = self.or_else(x, True, op.NONE, lambda p: self.load("place", p))
                return op.and_(op.eq(at, place), op.le(op.ZERO, place))
            case model.Builtin(name="sites") if not self.board.is_growing:
                return op.le(op.ZERO, x)
            case model.Builtin(name="union", arguments=(left, right)):
                y = b.materialize(x)
                return op.or_(self.has(left, y), self.has(right, y))
            case model.Builtin(name="difference", arguments=(left, right)):
                y = b.materialize(x)
                return op.and_(self.has(left, y), op.not_(self.has(right, y)))
            case model.MakeSet():
                y, found = b.materialize(x), op.FALSE
                for item in e.items:
                    is_it = op.eq(y, self.item(e, item))
                    if self.may_be_none(item) and not static.is_none(item):
                        is_it = op.and_(is_it, self.exists(y, self.element(e).or_none))
                    found = op.or_(found, is_it)
                return found
            case model.Arithmetic(operator=".."):
                y = b.materialize(x)
                low = op.le(self.least_whole(e.left), y)
                return op.and_(low, op.le(y, self.most_whole(e.right)))
            case model.Apply():
                y = b.materialize(x)
                with self.inlined(e) as body:
                    return self.has(body, y)
            case model.Comprehension(value=None) if not self.filtered_cheaply(e):
                y = b.materialize(x)
                among = b.variable("among", self.has(e.source, y))
                with b.if_(Get(among)), self.inner():
                    self.bind(e.slot, self.element(e.source), y, "it")
                    b.assign(among, self.truth(e.condition) if e.condition is not None else op.TRUE)
                return Get(among)
            case model.If():
                y, condition = b.materialize(x), self.truth(e.condition)
                if isinstance(condition, Const):
                    return self.has(e.then if condition.value else e.otherwise, y)
                among = b.fresh("among", BOOL)
                with b.if_else(condition) as branch:
                    b.assign(among, self.has(e.then, y))
                    branch.otherwise()
                    b.assign(among, self.has(e.otherwise, y))
                return Get(among)
        if self.domain(e) is not None:
            y = b.materialize(x)
            return op.contains(self.grown(e, lambda g: op.contains(g, y)), y)
        y = b.materialize(x)
        hit = b.variable("found", op.FALSE)
        loops = b.loops
        with self.each(e, ordered=False) as member, b.if_(op.eq(self.plain(member), y)):
            b.assign(hit, op.TRUE)
            b.break_(loops)
        return Get(hit)

    def is_by_bits(self, e: model.Expr) -> bool:
        """Whether a set is best looked at as bits."""
        if self.domain(e) is None or e.type.base != "set":
            return False
        match e:
            case model.Comprehension():
                return e.value is not None or self.filtered_cheaply(e)
            case model.Arithmetic() | model.PoolOf():
                return False
        return True

    def filtered_cheaply(self, e: model.Comprehension) -> bool:
        raise NotImplementedError

    def count(self, e: model.Expr, most: int | None = None) -> Expr:
        """How many; what is more than `most` may stay uncounted."""
        known = self.known(e)
        if known is not None:
            return op.number(len(known[0]) if isinstance(known[0], tuple) else int(known[0] is not None))
        if isinstance(e, model.Local):
            bound = self.env[e.slot]
            if isinstance(bound, ir.Var) and bound.type.name == "list":
                return op.length(Get(bound))
        if most == 1:
            return op.zext(self.some(e))
        if self.is_by_bits(e):
            if most is None:
                return op.count(self.as_bits(e))
            return op.count(self.grown(e, lambda g: op.le(op.number(most), op.count(g))))
        counted = self.b.variable("n", op.ZERO)
        loops = self.b.loops
        with self.each(e, ordered=False):
            self.b.assign(counted, op.add(Get(counted), op.ONE))
            if most is not None:
                with self.b.if_(op.eq(Get(counted), op.number(most))):
                    self.b.break_(loops)
        return Get(counted)

    def some(self, e: model.Expr) -> Expr:
        known = self.known(e)
        if known is not None:
            return op.truth(known[0] not in ((), None))
        if self.is_by_bits(e):
            return op.nonempty(self.grown(e, lambda g: op.nonempty(g)))
        match e:
            case model.PoolOf():
                place = self.pool_place(e)
                return op.le(op.ZERO, self.or_else(place, True, op.NONE, lambda i: self.load("first", i)))
        found = self.b.variable("some", op.FALSE)
        loops = self.b.loops
        with self.each(e, ordered=False):
            self.b.assign(found, op.TRUE)
            self.b.break_(loops)
        return Get(found)

    def first(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return op.lowest(self.as_bits(e))
        found = self.b.variable("first", op.NONE)
        loops = self.b.loops
        with self.each(e) as x:
            self.b.assign(found, x)
            self.b.break_(loops)
        return Get(found)

    def last(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return op.highest(self.as_bits(e))
        found = self.b.variable("last", op.NONE)
        with self.each(e) as x:
            self.b.assign(found, x)
        return Get(found)

    def is_canonical(self, e: model.Expr) -> bool:
        """Whether the language's order of a set is that of its members' numbers."""
        known = self.known(e)
        if known is not None:
            e = model.Const(e.span, e.type, known[0])  # type: ignore[arg-type]
        return canonical(e, self.game, self.plan.ordered)

    # ---- pools

    def pool_place(self, e: model.PoolOf) -> Expr:
        """The number of a pool among the places; -1 of nobody's."""
        start = self.plan.sites + self.game.pools[e.name].slot
        if e.holder is None:
            return op.number(start)
        holder = self.scalar(e.holder)
        return self.or_else(
            holder, self.may_be_none(e.holder), op.NONE, lambda p: op.add(p, op.number(start))
        )
