"""Demands: decisions that wait, which actions are possible for them, and those that are made by themselves."""

from typing import Self

from gdl import model
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.actions import Actions
from interpreter.lowering.candidates import ANY, OUT, Name
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
        return self.load("waiting") if self.plan.has_demands else op.ZERO

    def demanded_actions(self) -> list[model.Action]:
        return [a for a in self.game.actions if a.name in self.plan.demanded]

    def demanded(self) -> str:
        """`demand(state, context, out, row)`: the actions of the demand that begins at a word."""
        name = "demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT, ROW), VOID, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.load("demands", Get(ROW)))
            choices = s.load("demands", op.add(Get(ROW), op.number(2)))
            s.begin_guard(tuple(a.name for a in s.demanded_actions()))
            with b.for_range("k", op.ZERO, choices) as k:
                base = b.materialize(
                    op.add(op.add(Get(ROW), op.number(3)),
                        op.mul(k, op.number(s.plan.alternative_words)),
                    )
                )
                index = b.materialize(s.load("demands", base))
                for action in s.demanded_actions():
                    s.enumeration(action)
                    with b.if_(op.eq(index, op.number(action.index))):
                        arguments, possible = s._arguments(action, base)
                        with b.if_(possible):
                            b.invoke(
                                f"enum.{action.name}",
                                s.state,
                                s.context,
                                Get(OUT),
                                s.mover,
                                *s.guards(action),
                                *arguments,
                            )
                with b.if_(op.ne(s.load_context("found"), op.ZERO)):
                    b.ret()
            s.done(b)
        return name

    def _arguments(self, action: model.Action, base: Expr) -> tuple[list[Expr], Expr]:
        """What a demand gives to an action, and whether none of it is about a piece that is gone."""
        made: list[Expr] = []
        possible: Expr = op.TRUE
        at = 1
        for _, slot, kind in action.parameters:
            value = self.load_argument(kind, base, at, slot)
            value = Get(value) if isinstance(value, Var) else self.b.materialize(value)
            if kind.base == "piece":
                possible = op.and_(possible, op.ne(value, op.number(-2)))
            made.append(value)
            at += self.plan.words(kind, slot)
        return made, possible

    def possible(self) -> str:
        """`possible(state, context, row) -> bool`: whether a demand can be met."""
        name = "possible"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, ROW), BOOL, op.NONE)
            saved = s.ask(ANY)
            state = s.when_asked(Get(ROW))
            b.invoke(s.demanded(), state, s.context, state, Get(ROW))
            found = b.materialize(s.load_context("found"))
            s.forget_question(saved)
            b.ret(op.ne(found, op.ZERO))
            s.done(b)
        return name

    def when_asked(self, row: Expr) -> Expr:
        """The state in which a demand is to be met: the action that demanded it is over then, and what lasts until it is
        done is reset, unless the demand is made by itself and so is a part of the action."""
        if all(f.until != "done" for f in self.game.fields.values()):
            return self.state
        b, before = self.b, self.state
        asked = b.allocate("asked", "state")
        b.copy(asked, before)
        choices = self.load("demands", op.add(row, op.number(2)))
        index = self.load("demands", op.add(row, op.number(3)))
        plain = [a.index for a in self.demanded_actions() if not a.choices]
        is_plain = op.contains(op.members(plain, len(self.game.actions)), index) if plain else op.FALSE
        may_be = op.eq(self.load("demands", op.add(row, op.ONE)), op.number(WORDS.index("may")))
        is_part = op.and_(op.and_(is_plain, op.eq(choices, op.ONE)), op.not_(may_be))
        with b.if_(op.not_(is_part)):
            self.state = asked
            self.reset("done")
            self.state = before
        return asked

    def is_kept(self) -> Expr:
        """Whether the first demand stays although it is impossible, as not everybody may see that it is."""
        private = [a.index for a in self.demanded_actions() if a.is_private]
        if not private:
            return op.FALSE
        b = self.b
        is_one = b.variable("kept", op.FALSE)
        may_be = op.eq(self.load("demands", op.ONE), op.number(WORDS.index("may")))
        width = op.number(self.plan.alternative_words)
        with b.if_(may_be), b.for_range("k", op.ZERO, self.load("demands", op.number(2))) as k:
            index = self.load("demands", op.add(op.number(3), op.mul(k, width)))
            with b.if_(op.contains(op.members(private, len(self.game.actions)), index)):
                b.assign(is_one, op.TRUE)
        return Get(is_one)

    def ask(self, mode: int) -> list[tuple[str, Expr]]:
        """Begins a question within a search."""
        saved = [(cell, self.b.materialize(self.load_context(cell))) for cell in GENERATION]
        self.store_context("mode", op.number(mode))
        self.store_context("count", op.ZERO)
        self.store_context("found", op.ZERO)
        return saved

    def forget_question(self, saved: list[tuple[str, Expr]]) -> None:
        for cell, value in saved:
            self.store_context(cell, value)

    def queue(self) -> str:
        """`queue(state, before)`: new demands come before those that waited; the first of these is met."""
        name = "queue"
        if self.is_new(name):
            mark = Var("before", INT)
            builder = Builder(name, (STATE, mark), VOID)
            s = type(self)(self.unit, builder, Get(STATE), op.NONE)
            b, words = builder, s.plan.demand_words
            old = Get(mark)
            n = b.materialize(s.load("waiting"))
            fresh = b.materialize(op.sub(n, old))
            with b.if_(op.lt(op.ZERO, old)):
                kept = b.allocate("kept", "state")
                b.emit(ir.Copy(kept, s.state))

                def move(first: Expr, last: Expr, to: Expr) -> None:
                    with b.for_range(
                        "i", op.mul(first, op.number(words)), op.mul(last, op.number(words))
                    ) as i:
                        shift = op.mul(op.sub(to, first), op.number(words))
                        s.store("demands", s.load("demands", i, kept), op.add(i, shift))

                move(old, n, op.ZERO)
                move(op.ONE, old, fresh)
                s.store("waiting", op.sub(n, op.ONE))
            s.done(b)
        return name

    def drop(
        self,
    ) -> None:
        """Takes away the first demand."""
        b, words = self.b, self.plan.demand_words
        rest = b.materialize(op.mul(op.sub(self.load("waiting"), op.ONE), op.number(words)))
        with b.for_range("i", op.ZERO, rest) as i:
            self.store("demands", self.load("demands", op.add(i, op.number(words))), i)
        self.store("waiting", op.sub(self.load("waiting"), op.ONE))

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
                builder.invoke(s.doing(action), s.state, s.context, s.mover, *handed)
                builder.ret()

            s.candidates(action, leaf)
            s.done(builder)
        return name

    def make_by_itself(self) -> Expr:
        """Carries out the first demand if it leaves nothing to choose; whether it did."""
        b = self.b
        did = b.variable("did", op.FALSE)
        with b.if_(op.lt(op.ZERO, self.load("waiting"))):
            is_single = op.eq(self.load("demands", op.number(2)), op.ONE)
            is_plain = op.ne(self.load("demands", op.ONE), op.number(WORDS.index("may")))
            index = b.materialize(self.load("demands", op.number(3)))
            before = b.materialize(self.load("waiting"))
            player = b.materialize(self.load("demands", op.ZERO))
            with b.if_(op.and_(is_single, is_plain)):
                for action in self.demanded_actions():
                    if action.choices or action.again is not None:
                        continue
                    self.by_itself(action)
                    with b.if_(op.and_(op.eq(index, op.number(action.index)), op.not_(Get(did)))):
                        arguments, _ = self._arguments(action, op.number(3))
                        b.invoke(f"self.{action.name}", self.state, self.context, player, *arguments)
                        b.assign(did, op.TRUE)
                with b.if_(Get(did)):
                    b.invoke(self.queue(), self.state, before)
        return Get(did)
