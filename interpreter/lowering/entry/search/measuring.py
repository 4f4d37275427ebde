"""What is measured of a state: `rules.measure` writes the value of each measure of the game into memory.

rules.measure(context, at, to, wanted) -> int     at least the first `wanted` measures, from the word `to` on; how many that are

Behind some measures there is a break: those that follow are left out where they are not wanted.
"""

from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.ending.player_order import to_act
from interpreter.lowering.entry.search.records import CAST_WORD
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.values.names import sharing
from interpreter.shared.search_measures import breaks_of, measures_of

_AT, _TO, _WANTED = Var("at", INT), Var("to", INT), Var("wanted", INT)


def write_measures(f: Function) -> None:
    """Raises NotLowered where a measure may be a fraction."""
    measures = measures_of(f.game)
    breaks = breaks_of(f.game)

    def write(g: Function) -> None:
        g = g.at(g.b.materialize(ir.BlockOf(op.mul(Get(_AT), op.number(8)), ir.block("state")), "state"))
        g = g.moved_by(g.b.materialize(to_act(g)))
        with sharing(g) as h:
            for i, measure in enumerate(measures):
                if not h.scope.is_whole(measure):
                    raise NotLowered("a measure that is a fraction")
                if i in breaks:
                    with h.b.if_(op.le(Get(_WANTED), op.number(i))):
                        h.b.ret(op.number(i))
                place = op.mul(op.add(Get(_TO), op.number(i)), op.number(8))
                value = h.inner().materialized(measure)
                h.b.store(ir.BlockOf(place, ir.block(CAST_WORD)), "value", _as_number(value))
        g.b.ret(op.number(len(measures)))

    f.define("rules.measure", (CONTEXT, _AT, _TO, _WANTED), INT, write)


def _as_number(value: Expr) -> Expr:
    return op.zext(value) if value.type == ir.BOOL else value
