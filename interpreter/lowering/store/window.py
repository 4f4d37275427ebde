"""A growing board is finite all the same: a piece on its rim is an error in play."""

from gdl.source import Span
from interpreter.ir import Expr, op
from interpreter.lowering.function import Function


def check_window(f: Function, place: Expr, span: Span) -> None:
    if not f.board.is_growing:
        return
    edge = set(f.board.edge)
    table = f.program.table("edge", lambda: [int(s in edge) for s in range(f.facts.sites)])
    inside = op.lt(place, op.number(f.facts.sites))
    at = op.select(inside, place, op.ZERO)
    with f.b.if_(op.and_(inside, op.eq(f.lookup(table, at), op.ONE))):
        f.fail("window-left", span)
