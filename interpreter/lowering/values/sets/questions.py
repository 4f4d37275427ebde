"""What is asked of sets, whatever form they have: loops, membership, counting, the first and the last."""

from contextlib import AbstractContextManager

from gdl.core import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.function import Function, SetPlan
from interpreter.lowering.terms import Enough, as_number
from interpreter.lowering.values.sets.form import listed, over_variable
from interpreter.shared.numbering import NO_NUMBER


def each(f: Function, e: model.Expr, name: str = "e", ordered: bool = True) -> AbstractContextManager[Expr]:
    """For every element; in the language's order where `ordered`. Leave the loop by `b.break_`."""
    return f.set(e).loop(f, name, ordered)


def bits(f: Function, e: model.Expr) -> Expr:
    """The set as bits; its elements' type has a known number of values."""
    return f.set(e).bits(f)


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
    return f.b.materialize(bits(f, e)) if kept.name == "bits" else as_list(f, e)


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
