"""Doing an action: its parts one after the other, its further steps (`again`), and settling until nothing changes."""

from gdl import model
from gdl.types import PIECE, SITE
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Const, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.candidates import ANY, CODE, DEPTH, MATCH, OUT, SEEN, SUM, WAS, Name
from interpreter.lowering.replay import Replay
from interpreter.lowering.scope import CONTEXT, MOVER, STATE


class Actions(Replay):
    """The functions of actions."""

    # ---- doing it

    def go(self, action: model.Action) -> str:
        """`go.A`: does a step of an action on its own copy of the state, and what follows."""
        name = f"go.{action.name}"
        if name in self.unit.functions or name in self.unit.begun:
            return name
        self.unit.begun.add(name)
        names = self.bound_names(action)
        variables = self.as_parameters(names)
        builder = Builder(name, (WAS, STATE, CONTEXT, OUT, MOVER, DEPTH, CODE, SUM, *variables), VOID)
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.is_changing = True
        s.take_names(names, variables)
        s._go(action, names)
        self.unit.functions[name] = builder.function()
        return name

    def _go(self, action: model.Action, names: list[Name]) -> None:
        b, again = self.b, action.again
        if again is None:
            self.begin()
        else:
            with b.if_(op.eq(Get(DEPTH), op.ZERO)):
                self.begin()
        if self.has_cell("steps"):
            self.store("steps", op.add(self.load("steps"), op.ONE))
        if self.is_made_by_itself(action):
            b.invoke(self.doing(action), self.state, self.context, self.mover, *self.handed(names))
            self.actor = None
        else:
            self.carry_out(action)
            if again is not None:
                self.further(action, again, names)
            self.round_off(action)
        self.finish_action(action)

    def round_off(self, action: model.Action) -> None:
        """What comes when an action's effects are done."""
        self.viewpoint = self.mover
        self.do(action.finals)
        self.actor = None
        self.settle(action)

    def is_made_by_itself(self, action: model.Action) -> bool:
        """Whether an action is demanded and leaves nothing to choose."""
        return not action.choices and action.again is None and action in self.demanded_actions()

    def doing(self, action: model.Action) -> str:
        """`do.A(state, context, mover, ...)`: the effects of an action that leaves nothing to choose, and settling."""
        name = f"do.{action.name}"
        if name not in self.unit.functions and name not in self.unit.begun:
            self.unit.begun.add(name)
            names = self.bound_names(action)
            variables = self.as_parameters(names)
            builder = Builder(name, (STATE, CONTEXT, MOVER, *variables), VOID)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.is_changing = True
            s.take_names(names, variables)
            s.do(action.effects)
            s.round_off(action)
            self.unit.functions[name] = builder.function()
        return name

    def demanded_actions(self) -> list[model.Action]:
        raise NotImplementedError  # by Demands

    def begin(self) -> None:
        """What an action starts with."""
        if self.has_cell("captures"):
            self.store("captures", op.ZERO)
            self.store("captured", Const(0, ir.bits(self.plan.kinds)))
        if self.has_cell("steps"):
            self.store("steps", op.ZERO)
        if self.has_cell("remembered"):
            self.store("remembered", op.ZERO)
            for history in self.game.histories:
                if self.has_cell(f"fresh.{history}"):
                    self.store(f"fresh.{history}", op.ZERO)
        self.reset("action")

    def reset(self, until: str) -> None:
        for field in self.game.fields.values():
            if field.until == until:
                cell = self.unit.layouts["state"].cells[f"{field.holder}.{field.name}"]
                if cell.count == 1:
                    self.reset_field(field, op.ZERO)
                else:
                    with self.b.for_range("i", op.ZERO, op.number(cell.count)) as i:
                        self.reset_field(field, i)

    def carry_out(self, action: model.Action) -> None:
        """A move takes its piece to its destination, capturing what stands there; then the effects."""
        b = self.b
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            self.actor = bound
            to = self.local(action.to)
            here = Get(bound) if self.plan.by_site else b.materialize(self.load("place", Get(bound)))
            with b.if_(op.ne(here, to)):
                if not self.board.is_stacking:
                    if self.plan.by_site:
                        with b.if_(op.contains(self.load("occupied"), to)):
                            self.take_away(b.materialize(to), True)
                    else:
                        there = b.materialize(self.load("first", to))
                        with b.if_(op.le(op.ZERO, there)):
                            self.take_away(there, True)
                self.carry(b.materialize(Get(bound)), to)
                self.check_window(to, action.span)
        self.do(action.effects)

    def further(self, action: model.Action, again: model.Again, names: list[Name]) -> None:
        """Goes on where the rule says so."""
        b = self.b
        given = {slot for _, slot, _ in action.parameters} | (
            {action.piece} if action.form == "move" else set()
        )
        goes_on = b.variable("goes_on", op.FALSE)
        depth = op.add(Get(DEPTH), op.ONE)
        mode = self.load_context("mode")
        may: Expr = op.lt(depth, op.number(again.most))
        if self.is_replayed(action):
            self.replay_further(action, depth)
            may = op.and_(may, op.not_(self.is_sure))
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            here = (
                b.materialize(self.site_of(self.alive(Get(bound), PIECE.or_none), True))
                if not self.plan.by_site
                else Get(bound)
            )
            may = op.and_(may, op.le(op.ZERO, here))
        self.viewpoint = self.mover
        with (
            b.if_(may),
            self.inner(),
            b.if_(self.truth(again.condition) if again.condition is not None else op.TRUE),
        ):
            for (
                n
            ) in names:  # a further step's choices have variables of their own: `finally` asks for this one's
                if n.slot not in given:
                    self.env.pop(n.slot)
            if action.form == "move":
                self.bind(action.origin, SITE, here, "from")
            is_changing, self.is_changing = self.is_changing, False

            foretold = self.foretold(action)
            last_ones: Expr | None = None

            def leaf() -> None:
                b.assign(goes_on, op.TRUE)
                code = b.materialize(self.code(action, True))
                at = op.add(op.number(3), Get(DEPTH))
                is_match = op.eq(mode, op.number(MATCH))
                wanted = op.and_(op.lt(Get(DEPTH), self.load_context("wanted", op.ONE)),
                    op.eq(self.load_context("wanted", at), code),
                )
                with b.if_(op.or_(op.not_(is_match), wanted)):
                    fresh: Expr = op.TRUE
                    total = b.materialize(op.add(Get(SUM), self.mixed(code))) if again.is_any_order else op.ZERO
                    if again.is_any_order:
                        fresh = self.is_new_beginning(action, total)
                    with b.if_(fresh):
                        self.count_try(action)
                        with b.if_(op.lt(op.number(ANY), mode)):
                            self.store_context("row", code, at)
                        if foretold is None:
                            go_on(depth, total)
                            return
                        is_last = (
                            op.contains(last_ones, self.local(foretold.slot))
                            if last_ones is not None
                            else self.is_last(action, foretold)
                        )
                        with b.if_else(op.and_(op.not_(is_match), is_last)) as branch:
                            self.list_last(action, foretold)
                            branch.otherwise()
                            go_on(depth, total)

            def go_on(depth: Expr, total: Expr) -> None:
                tried = b.allocate("tried", "state")
                b.emit(ir.Copy(tried, self.state))
                b.invoke(
                    f"go.{action.name}",
                    Get(WAS),
                    tried,
                    self.context,
                    Get(OUT),
                    self.mover,
                    depth,
                    Get(CODE),
                    total,
                    *self.handed(names),
                )
                with b.if_(op.ne(self.load_context("found"), op.ZERO)):
                    b.ret()

            with self.judged_early(action):
                last_ones = self.last_ones(action, foretold) if foretold is not None else None
                self.parts(action, 0, leaf)
            self.is_changing = is_changing
        if again.must:
            with b.if_(Get(goes_on)):
                b.ret()

    def is_new_beginning(self, action: model.Action, total: Expr) -> Expr:
        """Of beginnings that are the same steps in different orders only the first goes on.

        A beginning is known by a sum over its steps, in a table with open addressing.
        """
        b = self.b
        fresh = b.variable("fresh", op.TRUE)
        with b.if_(op.ne(self.load_context("mode"), op.number(MATCH))):
            key = b.materialize(op.select(op.eq(total, op.ZERO), op.ONE, total))
            at = b.variable("at", op.bit_and(key, op.number(SEEN - 1)))
            with b.loop():
                held = b.materialize(self.load_context("seen", Get(at)))
                with b.if_(op.eq(held, key)):
                    b.assign(fresh, op.FALSE)
                    b.break_loop()
                with b.if_(op.eq(held, op.ZERO)):
                    used = b.materialize(self.load_context("used"))
                    with b.if_else(op.lt(used, op.number(SEEN * 7 // 8))) as branch:
                        self.store_context("seen", key, Get(at))
                        self.store_context("slots", Get(at), used)
                        self.store_context("used", op.add(used, op.ONE))
                        branch.otherwise()
                        self.fail("too-many-ways", action.span)
                        self.store_context("found", op.ONE)
                        b.assign(fresh, op.FALSE)
                    b.break_loop()
                b.assign(at, op.bit_and(op.add(Get(at), op.ONE), op.number(SEEN - 1)))
        return Get(fresh)

    def mixed(self, code: Expr) -> Expr:
        return ir.Call("mix", (code,), INT)

    def settle(self, action: model.Action) -> None:
        """What follows by rule. Up to the last clause that knows the move, clauses are written out here, so that the
        name of its piece follows the piece."""
        clauses = [(i, c) for i, c in enumerate(self.game.settles) if not c.after or action.name in c.after]
        written_out = max((n for n, (_, c) in enumerate(clauses, 1) if c.piece >= 0), default=0)
        for n, (index, clause) in enumerate(clauses):
            if n >= written_out:
                self.b.invoke(self.settling(index, clause), self.state, self.context, self.mover)
                continue
            self.viewpoint = self.mover
            with self.inner():
                if clause.piece >= 0:
                    piece = self.env[action.piece]
                    assert isinstance(piece, Var)
                    self.point(clause.piece, PIECE.or_none, piece)
                    self.bind(clause.origin, SITE, self.local(action.origin), "from")
                    self.bind(clause.to, SITE, self.local(action.to), "to")
                self.settle_by(clause)

    def settling(self, index: int, clause: model.Settle) -> str:
        name = f"settle.{index + 1}"
        if name not in self.unit.functions:
            builder = Builder(name, (STATE, CONTEXT, MOVER), VOID)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.is_changing = True
            s.settle_by(clause)
            self.unit.functions[name] = builder.function()
        return name

    def settle_by(self, clause: model.Settle) -> None:
        if clause.until_stable:
            self.until_stable(clause)
        else:
            self.do(clause.body)

    def until_stable(self, clause: model.Settle) -> None:
        """Repeats until nothing changes. A position that comes back is found by one kept at powers of two (Brent)."""
        b = self.b
        last, mark = b.allocate("last", "state"), b.allocate("mark", "state")
        b.emit(ir.Copy(mark, self.state))
        rounds, power = b.variable("rounds", op.ZERO), b.variable("power", op.ONE)
        with b.loop():
            b.emit(ir.Copy(last, self.state))
            with self.inner():
                self.do(clause.body)
            with b.if_(ir.Call(self.same_board(), (self.state, last), BOOL)):
                b.break_loop()
            b.assign(rounds, op.add(Get(rounds), op.ONE))
            is_back = ir.Call(self.same_board(), (self.state, mark), BOOL)
            with b.if_(op.or_(is_back, op.lt(op.number(10_000), Get(rounds)))):
                self.fail("settle-cycle", clause.span)
                b.break_loop()
            with b.if_(op.eq(Get(rounds), Get(power))):
                b.assign(power, op.mul(Get(power), op.number(2)))
                b.emit(ir.Copy(mark, self.state))

    def same_board(self) -> str:
        """Whether two states are equal in all that a settling may change."""
        name = "same_board"
        if name not in self.unit.functions:
            other = Var("other", ir.block("state"))
            builder = Builder(name, (STATE, other), BOOL)
            s = type(self)(self.unit, builder, Get(STATE), op.NONE)
            s.compare_boards(Get(other))
            builder.ret(op.TRUE)
            self.unit.functions[name] = builder.function()
        return name

    def compare_boards(self, other: Expr) -> None:
        b = self.b
        cells = self.unit.layouts["state"].cells

        of_pieces = {f"{f.holder}.{f.name}" for f in self.game.fields.values() if f.type.base == "piece"}

        def differ(cell: str, index: Expr, there: Expr | None = None) -> None:
            mine = self.load(cell, index)
            theirs = self.load(cell, index if there is None else there, other)
            if cell in of_pieces:  # a piece is where it is
                mine = self.or_else(mine, True, op.NONE, lambda p: self.load("place", p))
                theirs = self.or_else(theirs, True, op.NONE, lambda p: self.load("place", p, other))
            is_same = op.same_set(mine, theirs) if cells[cell].size else op.eq(mine, theirs)
            with b.if_(op.not_(is_same)):
                b.ret(op.FALSE)

        def all_of(cell: str) -> None:
            if cells[cell].count == 1:
                differ(cell, op.ZERO)
            else:
                with b.for_range("i", op.ZERO, op.number(cells[cell].count)) as i:
                    differ(cell, i)

        for f in self.game.fields.values():
            if f.holder != "piece":
                all_of(f"{f.holder}.{f.name}")
        if self.plan.by_site:
            for cell in ("occupied", "own", "are", *(f"piece.{f.name}" for f in self.plan.piece_fields)):
                if cell in cells:
                    all_of(cell)
            return
        if "occupied" in cells:
            all_of("occupied")
        described = ["kind", "owner", *(f"piece.{f.name}" for f in self.plan.piece_fields)]
        with b.for_range("place", op.ZERO, op.number(self.plan.places)) as place:
            p = b.variable("p", self.load("first", place))
            q = b.variable("q", self.load("first", place, other))
            with b.loop():
                ended = op.or_(op.lt(Get(p), op.ZERO), op.lt(Get(q), op.ZERO))
                with b.if_(ended):
                    with b.if_(
                        op.not_(op.iff(op.lt(Get(p), op.ZERO), op.lt(Get(q), op.ZERO)))
                    ):
                        b.ret(op.FALSE)
                    b.break_loop()
                for cell in described:
                    differ(cell, Get(p), Get(q))
                if "next" not in cells:
                    b.break_loop()
                else:
                    b.assign(p, self.load("next", Get(p)))
                    b.assign(q, self.load("next", Get(q), other))

    def finish_action(self, action: model.Action) -> None:
        """What happens with the state that an action has led to. Given by the rules of turns."""
        raise NotImplementedError
