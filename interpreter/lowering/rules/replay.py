"""Listed actions that repeat are done without being looked for: their steps' choices are read from their numbers."""

from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import OUT, Function
from interpreter.lowering.plans.actions import ActionPlan
from interpreter.lowering.rules.arguments import handed
from interpreter.lowering.rules.codes import bind_choices
from interpreter.lowering.rules.demands import waiting
from interpreter.lowering.rules.listing import FIRST_STEP
from interpreter.lowering.rules.modes import CODE, MATCH, WAS, is_mode
from interpreter.lowering.rules.trying import go_name


def is_sure(f: Function) -> Expr:
    """Whether the wanted action is one that was listed."""
    return op.and_(is_mode(f, MATCH), op.ne(f.load_context("sure"), op.ZERO))


def replay(f: Function, plan: ActionPlan) -> None:
    """Does the wanted action, if it is one of these, and leaves."""
    b, action = f.b, plan.action
    with b.if_(is_sure(f)):
        with b.if_(op.eq(f.load_context("wanted"), op.number(-1 - action.index))):
            g = f.inner()
            code = b.materialize(f.load_context("wanted", op.number(FIRST_STEP)))
            bind_choices(g, action, code)
            b.copy(Get(OUT), f.state)
            start = (waiting(f), Get(OUT), f.context, Get(OUT), f.mover, op.ZERO, code, op.ZERO)
            b.invoke(go_name(plan), *start, *handed(g, plan.names))
        b.ret()


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
