"""The functions for many states, which lie one behind the other, each with a row that describes it.

    batch_begin(state, context, states, rows, n)      the rows marked `fresh` begin anew from a state, each by its seed
    batch_look(context, states, rows, n)              describes the states of the rows marked `fresh`
    batch_step(context, states, rows, n)              does the action with the place `chosen` in each row that is not over
    batch_legal(context, states, rows, n, out, most)  the lists of all rows, one behind the other, in words
    batch_board(states, n, out)                       what stands where, for each state and site

`error` of a row says that the machine code does not answer for it: `UNPLAYED`, and its state is what it was; `UNSEEN`,
and only the description of the state is missing. Whoever calls answers for it, and leaves `error` as long as that holds.
"""

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.search_mode import LIST, begin, clear
from interpreter.lowering.ending.game_ends import judge_nothing, to_act
from interpreter.lowering.entry import plies
from interpreter.lowering.entry.one import write_common
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import placed
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.turns import decision, run

FINE, UNPLAYED, UNSEEN = range(3)

_STATES, _ROWS = Var("states", ir.block("state")), Var("rows", ir.block("row"))
_ROW, _COUNT = Var("row", ir.block("row")), Var("n", INT)
_WORDS, _SPOTS, _MOST = Var("out", ir.block("word")), Var("out", ir.block("spot")), Var("most", INT)


def layouts(facts: Facts) -> dict[str, ir.Layout]:
    """The layouts of a row, of what stands on a site, and of a word."""
    word = placed("word", [ir.Cell("value", 1, 64)])
    return {"row": _row_layout(facts), "spot": _spot_layout(), "word": word}


def _row_layout(facts: Facts) -> ir.Layout:
    """One state: `count` legal actions, of the `decision` that is at hand; the returns are `top` through `bottom`. `over`: 0, or
    1, or in which way the game is over (`game_ends.number_of_end`)."""
    return placed(
        "row",
        [
            ir.Cell("count", 1, 64),
            ir.Cell("decision", 1, 64),
            ir.Cell("chosen", 1, 64),
            ir.Cell("seed", 1, 64),
            ir.Cell("top", facts.players, 64),
            ir.Cell("bottom", facts.players, 64),
            ir.Cell("player", 1),
            ir.Cell("over", 1),
            ir.Cell("error", 1),
            ir.Cell("fresh", 1),
        ],
    )


def _spot_layout() -> ir.Layout:
    """One site: -1 for nothing and nobody. `piece`: its name in the state."""
    return placed("spot", [ir.Cell("piece", 1, 32), ir.Cell("kind", 1, 16), ir.Cell("owner", 1, 16)])


def write_all(f: Function) -> None:
    """The functions for many states, and those that they need."""
    write_common(f)
    plies.write_given(f)
    _write_begin(f)
    _write_look(f)
    _write_step(f)
    _write_legal(f)
    if f.facts.sites:
        _write_board(f)


# ---- describing a state


def _look_at(f: Function, row: Expr) -> None:
    """`look_at(state, context, row)`: describes one state."""

    def write(g: Function) -> None:
        b, row = g.b, Get(_ROW)
        clear(g, "tries", "base", "error")
        b.store(row, "error", op.number(FINE))
        for cell in ("fresh", "over", "count"):
            b.store(row, cell, op.ZERO)
        b.store(row, "player", to_act(g))
        with b.if_(op.ne(g.load("over"), op.ZERO)):
            b.store(row, "over", g.load("over"))
            g.store("over", op.ONE)
            _write_returns(g, row)
            b.ret()
        b.store(row, "decision", decision(g))
        _leave_if_wrong(g, row)
        count = b.materialize(g.load_context("count"))
        with b.if_(op.lt(op.ZERO, count)):
            b.store(row, "count", count)
            with b.for_range("p", op.ZERO, op.number(g.facts.players)) as p:
                b.store(row, "top", op.ZERO, p)
                b.store(row, "bottom", op.ONE, p)
            b.ret()
        last = b.allocate("last", "state")
        b.copy(last, g.state)
        judge_nothing(g, last)
        _leave_if_wrong(g, row)
        b.store(row, "over", g.at(last).load("over"))
        _write_returns(g.at(last), row)

    f.b.invoke(f.define("look_at", (STATE, CONTEXT, _ROW), VOID, write), *f.arguments, row)


def _leave_if_wrong(f: Function, row: Expr) -> None:
    with f.b.if_(op.ne(f.load_context("error"), op.ZERO)):
        f.b.store(row, "error", op.number(UNSEEN))
        f.b.ret()


def _write_returns(f: Function, row: Expr) -> None:
    """The returns of a finished state."""
    has_payoffs = f.facts.features.has_payoffs
    with f.b.for_range("p", op.ZERO, op.number(f.facts.players)) as p:
        f.b.store(row, "top", f.load("result", p), p)
        f.b.store(row, "bottom", f.load("denominator", p) if has_payoffs else op.ONE, p)


# ---- the functions


def _row_cell(row: Expr, name: str) -> Expr:
    return ir.Load(row, name, op.ZERO, INT)


def _row(f: Function, i: Expr) -> Expr:
    return f.b.materialize(ir.BlockAt(Get(_ROWS), i, Get(_COUNT)), "row")


def _at_row(f: Function, i: Expr) -> Function:
    """The i-th state."""
    return f.at(f.b.materialize(ir.BlockAt(Get(_STATES), i, Get(_COUNT)), "state"))


def _write_begin(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        with b.for_range("i", op.ZERO, Get(_COUNT)) as i:
            row, h = _row(g, i), _at_row(g, i)
            with b.if_(op.ne(_row_cell(row, "fresh"), op.ZERO)):
                b.copy(h.state, Get(STATE))
                if h.has_cell("seed"):
                    h.store("seed", _row_cell(row, "seed"))
                if h.facts.features.deals:
                    clear(h, "error")
                    b.invoke("setup", *h.arguments)
                    with b.if_(op.ne(h.load_context("error"), op.ZERO)):
                        b.store(row, "error", op.number(UNPLAYED))
                        b.continue_(b.loops - 1)
                _look_at(h, row)

    f.define("batch_begin", (STATE, CONTEXT, _STATES, _ROWS, _COUNT), VOID, write, is_public=True)


def _write_look(f: Function) -> None:
    def write(g: Function) -> None:
        with g.b.for_range("i", op.ZERO, Get(_COUNT)) as i:
            row = _row(g, i)
            with g.b.if_(op.ne(_row_cell(row, "fresh"), op.ZERO)):
                _look_at(_at_row(g, i), row)

    f.define("batch_look", (CONTEXT, _STATES, _ROWS, _COUNT), VOID, write, is_public=True)


def _write_step(f: Function) -> None:
    def write(g: Function) -> None:
        b = g.b
        before = b.allocate("before", "state")
        with b.for_range("i", op.ZERO, Get(_COUNT)) as i:
            row, h = _row(g, i), _at_row(g, i)
            is_played = [op.eq(_row_cell(row, cell), op.ZERO) for cell in ("over", "error")]
            with b.if_(op.and_(*is_played)):
                clear(h, "base", "error")
                b.copy(before, h.state)
                given = [_row_cell(row, cell) for cell in ("decision", "chosen")]
                b.materialize(ir.Call("ply_at", (*h.arguments, *given), INT))
                with b.if_else(op.ne(h.load_context("error"), op.ZERO)) as branch:
                    b.copy(h.state, before)
                    b.store(row, "error", op.number(UNPLAYED))
                    branch.otherwise()
                    _look_at(h, row)

    f.define("batch_step", (CONTEXT, _STATES, _ROWS, _COUNT), VOID, write, is_public=True)


def _write_legal(f: Function) -> None:
    """Of a row with an error nothing is listed, but there is room for its `count`."""

    def write(g: Function) -> None:
        b, width = g.b, op.number(g.facts.row)
        at = b.variable("at", op.ZERO)
        with b.for_range("i", op.ZERO, Get(_COUNT)) as i:
            row, h = _row(g, i), _at_row(g, i)
            count = b.materialize(_row_cell(row, "count"))
            is_fine = op.eq(_row_cell(row, "error"), op.number(FINE))
            with b.if_(op.and_(op.lt(op.ZERO, count), is_fine)):
                clear(h, "tries", "base", "error")
                begin(h, LIST, "count", "found", "tries", "listed")
                run(h, h.state, _row_cell(row, "decision"))
                with b.if_else(op.eq(h.load_context("error"), op.ZERO)) as branch:
                    listed = op.mul(op.min_(count, h.load_context("count")), width)
                    with b.for_range("k", op.ZERO, listed) as k:
                        to = ir.BlockAt(Get(_WORDS), op.add(Get(at), k), Get(_MOST))
                        b.store(to, "value", h.load_context("records", k))
                    branch.otherwise()
                    b.store(row, "error", op.number(UNSEEN))
            b.assign(at, op.add(Get(at), op.mul(count, width)))

    f.define("batch_legal", (CONTEXT, _STATES, _ROWS, _COUNT, _WORDS, _MOST), VOID, write, is_public=True)


def _write_board(f: Function) -> None:
    def write(g: Function) -> None:
        b, sites = g.b, op.number(g.facts.sites)
        with b.for_range("i", op.ZERO, Get(_COUNT)) as i:
            h = _at_row(g, i)
            with b.for_range("site", op.ZERO, sites) as site:
                at = op.add(op.mul(i, sites), site)
                spot = b.materialize(ir.BlockAt(Get(_SPOTS), at, op.mul(Get(_COUNT), sites)), "spot")
                piece = b.materialize(h.pieces.on(h, site, False))
                b.store(spot, "piece", piece)
                with b.if_else(op.is_none(piece)) as branch:
                    b.store(spot, "kind", op.NONE)
                    b.store(spot, "owner", op.NONE)
                    branch.otherwise()
                    b.store(spot, "kind", b.materialize(h.pieces.kind_of(h, piece, False)))
                    b.store(spot, "owner", b.materialize(h.pieces.owner_of(h, piece, False)))

    f.define("batch_board", (_STATES, _COUNT, _SPOTS), VOID, write, is_public=True)
