"""The candidates of an action, whatever is wanted of them.

enum.A(state, context, out, mover, guard, arguments)    goes through them, by the mode
count.A(state, context, mover, arguments) -> n          how many there are, where they are members of sets
pick.A(state, context, mover, k, arguments)             does the k-th of these, on the state itself

Members of sets are counted, and the n-th one is found, without a loop.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain, islice

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions import steps
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of
from interpreter.lowering.actions.candidate_sets import (
    CandidateSets,
    OneCandidate,
    able_movers,
    add_up,
    each_set,
    for_each_player,
    movers_of_kinds,
)
from interpreter.lowering.actions.candidates import candidates
from interpreter.lowering.actions.choices import handed, parameter_names, parameters_of, take
from interpreter.lowering.actions.counting import Counter
from interpreter.lowering.actions.demands import ForwardedDemands
from interpreter.lowering.actions.guarded_actions import Guarded, guarded_sites
from interpreter.lowering.actions.line_sets import Candidates, LineSets
from interpreter.lowering.actions.search_mode import ANY, LIST, PICK, found_one, is_mode, is_mode_at_most
from interpreter.lowering.actions.steps import do_alone, go
from interpreter.lowering.actions.visit_candidate import (
    Trial,
    act_on,
    at_candidate,
    do_first_step,
    leave_if_another,
    replay,
    wanted_origin,
)
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function

# ---- members of sets


_K = Var("k", INT)
MOST_AT_ONCE = 4  # sets of which one is chosen without a branch
ONE_WORD = 64  # sites that these may have


def sets_of(plan: ActionPlan) -> CandidateSets:
    assert plan.sets is not None
    return plan.sets


def count_members(f: Function, plan: ActionPlan, *arguments: Expr) -> Expr:
    """How many candidates there are."""
    given = parameter_names(plan.action)
    variables = parameters_of(f, given)

    def write(g: Function) -> None:
        take(g, given, variables)
        total = g.b.variable("n", op.ZERO)
        movers = movers_of_kinds(g, plan.action)
        with g.b.if_(op.nonempty(movers)) if movers is not None else nullcontext():
            add_up(g, plan.action, sets_of(plan), total)
        g.b.ret(Get(total))

    name = f.define(
        f"count.{plan.action.name}",
        (STATE, CONTEXT, MOVER, *variables),
        INT,
        write,
        Get(MOVER),
        is_inline=True,
    )
    return f.b.materialize(ir.Call(name, (*f.arguments, f.mover, *arguments), INT))


def pick_member(f: Function, plan: ActionPlan, state: Expr, k: Expr, *arguments: Expr) -> None:
    """Does the candidate with a place on a state."""
    given = parameter_names(plan.action)
    variables = parameters_of(f, given)

    def write(g: Function) -> None:
        take(g, given, variables)
        _pick(g, plan)

    parameters = (STATE, CONTEXT, MOVER, _K, *variables)
    name = f.define(f"pick.{plan.action.name}", parameters, VOID, write, Get(MOVER), is_inline=True)
    f.b.invoke(name, state, f.context, f.mover, k, *arguments)


def _pick(f: Function, plan: ActionPlan) -> None:
    if not isinstance(plan.sets, OneCandidate):
        find_member(f, plan, Get(_K))
    if plan.action.again is not None:
        do_alone(f, plan)
        return
    go(f, plan)
    do_first_step(f, plan, f.state, f.state, handed(f, plan.names))


def find_member(f: Function, plan: ActionPlan, place: Expr) -> None:
    """Binds an action's names to the candidate with a place."""
    b = f.b
    left = b.variable("left", place)
    for n in plan.names:
        f.declare(n.slot, n.type, n.text)
    declared = {n.slot: var for n in plan.names if isinstance(var := f.scope.variables[n.slot], Var)}
    outside = b.loops

    def use(g: Function, found: Candidates) -> None:
        size = b.materialize(op.count(found.members))
        with b.if_(op.lt(Get(left), size)):
            found.bind(g, b.materialize(op.nth(found.members, Get(left))))
            for slot, variable in declared.items():  # a name may have been given another variable
                bound = g.scope.variables[slot]
                if isinstance(bound, Var) and bound != variable:
                    b.assign(variable, Get(bound))
            b.break_(outside)
        b.assign(left, op.sub(Get(left), size))

    def use_all(g: Function, sets: Iterator[Candidates]) -> None:
        every = list(islice(sets, MOST_AT_ONCE + 1))
        if 1 < len(every) <= MOST_AT_ONCE and _suit(g, every):
            _find_at_once(g, every, Get(left), declared)
            b.break_(outside)
        else:
            for found in chain(every, sets):
                use(g, found)

    with b.for_range("once", op.ZERO, op.ONE):
        for_each_player(f, plan.action, sets_of(plan), use_all)


def _suit(f: Function, sets: Sequence[Candidates]) -> bool:
    """Whether names may be worked out for what is in none of some sets: then nothing is read that is not there."""
    return f.facts.pieces.are_named_by_site and sets[0].members.type.size <= ONE_WORD


def _find_at_once(f: Function, sets: Sequence[Candidates], place: Expr, declared: Mapping[int, Var]) -> None:
    """The candidate with a place in a few sets, without a branch, since nobody can foresee in which set it is.

    Its names are worked out as if it were in each of them.
    """
    b = f.b
    places, is_in = [place], list[Expr]()
    for found in sets[:-1]:
        size = b.materialize(op.count(found.members))
        is_in.append(b.materialize(op.lt(places[-1], size)))
        places.append(b.materialize(op.sub(places[-1], size)))

    def chosen(values: Sequence[Expr]) -> Expr:
        made = values[-1]
        for here, value in zip(reversed(is_in), reversed(values[:-1]), strict=True):
            made = op.select(here, value, made)
        return b.materialize(made)

    member = b.materialize(op.nth(chosen([s.members for s in sets]), chosen(places)))
    bound = []
    for found in sets:
        g = f.inner()
        for slot in declared:
            g.forget(slot)
        found.bind(g, member)
        bound.append(g.scope.variables)
    for slot, variable in declared.items():
        named = [v.get(slot) for v in bound]
        b.assign(variable, chosen([Get(v) if isinstance(v, Var) else op.NONE for v in named]))


def enumerate_members(f: Function, plan: ActionPlan, arguments: tuple[Expr, ...]) -> None:
    """Goes through the candidates: one by one only where each is looked at."""
    b = f.b
    with b.if_(is_mode_at_most(f, PICK)), b.if_(op.ne(f.load_context("mode"), op.number(LIST))):
        n = count_members(f, plan, *arguments)
        with b.if_(is_mode(f, PICK)):
            with b.if_(op.lt(f.load_context("skip"), n)):
                b.copy(Get(OUT), f.state)
                pick_member(f, plan, Get(OUT), f.load_context("skip"), *arguments)
                found_one(f)
            f.store_context("skip", op.sub(f.load_context("skip"), n))
            b.ret()
        f.count_up("count", n)
        f.store_context("found", op.zext(op.and_(is_mode(f, ANY), op.lt(op.ZERO, n))))
        b.ret()

    def use(g: Function, found: Candidates) -> None:
        with b.each_bit("x", found.members) as x:
            h = g.inner()
            found.bind(h, x)
            act_on(h, plan, handed(h, plan.names))

    each_set(f, plan.action, sets_of(plan), use)


# ---- whatever is wanted of them


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
    number = steps.new_enumeration(f)
    before = steps.beginnings_used(f)
    _enumerate(f, plan, Trial(enumeration=number))
    steps.forget_beginnings(f, before)


def _count_guarded(f: Function, plan: ActionPlan, guarded: Guarded) -> Expr:
    """Where only a number is wanted, those from safe sites are counted; the sites of the others, which are gone through."""
    b, guard, n = f.b, Get(guarded_sites(f)), f.facts.sites
    left = b.variable("left", op.full_set(n))
    with b.if_(is_mode_at_most(f, ANY)):
        g = f.inner()
        total = b.variable("total", op.ZERO)
        safe = b.materialize(op.complement(guard))
        counter = Counter(plan.counted, total)
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
