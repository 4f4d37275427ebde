"""Expressions that are no sets: numbers, truths, and everything that has an index."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from gdl import model, static
from gdl.builtins import PURE
from gdl.types import Type
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number, truth
from interpreter.lowering.ir import BOOL, INT, Const, Expr, Get
from interpreter.lowering.layout import NO_NUMBER
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, VIEWPOINT, NotLowered, Rational, Value
from interpreter.lowering.sets import Sets

FAR = -(1 << 40)  # stands for a number that equals no whole one
MAX_TABLE = 20_000  # entries of a table of a builtin


class Expressions(Sets):
    """The value of every node of the core that is no set."""

    # ---- truths

    def truth(self, e: model.Expr) -> Expr:
        """A condition; `none` is false."""
        value = self.scalar(e)
        if value.type == BOOL:
            return value
        return make("lt", ZERO, value)  # a truth that may be none

    def both(self, left: Expr, right: "model.Expr") -> Expr:
        """`left and right`, the right one only judged if it must be."""
        if left == FALSE:
            return FALSE
        b = self.b
        b.blocks.append([])
        second = self.truth(right)
        written = b.blocks.pop()
        if not written:
            return make("both", left, second)
        result = b.variable("both", left)
        b.emit(ir.If(Get(result), (*written, ir.Set(result, second))))
        return Get(result)

    def either(self, left: Expr, right: "model.Expr") -> Expr:
        if left == TRUE:
            return TRUE
        b = self.b
        b.blocks.append([])
        second = self.truth(right)
        written = b.blocks.pop()
        if not written:
            return make("either", left, second)
        result = b.variable("either", left)
        b.emit(ir.If(Get(result), (), (*written, ir.Set(result, second))))
        return Get(result)

    # ---- numbers that may not be whole

    def is_whole(self, e: model.Expr) -> bool:
        """Whether a number is always whole."""
        if e.type.base not in ("number", "set"):
            return True
        known = self.known(e)
        if known is not None:
            values = known[0] if isinstance(known[0], tuple) else (known[0],)
            return not any(isinstance(v, Fraction) for v in values)
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
        return value if isinstance(value, Rational) else Rational(value, ONE)

    def lowest(self, top: Expr, bottom: Expr) -> Rational:
        """A fraction in lowest terms, its denominator above 0; 0 if the denominator is 0."""
        b = self.b
        if isinstance(top, Const) and isinstance(bottom, Const):
            f = Fraction(top.value, bottom.value) if bottom.value else Fraction(0)
            return Rational(number(f.numerator), number(f.denominator))
        top, bottom = b.keep(top), b.keep(bottom)
        g = b.keep(make("max", ONE, ir.Call("gcd", (make("abs", top), make("abs", bottom)), INT)))
        sign = make("select", make("lt", bottom, ZERO), number(-1), ONE)
        is_zero = make("eq", bottom, ZERO)
        return Rational(
            b.keep(make("select", is_zero, ZERO, make("mul", sign, make("div", top, g)))),
            b.keep(make("select", is_zero, ONE, make("div", make("abs", bottom), g))),
        )

    def exact(self, e: model.Expr) -> Expr:
        """A number that is compared with whole ones: far from them all if it is a fraction."""
        value = self.value(e)
        if not isinstance(value, Rational):
            return value
        return make("select", make("eq", value.bottom, ONE), value.top, number(FAR))

    def truncated(self, e: model.Expr) -> Expr:
        """A number without its fraction, towards 0."""
        value = self.value(e)
        if not isinstance(value, Rational):
            return value
        value = self.rational(self.kept(value))
        down = self.b.keep(make("div", make("abs", value.top), value.bottom))
        return make("select", make("lt", value.top, ZERO), make("sub", ZERO, down), down)

    def count_of(self, e: model.Expr) -> Value:
        """A number as an operand of arithmetic: none is 0."""
        value = self.value(e)
        if isinstance(value, Rational) or not self.may_be_none(e):
            return value
        if isinstance(value, Const):
            return ZERO if value.value == NO_NUMBER else value
        value = self.b.keep(value)
        return make("select", make("eq", value, number(NO_NUMBER)), ZERO, value)

    def arithmetic(self, e: model.Arithmetic) -> Value:
        if e.left.type.base == "none" or e.right.type.base == "none":
            left: Value = self.count_of(e.left) if e.left.type.base != "none" else ZERO
            right: Value = self.count_of(e.right) if e.right.type.base != "none" else ZERO
        else:
            left, right = self.count_of(e.left), self.count_of(e.right)
        return self.computed(e.operator, left, right)

    def computed(self, operator: str, left: Value, right: Value) -> Value:
        name = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}.get(operator)
        if name is not None and not isinstance(left, Rational) and not isinstance(right, Rational):
            return make(name, left, right)
        x, y = self.rational(left), self.rational(right)
        match operator:
            case "+" | "-":
                top = make(
                    "add" if operator == "+" else "sub",
                    make("mul", x.top, y.bottom),
                    make("mul", y.top, x.bottom),
                )
                return self.lowest(top, make("mul", x.bottom, y.bottom))
            case "*":
                return self.lowest(make("mul", x.top, y.top), make("mul", x.bottom, y.bottom))
            case "/":
                return self.lowest(make("mul", x.top, y.bottom), make("mul", x.bottom, y.top))
            case "div":
                return make("div", make("mul", x.top, y.bottom), make("mul", x.bottom, y.top))
            case _:
                whole = make("div", make("mul", x.top, y.bottom), make("mul", x.bottom, y.top))
                part = make("mul", self.b.keep(whole), y.top)
                rest = self.lowest(
                    make("sub", make("mul", x.top, y.bottom), make("mul", part, x.bottom)),
                    make("mul", x.bottom, y.bottom),
                )
                is_zero = make("eq", y.top, ZERO)
                return Rational(make("select", is_zero, ZERO, rest.top), rest.bottom)

    def less(self, operator: str, left: Value, right: Value) -> Expr:
        """`<` or `<=` of numbers that are not none."""
        name = "lt" if operator == "<" else "le"
        if isinstance(left, Rational) or isinstance(right, Rational):
            x, y = self.rational(left), self.rational(right)
            return make(name, make("mul", x.top, y.bottom), make("mul", y.top, x.bottom))
        return make(name, left, right)

    def larger(self, x: Rational, y: Rational, swap: bool = False) -> Rational:
        """The larger one; with `swap` the smaller one."""
        is_less = self.b.keep(self.less("<", y, x))
        first, second = (y, x) if swap else (x, y)
        return Rational(
            self.b.keep(make("select", is_less, first.top, second.top)),
            self.b.keep(make("select", is_less, first.bottom, second.bottom)),
        )

    def compare(self, e: model.Compare) -> Expr:
        left, right = e.left, e.right
        if e.operator != "=":
            if "none" in (left.type.base, right.type.base):
                return FALSE
            a, c = self.kept(self.value(left)), self.kept(self.value(right))
            found = self.less(e.operator, a, c)
            for value, e_of in ((a, left), (c, right)):
                if self.may_be_none(e_of) and not isinstance(value, Rational):
                    found = make("both", found, make("ne", value, number(NO_NUMBER)))
            return found
        if left.type.base == "set" or right.type.base == "set":
            return self.same_sets(left, right)
        if right.type.base == "none":
            left, right = right, left
        if left.type.base == "none":
            if right.type.base == "none":
                return TRUE
            if not self.may_be_none(right) and not (self.is_changing and right.type.base == "piece"):
                return FALSE
            value = self.value(right)
            assert not isinstance(value, Rational)
            return make("not", self.exists(value, right.type.or_none)) if value.type != BOOL else FALSE
        x, y = self.value(left), self.value(right)
        if isinstance(x, Rational) or isinstance(y, Rational):
            p, q = self.rational(x), self.rational(y)
            return make("both", make("eq", p.top, q.top), make("eq", p.bottom, q.bottom))
        if x.type == BOOL and y.type == BOOL:
            return make("same", x, y)
        return make("eq", self.plain(x), self.plain(y))

    def kept(self, value: Value) -> Value:
        if isinstance(value, Rational):
            return Rational(self.b.keep(value.top), self.b.keep(value.bottom))
        return value if isinstance(value, Const) else self.b.keep(value)

    def same_sets(self, left: model.Expr, right: model.Expr) -> Expr:
        if left.type.base != "set" or right.type.base != "set":
            return FALSE  # a value is no set
        empty = [e for e in (left, right) if self.known(e) == ((),)]
        if empty:
            return make("not", self.some(right if empty[0] is left else left))
        if self.domain(left) is not None:
            return make("equal", self.b.keep(self.as_bits(left)), self.as_bits(right))
        same = self.b.variable("same", TRUE)
        loops = self.b.loops
        for one, other in ((left, right), (right, left)):
            with self.each(one, ordered=False) as x, self.b.when(make("not", self.has(other, x))):
                self.b.set(same, FALSE)
                self.b.leave(loops)
        return Get(same)

    # ---- nodes

    def value(self, e: model.Expr) -> Value:
        known = self.known(e)
        if known is not None:
            value = known[0]
            if isinstance(value, Fraction):
                return Rational(number(value.numerator), number(value.denominator))
            if isinstance(value, tuple):
                raise NotLowered("a set where one value is wanted")
            return self.coded(value, e.type)
        match e:
            case model.Local():
                bound = self.env[e.slot]
                return (
                    Rational(Get(bound[0]), Get(bound[1]))
                    if isinstance(bound, tuple)
                    else self.alive(Get(bound), e.type)
                )
            case model.Role():
                return self.mover if e.name == "mover" else self.viewpoint
            case model.GetField():
                return self.get_field(e)
            case model.Attribute():
                return self.attribute(e)
            case model.Apply():
                return self.applied(e)
            case model.Builtin():
                return self.builtin(e)
            case model.If():
                return self.if_(e)
            case model.And():
                return self.both(self.truth(e.left), e.right)
            case model.Or():
                return self.either(self.truth(e.left), e.right)
            case model.Not():
                return make("not", self.truth(e.operand))
            case model.Compare():
                return self.compare(e)
            case model.Arithmetic():
                return self.arithmetic(e)
            case model.In():
                if e.element.type.base == "none":
                    among = self.known(e.set)
                    holds = among is not None and isinstance(among[0], tuple) and None in among[0]
                    return truth(
                        holds or (isinstance(e.set, model.MakeSet) and any(map(static.is_none, e.set.items)))
                    )
                x = self.b.keep(self.exact(e.element))
                return self.has(e.set, x)
            case model.Quantified():
                return self.quantified(e)
            case model.SomePath():
                return self.some_path(e)
            case _:
                raise NotLowered(type(e).__name__)

    def alive(self, piece: Expr, kind: Type) -> Expr:
        """A piece that is gone is none."""
        if kind.base != "piece" or not self.is_changing or self.plan.by_site:
            return piece
        piece = self.b.keep(piece)
        return self.or_else(
            piece, True, NOBODY, lambda p: make("select", make("lt", self.load("place", p), ZERO), NOBODY, p)
        )

    def some_path(self, e: model.SomePath) -> Expr:
        raise NotImplementedError

    def if_(self, e: model.If) -> Value:
        condition = self.truth(e.condition)
        if isinstance(condition, Const):
            return self.value(e.then if condition.value else e.otherwise)
        is_whole = self.is_whole(e)
        bound = self.variables(e.type, "if", is_whole)
        with self.b.choice(condition) as branch:
            self._put(bound, e.then, e.type)
            branch.otherwise()
            self._put(bound, e.otherwise, e.type)
        return Rational(Get(bound[0]), Get(bound[1])) if isinstance(bound, tuple) else Get(bound)

    def _put(self, bound: "ir.Var | tuple[ir.Var, ir.Var]", e: model.Expr, kind: Type) -> None:
        value = self.typed(e, kind)
        if isinstance(bound, tuple):
            pair = self.rational(value)
            self.b.set(bound[0], pair.top)
            self.b.set(bound[1], pair.bottom)
        else:
            assert not isinstance(value, Rational)
            self.b.set(bound, value)

    def typed(self, e: model.Expr, kind: Type) -> Value:
        """A value as it is kept where this type is wanted."""
        if e.type.base == "none" or self.known(e) == (None,):
            return self.coded(None, kind)
        value = self.value(e)
        if isinstance(value, Rational):
            return value
        if kind.base == "bool":
            if kind.is_optional:
                return self.plain(value)
            return value if value.type == BOOL else make("lt", ZERO, value)
        return value

    def quantified(self, e: model.Quantified) -> Expr:
        whole = model.Comprehension(
            e.span,
            e.source.type if e.source.type.base == "set" else Type("set", e.source.type),
            e.slot,
            e.source,
            model.Not(e.span, e.body.type, e.body) if e.is_all else e.body,
            None,
        )
        if self.filtered_cheaply(whole):
            mask = self.filtered(whole)
            if mask is not None:
                return make("not", make("some", mask)) if e.is_all else make("some", mask)
        b = self.b
        found = b.variable("all" if e.is_all else "some", truth(e.is_all))
        loops = b.loops
        with self.inner(), self.each(e.source, ordered=False) as x:
            self.bind(e.slot, self.element(e.source), x)
            holds = self.truth(e.body)
            with b.when(make("not", holds) if e.is_all else holds):
                b.set(found, truth(not e.is_all))
                b.leave(loops)
        return Get(found)

    def get_field(self, e: model.GetField) -> Expr:
        field = self.game.fields[e.field]
        default = self.coded(field.default, field.type)
        if e.holder is None:
            return self.read_field(field, ZERO)
        holder = self.scalar(e.holder)
        is_optional = self.may_be_none(e.holder) or self.is_changing
        return self.or_else(holder, is_optional, default, lambda i: self.read_field(field, i))

    def read_field(self, field: model.Field, index: Expr) -> Expr:
        raw = self.load(f"{field.holder}.{field.name}", index)
        if field.type.base == "bool" and not field.type.is_optional:
            return make("ne", raw, ZERO)
        if field.type.base == "number" and field.type.is_optional:
            raw = self.b.keep(raw)
            return make("select", make("eq", raw, self.least(field)), number(NO_NUMBER), raw)
        return raw

    def least(self, field: model.Field) -> Const:
        """What stands in a cell for `none` among numbers."""
        width = self.unit.layouts["state"].cells[f"{field.holder}.{field.name}"].width
        return number(-(1 << (width - 1)))

    def attribute(self, e: model.Attribute) -> Value:
        kinds, columns = self.game.kinds, self.game.columns
        index = columns[e.name].index if e.index is not None else (0,)
        values: list[int] = []
        parts: list[int] = []
        missing = {"number": 0, "bool": 0, "text": self.unit.text("")}.get(e.type.base, ir.NONE)
        for k in range(len(kinds)):
            value = kinds[k].attributes[e.name]
            for at in range(len(index)):
                v = (
                    value[at]
                    if e.index is not None and isinstance(value, tuple)
                    else value
                    if e.index is None
                    else None
                )
                parts.append(v.denominator if isinstance(v, Fraction) else 1)
                if isinstance(v, Fraction):
                    v = v.numerator
                if v is None:
                    values.append(
                        missing
                        if e.index is not None and e.type.base != "number"
                        else NO_NUMBER
                        if e.type.base == "number"
                        else ir.NONE
                    )
                else:
                    values.append(self.unit.text(v) if isinstance(v, str) else int(v))  # type: ignore[call-overload]
        is_whole = all(n == 1 for n in parts)
        if not is_whole:
            return Rational(self._entry(e, index, values, missing), self._entry(e, index, parts, 1))
        result = self._entry(e, index, values, missing)
        return make("lt", ZERO, result) if e.type.base == "bool" and not e.type.is_optional else result

    def _entry(self, e: model.Attribute, index: "tuple[int, ...]", values: list[int], missing: int) -> Expr:
        """What a table says of a kind and an index."""
        table = self.unit.constant(f"column.{e.name}", tuple(values) or (missing,))

        def found(kind: Expr) -> Expr:
            if e.index is None:
                return self.lookup(table, kind)
            ranks = [ir.NONE] * (max(index) + 1)
            for rank, i in enumerate(index):
                ranks[i] = rank
            at = self.b.keep(self.exact(e.index))
            places = self.unit.constant("index", tuple(ranks))
            inside = make("both", make("le", ZERO, at), make("lt", at, number(len(ranks))))
            rank = self.b.keep(
                make("select", inside, self.lookup(places, make("select", inside, at, ZERO)), NOBODY)
            )
            entry = make("add", make("mul", kind, number(len(index))), make("max", rank, ZERO))
            return make("select", make("lt", rank, ZERO), number(missing), self.lookup(table, entry))

        kind = self.scalar(e.kind)
        is_optional = self.may_be_none(e.kind) or self.is_changing
        return self.or_else(kind, is_optional, number(missing), found)

    # ---- definitions

    @contextmanager
    def inlined(self, e: model.Apply) -> Iterator[model.Expr]:
        """A definition's body, with its parameters bound."""
        definition = self.game.definitions[e.definition]
        with self.inner():
            self.bind_all(
                [
                    (slot, kind, a)
                    for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True)
                ]
            )
            yield definition.body

    def bind_all(self, bindings: "list[tuple[int, Type, model.Expr]]") -> None:
        """Evaluates all, then binds all to variables of their own."""
        made = []
        for slot, kind, e in bindings:
            bound = self.variables(
                kind, f"x{slot}", self.is_whole(e) if kind.base == "number" else True, slot
            )
            self.assign(bound, kind, e)
            made.append((slot, kind, bound))
        for slot, kind, bound in made:
            self.env[slot], self.types[slot] = bound, kind

    def assign(self, bound: "ir.Var | tuple[ir.Var, ir.Var]", kind: Type, e: model.Expr) -> None:
        """Puts the value of an expression into variables."""
        if isinstance(bound, ir.Var) and bound.type.name == "list":
            self.b.emit(ir.Resize(bound, ZERO))
            source = self.as_list(e)
            with self._each_kept(source, "e") as x:
                self.b.emit(ir.Push(bound, x))
        elif isinstance(bound, ir.Var) and bound.type.name == "bits":
            self.b.set(bound, self.as_bits(e))
        else:
            self._put(bound, e, kind)

    def applied(self, e: model.Apply) -> Value:
        definition = self.game.definitions[e.definition]
        sizes = [self.plan.kept_type(k, slot).name for _, slot, k in definition.parameters if k.base == "set"]
        if not self.is_whole(e) or "list" in sizes:
            with self.inlined(e) as body:
                return self.kept(self.value(body))
        name = self.definition(definition)
        arguments = [
            self.as_bits(a) if kind.base == "set" else self.typed(a, kind)
            for (_, _, kind), a in zip(definition.parameters, e.arguments, strict=True)
        ]
        given = [a for a in arguments if not isinstance(a, Rational)]
        result = self.unit.functions[name].result
        return self.b.keep(
            ir.Call(name, (self.state, self.context, self.mover, self.viewpoint, *given), result)
        )

    def definition(self, definition: model.Definition) -> str:
        """The function of a definition."""
        name = f"let.{definition.name}"
        if name not in self.unit.functions:
            parameters = [STATE, CONTEXT, MOVER, VIEWPOINT]
            slots = []
            for text, slot, kind in definition.parameters:
                if kind.base == "set":
                    var = ir.Var(text, self.plan.set_type(kind.element or kind))
                else:
                    var = ir.Var(text, BOOL if kind == Type("bool") else INT)
                var = ir.Var(f"p.{text}", var.type)
                parameters.append(var)
                slots.append((slot, kind, var))
            kind = definition.body.type
            result = BOOL if kind.base == "bool" and not kind.is_optional else INT
            builder = Builder(name, tuple(parameters), result)
            scope = type(self)(self.unit, builder, Get(STATE), Get(MOVER), Get(VIEWPOINT))
            for slot, slot_kind, var in slots:
                scope.point(slot, slot_kind, var)
            value = scope.typed(definition.body, kind)
            assert not isinstance(value, Rational)
            builder.give(value)
            self.unit.functions[name] = builder.function()
        return name

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
                    with self._each_next(s, "n") as n, b.when(make("eq", n, other)):
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
        if isinstance(of, model.Comprehension) and of.value is not None and (of.is_bag or name != "sum"):
            with self.inner(), self.each(of.source, ordered=False) as x:
                self.bind(of.slot, self.element(of.source), x)
                with b.when(self.truth(of.condition) if of.condition is not None else TRUE):
                    self._gather(
                        name, self.value(of.value), self.may_be_none(of.value), top, bottom, begun, is_whole
                    )
        else:
            with self.each(of, ordered=False) as x:
                self._gather(name, x, False, top, bottom, begun, is_whole)
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
    ) -> None:
        b = self.b
        value = self.kept(value)
        given = (
            TRUE if isinstance(value, Rational) or not is_optional else make("ne", value, number(NO_NUMBER))
        )
        with b.when(given):
            if name == "sum":
                if is_whole and not isinstance(value, Rational):
                    b.set(top, make("add", Get(top), value))
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
        index: Expr = ZERO
        is_missing: Expr = FALSE
        for a, size in zip(e.arguments, sizes, strict=True):
            if size == 1 and self.known(a) is not None:
                continue
            value = self.b.keep(self.exact(a))
            if a.type.base == "number":
                low = make("min", make("max", value, ZERO), number(size - 1))
                is_missing = make("either", is_missing, make("ne", low, value))
            else:
                low = make("max", value, ZERO) if self.may_be_none(a) else value
                if self.may_be_none(a):
                    is_missing = make("either", is_missing, make("lt", value, ZERO))
            index = make("add", make("mul", index, number(size)), low)
        default = {"number": ZERO, "bool": ZERO}.get(e.type.base, NOBODY)
        value = make("select", is_missing, default, self.lookup(table, index))
        if denominator != 1:
            return self.lowest(value, number(denominator))
        return make("ne", value, ZERO) if e.type.base == "bool" else value

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
        direction = self.b.keep(self.scalar(d))
        times = self.b.keep(make("mod", self.truncated(n), number(steps)))
        return self.or_else(
            direction,
            True,
            NOBODY,
            lambda i: self.lookup(table, make("add", make("mul", i, number(steps)), times)),
        )

    def _span(self, name: str) -> int:
        """How far the numbers go that a builtin tells apart."""
        return max(self.board.files, self.board.ranks, 64) + 2 if self.plan.sites else 2

    def _entries(self, e: model.Builtin, sizes: list[int]) -> tuple[tuple[int, ...], int]:
        """All values of a builtin over its arguments' ranges, and their common denominator."""
        key = (e.name, tuple(sizes), tuple(self.known(a) for a in e.arguments))
        cached = self.unit.statics.get(key)
        if cached is not None:
            return cached  # type: ignore[return-value]
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
            low = number(first.file if name == "mod" else first.rank)
            return make("add", make(name, s, number(board.files)), low)

        match e.name, e.arguments:
            case (("file" | "rank"), (s,)):
                name = "mod" if e.name == "file" else "div"
                return self.or_else(self.scalar(s), self.may_be_none(s), ZERO, lambda i: part(i, name))
            case "site_at", (x, y):
                file = b.keep(make("sub", self.exact(x), number(first.file)))
                rank = b.keep(make("sub", self.exact(y), number(first.rank)))
                inside = make("both", make("le", ZERO, file), make("lt", file, number(board.files)))
                inside = make(
                    "both",
                    inside,
                    make("both", make("le", ZERO, rank), make("lt", rank, number(board.ranks))),
                )
                at = make("add", make("mul", rank, number(board.files)), file)
                return make("select", inside, at, NOBODY)
            case (("distance" | "distance2"), (s, t)) if board.shape == "square" and t.type.base != "point":
                a, c = b.keep(self.scalar(s)), b.keep(self.scalar(t))
                across = b.keep(make("abs", make("sub", part(a, "mod"), part(c, "mod"))))
                along = b.keep(make("abs", make("sub", part(a, "div"), part(c, "div"))))
                steps = make("add", across, along)
                if e.name == "distance2":
                    steps = make("add", make("mul", across, across), make("mul", along, along))
                missing = make("either", make("lt", a, ZERO), make("lt", c, ZERO))
                return make("select", missing, ZERO, steps)
        return None

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
