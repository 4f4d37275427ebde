"""What follows when an action is committed: rows of lists, ends, demands and the next turn."""

from gdl import model
from gdl.flows import nodes
from gdl.types import PLAYER
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.candidates import ANY, CODE, COUNT, DEPTH, EXPAND, LIST, MATCH, OUT, PICK, WAS
from interpreter.lowering.ir import BOOL, INT, VOID, Expr, Get, Var
from interpreter.lowering.layout import RECORDS
from interpreter.lowering.remembering import Remembering
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, NotLowered, Rational
from interpreter.lowering.singles import WORDS

MAX_STEPS = 1000
OUTCOME = Var("outcome", INT)


class Committing(Remembering):
    """From an action to the next decision, or the end."""

    def may_meet_again(self, action: model.Action) -> bool:
        raise NotImplementedError  # by Turns

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

    def list_row(
        self, action: model.Action, depth: Expr | None = None, values: tuple[model.Expr, ...] = ()
    ) -> None:
        """Writes an action into the list, once, with what `prefer` says of it: by these `values`, if they are given."""
        b = self.b
        if action.again is None:
            words = [make("add", number(self.numbers.offsets[action.index]), Get(CODE)), NOBODY, ZERO]
        else:
            words = [number(-1 - action.index), Get(DEPTH) if depth is None else depth, Get(CODE)]
        given = (self.context, *words, self.outcome(action))
        if not self.is_preferred(action):
            b.keep(ir.Call(self.row_writer(action), given, INT))
            return
        self.viewpoint = self.mover
        asked = values or tuple(p.value for p in self.game.prefers)
        worths = [self.rational(self.worth(p, e)) for p, e in zip(self.game.prefers, asked, strict=True)]
        is_wanted: Expr = TRUE
        if self.keeps_best(action):
            is_wanted = self.is_as_good([worth.top for worth in worths])
        with b.when(is_wanted):
            at = b.keep(ir.Call(self.row_writer(action), given, INT))
            with b.when(make("le", ZERO, at)):
                for k, (prefer, worth) in enumerate(zip(self.game.prefers, worths, strict=True)):
                    place = make("add", make("mul", at, number(len(self.game.prefers))), number(k))
                    self.note("worth", worth.top, place)
                    if not self.is_whole_worth(prefer):
                        self.note("parts", worth.bottom, place)
                    elif worth.bottom != ONE:
                        raise NotLowered("a preference that may be a fraction after all")

    def keeps_best(self, action: model.Action) -> bool:
        """Whether an action's list holds at any time only the best ones so far, as `prefer` says.

        Not where a row may come twice: what is preferred then is the first of them, and that may be a lesser one.
        """
        if not all(map(self.is_whole_worth, self.game.prefers)):
            return False
        offers = [o.names for t in self.game.turns.values() for o in t.offers if action.name in o.names]
        together = {name for names in offers for name in names}
        demanded = {a.name for a in self.demanded_actions()}
        return not together & demanded and all(self.comes_once(self.game.action(n)) for n in together)

    def is_as_good(self, worths: list[Expr]) -> Expr:
        """Whether no listed action is better. If this one is better than they, the list begins anew."""
        b, count, clauses = self.b, len(worths), self.game.prefers
        worths = [b.keep(worth) for worth in worths]
        found = b.variable("as_good", TRUE)
        with b.when(make("lt", ZERO, self.seek("count"))):
            is_better: Expr = FALSE
            is_worse: Expr = FALSE
            base = b.keep(make("mul", self.seek("base"), number(count)))
            for k in reversed(range(count)):
                best = b.keep(self.seek("worth", make("add", base, number(k))))
                low, high = (worths[k], best) if clauses[k].word == "least" else (best, worths[k])
                is_same = b.keep(make("eq", low, high))
                less, more = make("lt", high, low), make("lt", low, high)
                is_worse = b.keep(make("either", less, make("both", is_same, is_worse)))
                is_better = b.keep(make("either", more, make("both", is_same, is_better)))
            b.set(found, make("not", is_worse))
            with b.when(is_better):
                self.note("count", ZERO)
        return Get(found)

    def comes_once(self, action: model.Action) -> bool:
        """Whether no action is found twice."""
        is_once = action.again is not None and action.again.is_once
        return not is_once and not self.may_meet_again(action)

    def outcome(self, action: model.Action) -> Expr:
        """A number for what an action leads to, where it is done once per outcome; else 0."""
        if action.again is None or not action.again.is_once:
            return ZERO
        if self.game.pools and self.plan.piece_fields:
            raise NotLowered("once per outcome, where pieces off the board may differ by their fields")
        start: Expr = ZERO
        if action.form == "move":
            others = 1
            for domain in self.numbers.domains[action.index][1:]:
                others *= domain.size
            start = make("div", Get(CODE), number(others))
        after = ir.Call(self.identity(self.game.whole), (self.state, self.context, self.mover), INT)
        mark = self.b.keep(self.mixed(make("add", after, start)))
        return make("select", make("eq", mark, ZERO), ONE, mark)

    def row_writer(self, action: model.Action) -> str:
        """`write_row(context, word, depth, code, outcome) -> at`: a row of the list; -1 if it is there already.

        `depth` is -1 for an action that does not go on; else the steps' codes follow in `row`. Of rows with the same
        outcome the one with the least number stays; the outcome is the last word of a row. `add_row` is the same where no
        row can be there already.
        """
        comes_once = self.comes_once(action)
        name = "add_row" if comes_once else "write_row"
        if not self.is_new(name):
            return name
        word = Var("word", INT)
        builder = Builder(name, (CONTEXT, word, DEPTH, CODE, OUTCOME), INT)
        s = type(self)(self.unit, builder, NOBODY, NOBODY)
        b, width = builder, self.unit.row
        at = b.keep(make("add", s.seek("base"), s.seek("count")))
        base = b.keep(make("mul", at, number(width)))
        with b.when(make("lt", number(RECORDS // width - 1), at)):
            s.fail("too-many-ways", None)
            b.give(NOBODY)
        s.note("records", Get(word), base)
        length = b.variable("length", ONE)
        if width > 1:
            with b.when(make("le", ZERO, Get(DEPTH))):
                s.note("records", Get(DEPTH), make("add", base, ONE))
                s.note("records", Get(CODE), make("add", base, number(2)))
                with b.range("i", ZERO, Get(DEPTH)) as i:
                    at_step = make("add", i, number(3))
                    s.note("records", s.seek("row", at_step), make("add", base, at_step))
                b.set(length, make("add", Get(DEPTH), number(3)))
        if s.plan.is_once and not comes_once:
            s.note("records", Get(OUTCOME), make("add", base, number(width - 1)))
            s.same_outcome(base, at)
        if not comes_once:
            s.same_row(base, at, Get(length))
        s.note("count", make("add", s.seek("count"), ONE))
        b.give(at)
        return s.done(b)

    def same_row(self, base: Expr, at: Expr, length: Expr) -> None:
        """Leaves if an earlier row is the same."""
        b, width = self.b, self.unit.row
        with b.range("k", self.seek("base"), at) as k:
            is_same = b.variable("same", TRUE)
            loops = b.loops
            with b.range("i", ZERO, length) as i:
                mine = self.seek("records", make("add", base, i))
                with b.when(
                    make("ne", mine, self.seek("records", make("add", make("mul", k, number(width)), i)))
                ):
                    b.set(is_same, FALSE)
                    b.leave(loops)
            with b.when(Get(is_same)):
                b.give(NOBODY)

    def same_outcome(self, base: Expr, at: Expr) -> None:
        """Leaves if an earlier row has this outcome; the lesser one of the two is kept in its place."""
        b, width = self.b, self.unit.row
        with b.when(make("ne", Get(OUTCOME), ZERO)), b.range("k", self.seek("base"), at) as k:
            other = b.keep(make("mul", k, number(width)))

            def mine(i: Expr) -> Expr:
                return self.seek("records", make("add", base, i))

            def theirs(i: Expr) -> Expr:
                return self.seek("records", make("add", other, i))

            is_same = make("eq", mine(ZERO), theirs(ZERO))
            last = number(width - 1)
            with b.when(make("both", is_same, make("eq", mine(last), theirs(last)))):
                is_less = b.variable("less", make("lt", mine(ONE), theirs(ONE)))
                loops = b.loops
                with b.range("i", ZERO, make("add", ONE, make("min", mine(ONE), theirs(ONE)))) as i:
                    digit = b.keep(make("add", i, number(2)))
                    with b.when(make("ne", mine(digit), theirs(digit))):
                        b.set(is_less, make("lt", mine(digit), theirs(digit)))
                        b.leave(loops)
                with b.when(Get(is_less)), b.range("i", ZERO, number(width)) as i:
                    self.note("records", mine(i), make("add", other, i))
                b.give(NOBODY)

    def worth(self, prefer: model.Prefer, asked: model.Expr) -> "Expr | Rational":
        with self.inner():
            value = self.count_of(asked) if prefer.word else self.truth(asked)
        return value if isinstance(value, Rational) else self.plain(value)

    def is_whole_worth(self, prefer: model.Prefer) -> bool:
        """Whether what a preference compares is never a fraction."""
        return not prefer.word or self.is_whole(prefer.value)

    def when_other(self, action: model.Action) -> None:
        """Leaves an action that is not the wanted one."""
        b = self.b
        if action.again is None:
            code = make("add", number(self.numbers.offsets[action.index]), Get(CODE))
            with b.when(make("ne", code, self.seek("wanted"))):
                b.give()
        else:  # its steps were compared when they were found
            with b.when(make("ne", Get(DEPTH), self.seek("wanted", ONE))):
                b.give()

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
