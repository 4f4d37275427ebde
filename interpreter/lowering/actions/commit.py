"""When an action is done: what it has led to is judged, and it is counted, listed or committed, as the mode wants; then come
demands, ends and the next turn.

conclude(state, context, mover)
"""

from gdl.core import model
from gdl.limits import MAX_DEMANDS
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, op
from interpreter.lowering.actions import choices
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.apply_action import forget_captures, reset
from interpreter.lowering.actions.demands import drop, is_kept, is_possible, make_by_itself, queue, waiting
from interpreter.lowering.actions.listing import list_row
from interpreter.lowering.actions.search_mode import (
    ANY,
    CODE,
    COUNT,
    DEPTH,
    EXPAND,
    LIST,
    MATCH,
    PICK,
    WAS,
    asking,
    is_mode,
    is_mode_at_most,
    mode,
)
from interpreter.lowering.ending.game_ends import has_losses, judge_ends, judge_nothing, loses, next_in_order
from interpreter.lowering.ending.positions import remember
from interpreter.lowering.facts.layout import WORDS
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function


def commit(f: Function, action: model.Action, before: Expr) -> None:
    """An action is done: its demands wait, it is counted, and the game continues. `before`: how many demands waited."""
    if f.facts.features.has_demands:
        queue(f, before)
    f.store("moves", op.add(f.load("moves"), op.ONE))
    f.store("passes", op.add(f.load("passes"), op.ONE) if action.form == "pass" else op.ZERO)
    conclude(f)


def conclude(f: Function) -> None:
    """Ends, demanded decisions and the next turn."""

    def write(g: Function) -> None:
        is_said = g.b.variable("said", op.ne(g.load("over"), op.ZERO))
        if g.facts.features.has_demands:
            _meet_demands(g, is_said)
        else:
            with g.b.if_(op.not_(Get(is_said))):
                judge_ends(g)
        if g.has_cell("steps"):
            g.store("steps", op.ZERO)
        reset(g, "done")
        with g.b.if_(op.eq(waiting(g), op.ZERO)):
            forget_captures(g)
            _next_turn(g)
        if has_losses(g):
            _judge_loss(g, Get(is_said))

    f.b.invoke(f.define("conclude", (STATE, CONTEXT, MOVER), VOID, write, Get(MOVER)), *f.arguments, f.mover)


def _meet_demands(f: Function, is_said: ir.Var) -> None:
    """Until the game is over, or a player has a decision: impossible demands are dropped, others met by themselves."""
    b = f.b
    steps = b.variable("steps", op.ZERO)
    with b.loop():
        b.assign(is_said, op.ne(f.load("over"), op.ZERO))
        with b.if_(op.not_(Get(is_said))):
            judge_ends(f)
        with b.loop():
            with b.if_(op.eq(f.load("waiting"), op.ZERO)):
                b.break_loop()
            with b.if_(is_possible(f, op.ZERO)):
                b.break_loop()
            with b.if_(is_kept(f)):
                b.break_loop()
            drop(f)
        with b.if_(op.ne(f.load("over"), op.ZERO)):
            b.break_loop()
        did = make_by_itself(f)
        with b.if_(op.not_(did)):
            b.break_loop()
        b.assign(steps, op.add(Get(steps), op.ONE))
        with b.if_(op.le(op.number(MAX_DEMANDS), Get(steps))):
            f.fail("endless-demands", None)
            b.break_loop()


def _judge_loss(f: Function, is_said: Expr) -> None:
    """`else lose` comes before other ends: a player who cannot move has lost, whatever else holds."""
    b = f.b
    ended = op.and_(op.ne(f.load("over"), op.ZERO), op.not_(is_said))
    with b.if_(op.and_(ended, op.eq(waiting(f), op.ZERO))):
        end = b.materialize(f.load("over"))
        f.store("over", op.ZERO)
        asked = b.allocate("asked", "state")  # a copy, so that the state itself may be in registers
        b.copy(asked, f.state)
        with asking(f, COUNT):
            b.materialize(ir.Call(f.scope.forms.decision(f), (asked, f.context), INT))
            count = b.materialize(f.load_context("count"))
        with b.if_(op.eq(count, op.ZERO)), b.if_(op.ne(loses(f), op.ZERO)):
            judge_nothing(f, f.state)
        f.store("over", end)


def _next_turn(f: Function) -> None:
    b = f.b
    f.store("turn", op.add(f.load("turn"), op.ONE))
    following = b.materialize(f.load("follows"))
    with b.if_else(op.is_none(following)) as branch:
        f.store("mover", next_in_order(f))
        branch.otherwise()
        f.store("mover", following)
    f.store("follows", op.NONE)
    reset(f, "turn")
    remember(f)


# ---- what is done with it


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
    for require in f.game.requires_after(plan.action.name):
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
        differs = op.ne(choices.number(f, action, Get(CODE)), f.load_context("wanted"))
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
