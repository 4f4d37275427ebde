"""The functions for one position that is changed in place; they are part of the program for one state.

stand(state, context) -> n            lists the legal actions; OVER where there are none, or WRONG
advance(state, context, out) -> n     `play`, then `stand` of what follows; NOT_FOUND if there is no such action, or WRONG
proceed(state, context, out) -> n     the same where `records` hold what is legal here, as `stand` has left them
"""

from interpreter import ir
from interpreter.ir import INT, Get, op
from interpreter.lowering.entry.answers import NOT_FOUND, OVER, WRONG
from interpreter.lowering.function import CONTEXT, OUT, STATE, Function
from interpreter.lowering.rules.modes import MATCH, begin, clear
from interpreter.lowering.rules.turns import run


def write_in_place(f: Function) -> None:
    """The functions for a position in place; `legal` and `play` are there."""
    _write_stand(f)
    _write_advance(f)
    _write_proceed(f)


def _write_stand(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        with b.if_(op.ne(g.load("over"), op.ZERO)):
            b.ret(op.number(OVER))
        clear(g, "error")
        count = b.materialize(ir.Call("legal", g.arguments, INT))
        _leave_if_wrong(g)
        b.ret(op.select(op.lt(op.ZERO, count), count, op.number(OVER)))

    f.define("stand", (STATE, CONTEXT), INT, write, is_public=True)


def _write_advance(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        clear(g, "error")
        done = b.materialize(ir.Call("play", (*g.arguments, Get(OUT)), INT))
        _leave_if_wrong(g)
        with b.if_(op.eq(done, op.ZERO)):
            b.ret(op.number(NOT_FOUND))
        b.ret(ir.Call("stand", (Get(OUT), g.context), INT))

    f.define("advance", (STATE, CONTEXT, OUT), INT, write, is_public=True)


def _write_proceed(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        clear(g, "error", "base")
        if g.facts.row == 1:  # else the row has been taken from the list
            _leave_unless_listed(g)
        begin(g, MATCH, "count", "found", "tries")
        g.store_context("sure", op.ONE)
        run(g, Get(OUT), g.load_context("decision"))
        _leave_if_wrong(g)
        with b.if_(op.eq(g.load_context("found"), op.ZERO)):
            b.ret(op.number(NOT_FOUND))
        b.ret(ir.Call("stand", (Get(OUT), g.context), INT))

    f.define("proceed", (STATE, CONTEXT, OUT), INT, write, is_public=True)


def _leave_unless_listed(f: Function) -> None:
    b, is_listed = f.b, f.b.variable("listed", op.FALSE)
    each = b.for_range("k", op.ZERO, f.load_context("count"))
    with each as k, b.if_(op.eq(f.load_context("records", k), f.load_context("wanted"))):
        b.assign(is_listed, op.TRUE)
        b.break_loop()
    with b.if_(op.not_(Get(is_listed))):
        b.ret(op.number(NOT_FOUND))


def _leave_if_wrong(f: Function) -> None:
    with f.b.if_(op.ne(f.load_context("error"), op.ZERO)):
        f.b.ret(op.number(WRONG))
