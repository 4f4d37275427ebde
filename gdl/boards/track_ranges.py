"""Runs in the tracks of a graph: `p24..p1` is p24, p23 and so on to p1, `a1..f1` is a1, b1 and so on to f1.

The sites of a run are drawn at equal distances: `p1..p6 at 1..6, 2`.
"""

import re
from fractions import Fraction

from gdl.limits import MAX_SITES


def names(first: str, last: str) -> tuple[str, ...] | None:
    """The names from one to another, both included: the number counts, or the one letter before it; None for no run."""
    a, b = (re.fullmatch(r"([A-Za-z_]*?)(\d{1,4})", name) for name in (first, last))
    if a is None or b is None or not a[1] or not b[1]:
        return None
    if a[1] == b[1]:
        numbers = _between(int(a[2]), int(b[2]))
        return (
            tuple(f"{a[1]}{n}" for n in numbers)
            if _fits(numbers) and _is_plain(a[2]) and _is_plain(b[2])
            else None
        )
    if a[2] == b[2] and len(a[1]) == len(b[1]) == 1 and a[1].islower() == b[1].islower():
        return tuple(f"{chr(c)}{a[2]}" for c in _between(ord(a[1]), ord(b[1])))
    return None


def places(first: int | Fraction, last: int | Fraction, count: int) -> tuple[int | Fraction, ...]:
    """So many numbers at equal distances, from one to another."""
    return tuple(first + Fraction(i * (last - first)) / max(count - 1, 1) for i in range(count))


def _between(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


def _is_plain(digits: str) -> bool:
    return str(int(digits)) == digits


def _fits(numbers: range) -> bool:
    return len(numbers) <= MAX_SITES
