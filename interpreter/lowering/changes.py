"""How a state changes: pieces come, go and move, and fields get values.

Each kind of change is one function of the program, written when it is first needed.
"""

from collections.abc import Callable

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, ZERO, Builder, make, number, one, truth
from interpreter.lowering.ir import INT, Expr, Get, Var
from interpreter.lowering.marking import Marking
from interpreter.lowering.plan import is_of_pieces
from interpreter.lowering.scope import CONTEXT, STATE, Rational, Value
from interpreter.numbering import NO_NUMBER

PIECE = Var("piece", INT)
PLACE = Var("place", INT)
KIND = Var("kind", INT)
OWNER = Var("owner", INT)


class Changes(Marking):
    """The changes that effects are made of."""

    def routine(
        self, name: str, parameters: tuple[Var, ...], result: ir.Type, write: "Callable[[Changes], None]"
    ) -> str:
        """A function of the program, written once."""
        if name not in self.unit.functions:
            builder = Builder(name, (STATE, CONTEXT, *parameters), result)
            write(type(self)(self.unit, builder, Get(STATE), NOBODY))
            self.unit.functions[name] = builder.function()
        return name

    def run(self, name: str, *arguments: Expr) -> None:
        self.b.call(name, self.state, self.context, *arguments)

    # ---- pieces that are named by their sites

    def put_at(self) -> str:
        def write(s: "Changes") -> None:
            s.b.is_inline = True
            s.mark(Get(PLACE), Get(KIND), Get(OWNER), True)
            if s.has_cell("kind"):
                s.store("kind", Get(KIND), Get(PLACE))
            for field in s.plan.piece_fields:
                s.reset_field(field, Get(PLACE))

        return self.routine("put_at", (KIND, OWNER, PLACE), ir.VOID, write)

    def clear_at(self) -> str:
        def write(s: "Changes") -> None:
            s.b.is_inline = True
            owner, kind = s.b.keep(s.owner_of(Get(PLACE), False)), s.b.keep(s.kind_of(Get(PLACE), False))
            s.mark(Get(PLACE), kind, owner, False)
            if s.has_cell("kind"):
                s.store("kind", ZERO, Get(PLACE))
            for field in s.plan.piece_fields:
                s.reset_field(field, Get(PLACE))

        return self.routine("clear_at", (PLACE,), ir.VOID, write)

    def move_at(self) -> str:
        def write(s: "Changes") -> None:
            s.b.is_inline = True
            at = Get(PIECE)
            owner, kind = s.b.keep(s.owner_of(at, False)), s.b.keep(s.kind_of(at, False))
            fields = [(f, s.b.keep(s.load(f"piece.{f.name}", at))) for f in s.plan.piece_fields]
            s.run(s.clear_at(), at)
            s.run(s.put_at(), kind, owner, Get(PLACE))
            for field, value in fields:
                s.store(f"piece.{field.name}", value, Get(PLACE))

        return self.routine("move_at", (PIECE, PLACE), ir.VOID, write)

    def renamed(self, old: Expr, new: Expr) -> None:
        """Pieces are named by their sites: names that hold one that has moved, or is gone, follow it."""
        if not self.plan.by_site:
            return
        for slot, bound in self.env.items():
            kind = self.types[slot]
            if not isinstance(bound, Var):
                continue
            if kind.base == "piece":
                self.b.set(bound, make("select", make("eq", Get(bound), old), new, Get(bound)))
            elif kind.base == "set" and kind.element is not None and kind.element.base == "piece":
                gone = make("minus", Get(bound), one(old, bound.type.size))
                moved = make("union", gone, one(new, bound.type.size))
                self.b.set(bound, make("select", make("has", Get(bound), old), moved, Get(bound)))

    # ---- pieces that have numbers

    def link(self) -> str:
        """Puts a piece that is nowhere into a place: on top of a site, by its order into a pool."""

        def write(s: "Changes") -> None:
            b, p, place = s.b, Get(PIECE), Get(PLACE)
            s.store("place", place, p)
            with b.when(make("lt", place, number(s.plan.sites))):
                if s.plan.keeps_tops:
                    s.describe_top(place, False)
                s.mark(place, s.load("kind", p), s.load("owner", p), True)
            if not s.has_cell("next"):
                s.store("first", p, place)
                b.give()
                return
            if s.plan.keeps_tops:
                with b.when(make("lt", place, number(s.plan.sites))):
                    below = b.keep(s.load("top", place))
                    s.store("below", below, p)
                    s.store("next", NOBODY, p)
                    s.store("top", p, place)
                    with b.choice(make("lt", below, ZERO)) as branch:
                        s.store("first", p, place)
                        branch.otherwise()
                        s.store("next", p, below)
                    b.give()
            before, at = b.variable("before", NOBODY), b.variable("at", s.load("first", place))
            with b.loop():
                with b.when(make("lt", Get(at), ZERO)):
                    b.leave(b.loops - 1)
                if s.game.pools:
                    in_pool = make("le", number(s.plan.sites), place)
                    with b.when(in_pool), b.when(s.comes_first(p, Get(at))):
                        b.leave(b.loops - 1)
                b.set(before, Get(at))
                b.set(at, s.load("next", Get(at)))
            s.store("next", Get(at), p)
            with b.choice(make("lt", Get(before), ZERO)) as branch:
                s.store("first", p, place)
                branch.otherwise()
                s.store("next", p, Get(before))

        return self.routine("link", (PIECE, PLACE), ir.VOID, write)

    def comes_first(self, p: Expr, q: Expr) -> Expr:
        """Whether one piece stands before another in a pool: by kind, owner and fields."""
        b = self.b
        result = b.variable("less", FALSE)
        with b.range("once", ZERO, ONE):
            inner = b.loops - 1
            fields = [f"piece.{f.name}" for f in self.plan.piece_fields if f.type.base != "piece"]
            for cell in ["kind", "owner", *fields]:
                x, y = b.keep(self.load(cell, p)), b.keep(self.load(cell, q))
                with b.when(make("ne", x, y)):
                    b.set(result, make("lt", x, y))
                    b.leave(inner)
        return Get(result)

    def unlink(self) -> str:
        """Takes a piece from its place; it is nowhere then."""

        def write(s: "Changes") -> None:
            b, p = s.b, Get(PIECE)
            place = b.keep(s.load("place", p))
            s.store("place", NOBODY, p)
            if not s.has_cell("next"):
                s.store("first", NOBODY, place)
                s.mark(place, s.load("kind", p), s.load("owner", p), False)
                b.give()
                return
            if s.plan.keeps_tops:
                with b.when(make("lt", place, number(s.plan.sites))):
                    s.take_from_stack(p, place)
                    b.give()
            first = b.keep(s.load("first", place))
            with b.choice(make("eq", first, p)) as branch:
                s.store("first", s.load("next", p), place)
                branch.otherwise()
                at = b.variable("at", first)
                with b.loop():
                    following = b.keep(s.load("next", Get(at)))
                    with b.when(make("eq", following, p)):
                        s.store("next", s.load("next", p), Get(at))
                        b.leave(b.loops - 1)
                    b.set(at, following)
            if s.plan.keeps_tops:
                b.give()
                return
            with b.when(make("lt", place, number(s.plan.sites))):
                if s.board.is_stacking:
                    with b.when(make("lt", s.load("first", place), ZERO)):
                        s.mark(place, NOBODY, NOBODY, False)
                else:
                    s.mark(place, s.load("kind", p), s.load("owner", p), False)

        return self.routine("unlink", (PIECE,), ir.VOID, write)

    def take_from_stack(self, piece: Expr, place: Expr) -> None:
        """Takes a piece from a site whose topmost piece is kept, and for each piece the one below it."""
        b = self.b
        below, above = b.keep(self.load("below", piece)), b.keep(self.load("next", piece))
        with b.choice(make("lt", above, ZERO)) as branch:
            self.describe_top(place, False)
            self.store("top", below, place)
            self.describe_top(place, True)
            branch.otherwise()
            self.store("below", below, above)
        with b.choice(make("lt", below, ZERO)) as branch:
            self.store("first", above, place)
            with b.when(make("lt", above, ZERO)):
                self.mark(place, NOBODY, NOBODY, False)
            branch.otherwise()
            self.store("next", above, below)

    def newcomer(self) -> str:
        """A free number for a piece; -1 if there are too many."""

        def write(s: "Changes") -> None:
            b, capacity = s.b, number(s.plan.capacity)
            at = b.variable("at", s.load("newest"))
            with b.range("i", ZERO, capacity):
                b.set(at, make("add", Get(at), ONE))
                with b.when(make("le", capacity, Get(at))):
                    b.set(at, ZERO)
                with b.when(make("lt", s.load("place", Get(at)), ZERO)):
                    s.store("newest", Get(at))
                    b.give(Get(at))
            s.fail("too-many-pieces", None)
            b.give(NOBODY)

        return self.routine("newcomer", (), INT, write)

    def vanish(self) -> str:
        """A piece leaves the game: whatever named it names nothing."""

        def write(s: "Changes") -> None:
            b, p = s.b, Get(PIECE)
            s.run(s.unlink(), p)
            for f in s.game.fields.values():
                if f.type.base != "piece":
                    continue
                cell = s.unit.layouts["state"].cells[f"{f.holder}.{f.name}"]
                with b.range("i", ZERO, number(cell.count)) as i, b.when(make("eq", s.load(cell.name, i), p)):
                    s.store(cell.name, NOBODY, i)
            if s.plan.has_demands:
                s.forget(p)

        return self.routine("vanish", (PIECE,), ir.VOID, write)

    def forget(self, piece: Expr) -> None:
        """Demands about a piece that is gone: -2 stands for it."""
        b, plan = self.b, self.plan
        width = max(1, plan.argument_words)
        is_piece = [0] * (width * len(self.game.actions))
        for action in self.game.actions:
            at = 0
            for _, slot, kind in action.parameters:
                words = plan.words(kind, slot)
                if kind.base == "piece":
                    is_piece[action.index * width + at] = 1
                elif is_of_pieces(kind):  # a list: its length, and the pieces
                    start = action.index * width + at
                    is_piece[start + 1 : start + words] = [1] * (words - 1)
                at += words
        if not any(is_piece):
            return
        table = self.unit.constant("is_piece", tuple(is_piece))
        with b.range("i", ZERO, self.load("waiting")) as i:
            row = b.keep(make("mul", i, number(plan.demand_words)))
            with b.range("k", ZERO, self.load("demands", make("add", row, number(2)))) as k:
                place = make("mul", k, number(plan.alternative_words))
                base = b.keep(make("add", make("add", row, number(3)), place))
                first = b.keep(make("mul", self.load("demands", base), number(width)))
                with b.range("j", ZERO, number(width)) as j:
                    entry = b.keep(make("add", make("add", base, ONE), j))
                    is_it = make("eq", self.lookup(table, make("add", first, j)), ONE)
                    with b.when(make("both", is_it, make("eq", self.load("demands", entry), piece))):
                        self.store("demands", number(-2), entry)

    # ---- fields

    def reset_field(self, field: model.Field, index: Expr) -> None:
        self.store(
            f"{field.holder}.{field.name}", self.stored(field, self.coded(field.default, field.type)), index
        )

    def stored(self, field: model.Field, value: Expr) -> Expr:
        """A value as its cell holds it."""
        if field.type.base == "number" and field.type.is_optional:
            value = self.b.keep(value)
            return make("select", make("eq", value, number(NO_NUMBER)), self.least(field), value)
        return self.plain(value)

    def whole_only(self, value: Rational, span: object) -> Expr:
        """A number for a field, which holds whole ones."""
        with self.b.when(make("ne", value.bottom, ONE)):
            self.fail("field-overflow", span)
        return value.top

    def write_field(
        self, field: model.Field, index: Expr, value: Value, span: object, can_be_none: bool
    ) -> None:
        """Gives a field a value, which may be out of its range."""
        if isinstance(value, Rational):
            value = self.whole_only(value, span)
        value = self.b.keep(self.plain(value))
        if field.bounds is not None:
            low, high = field.bounds
            outside = make("either", make("lt", value, number(low)), make("lt", number(high), value))
            if can_be_none:
                outside = make("both", outside, make("ne", value, number(NO_NUMBER)))
            with self.b.when(outside):
                self.fail("field-overflow", span)
        if can_be_none and not field.type.is_optional and field.type.base != "bool":
            with self.b.when(make("eq", value, number(self.plan.none_of(field.type)))):
                self.fail("no-value", span)
        self.store(f"{field.holder}.{field.name}", self.stored(field, value), index)

    # ---- what effects do with a piece

    def is_there(self, piece: Expr) -> Expr:
        """Whether a piece is in the game."""
        if self.plan.by_site:
            return make("has", self.load("occupied"), piece)
        return make("le", ZERO, self.or_else(piece, True, NOBODY, lambda p: self.load("place", p)))

    def take_away(self, piece: Expr, is_capture: bool) -> None:
        """Removes a piece if it is there; what captures never captures itself."""
        b = self.b
        goes = self.is_there(piece)
        if is_capture and self.actor is not None:
            goes = make("both", goes, make("ne", piece, Get(self.actor)))
        with b.when(goes):
            if is_capture and self.has_cell("captures"):
                self.store("captures", make("add", self.load("captures"), ONE))
                kind = self.kind_of(piece, False)
                self.store("captured", make("union", self.load("captured"), one(kind, self.plan.kinds)))
            if self.plan.by_site:
                self.run(self.clear_at(), piece)
                self.renamed(piece, NOBODY)
            else:
                self.run(self.vanish(), piece)

    def carry(self, piece: Expr, place: Expr) -> None:
        """Moves a piece that is there to another place, which can take it."""
        if self.plan.by_site:
            self.run(self.move_at(), piece, place)
            self.renamed(piece, place)
        else:
            self.run(self.unlink(), piece)
            self.run(self.link(), piece, place)

    def is_taken(self, place: Expr) -> Expr:
        if self.board.is_stacking or not self.plan.sites:
            return FALSE
        taken = (
            make("has", self.load("occupied"), place)
            if not self.plan.has_many_sites
            else self._chained(place)
        )
        if not self.game.pools or not self.plan.sites:
            return taken
        return make("both", make("lt", place, number(self.plan.sites)), taken)

    def _chained(self, place: Expr) -> Expr:
        return make("le", ZERO, self.load("first", place))

    def check_window(self, place: Expr, span: object) -> None:
        """A growing board is finite all the same."""
        if not self.board.is_growing:
            return
        edge = set(self.board.edge)
        table = self.unit.table("edge", lambda: [int(s in edge) for s in range(self.plan.sites)])
        inside = make("lt", place, number(self.plan.sites))
        at = make("select", inside, place, ZERO)
        with self.b.when(make("both", inside, make("eq", self.lookup(table, at), ONE))):
            self.fail("window-left", span)

    def give_owner(self, piece: Expr, owner: Expr) -> None:
        self._rewrite(piece, "owner", owner)

    def give_kind(self, piece: Expr, kind: Expr) -> None:
        self._rewrite(piece, "kind", kind)

    def _rewrite(self, piece: Expr, cell: str, value: Expr) -> None:
        b = self.b
        if self.plan.by_site:
            owner, kind = b.keep(self.owner_of(piece, False)), b.keep(self.kind_of(piece, False))
            self.mark(piece, kind, owner, False)
            self.mark(piece, value if cell == "kind" else kind, value if cell == "owner" else owner, True)
            if cell == "kind" and self.has_cell("kind"):
                self.store("kind", value, piece)
            return
        place = b.keep(self.load("place", piece))
        self.describe_seen(piece, place, False)
        self.store(cell, value, piece)
        self.describe_seen(piece, place, True)
        self.resort(piece, place)

    def resort(self, piece: Expr, place: Expr) -> None:
        """A piece whose description has changed may stand elsewhere in its pool."""
        if self.game.pools:
            with self.b.when(make("le", number(self.plan.sites), place)):
                self.run(self.unlink(), piece)
                self.run(self.link(), piece, place)

    def truth_of(self, value: bool) -> Expr:
        return truth(value)
