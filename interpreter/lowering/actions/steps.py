"""Steps of actions: each is done on its own copy of the state, and may be repeated (`again`).

    go.A(was, state, context, out, mover, depth, code, sum, names)

does a step of the action A on `state`, then what follows: further steps, or the end of the action.

    alone.A(state, context, mover, names)

does the same with a step of which it is known that none follows, of an action that is legal and wanted.

Where steps come in any order, of the same steps in different orders only the first continues. A beginning is known by the sum
of its steps' numbers, in a table with open addressing. An enumeration takes its own beginnings out again, the last first; one
that stopped when it had found something leaves them, until the next begins.
"""

from gdl.core import model
from gdl.core.types import SITE
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions import choices, visit_candidate
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.apply_action import (
    begin,
    carry_out,
    do_by_itself,
    is_made_by_itself,
    round_off,
)
from interpreter.lowering.actions.candidates import each_way
from interpreter.lowering.actions.choices import handed, parameters_of, take
from interpreter.lowering.actions.commit import commit, finish_action, leave_if_forbidden
from interpreter.lowering.actions.hoisted_choices import judged_early
from interpreter.lowering.actions.last_steps import Prediction, is_last, last_ones, list_last
from interpreter.lowering.actions.listing import FIRST_STEP
from interpreter.lowering.actions.search_mode import (
    ANY,
    CODE,
    DEPTH,
    MATCH,
    SUM,
    WAS,
    count_try,
    found_one,
    is_mode,
    leave_if_found,
    leave_if_wrong,
    mode,
)
from interpreter.lowering.actions.visit_candidate import go_name
from interpreter.lowering.ending.positions import mixed
from interpreter.lowering.facts.layout import SEEN
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function

# ---- beginnings of actions whose steps come in any order


MOST_BEGINNINGS = SEEN * 7 // 8  # beginnings in the table


def new_enumeration(f: Function) -> Expr:
    """What tells the beginnings of this enumeration from those of others."""
    f.count_up("enumeration")
    return f.b.materialize(mixed(f.load_context("enumeration")))


def is_new_beginning(f: Function, total: Expr, span: Span) -> Expr:
    """Whether a beginning comes for the first time; it is noted."""
    b = f.b
    fresh = b.variable("fresh", op.TRUE)
    with b.if_(op.ne(mode(f), op.number(MATCH))):
        key = b.materialize(op.select(op.eq(total, op.ZERO), op.ONE, total))
        at = b.variable("at", op.bit_and(key, op.number(SEEN - 1)))
        with b.loop():
            held = b.materialize(f.load_context("seen", Get(at)))
            with b.if_(op.eq(held, key)):
                b.assign(fresh, op.FALSE)
                b.break_loop()
            with b.if_(op.eq(held, op.ZERO)):
                beginnings_used = b.materialize(f.load_context("used"))
                with b.if_else(op.lt(beginnings_used, op.number(MOST_BEGINNINGS))) as branch:
                    f.store_context("seen", key, Get(at))
                    f.store_context("slots", Get(at), beginnings_used)
                    f.store_context("used", op.add(beginnings_used, op.ONE))
                    branch.otherwise()
                    f.fail("too-many-ways", span)
                    f.store_context("found", op.ONE)
                    b.assign(fresh, op.FALSE)
                b.break_loop()
            b.assign(at, op.bit_and(op.add(Get(at), op.ONE), op.number(SEEN - 1)))
    return Get(fresh)


def beginnings_used(f: Function) -> Expr:
    """How many beginnings there are, to be given to `forget_since`."""
    return f.b.materialize(f.load_context("used")) if f.facts.features.is_any_order else op.ZERO


def forget_beginnings(f: Function, before: Expr = op.ZERO) -> None:
    """Takes out of the table what has come in since, the last first."""
    if not f.facts.features.is_any_order:
        return
    b = f.b
    with b.loop():
        with b.if_(op.le(f.load_context("used"), before)):
            b.break_loop()
        f.store_context("used", op.sub(f.load_context("used"), op.ONE))
        slot = b.materialize(f.load_context("slots", f.load_context("used")))
        f.store_context("seen", op.ZERO, slot)


# ---- steps


def go(f: Function, plan: ActionPlan) -> None:
    """Writes the function of an action's steps, unless it is there."""
    variables = parameters_of(f, plan.names)

    def write(g: Function) -> None:
        take(g, plan.names, variables)
        _go(g.changing(), plan)

    parameters = (WAS, STATE, CONTEXT, OUT, MOVER, DEPTH, CODE, SUM, *variables)
    f.define(go_name(plan), parameters, VOID, write, Get(MOVER))


def do_alone(f: Function, plan: ActionPlan) -> None:
    """Does a first step whose names are bound, and which is the last one."""
    variables = parameters_of(f, plan.names)

    def write(g: Function) -> None:
        take(g, plan.names, variables)
        h = first_step(g.changing(), plan)
        round_off(h, plan.action)
        commit(h.changing(False), plan.action, op.ZERO)

    name = f"alone.{plan.action.name}"
    f.define(name, (STATE, CONTEXT, MOVER, *variables), VOID, write, Get(MOVER))
    f.b.invoke(name, *f.arguments, f.mover, *handed(f, plan.names))


def try_in_place(f: Function, plan: ActionPlan) -> None:
    """Does an action whose names are bound, and leaves if it is legal; else all is as it was before.

    tried.A(state, context, mover, names) -> legal

    Only the head of the state is kept meanwhile: nothing is added to its tails before an action is known to be legal.
    """
    b, variables = f.b, parameters_of(f, plan.names)

    def write(g: Function) -> None:
        take(g, plan.names, variables)
        h = first_step(g.changing(), plan)
        round_off(h, plan.action)
        k = h.changing(False)
        leave_if_forbidden(k.seen_by_mover(), plan, op.ZERO)
        with g.b.if_(op.ne(g.load_context("error"), op.ZERO)):
            g.b.ret(op.ZERO)
        commit(k, plan.action, op.ZERO)
        g.b.ret(op.ONE)

    name = f"tried.{plan.action.name}"
    f.define(name, (STATE, CONTEXT, MOVER, *variables), INT, write, Get(MOVER))
    kept = b.allocate("kept", "state")
    b.copy(kept, f.state, has_tails=False)
    call = ir.Call(name, (*f.arguments, f.mover, *handed(f, plan.names)), INT)
    with b.if_(op.ne(b.materialize(call), op.ZERO)):
        found_one(f)
    b.copy(f.state, kept, has_tails=False)
    leave_if_wrong(f)


def first_step(f: Function, plan: ActionPlan) -> Function:
    """Does a first step, whatever may follow. What comes next knows which piece has moved."""
    begin(f)
    if f.has_cell("steps"):
        f.store("steps", op.ONE)
    return carry_out(f, plan.action)


def _go(f: Function, plan: ActionPlan) -> None:
    b, action = f.b, plan.action
    if action.again is None:
        begin(f)
    else:
        with b.if_(op.eq(Get(DEPTH), op.ZERO)):
            begin(f)
    if f.has_cell("steps"):
        f.store("steps", op.add(f.load("steps"), op.ONE))
    if is_made_by_itself(f, action):
        do_by_itself(f, plan)
    else:
        g = carry_out(f, action)
        if action.again is not None:
            _Repetition(plan, action.again).write(g)
        round_off(g, action)
    finish_action(f.changing(False), plan)


class _Repetition:
    """The further steps of an action, where the rule allows them."""

    def __init__(self, plan: ActionPlan, again: model.Again) -> None:
        self.plan, self.again, self.action = plan, again, plan.action

    def write(self, f: Function) -> None:
        b, action, again = f.b, self.action, self.again
        is_repeated = b.variable("goes_on", op.FALSE)
        may: Expr = op.lt(self.depth, op.number(again.most))
        if self.plan.is_replayed:
            visit_candidate.repeat(f, self.plan, self.depth)
            may = op.and_(may, op.not_(visit_candidate.is_sure(f)))
        here: Expr = op.NONE
        if action.form == "move":
            here = b.materialize(self.site_of_mover(f))
            may = op.and_(may, op.is_some(here))
        f = f.seen_by_mover()
        with b.if_(may):
            g = f.inner()
            with b.if_(g.holds(again.condition)):
                self.forget_choices(g)
                if action.form == "move":
                    g.bind(action.origin, SITE, here, "from")
                g = g.changing(False)
                with judged_early(g, self.plan.one_by_one.early) as left:
                    last = last_ones(g, self.plan, left)
                    each_way(
                        g,
                        action,
                        self.plan.one_by_one.parts,
                        lambda h: self.at_step(h, last, is_repeated),
                        left,
                    )
        if again.must:
            with b.if_(Get(is_repeated)):
                b.ret()

    @property
    def depth(self) -> Expr:
        """How often the action will have been repeated."""
        return op.add(Get(DEPTH), op.ONE)

    def site_of_mover(self, f: Function) -> Expr:
        piece = f.pieces.alive(f, f.local(self.action.piece))
        return f.pieces.site_of(f, piece, True)

    def forget_choices(self, f: Function) -> None:
        """A further step's choices have variables of their own: `finally` asks for this step's."""
        kept = {slot for _, slot, _ in self.action.parameters}
        if self.action.form == "move":
            kept.add(self.action.piece)
        for name in self.plan.names:
            if name.slot not in kept:
                f.forget(name.slot)

    def at_step(self, f: Function, last: Expr | None, is_repeated: Var) -> None:
        """What is done with a further step, whose choices are bound."""
        b = f.b
        b.assign(is_repeated, op.TRUE)
        code = b.materialize(choices.code(f, self.action, True))
        at = op.add(op.number(FIRST_STEP + 1), Get(DEPTH))
        is_wanted = op.and_(
            op.lt(Get(DEPTH), f.load_context("wanted", op.ONE)), op.eq(f.load_context("wanted", at), code)
        )
        with b.if_(op.or_(op.not_(is_mode(f, MATCH)), is_wanted)):
            total: Expr = op.ZERO
            fresh: Expr = op.TRUE
            if self.again.is_any_order:
                total = b.materialize(op.add(Get(SUM), mixed(code)))
                fresh = is_new_beginning(f, total, self.action.span)
            with b.if_(fresh):
                count_try(f, self.action.span)
                with b.if_(op.lt(op.number(ANY), mode(f))):
                    f.store_context("row", code, at)
                self.take(f, total, last)

    def take(self, f: Function, total: Expr, last: Expr | None) -> None:
        """Lists the step if it is known to be the last one, else does it."""
        prediction = self.plan.way(Prediction)
        if prediction is None:
            self.do(f, total)
            return
        ends = (
            is_last(f, self.plan, prediction) if last is None else op.contains(last, f.local(prediction.slot))
        )
        with f.b.if_else(op.and_(op.not_(is_mode(f, MATCH)), ends)) as branch:
            list_last(f, self.plan, prediction)
            branch.otherwise()
            self.do(f, total)

    def do(self, f: Function, total: Expr) -> None:
        tried = f.b.allocate("tried", "state")
        f.b.copy(tried, f.state)
        rest = (f.context, Get(OUT), f.mover, self.depth, Get(CODE), total)
        f.b.invoke(go_name(self.plan), Get(WAS), tried, *rest, *handed(f, self.plan.names))
        leave_if_found(f)
