"""What follows when an action is committed: ends, demands and the next turn."""

from gdl import model
from gdl.types import PLAYER
from gdl.visit import nodes
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, number
from interpreter.lowering.candidates import ANY, COUNT, EXPAND, LIST, MATCH, OUT, PICK, WAS
from interpreter.lowering.ir import BOOL, INT, VOID, Expr, Get
from interpreter.lowering.rows import Rows
from interpreter.lowering.scope import CONTEXT, MOVER, STATE
from interpreter.lowering.singles import WORDS

MAX_STEPS = 1000


class Committing(Rows):
    """From an action to the next decision, or the end."""

    # ---- what follows an action

    def finish_action(self, action: model.Action) -> None:
        """Judges what an action that was tried has led to; then commits it, as the mode wants."""
        b = self.b
        self.is_changing = False
        before: Expr = Get(WAS)
        if not self.is_tried(action):
            self.commit(action, before)
            self.explore()
            return
        self.viewpoint = self.mover
        for require in self.game.requires:
            if not require.after or action.name in require.after:
                with self.inner():
                    holds = self.truth(require.condition)
                with b.when(make("not", holds)):
                    b.give()
        if any(isinstance(e, model.Demand) and e.word == "must" for e in nodes(action.effects)):
            with b.range("i", before, self.load("waiting")) as i:
                row = b.keep(make("mul", i, number(self.plan.demand_words)))
                is_must = make("eq", self.load("demands", make("add", row, ONE)), number(WORDS.index("must")))
                with (
                    b.when(is_must),
                    b.when(make("not", ir.Call(self.possible(), (self.state, self.context, row), BOOL))),
                ):
                    b.give()
        mode = self.seek("mode")
        with b.when(make("le", mode, number(ANY))):
            self.note("count", make("add", self.seek("count"), ONE))
            with b.when(make("eq", mode, number(ANY))):
                self.note("found", ONE)
            b.give()
        with b.when(make("eq", mode, number(LIST))):
            self.list_row(action)
            b.give()
        with b.when(make("eq", mode, number(PICK))), b.when(make("lt", ZERO, self.seek("skip"))):
            self.note("skip", make("sub", self.seek("skip"), ONE))
            b.give()
        with b.when(make("eq", mode, number(MATCH))):
            self.when_other(action)
        self.commit(action, before)
        with b.when(make("le", number(PICK), mode)), b.when(make("le", mode, number(MATCH))):
            b.emit(ir.Copy(Get(OUT), self.state))
            self.note("found", ONE)
            b.give()
        self.explore()

    def commit(self, action: model.Action, before: Expr) -> None:
        b = self.b
        if self.plan.has_demands:
            b.call(self.queue(), self.state, before)
        self.store("moves", make("add", self.load("moves"), ONE))
        self.store("passes", make("add", self.load("passes"), ONE) if action.form == "pass" else ZERO)
        b.call(self.conclude(), self.state, self.context, self.mover)

    def explore(self) -> None:
        """Counts what may follow, where that is what is wanted."""
        b = self.b
        if self.game.has_chance:
            return  # sequences of actions are not counted then
        with b.when(make("eq", self.seek("mode"), number(EXPAND))):
            deeper = ir.Call("perft", (self.state, self.context, make("sub", self.seek("depth"), ONE)), INT)
            below = b.keep(deeper)
            self.note("total", make("add", self.seek("total"), below))

    def conclude(self) -> str:
        """`conclude(state, context, mover)`: ends, demanded decisions and the next turn."""
        name = "conclude"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, MOVER), VOID, Get(MOVER))
            s.conclude_all()
            s.done(b)
        return name

    def conclude_all(self) -> None:
        b = self.b
        is_said = b.variable("said", make("ne", self.load("over"), ZERO))
        if self.plan.has_demands:
            steps = b.variable("steps", ZERO)
            with b.loop():
                b.set(is_said, make("ne", self.load("over"), ZERO))
                with b.when(make("not", Get(is_said))):
                    b.call(self.ends(), self.state, self.context, self.mover)
                with b.loop():
                    with b.when(make("eq", self.load("waiting"), ZERO)):
                        b.leave(b.loops - 1)
                    with b.when(ir.Call(self.possible(), (self.state, self.context, ZERO), BOOL)):
                        b.leave(b.loops - 1)
                    with b.when(self.is_kept()):
                        b.leave(b.loops - 1)
                    self.drop()
                with b.when(make("ne", self.load("over"), ZERO)):
                    b.leave(b.loops - 1)
                did = self.make_by_itself()
                with b.when(make("not", did)):
                    b.leave(b.loops - 1)
                b.set(steps, make("add", Get(steps), ONE))
                with b.when(make("le", number(MAX_STEPS), Get(steps))):
                    self.fail("endless-demands", None)
                    b.leave(b.loops - 1)
        else:
            with b.when(make("not", Get(is_said))):
                b.call(self.ends(), self.state, self.context, self.mover)
        if self.has_cell("steps"):
            self.store("steps", ZERO)
        self.reset("done")
        with b.when(make("eq", self.waiting(), ZERO)):
            self.next_turn()
        if any(f.word == "lose" for t in self.game.turns.values() for f in t.fallbacks):
            self.judge_loss(Get(is_said))

    def judge_loss(self, is_said: Expr) -> None:
        """`else lose` comes before other ends: a player who cannot move has lost, whatever else holds."""
        b = self.b
        ended = make("both", make("ne", self.load("over"), ZERO), make("not", is_said))
        with b.when(make("both", ended, make("eq", self.waiting(), ZERO))):
            self.store("over", ZERO)
            saved = self.ask(COUNT)
            b.keep(ir.Call(self.which(), (self.state, self.context), INT))
            b.emit(ir.Set(count := b.fresh("count", INT), self.seek("count")))
            self.forget_question(saved)
            with b.when(make("eq", Get(count), ZERO)):
                b.emit(
                    ir.Set(
                        loses := b.fresh("loses", INT), ir.Call(self.loses(), (self.state, self.context), INT)
                    )
                )
                with b.when(make("ne", Get(loses), ZERO)):
                    b.call(self.nothing(), self.state, self.context)
            self.store("over", ONE)

    def loses(self) -> str:
        """`loses(state, context) -> int`: whether who has no action has lost by `else lose`."""
        name = "loses"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            for phase, turn in s.turns_by_phase():
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for fallback in turn.fallbacks:
                        with s.inner():
                            holds = s.truth(fallback.condition) if fallback.condition is not None else TRUE
                        with b.when(holds):
                            b.give(ONE if fallback.word == "lose" else ZERO)
                    b.give(ZERO)
            b.give(ZERO)
            s.done(b)
        return name

    def turns_by_phase(self) -> list[tuple[int, model.Turn]]:
        names = self.game.phase_order
        return [(i, self.game.turn_of(p)) for i, p in enumerate(names)]

    def next_turn(self) -> None:
        b = self.b
        self.store("turn", make("add", self.load("turn"), ONE))
        following = b.keep(self.load("follows"))
        with b.choice(make("lt", following, ZERO)) as branch:
            self.store("mover", self.next_in_order())
            branch.otherwise()
            self.store("mover", following)
        self.store("follows", NOBODY)
        self.reset("turn")
        self.remember()

    def next_in_order(self) -> Expr:
        b, count = self.b, self.plan.players
        player = b.keep(self.load("mover"))
        following = b.variable("next", make("mod", make("add", player, ONE), number(count)))
        if not self.game.skips:
            return Get(following)
        with b.range("k", ONE, number(count + 1)) as k:
            p = b.keep(make("mod", make("add", player, k), number(count)))
            skipped = b.variable("skipped", FALSE)
            for skip in self.game.skips:
                self.viewpoint = self.mover
                with self.inner(), b.when(make("not", Get(skipped))):
                    self.bind(skip.slot, PLAYER, p)
                    b.set(skipped, self.truth(skip.condition))
            with b.when(make("not", Get(skipped))):
                b.set(following, p)
                b.leave(b.loops - 1)
        return Get(following)

    # ---- ends

    def ends(self) -> str:
        """`ends(state, context, mover)`: the first end that holds, for the player who has just acted."""
        name = "ends"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, MOVER), VOID, Get(MOVER))
            s.viewpoint = s.mover
            with s.sharing():
                for ending in s.game.ends:
                    s.viewpoint = s.mover
                    with s.inner():
                        holds = s.truth(ending.condition)
                    with b.when(holds):
                        s.store("over", ONE)
                        with s.inner():
                            s.result(ending.result)
                        b.give()
            with b.when(make("le", number(s.game.limit), s.load("moves"))):
                s.store("over", ONE)
                with s.inner():
                    s.result(s.game.limit_result)
            s.done(b)
        return name

    def nothing(self) -> str:
        """`nothing(state, context)`: the result when the player to act has no action."""
        name = "nothing"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.to_act())
            for phase, turn in s.turns_by_phase():
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for fallback in turn.fallbacks:
                        with s.inner():
                            holds = s.truth(fallback.condition) if fallback.condition is not None else TRUE
                        with b.when(holds):
                            with s.inner():
                                s._fallback(fallback)
                            b.give()
                    s.result(model.Result(turn.span, "draw"))
                    b.give()
            s.done(b)
        return name

    def _fallback(self, fallback: model.Fallback) -> None:
        count = self.plan.players
        mine = ir.Op("one", (self.mover,), ir.bits(count))
        if fallback.result is not None:
            self.result(fallback.result)
        elif fallback.word == "lose":
            self.ranked(self.b.keep(make("others", mine)))
        elif fallback.word == "win":
            self.ranked(self.b.keep(mine))
        else:
            self.result(model.Result(self.game.actions[0].span, "draw"))

    def to_act(self) -> Expr:
        """The player who acts: of the demand at hand, else the mover."""
        if not self.plan.has_demands:
            return self.load("mover")
        return make(
            "select", make("lt", ZERO, self.load("waiting")), self.load("demands", ZERO), self.load("mover")
        )

    # ---- what later classes of the chain give

    def which(self) -> str:
        raise NotImplementedError
