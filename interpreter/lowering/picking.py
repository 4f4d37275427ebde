"""What is done with a candidate: counted, listed, played, explored; by sets where candidates are members of some."""

from typing import Self

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.bulk import Family
from interpreter.lowering.candidates import ANY, EXPAND, LIST, MATCH, MAX_TRIES, OUT, PICK, Name
from interpreter.lowering.counting import Counting
from interpreter.lowering.ir import INT, VOID, Expr, Get, Var
from interpreter.lowering.layout import RECORDS
from interpreter.lowering.scope import CONTEXT, MOVER, STATE


class Picking(Counting):
    """What is done with candidates."""

    # ---- by sets

    def may_repeat(self, action: model.Action) -> bool:
        raise NotImplementedError

    def row_writer(self, action: model.Action) -> str:
        raise NotImplementedError

    def waiting(self) -> Expr:
        raise NotImplementedError

    def is_counted(self, action: model.Action) -> bool:
        """Whether candidates are counted by sets, and legal as they are."""
        return self.is_bulk(action) and not self.is_tried(action) and not self.may_repeat(action)

    def enumerate_members(self, action: model.Action, given: list[Var]) -> None:
        """`enum.A` where candidates are members of sets."""
        b, mode = self.b, self.seek("mode")
        arguments = [Get(v) for v in given]
        with b.when(make("le", mode, number(PICK))), b.when(make("ne", mode, number(LIST))):
            n = b.keep(
                ir.Call(self.counting(action), (self.state, self.context, self.mover, *arguments), INT)
            )
            with b.when(make("eq", mode, number(PICK))):
                with b.when(make("lt", self.seek("skip"), n)):
                    b.emit(ir.Copy(Get(OUT), self.state))
                    b.call(
                        self.picking(action),
                        Get(OUT),
                        self.context,
                        self.mover,
                        self.seek("skip"),
                        *arguments,
                    )
                    self.note("found", ONE)
                    b.give()
                self.note("skip", make("sub", self.seek("skip"), n))
                b.give()
            self.note("count", make("add", self.seek("count"), n))
            self.note(
                "found", make("number", make("both", make("eq", mode, number(ANY)), make("lt", ZERO, n)))
            )
            b.give()

        def use(family: Family) -> None:
            with b.each("x", family.members) as x, self.inner():
                family.bind(x)
                self.act_on(action, self.handed(self.bound_names(action)))

        self.each_family(action, use)

    def counting(self, action: model.Action) -> str:
        """`count.A`."""
        name = f"count.{action.name}"
        if name not in self.unit.functions:
            b, s, _ = self._by_sets(name, action, (), INT)
            total = b.variable("n", ZERO)
            s.each_family(action, lambda f: b.set(total, make("add", Get(total), make("count", f.members))))
            b.give(Get(total))
            self.unit.functions[name] = b.function()
        return name

    def picking(self, action: model.Action) -> str:
        """`pick.A`."""
        name = f"pick.{action.name}"
        if name not in self.unit.functions:
            k = Var("k", INT)
            b, s, _ = self._by_sets(name, action, (k,), VOID)
            self.go(action)
            left = b.variable("left", Get(k))
            names = s.bound_names(action)
            for n in names:
                s.declare(n.slot, n.type, n.text)

            declared = {n.slot: bound for n in names if isinstance(bound := s.env[n.slot], Var)}

            def use(family: Family) -> None:
                size = b.keep(make("count", family.members))
                with b.when(make("lt", Get(left), size)):
                    family.bind(b.keep(make("nth", family.members, Get(left))))
                    for slot, variable in declared.items():  # a name may have been given another variable
                        bound = s.env[slot]
                        if isinstance(bound, Var) and bound != variable:
                            b.set(variable, Get(bound))
                    b.leave(0)
                b.set(left, make("sub", Get(left), size))

            with b.range("once", ZERO, ONE):
                s.each_family(action, use)
            b.call(
                f"go.{action.name}",
                s.waiting(),
                s.state,
                s.context,
                s.state,
                s.mover,
                ZERO,
                ZERO,
                ZERO,
                *s.handed(names),
            )
            self.unit.functions[name] = b.function()
        return name

    def _by_sets(
        self, name: str, action: model.Action, more: tuple[Var, ...], result: ir.Type
    ) -> tuple[Builder, Self, list[Var]]:
        given = [Name(slot, kind, text) for text, slot, kind in action.parameters]
        variables = self.as_parameters(given)
        builder = Builder(name, (STATE, CONTEXT, MOVER, *more, *variables), result)
        builder.is_inline = True
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.take_names(given, variables)
        return builder, s, variables

    def at_candidate(self, action: model.Action) -> None:
        """What is done with a candidate, by mode."""
        b = self.b
        names = self.bound_names(action)
        handed = self.handed(names)
        mode = self.seek("mode")
        if self.is_tried(action):
            code = b.keep(self.code(action))
            going: Expr = TRUE
            if action.again is not None:
                is_match = make("eq", mode, number(MATCH))
                wanted = make("eq", self.seek("wanted", number(2)), code)
                wanted = make("both", wanted, make("eq", self.seek("wanted"), number(-1 - action.index)))
                going = make("either", make("not", is_match), wanted)
            elif self.is_guarded(action) and self.narrowed is None and not self.is_drawing:
                going = b.keep(make("not", self.is_passed(action, code)))
            with b.when(going):
                self.count_try(action)
                tried = b.new("tried", "state")
                b.emit(ir.Copy(tried, self.state))
                total: Expr = ZERO
                if action.again is not None and action.again.is_any_order:
                    total = make("add", self.era, self.mixed(code))
                b.call(
                    f"go.{action.name}",
                    self.waiting(),
                    tried,
                    self.context,
                    Get(OUT),
                    self.mover,
                    ZERO,
                    code,
                    total,
                    *handed,
                )
                with b.when(make("ne", self.seek("found"), ZERO)):
                    b.give()
            return
        with b.when(make("le", mode, number(ANY))):
            self.note("count", make("add", self.seek("count"), ONE))
            with b.when(make("eq", mode, number(ANY))):
                self.note("found", ONE)
                b.give()
        with b.when(make("lt", number(ANY), mode)):
            self.act_on(action, handed)

    def is_passed(self, action: model.Action, code: Expr) -> Expr:
        """Deals with a candidate that is legal without being tried, unless it is to be done; whether that was so."""
        b, mode = self.b, self.seek("mode")
        passed = b.variable("passed", FALSE)
        with b.when(self.is_safe(action)):
            with b.when(make("le", mode, number(ANY))):
                self.note("count", make("add", self.seek("count"), ONE))
                with b.when(make("eq", mode, number(ANY))):
                    self.note("found", ONE)
                    b.give()
                b.set(passed, TRUE)
            number_of = make("add", number(self.numbers.offsets[action.index]), code)
            with b.when(make("eq", mode, number(LIST))):
                if self.may_repeat(action):
                    b.keep(
                        ir.Call(self.row_writer(action), (self.context, number_of, NOBODY, ZERO, ZERO), INT)
                    )
                else:
                    self.write_row([number_of])
                b.set(passed, TRUE)
            with b.when(make("both", make("eq", mode, number(PICK)), make("lt", ZERO, self.seek("skip")))):
                self.note("skip", make("sub", self.seek("skip"), ONE))
                b.set(passed, TRUE)
            with b.when(
                make("both", make("eq", mode, number(MATCH)), make("ne", number_of, self.seek("wanted")))
            ):
                b.set(passed, TRUE)
        return Get(passed)

    def act_on(self, action: model.Action, handed: list[Expr]) -> None:
        """Lists, plays or explores a candidate that is legal as it stands."""
        b, mode = self.b, self.seek("mode")
        if not self.game.has_chance:
            with b.when(make("eq", mode, number(EXPAND))):
                made = b.new("next", "state")
                b.emit(ir.Copy(made, self.state))
                self.call_go(action, made, made, handed)
                self.stop_if_wrong()
        is_wanted = b.variable("wanted", FALSE)
        with b.when(make("eq", mode, number(PICK))):
            b.set(is_wanted, make("eq", self.seek("skip"), ZERO))
            self.note("skip", make("sub", self.seek("skip"), ONE))
        listing = make("either", make("eq", mode, number(LIST)), make("eq", mode, number(MATCH)))
        with b.when(listing):
            number_of = b.keep(make("add", number(self.numbers.offsets[action.index]), self.code(action)))
            with b.choice(make("eq", mode, number(LIST))) as branch:
                if self.may_repeat(action):  # equal choices are one action
                    b.keep(
                        ir.Call(self.row_writer(action), (self.context, number_of, NOBODY, ZERO, ZERO), INT)
                    )
                else:
                    self.write_row([number_of])
                branch.otherwise()
                b.set(is_wanted, make("eq", number_of, self.seek("wanted")))
        with b.when(Get(is_wanted)):
            b.emit(ir.Copy(Get(OUT), self.state))
            self.call_go(action, Get(OUT), Get(OUT), handed)
            self.note("found", ONE)
            b.give()

    def call_go(self, action: model.Action, state: Expr, out: Expr, handed: list[Expr]) -> None:
        """Does a candidate's first step on a state."""
        self.b.call(
            f"go.{action.name}",
            self.waiting(),
            state,
            self.context,
            out,
            self.mover,
            ZERO,
            ZERO,
            ZERO,
            *handed,
        )

    def write_row(self, words: list[Expr]) -> None:
        """Appends to the list of actions."""
        b, width = self.b, self.unit.row
        at = b.keep(make("add", self.seek("base"), self.seek("count")))
        with b.choice(make("lt", number(RECORDS // width - 1), at)) as branch:
            self.fail("too-many-ways", None)
            branch.otherwise()
            base = b.keep(make("mul", at, number(width)))
            for i, w in enumerate(words):
                self.note("records", w, make("add", base, number(i)))
            self.note("count", make("add", self.seek("count"), ONE))

    def count_try(self, action: model.Action) -> None:
        """Keeps what branches without end from hanging."""
        self.note("tries", make("add", self.seek("tries"), ONE))
        with self.b.when(make("lt", number(MAX_TRIES), self.seek("tries"))):
            self.fail("too-many-ways", action.span)
        self.stop_if_wrong()

    def stop_if_wrong(self) -> None:
        """When something has gone wrong in play nothing more is looked at."""
        with self.b.when(make("ne", self.seek("error"), ZERO)):
            self.note("found", ONE)
            self.b.give()

    # ---- what later classes of the chain give

    def mixed(self, code: Expr) -> Expr:
        raise NotImplementedError
