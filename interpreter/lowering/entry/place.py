"""The functions for one position that is changed in place; they are part of the program for one state.

stand(state, context) -> n            lists the legal actions; OVER where there are none, or WRONG
advance(state, context, out) -> n     `play`, then `stand` of what follows; NOT_FOUND if there is no such action, or WRONG
proceed(state, context, out) -> n     the same where `records` hold what is legal here, as `stand` has left them

Where actions repeat, their numbers are composed of those of their steps; if these fit into words, `stand` writes them into `numbers`,
and the first word of `wanted` is such a number. If they do not, `stand` writes keys (`ActionNumbers.has_keys`), and -1 for what has
none.
"""

from interpreter import ir
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.actions.listing import FIRST_STEP, want
from interpreter.lowering.actions.search_mode import MATCH, begin, clear
from interpreter.lowering.entry.answers import NOT_FOUND, OVER, WRONG
from interpreter.lowering.function import CONTEXT, OUT, STATE, Function
from interpreter.lowering.turns.turns import run
from interpreter.shared.numbering import WORD


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
        told = _composed if composes(g) else _key if g.facts.row > 1 and g.facts.numbers.has_keys else None
        if told is not None:
            with b.for_range("k", op.ZERO, count) as k:
                g.store_context("numbers", told(g, k), k)
        b.ret(op.select(op.lt(op.ZERO, count), count, op.number(OVER)))

    f.define("stand", (STATE, CONTEXT), INT, write, is_public=True)


def _write_advance(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        if composes(g):
            count = b.materialize(ir.Call("stand", g.arguments, INT))
            with b.if_(op.le(count, op.ZERO)):
                b.ret(op.number(NOT_FOUND))
            b.ret(ir.Call("proceed", (*g.arguments, Get(OUT)), INT))
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
        if g.facts.row == 1 or composes(g):  # else the row has been taken from the list
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
    listed, number = "numbers" if composes(f) else "records", b.materialize(f.load_context("wanted"))
    each = b.for_range("k", op.ZERO, f.load_context("count"))
    with each as k, b.if_(op.eq(f.load_context(listed, k), number)):
        if composes(f):
            want(f, k)
        b.assign(is_listed, op.TRUE)
        b.break_loop()
    with b.if_(op.not_(Get(is_listed))):
        b.ret(op.number(NOT_FOUND))


# ---- numbers of actions that repeat


def composes(f: Function) -> bool:
    """Whether numbers of listed actions are composed of those of their steps, and fit into words."""
    return f.facts.row > 1 and f.facts.numbers.total < WORD


def _composed(f: Function, k: Expr) -> Expr:
    """The number of the k-th listed action."""
    b, numbers = f.b, f.facts.numbers
    base = b.materialize(op.mul(k, op.number(f.facts.row)))
    word = b.materialize(f.load_context("records", base))
    depth = b.materialize(f.load_context("records", op.add(base, op.ONE)))
    first = op.add(base, op.number(FIRST_STEP))
    found = b.variable("number", word)
    for action in (a for a in f.game.actions if a.again is not None):
        assert action.again is not None
        with b.if_(op.eq(word, op.number(-1 - action.index))):
            b.assign(found, f.load_context("records", first))
            with b.for_range("i", op.ZERO, op.number(action.again.most - 1)) as i:
                digit = b.variable("digit", op.ZERO)
                with b.if_(op.lt(i, depth)):
                    step = f.load_context("records", op.add(op.add(first, op.ONE), i))
                    b.assign(digit, op.add(step, op.ONE))
                b.assign(found, op.add(op.mul(Get(found), op.number(numbers.hop_radix(action))), Get(digit)))
            b.assign(found, op.add(Get(found), op.number(numbers.offsets[action.index])))
    return Get(found)


def _key(f: Function, k: Expr) -> Expr:
    """The key of the k-th listed action; -1 where it makes further steps."""
    b, numbers = f.b, f.facts.numbers
    base = b.materialize(op.mul(k, op.number(f.facts.row)))
    word = b.materialize(f.load_context("records", base))
    depth = f.load_context("records", op.add(base, op.ONE))
    first = f.load_context("records", op.add(base, op.number(FIRST_STEP)))
    found = b.variable("key", op.NONE)
    repeated = [a.index for a in f.game.actions if a.again is not None]
    with b.if_else(op.lt(word, op.ZERO)) as branch:
        for i in repeated:
            with b.if_(op.and_(op.eq(word, op.number(-1 - i)), op.eq(depth, op.ZERO))):
                b.assign(found, op.add(first, op.number(numbers.keys[i])))
        branch.otherwise()
        b.assign(found, word)
        for i in repeated:  # a code leaves no room for actions that repeat
            with b.if_(op.le(op.number(numbers.codes[i]), word)):
                b.assign(found, op.add(Get(found), op.number(numbers.keys[i + 1] - numbers.keys[i])))
    return Get(found)


def _leave_if_wrong(f: Function) -> None:
    with f.b.if_(op.ne(f.load_context("error"), op.ZERO)):
        f.b.ret(op.number(WRONG))
