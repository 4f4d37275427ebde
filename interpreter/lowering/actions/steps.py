"""Steps of actions: each is done on its own copy of the state, and may be repeated (`again`).

    go.A(was, state, context, out, mover, depth, code, sum, names)

does a step of the action A on `state`, then what follows: further steps, or the end of the action.

    alone.A(state, context, mover, names)

does the same with a step of which it is known that none follows, of an action that is legal and wanted.
"""

from gdl.core import model
from gdl.core.types import SITE
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions import beginnings, codes, replay
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.apply_action import (
    begin,
    carry_out,
    do_by_itself,
    is_made_by_itself,
    round_off,
)
from interpreter.lowering.actions.candidates import each_way
from interpreter.lowering.actions.commit import commit, finish_action, leave_if_forbidden
from interpreter.lowering.actions.hoisted_choices import judged_early
from interpreter.lowering.actions.last_steps import Prediction, is_last, last_ones, list_last
from interpreter.lowering.actions.listing import FIRST_STEP
from interpreter.lowering.actions.names import handed, parameters_of, take
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
from interpreter.lowering.ending.position_hashes import mixed
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function


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
            replay.repeat(f, self.plan, self.depth)
            may = op.and_(may, op.not_(replay.is_sure(f)))
        here: Expr = op.NONE
        if action.form == "move":
            here = b.materialize(self.site_of_mover(f))
            may = op.and_(may, op.is_some(here))
        f = f.seen_by_mover()
        with b.if_(may):
            g = f.inner()
            with b.if_(g.truth(again.condition) if again.condition is not None else op.TRUE):
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
        code = b.materialize(codes.code(f, self.action, True))
        at = op.add(op.number(FIRST_STEP + 1), Get(DEPTH))
        is_wanted = op.and_(
            op.lt(Get(DEPTH), f.load_context("wanted", op.ONE)), op.eq(f.load_context("wanted", at), code)
        )
        with b.if_(op.or_(op.not_(is_mode(f, MATCH)), is_wanted)):
            total: Expr = op.ZERO
            fresh: Expr = op.TRUE
            if self.again.is_any_order:
                total = b.materialize(op.add(Get(SUM), mixed(code)))
                fresh = beginnings.is_new(f, total, self.action.span)
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
