"""One action on the state itself: a random one, or the one with a given place in the list.

    ply(state, context) -> done                         a random action; 0 if there is none
    ply.N(state, context) -> done                       the same where it is known that the N-th player moves
    ply_at(state, context, decision, place) -> done     the action with a place in the list that `legal` makes

Where the actions on offer are members of sets they are counted and the one is found among them, without a list.
"""

from collections.abc import Callable, Sequence
from functools import partial

from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.actions import steps
from interpreter.lowering.actions.action_plan import ActionPlan, rules_of
from interpreter.lowering.actions.demands import waiting
from interpreter.lowering.actions.enumeration import count_members, enumeration, pick_member
from interpreter.lowering.actions.guarded_actions import guard_for, guard_given
from interpreter.lowering.actions.sampling import DRAWS, Superset, count_superset, draw, is_worth_drawing
from interpreter.lowering.actions.search_mode import COUNT, PICK, begin, clear
from interpreter.lowering.actions.single_steps import go_on, may_be_single
from interpreter.lowering.ending.game_ends import in_phase, turns_by_phase
from interpreter.lowering.facts.layout import BATCHES
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.turns import decision, list_offer, number_of, run

_DECISION, _PLACE = Var("decision", INT), Var("place", INT)
_NONE_OF_THEM = 1 << 40  # a place behind all actions
Chosen = Callable[[Function, Expr], Expr]  # the place of the action to be done, of so many
ByList = Callable[[int, int], None]  # does an action of a phase's offer that must be listed, and leaves


def write_random(f: Function) -> None:
    def write(g: Function) -> None:
        steps.forget_beginnings(g)
        clear(g, "tries")
        _do_simply(_with_mover(g), _drawn, is_drawn=True)
        found = decision(g)
        count = g.b.materialize(g.load_context("count"))
        with g.b.if_(op.eq(count, op.ZERO)):
            g.b.ret(op.ZERO)
        g.store_context("skip", _drawn(g, count))
        _do_by_list(g, found)

    f.define("ply", (STATE, CONTEXT), INT, write, is_public=True)


def random_of(f: Function, player: int) -> str:
    """The function for one player, to be written out where it is called. A copy is handed to `ply` if that must do it."""

    def write(g: Function) -> None:
        def by_copy(*_: int) -> None:
            copied = g.b.allocate("copied", "state")
            g.b.copy(copied, g.state)
            done = g.b.materialize(ir.Call("ply", (copied, g.context), INT))
            g.b.copy(g.state, copied)
            g.b.ret(done)

        clear(g, "tries")
        begin(g, PICK)
        _do_simply(g.moved_by(op.number(player)), _drawn, is_drawn=True, by_list=by_copy)
        by_copy()

    return f.define(f"ply.{player}", (STATE, CONTEXT), INT, write)


def write_given(f: Function) -> None:
    """`decision` is what `which` has said of the state; there are actions."""

    def write(g: Function) -> None:
        steps.forget_beginnings(g)
        clear(g, "tries")
        _do_simply(_with_mover(g), lambda h, count: Get(_PLACE), is_drawn=False)
        clear(g, "listed")
        g.store_context("skip", Get(_PLACE))
        _do_by_list(g, Get(_DECISION))

    f.define("ply_at", (STATE, CONTEXT, _DECISION, _PLACE), INT, write)


def _drawn(f: Function, count: Expr) -> Expr:
    """A random place; `random` in the context is the state of the random numbers."""
    f.store_context("random", ir.Call("advanced", (f.load_context("random"),), INT))
    return f.b.materialize(ir.Call("below", (f.load_context("random"), count), INT))


def _do_by_list(f: Function, decision: Expr) -> None:
    begin(f, PICK, "count", "found", "tries")
    run(f, f.state, decision)
    f.b.ret(op.ONE)


# ---- without a list


def _do_simply(f: Function, chosen: Chosen, is_drawn: bool, by_list: ByList | None = None) -> None:
    """Does an action of the first offer that has some, and leaves; where no demand waits.

    Of a random action an offer that must be listed has its list, which is not made again to find the action; unless
    `by_list` says how that is done.
    """
    b, rules = f.b, rules_of(f)
    by_list = by_list or (lambda phase, k: _do_listed(f, phase, k, chosen))
    is_plain = op.eq(waiting(f), op.ZERO) if f.facts.features.has_demands else op.TRUE
    with b.if_(is_plain):
        for phase, turn in turns_by_phase(f):
            listed = [rules.is_listed(offer.names) for offer in turn.offers]
            if all(listed) or (any(listed) and not is_drawn):
                continue
            with in_phase(f, phase):
                for k, offer in enumerate(turn.offers):
                    plans = [rules.actions[n] for n in offer.names]
                    with b.if_(f.inner().holds(offer.condition)):
                        if listed[k] and may_be_single(rules, offer.names):
                            _do_alone(f, plans, chosen, partial(by_list, phase, k))
                            continue
                        if listed[k]:
                            by_list(phase, k)
                            continue
                        may_be_some = _draw_from(f, plans) if is_drawn else op.TRUE
                        with b.if_(may_be_some):
                            _do_of_offer(f, plans, chosen)
                if not any(x.word == "pass" for x in turn.fallbacks):
                    b.ret(op.ZERO)


def _do_alone(f: Function, plans: Sequence[ActionPlan], chosen: Chosen, by_list: Callable[[], None]) -> None:
    """Does one of an offer's first steps, if there are any; by a list if one of them can be followed by another."""
    b = f.b
    counts = [count_members(f, plan) for plan in plans]
    total = b.materialize(_sum(counts))
    with b.if_(op.lt(op.ZERO, total)), b.if_else(go_on(f, plans, counts)) as branch:
        by_list()
        branch.otherwise()
        left = b.variable("left", chosen(f, total))
        for plan, n in zip(plans, counts, strict=True):
            with b.if_(op.lt(Get(left), n)):
                pick_member(f, plan, f.state, Get(left))
                b.ret(op.ONE)
            b.assign(left, op.sub(Get(left), n))


def _do_listed(f: Function, phase: int, offer: int, chosen: Chosen) -> None:
    """Lists an offer's actions, and does one of them if there are any."""
    b = f.b
    begin(f, COUNT, "count", "found", "listed")
    number = number_of(f, phase, offer)
    list_offer(f, phase, offer)
    count = b.materialize(f.load_context("count"))
    with b.if_(op.lt(op.ZERO, count)):
        f.store_context("skip", chosen(f, count))
        _do_by_list(f, op.number(number))


def _with_mover(f: Function) -> Function:
    return f.moved_by(f.b.materialize(f.load("mover")))


def _draw_from(f: Function, plans: Sequence[ActionPlan]) -> Expr:
    """Draws one of an offer's actions, some times, where that is quicker than to count them.

    Says whether there may be some.
    """
    b = f.b
    if not any(is_worth_drawing(p) for p in plans):
        return op.TRUE
    if not all(p.way(Superset) is not None or p.is_counted for p in plans):
        return op.TRUE
    clear(f, "noted")
    counts, starts = [], []
    for plan in plans:
        starts.append(b.materialize(f.load_context("noted")))
        counts.append(count_superset(f, plan) if plan.way(Superset) is not None else _count(f, plan, None))
    total = b.materialize(_sum(counts))
    may_be_some = b.materialize(op.lt(op.ZERO, total))
    are_noted = op.lt(f.load_context("noted"), op.number(BATCHES))
    attempts = op.select(op.and_(may_be_some, are_noted), op.number(DRAWS), op.ZERO)
    with b.for_range("attempt", op.ZERO, attempts):
        left = b.variable("left", _drawn(f, total))
        for plan, n, start in zip(plans, counts, starts, strict=True):
            with b.if_(op.lt(Get(left), n)):
                if plan.way(Superset) is None:
                    pick_member(f, plan, f.state, Get(left))
                    b.ret(op.ONE)
                else:
                    draw(f, plan, Get(left), start)
                    with b.if_(op.ne(f.load_context("found"), op.ZERO)):
                        b.ret(op.ONE)
                    b.assign(left, op.number(_NONE_OF_THEM))
            b.assign(left, op.sub(Get(left), n))
    return may_be_some


def _do_of_offer(f: Function, plans: Sequence[ActionPlan], chosen: Chosen) -> None:
    """Does one of an offer's actions, if there are any."""
    b = f.b
    guard = guard_for(f, [p.action.name for p in plans])
    counts = [_count(f, plan, guard) for plan in plans]
    total = b.materialize(_sum(counts))
    with b.if_(op.lt(op.ZERO, total)):
        left = b.variable("left", chosen(f, total))
        for plan, n in zip(plans, counts, strict=True):
            with b.if_(op.lt(Get(left), n)):
                _do(f, plan, Get(left), guard)
                b.ret(op.ONE)
            b.assign(left, op.sub(Get(left), n))


def _count(f: Function, plan: ActionPlan, guard: Expr | None) -> Expr:
    """How many candidates an action has."""
    if plan.is_counted:
        return count_members(f, plan)
    begin(f, COUNT, "count", "found")
    _enumerate(f, plan, guard)
    return f.b.materialize(f.load_context("count"))


def _do(f: Function, plan: ActionPlan, place: Expr, guard: Expr | None) -> None:
    """Does the action with a place among those that were counted."""
    if plan.is_counted:
        pick_member(f, plan, f.state, place)
        return
    begin(f, PICK)
    f.store_context("skip", place)
    clear(f, "found")
    _enumerate(f, plan, guard)


def _enumerate(f: Function, plan: ActionPlan, guard: Expr | None) -> None:
    given = guard_given(plan, guard)
    f.b.invoke(enumeration(f, plan.action), *f.arguments, f.state, f.mover, *given)


def _sum(counts: Sequence[Expr]) -> Expr:
    total: Expr = op.ZERO
    for n in counts:
        total = op.add(total, n)
    return total
