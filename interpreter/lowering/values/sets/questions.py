"""What is asked of sets, whatever form they have: loops, membership, counting, the first and the last; and how a form answers by
default, through its bits or through a loop over it.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from gdl.core import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.function import Function, SetPlan
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Enough, as_number
from interpreter.shared.numbering import NO_NUMBER

# ---- what every form of a set can do


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


class LoopForm(SetForm, Protocol):
    """A set whose elements are found in a loop: as bits they are gathered there."""

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, self.loop(f, "e", False))

    def is_by_bits(self, f: Function) -> bool:
        return False


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


# ---- what is asked


def each(f: Function, e: model.Expr, name: str = "e", ordered: bool = True) -> AbstractContextManager[Expr]:
    """For every element; in the language's order where `ordered`. Leave the loop by `b.break_`."""
    return f.set(e).loop(f, name, ordered)


@contextmanager
def each_there(f: Function, e: model.Expr, name: str, ordered: bool = True) -> Iterator[Expr]:
    """The elements but for none."""
    may_hold_none = f.facts.size_of_set(e) is None
    with each(f, e, name, ordered) as x, f.b.if_(op.is_some(x) if may_hold_none else op.TRUE):
        yield x


def bits(f: Function, e: model.Expr) -> Expr:
    """The set as bits, without none; its elements' type has a known number of values."""
    size = f.facts.domains.size(element_of(e))
    if size is None or f.facts.size_of_set(e) is not None:
        return f.set(e).bits(f)
    found = f.b.variable("set", op.empty_set(size))
    with each(f, e, ordered=False) as x, f.b.if_(op.is_some(x)):
        f.b.assign(found, op.union(Get(found), op.singleton(x, size)))
    return Get(found)


def bits_of_size(f: Function, e: model.Expr, size: int) -> Expr:
    """A set as bits of a given size; that of nothing has no type of its own."""
    return op.empty_set(size) if isinstance(e, model.Const) and e.value == () else bits(f, e)


def contains(f: Function, e: model.Expr, x: Expr) -> Expr:
    """Whether a value is an element."""
    return f.set(e).contains(f, as_number(x))


def as_list(f: Function, e: model.Expr) -> ir.Var:
    """The elements in a new list, in the language's order."""
    return listed(f, f.set(e))


def append(f: Function, e: model.Expr, made: ir.Var) -> None:
    """Adds the elements to a list."""
    f.set(e).append_to(f, made)


def as_kept(f: Function, e: model.Expr, kept: ir.Type) -> Expr | ir.Var:
    """The set as a variable of a type holds it: bits, or a list."""
    return f.b.materialize(bits_for_name(f, e)) if kept.name == "bits" else as_list(f, e)


def bits_for_name(f: Function, e: model.Expr) -> Expr:
    """The set as a name holds it: as bits, which have no room for none."""
    if f.facts.size_of_set(e) is None:
        raise NotLowered("a name for a set with none in it")
    return bits(f, e)


def assign_set(f: Function, var: ir.Var, source: Expr | ir.Var) -> None:
    """Puts such a set into a variable."""
    if isinstance(source, ir.Var):
        f.b.clear(var)
        with over_variable(f, source) as x:
            f.b.push(var, x)
    else:
        f.b.assign(var, source)


def nonempty(f: Function, e: model.Expr) -> Expr:
    match e:
        case model.Const():
            return op.truth(e.value not in ((), None))
    return f.set(e).nonempty(f)


def count(f: Function, e: model.Expr, most: int | None = None) -> Expr:
    """How many elements there are; what is more than `most` may stay uncounted."""
    match e:
        case model.Const(value=tuple(values)):
            return op.number(len(values))
        case model.Const():
            return op.number(int(e.value is not None))
        case model.Local():
            var = f.variable(e.slot)
            if var.type.name == "list":
                return op.length(Get(var))
    if most == 1:
        return op.zext(nonempty(f, e))
    plan = f.set(e)
    kept = plan.kept_count(f)
    if kept is not None:
        return kept
    if plan.is_by_bits(f):
        if most is None:
            return op.count(plan.bits(f))
        return op.count(plan.bits_until(f, Enough(least=most)))
    return _counted(f, plan, most)


def _counted(f: Function, plan: SetPlan, most: int | None) -> Expr:
    b = f.b
    counted, loops = b.variable("n", op.ZERO), b.loops
    with plan.loop(f, "e", False):
        b.assign(counted, op.add(Get(counted), op.ONE))
        if most is not None:
            with b.if_(op.eq(Get(counted), op.number(most))):
                b.break_(loops)
    return Get(counted)


def first(f: Function, e: model.Expr) -> Expr:
    """The first element, none of an empty set."""
    plan, b = f.set(e), f.b
    if plan.is_by_bits(f) and f.facts.is_canonical(e):
        return op.lowest(plan.bits(f))
    found, loops = b.variable("first", _none(e)), b.loops
    with plan.loop(f, "e", True) as x:
        b.assign(found, as_number(x))
        b.break_(loops)
    return Get(found)


def last(f: Function, e: model.Expr) -> Expr:
    """The last element, none of an empty set."""
    plan = f.set(e)
    if plan.is_by_bits(f) and f.facts.is_canonical(e):
        return op.highest(plan.bits(f))
    found = f.b.variable("last", _none(e))
    with plan.loop(f, "e", True) as x:
        f.b.assign(found, as_number(x))
    return Get(found)


def nth(f: Function, e: model.Expr, number: Expr) -> Expr:
    """The element with a number from 1; none where the set has no such element."""
    plan, b = f.set(e), f.b
    if plan.is_by_bits(f) and f.facts.is_canonical(e):
        members = b.materialize(plan.bits(f))
        found = b.variable("nth", _none(e))
        with b.if_(op.and_(op.le(op.ONE, number), op.le(number, op.count(members)))):
            b.assign(found, op.nth(members, op.sub(number, op.ONE)))
        return Get(found)
    found, counted, loops = b.variable("nth", _none(e)), b.variable("n", op.ZERO), b.loops
    with plan.loop(f, "e", True) as x:
        b.assign(counted, op.add(Get(counted), op.ONE))
        with b.if_(op.eq(Get(counted), number)):
            b.assign(found, as_number(x))
            b.break_(loops)
    return Get(found)


def index(f: Function, e: model.Expr, element: Expr) -> Expr:
    """The number of an element, from 1; none of what is not in the set, and of none."""
    plan, b = f.set(e), f.b
    found, counted, loops = b.variable("index", op.number(NO_NUMBER)), b.variable("n", op.ZERO), b.loops
    with b.if_(op.ne(element, _none(e))), plan.loop(f, "e", True) as x:
        b.assign(counted, op.add(Get(counted), op.ONE))
        with b.if_(op.eq(as_number(x), element)):
            b.assign(found, Get(counted))
            b.break_(loops)
    return Get(found)


def _none(e: model.Expr) -> Expr:
    """What stands for none among the elements of a set."""
    return op.number(none_of(element_of(e)))
