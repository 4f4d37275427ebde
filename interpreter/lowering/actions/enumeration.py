"""The candidates of an action, whatever is wanted of them.

enum.A(state, context, out, mover, guard, arguments)
"""

from gdl.core import model
from interpreter.ir import VOID, Expr, Get, op
from interpreter.lowering.actions import beginnings
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of
from interpreter.lowering.actions.candidate_sets import able_movers
from interpreter.lowering.actions.candidates import candidates
from interpreter.lowering.actions.counting import Counter
from interpreter.lowering.actions.forwarded_demands import ForwardedDemands
from interpreter.lowering.actions.guarded_actions import Guarded, guarded_sites
from interpreter.lowering.actions.line_sets import LineSets
from interpreter.lowering.actions.members import enumerate_members
from interpreter.lowering.actions.names import parameter_names, parameters_of, take
from interpreter.lowering.actions.replay import leave_if_another, replay, wanted_origin
from interpreter.lowering.actions.search_mode import ANY, found_one, is_mode, is_mode_at_most
from interpreter.lowering.actions.steps import go
from interpreter.lowering.actions.visit_candidate import Trial, at_candidate
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function


def enumeration(f: Function, action: model.Action) -> str:
    """The function that goes through an action's candidates, by the mode."""
    plan, given = plan_of(f, action), parameter_names(action)
    guarded = plan.way(Guarded)
    guard = (guarded_sites(f),) if guarded is not None else ()
    variables = parameters_of(f, given)

    def write(g: Function) -> None:
        g.decide(action.span, f"action {action.name}", plan)
        take(g, given, variables)
        go(g, plan)
        leave_if_another(g, action)
        if plan.is_replayed:
            replay(g, plan)
        if plan.is_counted:
            enumerate_members(g, plan, tuple(map(Get, variables)))
        elif action.again is not None and action.again.is_any_order:
            _enumerate_in_any_order(g, plan)
        else:
            left = _count_guarded(g, plan, guarded) if guarded is not None else None
            resting = g.b.variable("rests", op.NONE) if plan.way(ForwardedDemands) is not None else None
            _enumerate(g, plan, Trial(is_passing=guarded is not None, resting=resting), left)

    parameters = (STATE, CONTEXT, OUT, MOVER, *guard, *variables)
    return f.define(f"enum.{action.name}", parameters, VOID, write, Get(MOVER))


def _enumerate(f: Function, plan: ActionPlan, trial: Trial, among: Expr | None = None) -> None:
    """Goes through the candidates. Of moves that may go on, only pieces are looked at that can make a first step."""
    only = wanted_origin(f, plan)
    if among is None or only is None:
        among = only if among is None else among
    else:
        among = f.b.materialize(op.intersection(among, only))
    if plan.action.again is not None and isinstance(plan.sets, LineSets):
        among = able_movers(f, plan.action, plan.sets, among)
    candidates(f, plan.one_by_one, lambda g: at_candidate(g, plan, trial), among)


def _enumerate_in_any_order(f: Function, plan: ActionPlan) -> None:
    number = beginnings.new_enumeration(f)
    before = beginnings.used(f)
    _enumerate(f, plan, Trial(enumeration=number))
    beginnings.forget_since(f, before)


def _count_guarded(f: Function, plan: ActionPlan, guarded: Guarded) -> Expr:
    """Where only a number is wanted, those from safe sites are counted; the sites of the others, which are gone through."""
    b, guard, n = f.b, Get(guarded_sites(f)), f.facts.sites
    left = b.variable("left", op.full_set(n))
    with b.if_(is_mode_at_most(f, ANY)):
        g = f.inner()
        total = b.variable("total", op.ZERO)
        safe = b.materialize(op.complement(guard))
        counter = Counter(plan.counted, total, split=plan.split_counts)
        if guarded.is_put:  # a guard holds empty sites only where it holds all
            with b.if_(op.nonempty(safe)):
                counter.count(g)
                _add_safe(g, Get(total))
                b.ret()
        else:
            counter.count(g, safe)
            _add_safe(g, Get(total))
            b.assign(left, guard)
    return Get(left)


def _add_safe(f: Function, total: Expr) -> None:
    b = f.b
    f.count_up("count", total)
    with b.if_(op.and_(is_mode(f, ANY), op.lt(op.ZERO, total))):
        found_one(f)
