"""Choices that are judged before all loops: what is left of them is kept as sets of one word."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from gdl import model
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.hoisted_choices import FEW, EarlyChoice
from interpreter.lowering.function import Function
from interpreter.lowering.values.logic import all_hold
from interpreter.lowering.values.sets import questions

Left = Mapping[int, Var]  # what is left of choices, by their slots


@contextmanager
def judged_early(f: Function, choices: Sequence[EarlyChoice]) -> Iterator[Left]:
    """Where nothing is left of a choice there are no candidates, and nothing is looped over."""
    b, left = f.b, dict[int, Var]()
    with ExitStack() as stack:
        for choice in choices:
            left[choice.part.slot] = fitting = b.variable("fitting", op.empty_set(FEW))
            g = f.inner()
            with each_possible(g, choice.part, choice.said) as x:
                g.bind(choice.part.slot, choice.type, x, choice.part.name)
                with b.if_(all_hold(g, choice.conditions)):
                    b.assign(fitting, op.union(Get(fitting), op.singleton(x, FEW)))
            stack.enter_context(b.if_(op.nonempty(Get(fitting))))
        yield left


@contextmanager
def each_possible(f: Function, part: model.Choose, said: Sequence[model.Expr]) -> Iterator[Expr]:
    """The values of a choice; where a condition says that it is one of some (`said`), only these."""
    b = f.b
    if not said:
        with questions.each(f, part.source, part.name) as x:
            yield x
        return
    possible: Expr = op.empty_set(FEW)
    for e in said:
        value = f.materialized(e)
        inside = op.and_(op.le(op.ZERO, value), op.lt(value, op.number(FEW)))
        possible = op.union(possible, op.select(inside, op.singleton(value, FEW), op.empty_set(FEW)))
    assert isinstance(part.source, model.Const) and isinstance(part.source.value, tuple)
    values = op.members([v for v in part.source.value if isinstance(v, int)], FEW)
    with b.each_bit(part.name, b.materialize(op.intersection(possible, values))) as x:
        yield x
