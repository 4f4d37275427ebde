"""Beginnings of actions whose steps come in any order: of the same steps in different orders only the first continues.

A beginning is known by the sum of its steps' numbers, in a table with open addressing. An enumeration takes its own
beginnings out again, the last first; one that stopped when it had found something leaves them, until the next begins.
"""

from gdl.source import Span
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.search_mode import MATCH, mode
from interpreter.lowering.ending.position_hashes import mixed
from interpreter.lowering.facts.layout import SEEN
from interpreter.lowering.function import Function

MOST = SEEN * 7 // 8  # beginnings in the table


def new_enumeration(f: Function) -> Expr:
    """What tells the beginnings of this enumeration from those of others."""
    f.count_up("enumeration")
    return f.b.materialize(mixed(f.load_context("enumeration")))


def is_new(f: Function, total: Expr, span: Span) -> Expr:
    """Whether a beginning comes for the first time; it is noted."""
    b = f.b
    fresh = b.variable("fresh", op.TRUE)
    with b.if_(op.ne(mode(f), op.number(MATCH))):
        key = b.materialize(op.select(op.eq(total, op.ZERO), op.ONE, total))
        at = b.variable("at", op.bit_and(key, op.number(SEEN - 1)))
        with b.loop():
            held = b.materialize(f.load_context("seen", Get(at)))
            with b.if_(op.eq(held, key)):
                b.assign(fresh, op.FALSE)
                b.break_loop()
            with b.if_(op.eq(held, op.ZERO)):
                used = b.materialize(f.load_context("used"))
                with b.if_else(op.lt(used, op.number(MOST))) as branch:
                    f.store_context("seen", key, Get(at))
                    f.store_context("slots", Get(at), used)
                    f.store_context("used", op.add(used, op.ONE))
                    branch.otherwise()
                    f.fail("too-many-ways", span)
                    f.store_context("found", op.ONE)
                    b.assign(fresh, op.FALSE)
                b.break_loop()
            b.assign(at, op.bit_and(op.add(Get(at), op.ONE), op.number(SEEN - 1)))
    return Get(fresh)


def used(f: Function) -> Expr:
    """How many beginnings there are, to be given to `forget_since`."""
    return f.b.materialize(f.load_context("used")) if f.facts.features.is_any_order else op.ZERO


def forget_since(f: Function, before: Expr = op.ZERO) -> None:
    """Takes out of the table what has come in since, the last first."""
    if not f.facts.features.is_any_order:
        return
    b = f.b
    with b.loop():
        with b.if_(op.le(f.load_context("used"), before)):
            b.break_loop()
        f.store_context("used", op.sub(f.load_context("used"), op.ONE))
        slot = b.materialize(f.load_context("slots", f.load_context("used")))
        f.store_context("seen", op.ZERO, slot)
