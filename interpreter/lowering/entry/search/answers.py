"""The functions of `Rules`, written for one game: what searches ask, in terms of the rules' own functions."""

from collections.abc import Callable

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions import steps
from interpreter.lowering.actions.search_mode import EXPAND, LIST, begin, clear
from interpreter.lowering.ending.game_ends import judge_nothing, to_act
from interpreter.lowering.ending.positions import mixed
from interpreter.lowering.entry import games, plies
from interpreter.lowering.entry.one import write_common
from interpreter.lowering.entry.search.position_numbers import (
    write_class_key,
    write_key,
    write_packing,
)
from interpreter.lowering.entry.search.records import CAST_WORD, state_words
from interpreter.lowering.entry.search.secrets import write_secrets
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.turns import decision, run
from interpreter.lowering.values.names import sharing
from interpreter.shared.machine_interface import ONE
from interpreter.shared.search_measures import breaks_of, measures_of

PLAY_OUT = "rules.play_out"
_AT, _TO, _PLACE, _PLAYER, _N, _ROW, _SEED, _DEPTH, _WANTED = (
    Var(name, INT) for name in ("at", "to", "place", "player", "n", "row", "seed", "depth", "wanted")
)


def write_answers(f: Function) -> None:
    """All functions of `Rules`, and what they need."""
    _write_kept(f)
    write_common(f)
    plies.write_random(f)
    plies.write_given(f)
    games.write_playout(f)
    _write_looking(f)
    _write_following(f)
    _write_of_state(f)
    _write_chance(f)
    write_key(f)
    found = symmetries(f.game)
    write_class_key(f, found)
    write_packing(f, found)
    write_measures(f)
    write_secrets(f)


def _answer(
    f: Function, name: str, given: tuple[Var, ...], result: ir.Type, write: Callable[[Function], None]
) -> None:
    """A function of `Rules`; `at` is the address of the state in words."""

    def of_state(g: Function) -> None:
        write(g.at_word(Get(_AT)) if _AT in given else g)

    f.define(f"rules.{name}", (CONTEXT, *given), result, of_state)


# ---- what is legal, and what follows


def _write_kept(f: Function) -> None:
    """`perft(state, context, depth)`: in this program, what is done with a state that follows is that it is kept."""

    def write(g: Function) -> None:
        kept = g.b.materialize(ir.Load(g.context, "kept", op.ZERO, INT))
        g.b.copy(g.at_word(kept).state, g.state)
        g.b.store(g.context, "kept", op.add(kept, op.number(state_words(g.facts.state))))
        g.b.ret(op.ONE)

    f.define("perft", (STATE, CONTEXT, _DEPTH), INT, write)


def _write_looking(f: Function) -> None:
    def look(g: Function) -> None:
        b = g.b
        steps.forget_beginnings(g)
        clear(g, "tries", "base")
        with b.if_(op.ne(g.load("over"), op.ZERO)):
            b.ret(op.ZERO)
        b.store(g.context, "decision", decision(g))
        count = b.materialize(g.load_context("count"))
        with b.if_(op.le(count, op.ZERO)):
            judge_nothing(g, g.state)
            g.store("over", op.ONE)
        b.ret(count)

    def list_(g: Function) -> None:
        clear(g, "tries", "base")
        begin(g, LIST, "count", "found")
        run(g, g.state, _decision(g))
        clear(g, "listed")
        g.b.ret(g.load_context("count"))

    def word(g: Function) -> None:
        """The words of a row as one."""
        b, width = g.b, g.facts.row
        first = b.materialize(op.mul(Get(_ROW), op.number(width)))
        made = b.variable("made", g.load_context("records", first))
        if width > 1:
            with b.if_(op.lt(Get(made), op.ZERO)):
                steps = op.add(g.load_context("records", op.add(first, op.ONE)), op.number(3))
                with b.for_range("i", op.ONE, steps) as i:
                    step = op.bit_xor(Get(made), g.load_context("records", op.add(first, i)))
                    b.assign(made, mixed(step))
        b.ret(Get(made))

    _answer(f, "look", (_AT,), INT, look)
    _answer(f, "list", (_AT,), INT, list_)
    _answer(f, "word", (_ROW,), INT, word)


def _decision(f: Function) -> Expr:
    return f.b.materialize(ir.Load(f.context, "decision", op.ZERO, INT))


def _write_following(f: Function) -> None:
    def expand(g: Function) -> None:
        b = g.b
        steps.forget_beginnings(g)
        clear(g, "tries", "base")
        b.store(g.context, "kept", Get(_TO))
        begin(g, EXPAND, "count", "found", "total", "listed")
        g.store_context("depth", op.ONE)
        run(g, g.state, _decision(g))

    def do(g: Function) -> None:
        g.b.materialize(ir.Call("ply_at", (*g.arguments, _decision(g), Get(_PLACE)), INT))

    def copy(g: Function) -> None:
        g.b.copy(g.at_word(Get(_TO)).state, g.state)

    def expand_one_by_one(g: Function) -> None:
        """With chance, actions are not explored: each is done on a copy."""
        b, found = g.b, _decision(g)
        with b.for_range("k", op.ZERO, g.load_context("count")) as k:
            to = op.add(Get(_TO), op.mul(k, op.number(state_words(g.facts.state))))
            h = g.at_word(to)
            b.copy(h.state, g.state)
            b.materialize(ir.Call("ply_at", (*h.arguments, found, k), INT))

    _answer(f, "expand", (_AT, _TO), VOID, expand_one_by_one if f.game.has_chance else expand)
    _answer(f, "do", (_AT, _PLACE), VOID, do)
    f.define("rules.copy", (CONTEXT, _TO, _AT), VOID, lambda g: copy(g.at_word(Get(_AT))))


# ---- one state


def _write_of_state(f: Function) -> None:
    def value(g: Function) -> None:
        found = op.mul(g.load("result", Get(_PLAYER)), op.number(ONE))
        if g.facts.features.has_payoffs:
            found = op.div(found, op.max_(g.load("denominator", Get(_PLAYER)), op.ONE))
        g.b.ret(found)

    _answer(f, "is_over", (_AT,), ir.BOOL, lambda g: g.b.ret(op.ne(g.load("over"), op.ZERO)))
    _answer(f, "value", (_AT, _PLAYER), INT, value)
    _answer(f, "player", (_AT,), INT, lambda g: g.b.ret(to_act(g)))


def _write_chance(f: Function) -> None:
    def reseed(g: Function) -> None:
        if g.has_cell("seed"):
            g.store("seed", Get(_SEED))

    def seed(g: Function) -> None:
        g.b.ret(g.load("seed") if g.has_cell("seed") else op.ZERO)

    def below(g: Function) -> None:
        g.store_context("random", ir.Call("advanced", (g.load_context("random"),), INT))
        g.b.ret(ir.Call("below", (g.load_context("random"), Get(_N)), INT))

    _answer(f, "reseed", (_AT, _SEED), VOID, reseed)
    _answer(f, "seed", (_AT,), INT, seed)
    _answer(f, "below", (_N,), INT, below)
    games.write_play_out(f, PLAY_OUT, (_AT,), lambda g: g.at_word(Get(_AT)))


# ---- measures


def write_measures(f: Function) -> None:
    """Raises NotLowered where a measure may be a fraction."""
    measures = measures_of(f.game)
    breaks = breaks_of(f.game)

    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(to_act(g)))
        with sharing(g) as h:
            for i, measure in enumerate(measures):
                if not h.scope.is_whole(measure):
                    raise NotLowered("a measure that is a fraction")
                if i in breaks:
                    with h.b.if_(op.le(Get(_WANTED), op.number(i))):
                        h.b.ret(op.number(i))
                place = op.mul(op.add(Get(_TO), op.number(i)), op.number(8))
                value = h.inner().materialized(measure)
                h.b.store(ir.BlockOf(place, ir.block(CAST_WORD)), "value", _as_number(value))
        g.b.ret(op.number(len(measures)))

    _answer(f, "measure", (_AT, _TO, _WANTED), INT, write)


def _as_number(value: Expr) -> Expr:
    return op.zext(value) if value.type == ir.BOOL else value
