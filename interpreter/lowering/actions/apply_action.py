"""An action is done on a state: what it begins with, its move, its effects, and what comes when these are done."""

from gdl.core import model
from interpreter.ir import VOID, Expr, Get, op
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of
from interpreter.lowering.actions.choices import handed, parameters_of, take
from interpreter.lowering.effects.changes import take_away
from interpreter.lowering.effects.dispatch import do
from interpreter.lowering.effects.settling import settle
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.store import fields
from interpreter.lowering.store.occupancy import check_window


def begin(f: Function) -> None:
    """What an action starts with."""
    forget_captures(f)
    if f.has_cell("steps"):
        f.store("steps", op.ZERO)
    if f.has_cell("remembered"):
        f.store("remembered", op.ZERO)
        for history in f.game.histories:
            if f.has_cell(f"fresh.{history}"):
                f.store(f"fresh.{history}", op.ZERO)
    reset(f, "action")


def forget_captures(f: Function) -> None:
    if f.has_cell("captures"):
        f.store("captures", op.ZERO)
        f.store("captured", op.empty_set(f.facts.kinds))


def reset(f: Function, until: str) -> None:
    """Fields that hold until now get their defaults."""
    for field in f.game.fields.values():
        if field.until != until:
            continue
        count = f.facts.state.cells[field_cell(field)].count
        if count == 1:
            fields.reset(f, field, op.ZERO)
        else:
            with f.b.for_range("i", op.ZERO, op.number(count)) as i:
                fields.reset(f, field, i)


def carry_out(f: Function, action: model.Action) -> Function:
    """A move takes its piece to its destination, capturing what stands there; then come the effects.

    What follows knows which piece has moved.
    """
    if action.form == "move":
        f = f.moving(f.variable(action.piece))
        _move(f, action)
    do(f, action.effects)
    return f


def _move(f: Function, action: model.Action) -> None:
    b, piece, to = f.b, f.local(action.piece), f.local(action.to)
    with b.if_(op.ne(f.pieces.place_of(f, piece), to)):
        if not f.facts.pieces.is_stacking and not plan_of(f, action).is_onto_empty:
            take_what_is_there(f, to)
        f.pieces.carry(f, b.materialize(piece), to)
        check_window(f, to, action.span)


def round_off(f: Function, action: model.Action) -> None:
    """What comes when an action's effects are done."""
    do(f.seen_by_mover(), action.finals)
    settle(f.moving(None), action)


def is_made_by_itself(f: Function, action: model.Action) -> bool:
    """Whether an action is demanded and leaves nothing to choose."""
    return not action.choices and action.again is None and action in f.facts.demands.actions


def do_by_itself(f: Function, plan: ActionPlan) -> None:
    """`do.A(state, context, mover, ...)`: the effects of an action that leaves nothing to choose, and settling."""
    action = plan.action
    variables = parameters_of(f, plan.names)

    def write(g: Function) -> None:
        g = g.changing()
        take(g, plan.names, variables)
        do(g, action.effects)
        round_off(g, action)

    name = f.define(f"do.{action.name}", (STATE, CONTEXT, MOVER, *variables), VOID, write, Get(MOVER))
    f.b.invoke(name, *f.arguments, f.mover, *handed(f, plan.names))


# ---- what a move finds on its destination


def take_what_is_there(f: Function, to: Expr) -> None:
    """Takes what stands at the end of a move, if anything does."""
    with f.pieces.if_on(f, to) as there:
        take_away(f, there, True)
