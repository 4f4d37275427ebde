"""Numbers in machine code: whole ones, and pairs of whole ones for those that may have a fraction."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from gdl.core import model
from gdl.limits import LARGEST
from gdl.tree.words import Calculation
from interpreter import ir
from interpreter.ir import INT, Const, Expr, op
from interpreter.lowering.facts.value_ranges import UNBOUNDED, bound_of
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


# ---- arithmetic and order
#
# A number beyond `LARGEST` is an error of the rules, which the reference engine reports; where bounds show that there can be none,
# nothing is tested. A part of a fraction that is not yet in its lowest terms may be beyond it, too. Then the reference engine
# gives the result.

Operation = Callable[[Expr, Expr], Expr]

_OPERATIONS: Mapping[str, Operation] = {"+": op.add, "-": op.sub, "*": op.mul, "div": op.div, "mod": op.mod}


def arithmetic(f: Function, e: model.Arithmetic) -> Value:
    left, right = _operand(f, e.left), _operand(f, e.right)
    bound = 0 if f.scope.is_whole(e) else UNBOUNDED
    if e.operator in ("+", "-", "*") and not bound:
        bound = bound_of(e, f.game)
    return computed(f, e.operator, left, right, bound)


def _operand(f: Function, e: model.Expr) -> Value:
    return op.ZERO if e.type.base == "none" else operand(f, e)


def computed(f: Function, operator: Calculation, left: Value, right: Value, bound: int = UNBOUNDED) -> Value:
    """`bound`: no whole operand or result is larger than this, as far as is known."""
    operation = _OPERATIONS.get(operator)
    if operation is not None and not isinstance(left, Rational) and not isinstance(right, Rational):
        if operator in ("div", "mod") or bound <= LARGEST:
            return operation(left, right)
        return fitting(f, operation, left, right)
    x, y = rational(materialize(f, left)), rational(materialize(f, right))
    product = partial(fitting, f, op.mul)
    match operator:
        case "+" | "-":
            add = op.add if operator == "+" else op.sub
            top = fitting(f, add, product(x.top, y.bottom), product(y.top, x.bottom))
            return lowest_terms(f, top, product(x.bottom, y.bottom))
        case "*":
            return lowest_terms(f, product(x.top, y.top), product(x.bottom, y.bottom))
        case "/":
            return lowest_terms(f, product(x.top, y.bottom), product(x.bottom, y.top))
        case "div":
            return op.div(product(x.top, y.bottom), product(x.bottom, y.top))
        case _:
            return _remainder(f, x, y)


def _remainder(f: Function, x: Rational, y: Rational) -> Rational:
    product = partial(fitting, f, op.mul)
    whole = op.div(product(x.top, y.bottom), product(x.bottom, y.top))
    part = product(f.b.materialize(whole), y.top)
    rest = fitting(f, op.sub, product(x.top, y.bottom), product(part, x.bottom))
    top = op.select(op.eq(y.top, op.ZERO), op.ZERO, rest)  # what is divided by 0 leaves 0
    return lowest_terms(f, top, product(x.bottom, y.bottom))


def fitting(f: Function, operation: Operation, x: Expr, y: Expr) -> Expr:
    """A sum, difference or product that may not fit."""
    if operation is op.mul:
        for one, other in ((x, y), (y, x)):
            if isinstance(one, Const) and one.value in (0, 1):
                return other if one.value else op.ZERO
    x, y = f.b.materialize(x), f.b.materialize(y)
    found = f.b.materialize(operation(x, y))
    beyond = op.or_(op.lt(op.number(LARGEST), found), op.lt(found, op.number(-LARGEST)))
    if operation is op.mul:  # sums of two numbers within the limit fit into 64 bits
        beyond = op.or_(op.mul_overflows(x, y), beyond)
    with f.b.if_(beyond):
        f.fail("too-large", None)
    return found


def less(f: Function, x: Value, y: Value, or_equal: bool = False) -> Expr:
    """Whether a number that is not none is less than another, or not greater."""
    compare = op.le if or_equal else op.lt
    if isinstance(x, Rational) or isinstance(y, Rational):
        p, q = rational(materialize(f, x)), rational(materialize(f, y))
        return compare(fitting(f, op.mul, p.top, q.bottom), fitting(f, op.mul, q.top, p.bottom))
    return compare(x, y)


def same(x: Rational, y: Rational) -> Expr:
    return op.and_(op.eq(x.top, y.top), op.eq(x.bottom, y.bottom))


def extreme(f: Function, x: Rational, y: Rational, is_least: bool = False) -> Rational:
    """The larger of two numbers, or the smaller one."""
    is_less = f.b.materialize(less(f, y, x))
    first, second = (y, x) if is_least else (x, y)
    return Rational(
        f.b.materialize(op.select(is_less, first.top, second.top)),
        f.b.materialize(op.select(is_less, first.bottom, second.bottom)),
    )
