"""What is asked of paths: the sites where one may end, whether one can be followed, and each way to follow it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl.core import model
from gdl.core.types import SITE, set_of
from gdl.core.visit import reads, steps
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.geometry import directions_for, is_rising
from interpreter.lowering.function import ConditionPlan, Function, Scope, SetPlan
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, equal_value
from interpreter.lowering.refusals import Refused, refusals
from interpreter.lowering.values.conditions.plan import Answer, Slots
from interpreter.lowering.values.paths.board_tables import (
    Sight,
    Sweep,
    along_rays,
    is_seen,
    is_turned,
    rays,
    sight,
    started,
    sweep_of,
    swept,
    ways_table,
)
from interpreter.lowering.values.paths.flood_fill import spread
from interpreter.lowering.values.paths.lines import Masks, all_sites, follow, meets, note_mask
from interpreter.lowering.values.paths.rows import (
    Pattern,
    RowThrough,
    anywhere,
    is_anywhere,
    is_row_there,
    row_through,
)
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import SetForm, over_elements
from interpreter.shared.path_automaton import automaton

# ---- the sites where a path may end, as a set

_TABLES = "tables of the board"


def path_ends(e: model.Expr, scope: Scope) -> SetPlan | None:
    if not isinstance(e, model.PathEnds):
        return None
    found = ends_by_tables(e, scope)
    return FollowedEnds(e, refusals(found)) if found is None or isinstance(found, Refused) else found


# ---- by tables


def ends_by_tables(e: model.PathEnds, scope: Scope) -> "EndsByTables | Refused | None":
    path = e.path
    if path.start is None:
        return None
    if not scope.facts.suits_pair_tables:
        why = "the board is too large, grows, goes round, or holds stacks, or is a graph, so it has no tables of pairs of sites"
        return Refused(_TABLES, why, e.span)
    sweep = sweep_of(path, scope)
    if isinstance(sweep, Refused):
        return sweep
    last = scope.algebra(sweep.last, sweep.it) if sweep.last is not None else None
    if isinstance(last, Refused):
        return last.of(_TABLES)
    if sweep.is_swept and not is_along_rays(sweep, scope):
        return Refused(_TABLES, "its length is limited, or it leads another way for each player", e.span)
    return EndsByTables(e, sweep, last)


def is_along_rays(sweep: Sweep, scope: Scope) -> bool:
    """Whether a swept path is one along whole rays, the same for all players."""
    path, game = sweep.path, scope.game
    if isinstance(path, model.Leap) or path.most is not None or is_turned(path, game):
        return False
    every = {d for p in range(scope.facts.players) for d in directions_for(path, p, game) or ()}
    return all(is_rising(game.board, d) is not None for d in every)


@dataclass(frozen=True, slots=True)
class EndsByTables(SetForm):
    """`last`: the sites at which the path may end, as far as that is asked."""

    e: model.PathEnds
    sweep: Sweep
    last: ConditionPlan | None

    def bits(self, f: Function) -> Expr:
        b, n, start = f.b, f.facts.sites, self.e.path.start
        assert start is not None
        value = f.materialized(start)
        found = b.variable("ends", op.empty_set(n))
        with b.if_(op.is_some(value)):
            g, value = started(f, start, value)
            with b.if_(op.is_some(value)):
                self._reach(g, value, found)
                if self.last is not None:
                    b.assign(found, op.intersection(Get(found), self.last.members(g, n)))
        return Get(found)

    def _reach(self, f: Function, site: Expr, found: ir.Var) -> None:
        b, path = f.b, self.sweep.path
        if self.sweep.is_swept:
            for d in directions_for(path, 0, f.game) or ():
                b.assign(found, op.union(Get(found), swept(f, site, d)))
        elif not is_turned(path, f.game):
            b.assign(found, f.lookup(ways_table(f, path, 0, False), site))
        else:
            for p in range(f.facts.players):
                with b.if_(op.eq(f.viewpoint, op.number(p))):
                    b.assign(found, f.lookup(ways_table(f, path, p, False), site))


# ---- by following the path


@dataclass(frozen=True, slots=True)
class FollowedEnds(SetForm):
    """The path is followed from its start, and each site where it may end is gathered. `refused`: why."""

    e: model.PathEnds
    refused: tuple[Refused, ...] = ()

    def bits(self, f: Function) -> Expr:
        n = f.facts.sites
        found = f.b.variable("ends", op.empty_set(n))
        with f.inner().ways(self.e.path) as (_, to):
            f.b.assign(found, op.union(Get(found), op.singleton(to, n)))
        return Get(found)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        if not ordered and meets_once(self.e.path, f.game):
            with f.inner().ways(self.e.path) as (_, to):
                yield f.b.materialize(to, name)
        else:
            with over_elements(f, self, name, False) as x:
                yield x

    def contains(self, f: Function, x: Expr) -> Expr:
        b, site = f.b, f.b.materialize(x)
        found, loops = b.variable("path", op.FALSE), b.loops
        with f.inner().ways(self.e.path) as (_, to), b.if_(op.eq(to, site)):
            b.assign(found, op.TRUE)
            b.break_(loops)
        return Get(found)


def meets_once(path: model.Path, game: model.Game) -> bool:
    """Whether each site is an end in one way at most, so that the ends need not be gathered."""
    if path.start is None or isinstance(path, model.Walk) or game.board.has_circles:
        return False
    return is_single(path.steps)


def is_single(steps: tuple[model.Step, ...]) -> bool:
    """Whether a pattern meets each site of a line in one way at most: no choice of how often to repeat."""
    return all(s.group is None for s in steps) and sum(not s.is_fixed for s in steps) <= 1


# ---- whether a path can be followed


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
        g, start = started(f, path.start, f.materialized(path.start))
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
    if path.start is None or last.condition is None or not last.is_once:
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
    other = equal_value(e, it)
    return other is not None and _is_named(other, slots, scope)


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


# ---- walks: a search by layers over sets of sites; the pattern is a small automaton, a layer one set for each state


@contextmanager
def walk(f: Function, path: model.Walk, start: Expr | None, least: Expr, most: Expr) -> Iterator[Expr]:
    """Each site where a walk may end, once; without a start from every site."""
    if start is not None:
        with _walk_from(f, path, start, least, most) as to:
            yield to
        return
    with (
        questions.each(f, all_sites(f, path.span), "origin") as origin,
        _walk_from(f, path, f.b.materialize(origin), least, most) as to,
    ):
        yield to


@contextmanager
def _walk_from(f: Function, path: model.Walk, start: Expr, least: Expr, most: Expr) -> Iterator[Expr]:
    b = f.b
    found = _reached(f, path, start, least, most)
    with b.each_bit("to", Get(found)) as to:
        for step in path.steps:
            if step.slot is not None:
                f.bind(step.slot, SITE, to, step.name)
        yield to


def _reached(f: Function, path: model.Walk, start: Expr, least: Expr, most: Expr) -> ir.Var:
    """All sites where the walk may end."""
    b, n = f.b, f.facts.sites
    pattern, every = automaton(path.steps, is_walk=True), tuple(steps(path.steps))
    states = range(len(pattern.edges))
    found = b.variable("reached", op.empty_set(n))
    begin = [op.singleton(start, n) if i == 0 else op.empty_set(n) for i in states]
    layers = [b.variable(f"layer{i}", begin[i]) for i in states]
    seen = [b.variable(f"seen{i}", begin[i]) for i in states]
    masks = _masks(f, every)
    with b.for_range("length", op.ONE, op.add(most, op.ONE)) as length:
        following = [b.variable(f"next{i}", op.empty_set(n)) for i in states]
        for i in states:
            if not pattern.edges[i]:
                continue
            with b.if_(op.nonempty(Get(layers[i]))):
                around = spread(f, path.directions, Get(layers[i]))
                near = b.materialize(op.difference(around, op.singleton(start, n)))
                for edge in pattern.edges[i]:
                    hits = _met(f, every[edge.step], op.difference(near, Get(seen[edge.to])), masks)
                    b.assign(seen[edge.to], op.union(Get(seen[edge.to]), hits))
                    b.assign(following[edge.to], op.union(Get(following[edge.to]), hits))
                    if pattern.ends[edge.to]:
                        with b.if_(op.le(least, length)):
                            b.assign(found, op.union(Get(found), hits))
        for i in states:
            b.assign(layers[i], Get(following[i]))
    return found


def _masks(f: Function, every: tuple[model.Step, ...]) -> Masks:
    masks: dict[model.Step, Expr] = {}
    for step in every:
        if step.condition is not None and step not in masks:
            note_mask(f, step, step.condition, masks)
    return masks


def _met(f: Function, step: model.Step, sites: Expr, masks: Masks) -> Expr:
    """Those of some sites that a step meets."""
    b, n = f.b, f.facts.sites
    if step in masks:
        return b.materialize(op.intersection(sites, masks[step]))
    hits = b.variable("hits", op.empty_set(n))
    with b.each_bit("s", sites) as s, b.if_(meets(f, step, s)):
        b.assign(hits, op.union(Get(hits), op.singleton(s, n)))
    return Get(hits)
