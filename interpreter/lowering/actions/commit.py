"""What follows when an action is committed: demands, ends and the next turn.

conclude(state, context, mover)
"""

from gdl import model
from gdl.limits import MAX_DEMANDS
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, op
from interpreter.lowering.actions.apply_action import reset
from interpreter.lowering.actions.demands import drop, is_kept, is_possible, make_by_itself, queue, waiting
from interpreter.lowering.actions.search_mode import COUNT, asking
from interpreter.lowering.ending.game_ends import has_losses, judge_ends, judge_nothing, loses
from interpreter.lowering.ending.player_order import next_in_order
from interpreter.lowering.ending.repetition import remember
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function


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
        f.store("over", op.ZERO)
        asked = b.allocate("asked", "state")  # a copy, so that the state itself may be in registers
        b.copy(asked, f.state)
        with asking(f, COUNT):
            b.materialize(ir.Call(f.scope.forms.decision(f), (asked, f.context), INT))
            count = b.materialize(f.load_context("count"))
        with b.if_(op.eq(count, op.ZERO)), b.if_(op.ne(loses(f), op.ZERO)):
            judge_nothing(f, f.state)
        f.store("over", op.ONE)


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
