"""Doing an action: its parts one after the other, its further steps (`again`), and settling until nothing changes."""

from gdl import model
from gdl.types import PIECE, SITE
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.candidates import ANY, CODE, DEPTH, MATCH, OUT, SEEN, SUM, WAS, Name
from interpreter.lowering.ir import BOOL, INT, VOID, Const, Expr, Get, Var
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
            with b.when(make("eq", Get(DEPTH), ZERO)):
                self.begin()
        if self.has_cell("steps"):
            self.store("steps", make("add", self.load("steps"), ONE))
        if self.is_made_by_itself(action):
            b.call(self.doing(action), self.state, self.context, self.mover, *self.handed(names))
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
            self.store("captures", ZERO)
            self.store("captured", Const(0, ir.bits(self.plan.kinds)))
        if self.has_cell("steps"):
            self.store("steps", ZERO)
        if self.has_cell("remembered"):
            self.store("remembered", ZERO)
            for history in self.game.histories:
                if self.has_cell(f"fresh.{history}"):
                    self.store(f"fresh.{history}", ZERO)
        self.reset("action")

    def reset(self, until: str) -> None:
        for field in self.game.fields.values():
            if field.until == until:
                cell = self.unit.layouts["state"].cells[f"{field.holder}.{field.name}"]
                if cell.count == 1:
                    self.reset_field(field, ZERO)
                else:
                    with self.b.range("i", ZERO, number(cell.count)) as i:
                        self.reset_field(field, i)

    def carry_out(self, action: model.Action) -> None:
        """A move takes its piece to its destination, capturing what stands there; then the effects."""
        b = self.b
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            self.actor = bound
            to = self.local(action.to)
            here = Get(bound) if self.plan.by_site else b.keep(self.load("place", Get(bound)))
            with b.when(make("ne", here, to)):
                if not self.board.is_stacking:
                    if self.plan.by_site:
                        with b.when(make("has", self.load("occupied"), to)):
                            self.take_away(b.keep(to), True)
                    else:
                        there = b.keep(self.load("first", to))
                        with b.when(make("le", ZERO, there)):
                            self.take_away(there, True)
                self.carry(b.keep(Get(bound)), to)
                self.check_window(to, action.span)
        self.do(action.effects)

    def further(self, action: model.Action, again: model.Again, names: list[Name]) -> None:
        """Goes on where the rule says so."""
        b = self.b
        given = {slot for _, slot, _ in action.parameters} | (
            {action.piece} if action.form == "move" else set()
        )
        goes_on = b.variable("goes_on", FALSE)
        depth = make("add", Get(DEPTH), ONE)
        mode = self.seek("mode")
        may: Expr = make("lt", depth, number(again.most))
        if self.is_replayed(action):
            self.replay_further(action, depth)
            may = make("both", may, make("not", self.is_sure))
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            here = (
                b.keep(self.site_of(self.alive(Get(bound), PIECE.or_none), True))
                if not self.plan.by_site
                else Get(bound)
            )
            may = make("both", may, make("le", ZERO, here))
        self.viewpoint = self.mover
        with (
            b.when(may),
            self.inner(),
            b.when(self.truth(again.condition) if again.condition is not None else TRUE),
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
                b.set(goes_on, TRUE)
                code = b.keep(self.code(action, True))
                at = make("add", number(3), Get(DEPTH))
                is_match = make("eq", mode, number(MATCH))
                wanted = make(
                    "both",
                    make("lt", Get(DEPTH), self.seek("wanted", ONE)),
                    make("eq", self.seek("wanted", at), code),
                )
                with b.when(make("either", make("not", is_match), wanted)):
                    fresh: Expr = TRUE
                    total = b.keep(make("add", Get(SUM), self.mixed(code))) if again.is_any_order else ZERO
                    if again.is_any_order:
                        fresh = self.is_new_beginning(action, total)
                    with b.when(fresh):
                        self.count_try(action)
                        with b.when(make("lt", number(ANY), mode)):
                            self.note("row", code, at)
                        if foretold is None:
                            go_on(depth, total)
                            return
                        is_last = (
                            make("has", last_ones, self.local(foretold.slot))
                            if last_ones is not None
                            else self.is_last(action, foretold)
                        )
                        with b.choice(make("both", make("not", is_match), is_last)) as branch:
                            self.list_last(action, foretold)
                            branch.otherwise()
                            go_on(depth, total)

            def go_on(depth: Expr, total: Expr) -> None:
                tried = b.new("tried", "state")
                b.emit(ir.Copy(tried, self.state))
                b.call(
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
                with b.when(make("ne", self.seek("found"), ZERO)):
                    b.give()

            with self.judged_early(action):
                last_ones = self.last_ones(action, foretold) if foretold is not None else None
                self.parts(action, 0, leaf)
            self.is_changing = is_changing
        if again.must:
            with b.when(Get(goes_on)):
                b.give()

    def is_new_beginning(self, action: model.Action, total: Expr) -> Expr:
        """Of beginnings that are the same steps in different orders only the first goes on.

        A beginning is known by a sum over its steps, in a table with open addressing.
        """
        b = self.b
        fresh = b.variable("fresh", TRUE)
        with b.when(make("ne", self.seek("mode"), number(MATCH))):
            key = b.keep(make("select", make("eq", total, ZERO), ONE, total))
            at = b.variable("at", make("and", key, number(SEEN - 1)))
            with b.loop():
                held = b.keep(self.seek("seen", Get(at)))
                with b.when(make("eq", held, key)):
                    b.set(fresh, FALSE)
                    b.leave(b.loops - 1)
                with b.when(make("eq", held, ZERO)):
                    used = b.keep(self.seek("used"))
                    with b.choice(make("lt", used, number(SEEN * 7 // 8))) as branch:
                        self.note("seen", key, Get(at))
                        self.note("slots", Get(at), used)
                        self.note("used", make("add", used, ONE))
                        branch.otherwise()
                        self.fail("too-many-ways", action.span)
                        self.note("found", ONE)
                        b.set(fresh, FALSE)
                    b.leave(b.loops - 1)
                b.set(at, make("and", make("add", Get(at), ONE), number(SEEN - 1)))
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
                self.b.call(self.settling(index, clause), self.state, self.context, self.mover)
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
        last, mark = b.new("last", "state"), b.new("mark", "state")
        b.emit(ir.Copy(mark, self.state))
        rounds, power = b.variable("rounds", ZERO), b.variable("power", ONE)
        with b.loop():
            b.emit(ir.Copy(last, self.state))
            with self.inner():
                self.do(clause.body)
            with b.when(ir.Call(self.same_board(), (self.state, last), BOOL)):
                b.leave(b.loops - 1)
            b.set(rounds, make("add", Get(rounds), ONE))
            is_back = ir.Call(self.same_board(), (self.state, mark), BOOL)
            with b.when(make("either", is_back, make("lt", number(10_000), Get(rounds)))):
                self.fail("settle-cycle", clause.span)
                b.leave(b.loops - 1)
            with b.when(make("eq", Get(rounds), Get(power))):
                b.set(power, make("mul", Get(power), number(2)))
                b.emit(ir.Copy(mark, self.state))

    def same_board(self) -> str:
        """Whether two states are equal in all that a settling may change."""
        name = "same_board"
        if name not in self.unit.functions:
            other = Var("other", ir.block("state"))
            builder = Builder(name, (STATE, other), BOOL)
            s = type(self)(self.unit, builder, Get(STATE), NOBODY)
            s.compare_boards(Get(other))
            builder.give(TRUE)
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
                mine = self.or_else(mine, True, NOBODY, lambda p: self.load("place", p))
                theirs = self.or_else(theirs, True, NOBODY, lambda p: self.load("place", p, other))
            is_same = make("equal", mine, theirs) if cells[cell].size else make("eq", mine, theirs)
            with b.when(make("not", is_same)):
                b.give(FALSE)

        def all_of(cell: str) -> None:
            if cells[cell].count == 1:
                differ(cell, ZERO)
            else:
                with b.range("i", ZERO, number(cells[cell].count)) as i:
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
        with b.range("place", ZERO, number(self.plan.places)) as place:
            p = b.variable("p", self.load("first", place))
            q = b.variable("q", self.load("first", place, other))
            with b.loop():
                ended = make("either", make("lt", Get(p), ZERO), make("lt", Get(q), ZERO))
                with b.when(ended):
                    with b.when(
                        make("not", make("same", make("lt", Get(p), ZERO), make("lt", Get(q), ZERO)))
                    ):
                        b.give(FALSE)
                    b.leave(b.loops - 1)
                for cell in described:
                    differ(cell, Get(p), Get(q))
                if "next" not in cells:
                    b.leave(b.loops - 1)
                else:
                    b.set(p, self.load("next", Get(p)))
                    b.set(q, self.load("next", Get(q), other))

    def finish_action(self, action: model.Action) -> None:
        """What happens with the state that an action has led to. Given by the rules of turns."""
        raise NotImplementedError
