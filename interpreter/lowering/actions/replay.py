"""Listed actions are done without being looked for, where their choices can be read from their numbers.

Of others the numbers say which action they are, and where the piece is that moves.
"""

import math

from gdl.core import model
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.codes import bind_choices, first_number, value_of
from interpreter.lowering.actions.demands import waiting
from interpreter.lowering.actions.listing import FIRST_STEP
from interpreter.lowering.actions.names import handed
from interpreter.lowering.actions.search_mode import CODE, MATCH, WAS, is_mode
from interpreter.lowering.actions.visit_candidate import go_name
from interpreter.lowering.function import OUT, Function
from interpreter.shared.numbering import ListDomain


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
