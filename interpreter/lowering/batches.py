"""Many states at once, one behind the other, each with a row that tells of it.

    batch_begin(state, context, states, rows, n)    the rows marked `fresh` begin anew from a state, each by its seed
    batch_look(context, states, rows, n)            tells of the states of the rows marked `fresh`
    batch_step(context, states, rows, n)            does the action with the place `chosen` in each row that goes on
    batch_legal(context, states, rows, n, out, most)  the lists of all rows, one behind the other, in words
    batch_board(states, n, out)                     who stands where, for each state and site

`error` of a row says that the machine code does not answer for it: `UNPLAYED`, and its state is what it was; `UNSEEN`,
and only what is told of the state is missing. Whoever calls answers for it, and leaves `error` as long as that holds.
"""

from gdl import model
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.candidates import LIST
from interpreter.lowering.layout import placed
from interpreter.lowering.plan import Plan
from interpreter.lowering.plies import Plies
from interpreter.lowering.scope import CONTEXT, STATE, Unit
from interpreter.lowering.turns import Turns

STATES = Var("states", ir.block("state"))
ROWS = Var("rows", ir.block("row"))
ROW = Var("row", ir.block("row"))
COUNT = Var("n", INT)
WORDS = Var("out", ir.block("word"))
SPOTS = Var("out", ir.block("spot"))
MOST = Var("most", INT)
FINE, UNPLAYED, UNSEEN = range(3)


def row_layout(plan: Plan) -> ir.Layout:
    """What is told of one state. `count` legal actions, of the decision that is at hand; the returns are `top` through `bottom`."""
    return placed(
        "row",
        [
            ir.Cell("count", 1, 64),
            ir.Cell("decision", 1, 64),
            ir.Cell("chosen", 1, 64),
            ir.Cell("seed", 1, 64),
            ir.Cell("top", plan.players, 64),
            ir.Cell("bottom", plan.players, 64),
            ir.Cell("player", 1),
            ir.Cell("over", 1),
            ir.Cell("error", 1),
            ir.Cell("fresh", 1),
        ],
    )


def spot_layout() -> ir.Layout:
    """What stands on one site: -1 for nothing and nobody. `piece`: its name in the state."""
    return placed("spot", [ir.Cell("piece", 1, 32), ir.Cell("kind", 1, 16), ir.Cell("owner", 1, 16)])


def batch_layouts(plan: Plan) -> dict[str, ir.Layout]:
    return {
        "row": row_layout(plan),
        "spot": spot_layout(),
        "word": placed("word", [ir.Cell("value", 1, 64)]),
    }


class Batches:
    """Writes the functions for many states."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.plan = unit.plan

    def all(self) -> None:
        self.ply_at = Plies(self.unit).given()
        self.look_at()
        self.begin()
        self.look()
        self.step()
        self.legal()
        if self.plan.sites:
            self.board()

    def turns(self, b: Builder, state: Expr = op.NONE) -> Turns:
        return Turns(self.unit, b, state, op.NONE)

    def done(self, b: Builder) -> None:
        self.unit.functions[b.name] = b.function()

    def look_at(self) -> None:
        """`look_at(state, context, row)`: tells of one state."""
        b = Builder("look_at", (STATE, CONTEXT, ROW), VOID)
        s, row = self.turns(b, Get(STATE)), Get(ROW)
        for cell in ("tries", "base", "error"):
            s.store_context(cell, op.ZERO)
        b.store(row, "error", op.number(FINE))
        b.store(row, "fresh", op.ZERO)
        b.store(row, "over", op.ZERO)
        b.store(row, "count", op.ZERO)
        b.store(row, "player", s.to_act())
        with b.if_(op.ne(s.load("over"), op.ZERO)):
            b.store(row, "over", op.ONE)
            self._tell(s, row)
            b.ret()
        b.store(row, "decision", b.materialize(ir.Call(s.which(), (s.state, s.context), INT)))
        self._unless_wrong(s, row, UNSEEN)
        count = b.materialize(s.load_context("count"))
        with b.if_(op.lt(op.ZERO, count)):
            b.store(row, "count", count)
            with b.for_range("p", op.ZERO, op.number(self.plan.players)) as p:
                b.store(row, "top", op.ZERO, p)
                b.store(row, "bottom", op.ONE, p)
            b.ret()
        last = b.allocate("last", "state")
        b.emit(ir.Copy(last, s.state))
        b.invoke(s.nothing(), last, s.context)
        self._unless_wrong(s, row, UNSEEN)
        b.store(row, "over", op.ONE)
        self._tell(self.turns(b, last), row)
        self.done(b)

    def _unless_wrong(self, s: Turns, row: Expr, what: int) -> None:
        with s.b.if_(op.ne(s.load_context("error"), op.ZERO)):
            s.b.store(row, "error", op.number(what))
            s.b.ret()

    def _tell(self, s: Turns, row: Expr) -> None:
        """The returns of a finished state."""
        with s.b.for_range("p", op.ZERO, op.number(self.plan.players)) as p:
            s.b.store(row, "top", s.load("result", p), p)
            s.b.store(row, "bottom", s.load("parts", p) if self.plan.has_payoffs else op.ONE, p)

    def begin(self) -> None:
        b = Builder("batch_begin", (STATE, CONTEXT, STATES, ROWS, COUNT), VOID, True)
        deals = any(isinstance(e, model.Chance) for e in nodes(self.plan.game.setup))
        with b.for_range("i", op.ZERO, Get(COUNT)) as i:
            row, state = self._row(b, i), self._state(b, i)
            s = self.turns(b, state)
            with b.if_(op.ne(ir.Load(row, "fresh", op.ZERO, INT), op.ZERO)):
                b.emit(ir.Copy(state, Get(STATE)))
                if s.has_cell("seed"):
                    s.store("seed", ir.Load(row, "seed", op.ZERO, INT))
                if deals:
                    s.store_context("error", op.ZERO)
                    b.invoke("setup", state, s.context)
                    with b.if_(op.ne(s.load_context("error"), op.ZERO)):
                        b.store(row, "error", op.number(UNPLAYED))
                        b.continue_(b.loops - 1)
                b.invoke("look_at", state, s.context, row)
        self.done(b)

    def look(self) -> None:
        b = Builder("batch_look", (CONTEXT, STATES, ROWS, COUNT), VOID, True)
        with b.for_range("i", op.ZERO, Get(COUNT)) as i:
            row = self._row(b, i)
            with b.if_(op.ne(ir.Load(row, "fresh", op.ZERO, INT), op.ZERO)):
                b.invoke("look_at", self._state(b, i), Get(CONTEXT), row)
        self.done(b)

    def step(self) -> None:
        b = Builder("batch_step", (CONTEXT, STATES, ROWS, COUNT), VOID, True)
        before = b.allocate("before", "state")
        with b.for_range("i", op.ZERO, Get(COUNT)) as i:
            row, state = self._row(b, i), self._state(b, i)
            s = self.turns(b, state)
            told = [op.eq(ir.Load(row, cell, op.ZERO, INT), op.ZERO) for cell in ("over", "error")]
            with b.if_(op.and_(*told)):
                s.store_context("base", op.ZERO)
                s.store_context("error", op.ZERO)
                b.emit(ir.Copy(before, state))
                given = [ir.Load(row, cell, op.ZERO, INT) for cell in ("decision", "chosen")]
                b.materialize(ir.Call(self.ply_at, (state, s.context, *given), INT))
                with b.if_else(op.ne(s.load_context("error"), op.ZERO)) as branch:
                    b.emit(ir.Copy(state, before))
                    b.store(row, "error", op.number(UNPLAYED))
                    branch.otherwise()
                    b.invoke("look_at", state, s.context, row)
        self.done(b)

    def legal(self) -> None:
        """Of a row with an error nothing is listed, but there is room for its `count`."""
        b = Builder("batch_legal", (CONTEXT, STATES, ROWS, COUNT, WORDS, MOST), VOID, True)
        width = op.number(self.unit.row)
        at = b.variable("at", op.ZERO)
        with b.for_range("i", op.ZERO, Get(COUNT)) as i:
            row = self._row(b, i)
            s = self.turns(b, self._state(b, i))
            count = b.materialize(ir.Load(row, "count", op.ZERO, INT))
            is_fine = op.eq(ir.Load(row, "error", op.ZERO, INT), op.number(FINE))
            with b.if_(op.and_(op.lt(op.ZERO, count), is_fine)):
                for cell in ("tries", "base", "error"):
                    s.store_context(cell, op.ZERO)
                decision = ir.Load(row, "decision", op.ZERO, INT)
                s.store_context("mode", op.number(LIST))
                for cell in ("count", "found", "tries", "listed"):
                    s.store_context(cell, op.ZERO)
                b.invoke("run", s.state, s.context, s.state, decision)
                with b.if_else(op.eq(s.load_context("error"), op.ZERO)) as branch:
                    listed = op.mul(op.min_(count, s.load_context("count")), width)
                    with b.for_range("k", op.ZERO, listed) as k:
                        to = ir.BlockAt(Get(WORDS), op.add(Get(at), k), Get(MOST))
                        b.store(to, "value", s.load_context("records", k))
                    branch.otherwise()
                    b.store(row, "error", op.number(UNSEEN))
            b.assign(at, op.add(Get(at), op.mul(count, width)))
        self.done(b)

    def board(self) -> None:
        b = Builder("batch_board", (STATES, COUNT, SPOTS), VOID, True)
        sites = op.number(self.plan.sites)
        with b.for_range("i", op.ZERO, Get(COUNT)) as i:
            s = self.turns(b, self._state(b, i))
            with b.for_range("site", op.ZERO, sites) as site:
                at = op.add(op.mul(i, sites), site)
                spot = b.materialize(ir.BlockAt(Get(SPOTS), at, op.mul(Get(COUNT), sites)), "spot")
                piece = b.materialize(s.piece_on(site, False))
                b.store(spot, "piece", piece)
                with b.if_else(op.lt(piece, op.ZERO)) as branch:
                    b.store(spot, "kind", op.NONE)
                    b.store(spot, "owner", op.NONE)
                    branch.otherwise()
                    b.store(spot, "kind", b.materialize(s.kind_of(piece, False)))
                    b.store(spot, "owner", b.materialize(s.owner_of(piece, False)))
        self.done(b)

    def _state(self, b: Builder, i: Expr) -> Expr:
        return b.materialize(ir.BlockAt(Get(STATES), i, Get(COUNT)), "state")

    def _row(self, b: Builder, i: Expr) -> Expr:
        return b.materialize(ir.BlockAt(Get(ROWS), i, Get(COUNT)), "row")
