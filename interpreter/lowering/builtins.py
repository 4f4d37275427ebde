"""Builtin functions, and what a state says of a piece or a site.

What asks about the board alone is in `geometry`.
"""

from fractions import Fraction

from gdl import model
from interpreter import ir
from interpreter.ir import BOOL, Const, Expr, Get, op
from interpreter.lowering.geometry import Geometry
from interpreter.lowering.rationals import LARGEST, MOST_ADDED
from interpreter.lowering.scope import Rational, Value
from interpreter.numbering import NO_NUMBER


class Builtins(Geometry):
    """The values of builtin functions."""

    # ---- builtins

    def builtin(self, e: model.Builtin) -> Value:
        b, args = self.b, e.arguments
        match e.name, args:
            case "count", (of,):
                return self.count(of)
            case "first", (of,):
                return self.first(of)
            case "last", (of,):
                return self.last(of)
            case (("sum" | "min" | "max"), (of,)):
                return self.gathered(e.name, of)
            case (("min" | "max"), (x, y)):
                return self.extreme(
                    e.name,
                    self.count_or_none(x),
                    self.count_or_none(y),
                    self.may_be_none(x) or self.may_be_none(y),
                )
            case "abs", (x,):
                value = self.count_of(x)
                if isinstance(value, Rational):
                    return Rational(op.abs_(value.top), value.bottom)
                return op.abs_(value)
            case (("even" | "odd"), (x,)):
                value = self.value(x)
                if isinstance(value, Rational):
                    value = self.rational(self.kept(value))
                    rest = op.mod(value.top, op.number(2))
                    is_it = op.eq(rest, op.ZERO if e.name == "even" else op.ONE)
                    return op.and_(op.eq(value.bottom, op.ONE), is_it)
                value = b.materialize(value)
                is_it = op.eq(op.mod(value, op.number(2)), op.ZERO if e.name == "even" else op.ONE)
                return (
                    op.and_(is_it, op.ne(value, op.number(NO_NUMBER)))
                    if self.may_be_none(x)
                    else is_it
                )
            case "occupied", (s,):
                return self.occupied(s)
            case "empty", (s,):
                free = op.not_(self.occupied(s))
                return op.and_(free, op.le(op.ZERO, self.scalar(s))) if self.may_be_none(s) else free
            case "piece", (s,):
                return self.piece_on(self.scalar(s), self.may_be_none(s))
            case "site", (p,):
                return self.site_of(self.scalar(p), True)
            case "owner", (p,):
                return self.owner_of(self.scalar(p), self.may_be_none(p) or self.is_changing)
            case "kind", (model.Local(slot=slot),) if slot in self.kinds_known:
                return op.number(self.kinds_known[slot])
            case "kind", (p,):
                return self.kind_of(self.scalar(p), self.may_be_none(p) or self.is_changing)
            case "full", ():
                return self.is_full()
            case "rival", (p,):
                return self.or_else(
                    self.scalar(p), self.may_be_none(p), op.NONE, lambda i: op.sub(op.ONE, i)
                )
            case "after", (p,):
                count = op.number(self.plan.players)
                return self.or_else(
                    self.scalar(p),
                    self.may_be_none(p),
                    op.NONE,
                    lambda i: op.mod(op.add(i, op.ONE), count),
                )
            case "can_move", (p,):
                player = b.materialize(self.scalar(p))
                found = b.variable("can", op.FALSE)
                with b.if_(op.le(op.ZERO, player)):
                    b.assign(found, ir.Call("can_move", (self.state, self.context, player), BOOL))
                return Get(found)
            case (("repeated" | "cycle"), (model.Const(value=str(history)),)):
                return ir.Call(f"{e.name}.{history}", (self.state, self.context), ir.INT)
            case (("turn" | "moves" | "passes" | "captures" | "steps"), ()):
                return self.load(e.name)
            case "phase", ():
                return self.load("phase")
            case "step", (s, d):
                site, direction = b.materialize(self.scalar(s)), b.materialize(self.scalar(d))
                return self.or_else(
                    site,
                    self.may_be_none(s),
                    op.NONE,
                    lambda i: self.or_else(direction, self.may_be_none(d), op.NONE, lambda j: self.step(i, j)),
                )
            case "step", (s, d, n):
                at = b.variable("at", self.scalar(s))
                direction, times = b.materialize(self.scalar(d)), b.materialize(self.truncated(n))
                if self.has_steps_table():
                    return self.steps(Get(at), direction, times)
                with b.if_(op.or_(op.lt(times, op.ZERO), op.lt(direction, op.ZERO))):
                    b.assign(at, op.NONE)
                with b.for_range("i", op.ZERO, times):
                    with b.if_(op.lt(Get(at), op.ZERO)):
                        b.break_loop()
                    b.assign(at, self.step(Get(at), direction))
                return Get(at)
            case "turned", (d, n, *rest):
                return self.turned(d, n, rest)
            case "beside", (s, t):
                site, other = b.materialize(self.scalar(s)), b.materialize(self.scalar(t))
                if self.plan.has_many_sites:
                    found = b.variable("beside", op.FALSE)
                    loops = b.loops
                    with self._each_next(s, "n") as site_near, b.if_(op.eq(site_near, other)):
                        b.assign(found, op.TRUE)
                        b.break_(loops)
                    return Get(found)
                near = self.builtin_bits(model.Builtin(e.span, e.type, "neighbours", (s,)), self.plan.sites)
                assert near is not None
                return op.and_(op.le(op.ZERO, site), op.contains(near, other))
            case _:
                return self.pure(e)

    def count_or_none(self, e: model.Expr) -> Value:
        return self.kept(self.value(e))

    def extreme(self, name: str, x: Value, y: Value, is_optional: bool) -> Value:
        """The larger or smaller of two numbers; none does not take part."""
        if isinstance(x, Rational) or isinstance(y, Rational):
            is_less = self.less("<", y, x) if name == "min" else self.less("<", x, y)
            p, q = self.rational(x), self.rational(y)
            is_less = self.b.materialize(is_less)
            return Rational(
                op.select(is_less, q.top, p.top), op.select(is_less, q.bottom, p.bottom)
            )
        if not is_optional:
            return getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(x, y)
        none = op.number(NO_NUMBER)
        best = op.select(op.eq(x, none), y, op.select(op.eq(y, none), x, getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(x, y))
        )
        best = self.b.materialize(best)
        return op.select(op.eq(best, none), op.ZERO, best)

    def gathered(self, name: str, of: model.Expr) -> Value:
        """The sum, least or greatest of a set of numbers; 0 of none."""
        b = self.b
        known = self.known(of)
        if known is not None:
            values = [
                v
                for v in (known[0] if isinstance(known[0], tuple) else (known[0],))
                if isinstance(v, int | Fraction)
            ]
            done = Fraction(
                sum(values) if name == "sum" else (min if name == "min" else max)(values, default=0)
            )
            if done.denominator == 1:
                return op.number(done.numerator)
            return Rational(op.number(done.numerator), op.number(done.denominator))
        is_whole = self.is_whole(of)
        top = b.variable(name, op.ZERO)
        bottom = b.variable("parts", op.ONE)
        begun = b.variable("begun", op.FALSE)
        added = of.value if isinstance(of, model.Comprehension) and of.value is not None else of
        fits = self.size_of(added) * MOST_ADDED < LARGEST
        if isinstance(of, model.Comprehension) and of.value is not None and (of.is_bag or name != "sum"):
            with self.inner(), self.each(of.source, ordered=False) as x:
                self.bind(of.slot, self.element(of.source), x)
                with b.if_(self.truth(of.condition) if of.condition is not None else op.TRUE):
                    is_optional = self.may_be_none(of.value)
                    self._gather(name, self.value(of.value), is_optional, top, bottom, begun, is_whole, fits)
        else:
            with self.each(of, ordered=False) as x:
                self._gather(name, x, False, top, bottom, begun, is_whole, fits)
        return Get(top) if is_whole else Rational(Get(top), Get(bottom))

    def _gather(
        self,
        name: str,
        value: Value,
        is_optional: bool,
        top: ir.Var,
        bottom: ir.Var,
        begun: ir.Var,
        is_whole: bool,
        fits: bool,
    ) -> None:
        b = self.b
        value = self.kept(value)
        given = (
            op.TRUE if isinstance(value, Rational) or not is_optional else op.ne(value, op.number(NO_NUMBER))
        )
        with b.if_(given):
            if name == "sum":
                if is_whole and not isinstance(value, Rational):
                    b.assign(top, op.add(Get(top), value) if fits else self.fitting("add", Get(top), value))
                else:
                    total = self.rational(
                        self.kept(self.computed("+", Rational(Get(top), Get(bottom)), value))
                    )
                    b.assign(top, total.top)
                    b.assign(bottom, total.bottom)
                return
            so_far: Value = Get(top) if is_whole else Rational(Get(top), Get(bottom))
            better = self.less("<", value, so_far) if name == "min" else self.less("<", so_far, value)
            with b.if_(op.or_(op.not_(Get(begun)), better)):
                pair = self.rational(value)
                b.assign(top, pair.top)
                b.assign(bottom, pair.bottom)
            b.assign(begun, op.TRUE)

    # ---- pieces

    def occupied(self, s: model.Expr) -> Expr:
        site = self.scalar(s)
        if self.plan.has_many_sites:
            return op.le(op.ZERO, self.or_else(site, self.may_be_none(s), op.NONE, lambda i: self.load("first", i))
            )
        return op.contains(self.load("occupied"), site)

    def piece_on(self, site: Expr, is_optional: bool) -> Expr:
        """The topmost piece of a site."""
        if self.plan.by_site:
            site = self.b.materialize(site)
            return op.select(op.contains(self.load("occupied"), site), site, op.NONE)
        if self.plan.keeps_tops:
            return self.or_else(site, is_optional, op.NONE, lambda i: self.load("top", i))
        bottom = self.or_else(site, is_optional, op.NONE, lambda i: self.load("first", i))
        if not self.board.is_stacking:
            return bottom
        top = self.b.variable("top", op.NONE)
        with self._chain(bottom, "p") as p:
            self.b.assign(top, p)
        return Get(top)

    def site_of(self, piece: Expr, is_optional: bool) -> Expr:
        if self.plan.by_site:
            return piece
        place = self.or_else(piece, is_optional, op.NONE, lambda p: self.load("place", p))
        if not self.game.pools:
            return place
        place = self.b.materialize(place)
        return op.select(op.lt(place, op.number(self.plan.sites)), place, op.NONE)

    def owner_of(self, piece: Expr, is_optional: bool) -> Expr:
        if not self.plan.by_site:
            return self.or_else(piece, is_optional, op.NONE, lambda p: self.load("owner", p))
        piece = self.b.materialize(piece)
        found: Expr = op.NONE
        for p in reversed(range(self.plan.players)):
            found = op.select(op.contains(self.load("own", op.number(p)), piece), op.number(p), found)
        return found

    def kind_of(self, piece: Expr, is_optional: bool) -> Expr:
        if self.plan.by_site and self.plan.kinds == 1:
            return self.or_else(piece, is_optional, op.NONE, lambda p: op.ZERO)
        return self.or_else(piece, is_optional, op.NONE, lambda p: self.load("kind", p))

    def is_full(self) -> Expr:
        if not self.plan.sites:
            return op.TRUE
        if self.plan.has_many_sites:
            is_all = self.b.variable("full", op.TRUE)
            with self.b.for_range("w", op.ZERO, op.number((self.plan.sites + 63) // 64)) as w:
                used = op.min_(op.number(64), op.sub(op.number(self.plan.sites), op.mul(w, op.number(64)))
                )
                with self.b.if_(op.ne(op.count(self.load("occupied", w)), used)):
                    self.b.assign(is_all, op.FALSE)
                    self.b.break_loop()
            return Get(is_all)
        return op.same_set(self.load("occupied"), Const((1 << self.plan.sites) - 1, ir.bits(self.plan.sites))
        )
