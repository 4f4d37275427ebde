"""Whether a line leads from one known site to another: the sites between them are known from a table of all pairs.

`some line any from a: [terrain(it) != mountain]*, [it = site(b)]` does not look for b in every direction: a table says
whether a line leads from a to b, and another one what lies between them. What lies there must be among the sites that the
path may pass, which are one set.
"""

from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import SITE
from gdl.core.visit import reads
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.board import directions_for, known_number
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import all_of, conjuncts
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.paths.ends import seen_by_owner
from interpreter.lowering.values.paths.sweeps import is_turned, ways_table
from interpreter.lowering.values.sets.board import between


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a line leads from one site to another: by tables of what lies on lines.

    `passing`: the sites that may lie between; None: any. `rest` is asked of the site where the line ends.
    """

    path: model.Line
    goal: model.Expr
    passing: ConditionPlan | None
    rest: model.Expr | None

    @property
    def it(self) -> int:
        """The name of the site where the line ends, in `rest`."""
        return self.path.steps[-1].it


def sight(path: model.Path, scope: Scope) -> Sight | None:
    if not scope.facts.suits_pair_tables or not isinstance(path, model.Line) or path.start is None:
        return None
    *before, last = path.steps
    if any(s.slot is not None or s.group is not None or s.collects for s in path.steps):
        return None
    if path.least is not None or (path.most is not None and known_number(path.most) is None):
        return None
    if any(directions_for(path, p, scope.game) is None for p in range(scope.facts.players)):
        return None
    if last.least != 1 or last.most != 1 or last.condition is None or len(before) > 1:
        return None
    if before and (before[0].least != 0 or before[0].most is not None):
        return None
    passing = None
    if before and before[0].condition is not None:
        passing = scope.condition(before[0].condition, before[0].it)
        if passing is None:
            return None
    names = {s.it for s in path.steps}
    goals = [goal for c in conjuncts(last.condition) if (goal := _goal(c, last.it, names)) is not None]
    if not goals:
        return None
    rest = [c for c in conjuncts(last.condition) if _goal(c, last.it, names) is not goals[0]]
    return Sight(path, goals[0], passing, all_of(rest, last.condition.span) if rest else None)


def _goal(e: model.Expr, it: int, names: set[int]) -> model.Expr | None:
    """The site which a condition says to be the one that is met."""
    match e:
        case model.Compare(operator="=", left=left, right=right):
            for x, y in ((left, right), (right, left)):
                is_met = isinstance(x, model.Local) and x.slot == it
                if is_met and y.type.base == "site" and not reads(y, names):
                    return y
    return None


def is_seen(f: Function, plan: Sight) -> Expr:
    b, path = f.b, plan.path
    assert path.start is not None
    found = b.variable("seen", op.FALSE)
    start = f.materialized(path.start)
    with b.if_(op.is_some(start)):
        g = f
        if path.start.type.base == "piece":
            g = seen_by_owner(f, start)
            start = b.materialize(f.pieces.site_of(f, start, True))
        goal = b.materialize(as_number(g.scalar(plan.goal)))
        is_there = op.and_(op.is_some(start), op.is_some(goal))
        with b.if_(op.and_(is_there, _is_on_line(g, path, start, goal))):
            _judge(g.inner(), plan, start, goal, found)
    return Get(found)


def _is_on_line(f: Function, path: model.Line, start: Expr, goal: Expr) -> Expr:
    """Whether a line of the path leads from one site to the other on an empty board."""
    at = op.max_(start, op.ZERO)
    if not is_turned(path, f.game):
        return op.contains(f.lookup(ways_table(f, path, 0, False), at), goal)
    found: Expr = op.FALSE
    for p in range(f.facts.players):
        reached = op.contains(f.lookup(ways_table(f, path, p, False), at), goal)
        found = op.or_(found, op.and_(op.eq(f.viewpoint, op.number(p)), reached))
    return found


def _judge(f: Function, plan: Sight, start: Expr, goal: Expr, found: ir.Var) -> None:
    b = f.b
    is_free: Expr = op.TRUE
    if plan.passing is not None:
        passing = plan.passing.members(f, f.facts.sites)
        is_free = op.is_empty(op.difference(between(f, start, goal), passing))
    with b.if_(is_free):
        holds: Expr = op.TRUE
        if plan.rest is not None:
            f.bind(plan.it, SITE, goal, "it")
            holds = f.truth(plan.rest)
        b.assign(found, holds)
