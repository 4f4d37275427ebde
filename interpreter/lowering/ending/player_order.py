"""Players in turn: who acts, and who comes next."""

from gdl.core.types import PLAYER
from interpreter.ir import Expr, Get, op
from interpreter.lowering.function import Function


def to_act(f: Function) -> Expr:
    """The player who acts: the one of the demand at hand, else the mover."""
    if not f.facts.features.has_demands:
        return f.load("mover")
    is_demanded = op.lt(op.ZERO, f.load("waiting"))
    return op.select(is_demanded, f.load("demands", op.ZERO), f.load("mover"))


def next_in_order(f: Function) -> Expr:
    """The player after the mover who is not skipped; the next one in order if all are."""
    b, count = f.b, f.facts.players
    player = b.materialize(f.load("mover"))
    following = b.variable("next", op.mod(op.add(player, op.ONE), op.number(count)))
    if not f.game.skips:
        return Get(following)
    with b.for_range("k", op.ONE, op.number(count + 1)) as k:
        p = b.materialize(op.mod(op.add(player, k), op.number(count)))
        skipped = b.variable("skipped", op.FALSE)
        for skip in f.game.skips:
            g = f.seen_by_mover().inner()
            with b.if_(op.not_(Get(skipped))):
                g.bind(skip.slot, PLAYER, p)
                b.assign(skipped, g.truth(skip.condition))
        with b.if_(op.not_(Get(skipped))):
            b.assign(following, p)
            b.break_loop()
    return Get(following)
