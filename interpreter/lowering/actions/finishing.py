"""When an action is done: what it has led to is judged, and it is counted, listed or committed, as the mode wants."""

from gdl import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.actions import codes
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.commit import commit
from interpreter.lowering.actions.demands import is_possible
from interpreter.lowering.actions.prefer import list_row
from interpreter.lowering.actions.search_mode import (
    ANY,
    CODE,
    DEPTH,
    EXPAND,
    LIST,
    MATCH,
    PICK,
    WAS,
    is_mode,
    is_mode_at_most,
    mode,
)
from interpreter.lowering.facts.demands import WORDS
from interpreter.lowering.function import OUT, Function


def finish_action(f: Function, plan: ActionPlan) -> None:
    action = plan.action
    if not plan.is_tried:
        commit(f, action, Get(WAS))
        explore(f)
        return
    b = f.b
    leave_if_forbidden(f.seen_by_mover(), plan)
    with b.if_(is_mode_at_most(f, ANY)):
        f.count_up("count")
        with b.if_(is_mode(f, ANY)):
            f.store_context("found", op.ONE)
        b.ret()
    with b.if_(is_mode(f, LIST)):
        list_row(f, plan, Get(DEPTH))
        b.ret()
    with b.if_(is_mode(f, PICK)), b.if_(op.lt(op.ZERO, f.load_context("skip"))):
        f.store_context("skip", op.sub(f.load_context("skip"), op.ONE))
        b.ret()
    with b.if_(is_mode(f, MATCH)):
        _leave_if_other(f, action)
    commit(f, action, Get(WAS))
    with b.if_(op.le(op.number(PICK), mode(f))), b.if_(is_mode_at_most(f, MATCH)):
        b.copy(Get(OUT), f.state)
        f.store_context("found", op.ONE)
        b.ret()
    explore(f)


def leave_if_forbidden(f: Function, plan: ActionPlan, answer: Expr | None = None) -> None:
    """An action is illegal if a requirement is broken, or a demand that must be met cannot be. Then the function leaves, with
    an answer if it gives one."""
    b = f.b
    for require in f.game.requires:
        if not require.after or plan.action.name in require.after:
            with b.if_(op.not_(f.inner().truth(require.condition))):
                b.ret(answer)
    if not plan.must_follow:
        return
    with b.for_range("i", Get(WAS), f.load("waiting")) as i:
        row = b.materialize(op.mul(i, op.number(f.facts.demands.row_words)))
        is_must = op.eq(f.load("demands", op.add(row, op.ONE)), op.number(WORDS.index("must")))
        with b.if_(is_must), b.if_(op.not_(is_possible(f, row))):
            b.ret(answer)


def _leave_if_other(f: Function, action: model.Action) -> None:
    """Leaves an action that is not the wanted one; the steps of one that repeats were compared when they were found."""
    if action.again is None:
        differs = op.ne(codes.number(f, action, Get(CODE)), f.load_context("wanted"))
    else:
        differs = op.ne(Get(DEPTH), f.load_context("wanted", op.ONE))
    with f.b.if_(differs):
        f.b.ret()


def explore(f: Function) -> None:
    """Counts what may follow, where that is what is wanted. With chance, sequences of actions are not counted."""
    if not f.game.has_chance:
        with f.b.if_(is_mode(f, EXPAND)):
            count_below(f, f.state)


def count_below(f: Function, state: Expr) -> None:
    """Adds up the sequences of actions that may follow a state."""
    depth = op.sub(f.load_context("depth"), op.ONE)
    below = f.b.materialize(ir.Call("perft", (state, f.context, depth), INT))
    f.store_context("total", op.add(f.load_context("total"), below))
