"""`and` and `or`: the second condition is only judged where it matters, unless it costs nothing."""

from collections.abc import Iterable

from gdl.core import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function


def conjunction(f: Function, left: Expr, right: model.Expr) -> Expr:
    return op.FALSE if left == op.FALSE else _short_circuit(f, left, right, is_and=True)


def disjunction(f: Function, left: Expr, right: model.Expr) -> Expr:
    return op.TRUE if left == op.TRUE else _short_circuit(f, left, right, is_and=False)


def _short_circuit(f: Function, left: Expr, right: model.Expr, is_and: bool) -> Expr:
    b = f.b
    with b.recorded() as written:
        second = f.truth(right)
    if not written:
        return (op.and_ if is_and else op.or_)(left, second)
    result = b.variable("both" if is_and else "either", left)
    judged = (*written, ir.Assign(result, second))
    b.emit(ir.If(Get(result), judged) if is_and else ir.If(Get(result), (), judged))
    return Get(result)


def all_hold(f: Function, conditions: Iterable[model.Expr]) -> Expr:
    """Whether all conditions hold; each is judged only if those before it do."""
    holds: Expr = op.TRUE
    for condition in conditions:
        holds = conjunction(f, f.b.materialize(holds), condition)
    return holds
