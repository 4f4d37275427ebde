"""The functions of `Rules`, written for one game: what searches ask, in terms of the rules' own functions."""

from collections.abc import Callable

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions import beginnings
from interpreter.lowering.actions.search_mode import EXPAND, LIST, begin, clear
from interpreter.lowering.ending.game_ends import judge_nothing
from interpreter.lowering.ending.player_order import to_act
from interpreter.lowering.ending.position_hashes import mixed
from interpreter.lowering.entry import games, plies
from interpreter.lowering.entry.one import write_common
from interpreter.lowering.entry.search.chances import FACTOR
from interpreter.lowering.entry.search.classes import COUNTERS, counters_asked, write_class_key
from interpreter.lowering.entry.search.exchanges import write_exchanges
from interpreter.lowering.entry.search.measuring import write_measures
from interpreter.lowering.entry.search.packing import write_packing
from interpreter.lowering.entry.search.records import CAST_WORD, state_words
from interpreter.lowering.entry.search.sights import write_sights
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.turns.turns import decision, run
from interpreter.shared.search_status import ONE

PLAY_OUT = "rules.play_out"
_AT, _TO, _PLACE, _PLAYER, _N, _ROW, _SEED, _DEPTH = (
    Var(name, INT) for name in ("at", "to", "place", "player", "n", "row", "seed", "depth")
)
_DERIVED = ("pieces_code", "newest")  # cells that follow from others, or that only name what comes


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
    _write_key(f)
    found = symmetries(f.game)
    write_class_key(f, found)
    write_packing(f, found)
    write_measures(f)
    write_sights(f)
    write_exchanges(f)


def _answer(
    f: Function, name: str, given: tuple[Var, ...], result: ir.Type, write: Callable[[Function], None]
) -> None:
    """A function of `Rules`; `at` is the address of the state in words."""

    def of_state(g: Function) -> None:
        write(g.at(_state(g, Get(_AT))) if _AT in given else g)

    f.define(f"rules.{name}", (CONTEXT, *given), result, of_state)


def _state(f: Function, at: Expr) -> Expr:
    return f.b.materialize(ir.BlockOf(op.mul(at, op.number(8)), ir.block("state")), "state")


# ---- what is legal, and what follows


def _write_kept(f: Function) -> None:
    """`perft(state, context, depth)`: in this program, what is done with a state that follows is that it is kept."""

    def write(g: Function) -> None:
        kept = g.b.materialize(ir.Load(g.context, "kept", op.ZERO, INT))
        g.b.copy(_state(g, kept), g.state)
        g.b.store(g.context, "kept", op.add(kept, op.number(state_words(g.facts.state))))
        g.b.ret(op.ONE)

    f.define("perft", (STATE, CONTEXT, _DEPTH), INT, write)


def _write_looking(f: Function) -> None:
    def look(g: Function) -> None:
        b = g.b
        beginnings.forget_since(g)
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
        beginnings.forget_since(g)
        clear(g, "tries", "base")
        b.store(g.context, "kept", Get(_TO))
        begin(g, EXPAND, "count", "found", "total", "listed")
        g.store_context("depth", op.ONE)
        run(g, g.state, _decision(g))

    def do(g: Function) -> None:
        g.b.materialize(ir.Call("ply_at", (*g.arguments, _decision(g), Get(_PLACE)), INT))

    def copy(g: Function) -> None:
        g.b.copy(_state(g, Get(_TO)), g.state)

    def expand_one_by_one(g: Function) -> None:
        """With chance, actions are not explored: each is done on a copy."""
        b, found = g.b, _decision(g)
        with b.for_range("k", op.ZERO, g.load_context("count")) as k:
            to = op.add(Get(_TO), op.mul(k, op.number(state_words(g.facts.state))))
            h = g.at(_state(g, to))
            b.copy(h.state, g.state)
            b.materialize(ir.Call("ply_at", (*h.arguments, found, k), INT))

    _answer(f, "expand", (_AT, _TO), VOID, expand_one_by_one if f.game.has_chance else expand)
    _answer(f, "do", (_AT, _PLACE), VOID, do)
    f.define("rules.copy", (CONTEXT, _TO, _AT), VOID, lambda g: copy(g.at(_state(g, Get(_AT)))))


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
    games.write_play_out(f, PLAY_OUT, (_AT,), lambda g: g.at(_state(g, Get(_AT))))


# ---- keys


def _write_key(f: Function) -> None:
    """A hash of the state's memory, word by word, without the cells that no rule looks at."""

    def write(g: Function) -> None:
        b, layout = g.b, g.facts.state
        masks = g.program.table("key.masks", lambda: key_masks(g.facts))
        made = b.variable("made", ir.Load(g.context, "salt", op.ZERO, INT))

        def add(i: Expr, mask: Expr | None = None) -> None:
            at = op.mul(op.add(Get(_AT), i), op.number(8))
            word: Expr = ir.Load(ir.BlockOf(at, ir.block(CAST_WORD)), "value", op.ZERO, INT)
            word = word if mask is None else op.bit_and(word, mask)
            product = b.materialize(op.mul(op.bit_xor(Get(made), word), op.number(FACTOR)))
            b.assign(made, op.bit_xor(product, op.shr(product, op.number(29))))

        with b.for_range("i", op.ZERO, op.number(layout.head // 8)) as i:
            add(i, g.lookup(masks, i))
        for tail in layout.tails:
            if layout.cells[tail.cell].width < 64:  # digits of what is in another one
                continue
            cell = layout.cells[tail.cell]
            first = op.number(cell.offset // 8)
            with b.for_range("i", op.ZERO, op.mul(g.load(tail.counter), op.number(tail.each))) as i:
                add(op.add(first, _in_order(g, cell, i)))
        found = b.materialize(mixed(Get(made)))
        b.ret(op.select(op.eq(found, op.ZERO), op.ONE, found))

    _answer(f, "key", (_AT,), INT, write)


def _in_order(f: Function, cell: ir.Cell, i: Expr) -> Expr:
    """The i-th element of a tail: of remembered positions the oldest one comes first, wherever it is."""
    history = cell.name.removeprefix("history.")
    if history not in f.game.histories:
        return i
    at = f.b.materialize(op.add(f.load(f"oldest.{history}"), i))
    most = op.number(cell.count)
    return f.b.materialize(op.select(op.lt(at, most), at, op.sub(at, most)))


def key_masks(facts: Facts) -> list[int]:
    """For each word of a state's head the bits that tell positions apart."""
    masks, asked = bytearray(b"\xff" * facts.state.size), counters_asked(facts)
    for name, cell in facts.state.cells.items():
        is_derived = name.startswith(("present.", "fresh.", "oldest.")) or name in _DERIVED
        if is_derived or (name in COUNTERS and name not in asked):
            masks[cell.offset : cell.offset + cell.count * cell.bytes_each] = bytes(
                cell.count * cell.bytes_each
            )
    words = [masks[i : i + 8] for i in range(0, facts.state.head, 8)]
    return [int.from_bytes(word, "little", signed=True) for word in words]
