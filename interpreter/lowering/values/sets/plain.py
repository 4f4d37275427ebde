"""Sets that are at hand: known ones, single values, and names."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import Type
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.terms import as_number, counted_once
from interpreter.lowering.values.sets.form import SetForm, gathered, over_variable


def known(e: model.Expr, scope: Scope) -> SetPlan | None:
    return Known(e) if isinstance(e, model.Const) else None


def single_value(e: model.Expr, scope: Scope) -> SetPlan | None:
    return SingleValue(e) if e.type.base != "set" else None


def in_name(e: model.Expr, scope: Scope) -> SetPlan | None:
    return InName(e) if isinstance(e, model.Local) else None


@dataclass(frozen=True, slots=True)
class Known(SetForm):
    """A set that is known before the game begins; a value that is no set is a set of itself."""

    e: model.Const

    @property
    def values(self) -> tuple[model.Value, ...]:
        value = self.e.value
        return value if isinstance(value, tuple) else () if value is None else (value,)

    def codes(self, f: Function) -> list[int]:
        """The elements as machine code has them, in order."""
        element = element_of(self.e)
        codes = [f.constant(v, element) for v in self.values]
        return [c.value for c in codes if isinstance(c, Const)]

    def bits(self, f: Function) -> Expr:
        size = f.facts.size_of_set(self.e)
        if size is None and not self.values:
            return op.empty_set(1)
        assert size is not None
        return op.members(self.codes(f), size)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        b, numbers = f.b, self.codes(f)
        size = f.facts.domains.size(element_of(self.e))
        if is_run(numbers):
            low = numbers[0] if numbers else 0
            with b.for_range(name, op.number(low), op.number(low + len(numbers))) as x:
                yield x
        elif size is not None and min(numbers) >= 0 and (not ordered or numbers == sorted(numbers)):
            with b.each_bit(name, op.members(numbers, size)) as x:
                yield x
        else:
            with b.for_range("i", op.ZERO, op.number(len(numbers))) as i:
                yield b.materialize(f.table("listed", tuple(numbers), i))

    def contains(self, f: Function, x: Expr) -> Expr:
        codes = self.codes(f)
        size = f.facts.domains.size(element_of(self.e))
        if size is not None and None not in self.values:
            return op.contains(op.members(codes, size), x)
        if codes and is_run(codes):
            return op.and_(op.le(op.number(codes[0]), x), op.le(x, op.number(codes[-1])))
        found: Expr = op.FALSE
        for code in codes:
            found = op.or_(found, op.eq(x, op.number(code)))
        return found


def is_run(numbers: list[int]) -> bool:
    """Whether numbers follow each other."""
    return not numbers or numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def known_codes(f: Function, e: model.Expr) -> list[int] | None:
    """The elements of a known set as machine code has them, in order."""
    if isinstance(e, model.Const) and isinstance(e.value, tuple) and element_of(e).base != "none":
        return Known(e).codes(f)
    return None


@dataclass(frozen=True, slots=True)
class SingleValue(SetForm):
    """A value that is no set: a set of itself, empty if it is none."""

    e: model.Expr

    @property
    def _kind(self) -> Type:
        return self.e.type if self.e.type.base != "piece" else self.e.type.or_none

    def bits(self, f: Function) -> Expr:
        size = f.facts.size_of_set(self.e)
        assert size is not None
        return op.singleton(as_number(f.scalar(self.e)), size)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        x = f.materialized(self.e)
        with counted_once(f.b, f.exists(x, self._kind)):
            yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        y = as_number(f.scalar(self.e))
        return op.and_(op.eq(x, y), f.exists(y, self.e.type.or_none))


@dataclass(frozen=True, slots=True)
class InName(SetForm):
    """A name that holds a set, as bits or as a list."""

    e: model.Local

    def bits(self, f: Function) -> Expr:
        var = f.variable(self.e.slot)
        return Get(var) if var.type.name == "bits" else gathered(f, self.e, self.loop(f, "e", False))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        with over_variable(f, f.variable(self.e.slot), name) as x:
            yield x
