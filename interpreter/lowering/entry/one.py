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

Those for a position in place are in `place`.
"""

from collections.abc import Callable

from interpreter.ir import INT, VOID, Get, Var, op
from interpreter.lowering.actions import beginnings
from interpreter.lowering.actions.apply_action import forget_captures
from interpreter.lowering.actions.search_mode import EXPAND, MATCH, begin, clear
from interpreter.lowering.effects.dispatch import do
from interpreter.lowering.ending import repetition
from interpreter.lowering.ending.game_ends import judge_nothing
from interpreter.lowering.ending.position_hashes import whole
from interpreter.lowering.entry import games, plies
from interpreter.lowering.entry.place import write_in_place
from interpreter.lowering.function import CONTEXT, OUT, STATE, Function
from interpreter.lowering.turns import could_move
from interpreter.lowering.turns.turns import decision, list_all, run

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
        could_move.can_move(f)
    repetition.write_questions(f)
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
        held = g.pieces.words_held(g)
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
        repetition.remember(g)

    f.define("setup", (STATE, CONTEXT), VOID, write, is_public=True)


def _write_legal(f: Function) -> None:
    def write(g: Function) -> None:
        beginnings.forget_since(g)
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
        beginnings.forget_since(g)
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
    f.define("hashed", (STATE, CONTEXT), INT, lambda g: g.b.ret(whole(g)), is_public=True)


def _write_perft(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        with b.if_(op.le(Get(_DEPTH), op.ZERO)):
            b.ret(op.ONE)
        with b.if_(op.ne(g.load_context("error"), op.ZERO)):
            b.ret(op.ZERO)
        saved = [(c, b.materialize(g.load_context(c))) for c in _OF_A_SEARCH]
        begun = beginnings.used(g)
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
        beginnings.forget_since(g, begun)
        b.ret(Get(n))

    f.define("perft", (STATE, CONTEXT, _DEPTH), INT, write, is_public=True)
