"""What is known before the game begins: the value of an expression that asks nothing of the state.

Also the arithmetic of the language, in one place for every stage that computes.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import assert_never

from gdl import builtins, model
from gdl.board import Board
from gdl.limits import MAX_RANGE
from gdl.model import Value
from gdl.visit import nodes
from gdl.words import Calculation, Comparison


class NotStatic(Exception):  # noqa: N818 - an answer, not an error
    """The expression depends on the state of play."""


def in_digits(value: Fraction | int) -> str:
    """A number as people read it: a fraction as a decimal where that ends soon, else as `1/3`."""
    places = next((k for k in range(9) if 10**k % value.denominator == 0), 0)
    if not places:
        return str(value)
    digits = f"{abs(value.numerator) * 10**places // value.denominator:0{places + 1}d}"
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def whole(value: Fraction | int) -> Fraction | int:
    """The same number, as an int where it is whole."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def arithmetic(operator: Calculation, a: Value, b: Value) -> Value:
    """`none` counts as 0; what is divided by 0 is 0; `div` and `mod` round towards the lower number."""
    x: Fraction | int = a if isinstance(a, int | Fraction) else 0
    y: Fraction | int = b if isinstance(b, int | Fraction) else 0
    match operator:
        case "+":
            return whole(x + y)
        case "-":
            return whole(x - y)
        case "*":
            return whole(x * y)
        case "..":
            return tuple(range(math.ceil(x), math.floor(y) + 1)) if y - x < MAX_RANGE else ()
        case _ if y == 0:
            return 0
        case "/":
            return whole(Fraction(x) / Fraction(y))
        case "div":
            return int(x // y)
        case "mod":
            return whole(x % y)
        case _:
            assert_never(operator)


def compare(operator: Comparison, a: Value, b: Value) -> bool:
    """Equality of values; an order of numbers, in which `none` has no place."""
    if operator == "=":
        if isinstance(a, tuple) and isinstance(b, tuple):
            return set(a) == set(b)
        return a == b
    if not isinstance(a, int | Fraction) or not isinstance(b, int | Fraction):
        return False
    match operator:
        case "<":
            return a < b
        case "<=":
            return a <= b
        case _:
            assert_never(operator)


def value(
    expr: model.Expr,
    board: Board | None,
    frame: Mapping[int, Value] | None = None,
    table: Callable[[model.Attribute, Value, Value], Value] | None = None,
) -> Value:
    """The value of a static expression. Raises NotStatic.

    `frame` gives local slots their values, `table` the attributes of kinds: of which, its kind, its index.
    """
    frame = frame or {}

    def of(e: model.Expr, frame: Mapping[int, Value]) -> Value:
        match e:
            case model.Const():
                return e.value
            case model.Local() if e.slot in frame:
                return frame[e.slot]
            case model.And():
                return bool(of(e.left, frame)) and bool(of(e.right, frame))
            case model.Or():
                return bool(of(e.left, frame)) or bool(of(e.right, frame))
            case model.Not():
                return not of(e.operand, frame)
            case model.Compare():
                return compare(e.operator, of(e.left, frame), of(e.right, frame))
            case model.Arithmetic():
                return arithmetic(e.operator, of(e.left, frame), of(e.right, frame))
            case model.If():
                return of(e.then, frame) if of(e.condition, frame) else of(e.otherwise, frame)
            case model.MakeSet():
                return elements((i, of(i, frame)) for i in e.items)
            case model.In():
                return of(e.element, frame) in _set(of(e.set, frame))
            case model.Comprehension():
                kept: list[Value] = []
                for item in _set(of(e.source, frame)):
                    inner = {**frame, e.slot: item}
                    if e.condition is None or of(e.condition, inner):
                        value = item if e.value is None else of(e.value, inner)
                        kept.extend(_set(value) if e.joins_sets else (value,))
                if e.is_bag:
                    return tuple(kept)
                return tuple(dict.fromkeys(v for v in kept if e.value is None or v is not None))
            case model.Quantified():
                tests = (bool(of(e.body, {**frame, e.slot: i})) for i in _set(of(e.source, frame)))
                return all(tests) if e.is_all else any(tests)
            case model.Attribute() if table is not None:
                return table(e, of(e.kind, frame), of(e.index, frame) if e.index is not None else None)
            case model.Builtin():
                pure = builtins.PURE.get(e.name)
                if pure is None or board is None or (e.name == "sites" and board.is_growing):
                    raise NotStatic
                computed: Value = pure(board, *(of(a, frame) for a in e.arguments))
                return computed
            case _:
                raise NotStatic

    return of(expr, frame)


def known(expr: model.Expr, board: Board | None) -> tuple[Value, bool] | None:
    """A static expression's value and whether it varies with an option; None when it is not static."""
    try:
        return value(expr, board), varies(expr)
    except NotStatic:
        return None


def varies(expr: object) -> bool:
    """Whether an option has a part in the expression."""
    return any(isinstance(node, model.Const) and node.varies for node in nodes(expr))


def elements(items: Iterable[tuple[model.Expr, Value]]) -> tuple[Value, ...]:
    """A set from what is written in it: what has no value is left out, unless it is written `none`."""
    return tuple(dict.fromkeys(v for e, v in items if v is not None or is_none(e)))


def is_none(e: model.Expr) -> bool:
    return isinstance(e, model.Const) and e.value is None


def _set(value: Value) -> tuple[Value, ...]:
    """The elements of a set; one value is a set of its own, none an empty one."""
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)
