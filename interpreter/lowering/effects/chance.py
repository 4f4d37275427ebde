"""Chance: the state's seed advances and decides."""

from collections.abc import Callable

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of, none_of
from interpreter.lowering.function import Function
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.plain import Known, is_run


def chance(f: Function, e: model.Chance) -> None:
    """An element of a set, each equally often; none of an empty one."""
    b, kind = f.b, element_of(e.source)
    size, element = _elements(f, e.source)
    result = f.declare(e.slot, kind.or_none)
    assert isinstance(result, Var)
    b.assign(result, op.number(none_of(kind)))
    with b.if_(op.lt(op.ZERO, size)):
        seed = b.materialize(ir.Call("mix64", (f.load("seed"),), INT))
        f.store("seed", seed)
        upper = op.shr(seed, op.number(32))
        index = b.materialize(op.shr(op.mul(upper, size), op.number(32)))
        b.assign(result, element(index))


def _elements(f: Function, source: model.Expr) -> tuple[Expr, Callable[[Expr], Expr]]:
    """How many elements a set has, and what gives the one with a place."""
    b = f.b
    if isinstance(source, model.Const) and isinstance(source.value, tuple):
        codes = Known(source).codes(f)
        if is_run(codes):
            low = op.number(codes[0] if codes else 0)
            return op.number(len(codes)), lambda index: op.add(index, low)
    if f.facts.domains.size(element_of(source)) is not None and f.facts.is_canonical(source):
        bits = b.materialize(questions.bits(f, source))
        return b.materialize(op.count(bits)), lambda index: op.nth(bits, index)
    plan = f.set(source)
    kept = plan.kept_count(f)
    if kept is not None:
        return b.materialize(kept), lambda index: plan.nth_of_kept(f, index)
    listed = questions.as_list(f, source)
    return b.materialize(op.length(Get(listed))), lambda index: op.item(Get(listed), index)
