"""Sets of sites that are moved along a direction: one shift for each distance between the numbers of neighbours."""

from collections.abc import Mapping

from interpreter.ir import Const, Expr, op
from interpreter.lowering.facts.board import steps_of
from interpreter.lowering.function import Function


def shifted_back(f: Function, sites: Expr, d: int) -> Expr:
    """The sites whose next site in a direction is in a set."""
    return moved(f, sites, {t: s for s, t in steps_of(f.board, d).items()})


def shifted(f: Function, sites: Expr, d: int) -> Expr:
    """The next sites in a direction."""
    return moved(f, sites, steps_of(f.board, d))


def moved(f: Function, sites: Expr, to: Mapping[int, int]) -> Expr:
    """Every member moved by a table that moves no two to one site; what is not in the table is lost."""
    by_distance: dict[int, int] = {}
    for s, t in to.items():
        by_distance[t - s] = by_distance.get(t - s, 0) | 1 << s
    kept, sites = sites.type, f.b.materialize(sites)
    made: Expr = Const(0, kept)
    for distance, mask in sorted(by_distance.items()):
        made = op.union(made, op.shift(op.intersection(sites, Const(mask, kept)), distance))
    return f.b.materialize(made)
