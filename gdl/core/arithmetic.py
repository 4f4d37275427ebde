"""The language's arithmetic: what its operators give, and how numbers are written.

Numbers are exact: whole ones are ints, others Fractions. No number, and no part of a fraction, is beyond `LARGEST`. `none`
counts as 0 where something is computed, and has no place in the order of numbers.
"""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import assert_never

from gdl.core.nodes import Value
from gdl.limits import LARGEST, MAX_RANGE
from gdl.tree.words import Calculation, Comparison

Number = int | Fraction
_NUMBERS = int, Fraction
_WRITTEN = re.compile(r"\s*[+-]?\d{1,40}(\.\d{1,40})?(/\d{1,40})?\s*", re.ASCII)


def read_number(text: str) -> Number | None:
    """The number that a text from outside is, such as `-3`, `2.5` or `1/3`; None where it is none.

    Not all that a Fraction takes: `1e999999999` would be a number of as many digits.
    """
    if _WRITTEN.fullmatch(text) is None:
        return None
    try:
        return whole(Fraction(text))
    except (ValueError, ZeroDivisionError):  # a decimal number over another one
        return None


def whole(value: Number) -> Number:
    """The same number, as an int where it is whole."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def is_too_large(value: Number) -> bool:
    """Whether a number is beyond what the language holds."""
    if isinstance(value, int):
        return not -LARGEST <= value <= LARGEST
    return max(map(abs, value.as_integer_ratio())) > LARGEST


def in_digits(value: Number) -> str:
    """A number as people read it: a fraction as a decimal where that ends soon, else as `1/3`."""
    places = next((k for k in range(9) if 10**k % value.denominator == 0), 0)
    if not places:
        return str(value)
    digits = f"{abs(value.numerator) * 10**places // value.denominator:0{places + 1}d}"
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def plain_value(value: object) -> str:
    """A number, a truth or a word as people write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return in_digits(value) if isinstance(value, Fraction) else str(value)


def calculate(operator: Calculation, a: Value, b: Value) -> Value:
    """`none` counts as 0; what is divided by 0 is 0; `div` and `mod` round towards the lower number."""
    x: Number = a if isinstance(a, _NUMBERS) else 0
    y: Number = b if isinstance(b, _NUMBERS) else 0
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


def is_equal(a: Value, b: Value) -> bool:
    """Equality of values; of sets, whatever their order."""
    return a == b or (isinstance(a, tuple) and isinstance(b, tuple) and set(a) == set(b))


def _is_less(a: Value, b: Value) -> bool:
    return isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS) and a < b


def _is_at_most(a: Value, b: Value) -> bool:
    return isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS) and a <= b


def comparison(operator: Comparison) -> Callable[[Value, Value], bool]:
    """What a comparison asks of two values: what is no number is neither less nor more."""
    match operator:
        case "=":
            return is_equal
        case "<":
            return _is_less
        case "<=":
            return _is_at_most
        case _:
            assert_never(operator)


def compare(operator: Comparison, a: Value, b: Value) -> bool:
    return comparison(operator)(a, b)
