"""Parts of a set in its own order: the first so many elements, and the last so many."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from gdl.core import model
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.form import SetForm, gathered
from interpreter.shared.numbering import NO_NUMBER


def part(e: model.Expr, scope: Scope) -> SetPlan | None:
    match e:
        case model.Builtin(name="first_of" | "last_of" as name, arguments=(members, number)):
            return Part(e, members, number, name == "last_of")
    return None


@dataclass(frozen=True, slots=True)
class Part(SetForm):
    """The first so many elements, or the last so many, in the order of the set."""

    e: model.Expr
    members: model.Expr
    number: model.Expr
    is_last: bool

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, self.loop(f, "e", True))

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

    def is_by_bits(self, f: Function) -> bool:
        return False

    def _wanted(self, f: Function) -> Expr:
        """How many elements are wanted: none is 0."""
        wanted = f.b.materialize(numbers.truncated(f, self.number))
        if not f.may_be_none(self.number):
            return wanted
        return f.b.materialize(op.select(op.eq(wanted, op.number(NO_NUMBER)), op.ZERO, wanted))
