"""Fields in memory: what a cell holds for a value, and values that do not fit."""

from gdl.core import model
from gdl.source import Span
from interpreter.ir import Const, Expr, op
from interpreter.lowering.facts.domains import none_of
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.shared.numbering import NO_NUMBER


def read(f: Function, field: model.Field, index: Expr) -> Expr:
    """The value of a field."""
    raw = f.load(field_cell(field), index)
    if field.type.base == "bool" and not field.type.is_optional:
        return op.ne(raw, op.ZERO)
    if field.type.base == "number" and field.type.is_optional:
        raw = f.b.materialize(raw)
        return op.select(op.eq(raw, _none_in_cell(f, field)), op.number(NO_NUMBER), raw)
    return raw


def _none_in_cell(f: Function, field: model.Field) -> Const:
    """What stands in a cell for `none` among numbers: the least that it can hold."""
    return op.number(-(1 << (f.facts.state.cells[field_cell(field)].width - 1)))


def in_cell(f: Function, field: model.Field, value: Expr) -> Expr:
    """A value as its cell holds it."""
    if field.type.base == "number" and field.type.is_optional:
        value = f.b.materialize(value)
        return op.select(op.eq(value, op.number(NO_NUMBER)), _none_in_cell(f, field), value)
    return as_number(value)


def reset(f: Function, field: model.Field, index: Expr) -> None:
    """Gives a field its default."""
    put(f, field, in_cell(f, field, f.constant(field.default, field.type)), index)


def put(f: Function, field: model.Field, held: Expr, index: Expr) -> None:
    """Gives a field's cell what it is to hold."""
    f.store(field_cell(field), held, index)


def whole_only(f: Function, value: Rational, span: Span) -> Expr:
    """A number for a field, which holds whole ones."""
    with f.b.if_(op.ne(value.bottom, op.ONE)):
        f.fail("field-overflow", span)
    return value.top


def write(f: Function, field: model.Field, index: Expr, value: Value, span: Span, may_be_none: bool) -> None:
    """Gives a field a value, which may be out of its range."""
    if isinstance(value, Rational):
        value = whole_only(f, value, span)
    value = f.b.materialize(as_number(value))
    if field.bounds is not None:
        low, high = field.bounds
        outside = op.or_(op.lt(value, op.number(low)), op.lt(op.number(high), value))
        if may_be_none:
            outside = op.and_(outside, op.ne(value, op.number(NO_NUMBER)))
        with f.b.if_(outside):
            f.fail("field-overflow", span)
    if may_be_none and not field.type.is_optional and field.type.base != "bool":
        with f.b.if_(op.eq(value, op.number(none_of(field.type)))):
            f.fail("no-value", span)
    put(f, field, in_cell(f, field, value), index)
