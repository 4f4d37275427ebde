"""Arithmetic and the order of numbers. A number beyond `LARGEST` is an error of the rules, which the reference engine reports;
where bounds show that there can be none, nothing is tested.

A part of a fraction that is not yet in its lowest terms may be beyond it, too. Then the reference engine gives the result.
"""

from collections.abc import Callable, Mapping

from gdl.core import model
from gdl.limits import LARGEST
from gdl.tree.words import Calculation
from interpreter.ir import Const, Expr, op
from interpreter.lowering.facts.numbers import UNBOUNDED, bound_of
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational, Value
from interpreter.lowering.values import numbers
from interpreter.lowering.values.numbers import lowest_terms, rational

Operation = Callable[[Expr, Expr], Expr]

_OPERATIONS: Mapping[str, Operation] = {"+": op.add, "-": op.sub, "*": op.mul, "div": op.div, "mod": op.mod}


def arithmetic(f: Function, e: model.Arithmetic) -> Value:
    left, right = _operand(f, e.left), _operand(f, e.right)
    bound = 0 if f.scope.is_whole(e) else UNBOUNDED
    if e.operator in ("+", "-", "*") and not bound:
        bound = bound_of(e, f.game)
    return computed(f, e.operator, left, right, bound)


def _operand(f: Function, e: model.Expr) -> Value:
    return op.ZERO if e.type.base == "none" else numbers.operand(f, e)


def computed(f: Function, operator: Calculation, left: Value, right: Value, bound: int = UNBOUNDED) -> Value:
    """`bound`: no whole operand or result is larger than this, as far as is known."""
    operation = _OPERATIONS.get(operator)
    if operation is not None and not isinstance(left, Rational) and not isinstance(right, Rational):
        if operator in ("div", "mod") or bound <= LARGEST:
            return operation(left, right)
        return fitting(f, operation, left, right)
    x, y = rational(numbers.materialize(f, left)), rational(numbers.materialize(f, right))

    def product(p: Expr, q: Expr) -> Expr:
        return fitting(f, op.mul, p, q)

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
    def product(p: Expr, q: Expr) -> Expr:
        return fitting(f, op.mul, p, q)

    whole = op.div(product(x.top, y.bottom), product(x.bottom, y.top))
    part = product(f.b.materialize(whole), y.top)
    rest = lowest_terms(
        f,
        fitting(f, op.sub, product(x.top, y.bottom), product(part, x.bottom)),
        product(x.bottom, y.bottom),
    )
    return Rational(op.select(op.eq(y.top, op.ZERO), op.ZERO, rest.top), rest.bottom)


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
        p, q = rational(numbers.materialize(f, x)), rational(numbers.materialize(f, y))
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
