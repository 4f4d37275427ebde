"""Values while code is written: expressions of the program, pairs of them for numbers that may not be whole, long sets."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
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


@dataclass(frozen=True, slots=True)
class Words:
    """A set as an array of so many words, in a cell of a block."""

    block: Expr
    cell: str
    count: int

    def at(self, number: Expr) -> Expr:
        """The set that a word is."""
        return ir.Load(self.block, self.cell, number, ir.bits(64))

    @contextmanager
    def each(self, b: Builder) -> Iterator[Expr]:
        """The members. Words without any are passed over all at once, as a few of many are in use."""
        empty = ir.CompareAll(self.block, self.cell, op.ZERO, ir.bits(self.count))
        filled = b.materialize(op.complement(empty))
        with b.each_bit("w", filled) as w, b.each_bit("bit", self.at(w)) as bit:
            yield b.materialize(op.add(op.mul(w, op.number(64)), bit))


@dataclass(frozen=True, slots=True)
class Enough:
    """How much of a set must be found: so many elements at least, of those that are `within`; None: of all."""

    within: Expr | None = None
    least: int = 1

    def of(self, found: Expr) -> Expr:
        """Whether this part of the set is enough."""
        if isinstance(self.within, ir.Op) and self.within.name == "singleton" and self.least == 1:
            return op.contains(found, self.within.operands[0])
        part = found if self.within is None else op.intersection(found, self.within)
        return op.nonempty(part) if self.least == 1 else op.le(op.number(self.least), op.count(part))

    def among(self, fitting: Expr) -> "Enough":
        """The same of what is left of the set when only these elements count."""
        within = fitting if self.within is None else op.intersection(fitting, self.within)
        return Enough(within, self.least)


def as_number(x: Expr) -> Expr:
    """A truth as a number, as sets and cells hold it."""
    return op.zext(x) if x.type == BOOL else x


def as_typed(x: Expr, kind: Type) -> Expr:
    """What a set, a cell or a list holds, as a value of its type."""
    return op.lt(op.ZERO, x) if kind.base == "bool" and not kind.is_optional else x


@contextmanager
def counted_once(b: Builder, condition: Expr) -> Iterator[None]:
    """A loop of one round, or of none where the condition is false: so that it can be left like any loop."""
    with b.for_range("i", op.ZERO, op.zext(condition)):
        yield
