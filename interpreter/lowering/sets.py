"""Questions about sets: what is in them, how many there are, which one is first.

A set of sites, players, kinds, directions or words is a set of bits where the board is not very large; a set of
numbers, and of pieces that have numbers, is a list. Most sets are never kept at all: a loop over them is a loop over
what they are made of.
"""

from gdl import model, static
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, members, number, truth
from interpreter.lowering.ir import BOOL, Const, Expr, Get
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
                return make("has", members(codes, size), x)
            if codes and codes == list(range(codes[0], codes[-1] + 1)):
                return make("both", make("le", number(codes[0]), x), make("le", x, number(codes[-1])))
            found: Expr = FALSE
            for code in codes:
                found = make("either", found, make("eq", x, number(code)))
            return found
        if e.type.base != "set":
            y = self.plain(self.scalar(e))
            return make("both", make("eq", x, y), self.exists(y, e.type.or_none))
        match e:
            case model.PoolOf() if not self.plan.by_site:
                place = b.keep(self.pool_place(e))
                at = self.or_else(x, True, NOBODY, lambda p: self.load("place", p))
                return make("both", make("eq", at, place), make("le", ZERO, place))
            case model.Builtin(name="stack", arguments=(site,)) if not self.plan.by_site:
                place = b.keep(self.scalar(site))
                at = self.or_else(x, True, NOBODY, lambda p: self.load("place", p))
                return make("both", make("eq", at, place), make("le", ZERO, place))
            case model.Builtin(name="sites") if not self.board.is_growing:
                return make("le", ZERO, x)
            case model.Builtin(name="union", arguments=(left, right)):
                y = b.keep(x)
                return make("either", self.has(left, y), self.has(right, y))
            case model.Builtin(name="difference", arguments=(left, right)):
                y = b.keep(x)
                return make("both", self.has(left, y), make("not", self.has(right, y)))
            case model.MakeSet():
                y, found = b.keep(x), FALSE
                for item in e.items:
                    is_it = make("eq", y, self.item(e, item))
                    if self.may_be_none(item) and not static.is_none(item):
                        is_it = make("both", is_it, self.exists(y, self.element(e).or_none))
                    found = make("either", found, is_it)
                return found
            case model.Arithmetic(operator=".."):
                y = b.keep(x)
                low = make("le", self.least_whole(e.left), y)
                return make("both", low, make("le", y, self.most_whole(e.right)))
            case model.Apply():
                y = b.keep(x)
                with self.inlined(e) as body:
                    return self.has(body, y)
            case model.Comprehension(value=None) if not self.filtered_cheaply(e):
                y = b.keep(x)
                among = b.variable("among", self.has(e.source, y))
                with b.when(Get(among)), self.inner():
                    self.bind(e.slot, self.element(e.source), y, "it")
                    b.set(among, self.truth(e.condition) if e.condition is not None else TRUE)
                return Get(among)
            case model.If():
                y, condition = b.keep(x), self.truth(e.condition)
                if isinstance(condition, Const):
                    return self.has(e.then if condition.value else e.otherwise, y)
                among = b.fresh("among", BOOL)
                with b.choice(condition) as branch:
                    b.set(among, self.has(e.then, y))
                    branch.otherwise()
                    b.set(among, self.has(e.otherwise, y))
                return Get(among)
        if self.domain(e) is not None:
            y = b.keep(x)
            return make("has", self.grown(e, lambda g: make("has", g, y)), y)
        y = b.keep(x)
        hit = b.variable("found", FALSE)
        loops = b.loops
        with self.each(e, ordered=False) as member, b.when(make("eq", self.plain(member), y)):
            b.set(hit, TRUE)
            b.leave(loops)
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
            return number(len(known[0]) if isinstance(known[0], tuple) else int(known[0] is not None))
        if isinstance(e, model.Local):
            bound = self.env[e.slot]
            if isinstance(bound, ir.Var) and bound.type.name == "list":
                return make("length", Get(bound))
        if most == 1:
            return make("number", self.some(e))
        if self.is_by_bits(e):
            if most is None:
                return make("count", self.as_bits(e))
            return make("count", self.grown(e, lambda g: make("le", number(most), make("count", g))))
        counted = self.b.variable("n", ZERO)
        loops = self.b.loops
        with self.each(e, ordered=False):
            self.b.set(counted, make("add", Get(counted), ONE))
            if most is not None:
                with self.b.when(make("eq", Get(counted), number(most))):
                    self.b.leave(loops)
        return Get(counted)

    def some(self, e: model.Expr) -> Expr:
        known = self.known(e)
        if known is not None:
            return truth(known[0] not in ((), None))
        if self.is_by_bits(e):
            return make("some", self.grown(e, lambda g: make("some", g)))
        match e:
            case model.PoolOf():
                place = self.pool_place(e)
                return make("le", ZERO, self.or_else(place, True, NOBODY, lambda i: self.load("first", i)))
        found = self.b.variable("some", FALSE)
        loops = self.b.loops
        with self.each(e, ordered=False):
            self.b.set(found, TRUE)
            self.b.leave(loops)
        return Get(found)

    def first(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return make("low", self.as_bits(e))
        found = self.b.variable("first", NOBODY)
        loops = self.b.loops
        with self.each(e) as x:
            self.b.set(found, x)
            self.b.leave(loops)
        return Get(found)

    def last(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return make("high", self.as_bits(e))
        found = self.b.variable("last", NOBODY)
        with self.each(e) as x:
            self.b.set(found, x)
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
            return number(start)
        holder = self.scalar(e.holder)
        return self.or_else(
            holder, self.may_be_none(e.holder), NOBODY, lambda p: make("add", p, number(start))
        )
