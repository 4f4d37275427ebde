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
from interpreter.engines.numbers import Numbers
from interpreter.lowering import ir
from interpreter.lowering.batches import Batches, batch_layouts
from interpreter.lowering.build import NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.candidates import COUNT, EXPAND, LIST, MATCH, OUT, SEEN
from interpreter.lowering.foresight import foreseen
from interpreter.lowering.ir import INT, VOID, Expr, Get, Var
from interpreter.lowering.kernels import KERNELS
from interpreter.lowering.layout import context_layout, state_layout, stored_default
from interpreter.lowering.optimise import optimise
from interpreter.lowering.plan import Plan
from interpreter.lowering.plies import Plies
from interpreter.lowering.ranks import ranked
from interpreter.lowering.scope import CONTEXT, STATE, Rational, Unit
from interpreter.lowering.turns import DEMAND, PASS, Turns

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
    game = ranked(foreseen(game))
    plan = Plan(game, initial_pieces)
    row = max(
        (3 + a.again.most + a.again.is_once if a.again is not None else 1 for a in game.actions), default=1
    )
    any_order = any(a.again is not None and a.again.is_any_order for a in game.actions)
    return Shape(plan, state_layout(plan), context_layout(plan, row, SEEN if any_order else 1), row)


def lower(shape: Shape, is_for_many: bool = False) -> Lowered:
    """Raises NotLowered for what has no machine code. `is_for_many`: the program of `batches`."""
    game = shape.plan.game
    unit = Unit(shape.plan, Numbers(game))
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
        return builder, Turns(self.unit, builder, Get(STATE), NOBODY)

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
            held = make("mul", s.load("waiting"), number(self.plan.demand_words * 8))
        else:
            held = make("mul", s.load(last.name.replace("history", "recorded", 1)), number(8))
        b.give(make("add", number(last.offset), held))
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
            cast = b.new("held", s.cast_words(self.plan.sites))
            b.store(cast, "set", s.load("occupied"))

        def held(w: Expr) -> Expr:
            return s.load("occupied", w) if cast is None else ir.Load(cast, "part", w, ir.bits(64))

        with b.range("w", ZERO, number(words)) as w:
            s.note("live", held(w), w)
        with b.range("w", ZERO, number(words)) as w, b.each("bit", held(w)) as bit:
            site = b.keep(make("add", make("mul", w, number(64)), bit))
            with b.range("i", ZERO, number(width)) as i:
                t = b.keep(s.lookup(table, make("add", make("mul", site, number(width)), i)))
                with b.when(make("le", ZERO, t)):
                    at = b.keep(make("div", t, number(64)))
                    bit_of = ir.Op("one", (make("mod", t, number(64)),), ir.bits(64))
                    s.note("live", make("union", s.seek("live", at), bit_of), at)
        self.done(b)

    def run(self) -> None:
        """`run(state, context, out, which)`: goes through the actions of a decision, by the mode."""
        b, s = self.scope("run", (STATE, CONTEXT, OUT, WHICH), VOID, False)
        s.which()
        for phase, name in enumerate(self.plan.game.phase_order):
            for k, offer in enumerate(self.plan.game.turn_of(name).offers):
                with b.when(make("eq", Get(WHICH), number(phase * 32 + k))):
                    b.call(s.group(offer), s.state, s.context, Get(OUT))
                    b.give()
        if self.plan.has_demands:
            with b.when(make("eq", Get(WHICH), number(DEMAND))):
                b.call(s.group_of_demand(), s.state, s.context, Get(OUT))
                b.give()
        if any(f.word == "pass" for t in self.plan.game.turns.values() for f in t.fallbacks):
            with b.when(make("eq", Get(WHICH), number(PASS))):
                self._pass(s)
        self.done(b)

    def _pass(self, s: Turns) -> None:
        """The pass that is left when nothing is legal: it is not judged any further."""
        b = s.b
        action = next(a for a in self.plan.game.actions if a.form == "pass")
        code = number(s.numbers.offsets[action.index])
        mode = s.seek("mode")
        with b.when(make("eq", mode, number(COUNT))):
            s.note("count", make("add", s.seek("count"), ONE))
            b.give()
        with b.when(make("eq", mode, number(LIST))):
            s.write_row([code])
            b.give()
        other = make("both", make("eq", mode, number(MATCH)), make("ne", s.seek("wanted"), code))
        with b.when(make("not", other)):
            explores = make("eq", mode, number(EXPAND))
            made = b.new("next", "state")
            b.emit(ir.Copy(made, s.state))
            b.call(self.passing(action), made, s.context)
            with b.choice(explores) as branch:
                below = b.keep(ir.Call("perft", (made, s.context, make("sub", s.seek("depth"), ONE)), INT))
                s.note("total", make("add", s.seek("total"), below))
                branch.otherwise()
                b.emit(ir.Copy(Get(OUT), made))
                s.note("found", ONE)

    def passing(self, action: model.Action) -> str:
        name = "passing"
        if name not in self.unit.functions:
            b, s = self.scope(name, (STATE, CONTEXT), VOID, False)
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            s.is_changing = True
            s.begin()
            s.do(action.effects)
            s.settle(action)
            s.is_changing = False
            s.commit(action, ZERO)
            self.done(b)
        return name

    def play_wanted(self) -> None:
        """`play_wanted(state, context, out)`: does the wanted action; `found` says whether there is one."""
        b, s = self.scope("play_wanted", (STATE, CONTEXT, OUT), VOID, False)
        decision = b.keep(ir.Call(s.which(), (s.state, s.context), INT))
        s.note("mode", number(MATCH))
        s.note("sure", ZERO)
        s.note("count", ZERO)
        s.note("found", ZERO)
        s.note("tries", ZERO)
        b.call("run", s.state, s.context, Get(OUT), decision)
        self.done(b)

    def setup(self) -> None:
        b, s = self.scope("setup", (STATE, CONTEXT), VOID)
        s.mover = s.viewpoint = ZERO
        s.is_changing = True
        s.do(self.plan.game.setup)
        following = b.keep(s.load("follows"))
        with b.when(make("le", ZERO, following)):
            s.store("mover", following)
            s.store("follows", NOBODY)
        if s.has_cell("captures"):
            s.store("captures", ZERO)
            s.store("captured", ir.Const(0, ir.bits(self.plan.kinds)))
        s.remember()
        self.done(b)

    def legal(self) -> None:
        b, s = self.scope("legal", (STATE, CONTEXT), INT)
        s.clean()
        s.note("tries", ZERO)
        s.note("base", ZERO)
        decision = b.keep(ir.Call(s.which(), (s.state, s.context), INT))
        s.note("mode", number(LIST))
        s.note("count", ZERO)
        s.note("found", ZERO)
        s.note("tries", ZERO)
        b.call("run", s.state, s.context, s.state, decision)
        b.give(s.seek("count"))
        self.done(b)

    def play(self) -> None:
        b, s = self.scope("play", (STATE, CONTEXT, OUT), INT)
        s.note("base", ZERO)
        s.note("tries", ZERO)
        b.call("play_wanted", s.state, s.context, Get(OUT))
        b.give(s.seek("found"))
        self.done(b)

    def status(self) -> None:
        b, s = self.scope("status", (STATE, CONTEXT, OUT), INT)
        s.clean()
        s.note("tries", ZERO)
        s.note("base", ZERO)
        b.emit(ir.Copy(Get(OUT), s.state))
        with b.when(make("ne", s.load("over"), ZERO)):
            b.give(ONE)
        b.keep(ir.Call(s.which(), (s.state, s.context), INT))
        with b.when(make("lt", ZERO, s.seek("count"))):
            b.give(ZERO)
        b.call(s.nothing(), Get(OUT), s.context)
        b.give(ONE)
        self.done(b)

    def hashed(self) -> None:
        """`hashed(state, context) -> number`, for tables of states."""
        b, s = self.scope("hashed", (STATE, CONTEXT), INT)
        b.give(s.whole())
        self.done(b)

    def perft(self) -> None:
        b, s = self.scope("perft", (STATE, CONTEXT, DEPTH), INT)
        with b.when(make("le", Get(DEPTH), ZERO)):
            b.give(ONE)
        with b.when(make("ne", s.seek("error"), ZERO)):
            b.give(ZERO)
        cells = ("mode", "count", "found", "skip", "total", "depth", "base")
        saved = [(c, b.keep(s.seek(c))) for c in cells]
        begun = b.keep(s.seek("used")) if s.has_beginnings else ZERO
        s.note("tries", ZERO)
        decision = b.keep(ir.Call(s.which(), (s.state, s.context), INT))
        n = b.variable("n", s.seek("count"))
        with b.when(make("both", make("lt", ONE, Get(DEPTH)), make("lt", ZERO, Get(n)))):
            s.note("mode", number(EXPAND))
            s.note("count", ZERO)
            s.note("found", ZERO)
            s.note("total", ZERO)
            s.note("depth", Get(DEPTH))
            b.call("run", s.state, s.context, s.state, decision)
            b.set(n, s.seek("total"))
        for cell, value in saved:
            s.note(cell, value)
        s.clean(begun)
        b.give(Get(n))
        self.done(b)

    def playout(self) -> None:
        """`random` in the context is the state of the random numbers; `picks` keeps which action was taken."""
        b, s = self.scope("playout", (STATE, CONTEXT, MOST), INT)
        n = b.variable("n", ZERO)
        s.note("base", ZERO)
        with b.loop():
            with b.when(make("either", make("ne", s.load("over"), ZERO), make("ne", s.seek("error"), ZERO))):
                b.leave(b.loops - 1)
            with b.when(make("le", Get(MOST), Get(n))):
                s.note("tries", ZERO)
                b.emit(ir.Do(ir.Call(s.which(), (s.state, s.context), INT)))
                with b.when(make("ne", s.seek("count"), ZERO)):
                    b.leave(b.loops - 1)
            with b.when(make("eq", ir.Call("ply", (s.state, s.context), INT), ZERO)):
                b.call(s.nothing(), s.state, s.context)
                s.store("over", ONE)
                b.leave(b.loops - 1)
            b.set(n, make("add", Get(n), ONE))
        b.give(Get(n))
        self.done(b)

    def series(self) -> None:
        """`series(state, context, n, most)`: n random games from a state, their results added up in the context."""
        count_var = Var("n", INT)
        b, s = self.scope("series", (STATE, CONTEXT, count_var, MOST), VOID)
        players = self.plan.players
        game = b.new("game", "state")
        deals = any(isinstance(e, model.Chance) for e in nodes(self.plan.game.setup))
        g = Turns(self.unit, b, game, NOBODY)
        with b.range("i", ZERO, Get(count_var)):
            with b.when(make("ne", s.seek("error"), ZERO)):
                b.give()
            s.note("seeds", ir.Call("advanced", (s.seek("seeds"),), INT))
            seed = b.keep(ir.Call("below", (s.seek("seeds"), number(1 << 32)), INT))
            b.emit(ir.Copy(game, s.state))
            if g.has_cell("seed"):
                g.store("seed", seed)
            if deals:
                b.call("setup", game, s.context)
            s.note("random", ir.Call("mix", (seed,), INT))
            plies = b.keep(ir.Call("playout", (game, s.context, Get(MOST)), INT))
            s.note("plies", make("add", s.seek("plies"), plies))
            with b.choice(make("eq", g.load("over"), ZERO)) as branch:
                s.note("cut", make("add", s.seek("cut"), ONE))
                branch.otherwise()
                self._judge(b, s, g, players)
        self.done(b)

    def _judge(self, b: Builder, s: Turns, g: Turns, players: int) -> None:
        """Adds up wins, draws and losses; payoffs other than 1, 0, -1 are compared."""
        results = [g.rational(b.keep(g.load("result", number(p)))) for p in range(players)]
        if self.plan.has_payoffs:
            results = [Rational(r.top, b.keep(g.load("parts", number(p)))) for p, r in enumerate(results)]
        is_plain: Expr = TRUE
        for r in results:
            small = make("both", make("le", NOBODY, r.top), make("le", r.top, ONE))
            is_plain = make("both", is_plain, make("both", small, make("eq", r.bottom, ONE)))
        best = worst = results[0]
        for r in results[1:]:
            best = g.larger(r, best)
            worst = g.larger(worst, r, swap=True)
        all_same = make("both", make("eq", best.top, worst.top), make("eq", best.bottom, worst.bottom))
        for p, r in enumerate(results):
            is_best = make("both", make("eq", r.top, best.top), make("eq", r.bottom, best.bottom))
            compared = make("select", all_same, ZERO, make("select", is_best, ONE, NOBODY))
            judged = b.keep(make("select", is_plain, r.top, compared)) if self.plan.has_payoffs else r.top
            at = make("add", number(3 * p + 1), judged)
            s.note("tally", make("add", s.seek("tally", at), ONE), at)


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
