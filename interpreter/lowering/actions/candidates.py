"""The candidates of an action, one by one, in nested loops over its parts."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from gdl import model
from gdl.types import PIECE, SITE
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.chosen_sets import each_chosen_set
from interpreter.lowering.actions.emit_early import Left, judged_early
from interpreter.lowering.actions.names import chosen_type
from interpreter.lowering.actions.parts import (
    EachElement,
    EachEnd,
    EachLeft,
    EachSet,
    PartPlan,
    Test,
    TheSite,
)
from interpreter.lowering.function import Function
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.sets import questions

Leaf = Callable[[Function], None]  # what is done with a candidate, whose names are bound
Movers = Callable[[Function, tuple[int, ...] | None], AbstractContextManager[tuple[Expr, Expr]]]


def candidates(f: Function, plan: ActionPlan, leaf: Leaf, among: Expr | None = None) -> None:
    """Every candidate. `among`: the only sites from which pieces move."""
    with judged_early(f, plan.early) as left:
        if plan.action.form == "move":
            each_mover(
                f, plan.action, on_board(among), lambda g: each_way(g, plan.action, plan.parts, leaf, left)
            )
        else:
            each_way(f, plan.action, plan.parts, leaf, left)


def on_board(among: Expr | None) -> Movers:
    """The mover's pieces on these sites, or on all."""
    return lambda f, kinds: f.pieces.each_mover(f, kinds, among)


def each_mover(f: Function, action: model.Action, movers: Movers, use: Leaf) -> None:
    """Every piece that may make a move; kind by kind, where the kind says where it may go."""
    kinds = action.kinds if action.kinds is not None else tuple(range(f.facts.kinds))
    is_by_kind = any(isinstance(p, model.Choose) and p.slot == action.to for p in action.parts)
    if len(kinds) == 1 or is_by_kind:
        for kind in kinds:
            g = f.inner()
            g.scope.kinds[action.piece] = kind
            _each_mover(g, action, (kind,) if len(kinds) > 1 else action.kinds, movers, use)
    else:
        _each_mover(f, action, action.kinds, movers, use)


def _each_mover(
    f: Function, action: model.Action, kinds: tuple[int, ...] | None, movers: Movers, use: Leaf
) -> None:
    with movers(f, kinds) as (piece, site):
        f.bind(action.piece, PIECE, piece, "piece")
        f.bind(action.origin, SITE, site, "from")
        use(f)


def each_way(f: Function, action: model.Action, parts: Sequence[PartPlan], leaf: Leaf, left: Left) -> None:
    """Every way to meet some parts of an action. `left`: what is left of choices that were judged early."""
    if not parts:
        leaf(f)
        return
    b, part, rest = f.b, parts[0], parts[1:]
    match part:
        case Test(condition):
            with b.if_(f.truth(condition)):
                each_way(f, action, rest, leaf, left)
        case EachLeft(early):
            with b.each_bit(early.part.name, Get(left[early.part.slot])) as x:
                f.bind(early.part.slot, early.type, x, early.part.name)
                each_way(f, action, rest, leaf, left)
        case TheSite(choice, site):
            value = b.materialize(as_number(f.scalar(site)))
            with b.if_(op.is_some(value)), b.if_(questions.contains(f, choice.source, value)):
                f.bind(choice.slot, chosen_type(choice), value, choice.name)
                each_way(f, action, rest, leaf, left)
        case EachElement(choice, in_order):
            with questions.each(f, choice.source, choice.name, in_order) as x:
                f.bind(choice.slot, chosen_type(choice), x, choice.name)
                each_way(f, action, rest, leaf, left)
        case EachSet(choice_of_set):
            with each_chosen_set(f, action, choice_of_set):
                each_way(f, action, rest, leaf, left)
        case EachEnd(along):
            start = b.materialize(f.pieces.place_of(f, f.local(action.piece)))
            with f.ways(along.path, start) as (g, to):
                if not any(s.name == "to" for s in along.path.steps):
                    g.bind(along.to, SITE, to, "to")
                each_way(g, action, rest, leaf, left)
