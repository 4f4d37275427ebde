"""How many sites are missing to a way from some sites to others: layer by layer, all sites of a layer at once."""

from gdl.core import model
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.values.paths.spread import spread
from interpreter.lowering.values.sets import questions


def gap(f: Function, e: model.Builtin) -> Expr:
    """`reached` is what can be reached with so many sites filled, and `border` what is next to it."""
    b, n = f.b, f.facts.sites
    held, free, start, goal = (b.materialize(questions.bits(f, a)) for a in e.arguments[:4])
    directions = e.arguments[4]
    reached, border = b.variable("reached", op.empty_set(n)), b.variable("border", start)
    missing = b.variable("missing", op.ZERO)

    def take(sites: Expr) -> Expr:
        """Those of the border that are among some sites, and were not reached before."""
        return b.materialize(op.difference(op.intersection(Get(border), sites), Get(reached)))

    def add(sites: Expr) -> None:
        b.assign(reached, op.union(Get(reached), sites))
        b.assign(border, op.union(Get(border), spread(f, directions, sites)))

    with b.loop():
        layers = b.loops - 1
        with b.loop():
            fresh = take(held)
            with b.if_(op.is_empty(fresh)):
                b.break_loop()
            add(fresh)
        with b.if_(op.nonempty(op.intersection(Get(reached), goal))):
            b.break_(layers)
        layer = take(free)
        b.assign(missing, op.add(Get(missing), op.ONE))
        with b.if_(op.is_empty(layer)):
            b.assign(missing, op.number(n))
            b.break_(layers)
        add(layer)
    return Get(missing)
