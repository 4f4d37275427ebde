"""Sets that are at hand or written out: known ones, single values, names; `{a, b}`, joined and subtracted ones, ranges, a
choice between two by a condition, and the first or last so many elements.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from gdl.core import evaluate, model
from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from interpreter.ir import BOOL, Const, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.terms import Rational, as_number, counted_once
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import (
    LoopForm,
    SetForm,
    append_new,
    gathered,
    over_bits,
    over_elements,
    over_variable,
    size_of,
)
from interpreter.shared.numbering import NO_NUMBER

# ---- sets that are at hand: known ones, single values, and names


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


# ---- sets that are written out: `{a, b}`, joined and subtracted ones, ranges, a choice between two by a condition


def written(e: model.Expr, scope: Scope) -> SetPlan | None:
    match e:
        case model.MakeSet(items=items):
            return Written(e, items)
        case model.Builtin(name="single", arguments=items):
            return Written(e, items)
        case model.Builtin(name="union", arguments=(left, right)):
            return Union(e, left, right)
        case model.Builtin(name="difference", arguments=(left, right)):
            return Difference(e, left, right)
        case model.Arithmetic(operator=".."):
            return Range(e)
        case model.If():
            chosen = decided(e.condition, scope)
            if chosen is not None:
                return scope.set(e.then if chosen else e.otherwise)
            return OneOfTwo(e)
    return None


def decided(e: model.Expr, scope: Scope) -> bool | None:
    """Whether a condition holds, where it follows from the kind of a named piece."""
    match e:
        case model.Not():
            inner = decided(e.operand, scope)
            return None if inner is None else not inner
        case model.And() | model.Or():
            sides = decided(e.left, scope), decided(e.right, scope)
            absorbing = isinstance(e, model.Or)
            if absorbing in sides:
                return absorbing
            return None if None in sides else not absorbing
        case model.Compare(operator="=", left=left, right=model.Const(value=value)):
            kind = _known_kind(left, scope)
            return None if kind is None else kind == value
        case model.In(element=element, set=model.Const(value=tuple(values))):
            kind = _known_kind(element, scope)
            return None if kind is None else kind in values
    return None


def _known_kind(e: model.Expr, scope: Scope) -> int | None:
    match e:
        case model.Builtin(name="kind", arguments=(model.Local(slot=slot),)):
            return scope.kinds.get(slot)
    return None


@dataclass(frozen=True, slots=True)
class Written(SetForm):
    """`{a, b}`, or a value where a set is wanted."""

    e: model.Expr
    items: tuple[model.Expr, ...]

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        if isinstance(self.e, model.Builtin):
            return op.singleton(as_number(f.scalar(self.items[0])), size)
        made: Expr = op.empty_set(size)
        for item in self.items:
            made = op.union(made, op.singleton(as_number(f.scalar(item)), size))
        return made

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        match self.items:
            case (item,) if not evaluate.is_none(item):
                x = f.materialized(item)
                with counted_once(f.b, f.exists(x, item.type.or_none)):
                    yield x
            case _:
                with over_elements(f, self, name, ordered) as x:
                    yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        y, found = f.b.materialize(x), op.FALSE
        if isinstance(self.e, model.Builtin):
            if f.facts.size_of_set(self.e) is not None:
                return op.contains(self.bits(f), y)
            only = as_number(f.scalar(self.items[0]))
            return op.and_(op.eq(only, y), f.exists(y, element_of(self.e).or_none))
        result: Expr = found
        for item in self.items:
            is_it = op.eq(y, self._item(f, item))
            if f.may_be_none(item) and not evaluate.is_none(item):
                is_it = op.and_(is_it, f.exists(y, element_of(self.e).or_none))
            result = op.or_(result, is_it)
        return result

    def _item(self, f: Function, item: model.Expr) -> Expr:
        """What is written in a set; `none` as sets of such elements hold it."""
        if evaluate.is_none(item):
            return op.number(none_of(element_of(self.e)))
        return as_number(f.scalar(item))

    def append_to(self, f: Function, made: Var) -> None:
        for item in self.items:
            if evaluate.is_none(item):
                f.b.push(made, op.number(none_of(element_of(self.e))))
            else:
                append_item(f, item, made)


def append_item(f: Function, e: model.Expr, made: Var) -> None:
    """Adds to a list what it does not hold yet of a set, or a value that is not none."""
    if e.type.base == "set":
        with questions.each(f, e) as x:
            append_new(f, made, x)
        return
    x = f.b.materialize(as_number(f.scalar(e)))
    with f.b.if_(f.exists(x, e.type.or_none)):
        append_new(f, made, x)


@dataclass(frozen=True, slots=True)
class Union(SetForm):
    """The elements of one set, then those of another."""

    e: model.Expr
    left: model.Expr
    right: model.Expr

    def bits(self, f: Function) -> Expr:
        first = f.b.materialize(questions.bits(f, self.left))
        return op.union(first, questions.bits(f, self.right))

    def contains(self, f: Function, x: Expr) -> Expr:
        y = f.b.materialize(x)
        return op.or_(questions.contains(f, self.left, y), questions.contains(f, self.right, y))

    def append_to(self, f: Function, made: Var) -> None:
        questions.append(f, self.left, made)
        append_item(f, self.right, made)


@dataclass(frozen=True, slots=True)
class Difference(SetForm):
    """The elements of one set that are not in another."""

    e: model.Expr
    left: model.Expr
    right: model.Expr

    def bits(self, f: Function) -> Expr:
        first = f.b.materialize(questions.bits(f, self.left))
        return op.difference(first, questions.bits(f, self.right))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        if f.facts.size_of_set(self.e) is not None and not ordered:
            with over_bits(f, self, name) as x:
                yield x
            return
        with questions.each(f, self.left, name, ordered) as x:
            x = f.b.materialize(x)
            with f.b.if_(op.not_(questions.contains(f, self.right, x))):
                yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        y = f.b.materialize(x)
        return op.and_(questions.contains(f, self.left, y), op.not_(questions.contains(f, self.right, y)))


@dataclass(frozen=True, slots=True)
class Range(LoopForm):
    """The whole numbers from one to another."""

    e: model.Arithmetic

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        low, high = f.b.materialize(self._least(f)), f.b.materialize(self._most(f))
        with f.b.for_range(name, low, op.add(high, op.ONE)) as x:
            yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        y = f.b.materialize(x)
        return op.and_(op.le(self._least(f), y), op.le(y, self._most(f)))

    def _least(self, f: Function) -> Expr:
        """The least whole number of the range; a bound that is none is 0."""
        value = numbers.operand(f, self.e.left)
        if isinstance(value, Rational):
            return op.sub(op.ZERO, op.div(op.sub(op.ZERO, value.top), value.bottom))
        return value

    def _most(self, f: Function) -> Expr:
        value = numbers.operand(f, self.e.right)
        return op.div(value.top, value.bottom) if isinstance(value, Rational) else value


@dataclass(frozen=True, slots=True)
class OneOfTwo(SetForm):
    """One of two sets, by a condition."""

    e: model.If

    def bits(self, f: Function) -> Expr:
        size, condition = size_of(f, self.e), f.truth(self.e.condition)
        if isinstance(condition, Const):
            return questions.bits_of_size(f, self._chosen(condition), size)
        condition = f.b.materialize(condition)
        var = f.b.fresh("set", op.empty_set(size).type)
        with f.b.if_else(condition) as branch:
            f.b.assign(var, questions.bits_of_size(f, self.e.then, size))
            branch.otherwise()
            f.b.assign(var, questions.bits_of_size(f, self.e.otherwise, size))
        return Get(var)

    def _chosen(self, condition: Const) -> model.Expr:
        return self.e.then if condition.value else self.e.otherwise

    def contains(self, f: Function, x: Expr) -> Expr:
        y, condition = f.b.materialize(x), f.truth(self.e.condition)
        if isinstance(condition, Const):
            return questions.contains(f, self._chosen(condition), y)
        among = f.b.fresh("among", BOOL)
        with f.b.if_else(condition) as branch:
            f.b.assign(among, questions.contains(f, self.e.then, y))
            branch.otherwise()
            f.b.assign(among, questions.contains(f, self.e.otherwise, y))
        return Get(among)

    def append_to(self, f: Function, made: Var) -> None:
        with f.b.if_else(f.truth(self.e.condition)) as branch:
            questions.append(f, self.e.then, made)
            branch.otherwise()
            questions.append(f, self.e.otherwise, made)


# ---- parts of a set in its own order: the first so many elements, and the last so many


def part(e: model.Expr, scope: Scope) -> SetPlan | None:
    match e:
        case model.Builtin(name="first_of" | "last_of" as name, arguments=(members, number)):
            return Part(e, members, number, name == "last_of")
    return None


@dataclass(frozen=True, slots=True)
class Part(LoopForm):
    """The first so many elements, or the last so many, in the order of the set."""

    e: model.Expr
    members: model.Expr
    number: model.Expr
    is_last: bool

    def loop(self, f: Function, name: str, ordered: bool) -> AbstractContextManager[Expr]:
        return self._last(f, name) if self.is_last else self._first(f, name)

    @contextmanager
    def _first(self, f: Function, name: str) -> Iterator[Expr]:
        b = f.b
        wanted, counted = self._wanted(f), b.variable("n", op.ZERO)
        loops = b.loops
        with questions.each(f, self.members, name) as x:
            with b.if_(op.le(wanted, Get(counted))):
                b.break_(loops)
            b.assign(counted, op.add(Get(counted), op.ONE))
            yield x

    @contextmanager
    def _last(self, f: Function, name: str) -> Iterator[Expr]:
        b = f.b
        passed = b.materialize(op.sub(questions.count(f, self.members), self._wanted(f)))
        counted = b.variable("n", op.ZERO)
        with questions.each(f, self.members, name) as x:
            b.assign(counted, op.add(Get(counted), op.ONE))
            with b.if_(op.lt(passed, Get(counted))):
                yield x

    def _wanted(self, f: Function) -> Expr:
        """How many elements are wanted: none is 0."""
        wanted = f.b.materialize(numbers.truncated(f, self.number))
        if not f.may_be_none(self.number):
            return wanted
        return f.b.materialize(op.select(op.eq(wanted, op.number(NO_NUMBER)), op.ZERO, wanted))
