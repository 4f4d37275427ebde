"""`lower(shape(game)) -> Lowered`: a checked game as a program, on states whose memory has this shape.

The public functions of the program:

    setup(state, context)              the set-up, on a state whose cells hold their defaults
    legal(state, context) -> n         lists the legal actions: n rows in `records`
    play(state, context, out) -> done  does the action in `wanted` on a copy
    status(state, context, out) -> over  whether the game is over; the returns are then in `out`
    perft(state, context, depth) -> n  counts sequences of actions
    playout(state, context, most) -> n a random game to its end, on the state itself
    series(state, context, n, most)    n of them from a state, their results added up

Those for many states at once are in `batches`. They are a program of their own, so that nobody else waits for it.
"""

from dataclasses import dataclass, replace

from gdl import model
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.ir.passes import optimise
from interpreter.lowering.batches import Batches, batch_layouts
from interpreter.lowering.candidates import COUNT, EXPAND, LIST, MATCH, OUT, SEEN
from interpreter.lowering.foresight import foreseen
from interpreter.lowering.game.constants import with_constants
from interpreter.lowering.kernels import KERNELS
from interpreter.lowering.layout import context_layout, state_layout, stored_default
from interpreter.lowering.plan import Plan
from interpreter.lowering.plies import Plies
from interpreter.lowering.ranks import ranked
from interpreter.lowering.scope import CONTEXT, STATE, Rational, Unit
from interpreter.lowering.turns import DEMAND, PASS, Turns
from interpreter.numbering import ActionNumbers

DEPTH = Var("depth", INT)
MOST = Var("most", INT)
WHICH = Var("which", INT)


@dataclass(frozen=True)
class Lowered:
    """A program, and the clauses that may go wrong in play, by number from 1."""

    program: ir.Program
    errors: tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Shape:
    """How states lie in memory, known without lowering. `row`: the words of one action in a list."""

    plan: Plan
    state: ir.Layout
    context: ir.Layout
    row: int


def shape(game: model.Game, initial_pieces: int) -> Shape:
    game = with_constants(ranked(foreseen(game)))
    plan = Plan(game, initial_pieces)
    row = max(
        (3 + a.again.most + a.again.is_once if a.again is not None else 1 for a in game.actions), default=1
    )
    any_order = any(a.again is not None and a.again.is_any_order for a in game.actions)
    return Shape(plan, state_layout(plan), context_layout(plan, row, SEEN if any_order else 1), row)


def lower(shape: Shape, is_for_many: bool = False) -> Lowered:
    """Raises NotLowered for what has no machine code. `is_for_many`: the program of `batches`."""
    game = shape.plan.game
    unit = Unit(shape.plan, ActionNumbers(game))
    unit.functions.update(KERNELS)
    unit.row = shape.row
    unit.layouts["state"], unit.layouts["context"] = shape.state, shape.context
    if is_for_many:
        unit.layouts |= batch_layouts(shape.plan)
        Drivers(unit).many()
    else:
        Drivers(unit).all()
    functions = {name: replace(f, is_cold=is_cold(name, game)) for name, f in unit.functions.items()}
    program = ir.Program(game.name, unit.layouts, unit.tables, functions)
    return Lowered(optimise(program), tuple(unit.errors))


def is_cold(name: str, game: model.Game) -> bool:
    """Whether a function is seldom run: for a game's beginning and its end, and for choices that must be demanded first."""
    if name in ("setup", "nothing", "hashed", "identity."):
        return True
    _, _, action = name.partition(".")
    return any(a.name == action and a.form == "choice" for a in game.actions)


class Drivers:
    """The functions that are called from outside, and those that only they need."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.plan = unit.plan

    def scope(
        self, name: str, parameters: "tuple[Var, ...]", result: ir.Type, is_public: bool = True
    ) -> "tuple[Builder, Turns]":
        builder = Builder(name, parameters, result, is_public)
        return builder, Turns(self.unit, builder, Get(STATE), op.NONE)

    def done(self, builder: Builder) -> None:
        self.unit.functions[builder.name] = builder.function()

    def all(self) -> None:
        self.common()
        self.play_wanted()
        self.setup()
        self.legal()
        self.play()
        self.status()
        self.perft()
        Plies(self.unit).random()
        self.playout()
        self.series()
        self.hashed()

    def many(self) -> None:
        """Those for many states at once, and what they need."""
        self.common()
        self.play_wanted()
        self.perft()
        self.setup()
        Batches(self.unit).all()

    def common(self) -> None:
        if self.plan.has_demands or self.plan.game.histories:
            self.used()
        if self.unit.plan.board_is_growing:
            self.live()
        if "can_move" in self.plan.builtins:
            self.scope("", (), VOID)[1].can_move()
        self.scope("", (), VOID)[1].recall()
        self.run()

    def used(self) -> None:
        """How many bytes of a state are in use: the last cell is one that is seldom full."""
        b, s = self.scope("used", (STATE,), INT, False)
        *_, last = self.unit.layouts["state"].cells.values()
        if last.name == "demands":
            held = op.mul(s.load("waiting"), op.number(self.plan.demand_words * 8))
        else:
            held = op.mul(s.load(last.name.replace("history", "recorded", 1)), op.number(8))
        b.ret(op.add(op.number(last.offset), held))
        self.done(b)

    def live(self) -> None:
        """The sites in play on a growing board: those that hold something and those next to them."""
        b, s = self.scope("live", (STATE, CONTEXT), VOID, False)
        words = self.unit.layouts["context"].cells["live"].count
        around = self.plan.game.board.around
        width = max(map(len, around))
        table = self.unit.table(
            "around", lambda: [t for near in around for t in (*near, *([-1] * (width - len(near))))]
        )
        cast = None
        if not self.plan.has_many_sites:
            cast = b.allocate("held", s.cast_words(self.plan.sites))
            b.store(cast, "set", s.load("occupied"))

        def held(w: Expr) -> Expr:
            return s.load("occupied", w) if cast is None else ir.Load(cast, "part", w, ir.bits(64))

        with b.for_range("w", op.ZERO, op.number(words)) as w:
            s.store_context("live", held(w), w)
        with b.for_range("w", op.ZERO, op.number(words)) as w, b.each_bit("bit", held(w)) as bit:
            site = b.materialize(op.add(op.mul(w, op.number(64)), bit))
            with b.for_range("i", op.ZERO, op.number(width)) as i:
                t = b.materialize(s.lookup(table, op.add(op.mul(site, op.number(width)), i)))
                with b.if_(op.le(op.ZERO, t)):
                    at = b.materialize(op.div(t, op.number(64)))
                    bit_of = ir.Op("singleton", (op.mod(t, op.number(64)),), ir.bits(64))
                    s.store_context("live", op.union(s.load_context("live", at), bit_of), at)
        self.done(b)

    def run(self) -> None:
        """`run(state, context, out, which)`: goes through the actions of a decision, by the mode."""
        b, s = self.scope("run", (STATE, CONTEXT, OUT, WHICH), VOID, False)
        s.which()
        for phase, name in enumerate(self.plan.game.phase_order):
            for k, offer in enumerate(self.plan.game.turn_of(name).offers):
                with b.if_(op.eq(Get(WHICH), op.number(phase * 32 + k))):
                    b.invoke(s.group(offer), s.state, s.context, Get(OUT))
                    b.ret()
        if self.plan.has_demands:
            with b.if_(op.eq(Get(WHICH), op.number(DEMAND))):
                b.invoke(s.group_of_demand(), s.state, s.context, Get(OUT))
                b.ret()
        if any(f.word == "pass" for t in self.plan.game.turns.values() for f in t.fallbacks):
            with b.if_(op.eq(Get(WHICH), op.number(PASS))):
                self._pass(s)
        self.done(b)

    def _pass(self, s: Turns) -> None:
        """The pass that is left when nothing is legal: it is not judged any further."""
        b = s.b
        action = next(a for a in self.plan.game.actions if a.form == "pass")
        code = op.number(s.numbers.offsets[action.index])
        mode = s.load_context("mode")
        with b.if_(op.eq(mode, op.number(COUNT))):
            s.store_context("count", op.add(s.load_context("count"), op.ONE))
            b.ret()
        with b.if_(op.eq(mode, op.number(LIST))):
            s.write_row([code])
            b.ret()
        other = op.and_(op.eq(mode, op.number(MATCH)), op.ne(s.load_context("wanted"), code))
        with b.if_(op.not_(other)):
            explores = op.eq(mode, op.number(EXPAND))
            made = b.allocate("next", "state")
            b.emit(ir.Copy(made, s.state))
            b.invoke(self.passing(action), made, s.context)
            with b.if_else(explores) as branch:
                below = b.materialize(ir.Call("perft", (made, s.context, op.sub(s.load_context("depth"), op.ONE)), INT))
                s.store_context("total", op.add(s.load_context("total"), below))
                branch.otherwise()
                b.emit(ir.Copy(Get(OUT), made))
                s.store_context("found", op.ONE)

    def passing(self, action: model.Action) -> str:
        name = "passing"
        if name not in self.unit.functions:
            b, s = self.scope(name, (STATE, CONTEXT), VOID, False)
            s.mover = s.viewpoint = b.materialize(s.load("mover"))
            s.is_changing = True
            s.begin()
            s.do(action.effects)
            s.settle(action)
            s.is_changing = False
            s.commit(action, op.ZERO)
            self.done(b)
        return name

    def play_wanted(self) -> None:
        """`play_wanted(state, context, out)`: does the wanted action; `found` says whether there is one."""
        b, s = self.scope("play_wanted", (STATE, CONTEXT, OUT), VOID, False)
        decision = b.materialize(ir.Call(s.which(), (s.state, s.context), INT))
        s.store_context("mode", op.number(MATCH))
        s.store_context("sure", op.ZERO)
        s.store_context("count", op.ZERO)
        s.store_context("found", op.ZERO)
        s.store_context("tries", op.ZERO)
        b.invoke("run", s.state, s.context, Get(OUT), decision)
        self.done(b)

    def setup(self) -> None:
        b, s = self.scope("setup", (STATE, CONTEXT), VOID)
        s.mover = s.viewpoint = op.ZERO
        s.is_changing = True
        s.do(self.plan.game.setup)
        following = b.materialize(s.load("follows"))
        with b.if_(op.le(op.ZERO, following)):
            s.store("mover", following)
            s.store("follows", op.NONE)
        if s.has_cell("captures"):
            s.store("captures", op.ZERO)
            s.store("captured", ir.Const(0, ir.bits(self.plan.kinds)))
        s.remember()
        self.done(b)

    def legal(self) -> None:
        b, s = self.scope("legal", (STATE, CONTEXT), INT)
        s.clean()
        s.store_context("tries", op.ZERO)
        s.store_context("base", op.ZERO)
        decision = b.materialize(ir.Call(s.which(), (s.state, s.context), INT))
        s.store_context("mode", op.number(LIST))
        s.store_context("count", op.ZERO)
        s.store_context("found", op.ZERO)
        s.store_context("tries", op.ZERO)
        b.invoke("run", s.state, s.context, s.state, decision)
        b.ret(s.load_context("count"))
        self.done(b)

    def play(self) -> None:
        b, s = self.scope("play", (STATE, CONTEXT, OUT), INT)
        s.store_context("base", op.ZERO)
        s.store_context("tries", op.ZERO)
        b.invoke("play_wanted", s.state, s.context, Get(OUT))
        b.ret(s.load_context("found"))
        self.done(b)

    def status(self) -> None:
        b, s = self.scope("status", (STATE, CONTEXT, OUT), INT)
        s.clean()
        s.store_context("tries", op.ZERO)
        s.store_context("base", op.ZERO)
        b.emit(ir.Copy(Get(OUT), s.state))
        with b.if_(op.ne(s.load("over"), op.ZERO)):
            b.ret(op.ONE)
        b.materialize(ir.Call(s.which(), (s.state, s.context), INT))
        with b.if_(op.lt(op.ZERO, s.load_context("count"))):
            b.ret(op.ZERO)
        b.invoke(s.nothing(), Get(OUT), s.context)
        b.ret(op.ONE)
        self.done(b)

    def hashed(self) -> None:
        """`hashed(state, context) -> number`, for tables of states."""
        b, s = self.scope("hashed", (STATE, CONTEXT), INT)
        b.ret(s.whole())
        self.done(b)

    def perft(self) -> None:
        b, s = self.scope("perft", (STATE, CONTEXT, DEPTH), INT)
        with b.if_(op.le(Get(DEPTH), op.ZERO)):
            b.ret(op.ONE)
        with b.if_(op.ne(s.load_context("error"), op.ZERO)):
            b.ret(op.ZERO)
        cells = ("mode", "count", "found", "skip", "total", "depth", "base")
        saved = [(c, b.materialize(s.load_context(c))) for c in cells]
        begun = b.materialize(s.load_context("used")) if s.has_beginnings else op.ZERO
        s.store_context("tries", op.ZERO)
        decision = b.materialize(ir.Call(s.which(), (s.state, s.context), INT))
        n = b.variable("n", s.load_context("count"))
        with b.if_(op.and_(op.lt(op.ONE, Get(DEPTH)), op.lt(op.ZERO, Get(n)))):
            s.store_context("mode", op.number(EXPAND))
            s.store_context("count", op.ZERO)
            s.store_context("found", op.ZERO)
            s.store_context("total", op.ZERO)
            s.store_context("depth", Get(DEPTH))
            b.invoke("run", s.state, s.context, s.state, decision)
            b.assign(n, s.load_context("total"))
        for cell, value in saved:
            s.store_context(cell, value)
        s.clean(begun)
        b.ret(Get(n))
        self.done(b)

    def playout(self) -> None:
        """`random` in the context is the state of the random numbers; `picks` keeps which action was taken."""
        b, s = self.scope("playout", (STATE, CONTEXT, MOST), INT)
        n = b.variable("n", op.ZERO)
        s.store_context("base", op.ZERO)
        with b.loop():
            with b.if_(op.or_(op.ne(s.load("over"), op.ZERO), op.ne(s.load_context("error"), op.ZERO))):
                b.break_loop()
            with b.if_(op.le(Get(MOST), Get(n))):
                s.store_context("tries", op.ZERO)
                b.emit(ir.Invoke(ir.Call(s.which(), (s.state, s.context), INT)))
                with b.if_(op.ne(s.load_context("count"), op.ZERO)):
                    b.break_loop()
            with b.if_(op.eq(ir.Call("ply", (s.state, s.context), INT), op.ZERO)):
                b.invoke(s.nothing(), s.state, s.context)
                s.store("over", op.ONE)
                b.break_loop()
            b.assign(n, op.add(Get(n), op.ONE))
        b.ret(Get(n))
        self.done(b)

    def series(self) -> None:
        """`series(state, context, n, most)`: n random games from a state, their results added up in the context."""
        count_var = Var("n", INT)
        b, s = self.scope("series", (STATE, CONTEXT, count_var, MOST), VOID)
        players = self.plan.players
        game = b.allocate("game", "state")
        deals = any(isinstance(e, model.Chance) for e in nodes(self.plan.game.setup))
        g = Turns(self.unit, b, game, op.NONE)
        with b.for_range("i", op.ZERO, Get(count_var)):
            with b.if_(op.ne(s.load_context("error"), op.ZERO)):
                b.ret()
            s.store_context("seeds", ir.Call("advanced", (s.load_context("seeds"),), INT))
            seed = b.materialize(ir.Call("below", (s.load_context("seeds"), op.number(1 << 32)), INT))
            b.emit(ir.Copy(game, s.state))
            if g.has_cell("seed"):
                g.store("seed", seed)
            if deals:
                b.invoke("setup", game, s.context)
            s.store_context("random", ir.Call("mix", (seed,), INT))
            plies = b.materialize(ir.Call("playout", (game, s.context, Get(MOST)), INT))
            s.store_context("plies", op.add(s.load_context("plies"), plies))
            with b.if_else(op.eq(g.load("over"), op.ZERO)) as branch:
                s.store_context("cut", op.add(s.load_context("cut"), op.ONE))
                branch.otherwise()
                self._judge(b, s, g, players)
        self.done(b)

    def _judge(self, b: Builder, s: Turns, g: Turns, players: int) -> None:
        """Adds up wins, draws and losses; payoffs other than 1, 0, -1 are compared."""
        results = [g.rational(b.materialize(g.load("result", op.number(p)))) for p in range(players)]
        if self.plan.has_payoffs:
            results = [Rational(r.top, b.materialize(g.load("parts", op.number(p)))) for p, r in enumerate(results)]
        is_plain: Expr = op.TRUE
        for r in results:
            small = op.and_(op.le(op.NONE, r.top), op.le(r.top, op.ONE))
            is_plain = op.and_(is_plain, op.and_(small, op.eq(r.bottom, op.ONE)))
        best = worst = results[0]
        for r in results[1:]:
            best = g.larger(r, best)
            worst = g.larger(worst, r, swap=True)
        all_same = op.and_(op.eq(best.top, worst.top), op.eq(best.bottom, worst.bottom))
        for p, r in enumerate(results):
            is_best = op.and_(op.eq(r.top, best.top), op.eq(r.bottom, best.bottom))
            compared = op.select(all_same, op.ZERO, op.select(is_best, op.ONE, op.NONE))
            judged = b.materialize(op.select(is_plain, r.top, compared)) if self.plan.has_payoffs else r.top
            at = op.add(op.number(3 * p + 1), judged)
            s.store_context("tally", op.add(s.load_context("tally", at), op.ONE), at)


def defaults(plan: Plan, layout: ir.Layout) -> bytes:
    """A state whose cells hold their defaults, in which nothing has happened."""
    made = bytearray(layout.size)

    def fill(name: str, value: int) -> None:
        cell = layout.cells[name]
        width = cell.width // 8
        made[cell.offset : cell.offset + width * cell.count] = (
            value.to_bytes(width, "little", signed=True) * cell.count
        )

    for name in ("first", "top", "place", "next", "owner", "follows", "newest"):
        if name in layout.cells:
            fill(name, -1)
    for f in plan.game.fields.values():
        fill(f"{f.holder}.{f.name}", stored_default(plan, layout, f))
    names = plan.game.phase_order
    fill("phase", names.index(plan.game.phases[0]))
    fill("turn", 1)
    return bytes(made)
