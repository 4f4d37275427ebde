"""Values put into variables: as the type of a name wants them."""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.core.types import Type
from interpreter import ir
from interpreter.ir import BOOL, op
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational, Value, Variable, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.form import over_variable


def typed(f: Function, e: model.Expr, kind: Type) -> Value:
    """A value that is no set, as it is kept where this type is wanted."""
    if e.type.base == "none" or (isinstance(e, model.Const) and e.value is None):
        return f.constant(None, kind)
    value = f.value(e)
    if isinstance(value, Rational):
        return value
    if kind.base == "bool":
        if kind.is_optional:
            return as_number(value)
        return value if value.type == BOOL else op.lt(op.ZERO, value)
    return value


def assign(f: Function, bound: Variable, kind: Type, e: model.Expr) -> None:
    """Puts the value of an expression into a variable, which is empty if it is a list."""
    if isinstance(bound, tuple):
        pair = numbers.rational(typed(f, e, kind))
        f.b.assign(bound[0], pair.top)
        f.b.assign(bound[1], pair.bottom)
    elif bound.type.name == "list":
        f.b.clear(bound)
        with over_variable(f, questions.as_list(f, e)) as x:
            f.b.push(bound, x)
    elif bound.type.name == "bits":
        f.b.assign(bound, questions.bits(f, e))
    else:
        value = typed(f, e, kind)
        assert not isinstance(value, Rational)
        f.b.assign(bound, value)


def bind_all(f: Function, bindings: list[tuple[int, Type, model.Expr]]) -> None:
    """Evaluates all, then binds all to variables of their own."""
    scope, made = f.scope, []
    for slot, kind, e in bindings:
        is_whole = scope.is_whole(e) if kind.base == "number" else True
        bound = f.variable_for(kind, f"x{slot}", is_whole, slot)
        assign(f, bound, kind, e)
        made.append((slot, kind, bound))
        if scope.certain is not None and isinstance(bound, ir.Var) and kind.base == "piece":
            scope.certain.add(bound.name)
    for slot, kind, bound in made:
        f.point(slot, kind, bound)
    for slot, _, e in bindings:
        if isinstance(e, model.Local) and e.slot in scope.kinds:
            scope.kinds[slot] = scope.kinds[e.slot]


def value_of(bound: Variable) -> Value:
    """What a variable holds."""
    return Rational(ir.Get(bound[0]), ir.Get(bound[1])) if isinstance(bound, tuple) else ir.Get(bound)


@contextmanager
def inlined(f: Function, e: model.Apply) -> Iterator[tuple[Function, model.Expr]]:
    """A definition's body, with its parameters bound."""
    definition, g = f.game.definitions[e.definition], f.inner()
    bind_all(
        g,
        [(slot, kind, a) for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True)],
    )
    yield g, definition.body
