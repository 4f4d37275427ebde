"""Whether a path can be followed, each way to follow it, and what that says of a name that stands where it ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from gdl.core import model
from gdl.core.types import SITE, set_of
from gdl.core.visit import reads
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.game.expression_analysis import all_of, conjuncts
from interpreter.lowering.refusals import Refused, refusals
from interpreter.lowering.values.conditions.plan import Answer, Slots
from interpreter.lowering.values.paths.board_tables import (
    Sight,
    along_rays,
    is_seen,
    rays,
    seen_by_owner,
    sight,
)
from interpreter.lowering.values.paths.ends import EndsByTables, ends_by_tables
from interpreter.lowering.values.paths.lines import follow
from interpreter.lowering.values.paths.rows import (
    Pattern,
    RowThrough,
    anywhere,
    is_anywhere,
    is_row_there,
    row_through,
)
from interpreter.lowering.values.paths.walks import walk


@dataclass(frozen=True, slots=True)
class Followed:
    """A path that is followed until it ends somewhere. `refused`: why."""

    path: model.Path
    refused: tuple[Refused, ...] = ()


PathPlan = EndsByTables | RowThrough | Pattern | Sight | Followed


def plan_path(e: model.SomePath, scope: Scope) -> PathPlan:
    """How it is found out whether a path can be followed."""
    ends = model.PathEnds(e.span, set_of(SITE), e.path)
    answers = (ends_by_tables(ends, scope), row_through(e.path, scope), anywhere(e.path, scope))
    for found in answers:
        if found is not None and not isinstance(found, Refused):
            return found
    return sight(e.path, scope) or Followed(e.path, refusals(*answers))


def some_path(f: Function, e: model.SomePath) -> Expr:
    """Whether a path can be followed."""
    plan = plan_path(e, f.scope)
    f.decide(e.span, "path", plan)
    match plan:
        case EndsByTables():
            return op.nonempty(plan.bits(f))
        case RowThrough():
            return is_row_there(f, plan)
        case Pattern():
            return is_anywhere(f, plan)
        case Sight():
            return is_seen(f, plan)
        case Followed(path):
            found, loops = f.b.variable("path", op.FALSE), f.b.loops
            with f.inner().ways(path):
                f.b.assign(found, op.TRUE)
                f.b.break_(loops)
            return Get(found)


@contextmanager
def ways(f: Function, path: model.Path, start: Expr | None = None) -> Iterator[tuple[Function, Expr]]:
    """Each way of a path: the context in which its names are bound, and the site where it ends.

    The viewpoint is that of the piece it starts from. `start`: where it starts, if the path does not say so.
    """
    b, g = f.b, f
    going: Expr = op.TRUE
    if path.start is not None:
        start = f.materialized(path.start)
        if path.start.type.base == "piece":
            g = seen_by_owner(f, start)
            start = b.materialize(f.pieces.site_of(f, start, True))
        going = op.is_some(start)
    shortest, longest = (None, None) if isinstance(path, model.Leap) else (path.least, path.most)
    least: Expr = g.materialized(shortest) if shortest is not None else op.ZERO
    most = g.materialized(longest) if longest is not None else None
    with b.if_(going):
        if isinstance(path, model.Walk):
            with walk(g, path, start, least, op.ZERO if most is None else most) as to:
                yield g, to
        elif start is not None and (plan := rays(path, g.scope)) is not None:
            g.decide(path.steps[0].span, "path", plan)
            with along_rays(g, plan, start) as to:
                yield g, to
        else:
            with follow(g, path, start, op.max_(least, op.ONE), most) as to:
                yield g, to


# ---- as a condition on the end


def path_end(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """`some line any from a: empty*, [it = s]`: the name is one of the ends of a path."""
    if not isinstance(e, model.SomePath):
        return None
    path = e.path
    last = path.steps[-1]
    if path.start is None or last.condition is None or last.least != 1 or last.most != 1:
        return None
    said = [c for c in conjuncts(last.condition) if _says(c, last.it, slots, scope)]
    rest = [c for c in conjuncts(last.condition) if c not in said]
    if len(said) != 1:
        return None
    steps = (*path.steps[:-1], replace(last, condition=all_of(rest, e.span)))
    ends = model.PathEnds(e.span, set_of(SITE), replace(path, steps=steps))
    return None if reads(ends, slots) else EndsOf(scope.set(ends))


def _says(e: model.Expr, it: int, slots: Slots, scope: Scope) -> bool:
    """Whether a condition on the site met says that it is the name, or where the piece of the name stands."""
    other = _met_at(e, it)
    return other is not None and _is_named(other, slots, scope)


def _met_at(e: model.Expr | None, it: int) -> model.Expr | None:
    """What the site met is, if a condition says that it is one site."""
    match e:
        case model.Compare(operator="=", left=model.Local(slot=slot), right=other) if slot == it:
            return other
        case model.Compare(operator="=", left=other, right=model.Local(slot=slot)) if slot == it:
            return other
    return None


def _is_named(e: model.Expr, slots: Slots, scope: Scope) -> bool:
    """Whether it is the name of a site or of a piece that is named by its site, or the site of such a piece."""
    match e:
        case model.Builtin(name="site", arguments=(model.Local() as of,)) | (model.Local() as of):
            return of.slot in slots and scope.facts.domains.is_site_like(of.type)
    return False


@dataclass(frozen=True, slots=True)
class EndsOf:
    of: SetPlan

    def members(self, f: Function, size: int) -> Expr:
        return self.of.bits(f)
