"""Lines that pass over sites of one sort and end on a site of another: each ray is a set, not a walk.

`line any from s: enemy+ as flipped, own`: of the ray in a direction, the first site that is no enemy ends the run of
enemies. Where that run may end by the second step, the path ends; a table of all pairs has the sites that it passed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl.core import model
from gdl.core.types import SITE, set_of
from gdl.core.visit import reads
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.board import is_rising, known_directions
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.values.board import step as next_site
from interpreter.lowering.values.paths.sweeps import rays_table
from interpreter.lowering.values.sets.board import between


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
    if run.most is not None or run.least > 1 or last.least != 1 or last.most != 1:
        return None
    if any(s.group is not None or s.condition is None for s in path.steps) or last.collects:
        return None
    is_named = run.slot is not None
    if is_named and not (
        run.collects and scope.facts.domains.type_in_name(set_of(SITE), run.slot).name == "bits"
    ):
        return None
    names = {slot for s in path.steps for slot in (s.slot,) if slot is not None}
    plans = [
        scope.condition(s.condition, s.it)
        for s in path.steps
        if s.condition is not None and not reads(s.condition, names)
    ]
    match plans:
        case [passing, ending] if passing is not None and ending is not None:
            return Rays(path, directions, passing, ending)
    return None


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
