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
from interpreter.lowering import ir
from interpreter.lowering.build import NOBODY, ONE, ZERO, Builder, make, number
from interpreter.lowering.candidates import LIST
from interpreter.lowering.ir import INT, VOID, Expr, Get, Var
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

    def turns(self, b: Builder, state: Expr = NOBODY) -> Turns:
        return Turns(self.unit, b, state, NOBODY)

    def done(self, b: Builder) -> None:
        self.unit.functions[b.name] = b.function()

    def look_at(self) -> None:
        """`look_at(state, context, row)`: tells of one state."""
        b = Builder("look_at", (STATE, CONTEXT, ROW), VOID)
        s, row = self.turns(b, Get(STATE)), Get(ROW)
        for cell in ("tries", "base", "error"):
            s.note(cell, ZERO)
        b.store(row, "error", number(FINE))
        b.store(row, "fresh", ZERO)
        b.store(row, "over", ZERO)
        b.store(row, "count", ZERO)
        b.store(row, "player", s.to_act())
        with b.when(make("ne", s.load("over"), ZERO)):
            b.store(row, "over", ONE)
            self._tell(s, row)
            b.give()
        b.store(row, "decision", b.keep(ir.Call(s.which(), (s.state, s.context), INT)))
        self._unless_wrong(s, row, UNSEEN)
        count = b.keep(s.seek("count"))
        with b.when(make("lt", ZERO, count)):
            b.store(row, "count", count)
            with b.range("p", ZERO, number(self.plan.players)) as p:
                b.store(row, "top", ZERO, p)
                b.store(row, "bottom", ONE, p)
            b.give()
        last = b.new("last", "state")
        b.emit(ir.Copy(last, s.state))
        b.call(s.nothing(), last, s.context)
        self._unless_wrong(s, row, UNSEEN)
        b.store(row, "over", ONE)
        self._tell(self.turns(b, last), row)
        self.done(b)

    def _unless_wrong(self, s: Turns, row: Expr, what: int) -> None:
        with s.b.when(make("ne", s.seek("error"), ZERO)):
            s.b.store(row, "error", number(what))
            s.b.give()

    def _tell(self, s: Turns, row: Expr) -> None:
        """The returns of a finished state."""
        with s.b.range("p", ZERO, number(self.plan.players)) as p:
            s.b.store(row, "top", s.load("result", p), p)
            s.b.store(row, "bottom", s.load("parts", p) if self.plan.has_payoffs else ONE, p)

    def begin(self) -> None:
        b = Builder("batch_begin", (STATE, CONTEXT, STATES, ROWS, COUNT), VOID, True)
        deals = any(isinstance(e, model.Chance) for e in nodes(self.plan.game.setup))
        with b.range("i", ZERO, Get(COUNT)) as i:
            row, state = self._row(b, i), self._state(b, i)
            s = self.turns(b, state)
            with b.when(make("ne", ir.Load(row, "fresh", ZERO, INT), ZERO)):
                b.emit(ir.Copy(state, Get(STATE)))
                if s.has_cell("seed"):
                    s.store("seed", ir.Load(row, "seed", ZERO, INT))
                if deals:
                    s.note("error", ZERO)
                    b.call("setup", state, s.context)
                    with b.when(make("ne", s.seek("error"), ZERO)):
                        b.store(row, "error", number(UNPLAYED))
                        b.go_on(b.loops - 1)
                b.call("look_at", state, s.context, row)
        self.done(b)

    def look(self) -> None:
        b = Builder("batch_look", (CONTEXT, STATES, ROWS, COUNT), VOID, True)
        with b.range("i", ZERO, Get(COUNT)) as i:
            row = self._row(b, i)
            with b.when(make("ne", ir.Load(row, "fresh", ZERO, INT), ZERO)):
                b.call("look_at", self._state(b, i), Get(CONTEXT), row)
        self.done(b)

    def step(self) -> None:
        b = Builder("batch_step", (CONTEXT, STATES, ROWS, COUNT), VOID, True)
        before = b.new("before", "state")
        with b.range("i", ZERO, Get(COUNT)) as i:
            row, state = self._row(b, i), self._state(b, i)
            s = self.turns(b, state)
            told = [make("eq", ir.Load(row, cell, ZERO, INT), ZERO) for cell in ("over", "error")]
            with b.when(make("both", *told)):
                s.note("base", ZERO)
                s.note("error", ZERO)
                b.emit(ir.Copy(before, state))
                given = [ir.Load(row, cell, ZERO, INT) for cell in ("decision", "chosen")]
                b.keep(ir.Call(self.ply_at, (state, s.context, *given), INT))
                with b.choice(make("ne", s.seek("error"), ZERO)) as branch:
                    b.emit(ir.Copy(state, before))
                    b.store(row, "error", number(UNPLAYED))
                    branch.otherwise()
                    b.call("look_at", state, s.context, row)
        self.done(b)

    def legal(self) -> None:
        """Of a row with an error nothing is listed, but there is room for its `count`."""
        b = Builder("batch_legal", (CONTEXT, STATES, ROWS, COUNT, WORDS, MOST), VOID, True)
        width = number(self.unit.row)
        at = b.variable("at", ZERO)
        with b.range("i", ZERO, Get(COUNT)) as i:
            row = self._row(b, i)
            s = self.turns(b, self._state(b, i))
            count = b.keep(ir.Load(row, "count", ZERO, INT))
            is_fine = make("eq", ir.Load(row, "error", ZERO, INT), number(FINE))
            with b.when(make("both", make("lt", ZERO, count), is_fine)):
                for cell in ("tries", "base", "error"):
                    s.note(cell, ZERO)
                decision = ir.Load(row, "decision", ZERO, INT)
                s.note("mode", number(LIST))
                for cell in ("count", "found", "tries", "listed"):
                    s.note(cell, ZERO)
                b.call("run", s.state, s.context, s.state, decision)
                with b.choice(make("eq", s.seek("error"), ZERO)) as branch:
                    listed = make("mul", make("min", count, s.seek("count")), width)
                    with b.range("k", ZERO, listed) as k:
                        to = ir.At(Get(WORDS), make("add", Get(at), k), Get(MOST))
                        b.store(to, "value", s.seek("records", k))
                    branch.otherwise()
                    b.store(row, "error", number(UNSEEN))
            b.set(at, make("add", Get(at), make("mul", count, width)))
        self.done(b)

    def board(self) -> None:
        b = Builder("batch_board", (STATES, COUNT, SPOTS), VOID, True)
        sites = number(self.plan.sites)
        with b.range("i", ZERO, Get(COUNT)) as i:
            s = self.turns(b, self._state(b, i))
            with b.range("site", ZERO, sites) as site:
                at = make("add", make("mul", i, sites), site)
                spot = b.keep(ir.At(Get(SPOTS), at, make("mul", Get(COUNT), sites)), "spot")
                piece = b.keep(s.piece_on(site, False))
                b.store(spot, "piece", piece)
                with b.choice(make("lt", piece, ZERO)) as branch:
                    b.store(spot, "kind", NOBODY)
                    b.store(spot, "owner", NOBODY)
                    branch.otherwise()
                    b.store(spot, "kind", b.keep(s.kind_of(piece, False)))
                    b.store(spot, "owner", b.keep(s.owner_of(piece, False)))
        self.done(b)

    def _state(self, b: Builder, i: Expr) -> Expr:
        return b.keep(ir.At(Get(STATES), i, Get(COUNT)), "state")

    def _row(self, b: Builder, i: Expr) -> Expr:
        return b.keep(ir.At(Get(ROWS), i, Get(COUNT)), "row")
