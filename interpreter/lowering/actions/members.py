"""Actions whose candidates are members of sets: they are counted, and the n-th one is found, without a loop.

count.A(state, context, mover, arguments) -> n      how many candidates there are
pick.A(state, context, mover, k, arguments)         does the k-th of these, on the state itself
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain, islice

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.candidate_sets import (
    CandidateSets,
    OneCandidate,
    add_up,
    each_set,
    for_each_player,
    movers_of_kinds,
)
from interpreter.lowering.actions.line_sets import Candidates
from interpreter.lowering.actions.names import handed, parameter_names, parameters_of, take
from interpreter.lowering.actions.search_mode import ANY, LIST, PICK, found_one, is_mode, is_mode_at_most
from interpreter.lowering.actions.steps import do_alone, go
from interpreter.lowering.actions.visit_candidate import act_on, do_first_step
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function

_K = Var("k", INT)
MOST_AT_ONCE, ONE_WORD = (
    4,
    64,
)  # sets of which one is chosen without a branch, and how many sites they may have


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
