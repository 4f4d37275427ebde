"""The sites that are one step from a set of others."""

from gdl.core import model
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.board import bits_of
from interpreter.lowering.function import Function
from interpreter.lowering.values.board import step
from interpreter.lowering.values.sets import questions


def next_sets(f: Function, directions: model.Expr) -> tuple[int, ...] | None:
    """The sites that are one step from each; None where directions depend on the state."""
    match directions:
        case model.Const(value=tuple(chosen)):
            ways = [f.board.steps[d] for d in chosen if isinstance(d, int)]
            return tuple(bits_of(way[s] for way in ways) for s in range(f.facts.sites))
    return None


def spread(f: Function, directions: model.Expr, sites: Expr) -> Expr:
    """The next sites of all members in these directions."""
    b, n = f.b, f.facts.sites
    found = b.variable("spread", op.empty_set(n))
    sets = next_sets(f, directions)
    if sets is not None:
        table = f.program.constant("next_in", sets, n)
        with b.each_bit("s", sites) as s:
            b.assign(found, op.union(Get(found), f.lookup(table, s)))
        return Get(found)
    wanted = b.materialize(questions.bits(f, directions))
    with b.each_bit("s", sites) as s, b.each_bit("d", wanted) as d:
        b.assign(found, op.union(Get(found), op.singleton(step(f, s, d), n)))
    return Get(found)
