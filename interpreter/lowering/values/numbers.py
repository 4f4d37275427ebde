"""Numbers in machine code: whole ones, and pairs of whole ones for those that may have a fraction."""

from fractions import Fraction

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, Const, Expr, op
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational, Value
from interpreter.shared.numbering import NO_NUMBER

FAR = -(1 << 40)  # stands for a number that equals no whole one


def rational(value: Value) -> Rational:
    return value if isinstance(value, Rational) else Rational(value, op.ONE)


def known(value: Fraction) -> Value:
    """A known number."""
    if value.denominator == 1:
        return op.number(value.numerator)
    return Rational(op.number(value.numerator), op.number(value.denominator))


def materialize(f: Function, value: Value) -> Value:
    """The value, evaluated now and only once."""
    if isinstance(value, Rational):
        return Rational(f.b.materialize(value.top), f.b.materialize(value.bottom))
    return f.b.materialize(value)


def lowest_terms(f: Function, top: Expr, bottom: Expr) -> Rational:
    """A fraction in lowest terms, its denominator above 0; 0 if the denominator is 0."""
    b = f.b
    if isinstance(top, Const) and isinstance(bottom, Const):
        value = Fraction(top.value, bottom.value) if bottom.value else Fraction(0)
        return Rational(op.number(value.numerator), op.number(value.denominator))
    top, bottom = b.materialize(top), b.materialize(bottom)
    g = b.materialize(op.max_(op.ONE, ir.Call("gcd", (op.abs_(top), op.abs_(bottom)), INT)))
    sign = op.select(op.lt(bottom, op.ZERO), op.number(-1), op.ONE)
    is_zero = op.eq(bottom, op.ZERO)
    return Rational(
        b.materialize(op.select(is_zero, op.ZERO, op.mul(sign, op.div(top, g)))),
        b.materialize(op.select(is_zero, op.ONE, op.div(op.abs_(bottom), g))),
    )


def exact(f: Function, e: model.Expr) -> Expr:
    """A number that is compared with whole ones: far from them all if it is a fraction."""
    value = f.value(e)
    if not isinstance(value, Rational):
        return value
    return op.select(op.eq(value.bottom, op.ONE), value.top, op.number(FAR))


def truncated(f: Function, e: model.Expr) -> Expr:
    """A number without its fraction, towards 0."""
    value = f.value(e)
    if not isinstance(value, Rational):
        return value
    value = rational(materialize(f, value))
    down = f.b.materialize(op.div(op.abs_(value.top), value.bottom))
    return op.select(op.lt(value.top, op.ZERO), op.sub(op.ZERO, down), down)


def operand(f: Function, e: model.Expr) -> Value:
    """A number as an operand of arithmetic: none is 0."""
    value = f.value(e)
    if isinstance(value, Rational) or not f.may_be_none(e):
        return value
    if isinstance(value, Const):
        return op.ZERO if value.value == NO_NUMBER else value
    value = f.b.materialize(value)
    return op.select(op.eq(value, op.number(NO_NUMBER)), op.ZERO, value)
