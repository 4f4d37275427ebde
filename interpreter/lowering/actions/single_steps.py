"""Actions that repeat, where no first step can be followed by another: then each first step is an action, and all are counted
as members of sets.

Chains are rare among actions that may be chains. Whether there are any is asked of all first steps at once. If none goes
on, nothing is listed, and no position is compared with another.

    further.A(state, context, mover, n) -> found    whether one of the n first steps of the action A goes on
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.actions import codes
from interpreter.lowering.actions.action_plan import ActionPlan, RulePlan
from interpreter.lowering.actions.candidate_sets import CandidateSets, each_set, for_each_player
from interpreter.lowering.actions.line_sets import Candidates, LineSets
from interpreter.lowering.actions.listing import append_row, list_number
from interpreter.lowering.actions.members import count_members, find_member, sets_of
from interpreter.lowering.actions.repeatable_steps import ChainSets, chain_sets, followers
from interpreter.lowering.actions.steps import first_step
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.board_functions import moved


@dataclass(frozen=True, slots=True)
class SingleSteps:
    """If no first step can be followed by another, first steps are counted as members of sets, and one is drawn from them.

    `chains`: how it is known which can; where they are refused, each first step is done on a copy to find out.
    """

    sets: LineSets
    chains: ChainSets | Refused


def single_steps(
    action: model.Action,
    sets: CandidateSets | None,
    is_onto_empty: bool,
    is_judged: bool,
    scope: Scope,
) -> SingleSteps | Refused | None:
    """`is_judged`: whether what an action leads to decides if it is legal, or what it is worth."""
    again, facts = action.again, scope.facts
    if again is None or not isinstance(sets, LineSets):
        return None
    if is_judged or action.parameters or facts.features.has_demands:
        return _refused(again, "what an action leads to is judged, or it is demanded")
    if again.is_once and not (is_onto_empty and _are_told_apart(action, scope)):
        return _refused(again, "two first steps of one piece may lead to the same position")
    return SingleSteps(sets, chain_sets(action, sets, scope))


def _refused(again: model.Again, why: str) -> Refused:
    return Refused("single steps", why, again.span)


def _are_told_apart(action: model.Action, scope: Scope) -> bool:
    """Whether a piece that came to an empty site stays there, and nothing else comes to one: so its ends tell steps apart."""
    settles = (s for s in scope.game.settles if not s.after or action.name in s.after)
    return all(map(_stays, (*action.effects, *action.finals))) and not any(settles)


def _stays(e: model.Effect) -> bool:
    match e:
        case model.Remove(is_capture=captures):
            return captures  # which never takes away the piece that moves
        case model.SetField() | model.Bind():
            return True
        case model.Branch(body=body, otherwise=otherwise):
            return all(map(_stays, (*body, *otherwise)))
        case model.ForEach(body=body):
            return all(map(_stays, body))
    return False


# ---- the code

FURTHER = "further."  # begins the names of functions that may be many, and stay functions


def go_on(f: Function, plans: Sequence[ActionPlan], counts: Sequence[Expr]) -> Expr:
    """Whether a first step of one of some actions, of which there are so many, can be followed by another."""
    b = f.b
    found = b.variable("goes_on", op.FALSE)
    ways = [(plan, plan.way(SingleSteps), n) for plan, n in zip(plans, counts, strict=True)]
    done = [(plan, way, n) for plan, way, n in ways if way is not None]
    for plan, way, n in done:
        if isinstance(way.chains, ChainSets):
            with b.if_(op.and_(op.not_(Get(found)), op.lt(op.ZERO, n))):
                b.assign(found, _goes_on_by_sets(f, plan, way.sets, way.chains))
    tried = [(plan, way, n) for plan, way, n in done if not isinstance(way.chains, ChainSets)]
    if tried:
        _try_each(f, tried, found)
    return Get(found)


def _goes_on_by_sets(f: Function, plan: ActionPlan, sets: LineSets, chains: ChainSets) -> Expr:
    b, size = f.b, f.facts.sites
    reached = b.variable("reached", op.empty_set(size))

    def use(g: Function, first: Iterator[Candidates]) -> None:
        player = g.mover.value if isinstance(g.mover, ir.Const) and sets.depends_on_mover else 0
        after = followers(plan.action, sets, chains.when_emptied, player, g.game)
        assert after is not None
        met = [b.materialize(step.members(g, size)) for step in sets.steps]
        for candidates, seconds in zip(first, after, strict=True):
            for second in seconds:
                at: Expr = candidates.members
                moves, steps = second.way
                for step, is_emptied in zip(steps, second.emptied, strict=True):
                    at = moved(g, at, moves)
                    at = b.materialize(at if is_emptied else op.intersection(at, met[step]))
                b.assign(reached, op.union(Get(reached), at))

    for_each_player(f, plan.action, sets, use)
    return op.nonempty(Get(reached))


def _try_each(f: Function, tried: Sequence[tuple[ActionPlan, SingleSteps, Expr]], found: ir.Var) -> None:
    """Asks of each first step. A copy of the state is handed on, so that the state itself may be in registers."""
    b = f.b
    asked = b.allocate("asked", "state")
    b.copy(asked, f.state)
    for plan, way, n in tried:
        with b.if_(op.and_(op.not_(Get(found)), op.lt(op.ZERO, n))):
            call = ir.Call(_further(f, plan, way.sets), (asked, f.context, f.mover, n), INT)
            b.assign(found, op.ne(call, op.ZERO))


def may_be_single(rules: RulePlan, names: tuple[str, ...]) -> bool:
    """Whether a group's actions are counted by sets where no first step goes on."""
    plans = [rules.actions[name] for name in names]
    return all(plan.is_counted or plan.way(SingleSteps) is not None for plan in plans)


def list_single(f: Function, plans: Sequence[ActionPlan], list_all: Callable[[], None]) -> None:
    """Lists some actions: their first steps, if none goes on, else all of them."""
    b = f.b
    counts = [count_members(f, plan) for plan in plans]
    total = b.materialize(reduce(op.add, counts))
    with b.if_(op.lt(op.ZERO, total)), b.if_else(go_on(f, plans, counts)) as branch:
        list_all()
        branch.otherwise()
        for plan in plans:
            _list_members(f, plan)


def _list_members(f: Function, plan: ActionPlan) -> None:
    b = f.b

    def use(g: Function, found: Candidates) -> None:
        with b.each_bit("x", found.members) as x:
            h = g.inner()
            found.bind(h, x)
            code = b.materialize(codes.code(h, plan.action))
            if plan.way(SingleSteps) is None:
                list_number(h, plan, codes.number(h, plan.action, code))
            else:
                append_row(h, (op.number(-1 - plan.action.index), op.ZERO, code, op.ZERO))

    each_set(f, plan.action, sets_of(plan), use)


def _further(f: Function, plan: ActionPlan, sets: LineSets) -> str:
    count = ir.Var("n", INT)

    def write(g: Function) -> None:
        b = g.b
        with b.for_range("k", op.ZERO, Get(count)) as k:
            tried = b.allocate("tried", "state")
            b.copy(tried, g.state)
            h = g.inner().at(tried)
            find_member(h, plan, k)
            with b.if_(_can_be_followed(h, plan, sets)):
                b.ret(op.ONE)
        b.ret(op.ZERO)

    return f.define(FURTHER + plan.action.name, (STATE, CONTEXT, MOVER, count), INT, write, Get(MOVER))


def _can_be_followed(f: Function, plan: ActionPlan, sets: LineSets) -> Expr:
    """Does a first step, and says whether there is a further one. It is sought as first steps are, from where the piece is."""
    b, action, again = f.b, plan.action, plan.action.again
    assert again is not None
    found = b.variable("found", op.FALSE)
    if again.most <= 1:
        return Get(found)
    g = first_step(f.changing(), plan).seen_by_mover()
    here = b.materialize(g.pieces.site_of(g, g.pieces.alive(g, g.local(action.piece)), True))
    allowed = g.inner().truth(again.condition) if again.condition is not None else op.TRUE
    with b.if_(op.and_(op.is_some(here), allowed)):
        start = b.materialize(op.singleton(here, g.facts.sites))

        def use(_: Function, further: Candidates) -> None:
            b.assign(found, op.or_(Get(found), op.nonempty(further.members)))

        each_set(g.changing(False), action, sets, use, start=start)
    return Get(found)
