"""The functions for one state.

setup(state, context)                 the set-up, on a state whose cells hold their defaults
legal(state, context) -> n            lists the legal actions: n rows in `records`
play(state, context, out) -> done     does the action in `wanted` on a copy
status(state, context, out) -> over   whether the game is over; the returns are then in `out`
hashed(state, context) -> number      of the whole state, for tables of states
perft(state, context, depth) -> n     counts sequences of actions
ply(state, context) -> done           does a random action on the state itself
playout(state, context, most) -> n    a random game to its end, on the state itself
series(state, context, n, most)       n of them from a state, their results added up

Those for one position that is changed in place:

stand(state, context) -> n            lists the legal actions; OVER where there are none, or GAVE_UP
advance(state, context, out) -> n     `play`, then `stand` of what follows; NOT_FOUND if there is no such action, or GAVE_UP
proceed(state, context, out) -> n     the same where `records` hold what is legal here, as `stand` has left them

Where actions repeat, their numbers are composed of those of their steps; if these fit into words, `stand` writes them into `numbers`,
and the first word of `wanted` is such a number. If they do not, `stand` writes keys (`ActionNumbers.has_keys`), and -1 for what has
none.
"""

from collections.abc import Callable

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering import turns
from interpreter.lowering.actions import steps
from interpreter.lowering.actions.apply_action import forget_captures
from interpreter.lowering.actions.listing import FIRST_STEP, want
from interpreter.lowering.actions.search_mode import EXPAND, MATCH, begin, clear
from interpreter.lowering.effects.dispatch import do
from interpreter.lowering.ending import positions
from interpreter.lowering.ending.game_ends import judge_nothing
from interpreter.lowering.ending.positions import state_hash
from interpreter.lowering.entry import games, plies
from interpreter.lowering.function import CONTEXT, OUT, STATE, Function
from interpreter.lowering.turns import decision, list_all, run
from interpreter.shared.machine_interface import GAVE_UP, NOT_FOUND, OVER
from interpreter.shared.numbering import WORD

_DEPTH = Var("depth", INT)
_OF_A_SEARCH = ("mode", "count", "found", "skip", "total", "depth", "base")


def write_all(f: Function) -> None:
    """The functions for one state, and those that they need."""
    _write_all(f, games.write_series)


def write_all_for_long(f: Function) -> None:
    """The same, with a series of games as one loop."""
    _write_all(f, games.write_whole_series)


def _write_all(f: Function, write_series: Callable[[Function], None]) -> None:
    write_common(f)
    _write_legal(f)
    _write_play(f)
    _write_status(f)
    write_in_place(f)
    plies.write_random(f)
    games.write_playout(f)
    write_series(f)
    _write_hashed(f)


def write_common(f: Function) -> None:
    """What one state needs, and many."""
    if f.board.is_growing:
        _write_live(f)
    if "can_move" in f.facts.features.builtins:
        turns.can_move(f)
    positions.write_questions(f)
    _write_setup(f)
    _write_perft(f)


def _write_live(f: Function) -> None:
    """`live(state, context)`: the sites in play on a growing board, those that hold something and those next to them."""

    def write(g: Function) -> None:
        b, around = g.b, g.board.around
        words, width = g.facts.context.cells["live"].count, max(map(len, around))
        table = g.program.table(
            "around", lambda: [t for near in around for t in (*near, *([-1] * (width - len(near))))]
        )
        held = g.pieces.occupancy.words(g)
        with b.for_range("w", op.ZERO, op.number(words)) as w:
            g.store_context("live", held.at(w), w)
        with held.each(b) as site, b.for_range("i", op.ZERO, op.number(width)) as i:
            t = b.materialize(g.lookup(table, op.add(op.mul(site, op.number(width)), i)))
            with b.if_(op.is_some(t)):
                at = b.materialize(op.div(t, op.number(64)))
                bit = op.singleton(op.mod(t, op.number(64)), 64)
                g.store_context("live", op.union(g.load_context("live", at), bit), at)

    f.define("live", (STATE, CONTEXT), VOID, write)


def _write_setup(f: Function) -> None:
    def write(g: Function) -> None:
        g = g.moved_by(op.ZERO)
        do(g.changing(), g.game.setup)
        following = g.b.materialize(g.load("follows"))
        with g.b.if_(op.is_some(following)):
            g.store("mover", following)
            g.store("follows", op.NONE)
        forget_captures(g)
        positions.remember(g)

    f.define("setup", (STATE, CONTEXT), VOID, write, is_public=True)


def _write_legal(f: Function) -> None:
    def write(g: Function) -> None:
        steps.forget_beginnings(g)
        clear(g, "base")
        list_all(g)
        g.b.ret(g.load_context("count"))

    f.define("legal", (STATE, CONTEXT), INT, write, is_public=True)


def _write_play(f: Function) -> None:
    def write_wanted(g: Function) -> None:
        found = decision(g)
        begin(g, MATCH, "sure", "count", "found", "tries")
        run(g, Get(OUT), found)

    def write(g: Function) -> None:
        clear(g, "base", "tries")
        wanted = g.define("play_wanted", (STATE, CONTEXT, OUT), VOID, write_wanted)
        g.b.invoke(wanted, *g.arguments, Get(OUT))
        g.b.ret(g.load_context("found"))

    f.define("play", (STATE, CONTEXT, OUT), INT, write, is_public=True)


def _write_status(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        steps.forget_beginnings(g)
        clear(g, "tries", "base")
        b.copy(Get(OUT), g.state)
        with b.if_(op.ne(g.load("over"), op.ZERO)):
            b.ret(op.ONE)
        decision(g)
        with b.if_(op.lt(op.ZERO, g.load_context("count"))):
            b.ret(op.ZERO)
        judge_nothing(g, Get(OUT))
        b.ret(op.ONE)

    f.define("status", (STATE, CONTEXT, OUT), INT, write, is_public=True)


def _write_hashed(f: Function) -> None:
    f.define("hashed", (STATE, CONTEXT), INT, lambda g: g.b.ret(state_hash(g)), is_public=True)


def _write_perft(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        with b.if_(op.le(Get(_DEPTH), op.ZERO)):
            b.ret(op.ONE)
        with b.if_(op.ne(g.load_context("error"), op.ZERO)):
            b.ret(op.ZERO)
        saved = [(c, b.materialize(g.load_context(c))) for c in _OF_A_SEARCH]
        begun = steps.beginnings_used(g)
        clear(g, "tries")
        found = decision(g)
        n = b.variable("n", g.load_context("count"))
        with b.if_(op.and_(op.lt(op.ONE, Get(_DEPTH)), op.lt(op.ZERO, Get(n)))):
            begin(g, EXPAND, "count", "found", "total")
            g.store_context("depth", Get(_DEPTH))
            run(g, g.state, found)
            b.assign(n, g.load_context("total"))
        for cell, value in saved:
            g.store_context(cell, value)
        steps.forget_beginnings(g, begun)
        b.ret(Get(n))

    f.define("perft", (STATE, CONTEXT, _DEPTH), INT, write, is_public=True)


# ---- a position in place


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
        f.b.ret(op.number(GAVE_UP))
