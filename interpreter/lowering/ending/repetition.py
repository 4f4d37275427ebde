"""Positions that come again (`position` clauses): the list of those that were there, and what is asked about it.

present.H(state, context) -> number     of the present position
repeated.H(state, context) -> n         how often it has been there, this time included
cycle.H(state, context) -> n            how many turns ago it was there last; 0 if never
"""

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.ending.player_order import next_in_order
from interpreter.lowering.ending.position_hashes import identity
from interpreter.lowering.facts.layout import NUMBERS_AT_ONCE
from interpreter.lowering.function import CONTEXT, STATE, Function


def write_questions(f: Function) -> None:
    """Writes the functions that conditions call."""
    for history in f.game.histories.values():
        identity(f, history)
        _repeated(f, history)
        _cycle(f, history)


def remember(f: Function) -> None:
    """The position at the beginning of a turn is recorded; the oldest one is forgotten if there are too many."""
    if not f.game.histories:
        return
    b = f.b
    for history in f.game.histories.values():
        cells = [c for c in (f"history.{history.name}", f"digits.{history.name}") if f.has_cell(c)]
        count = f"recorded.{history.name}"
        fresh = b.materialize(_number(f, history, b.materialize(f.load("mover"))))
        at = b.variable("at", f.load(count))
        with b.if_else(op.lt(Get(at), op.number(history.most))) as branch:
            f.store(count, op.add(Get(at), op.ONE))
            branch.otherwise()
            oldest = f"oldest.{history.name}"
            b.assign(at, f.load(oldest))
            following = op.add(Get(at), op.ONE)
            f.store(oldest, op.select(op.eq(following, op.number(history.most)), op.ZERO, following))
        for each in cells:
            f.store(each, fresh, Get(at))
    f.store("remembered", op.ONE)


def _number(f: Function, history: model.History, player: Expr) -> Expr:
    """The number of the present position with a player to move; kept for when it is asked for again."""
    b = f.b
    made = ir.Call(identity(f, history), (*f.arguments, player), INT)
    present, fresh = f"present.{history.name}", f"fresh.{history.name}"
    if not f.has_cell(fresh):
        return made
    mark = b.materialize(op.add(player, op.ONE))
    with b.if_(op.ne(f.load(fresh), mark)):
        f.store(present, made)
        f.store(fresh, mark)
    return f.load(present)


def _present(f: Function, history: model.History) -> Expr:
    """The number of the present position, whose mover is the player who acts next."""

    def write(g: Function) -> None:
        b = g.b
        g = g.moved_by(b.materialize(g.load("mover")))
        player = b.variable("player", g.mover)
        with b.if_(op.eq(g.load("remembered"), op.ZERO)):
            following = b.materialize(g.load("follows"))
            with b.if_else(op.is_none(following)) as branch:
                b.assign(player, next_in_order(g))
                branch.otherwise()
                b.assign(player, following)
        b.ret(_number(g, history, b.materialize(Get(player))))

    name = f.define(f"present.{history.name}", (STATE, CONTEXT), INT, write)
    return f.b.materialize(ir.Call(name, f.arguments, INT))


def _repeated(f: Function, history: model.History) -> None:
    def write(g: Function) -> None:
        b = g.b
        present = _present(g, history)
        found = b.variable("found", op.sub(op.ONE, g.load("remembered")))
        recorded = b.materialize(g.load(f"recorded.{history.name}"))
        if history.most <= NUMBERS_AT_ONCE:
            _return_count(g, history, present, recorded, Get(found))
            return
        with b.for_range("i", op.ZERO, recorded) as i:
            is_same = op.eq(g.load(f"history.{history.name}", i), present)
            b.assign(found, op.add(Get(found), op.zext(is_same)))
        b.ret(Get(found))

    f.define(f"repeated.{history.name}", (STATE, CONTEXT), INT, write)


def _return_count(f: Function, history: model.History, present: Expr, recorded: Expr, found: Expr) -> None:
    """Returns how many of the remembered positions are the present one, and `found` more: all are compared at once.

    Hardly any other position ends with the same digits, so these are compared before, four times as many at once.
    """
    b, most = f.b, history.most
    first_ones = tuple((1 << n) - 1 for n in range(most + 1))
    those = f.table("recorded", first_ones, recorded, most)

    def like(cell: str) -> Expr:
        return op.intersection(ir.CompareAll(f.state, cell, present, ir.bits(most)), those)

    digits = f"digits.{history.name}"
    if f.has_cell(digits):
        alike = b.materialize(op.count(like(digits)))
        with b.if_(op.le(alike, f.load("remembered"))):  # none but the present one, if that is among them
            b.ret(op.add(found, alike))
    b.ret(op.add(found, op.count(like(f"history.{history.name}"))))


def _cycle(f: Function, history: model.History) -> None:
    def write(g: Function) -> None:
        b = g.b
        present = _present(g, history)
        earlier = b.materialize(op.sub(g.load(f"recorded.{history.name}"), g.load("remembered")))
        with b.for_range("k", op.ONE, op.add(earlier, op.ONE)) as k:
            at = b.materialize(op.add(g.load(f"oldest.{history.name}"), op.sub(earlier, k)))
            most = op.number(history.most)
            round_ = b.materialize(op.select(op.lt(at, most), at, op.sub(at, most)))
            there = g.load(f"history.{history.name}", round_)
            with b.if_(op.eq(there, present)):
                b.ret(k)
        b.ret(op.ZERO)

    f.define(f"cycle.{history.name}", (STATE, CONTEXT), INT, write)
