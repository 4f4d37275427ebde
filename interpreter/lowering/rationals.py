"""Truths and numbers: a number that may not be whole is a pair of whole ones, in lowest terms."""

from fractions import Fraction

from gdl import model
from interpreter import ir
from interpreter.ir import BOOL, INT, Const, Expr, Get, op
from interpreter.lowering.scope import Rational, Value
from interpreter.lowering.tables import Tables
from interpreter.numbering import NO_NUMBER

LARGEST = 1 << 62
FAR_TOO_LARGE = 1 << 64  # of what nothing is known
SMALL = 1 << 31
COUNTED = 16  # numbers below which a set is counted only as far as it matters
MOST_ADDED = 1 << 12  # as many elements a set may have
FAR = -(1 << 40)  # stands for a number that equals no whole one


class Rationals(Tables):
    """Arithmetic and comparisons."""

    # ---- truths

    def truth(self, e: model.Expr) -> Expr:
        """A condition; `none` is false."""
        value = self.scalar(e)
        if value.type == BOOL:
            return value
        return op.lt(op.ZERO, value)  # a truth that may be none

    def both(self, left: Expr, right: "model.Expr") -> Expr:
        """`left and right`, the right one only judged if it must be."""
        if left == op.FALSE:
            return op.FALSE
        b = self.b
        b.blocks.append([])
        second = self.truth(right)
        written = b.blocks.pop()
        if not written:
            return op.and_(left, second)
        result = b.variable("both", left)
        b.emit(ir.If(Get(result), (*written, ir.Assign(result, second))))
        return Get(result)

    def either(self, left: Expr, right: "model.Expr") -> Expr:
        if left == op.TRUE:
            return op.TRUE
        b = self.b
        b.blocks.append([])
        second = self.truth(right)
        written = b.blocks.pop()
        if not written:
            return op.or_(left, second)
        result = b.variable("either", left)
        b.emit(ir.If(Get(result), (), (*written, ir.Assign(result, second))))
        return Get(result)

    # ---- numbers that may not be whole

    def is_whole(self, e: model.Expr) -> bool:
        """Whether a number is always whole."""
        if e.type.base not in ("number", "set"):
            return True
        known = self.known(e)
        if known is not None:
            constants = known[0] if isinstance(known[0], tuple) else (known[0],)
            return not any(isinstance(v, Fraction) for v in constants)
        match e:
            case model.Local():
                return not isinstance(self.env.get(e.slot), tuple)
            case model.Arithmetic():
                if e.operator == "/":
                    return False
                return e.operator in ("div", "..") or (self.is_whole(e.left) and self.is_whole(e.right))
            case model.If():
                return self.is_whole(e.then) and self.is_whole(e.otherwise)
            case model.Builtin():
                if e.name in ("min", "max", "sum", "abs"):
                    return all(map(self.is_whole, e.arguments))
                if e.name == "distance2" and e.arguments[1].type.base == "point":
                    return all(
                        self.board.centre_distance2(s).denominator == 1 for s in range(self.plan.sites)
                    )
                return True
            case model.Comprehension():
                return self.is_whole(e.value if e.value is not None else e.source)
            case model.MakeSet():
                return all(map(self.is_whole, e.items))
            case model.Attribute():
                values = [k.attributes.get(e.name) for k in self.game.kinds]
                return not any(isinstance(v, Fraction) for v in values)
            case model.Apply():
                definition = self.game.definitions[e.definition]
                return all(map(self.is_whole, e.arguments)) and self.is_whole(definition.body)
        return True

    def rational(self, value: Value) -> Rational:
        return value if isinstance(value, Rational) else Rational(value, op.ONE)

    def lowest(self, top: Expr, bottom: Expr) -> Rational:
        """A fraction in lowest terms, its denominator above 0; 0 if the denominator is 0."""
        b = self.b
        if isinstance(top, Const) and isinstance(bottom, Const):
            f = Fraction(top.value, bottom.value) if bottom.value else Fraction(0)
            return Rational(op.number(f.numerator), op.number(f.denominator))
        top, bottom = b.materialize(top), b.materialize(bottom)
        g = b.materialize(op.max_(op.ONE, ir.Call("gcd", (op.abs_(top), op.abs_(bottom)), INT)))
        sign = op.select(op.lt(bottom, op.ZERO), op.number(-1), op.ONE)
        is_zero = op.eq(bottom, op.ZERO)
        return Rational(
            b.materialize(op.select(is_zero, op.ZERO, op.mul(sign, op.div(top, g)))),
            b.materialize(op.select(is_zero, op.ONE, op.div(op.abs_(bottom), g))),
        )

    def exact(self, e: model.Expr) -> Expr:
        """A number that is compared with whole ones: far from them all if it is a fraction."""
        value = self.value(e)
        if not isinstance(value, Rational):
            return value
        return op.select(op.eq(value.bottom, op.ONE), value.top, op.number(FAR))

    def truncated(self, e: model.Expr) -> Expr:
        """A number without its fraction, towards 0."""
        value = self.value(e)
        if not isinstance(value, Rational):
            return value
        value = self.rational(self.kept(value))
        down = self.b.materialize(op.div(op.abs_(value.top), value.bottom))
        return op.select(op.lt(value.top, op.ZERO), op.sub(op.ZERO, down), down)

    def count_of(self, e: model.Expr) -> Value:
        """A number as an operand of arithmetic: none is 0."""
        value = self.value(e)
        if isinstance(value, Rational) or not self.may_be_none(e):
            return value
        if isinstance(value, Const):
            return op.ZERO if value.value == NO_NUMBER else value
        value = self.b.materialize(value)
        return op.select(op.eq(value, op.number(NO_NUMBER)), op.ZERO, value)

    def arithmetic(self, e: model.Arithmetic) -> Value:
        if e.left.type.base == "none" or e.right.type.base == "none":
            left: Value = self.count_of(e.left) if e.left.type.base != "none" else op.ZERO
            right: Value = self.count_of(e.right) if e.right.type.base != "none" else op.ZERO
        else:
            left, right = self.count_of(e.left), self.count_of(e.right)
        largest = 0 if self.is_whole(e) else FAR_TOO_LARGE
        if e.operator in ("+", "-", "*") and not largest:
            largest = self.size_of(e)
        return self.computed(e.operator, left, right, largest)

    def computed(self, operator: str, left: Value, right: Value, largest: int = FAR_TOO_LARGE) -> Value:
        """`largest`: no whole operand or result is larger than this, as far as is known."""
        name = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}.get(operator)
        if name is not None and not isinstance(left, Rational) and not isinstance(right, Rational):
            if name in ("div", "mod") or largest < LARGEST:
                return getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(left, right)
            return self.fitting(name, left, right)
        x, y = (self.rational(self.kept(v)) for v in (left, right))
        add = "add" if operator == "+" else "sub"

        def product(p: Expr, q: Expr) -> Expr:
            return self.fitting("mul", p, q)

        match operator:
            case "+" | "-":
                top = self.fitting(add, product(x.top, y.bottom), product(y.top, x.bottom))
                return self.lowest(top, product(x.bottom, y.bottom))
            case "*":
                return self.lowest(product(x.top, y.top), product(x.bottom, y.bottom))
            case "/":
                return self.lowest(product(x.top, y.bottom), product(x.bottom, y.top))
            case "div":
                return op.div(product(x.top, y.bottom), product(x.bottom, y.top))
            case _:
                whole = op.div(product(x.top, y.bottom), product(x.bottom, y.top))
                part = product(self.b.materialize(whole), y.top)
                rest = self.lowest(
                    self.fitting("sub", product(x.top, y.bottom), product(part, x.bottom)),
                    product(x.bottom, y.bottom),
                )
                is_zero = op.eq(y.top, op.ZERO)
                return Rational(op.select(is_zero, op.ZERO, rest.top), rest.bottom)

    def fitting(self, name: str, x: Expr, y: Expr) -> Expr:
        """A sum, difference or product. One that does not fit is left to the reference engine, whose numbers have no end."""
        if isinstance(x, Const) and x.value in (0, 1) and name == "mul":
            return y if x.value else op.ZERO
        if isinstance(y, Const) and y.value in (0, 1) and name == "mul":
            return x if y.value else op.ZERO
        x, y = self.b.materialize(x), self.b.materialize(y)
        with self.b.if_(getattr(op, f"{name}_overflows")(x, y)):
            self.fail("too-large", None)
        return self.b.materialize(getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(x, y))

    def size_of(self, e: model.Expr) -> int:
        """A number that no value of a whole expression exceeds, with or without its sign."""
        known = self.known(e)
        if known is not None:
            values = known[0] if isinstance(known[0], tuple) else (known[0],)
            return max((abs(v) for v in values if isinstance(v, int)), default=0)
        match e:
            case model.GetField():
                bounds = self.game.fields[e.field].bounds
                return FAR_TOO_LARGE if bounds is None else max(map(abs, bounds))
            case model.Attribute():
                column = [k.attributes.get(e.name) for k in self.game.kinds]
                numbers = [x for v in column for x in (v if isinstance(v, tuple) else (v,))]
                return max((abs(x) for x in numbers if isinstance(x, int)), default=0)
            case model.If():
                return max(self.size_of(e.then), self.size_of(e.otherwise))
            case model.Apply():
                key = ("size", e.definition)
                if key not in self.unit.statics:
                    self.unit.statics[key] = self.size_of(self.game.definitions[e.definition].body)
                return self.unit.statics[key]  # type: ignore[return-value]
            case model.Arithmetic(operator="+" | "-"):
                return self.size_of(e.left) + self.size_of(e.right)
            case model.Arithmetic(operator="*"):
                return self.size_of(e.left) * self.size_of(e.right)
            case model.Arithmetic(operator="div" | "mod"):
                return max(self.size_of(e.left), self.size_of(e.right))
            case model.Builtin(name="abs" | "min" | "max"):
                return max(map(self.size_of, e.arguments))
            case model.Builtin(name="sum", arguments=(model.Comprehension(value=value),)) if (
                value is not None
            ):
                return self.size_of(value) * MOST_ADDED
            case model.Builtin(name="sum"):
                return FAR_TOO_LARGE
            case model.Builtin():
                return SMALL  # places, distances, turns and the like
        return FAR_TOO_LARGE

    def less(self, operator: str, left: Value, right: Value) -> Expr:
        """`<` or `<=` of numbers that are not none."""
        name = "lt" if operator == "<" else "le"
        if isinstance(left, Rational) or isinstance(right, Rational):
            x, y = (self.rational(self.kept(v)) for v in (left, right))
            return getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(self.fitting("mul", x.top, y.bottom), self.fitting("mul", y.top, x.bottom))
        return getattr(op, {"min": "min_", "max": "max_"}.get(name, name))(left, right)

    def larger(self, x: Rational, y: Rational, swap: bool = False) -> Rational:
        """The larger one; with `swap` the smaller one."""
        is_less = self.b.materialize(self.less("<", y, x))
        first, second = (y, x) if swap else (x, y)
        return Rational(
            self.b.materialize(op.select(is_less, first.top, second.top)),
            self.b.materialize(op.select(is_less, first.bottom, second.bottom)),
        )

    def compare(self, e: model.Compare) -> Expr:
        left, right = e.left, e.right
        counted = self.counted_so_far(e)
        if counted is not None:
            return counted
        if e.operator != "=":
            if "none" in (left.type.base, right.type.base):
                return op.FALSE
            a, c = self.kept(self.value(left)), self.kept(self.value(right))
            found = self.less(e.operator, a, c)
            for value, e_of in ((a, left), (c, right)):
                if self.may_be_none(e_of) and not isinstance(value, Rational):
                    found = op.and_(found, op.ne(value, op.number(NO_NUMBER)))
            return found
        if left.type.base == "set" or right.type.base == "set":
            return self.same_sets(left, right)
        if right.type.base == "none":
            left, right = right, left
        if left.type.base == "none":
            if right.type.base == "none":
                return op.TRUE
            if not self.may_be_none(right) and not (self.is_changing and right.type.base == "piece"):
                return op.FALSE
            if isinstance(right, model.Builtin) and right.name == "owner" and self.has_cell("own"):
                site = self.seen_on(right.arguments[0])
                if site is not None:
                    return op.not_(op.contains(self.anybody(), site))
            value = self.value(right)
            assert not isinstance(value, Rational)
            return op.not_(self.exists(value, right.type.or_none)) if value.type != BOOL else op.FALSE
        for of, player in ((left, right), (right, left)):
            if isinstance(of, model.Builtin) and of.name == "owner" and self.is_player(player):
                site = self.seen_on(of.arguments[0])
                if site is not None:
                    return op.contains(self.load("own", self.b.materialize(self.scalar(player))), site)
        x, y = self.value(left), self.value(right)
        if isinstance(x, Rational) or isinstance(y, Rational):
            p, q = self.rational(x), self.rational(y)
            return op.and_(op.eq(p.top, q.top), op.eq(p.bottom, q.bottom))
        if x.type == BOOL and y.type == BOOL:
            return op.iff(x, y)
        return op.eq(self.plain(x), self.plain(y))

    def is_player(self, e: model.Expr) -> bool:
        """Whether an expression is a player for sure, and whose pieces are seen where is known as sets."""
        is_known = e.type.base == "player" and not self.may_be_none(e)
        return is_known and self.has_cell("own")

    def anybody(self) -> Expr:
        """The sites on which a piece of some player is seen."""
        found = self.load("own", op.ZERO)
        for p in range(1, self.plan.players):
            found = op.union(found, self.load("own", op.number(p)))
        return found

    def seen_on(self, piece: model.Expr) -> Expr | None:
        """The site of which a piece is all that is seen, or the topmost one; None if that cannot be told."""
        match piece:
            case model.Builtin(name="piece", arguments=(site,)):
                return self.b.materialize(self.plain(self.scalar(site)))
        if piece.type.base == "site" or self.plan.by_site:
            return self.b.materialize(self.plain(self.scalar(piece)))
        return None

    def counted_so_far(self, e: model.Compare) -> Expr | None:
        """`count(s) = 2` and the like: no more is counted than is needed to tell."""
        for of, limit in ((e.left, e.right), (e.right, e.left)):
            known = self.known(limit)
            if not isinstance(of, model.Builtin) or of.name != "count" or known is None:
                continue
            n = known[0]
            if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n < COUNTED:
                return None
            # `count < n` and `n <= count` tell n - 1 from n
            most = n if e.operator != "=" and (e.operator == "<") == (of is e.left) else n + 1
            found = self._height_so_far(of.arguments[0], most)
            if found is None:
                found = self.count(of.arguments[0], most)
            value = op.number(n)
            operator = {"=": "eq", "<": "lt", "<=": "le"}[e.operator]
            return getattr(op, {"min": "min_", "max": "max_"}.get(operator, operator))(found, value) if of is e.left else getattr(op, {"min": "min_", "max": "max_"}.get(operator, operator))(value, found)
        return None

    def _height_so_far(self, e: model.Expr, most: int) -> Expr | None:
        """How many pieces a site holds, up to two, where its lowest and its topmost are known."""
        match e:
            case model.Builtin(name="stack", arguments=(of,)) if self.plan.keeps_tops and most <= 2:
                site, is_optional = self.b.materialize(self.plain(self.scalar(of))), self.may_be_none(of)
                top = self.b.materialize(self.piece_on(site, is_optional))
                lowest = self.or_else(site, is_optional, op.NONE, lambda i: self.load("first", i))
                one_or_two = op.select(op.eq(lowest, top), op.ONE, op.number(2))
                return op.select(op.lt(top, op.ZERO), op.ZERO, one_or_two)
        return None

    def kept(self, value: Value) -> Value:
        if isinstance(value, Rational):
            return Rational(self.b.materialize(value.top), self.b.materialize(value.bottom))
        return value if isinstance(value, Const) else self.b.materialize(value)

    def same_sets(self, left: model.Expr, right: model.Expr) -> Expr:
        if left.type.base != "set" or right.type.base != "set":
            return op.FALSE  # a value is no set
        empty = [e for e in (left, right) if self.known(e) == ((),)]
        if empty:
            return op.not_(self.some(right if empty[0] is left else left))
        if self.domain(left) is not None:
            some, fixed = (left, right) if self.is_growing(left) else (right, left)
            wanted = self.b.materialize(self.as_bits(fixed))
            return op.same_set(self.grown(some, lambda g: op.nonempty(op.difference(g, wanted))), wanted)
        same = self.b.variable("same", op.TRUE)
        loops = self.b.loops
        for one, other in ((left, right), (right, left)):
            with self.each(one, ordered=False) as x, self.b.if_(op.not_(self.has(other, x))):
                self.b.assign(same, op.FALSE)
                self.b.break_(loops)
        return Get(same)
