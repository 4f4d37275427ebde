"""Questions about a player's actions: whether they could move, were it their turn, or make one of some actions.

can_move(state, context, player) -> bool
can.A.B(state, context, player) -> bool
"""

from collections.abc import Sequence

from interpreter.ir import BOOL, INT, Get, Var, op
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.plans.actions import plan_of
from interpreter.lowering.rules.ends import holds, in_phase, turns_by_phase
from interpreter.lowering.rules.enumeration import enumeration
from interpreter.lowering.rules.guards import guard_for, guard_given
from interpreter.lowering.rules.modes import ANY, asking

_PLAYER = Var("player", INT)


def can_move(f: Function) -> str:
    """The player would have an action, passing aside, if it were their turn."""

    def write(g: Function) -> None:
        b = g.b
        with asking(g, ANY):
            for phase, turn in turns_by_phase(g):
                with in_phase(g, phase):
                    for offer in turn.offers:
                        with b.if_(holds(g, offer.condition)):
                            _look_for(g, [n for n in offer.names if n != "pass"])
            found = b.materialize(g.load_context("found"))
        b.ret(op.ne(found, op.ZERO))

    return f.define("can_move", (STATE, CONTEXT, _PLAYER), BOOL, write, Get(_PLAYER))


def can_make(f: Function, actions: Sequence[str]) -> str:
    """The player could make one of these actions, if it were their turn."""

    def write(g: Function) -> None:
        b = g.b
        with asking(g, ANY):
            _look_for(g, actions)
            found = b.materialize(g.load_context("found"))
        b.ret(op.ne(found, op.ZERO))

    name = "can." + ".".join(actions)
    return f.define(name, (STATE, CONTEXT, _PLAYER), BOOL, write, Get(_PLAYER))


def _look_for(f: Function, names: Sequence[str]) -> None:
    guard = guard_for(f, names)
    for name in names:
        action = f.game.action(name)
        function = enumeration(f, action)
        with f.b.if_(op.eq(f.load_context("found"), op.ZERO)):
            given = guard_given(plan_of(f, action), guard)
            f.b.invoke(function, *f.arguments, f.state, Get(_PLAYER), *given)
