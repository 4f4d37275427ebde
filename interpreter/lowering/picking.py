"""What is done with a candidate: counted, listed, played, explored; by sets where candidates are members of some."""

from typing import Self

from gdl import model
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.bulk import Family
from interpreter.lowering.candidates import ANY, EXPAND, LIST, MATCH, MAX_TRIES, OUT, PICK, Name
from interpreter.lowering.counting import Counting
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
        b, mode = self.b, self.load_context("mode")
        arguments = [Get(v) for v in given]
        with b.if_(op.le(mode, op.number(PICK))), b.if_(op.ne(mode, op.number(LIST))):
            n = b.materialize(
                ir.Call(self.counting(action), (self.state, self.context, self.mover, *arguments), INT)
            )
            with b.if_(op.eq(mode, op.number(PICK))):
                with b.if_(op.lt(self.load_context("skip"), n)):
                    b.emit(ir.Copy(Get(OUT), self.state))
                    b.invoke(
                        self.picking(action),
                        Get(OUT),
                        self.context,
                        self.mover,
                        self.load_context("skip"),
                        *arguments,
                    )
                    self.store_context("found", op.ONE)
                    b.ret()
                self.store_context("skip", op.sub(self.load_context("skip"), n))
                b.ret()
            self.store_context("count", op.add(self.load_context("count"), n))
            self.store_context(
                "found", op.zext(op.and_(op.eq(mode, op.number(ANY)), op.lt(op.ZERO, n)))
            )
            b.ret()

        def use(family: Family) -> None:
            with b.each_bit("x", family.members) as x, self.inner():
                family.bind(x)
                self.act_on(action, self.handed(self.bound_names(action)))

        self.each_family(action, use)

    def counting(self, action: model.Action) -> str:
        """`count.A`."""
        name = f"count.{action.name}"
        if name not in self.unit.functions:
            b, s, _ = self._by_sets(name, action, (), INT)
            total = b.variable("n", op.ZERO)
            s.each_family(action, lambda f: b.assign(total, op.add(Get(total), op.count(f.members))))
            b.ret(Get(total))
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
                size = b.materialize(op.count(family.members))
                with b.if_(op.lt(Get(left), size)):
                    family.bind(b.materialize(op.nth(family.members, Get(left))))
                    for slot, variable in declared.items():  # a name may have been given another variable
                        bound = s.env[slot]
                        if isinstance(bound, Var) and bound != variable:
                            b.assign(variable, Get(bound))
                    b.break_(0)
                b.assign(left, op.sub(Get(left), size))

            with b.for_range("once", op.ZERO, op.ONE):
                s.each_family(action, use)
            b.invoke(
                f"go.{action.name}",
                s.waiting(),
                s.state,
                s.context,
                s.state,
                s.mover,
                op.ZERO,
                op.ZERO,
                op.ZERO,
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
        mode = self.load_context("mode")
        if self.is_tried(action):
            code = b.materialize(self.code(action))
            going: Expr = op.TRUE
            if action.again is not None:
                is_match = op.eq(mode, op.number(MATCH))
                wanted = op.eq(self.load_context("wanted", op.number(2)), code)
                wanted = op.and_(wanted, op.eq(self.load_context("wanted"), op.number(-1 - action.index)))
                going = op.or_(op.not_(is_match), wanted)
            elif self.is_guarded(action) and self.narrowed is None and not self.is_drawing:
                going = b.materialize(op.not_(self.is_passed(action, code)))
            with b.if_(going):
                self.count_try(action)
                tried = b.allocate("tried", "state")
                b.emit(ir.Copy(tried, self.state))
                total: Expr = op.ZERO
                if action.again is not None and action.again.is_any_order:
                    total = op.add(self.era, self.mixed(code))
                b.invoke(
                    f"go.{action.name}",
                    self.waiting(),
                    tried,
                    self.context,
                    Get(OUT),
                    self.mover,
                    op.ZERO,
                    code,
                    total,
                    *handed,
                )
                with b.if_(op.ne(self.load_context("found"), op.ZERO)):
                    b.ret()
            return
        with b.if_(op.le(mode, op.number(ANY))):
            self.store_context("count", op.add(self.load_context("count"), op.ONE))
            with b.if_(op.eq(mode, op.number(ANY))):
                self.store_context("found", op.ONE)
                b.ret()
        with b.if_(op.lt(op.number(ANY), mode)):
            self.act_on(action, handed)

    def is_passed(self, action: model.Action, code: Expr) -> Expr:
        """Deals with a candidate that is legal without being tried, unless it is to be done; whether that was so."""
        b, mode = self.b, self.load_context("mode")
        passed = b.variable("passed", op.FALSE)
        with b.if_(self.is_safe(action)):
            with b.if_(op.le(mode, op.number(ANY))):
                self.store_context("count", op.add(self.load_context("count"), op.ONE))
                with b.if_(op.eq(mode, op.number(ANY))):
                    self.store_context("found", op.ONE)
                    b.ret()
                b.assign(passed, op.TRUE)
            number_of = op.add(op.number(self.numbers.offsets[action.index]), code)
            with b.if_(op.eq(mode, op.number(LIST))):
                if self.may_repeat(action):
                    b.materialize(
                        ir.Call(self.row_writer(action), (self.context, number_of, op.NONE, op.ZERO, op.ZERO), INT)
                    )
                else:
                    self.write_row([number_of])
                b.assign(passed, op.TRUE)
            with b.if_(op.and_(op.eq(mode, op.number(PICK)), op.lt(op.ZERO, self.load_context("skip")))):
                self.store_context("skip", op.sub(self.load_context("skip"), op.ONE))
                b.assign(passed, op.TRUE)
            with b.if_(
                op.and_(op.eq(mode, op.number(MATCH)), op.ne(number_of, self.load_context("wanted")))
            ):
                b.assign(passed, op.TRUE)
        return Get(passed)

    def act_on(self, action: model.Action, handed: list[Expr]) -> None:
        """Lists, plays or explores a candidate that is legal as it stands."""
        b, mode = self.b, self.load_context("mode")
        if not self.game.has_chance:
            with b.if_(op.eq(mode, op.number(EXPAND))):
                made = b.allocate("next", "state")
                b.emit(ir.Copy(made, self.state))
                self.call_go(action, made, made, handed)
                self.stop_if_wrong()
        is_wanted = b.variable("wanted", op.FALSE)
        with b.if_(op.eq(mode, op.number(PICK))):
            b.assign(is_wanted, op.eq(self.load_context("skip"), op.ZERO))
            self.store_context("skip", op.sub(self.load_context("skip"), op.ONE))
        listing = op.or_(op.eq(mode, op.number(LIST)), op.eq(mode, op.number(MATCH)))
        with b.if_(listing):
            number_of = b.materialize(op.add(op.number(self.numbers.offsets[action.index]), self.code(action)))
            with b.if_else(op.eq(mode, op.number(LIST))) as branch:
                if self.may_repeat(action):  # equal choices are one action
                    b.materialize(
                        ir.Call(self.row_writer(action), (self.context, number_of, op.NONE, op.ZERO, op.ZERO), INT)
                    )
                else:
                    self.write_row([number_of])
                branch.otherwise()
                b.assign(is_wanted, op.eq(number_of, self.load_context("wanted")))
        with b.if_(Get(is_wanted)):
            b.emit(ir.Copy(Get(OUT), self.state))
            self.call_go(action, Get(OUT), Get(OUT), handed)
            self.store_context("found", op.ONE)
            b.ret()

    def call_go(self, action: model.Action, state: Expr, out: Expr, handed: list[Expr]) -> None:
        """Does a candidate's first step on a state."""
        self.b.invoke(
            f"go.{action.name}",
            self.waiting(),
            state,
            self.context,
            out,
            self.mover,
            op.ZERO,
            op.ZERO,
            op.ZERO,
            *handed,
        )

    def write_row(self, words: list[Expr]) -> None:
        """Appends to the list of actions."""
        b, width = self.b, self.unit.row
        at = b.materialize(op.add(self.load_context("base"), self.load_context("count")))
        with b.if_else(op.lt(op.number(RECORDS // width - 1), at)) as branch:
            self.fail("too-many-ways", None)
            branch.otherwise()
            base = b.materialize(op.mul(at, op.number(width)))
            for i, w in enumerate(words):
                self.store_context("records", w, op.add(base, op.number(i)))
            self.store_context("count", op.add(self.load_context("count"), op.ONE))

    def count_try(self, action: model.Action) -> None:
        """Keeps what branches without end from hanging."""
        self.store_context("tries", op.add(self.load_context("tries"), op.ONE))
        with self.b.if_(op.lt(op.number(MAX_TRIES), self.load_context("tries"))):
            self.fail("too-many-ways", action.span)
        self.stop_if_wrong()

    def stop_if_wrong(self) -> None:
        """When something has gone wrong in play nothing more is looked at."""
        with self.b.if_(op.ne(self.load_context("error"), op.ZERO)):
            self.store_context("found", op.ONE)
            self.b.ret()

    # ---- what later classes of the chain give

    def mixed(self, code: Expr) -> Expr:
        raise NotImplementedError
