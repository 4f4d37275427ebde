"""Expressions that are no sets, by their nodes: names, fields, tables of kinds, definitions."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from gdl import model, static
from gdl.types import NONE, NUMBER, Type
from interpreter import ir
from interpreter.ir import BOOL, INT, Const, Expr, Get, op
from interpreter.ir.builder import Builder
from interpreter.lowering.ends import any_of
from interpreter.lowering.quantifiers import Quantifiers
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, VIEWPOINT, NotLowered, Rational, Value
from interpreter.numbering import NO_NUMBER


class Expressions(Quantifiers):
    """The value of every node of the core that is no set."""

    # ---- nodes

    def value(self, e: model.Expr) -> Value:
        known = self.known(e)
        if known is not None:
            value = known[0]
            if isinstance(value, Fraction):
                return Rational(op.number(value.numerator), op.number(value.denominator))
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
                return op.not_(self.truth(e.operand))
            case model.Compare():
                return self.compare(e)
            case model.Arithmetic():
                return self.arithmetic(e)
            case model.In():
                if e.element.type.base == "none":
                    among = self.known(e.set)
                    holds = among is not None and isinstance(among[0], tuple) and None in among[0]
                    return op.truth(
                        holds or (isinstance(e.set, model.MakeSet) and any(map(static.is_none, e.set.items)))
                    )
                if (listed := self.one_of_fractions(e)) is not None:
                    return self.truth(listed)
                x = self.b.materialize(self.exact(e.element))
                return self.has(e.set, x)
            case model.Quantified():
                return self.quantified(e)
            case model.SomePath():
                return self.some_path(e)
            case model.CanMake():
                player = self.b.materialize(self.scalar(e.player))
                found = self.b.variable("can", op.FALSE)
                with self.b.if_(op.le(op.ZERO, player)):
                    asked = self.can_make(e.actions)
                    self.b.assign(found, ir.Call(asked, (self.state, self.context, player), BOOL))
                return Get(found)
            case _:
                raise NotLowered(type(e).__name__)

    def one_of_fractions(self, e: model.In) -> model.Expr | None:
        """`x in {0.5, 1}` as `x = 0.5 or x = 1`, where not all are whole."""
        known = self.known(e.set)
        values = known[0] if known is not None and isinstance(known[0], tuple) else ()
        if not any(isinstance(v, Fraction) for v in values):
            return None
        return self.is_one_of(e, [model.Const(e.span, NUMBER if v is not None else NONE, v) for v in values])

    def is_one_of(self, e: model.In, items: Sequence[model.Expr]) -> model.Expr:
        """`x in {a, b}` as `x = a or x = b`; these are always the same items."""
        key = ("is one of", id(e))
        if key not in self.unit.statics:
            each = [model.Compare(e.span, Type("bool"), "=", e.element, item) for item in items]
            self.unit.statics[key] = made = any_of(each, e.span)
            self.unit.alive.append((e, made))
        return self.unit.statics[key]  # type: ignore[return-value]

    def alive(self, piece: Expr, kind: Type) -> Expr:
        """A piece that is gone is none."""
        if kind.base != "piece" or not self.is_changing or self.plan.by_site:
            return piece
        if self.sure is not None and isinstance(piece, Get) and piece.var.name in self.sure:
            return piece
        piece = self.b.materialize(piece)
        is_there = op.le(op.ZERO, self.load("place", op.max_(piece, op.ZERO)))
        return op.select(op.and_(op.le(op.ZERO, piece), is_there), piece, op.NONE)

    def some_path(self, e: model.SomePath) -> Expr:
        raise NotImplementedError

    def can_make(self, actions: tuple[str, ...]) -> str:
        raise NotImplementedError

    def if_(self, e: model.If) -> Value:
        condition = self.truth(e.condition)
        if isinstance(condition, Const):
            return self.value(e.then if condition.value else e.otherwise)
        is_whole = self.is_whole(e)
        bound = self.variables(e.type, "if", is_whole)
        with self.b.if_else(condition) as branch:
            self._put(bound, e.then, e.type)
            branch.otherwise()
            self._put(bound, e.otherwise, e.type)
        return Rational(Get(bound[0]), Get(bound[1])) if isinstance(bound, tuple) else Get(bound)

    def _put(self, bound: "ir.Var | tuple[ir.Var, ir.Var]", e: model.Expr, kind: Type) -> None:
        value = self.typed(e, kind)
        if isinstance(bound, tuple):
            pair = self.rational(value)
            self.b.assign(bound[0], pair.top)
            self.b.assign(bound[1], pair.bottom)
        else:
            assert not isinstance(value, Rational)
            self.b.assign(bound, value)

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
            return value if value.type == BOOL else op.lt(op.ZERO, value)
        return value

    def get_field(self, e: model.GetField) -> Expr:
        field = self.game.fields[e.field]
        default = self.coded(field.default, field.type)
        if e.holder is None:
            return self.read_field(field, op.ZERO)
        holder = self.scalar(e.holder)
        is_optional = self.may_be_none(e.holder) or self.is_changing
        return self.or_else(holder, is_optional, default, lambda i: self.read_field(field, i))

    def read_field(self, field: model.Field, index: Expr) -> Expr:
        raw = self.load(f"{field.holder}.{field.name}", index)
        if field.type.base == "bool" and not field.type.is_optional:
            return op.ne(raw, op.ZERO)
        if field.type.base == "number" and field.type.is_optional:
            raw = self.b.materialize(raw)
            return op.select(op.eq(raw, self.least(field)), op.number(NO_NUMBER), raw)
        return raw

    def least(self, field: model.Field) -> Const:
        """What stands in a cell for `none` among numbers."""
        width = self.unit.layouts["state"].cells[f"{field.holder}.{field.name}"].width
        return op.number(-(1 << (width - 1)))

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
                    values.append(self.unit.text(v) if isinstance(v, str) else int(v))  # type: ignore[arg-type]
        is_whole = all(n == 1 for n in parts)
        if not is_whole:
            return Rational(self._entry(e, index, values, missing), self._entry(e, index, parts, 1))
        result = self._entry(e, index, values, missing)
        return op.lt(op.ZERO, result) if e.type.base == "bool" and not e.type.is_optional else result

    def _entry(self, e: model.Attribute, index: "tuple[int, ...]", values: list[int], missing: int) -> Expr:
        """What a table says of a kind and an index."""
        table = self.unit.constant(f"column.{e.name}", tuple(values) or (missing,))

        def found(kind: Expr) -> Expr:
            if e.index is None:
                return self.lookup(table, kind)
            rank = self.column_rank(e, index)
            entry = op.add(op.mul(kind, op.number(len(index))), op.max_(rank, op.ZERO))
            return op.select(op.lt(rank, op.ZERO), op.number(missing), self.lookup(table, entry))

        kind = self.scalar(e.kind)
        is_optional = self.may_be_none(e.kind) or self.is_changing
        return self.or_else(kind, is_optional, op.number(missing), found)

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
            if self.sure is not None and isinstance(bound, ir.Var) and kind.base == "piece":
                self.sure.add(bound.name)
        for slot, kind, bound in made:
            self.env[slot], self.types[slot] = bound, kind
        for slot, _, e in bindings:
            if isinstance(e, model.Local) and e.slot in self.kinds_known:
                self.kinds_known[slot] = self.kinds_known[e.slot]

    def assign(self, bound: "ir.Var | tuple[ir.Var, ir.Var]", kind: Type, e: model.Expr) -> None:
        """Puts the value of an expression into variables."""
        if isinstance(bound, ir.Var) and bound.type.name == "list":
            self.b.clear(bound)
            source = self.as_list(e)
            with self._each_kept(source, "e") as x:
                self.b.emit(ir.Push(bound, x))
        elif isinstance(bound, ir.Var) and bound.type.name == "bits":
            self.b.assign(bound, self.as_bits(e))
        else:
            self._put(bound, e, kind)

    def applied(self, e: model.Apply) -> Value:
        definition = self.game.definitions[e.definition]
        sizes = [self.plan.kept_type(k, slot).name for _, slot, k in definition.parameters if k.base == "set"]
        is_whole = self.is_whole(e) and all(map(self.is_whole, e.arguments))
        if not is_whole or "list" in sizes or self.is_asked_once(e):
            with self.inlined(e) as body:
                return self.kept(self.value(body))
        name = self.definition(definition)
        arguments = [
            self.as_bits(a) if kind.base == "set" else self.typed(a, kind)
            for (_, _, kind), a in zip(definition.parameters, e.arguments, strict=True)
        ]
        given = [a for a in arguments if not isinstance(a, Rational)]
        result = self.unit.functions[name].result
        return self.b.materialize(
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
            with scope.sharing():
                value = scope.typed(definition.body, kind)
            assert not isinstance(value, Rational)
            builder.ret(value)
            self.unit.functions[name] = builder.function()
        return name

    # ---- what later classes of the chain give

    def builtin(self, e: model.Builtin) -> Value:
        raise NotImplementedError
