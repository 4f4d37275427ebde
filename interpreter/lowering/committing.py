"""What follows when an action is committed: ends, demands and the next turn."""

from gdl import model
from gdl.types import PLAYER
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, op
from interpreter.lowering.candidates import ANY, COUNT, EXPAND, LIST, MATCH, OUT, PICK, WAS
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
                with b.if_(op.not_(holds)):
                    b.ret()
        if any(isinstance(e, model.Demand) and e.word == "must" for e in nodes(action.effects)):
            with b.for_range("i", before, self.load("waiting")) as i:
                row = b.materialize(op.mul(i, op.number(self.plan.demand_words)))
                is_must = op.eq(self.load("demands", op.add(row, op.ONE)), op.number(WORDS.index("must")))
                with (
                    b.if_(is_must),
                    b.if_(op.not_(ir.Call(self.possible(), (self.state, self.context, row), BOOL))),
                ):
                    b.ret()
        mode = self.load_context("mode")
        with b.if_(op.le(mode, op.number(ANY))):
            self.store_context("count", op.add(self.load_context("count"), op.ONE))
            with b.if_(op.eq(mode, op.number(ANY))):
                self.store_context("found", op.ONE)
            b.ret()
        with b.if_(op.eq(mode, op.number(LIST))):
            self.list_row(action)
            b.ret()
        with b.if_(op.eq(mode, op.number(PICK))), b.if_(op.lt(op.ZERO, self.load_context("skip"))):
            self.store_context("skip", op.sub(self.load_context("skip"), op.ONE))
            b.ret()
        with b.if_(op.eq(mode, op.number(MATCH))):
            self.when_other(action)
        self.commit(action, before)
        with b.if_(op.le(op.number(PICK), mode)), b.if_(op.le(mode, op.number(MATCH))):
            b.emit(ir.Copy(Get(OUT), self.state))
            self.store_context("found", op.ONE)
            b.ret()
        self.explore()

    def commit(self, action: model.Action, before: Expr) -> None:
        b = self.b
        if self.plan.has_demands:
            b.invoke(self.queue(), self.state, before)
        self.store("moves", op.add(self.load("moves"), op.ONE))
        self.store("passes", op.add(self.load("passes"), op.ONE) if action.form == "pass" else op.ZERO)
        b.invoke(self.conclude(), self.state, self.context, self.mover)

    def explore(self) -> None:
        """Counts what may follow, where that is what is wanted."""
        b = self.b
        if self.game.has_chance:
            return  # sequences of actions are not counted then
        with b.if_(op.eq(self.load_context("mode"), op.number(EXPAND))):
            deeper = ir.Call("perft", (self.state, self.context, op.sub(self.load_context("depth"), op.ONE)), INT)
            below = b.materialize(deeper)
            self.store_context("total", op.add(self.load_context("total"), below))

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
        is_said = b.variable("said", op.ne(self.load("over"), op.ZERO))
        if self.plan.has_demands:
            steps = b.variable("steps", op.ZERO)
            with b.loop():
                b.assign(is_said, op.ne(self.load("over"), op.ZERO))
                with b.if_(op.not_(Get(is_said))):
                    b.invoke(self.ends(), self.state, self.context, self.mover)
                with b.loop():
                    with b.if_(op.eq(self.load("waiting"), op.ZERO)):
                        b.break_loop()
                    with b.if_(ir.Call(self.possible(), (self.state, self.context, op.ZERO), BOOL)):
                        b.break_loop()
                    with b.if_(self.is_kept()):
                        b.break_loop()
                    self.drop()
                with b.if_(op.ne(self.load("over"), op.ZERO)):
                    b.break_loop()
                did = self.make_by_itself()
                with b.if_(op.not_(did)):
                    b.break_loop()
                b.assign(steps, op.add(Get(steps), op.ONE))
                with b.if_(op.le(op.number(MAX_STEPS), Get(steps))):
                    self.fail("endless-demands", None)
                    b.break_loop()
        else:
            with b.if_(op.not_(Get(is_said))):
                b.invoke(self.ends(), self.state, self.context, self.mover)
        if self.has_cell("steps"):
            self.store("steps", op.ZERO)
        self.reset("done")
        with b.if_(op.eq(self.waiting(), op.ZERO)):
            self.next_turn()
        if any(f.word == "lose" for t in self.game.turns.values() for f in t.fallbacks):
            self.judge_loss(Get(is_said))

    def judge_loss(self, is_said: Expr) -> None:
        """`else lose` comes before other ends: a player who cannot move has lost, whatever else holds."""
        b = self.b
        ended = op.and_(op.ne(self.load("over"), op.ZERO), op.not_(is_said))
        with b.if_(op.and_(ended, op.eq(self.waiting(), op.ZERO))):
            self.store("over", op.ZERO)
            saved = self.ask(COUNT)
            b.materialize(ir.Call(self.which(), (self.state, self.context), INT))
            b.emit(ir.Assign(count := b.fresh("count", INT), self.load_context("count")))
            self.forget_question(saved)
            with b.if_(op.eq(Get(count), op.ZERO)):
                b.emit(
                    ir.Assign(
                        loses := b.fresh("loses", INT), ir.Call(self.loses(), (self.state, self.context), INT)
                    )
                )
                with b.if_(op.ne(Get(loses), op.ZERO)):
                    b.invoke(self.nothing(), self.state, self.context)
            self.store("over", op.ONE)

    def loses(self) -> str:
        """`loses(state, context) -> int`: whether who has no action has lost by `else lose`."""
        name = "loses"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.load("mover"))
            for phase, turn in s.turns_by_phase():
                with b.if_(op.eq(s.load("phase"), op.number(phase))):
                    for fallback in turn.fallbacks:
                        with s.inner():
                            holds = s.truth(fallback.condition) if fallback.condition is not None else op.TRUE
                        with b.if_(holds):
                            b.ret(op.ONE if fallback.word == "lose" else op.ZERO)
                    b.ret(op.ZERO)
            b.ret(op.ZERO)
            s.done(b)
        return name

    def turns_by_phase(self) -> list[tuple[int, model.Turn]]:
        names = self.game.phase_order
        return [(i, self.game.turn_of(p)) for i, p in enumerate(names)]

    def next_turn(self) -> None:
        b = self.b
        self.store("turn", op.add(self.load("turn"), op.ONE))
        following = b.materialize(self.load("follows"))
        with b.if_else(op.lt(following, op.ZERO)) as branch:
            self.store("mover", self.next_in_order())
            branch.otherwise()
            self.store("mover", following)
        self.store("follows", op.NONE)
        self.reset("turn")
        self.remember()

    def next_in_order(self) -> Expr:
        b, count = self.b, self.plan.players
        player = b.materialize(self.load("mover"))
        following = b.variable("next", op.mod(op.add(player, op.ONE), op.number(count)))
        if not self.game.skips:
            return Get(following)
        with b.for_range("k", op.ONE, op.number(count + 1)) as k:
            p = b.materialize(op.mod(op.add(player, k), op.number(count)))
            skipped = b.variable("skipped", op.FALSE)
            for skip in self.game.skips:
                self.viewpoint = self.mover
                with self.inner(), b.if_(op.not_(Get(skipped))):
                    self.bind(skip.slot, PLAYER, p)
                    b.assign(skipped, self.truth(skip.condition))
            with b.if_(op.not_(Get(skipped))):
                b.assign(following, p)
                b.break_loop()
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
                    with b.if_(holds):
                        s.store("over", op.ONE)
                        with s.inner():
                            s.result(ending.result)
                        b.ret()
            with b.if_(op.le(op.number(s.game.limit), s.load("moves"))):
                s.store("over", op.ONE)
                with s.inner():
                    s.result(s.game.limit_result)
            s.done(b)
        return name

    def nothing(self) -> str:
        """`nothing(state, context)`: the result when the player to act has no action."""
        name = "nothing"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), VOID, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.to_act())
            for phase, turn in s.turns_by_phase():
                with b.if_(op.eq(s.load("phase"), op.number(phase))):
                    for fallback in turn.fallbacks:
                        with s.inner():
                            holds = s.truth(fallback.condition) if fallback.condition is not None else op.TRUE
                        with b.if_(holds):
                            with s.inner():
                                s._fallback(fallback)
                            b.ret()
                    s.result(model.Result(turn.span, "draw"))
                    b.ret()
            s.done(b)
        return name

    def _fallback(self, fallback: model.Fallback) -> None:
        count = self.plan.players
        mine = ir.Op("singleton", (self.mover,), ir.bits(count))
        if fallback.result is not None:
            self.result(fallback.result)
        elif fallback.word == "lose":
            self.ranked(self.b.materialize(op.complement(mine)))
        elif fallback.word == "win":
            self.ranked(self.b.materialize(mine))
        else:
            self.result(model.Result(self.game.actions[0].span, "draw"))

    def to_act(self) -> Expr:
        """The player who acts: of the demand at hand, else the mover."""
        if not self.plan.has_demands:
            return self.load("mover")
        return op.select(op.lt(op.ZERO, self.load("waiting")), self.load("demands", op.ZERO), self.load("mover")
        )

    # ---- what later classes of the chain give

    def which(self) -> str:
        raise NotImplementedError
