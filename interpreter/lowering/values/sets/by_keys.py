"""Sets in the order of keys: `(x in S by E)`.

The elements come one by one: each round looks for the least of those behind the one before. No list is needed, and the keys
of an element are computed in every round.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import LoopForm

Key = tuple[Var, Var | None]  # a number; one that may be a fraction has what it is divided by


def by_keys(e: model.Expr, scope: Scope) -> SetPlan | None:
    return ByKeys(e) if isinstance(e, model.Ordered) else None


@dataclass(frozen=True, slots=True)
class ByKeys(LoopForm):
    """The elements of a set in the order of keys; as a set it is that set."""

    e: model.Ordered

    def bits(self, f: Function) -> Expr:
        return questions.bits(f, self.e.source)

    def contains(self, f: Function, x: Expr) -> Expr:
        return questions.contains(f, self.e.source, x)

    def grows(self, f: Function) -> bool:
        return f.scope.set(self.e.source).grows(f)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        b = f.b
        if not ordered:
            with questions.each(f, self.e.source, name, ordered=False) as x:
                yield x
            return
        last, best = self._kept(f, "last"), self._kept(f, "best")
        last_place, best_place = b.variable("last_place", op.NONE), b.variable("best_place", op.NONE)
        found = b.variable("found", op.ZERO)
        with b.loop():
            b.assign(best_place, op.NONE)
            place = b.variable("place", op.ZERO)
            with questions.each(f, self.e.source, "x", ordered=True) as x:
                g = f.inner()
                g.bind(self.e.slot, element_of(self.e.source), x, "x")
                keys = [_key(g, key) for key in self.e.keys]
                is_first = op.eq(Get(best_place), op.NONE)
                is_left = _is_before(f, (_read(last), Get(last_place)), (keys, Get(place)))
                is_left = op.or_(op.eq(Get(last_place), op.NONE), is_left)
                is_less = op.or_(is_first, _is_before(f, (keys, Get(place)), (_read(best), Get(best_place))))
                with b.if_(op.and_(is_left, is_less)):
                    _keep(f, best, keys)
                    b.assign(best_place, Get(place))
                    b.assign(found, as_number(x))
                b.assign(place, op.add(Get(place), op.ONE))
            with b.if_(op.eq(Get(best_place), op.NONE)):
                b.break_loop()
            _keep(f, last, _read(best))
            b.assign(last_place, Get(best_place))
            yield b.materialize(Get(found), name)

    def _kept(self, f: Function, name: str) -> list[Key]:
        return [
            (f.b.variable(name, op.ZERO), None if f.scope.is_whole(k) else f.b.variable(name, op.ONE))
            for k in self.e.keys
        ]


Ranked = tuple[Sequence[Value], Expr]  # the keys of an element, and its place in the set


def _key(f: Function, e: model.Expr) -> Value:
    """A key: none is less than every number, as machine code has it."""
    if f.scope.is_whole(e):
        return numbers.materialize(f, f.value(e))
    if f.may_be_none(e):
        raise NotLowered("an order by fractions, or by nothing")
    return numbers.rational(numbers.materialize(f, f.value(e)))


def _read(keys: Sequence[Key]) -> list[Value]:
    return [Get(top) if bottom is None else Rational(Get(top), Get(bottom)) for top, bottom in keys]


def _keep(f: Function, keys: Sequence[Key], values: Sequence[Value]) -> None:
    for (top, bottom), value in zip(keys, values, strict=True):
        kept = numbers.rational(value)
        f.b.assign(top, kept.top)
        if bottom is not None:
            f.b.assign(bottom, kept.bottom)


def _is_before(f: Function, one: Ranked, other: Ranked) -> Expr:
    """Whether an element comes before another one: by its keys, and else by its place."""
    found = op.lt(one[1], other[1])
    for mine, theirs in reversed(list(zip(one[0], other[0], strict=True))):
        is_same = numbers.same(numbers.rational(mine), numbers.rational(theirs))
        found = op.or_(numbers.less(f, mine, theirs), op.and_(is_same, found))
    return f.b.materialize(found)
