"""Sets that are written out: `{a, b}`, joined and subtracted ones, ranges, and a choice between two by a condition."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl.core import evaluate, model
from interpreter.ir import BOOL, Const, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.terms import Rational, as_number, counted_once
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.form import (
    SetForm,
    append_new,
    gathered,
    over_bits,
    over_elements,
    size_of,
)
from interpreter.lowering.values.sets.plain import known_codes


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
class Range(SetForm):
    """The whole numbers from one to another."""

    e: model.Arithmetic

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, self.loop(f, "e", False))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        low, high = f.b.materialize(self._least(f)), f.b.materialize(self._most(f))
        with f.b.for_range(name, low, op.add(high, op.ONE)) as x:
            yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        y = f.b.materialize(x)
        return op.and_(op.le(self._least(f), y), op.le(y, self._most(f)))

    def is_by_bits(self, f: Function) -> bool:
        return False

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

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        then, otherwise = known_codes(f, self.e.then), known_codes(f, self.e.otherwise)
        if then is not None and otherwise is not None:
            with self._each_of_lists(f, then, otherwise, name) as x:
                yield x
        else:
            with over_elements(f, self, name, ordered and not f.facts.is_canonical(self.e)) as x:
                yield x

    @contextmanager
    def _each_of_lists(self, f: Function, then: list[int], otherwise: list[int], name: str) -> Iterator[Expr]:
        """Two known lists lie one behind the other."""
        b = f.b
        holds = b.materialize(f.truth(self.e.condition))
        start = b.materialize(op.select(holds, op.ZERO, op.number(len(then))))
        size = op.select(holds, op.number(len(then)), op.number(len(otherwise)))
        with b.for_range("i", start, op.add(start, size)) as i:
            yield b.materialize(f.table("listed", (*then, *otherwise) or (0,), i), name)

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
