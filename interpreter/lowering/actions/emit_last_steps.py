"""Steps behind which an action cannot be repeated, listed without being done. What is known of them is planned in
`plans/last_steps`."""

from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.emit_early import Left, each_possible
from interpreter.lowering.actions.hoisted_choices import FEW
from interpreter.lowering.actions.last_steps import Prediction
from interpreter.lowering.actions.prefer import list_row
from interpreter.lowering.actions.search_mode import ANY, DEPTH, WAS, found_one, is_mode
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.logic import all_hold


def _after_step(f: Function, prediction: Prediction) -> tuple[Function, Expr]:
    """Where fields and `steps` have the values that they will have after the step; and whether these fit."""
    b, g = f.b, f.inner()
    fits: Expr = op.TRUE
    for e in prediction.values:
        field = f.facts.field(e.field)
        value = b.materialize(fields.in_cell(g, field, as_number(g.scalar(e.value))))
        if field.bounds is not None:
            low, high = field.bounds
            inside = op.and_(op.le(op.number(low), value), op.le(value, op.number(high)))
            fits = b.materialize(op.and_(fits, inside))
        g = g.predicting({field_cell(field): value})
    if f.has_cell("steps"):
        g = g.predicting({"steps": b.materialize(op.add(g.load("steps"), op.ONE))})
    return g, fits


def is_last(f: Function, plan: ActionPlan, prediction: Prediction) -> Expr:
    """Whether a step is known to be the last one, and to go well. Its choices are bound."""
    b, again = f.b, plan.action.again
    assert again is not None
    last = b.variable("last", op.FALSE)
    g, fits = _after_step(f, prediction)
    with b.if_(fits):
        b.assign(last, op.le(op.number(again.most), op.add(Get(DEPTH), op.number(2))))
        if prediction.condition is not None:
            is_repeated = b.materialize(g.truth(prediction.condition))
            b.assign(last, op.or_(Get(last), op.not_(is_repeated)))
        for following in prediction.nexts:
            part = following.choice.part
            with b.if_(op.not_(Get(last))):
                b.assign(last, op.TRUE)
                loops, h = b.loops, g.inner()
                with each_possible(h, part, following.said) as x:
                    h.forget(part.slot)  # the step's own choice keeps its variable
                    h.bind(part.slot, following.choice.type, x, part.name)
                    with b.if_(all_hold(h, following.conditions)):
                        b.assign(last, op.FALSE)
                        b.break_(loops)
    if prediction.demands:
        return op.and_(Get(last), op.eq(Get(WAS), op.ZERO))
    return Get(last)


def last_ones(f: Function, plan: ActionPlan, left: Left) -> Expr | None:
    """The values of the choice on which all depends that make a step the last one, judged before all loops."""
    prediction = plan.prediction
    if prediction is None or prediction.slot not in left:
        return None
    b = f.b
    (choice,) = (c for c in plan.early if c.part.slot == prediction.slot)
    found, g = b.variable("last", op.empty_set(FEW)), f.inner()
    with b.each_bit(choice.part.name, Get(left[prediction.slot])) as x:
        g.bind(choice.part.slot, choice.type, x, choice.part.name)
        with b.if_(is_last(g, plan, prediction)):
            b.assign(found, op.union(Get(found), op.singleton(x, FEW)))
    return Get(found)


def list_last(f: Function, plan: ActionPlan, prediction: Prediction) -> None:
    """Lists a last step without doing it, if it is legal."""
    b = f.b
    g, _ = _after_step(f, prediction)
    with b.if_(all_hold(g, prediction.requires)):
        with b.if_(is_mode(g, ANY)):
            g.count_up("count")
            found_one(g)
        list_row(g, plan, op.add(Get(DEPTH), op.ONE), prediction.prefers)
