"""Turns: which actions are on offer, what is demanded, and what follows when an action is committed."""

from gdl import model
from gdl.types import PLAYER
from interpreter.lowering import ir
from interpreter.lowering.actions import ANY, COUNT, EXPAND, LIST, MATCH, OUT, PICK, WAS, Actions, Name
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.effects import WORDS
from interpreter.lowering.ir import BOOL, INT, VOID, Expr, Get, Var
from interpreter.lowering.layout import RECORDS, nodes
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, Rational

DEMAND, PASS, NOTHING = 1000, 1001, 1002  # what `which` may say beside a group's number
MAX_STEPS = 1000
ROW = Var("row", INT)
PLAYER_VAR = Var("player", INT)
MARK = Var("mark", INT)
DECISION = Var("decision", INT)
GENERATION = ("mode", "count", "found", "skip", "base")  # what a question within a search must not change


class Turns(Actions):
    """The functions of turns."""

    def function(
        self, name: str, parameters: tuple[Var, ...], result: ir.Type, mover: Expr
    ) -> "tuple[Builder, Turns]":
        builder = Builder(name, parameters, result)
        return builder, type(self)(self.unit, builder, Get(STATE), mover)

    def done(self, builder: Builder) -> str:
        self.unit.functions[builder.name] = builder.function()
        return builder.name

    def is_new(self, name: str) -> bool:
        """Whether a function is not yet written, nor being written."""
        if name in self.unit.functions or name in self.unit.begun:
            return False
        self.unit.begun.add(name)
        return True

    # ---- demands

    def waiting(self) -> Expr:
        return self.load("waiting") if self.plan.has_demands else ZERO

    def demanded_actions(self) -> list[model.Action]:
        names = {c.action for e in nodes(self.plan.rules) if isinstance(e, model.Demand) for c in e.choices}
        return [a for a in self.game.actions if a.name in names]

    def demanded(self) -> str:
        """`demand(state, context, out, row)`: the actions of the demand that begins at a word."""
        name = "demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT, ROW), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("demands", Get(ROW)))
            choices = s.load("demands", make("add", Get(ROW), number(2)))
            with b.range("k", ZERO, choices) as k:
                base = b.keep(
                    make(
                        "add",
                        make("add", Get(ROW), number(3)),
                        make("mul", k, number(s.plan.alternative_words)),
                    )
                )
                index = b.keep(s.load("demands", base))
                for action in s.demanded_actions():
                    s.enumeration(action)
                    with b.when(make("eq", index, number(action.index))):
                        arguments, possible = s._arguments(action, base)
                        with b.when(possible):
                            b.call(f"enum.{action.name}", s.state, s.context, Get(OUT), s.mover, *arguments)
                with b.when(make("ne", s.seek("found"), ZERO)):
                    b.give()
            s.done(b)
        return name

    def _arguments(self, action: model.Action, base: Expr) -> tuple[list[Expr], Expr]:
        """What a demand gives to an action, and whether none of it is about a piece that is gone."""
        made: list[Expr] = []
        possible: Expr = TRUE
        at = 1
        for _, slot, kind in action.parameters:
            value = self.load_argument(kind, base, at, slot)
            value = Get(value) if isinstance(value, Var) else self.b.keep(value)
            if kind.base == "piece":
                possible = make("both", possible, make("ne", value, number(-2)))
            made.append(value)
            at += self.plan.words(kind, slot)
        return made, possible

    def possible(self) -> str:
        """`possible(state, context, row) -> bool`: whether a demand can be met."""
        name = "possible"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, ROW), BOOL, NOBODY)
            saved = s.ask(ANY)
            b.call(s.demanded(), s.state, s.context, s.state, Get(ROW))
            found = b.keep(s.seek("found"))
            s.forget_question(saved)
            b.give(make("ne", found, ZERO))
            s.done(b)
        return name

    def is_kept(self) -> Expr:
        """Whether the first demand stays although it is impossible, as not everybody may see that it is."""
        is_one: Expr = FALSE
        private = [a.index for a in self.demanded_actions() if a.is_private]
        for k in range(self.plan.alternatives if private else 0):
            index = self.load("demands", number(3 + k * self.plan.alternative_words))
            for action in private:
                is_there = make("lt", number(k), self.load("demands", number(2)))
                is_it = make("both", is_there, make("eq", index, number(action)))
                is_one = make("either", is_one, is_it)
        return make("both", make("eq", self.load("demands", ONE), number(WORDS.index("may"))), is_one)

    def ask(self, mode: int) -> list[tuple[str, Expr]]:
        """Begins a question within a search."""
        saved = [(cell, self.b.keep(self.seek(cell))) for cell in GENERATION]
        self.note("mode", number(mode))
        self.note("count", ZERO)
        self.note("found", ZERO)
        return saved

    def forget_question(self, saved: list[tuple[str, Expr]]) -> None:
        for cell, value in saved:
            self.note(cell, value)

    def queue(self) -> str:
        """`queue(state, before)`: new demands come before those that waited; the first of these is met."""
        name = "queue"
        if self.is_new(name):
            mark = Var("before", INT)
            builder = Builder(name, (STATE, mark), VOID)
            s = type(self)(self.unit, builder, Get(STATE), NOBODY)
            b, words = builder, s.plan.demand_words
            old = Get(mark)
            n = b.keep(s.load("waiting"))
            fresh = b.keep(make("sub", n, old))
            with b.when(make("lt", ZERO, old)):
                kept = b.new("kept", "state")
                b.emit(ir.Copy(kept, s.state))

                def move(first: Expr, last: Expr, to: Expr) -> None:
                    with b.range(
                        "i", make("mul", first, number(words)), make("mul", last, number(words))
                    ) as i:
                        shift = make("mul", make("sub", to, first), number(words))
                        s.store("demands", s.load("demands", i, kept), make("add", i, shift))

                move(old, n, ZERO)
                move(ONE, old, fresh)
                s.store("waiting", make("sub", n, ONE))
            s.done(b)
        return name

    def drop(
        self,
    ) -> None:
        """Takes away the first demand."""
        b, words = self.b, self.plan.demand_words
        rest = b.keep(make("mul", make("sub", self.load("waiting"), ONE), number(words)))
        with b.range("i", ZERO, rest) as i:
            self.store("demands", self.load("demands", make("add", i, number(words))), i)
        self.store("waiting", make("sub", self.load("waiting"), ONE))

    def by_itself(self, action: model.Action) -> str:
        """`self.A`: carries out a demanded choice that leaves nothing to choose."""
        name = f"self.{action.name}"
        if self.is_new(name):
            given = [Name(slot, kind, text) for text, slot, kind in action.parameters]
            variables = self.as_parameters(given)
            builder = Builder(name, (STATE, CONTEXT, MOVER, *variables), VOID)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.take_names(given, variables)

            def leaf() -> None:
                s.is_changing = True
                s.do(action.effects)
                s.viewpoint = s.mover
                s.do(action.finals)
                s.settle(action)
                builder.give()
                s.is_changing = False

            s.candidates(action, leaf)
            s.done(builder)
        return name

    def make_by_itself(self) -> Expr:
        """Carries out the first demand if it leaves nothing to choose; whether it did."""
        b = self.b
        did = b.variable("did", FALSE)
        with b.when(make("lt", ZERO, self.load("waiting"))):
            is_single = make("eq", self.load("demands", number(2)), ONE)
            is_plain = make("ne", self.load("demands", ONE), number(WORDS.index("may")))
            index = b.keep(self.load("demands", number(3)))
            before = b.keep(self.load("waiting"))
            player = b.keep(self.load("demands", ZERO))
            with b.when(make("both", is_single, is_plain)):
                for action in self.demanded_actions():
                    if action.choices or action.again is not None:
                        continue
                    self.by_itself(action)
                    with b.when(make("both", make("eq", index, number(action.index)), make("not", Get(did)))):
                        arguments, _ = self._arguments(action, number(3))
                        b.call(f"self.{action.name}", self.state, self.context, player, *arguments)
                        b.set(did, TRUE)
                with b.when(Get(did)):
                    b.call(self.queue(), self.state, before)
        return Get(did)

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

    def list_row(self, action: model.Action) -> None:
        """Writes an action into the list, once, with what `prefer` says of it."""
        b, width = self.b, self.unit.row
        words = self.row_words(action)
        more = [Get(_DEPTH), Get(_CODE)] if action.again is not None else [NOBODY, ZERO]
        at = b.keep(ir.Call(self.row_writer(action), (self.context, words[0], *more), INT))
        with b.when(make("lt", at, ZERO)):
            b.give()
        if self.is_preferred(action):
            self.viewpoint = self.mover
            for k, prefer in enumerate(self.game.prefers):
                worth = self.rational(self.worth(prefer))
                place = make("add", make("mul", at, number(len(self.game.prefers))), number(k))
                self.note("worth", worth.top, place)
                self.note("parts", worth.bottom, place)
        _ = width

    def row_writer(self, action: model.Action) -> str:
        """`write_row(context, word, depth, code) -> at`: a row of the list; -1 if it is there already.

        `depth` is -1 for an action that does not go on; else the steps' codes follow in `row`.
        """
        name = "write_row"
        if not self.is_new(name):
            return name
        word = Var("word", INT)
        builder = Builder(name, (CONTEXT, word, _DEPTH, _CODE), INT)
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
            with b.when(make("le", ZERO, Get(_DEPTH))):
                s.note("records", Get(_DEPTH), make("add", base, ONE))
                s.note("records", Get(_CODE), make("add", base, number(2)))
                with b.range("i", ZERO, Get(_DEPTH)) as i:
                    at_step = make("add", i, number(3))
                    s.note("records", s.seek("row", at_step), make("add", base, at_step))
                b.set(length, make("add", Get(_DEPTH), number(3)))
        with b.range("k", s.seek("base"), at) as k:
            is_same = b.variable("same", TRUE)
            loops = b.loops
            with b.range("i", ZERO, Get(length)) as i:
                mine = s.seek("records", make("add", base, i))
                with b.when(
                    make("ne", mine, s.seek("records", make("add", make("mul", k, number(width)), i)))
                ):
                    b.set(is_same, FALSE)
                    b.leave(loops)
            with b.when(Get(is_same)):
                b.give(NOBODY)
        s.note("count", make("add", s.seek("count"), ONE))
        b.give(at)
        return s.done(b)

    def worth(self, prefer: model.Prefer) -> "Expr | Rational":
        with self.inner():
            value = self.count_of(prefer.value) if prefer.word else self.truth(prefer.value)
        return value if isinstance(value, Rational) else self.plain(value)

    def row_words(self, action: model.Action) -> list[Expr]:
        if action.again is None:
            return [make("add", number(self.numbers.offsets[action.index]), Get(_CODE))]
        return [number(-1 - action.index), Get(_DEPTH), Get(_CODE)]

    def when_other(self, action: model.Action) -> None:
        """Leaves an action that is not the wanted one."""
        b = self.b
        if action.again is None:
            with b.when(make("ne", self.row_words(action)[0], self.seek("wanted"))):
                b.give()
        else:  # its steps were compared when they were found
            with b.when(make("ne", Get(_DEPTH), self.seek("wanted", ONE))):
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
            below = ir.Call("perft", (self.state, self.context, make("sub", self.seek("depth"), ONE)), INT)
            below = b.keep(below)
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
            decision = b.keep(ir.Call(self.which(), (self.state, self.context), INT))
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
            _ = decision

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
        names = ("main", *(p for p in self.game.phases if p != "main"))
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
            count = s.plan.players
            from_player = make("has", ir.Op("one", (s.mover,), ir.bits(count)), s.mover)
            _ = from_player
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

    # ---- what is on offer

    def which(self) -> str:
        """`which(state, context) -> int`: the decision at hand; `count` says how many actions are legal."""
        name = "which"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            s.note("count", ZERO)
            s.note("found", ZERO)
            s.note("mode", number(COUNT))
            with b.when(make("ne", s.load("over"), ZERO)):
                b.give(number(NOTHING))
            if s.plan.has_demands:
                with b.when(make("lt", ZERO, s.load("waiting"))):
                    b.call(s.group_of_demand(), s.state, s.context, s.state)
                    b.give(number(DEMAND))
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            for phase, turn in s.turns_by_phase():
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for k, offer in enumerate(turn.offers):
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else TRUE
                        with b.when(holds):
                            b.call(s.group(offer), s.state, s.context, s.state)
                            with b.when(make("lt", ZERO, s.seek("count"))):
                                b.give(number(phase * 32 + k))
                    b.give(s._what_else(turn))
            b.give(number(NOTHING))
            s.done(b)
        return name

    def _what_else(self, turn: model.Turn) -> Expr:
        """PASS if that is what is left; NOTHING is left otherwise."""
        b = self.b
        result = b.variable("else", number(NOTHING))
        with b.range("once", ZERO, ONE):
            inner = b.loops - 1
            for fallback in turn.fallbacks:
                with self.inner():
                    holds = self.truth(fallback.condition) if fallback.condition is not None else TRUE
                with b.when(holds):
                    if fallback.word == "pass":
                        b.set(result, number(PASS))
                        self.note("count", ONE)
                    b.leave(inner)
        return Get(result)

    def is_listed(self, names: "tuple[str, ...]") -> bool:
        """Whether a group's actions must be listed to know how many they are."""
        for name in names:
            action = self.game.action(name)
            if self.is_preferred(action) or self.may_repeat(action):
                return True
        return False

    def may_repeat(self, action: model.Action) -> bool:
        """Whether two candidates of an action may have the same choices."""
        if action.again is not None:
            return True
        chosen = {c.slot for c in action.choices}
        for part in action.parts:
            match part:
                case model.Choose() if part.slot not in chosen:
                    return self.known(part.source) is None
                case model.Choose() if (
                    part.source.type.base == "set"
                    and self.element(part.source).base == "piece"
                    and self.board.is_stacking
                ):
                    return True
                case model.Along():
                    if self.board.shape == "graph":
                        return True
                    if part.path.form == "line" and not _is_single(part.path.steps):
                        return True
        return False

    def group(self, offer: model.Offer) -> str:
        """`group.N(state, context, out)`: all actions of an offer, by the mode."""
        key = "group." + ".".join(offer.names)
        if self.is_new(key):
            for n in offer.names:
                self.enumeration(self.game.action(n))
            b, s = self.function(key, (STATE, CONTEXT, OUT), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            s.all_of(lambda: s._enumerate(offer.names), s.is_listed(offer.names), True)
            s.done(b)
        return key

    def group_of_demand(self) -> str:
        name = "group_of_demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, NOBODY)
            b.call(s.demand_actions(), s.state, s.context, Get(OUT))
            with b.when(make("ne", s.seek("found"), ZERO)):
                b.give()
            may = make("eq", s.load("demands", ONE), number(WORDS.index("may")))
            with b.when(may):
                s.decline()
            s.done(b)
        return name

    def demand_actions(self) -> str:
        """The actions of the demand at hand, without `done`."""
        name = "demand_actions"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, NOBODY)

            def actions() -> None:
                b.call(s.demanded(), s.state, s.context, Get(OUT), ZERO)

            s.all_of(actions, s.is_listed(tuple(a.name for a in s.demanded_actions())), False)
            s.done(b)
        return name

    def _enumerate(self, names: "tuple[str, ...]") -> None:
        b = self.b
        for n in names:
            b.call(f"enum.{n}", self.state, self.context, Get(OUT), self.mover)
            with b.when(make("ne", self.seek("found"), ZERO)):
                b.give()

    def all_of(self, actions: "object", listed: bool, preferred: bool) -> None:
        """Goes through actions: as they come, or listed first, so that each is there once and the preferred remain."""
        assert callable(actions)
        b, mode = self.b, self.seek("mode")
        if not listed:
            actions()
            return
        with b.when(make("eq", mode, number(ANY))):
            actions()
            b.give()
        was = b.keep(mode)
        with b.when(make("ne", was, number(MATCH))):
            begun = b.keep(self.seek("count"))
            self.note("mode", number(LIST))
            self.note("count", ZERO)
            actions()
            if preferred and self.game.prefers:
                self.keep_preferred()
            n = b.keep(self.seek("count"))
            self.note("mode", was)
            with b.when(make("eq", was, number(COUNT))):
                self.note("count", make("add", begun, n))
                b.give()
            with b.when(make("eq", was, number(LIST))):
                b.give()
            with b.when(make("eq", was, number(PICK))):
                with b.when(make("le", n, self.seek("skip"))):
                    self.note("skip", make("sub", self.seek("skip"), n))
                    b.give()
                self.want(self.seek("skip"))
                self.note("mode", number(MATCH))
            with b.when(make("eq", was, number(EXPAND))):
                self.explore_rows(n)
                b.give()
        actions()

    def want(self, k: Expr) -> None:
        """Makes the k-th listed action the wanted one."""
        b, width = self.b, self.unit.row
        base = b.keep(make("mul", make("add", self.seek("base"), k), number(width)))
        with b.range("i", ZERO, number(width)) as i:
            self.note("wanted", self.seek("records", make("add", base, i)), i)

    def explore_rows(self, n: Expr) -> None:
        b = self.b
        base = b.keep(self.seek("base"))
        depth = b.keep(self.seek("depth"))
        total = b.variable("total", self.seek("total"))
        made = b.new("next", "state")
        with b.range("k", ZERO, n) as k:
            self.note("base", base)
            self.want(k)
            self.note("base", make("add", base, n))
            self.note("mode", number(MATCH))
            self.note("found", ZERO)
            b.call("play_wanted", self.state, self.context, made)
            below = b.keep(ir.Call("perft", (made, self.context, make("sub", depth, ONE)), INT))
            b.set(total, make("add", Get(total), below))
        self.note("base", base)
        self.note("found", ZERO)
        self.note("mode", number(EXPAND))
        self.note("depth", depth)
        self.note("total", Get(total))

    def keep_preferred(self) -> None:
        """Of the listed actions only those that `prefer` wants remain, clause after clause."""
        b, width, clauses = self.b, self.unit.row, len(self.game.prefers)
        base = b.keep(self.seek("base"))

        def entry(row: Expr, k: int) -> Expr:
            return make("add", make("mul", make("add", base, row), number(clauses)), number(k))

        for k, prefer in enumerate(self.game.prefers):
            n = b.keep(self.seek("count"))
            top, bottom = b.variable("best", ONE), b.variable("parts", ONE)
            if prefer.word:
                with b.range("i", ZERO, n) as i:
                    x = Rational(
                        b.keep(self.seek("worth", entry(i, k))), b.keep(self.seek("parts", entry(i, k)))
                    )
                    so_far = Rational(Get(top), Get(bottom))
                    better = self.less("<", so_far, x) if prefer.word == "most" else self.less("<", x, so_far)
                    with b.when(make("either", make("eq", i, ZERO), better)):
                        b.set(top, x.top)
                        b.set(bottom, x.bottom)
            kept = b.variable("kept", ZERO)
            with b.range("i", ZERO, n) as i:
                is_best = make(
                    "both",
                    make("eq", self.seek("worth", entry(i, k)), Get(top)),
                    make("eq", self.seek("parts", entry(i, k)), Get(bottom)),
                )
                with b.when(is_best):
                    with b.range("j", ZERO, number(width)) as j:
                        from_row = make("add", make("mul", make("add", base, i), number(width)), j)
                        to_row = make("add", make("mul", make("add", base, Get(kept)), number(width)), j)
                        self.note("records", self.seek("records", from_row), to_row)
                    for c in range(k + 1, clauses):
                        self.note("worth", self.seek("worth", entry(i, c)), entry(Get(kept), c))
                        self.note("parts", self.seek("parts", entry(i, c)), entry(Get(kept), c))
                    b.set(kept, make("add", Get(kept), ONE))
            with b.when(make("lt", ZERO, Get(kept))):
                self.note("count", Get(kept))

    # ---- passing and declining

    def decline(self) -> None:
        """`done`, which a demand with `may` allows."""
        b, mode = self.b, self.seek("mode")
        action = next(a for a in self.game.actions if a.form == "done")
        code = number(self.numbers.offsets[action.index])
        with b.when(make("either", make("eq", mode, number(COUNT)), make("eq", mode, number(LIST)))):
            with b.choice(make("eq", mode, number(LIST))) as branch:
                self.write_row([code])
                branch.otherwise()
                self.note("count", make("add", self.seek("count"), ONE))
            b.give()
        chosen = make("both", make("eq", mode, number(PICK)), make("eq", self.seek("skip"), ZERO))
        matched = make("both", make("eq", mode, number(MATCH)), make("eq", self.seek("wanted"), code))
        with b.when(make("either", chosen, matched)):
            b.emit(ir.Copy(Get(OUT), self.state))
            b.call(self.declined(), Get(OUT), self.context)
            self.note("found", ONE)
            b.give()
        with b.when(make("eq", mode, number(EXPAND))):
            made = b.new("next", "state")
            b.emit(ir.Copy(made, self.state))
            b.call(self.declined(), made, self.context)
            below = b.keep(ir.Call("perft", (made, self.context, make("sub", self.seek("depth"), ONE)), INT))
            self.note("total", make("add", self.seek("total"), below))

    def declined(self) -> str:
        name = "declined"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.to_act())
            s.drop()
            s.begin()
            s.store("moves", make("add", s.load("moves"), ONE))
            s.store("passes", ZERO)
            b.call(s.conclude(), s.state, s.context, s.mover)
            s.done(b)
        return name

    # ---- questions

    def can_move(self) -> str:
        """`can_move(state, context, player) -> bool`: he would have an action if it were his turn, passing aside."""
        name = "can_move"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, PLAYER_VAR), BOOL, Get(PLAYER_VAR))
            saved = s.ask(ANY)
            for phase, turn in s.turns_by_phase():
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for offer in turn.offers:
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else TRUE
                        with b.when(holds):
                            for n in offer.names:
                                if n != "pass":
                                    s.enumeration(s.game.action(n))
                                    with b.when(make("eq", s.seek("found"), ZERO)):
                                        b.call(f"enum.{n}", s.state, s.context, s.state, Get(PLAYER_VAR))
            found = b.keep(s.seek("found"))
            s.forget_question(saved)
            b.give(make("ne", found, ZERO))
            s.done(b)
        return name


_DEPTH = Var("depth", INT)
_CODE = Var("code", INT)


def _is_single(steps: "tuple[model.Step, ...]") -> bool:
    """Whether a pattern meets each site of a line in one way at most: no choice of how often to repeat."""
    return all(s.group is None for s in steps) and sum(s.least != s.most for s in steps) <= 1


_ = (MARK, DECISION)
