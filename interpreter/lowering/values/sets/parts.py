"""Parts of a set in its own order: the first so many elements, and the last so many."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl import model
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.terms import as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.form import SetForm, gathered
from interpreter.numbering import NO_NUMBER


def part(e: model.Expr, scope: Scope) -> SetPlan | None:
    match e:
        case model.Builtin(name="first_of", arguments=(members, number)):
            return First(e, members, number)
        case model.Builtin(name="last_of", arguments=(members, number)):
            return Last(e, members, number)
    return None


def _wanted(f: Function, number: model.Expr) -> Expr:
    """How many elements are wanted: none is 0."""
    wanted = f.b.materialize(numbers.truncated(f, number))
    if not f.may_be_none(number):
        return wanted
    return f.b.materialize(op.select(op.eq(wanted, op.number(NO_NUMBER)), op.ZERO, wanted))


class Part(SetForm):
    """A part is gone through in the order of the set."""

    def bits(self, f: Function) -> Expr:
        return gathered(f, self.e, self.loop(f, "e", True))

    def append_to(self, f: Function, made: Var) -> None:
        with self.loop(f, "e", True) as x:
            f.b.push(made, as_number(x))

    def is_by_bits(self, f: Function) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class First(Part):
    """The first so many elements."""

    e: model.Expr
    members: model.Expr
    number: model.Expr

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        b = f.b
        wanted, counted = _wanted(f, self.number), b.variable("n", op.ZERO)
        loops = b.loops
        with questions.each(f, self.members, name) as x:
            with b.if_(op.le(wanted, Get(counted))):
                b.break_(loops)
            b.assign(counted, op.add(Get(counted), op.ONE))
            yield x


@dataclass(frozen=True, slots=True)
class Last(Part):
    """The last so many elements."""

    e: model.Expr
    members: model.Expr
    number: model.Expr

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        b = f.b
        passed = b.materialize(op.sub(questions.count(f, self.members), _wanted(f, self.number)))
        counted = b.variable("n", op.ZERO)
        with questions.each(f, self.members, name) as x:
            b.assign(counted, op.add(Get(counted), op.ONE))
            with b.if_(op.lt(passed, Get(counted))):
                yield x
