"""Demands: decisions that wait, which actions are possible for them, and those that are made by themselves."""

from typing import Self

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.actions import Actions
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, members, number
from interpreter.lowering.candidates import ANY, OUT, Name
from interpreter.lowering.ir import BOOL, INT, VOID, Expr, Get, Var
from interpreter.lowering.scope import CONTEXT, MOVER, STATE
from interpreter.lowering.singles import WORDS

ROW = Var("row", INT)
GENERATION = ("mode", "count", "found", "skip", "base")  # what a question within a search must not change


class Demands(Actions):
    """Decisions that wait."""

    def function(
        self, name: str, parameters: tuple[Var, ...], result: ir.Type, mover: Expr
    ) -> tuple[Builder, Self]:
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
        return [a for a in self.game.actions if a.name in self.plan.demanded]

    def demanded(self) -> str:
        """`demand(state, context, out, row)`: the actions of the demand that begins at a word."""
        name = "demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT, ROW), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("demands", Get(ROW)))
            choices = s.load("demands", make("add", Get(ROW), number(2)))
            s.begin_guard(tuple(a.name for a in s.demanded_actions()))
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
                            b.call(
                                f"enum.{action.name}",
                                s.state,
                                s.context,
                                Get(OUT),
                                s.mover,
                                *s.guards(action),
                                *arguments,
                            )
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
            state = s.when_asked(Get(ROW))
            b.call(s.demanded(), state, s.context, state, Get(ROW))
            found = b.keep(s.seek("found"))
            s.forget_question(saved)
            b.give(make("ne", found, ZERO))
            s.done(b)
        return name

    def when_asked(self, row: Expr) -> Expr:
        """The state in which a demand is to be met: the action that demanded it is over then, and what lasts until it is
        done is reset, unless the demand is made by itself and so is a part of the action."""
        if all(f.until != "done" for f in self.game.fields.values()):
            return self.state
        b, before = self.b, self.state
        asked = b.new("asked", "state")
        b.emit(ir.Copy(asked, before))
        choices = self.load("demands", make("add", row, number(2)))
        index = self.load("demands", make("add", row, number(3)))
        plain = [a.index for a in self.demanded_actions() if not a.choices]
        is_part = make("has", members(plain, len(self.game.actions)), index) if plain else FALSE
        is_part = make("both", is_part, make("eq", choices, ONE))
        may_be = make("eq", self.load("demands", make("add", row, ONE)), number(WORDS.index("may")))
        with b.when(make("not", make("both", is_part, make("not", may_be)))):
            self.state = asked
            self.reset("done")
            self.state = before
        return asked

    def is_kept(self) -> Expr:
        """Whether the first demand stays although it is impossible, as not everybody may see that it is."""
        private = [a.index for a in self.demanded_actions() if a.is_private]
        if not private:
            return FALSE
        b = self.b
        is_one = b.variable("kept", FALSE)
        may_be = make("eq", self.load("demands", ONE), number(WORDS.index("may")))
        width = number(self.plan.alternative_words)
        with b.when(may_be), b.range("k", ZERO, self.load("demands", number(2))) as k:
            index = self.load("demands", make("add", number(3), make("mul", k, width)))
            with b.when(make("has", members(private, len(self.game.actions)), index)):
                b.set(is_one, TRUE)
        return Get(is_one)

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
                handed = s.handed(s.bound_names(action))
                builder.call(s.doing(action), s.state, s.context, s.mover, *handed)
                builder.give()

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
