"""Values while code is written: expressions of the program, and pairs of them for numbers that may not be whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from interpreter import ir
from interpreter.ir import BOOL, Expr, op
from interpreter.ir.builder import Builder


@dataclass(frozen=True, slots=True)
class Rational:
    """A number that may not be whole: in lowest terms, the denominator above 0."""

    top: Expr
    bottom: Expr


Value: TypeAlias = Expr | Rational
Variable: TypeAlias = ir.Var | tuple[ir.Var, ir.Var]  # a pair holds a number that may not be whole


def as_number(x: Expr) -> Expr:
    """A truth as a number, as sets and cells hold it."""
    return op.zext(x) if x.type == BOOL else x


@contextmanager
def counted_once(b: Builder, condition: Expr) -> Iterator[None]:
    """A loop of one round, or of none where the condition is false: so that it can be left like any loop."""
    with b.for_range("i", op.ZERO, op.zext(condition)):
        yield
