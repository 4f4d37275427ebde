"""The guard of a decision: sites from which the mover's pieces may not move without being tried.

    guard(state, context, mover) -> sites

Which actions it serves is planned in `plans/guards`.
"""

from collections.abc import Iterable, Sequence

from interpreter import ir
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, rules_of
from interpreter.lowering.actions.guards import Watch, Way
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.values.attacks import Approach, starts_of
from interpreter.lowering.values.paths.sweeps import Sweep, blockers, is_turned, ways_table


def guarded_sites(f: Function) -> Var:
    """The parameter of an action's functions that holds the sites."""
    return Var("guard", ir.bits(f.facts.sites))


def guard_for(f: Function, names: Iterable[str]) -> Expr | None:
    """The sites for a decision about some actions, found once; None if no action is guarded."""
    rules = rules_of(f)
    if rules.guard is None or not any(rules.actions[name].is_guarded for name in names):
        return None
    watches, gates, sites = rules.guard.watches, rules.gates, guarded_sites(f)

    def write(g: Function) -> None:
        found = g.b.variable("sites", op.empty_set(g.facts.sites))
        for gate in gates:
            with g.b.if_(op.not_(g.truth(gate))):
                g.b.ret(op.full_set(g.facts.sites))
        _watch_all(g, watches, found)
        g.b.ret(Get(found))

    name = f.define("guard", (STATE, CONTEXT, MOVER), sites.type, write, Get(MOVER))
    return f.b.materialize(ir.Call(name, (*f.arguments, f.mover), sites.type))


def guard_given(plan: ActionPlan, guard: Expr | None) -> tuple[Expr, ...]:
    """What the enumeration of an action is given of the guard."""
    if not plan.is_guarded:
        return ()
    assert guard is not None
    return (guard,)


def is_safe(f: Function, plan: ActionPlan) -> Expr:
    """Whether a candidate is legal without being tried."""
    assert plan.guarded is not None
    return op.not_(op.contains(Get(guarded_sites(f)), f.local(plan.guarded.site)))


# ---- finding the sites


def _watch_all(f: Function, watches: Sequence[Watch | Way], sites: Var, at: Expr = op.NONE) -> None:
    """`at`: where the piece stands of which this is asked."""
    for watch in watches:
        if isinstance(watch, Way):
            _watch_way(f, watch, at, sites)
        else:
            _watch(f, watch, sites)


def _watch(f: Function, watch: Watch, sites: Var) -> None:
    b = f.b
    pieces = watch.pieces.sites(f)
    if watch.whose == "mine":
        b.assign(sites, op.union(Get(sites), pieces))
    if watch.attack is not None:
        for approach in watch.attack.approaches:
            _watch_approach(f, approach, pieces, sites)
        return
    with b.each_bit("a", pieces) as at:
        g = f.inner()
        g.bind(watch.slot, watch.piece, g.pieces.seen_at(g, at), "a")
        _watch_all(g, watch.inside, sites, at)


def _watch_way(f: Function, way: Way, at: Expr, sites: Var) -> None:
    """Whatever stands alone between one of the mover's pieces and one to which a path leads from it."""
    b, path, n = f.b, way.sweep.path, f.facts.sites
    ends: Expr = op.empty_set(n)
    for p in range(f.facts.players) if is_turned(path, f.game) else (0,):
        seen = b.materialize(f.lookup(ways_table(f, path, p, False), at))
        ends = seen if p == 0 else b.materialize(op.select(op.eq(f.mover, op.number(p)), seen, ends))
    g = f.seen_by(f.mover)
    _watch_between(f, way.sweep, b.materialize(op.intersection(ends, way.last.members(g, n))), at, sites)


def _watch_approach(f: Function, approach: Approach, pieces: Expr, sites: Var) -> None:
    """Whatever stands alone between a piece and the site that it would reach; all, if one reaches it already."""
    b = f.b
    target = f.materialized(approach.target)
    assert approach.sweep is not None
    with b.if_(op.is_some(target)):
        _watch_between(f, approach.sweep, starts_of(f, approach, pieces, target), target, sites)


def _watch_between(f: Function, sweep: Sweep, others: Expr, target: Expr, sites: Var) -> None:
    """What stands alone between a site and others on lines with it; all, if nothing does."""
    b, everything = f.b, op.full_set(f.facts.sites)
    if not sweep.is_swept:
        with b.if_(op.nonempty(others)):
            b.assign(sites, everything)
        return
    with b.each_bit("a", others) as at:
        between = b.materialize(blockers(f, at, target))
        count = b.materialize(op.count(between))
        with b.if_(op.eq(count, op.ONE)):
            b.assign(sites, op.union(Get(sites), between))
        with b.if_(op.eq(count, op.ZERO)):
            b.assign(sites, everything)
