"""Questions about a player's actions: whether they could move, were it their turn, or make one of some actions.

can_move(state, context, player) -> bool
choices(state, context, player) -> int
can.A.B(state, context, player) -> bool
"""

from collections.abc import Callable, Sequence

from interpreter.ir import BOOL, INT, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import plan_of, rules_of
from interpreter.lowering.actions.enumeration import enumeration
from interpreter.lowering.actions.guarded_actions import guard_for, guard_given
from interpreter.lowering.actions.search_mode import ANY, COUNT, asking
from interpreter.lowering.ending.game_ends import holds, in_phase, turns_by_phase
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.refusals import NotLowered

_PLAYER = Var("player", INT)


def can_move(f: Function) -> str:
    """The player would have an action, passing aside, if it were their turn."""

    def write(g: Function) -> None:
        b = g.b
        with asking(g, ANY):
            _look_through_turns(g, _look_for)
            found = b.materialize(g.load_context("found"))
        b.ret(op.ne(found, op.ZERO))

    return f.define("can_move", (STATE, CONTEXT, _PLAYER), BOOL, write, Get(_PLAYER))


def choices(f: Function) -> str:
    """How many actions the player would have, passing aside, if it were their turn."""

    def write(g: Function) -> None:
        with asking(g, COUNT):
            _look_through_turns(g, _count)
            found = g.b.materialize(g.load_context("count"))
        g.b.ret(found)

    return f.define("choices", (STATE, CONTEXT, _PLAYER), INT, write, Get(_PLAYER))


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


def _look_through_turns(f: Function, look: Callable[[Function, Sequence[str]], None]) -> None:
    """Looks at what each turn offers, passing aside, in the phase at hand."""
    for phase, turn in turns_by_phase(f):
        with in_phase(f, phase):
            for offer in turn.offers:
                with f.b.if_(holds(f, offer.condition)):
                    look(f, [n for n in offer.names if n != "pass"])


def _look_for(f: Function, names: Sequence[str]) -> None:
    guard = guard_for(f, names)
    for name in names:
        with f.b.if_(op.eq(f.load_context("found"), op.ZERO)):
            _go_through(f, name, guard)


def _count(f: Function, names: Sequence[str]) -> None:
    """Counts what an offer has, unless one before it had some."""
    if rules_of(f).is_listed(tuple(names)):
        raise NotLowered("a number of actions that must be listed")
    with f.b.if_(op.eq(f.load_context("count"), op.ZERO)):
        guard = guard_for(f, names)
        for name in names:
            _go_through(f, name, guard)


def _go_through(f: Function, name: str, guard: Expr | None) -> None:
    action = f.game.action(name)
    given = guard_given(plan_of(f, action), guard)
    f.b.invoke(enumeration(f, action), *f.arguments, f.state, Get(_PLAYER), *given)
