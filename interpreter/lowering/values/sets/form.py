"""What every form of a set can do, by default through its bits or through a loop over it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from gdl.core import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, SetPlan
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Enough, as_number


class SetForm(Protocol):
    """A set plan whose operations follow from `bits`, or from a list; a form says itself what it does better.

    Bits are gathered in a loop unless a form says better; a loop goes over the bits, if there are any and no order
    matters, else over a list.
    """

    e: model.Expr

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, over_list(f, self))

    def bits_until(self, f: Function, enough: Enough) -> Expr:
        return self.bits(f)

    def grows(self, f: Function) -> bool:
        return False

    def loop(self, f: Function, name: str, ordered: bool) -> AbstractContextManager[Expr]:
        return over_elements(f, self, name, ordered and not f.facts.is_canonical(self.e))

    def contains(self, f: Function, x: Expr) -> Expr:
        y = f.b.materialize(x)
        size = f.facts.size_of_set(self.e)
        if size is not None:
            return op.contains(self.bits_until(f, Enough(op.singleton(y, size))), y)
        return found_in_loop(f, self, y)

    def append_to(self, f: Function, made: ir.Var) -> None:
        with self.loop(f, "e", True) as x:
            f.b.push(made, as_number(x))

    def is_by_bits(self, f: Function) -> bool:
        return f.facts.size_of_set(self.e) is not None and self.e.type.base == "set"

    def kept_count(self, f: Function) -> Expr | None:
        return None

    def nth_of_kept(self, f: Function, number: Expr) -> Expr:
        raise NotLowered("no count is kept")

    def nonempty(self, f: Function) -> Expr:
        if self.is_by_bits(f):
            return op.nonempty(self.bits_until(f, Enough()))
        b = f.b
        found, loops = b.variable("some", op.FALSE), b.loops
        with self.loop(f, "e", False):
            b.assign(found, op.TRUE)
            b.break_(loops)
        return Get(found)


# ---- what forms share


def over_elements(f: Function, form: SetPlan, name: str, ordered: bool) -> AbstractContextManager[Expr]:
    """A loop over the bits of a set, or over its list: where it has no bits, or where `ordered` asks for an order that
    is not theirs."""
    is_by_list = ordered or f.facts.size_of_set(form.e) is None
    return over_list(f, form, name) if is_by_list else over_bits(f, form, name)


@contextmanager
def over_bits(f: Function, form: SetPlan, name: str = "e") -> Iterator[Expr]:
    with f.b.each_bit(name, form.bits(f)) as x:
        yield x


@contextmanager
def over_list(f: Function, form: SetPlan, name: str = "e") -> Iterator[Expr]:
    with over_variable(f, listed(f, form), name) as x:
        yield x


@contextmanager
def over_variable(f: Function, var: ir.Var, name: str = "e") -> Iterator[Expr]:
    """A loop over a set in a variable."""
    b = f.b
    if var.type.name == "list":
        with b.for_range("i", op.ZERO, op.length(Get(var))) as i:
            yield b.materialize(op.item(Get(var), i), name)
    else:
        with b.each_bit(name, Get(var)) as x:
            yield x


def listed(f: Function, form: SetPlan) -> ir.Var:
    """The elements in a new list, in the language's order."""
    domains, element = f.facts.domains, element_of(form.e)
    size = domains.size(element)
    kept = ir.list_(size + 1) if size is not None else domains.set_type(element)
    made = f.b.fresh("listed", kept)
    f.b.clear(made)
    form.append_to(f, made)
    return made


def gathered(f: Function, e: model.Expr, loop: AbstractContextManager[Expr]) -> Expr:
    """The elements of a loop as bits."""
    size = size_of(f, e)
    found = f.b.variable("set", op.empty_set(size))
    with loop as x:
        f.b.assign(found, op.union(Get(found), op.singleton(as_number(x), size)))
    return Get(found)


def found_in_loop(f: Function, form: SetPlan, x: Expr) -> Expr:
    """Whether a loop over a set meets a value."""
    b = f.b
    hit, loops = b.variable("found", op.FALSE), b.loops
    with form.loop(f, "e", False) as member, b.if_(op.eq(as_number(member), x)):
        b.assign(hit, op.TRUE)
        b.break_(loops)
    return Get(hit)


def size_of(f: Function, e: model.Expr) -> int:
    """How many values the elements of a set may have, where the set is bits."""
    size = f.facts.size_of_set(e)
    if size is None:
        raise NotLowered("a set as bits")
    return size


def append_bits(f: Function, bits: Expr, made: ir.Var) -> None:
    with f.b.each_bit("e", bits) as x:
        f.b.push(made, x)


# ---- sets that are being gathered


def nothing_yet(f: Function, e: model.Expr) -> ir.Var:
    """A variable for elements like those of a set, without any."""
    kept = f.facts.domains.set_type(element_of(e))
    if kept.name == "list":
        return f.b.new_list("seen", kept.size)
    return f.b.variable("seen", op.empty_set(kept.size))


def is_among(f: Function, var: ir.Var, x: Expr) -> Expr:
    """Whether a value is in a variable that gathers elements."""
    b = f.b
    if var.type.name == "bits":
        return op.contains(Get(var), as_number(x))
    found = b.variable("found", op.FALSE)
    with (
        b.for_range("i", op.ZERO, op.length(Get(var))) as i,
        b.if_(op.eq(op.item(Get(var), i), as_number(x))),
    ):
        b.assign(found, op.TRUE)
        b.break_loop()
    return Get(found)


def add_to(f: Function, var: ir.Var, x: Expr) -> None:
    if var.type.name == "bits":
        f.b.assign(var, op.union(Get(var), op.singleton(as_number(x), var.type.size)))
    else:
        f.b.push(var, as_number(x))


def append_new(f: Function, made: ir.Var, x: Expr) -> None:
    """Adds an element to a list that does not hold it yet."""
    x = f.b.materialize(as_number(x))
    with f.b.if_(op.not_(is_among(f, made, x))):
        f.b.push(made, x)
