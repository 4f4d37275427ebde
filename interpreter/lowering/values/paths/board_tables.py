"""Paths that tables of the board judge: nothing is followed site by site.

*Sweeps* lead over empty sites: a table holds for each site where a path ends on an empty board, another one the sites along each
direction. What stands in the way is then found by set algebra. *Rays* pass over sites of one sort and end on a site of another:
each ray is a set. *Sights* ask whether a line leads from one known site to another: a table of all pairs says what lies between.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.core.types import SITE, set_of
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.geometry import (
    bits_of,
    directions_for,
    is_plain_length,
    is_rising,
    known_directions,
    known_number,
)
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, equal_value
from interpreter.lowering.refusals import Refused
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.board_functions import step as next_site
from interpreter.lowering.values.sets.board_sets import between


@dataclass(frozen=True, slots=True)
class Sweep:
    """A path that is judged by tables.

    `is_swept`: it leads over empty sites to its end; else it is a single step or leap. `last` is what is asked of the
    site where it ends.
    """

    path: model.Line | model.Leap
    is_swept: bool
    last: model.Expr | None

    @property
    def it(self) -> int:
        """The name of the site where the path ends, in `last`."""
        return self.path.steps[-1].it


def sweep_of(path: model.Path, scope: Scope) -> Sweep | Refused:
    """A path over empty sites, or a single step."""
    *before, last = path.steps
    if isinstance(path, model.Walk):
        return _refused(path, "a walk may turn")
    if last.group is not None or any(s.slot is not None for s in path.steps):
        return _refused(path, "it ends with a group of steps, or names what it meets")
    if isinstance(path, model.Leap):
        if before or not last.is_once:
            return _refused(path, "a leap that is repeated is followed")
        return Sweep(path, False, _asked(last))
    if not is_plain_length(path):
        return _refused(
            path, "its length is limited from below, or by a number that is not known before the game"
        )
    if not _goes_known_ways(path, scope):
        return _refused(path, "its directions are not known before the game")
    is_open_way = _is_open_way(path)
    if not is_open_way and (before or not last.is_once):
        return _refused(path, "it is neither a single step nor a way over empty sites to one further site")
    return Sweep(path, is_open_way, _asked(last))


def _goes_known_ways(path: model.Line, scope: Scope) -> bool:
    """Whether the directions of a line are known before the game, for each player."""
    return all(directions_for(path, p, scope.game) is not None for p in range(scope.facts.players))


def _is_open_way(path: model.Line) -> bool:
    """Whether a line leads over empty sites: `empty+`, or `empty*` and one site."""
    match path.steps:
        case (only,):
            return only.least == 1 and only.most is None and is_open(only)
        case run, last:
            return run.is_run and is_open(run) and last.is_once
    return False


def _refused(path: model.Path, why: str) -> Refused:
    return Refused("tables of the board", why, path.span)


def _asked(step: model.Step) -> model.Expr | None:
    """What is asked of the site that a step meets; None of any site."""
    match step.condition:
        case None | model.Const(value=True):
            return None
    return step.condition


def is_open(step: model.Step) -> bool:
    """Whether a step meets empty sites."""
    return isinstance(step.condition, model.Builtin) and step.condition.name == "empty" and step.group is None


# ---- tables of the empty board


def ends_alone(path: model.Line | model.Leap, player: int, game: model.Game) -> list[list[int]]:
    """From each site the sites where a path ends on an empty board, for a player if directions depend on whose it is."""
    board = game.board
    sites = range(len(board.sites))
    most = known_number(path.most) if isinstance(path, model.Line) else None
    least = sum(step.least for step in path.steps if step.group is None)
    if all(step.group is None and step.is_fixed for step in path.steps):
        most = least if most is None else min(most, least)
    if isinstance(path, model.Leap):
        return [
            [t for ride in board.rides(s, path.offsets_for(player)) for t in ride[max(least, 1) - 1 : most]]
            for s in sites
        ]
    directions = directions_for(path, player, game)
    if directions is None:  # they depend on where the piece stands
        directions = tuple(range(len(board.directions)))
    return [[t for d in directions for t in board.line(s, d)[max(least, 1) - 1 : most]] for s in sites]


def is_turned(path: model.Line | model.Leap, game: model.Game) -> bool:
    """Whether a path leads another way for each player."""
    if isinstance(path, model.Leap):
        return path.viewer is not None
    first, *others = (directions_for(path, p, game) for p in range(len(game.players)))
    return first is not None and any(o != first for o in others)


def ways_table(f: Function, path: model.Line | model.Leap, player: int, is_back: bool) -> str:
    """From each site the ends of a path on an empty board; backwards, to each site its starts."""
    n = f.facts.sites
    sets = [0] * n
    for s, ends in enumerate(ends_alone(path, player, f.game)):
        for t in ends:
            if is_back:
                sets[t] |= 1 << s
            else:
                sets[s] |= 1 << t
    return f.program.constant("back" if is_back else "ends", tuple(sets), n)


def rays_table(f: Function) -> str:
    """The sites on a line from each site, by direction: that of direction d from site s has the number d * sites + s."""
    board, n = f.board, f.facts.sites

    def values() -> list[int]:
        every = [(s, d) for d in range(len(board.directions)) for s in range(n)]
        return [bits_of(board.line(s, d)) for s, d in every]

    return f.program.table("rays", values, n)


# ---- on the board as it is


def _seen_by_owner(f: Function, piece: Expr) -> Function:
    """The viewpoint of a piece's owner, or what it was if the piece has none."""
    b = f.b
    owner = b.materialize(f.pieces.owner_of(f, piece, True))
    return f.seen_by(b.materialize(op.select(op.is_none(owner), f.viewpoint, owner)))


def started(f: Function, e: model.Expr, start: Expr) -> tuple[Function, Expr]:
    """Where a path from a site, or from where a piece stands, is seen from, and the site."""
    if e.type.base != "piece":
        return f, start
    g = _seen_by_owner(f, start)
    return g, f.b.materialize(f.pieces.site_of(f, start, True))


def blockers(f: Function, start: Expr, target: Expr) -> Expr:
    """What stands between two sites of a line."""
    return op.intersection(between(f, start, target), f.occupied())


def swept(f: Function, start: Expr, d: int) -> Expr:
    """The sites along a direction, up to the first that holds something."""
    b, n, table = f.b, f.facts.sites, rays_table(f)
    ray = b.materialize(f.lookup(table, op.add(op.number(d * n), start)))
    held = op.intersection(ray, f.occupied())
    reached = op.up_to_lowest(held) if is_rising(f.board, d) else op.down_to_highest(held)
    return op.intersection(ray, reached)


# ---- rays
#
# `line any from s: enemy+ as flipped, own`: of the ray in a direction, the first site that is no enemy ends the run of enemies. Where
# that run may end by the second step, the path ends; a table of all pairs has the sites that it passed.


@dataclass(frozen=True, slots=True)
class Rays:
    """A path along whole rays: `passing` are the sites that it may pass, `ending` those on which it may end."""

    path: model.Line
    directions: tuple[int, ...]
    passing: ConditionPlan
    ending: ConditionPlan


def rays(path: model.Path, scope: Scope) -> Rays | None:
    if not isinstance(path, model.Line) or not scope.facts.suits_pair_tables or len(path.steps) != 2:
        return None
    run, last = path.steps
    directions = known_directions(path)
    if path.least is not None or path.most is not None or not directions:
        return None
    if any(is_rising(scope.facts.board, d) is None for d in directions):
        return None
    if run.most is not None or run.least > 1 or not last.is_once or last.collects:
        return None
    if run.slot is not None and not _is_kept_as_bits(run, run.slot, scope):
        return None
    names = {s.slot for s in path.steps if s.slot is not None}
    passing, ending = (_sites_met(s, names, scope) for s in path.steps)
    if passing is None or ending is None:
        return None
    return Rays(path, directions, passing, ending)


def _is_kept_as_bits(run: model.Step, slot: int, scope: Scope) -> bool:
    """Whether the name of a run holds the sites that it passes, in the order of their numbers."""
    return run.collects and scope.facts.domains.type_in_name(set_of(SITE), slot).name == "bits"


def _sites_met(step: model.Step, names: set[int], scope: Scope) -> ConditionPlan | None:
    """The sites that a step may meet, where they do not depend on these names."""
    if step.group is not None or step.condition is None or reads(step.condition, names):
        return None
    return scope.condition(step.condition, step.it)


@contextmanager
def along_rays(f: Function, plan: Rays, start: Expr) -> Iterator[Expr]:
    """Each way of the path, the shortest on a ray first; gives the site where it ends, and binds its names."""
    b, n = f.b, f.facts.sites
    run, last = plan.path.steps
    passing = b.materialize(plan.passing.members(f, n))
    ending = b.materialize(plan.ending.members(f, n))
    listed = f.program.constant("directions", plan.directions)
    rising = tuple(int(bool(is_rising(f.board, d))) for d in range(len(f.board.directions)))
    with b.for_range("i", op.ZERO, op.number(len(plan.directions))) as i:
        d = b.materialize(f.lookup(listed, i))
        goes_up = b.materialize(op.ne(f.table("rising", rising, d), op.ZERO))
        ray = b.materialize(f.lookup(rays_table(f), op.add(op.mul(d, op.number(n)), start)))
        others = b.materialize(op.difference(ray, passing))
        first = b.materialize(_nearest(others, goes_up))
        passed = b.materialize(between(f, start, op.max_(first, op.ZERO)))
        met = op.union(op.select(op.is_none(first), ray, passed), op.singleton(first, n))
        ends = b.variable("ends", op.intersection(met, ending))
        if run.least:
            b.assign(ends, op.difference(Get(ends), op.singleton(next_site(f, start, d), n)))
        with b.loop():
            with b.if_(op.is_empty(Get(ends))):
                b.break_loop()
            to = b.materialize(_nearest(Get(ends), goes_up))
            b.assign(ends, op.difference(Get(ends), op.singleton(to, n)))
            if run.slot is not None:
                f.bind(run.slot, set_of(SITE), between(f, start, to), run.name)
            if last.slot is not None:
                f.bind(last.slot, SITE, to, last.name)
            yield to


def _nearest(sites: Expr, goes_up: Expr) -> Expr:
    """Of some sites on a ray the one that is met first; -1 of none."""
    return op.select(goes_up, op.lowest(sites), op.highest(sites))


# ---- sights
#
# `some line any from a: [terrain(it) != mountain]*, [it = site(b)]` does not look for b in every direction: a table says whether a
# line leads from a to b, and another one what lies between them. What lies there must be among the sites that the path may pass,
# which are one set.


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
    if last.condition is None or not _is_direct(path, scope):
        return None
    limits = [(s.condition, s.it) for s in before if s.condition is not None]
    passing = [scope.condition(*limit) for limit in limits]
    if None in passing:
        return None
    names = {s.it for s in path.steps}
    parts = [(c, _goal(c, last.it, names)) for c in conjuncts(last.condition)]
    goal = next((goal for _, goal in parts if goal is not None), None)
    if goal is None:
        return None
    rest = [c for c, said in parts if said is not goal]
    return Sight(path, goal, next(iter(passing), None), all_of(rest, path.span) if rest else None)


def _is_direct(path: model.Line, scope: Scope) -> bool:
    """Whether a line leads to a single site, over a run of others if over any; names none; and its ways are known."""
    *before, last = path.steps
    is_plain = all(s.slot is None and s.group is None for s in path.steps) and last.is_once
    is_run = len(before) < 2 and all(s.is_run for s in before)
    return is_plain and is_run and is_plain_length(path) and _goes_known_ways(path, scope)


def _goal(e: model.Expr, it: int, names: set[int]) -> model.Expr | None:
    """The site which a condition says to be the one that is met."""
    said = equal_value(e, it)
    return said if said is not None and said.type.base == "site" and not reads(said, names) else None


def is_seen(f: Function, plan: Sight) -> Expr:
    b, path = f.b, plan.path
    assert path.start is not None
    found = b.variable("seen", op.FALSE)
    start = f.materialized(path.start)
    with b.if_(op.is_some(start)):
        g, start = started(f, path.start, start)
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
