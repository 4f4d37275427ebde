"""The sites where a path may end, as a set: by tables of the board, or by following the path."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl.core import model
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.geometry import directions_for, is_rising
from interpreter.lowering.function import ConditionPlan, Function, Scope, SetPlan
from interpreter.lowering.refusals import Refused, refusals
from interpreter.lowering.values.paths.board_tables import (
    Sweep,
    is_turned,
    seen_by_owner,
    sweep_of,
    swept,
    ways_table,
)
from interpreter.lowering.values.sets.form import SetForm, over_elements

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
            g = f
            if start.type.base == "piece":
                g = seen_by_owner(f, value)
                value = b.materialize(f.pieces.site_of(f, value, True))
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
    return all(s.group is None for s in steps) and sum(s.least != s.most for s in steps) <= 1
