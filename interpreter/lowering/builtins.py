"""Builtin functions, and what a state says of a piece or a site.

What asks about the board alone is in `geometry`.
"""

from fractions import Fraction

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, number
from interpreter.lowering.geometry import Geometry
from interpreter.lowering.ir import BOOL, Const, Expr, Get
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
                    return Rational(make("abs", value.top), value.bottom)
                return make("abs", value)
            case (("even" | "odd"), (x,)):
                value = self.value(x)
                if isinstance(value, Rational):
                    value = self.rational(self.kept(value))
                    rest = make("mod", value.top, number(2))
                    is_it = make("eq", rest, ZERO if e.name == "even" else ONE)
                    return make("both", make("eq", value.bottom, ONE), is_it)
                value = b.keep(value)
                is_it = make("eq", make("mod", value, number(2)), ZERO if e.name == "even" else ONE)
                return (
                    make("both", is_it, make("ne", value, number(NO_NUMBER)))
                    if self.may_be_none(x)
                    else is_it
                )
            case "occupied", (s,):
                return self.occupied(s)
            case "empty", (s,):
                free = make("not", self.occupied(s))
                return make("both", free, make("le", ZERO, self.scalar(s))) if self.may_be_none(s) else free
            case "piece", (s,):
                return self.piece_on(self.scalar(s), self.may_be_none(s))
            case "site", (p,):
                return self.site_of(self.scalar(p), True)
            case "owner", (p,):
                return self.owner_of(self.scalar(p), self.may_be_none(p) or self.is_changing)
            case "kind", (model.Local(slot=slot),) if slot in self.kinds_known:
                return number(self.kinds_known[slot])
            case "kind", (p,):
                return self.kind_of(self.scalar(p), self.may_be_none(p) or self.is_changing)
            case "full", ():
                return self.is_full()
            case "rival", (p,):
                return self.or_else(
                    self.scalar(p), self.may_be_none(p), NOBODY, lambda i: make("sub", ONE, i)
                )
            case "after", (p,):
                count = number(self.plan.players)
                return self.or_else(
                    self.scalar(p),
                    self.may_be_none(p),
                    NOBODY,
                    lambda i: make("mod", make("add", i, ONE), count),
                )
            case "can_move", (p,):
                player = b.keep(self.scalar(p))
                found = b.variable("can", FALSE)
                with b.when(make("le", ZERO, player)):
                    b.set(found, ir.Call("can_move", (self.state, self.context, player), BOOL))
                return Get(found)
            case (("repeated" | "cycle"), (model.Const(value=str(history)),)):
                return ir.Call(f"{e.name}.{history}", (self.state, self.context), ir.INT)
            case (("turn" | "moves" | "passes" | "captures" | "steps"), ()):
                return self.load(e.name)
            case "phase", ():
                return self.load("phase")
            case "step", (s, d):
                site, direction = b.keep(self.scalar(s)), b.keep(self.scalar(d))
                return self.or_else(
                    site,
                    self.may_be_none(s),
                    NOBODY,
                    lambda i: self.or_else(direction, self.may_be_none(d), NOBODY, lambda j: self.step(i, j)),
                )
            case "step", (s, d, n):
                at = b.variable("at", self.scalar(s))
                direction, times = b.keep(self.scalar(d)), b.keep(self.truncated(n))
                if self.has_steps_table():
                    return self.steps(Get(at), direction, times)
                with b.when(make("either", make("lt", times, ZERO), make("lt", direction, ZERO))):
                    b.set(at, NOBODY)
                with b.range("i", ZERO, times):
                    with b.when(make("lt", Get(at), ZERO)):
                        b.leave(b.loops - 1)
                    b.set(at, self.step(Get(at), direction))
                return Get(at)
            case "turned", (d, n, *rest):
                return self.turned(d, n, rest)
            case "beside", (s, t):
                site, other = b.keep(self.scalar(s)), b.keep(self.scalar(t))
                if self.plan.has_many_sites:
                    found = b.variable("beside", FALSE)
                    loops = b.loops
                    with self._each_next(s, "n") as site_near, b.when(make("eq", site_near, other)):
                        b.set(found, TRUE)
                        b.leave(loops)
                    return Get(found)
                near = self.builtin_bits(model.Builtin(e.span, e.type, "neighbours", (s,)), self.plan.sites)
                assert near is not None
                return make("both", make("le", ZERO, site), make("has", near, other))
            case _:
                return self.pure(e)

    def count_or_none(self, e: model.Expr) -> Value:
        return self.kept(self.value(e))

    def extreme(self, name: str, x: Value, y: Value, is_optional: bool) -> Value:
        """The larger or smaller of two numbers; none does not take part."""
        if isinstance(x, Rational) or isinstance(y, Rational):
            is_less = self.less("<", y, x) if name == "min" else self.less("<", x, y)
            p, q = self.rational(x), self.rational(y)
            is_less = self.b.keep(is_less)
            return Rational(
                make("select", is_less, q.top, p.top), make("select", is_less, q.bottom, p.bottom)
            )
        if not is_optional:
            return make(name, x, y)
        none = number(NO_NUMBER)
        best = make(
            "select", make("eq", x, none), y, make("select", make("eq", y, none), x, make(name, x, y))
        )
        best = self.b.keep(best)
        return make("select", make("eq", best, none), ZERO, best)

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
                return number(done.numerator)
            return Rational(number(done.numerator), number(done.denominator))
        is_whole = self.is_whole(of)
        top = b.variable(name, ZERO)
        bottom = b.variable("parts", ONE)
        begun = b.variable("begun", FALSE)
        added = of.value if isinstance(of, model.Comprehension) and of.value is not None else of
        fits = self.size_of(added) * MOST_ADDED < LARGEST
        if isinstance(of, model.Comprehension) and of.value is not None and (of.is_bag or name != "sum"):
            with self.inner(), self.each(of.source, ordered=False) as x:
                self.bind(of.slot, self.element(of.source), x)
                with b.when(self.truth(of.condition) if of.condition is not None else TRUE):
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
            TRUE if isinstance(value, Rational) or not is_optional else make("ne", value, number(NO_NUMBER))
        )
        with b.when(given):
            if name == "sum":
                if is_whole and not isinstance(value, Rational):
                    b.set(top, make("add", Get(top), value) if fits else self.fitting("add", Get(top), value))
                else:
                    total = self.rational(
                        self.kept(self.computed("+", Rational(Get(top), Get(bottom)), value))
                    )
                    b.set(top, total.top)
                    b.set(bottom, total.bottom)
                return
            so_far: Value = Get(top) if is_whole else Rational(Get(top), Get(bottom))
            better = self.less("<", value, so_far) if name == "min" else self.less("<", so_far, value)
            with b.when(make("either", make("not", Get(begun)), better)):
                pair = self.rational(value)
                b.set(top, pair.top)
                b.set(bottom, pair.bottom)
            b.set(begun, TRUE)

    # ---- pieces

    def occupied(self, s: model.Expr) -> Expr:
        site = self.scalar(s)
        if self.plan.has_many_sites:
            return make(
                "le", ZERO, self.or_else(site, self.may_be_none(s), NOBODY, lambda i: self.load("first", i))
            )
        return make("has", self.load("occupied"), site)

    def piece_on(self, site: Expr, is_optional: bool) -> Expr:
        """The topmost piece of a site."""
        if self.plan.by_site:
            site = self.b.keep(site)
            return make("select", make("has", self.load("occupied"), site), site, NOBODY)
        if self.plan.keeps_tops:
            return self.or_else(site, is_optional, NOBODY, lambda i: self.load("top", i))
        bottom = self.or_else(site, is_optional, NOBODY, lambda i: self.load("first", i))
        if not self.board.is_stacking:
            return bottom
        top = self.b.variable("top", NOBODY)
        with self._chain(bottom, "p") as p:
            self.b.set(top, p)
        return Get(top)

    def site_of(self, piece: Expr, is_optional: bool) -> Expr:
        if self.plan.by_site:
            return piece
        place = self.or_else(piece, is_optional, NOBODY, lambda p: self.load("place", p))
        if not self.game.pools:
            return place
        place = self.b.keep(place)
        return make("select", make("lt", place, number(self.plan.sites)), place, NOBODY)

    def owner_of(self, piece: Expr, is_optional: bool) -> Expr:
        if not self.plan.by_site:
            return self.or_else(piece, is_optional, NOBODY, lambda p: self.load("owner", p))
        piece = self.b.keep(piece)
        found: Expr = NOBODY
        for p in reversed(range(self.plan.players)):
            found = make("select", make("has", self.load("own", number(p)), piece), number(p), found)
        return found

    def kind_of(self, piece: Expr, is_optional: bool) -> Expr:
        if self.plan.by_site and self.plan.kinds == 1:
            return self.or_else(piece, is_optional, NOBODY, lambda p: ZERO)
        return self.or_else(piece, is_optional, NOBODY, lambda p: self.load("kind", p))

    def is_full(self) -> Expr:
        if not self.plan.sites:
            return TRUE
        if self.plan.has_many_sites:
            is_all = self.b.variable("full", TRUE)
            with self.b.range("w", ZERO, number((self.plan.sites + 63) // 64)) as w:
                used = make(
                    "min", number(64), make("sub", number(self.plan.sites), make("mul", w, number(64)))
                )
                with self.b.when(make("ne", make("count", self.load("occupied", w)), used)):
                    self.b.set(is_all, FALSE)
                    self.b.leave(self.b.loops - 1)
            return Get(is_all)
        return make(
            "equal", self.load("occupied"), Const((1 << self.plan.sites) - 1, ir.bits(self.plan.sites))
        )
