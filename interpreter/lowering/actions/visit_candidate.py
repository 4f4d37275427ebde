"""What is done with a candidate, by the mode: counted, listed, done, explored.

A candidate that is legal only if what follows is (`require`, `then must`, `prefer`) is tried on a copy of the state;
unless the guard says that it leaves the requirements as they were.

An action that was listed is done without being looked for, where its choices can be read from its number. Of others the number
says which action it is, and where the piece is that moves; without that draughts in which lists are needed play at 0.85 of their speed.
"""

import math

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions import choices
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.choices import bind_choices, first_number, handed, value_of
from interpreter.lowering.actions.demands import is_met, rests, waiting, with_those_asked
from interpreter.lowering.actions.guarded_actions import is_safe
from interpreter.lowering.actions.listing import FIRST_STEP, list_number
from interpreter.lowering.actions.search_mode import (
    ANY,
    CODE,
    EXPAND,
    LIST,
    MATCH,
    PICK,
    WAS,
    count_one,
    count_try,
    found_one,
    is_mode,
    is_mode_at_most,
    leave_if_found,
    leave_if_wrong,
    mode,
)
from interpreter.lowering.ending.positions import mixed
from interpreter.lowering.function import OUT, Function
from interpreter.shared.numbering import ListDomain


def go_name(plan: ActionPlan) -> str:
    """The function that does a step of an action, and what follows."""
    return f"go.{plan.action.name}"


@dataclass(frozen=True, slots=True)
class Trial:
    """`is_passing`: candidates that the guard calls safe are not tried. `enumeration`: its number, which tells the beginnings of
    one enumeration from those of another. `resting`: where the answer is kept whether the state rests, -1 before it is
    asked; None where nothing is passed on."""

    is_passing: bool = False
    resting: Var | None = None
    enumeration: Expr = op.ZERO


def at_candidate(f: Function, plan: ActionPlan, trial: Trial) -> None:
    if plan.is_tried:
        _try(f, plan, trial)
        return
    given = handed(f, plan.names)
    with f.b.if_(is_mode_at_most(f, ANY)):
        count_one(f)
    with f.b.if_(op.lt(op.number(ANY), mode(f))):
        act_on(f, plan, given)


def _try(f: Function, plan: ActionPlan, trial: Trial) -> None:
    b, action = f.b, plan.action
    given = handed(f, plan.names)
    code = b.materialize(choices.code(f, action))
    is_tried: Expr = op.TRUE
    if action.again is not None:
        is_wanted = op.and_(
            op.eq(f.load_context("wanted", op.number(FIRST_STEP)), code),
            op.eq(f.load_context("wanted"), op.number(-1 - action.index)),
        )
        is_tried = op.or_(op.not_(is_mode(f, MATCH)), is_wanted)
    elif trial.is_passing:
        is_tried = b.materialize(op.not_(_is_passed(f, plan, code)))
    else:
        is_tried = op.not_(_is_other(f, choices.number(f, action, code)))
        if trial.resting is not None:
            is_tried = b.materialize(op.and_(is_tried, op.not_(_is_passed_on(f, plan, trial.resting))))
    with b.if_(is_tried):
        count_try(f, action.span)
        tried = b.allocate("tried", "state")
        b.copy(tried, f.state)
        total: Expr = op.ZERO
        if action.again is not None and action.again.is_any_order:
            total = op.add(trial.enumeration, mixed(code))
        with with_those_asked(f, tried):
            start = (waiting(f.at(tried)), tried, f.context, Get(OUT), f.mover, op.ZERO, code, total)
            b.invoke(go_name(plan), *start, *given)
        leave_if_found(f)


def _is_passed(f: Function, plan: ActionPlan, code: Expr) -> Expr:
    """Deals with a candidate that is legal without being tried, unless it is to be done, and with one that is not the wanted one;
    whether that was so."""
    b = f.b
    passed = b.variable("passed", op.FALSE)
    number = b.materialize(choices.number(f, plan.action, code))
    with b.if_(is_safe(f, plan)):
        with b.if_(is_mode_at_most(f, ANY)):
            count_one(f)
            b.assign(passed, op.TRUE)
        with b.if_(is_mode(f, LIST)):
            list_number(f, plan, number)
            b.assign(passed, op.TRUE)
        with b.if_(op.and_(is_mode(f, PICK), op.lt(op.ZERO, f.load_context("skip")))):
            f.store_context("skip", op.sub(f.load_context("skip"), op.ONE))
            b.assign(passed, op.TRUE)
    with b.if_(_is_other(f, number)):
        b.assign(passed, op.TRUE)
    return Get(passed)


def _is_other(f: Function, number: Expr) -> Expr:
    """Whether a certain action is wanted, and not the one with this number."""
    return op.and_(is_mode(f, MATCH), op.ne(number, f.load_context("wanted")))


def _is_passed_on(f: Function, plan: ActionPlan, resting: Var) -> Expr:
    """Counts a candidate that is judged by what it demands, where only a number is wanted; whether that was so."""
    b, passed = f.b, f.b.variable("passed", op.FALSE)
    with b.if_(is_mode_at_most(f, ANY)):
        with b.if_(op.is_none(Get(resting))):
            b.assign(resting, op.zext(rests(f, plan)))
        with b.if_(op.ne(Get(resting), op.ZERO)):
            b.assign(passed, op.TRUE)
            count_try(f, plan.action.span)
            with b.if_(is_met(f, plan)):
                count_one(f)
    return Get(passed)


def act_on(f: Function, plan: ActionPlan, given: list[Expr]) -> None:
    """Lists, does or explores a candidate that is legal as it stands."""
    b = f.b
    if not f.game.has_chance:
        with b.if_(is_mode(f, EXPAND)):
            made = b.allocate("next", "state")
            b.copy(made, f.state)
            do_first_step(f, plan, made, made, given)
            leave_if_wrong(f)
    is_wanted = b.variable("wanted", op.FALSE)
    with b.if_(is_mode(f, PICK)):
        b.assign(is_wanted, op.eq(f.load_context("skip"), op.ZERO))
        f.store_context("skip", op.sub(f.load_context("skip"), op.ONE))
    with b.if_(op.or_(is_mode(f, LIST), is_mode(f, MATCH))):
        number = b.materialize(choices.number(f, plan.action, choices.code(f, plan.action)))
        with b.if_else(is_mode(f, LIST)) as branch:
            list_number(f, plan, number)
            branch.otherwise()
            b.assign(is_wanted, op.eq(number, f.load_context("wanted")))
    with b.if_(Get(is_wanted)):
        b.copy(Get(OUT), f.state)
        do_first_step(f, plan, Get(OUT), Get(OUT), given)
        found_one(f)


def do_first_step(f: Function, plan: ActionPlan, state: Expr, out: Expr, given: list[Expr]) -> None:
    """Does a candidate's first step on a state."""
    start = (waiting(f), state, f.context, out, f.mover, op.ZERO, op.ZERO, op.ZERO)
    f.b.invoke(go_name(plan), *start, *given)


# ---- actions that were listed


def is_sure(f: Function) -> Expr:
    """Whether the wanted action is one that was listed."""
    return op.and_(is_mode(f, MATCH), op.ne(f.load_context("sure"), op.ZERO))


def replay(f: Function, plan: ActionPlan) -> None:
    """Does the wanted action, if it is one of these, and leaves."""
    b = f.b
    with b.if_(is_sure(f)):
        g = f.inner()
        code = wanted_code(g, plan.action)
        bind_choices(g, plan.action, code)
        b.copy(Get(OUT), f.state)
        start = (waiting(f), Get(OUT), f.context, Get(OUT), f.mover, op.ZERO, code, op.ZERO)
        b.invoke(go_name(plan), *start, *handed(g, plan.names))
        if not plan.is_tried:
            f.store_context("found", op.ONE)
        b.ret()


def leave_if_another(f: Function, action: model.Action) -> None:
    """Leaves where another action is wanted."""
    wanted, word = f.load_context("wanted"), op.number(-1 - action.index)
    if action.again is not None:
        is_other = op.ne(wanted, word)
    else:
        first, size = first_number(f, action), f.facts.numbers.size(action)
        is_other = op.or_(op.lt(wanted, first), op.le(op.add(first, op.number(size)), wanted))
    with f.b.if_(op.and_(is_mode(f, MATCH), is_other)):
        f.b.ret()


def wanted_code(f: Function, action: model.Action) -> Expr:
    """The number of the first step's choices of the wanted action, which is one of these."""
    if action.again is not None:
        return f.b.materialize(f.load_context("wanted", op.number(FIRST_STEP)))
    return f.b.materialize(op.sub(f.load_context("wanted"), first_number(f, action)))


def wanted_origin(f: Function, plan: ActionPlan) -> Expr | None:
    """The only sites from which pieces need be moved: all, unless a certain action is wanted. None where numbers do not say so."""
    action, n = plan.action, f.facts.sites
    if action.form != "move" or f.facts.pieces.is_huge:
        return None
    domain, *others = f.facts.numbers.domains[action.index]
    if not isinstance(domain, ListDomain) or None in domain.values:
        return None
    b, among = f.b, f.b.variable("among", op.full_set(n))
    with b.if_(is_mode(f, MATCH)):
        ways = math.prod(d.size for d in others)
        rank = op.div(wanted_code(f, action), op.number(ways))
        b.assign(among, op.singleton(b.materialize(value_of(f, domain, rank, False)), n))
    return Get(among)


def repeat(f: Function, plan: ActionPlan, depth: Expr) -> None:
    """Does the wanted action's next step, if it has one, and leaves."""
    b = f.b
    at = op.add(op.number(FIRST_STEP), depth)
    with b.if_(op.and_(is_sure(f), op.le(depth, f.load_context("wanted", op.ONE)))):
        g = f.inner()
        bind_choices(g, plan.action, b.materialize(f.load_context("wanted", at)))
        rest = (f.state, f.context, Get(OUT), f.mover, depth, Get(CODE), op.ZERO)
        b.invoke(go_name(plan), Get(WAS), *rest, *handed(g, plan.names))
        b.ret()
