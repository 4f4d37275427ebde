"""Ends of the game: the first end that holds, and what becomes of a player who has no action.

ends(state, context, mover)         the first end that holds, for the player who has just acted
nothing(state, context)             the result when the player to act has no action
loses(state, context) -> int        whether a player without an action has lost by `else lose`
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, op
from interpreter.lowering.ending import results
from interpreter.lowering.ending.player_order import to_act
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.values.names import sharing


def judge_ends(f: Function) -> None:
    """The game is over if an end holds, or the limit of actions is reached."""

    def write(g: Function) -> None:
        with sharing(g) as h:
            for index, ending in enumerate(g.game.ends):
                with h.b.if_(h.inner().truth(ending.condition)):
                    results.finish(h.inner(), ending.result, index)
                    h.b.ret()
        with g.b.if_(op.le(op.number(g.game.limit), g.load("moves"))):
            results.finish(g.inner(), g.game.limit_result)

    f.b.invoke(f.define("ends", (STATE, CONTEXT, MOVER), VOID, write, Get(MOVER)), *f.arguments, f.mover)


# ---- phases


def turns_by_phase(f: Function) -> list[tuple[int, model.Turn]]:
    return [(i, f.game.turn_of(p)) for i, p in enumerate(f.game.phase_order)]


@contextmanager
def in_phase(f: Function, phase: int) -> Iterator[None]:
    with f.b.if_(op.eq(f.load("phase"), op.number(phase))):
        yield


def holds(f: Function, condition: model.Expr | None) -> Expr:
    """Whether a condition holds, if there is one."""
    return f.inner().truth(condition) if condition is not None else op.TRUE


# ---- nothing to do


def judge_nothing(f: Function, state: Expr) -> None:
    """Writes the result of a state whose player to act has no action."""

    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(to_act(g)))
        for phase, turn in turns_by_phase(g):
            with in_phase(g, phase):
                for fallback in turn.fallbacks:
                    with g.b.if_(holds(g, fallback.condition)):
                        _fall_back(g.inner(), fallback)
                        g.b.ret()
                results.draw(g)
                g.b.ret()

    f.b.invoke(f.define("nothing", (STATE, CONTEXT), VOID, write), state, f.context)


def _fall_back(f: Function, fallback: model.Fallback) -> None:
    own = f.b.materialize(results.with_partners(f, op.singleton(f.mover, f.facts.players)))
    if fallback.result is not None:
        results.write(f, fallback.result)
    elif fallback.word == "lose":
        results.give_to(f, f.b.materialize(op.complement(own)))
    elif fallback.word == "win":
        results.give_to(f, f.b.materialize(own))
    else:
        results.draw(f)


def has_losses(f: Function) -> bool:
    """Whether a player without an action may lose by `else lose`."""
    return any(x.word == "lose" for turn in f.game.turns.values() for x in turn.fallbacks)


def loses(f: Function) -> Expr:
    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(g.load("mover")))
        for phase, turn in turns_by_phase(g):
            with in_phase(g, phase):
                for fallback in turn.fallbacks:
                    with g.b.if_(holds(g, fallback.condition)):
                        g.b.ret(op.ONE if fallback.word == "lose" else op.ZERO)
                g.b.ret(op.ZERO)
        g.b.ret(op.ZERO)

    name = f.define("loses", (STATE, CONTEXT), INT, write)
    return f.b.materialize(ir.Call(name, f.arguments, INT))
