"""How a state changes: pieces come, go and move, and fields get values.

Each kind of change is one function of the program, written when it is first needed.
"""

from collections.abc import Callable

from gdl import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.ir.builder import Builder
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
            write(type(self)(self.unit, builder, Get(STATE), op.NONE))
            self.unit.functions[name] = builder.function()
        return name

    def run(self, name: str, *arguments: Expr) -> None:
        self.b.invoke(name, self.state, self.context, *arguments)

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
            owner, kind = s.b.materialize(s.owner_of(Get(PLACE), False)), s.b.materialize(s.kind_of(Get(PLACE), False))
            s.mark(Get(PLACE), kind, owner, False)
            if s.has_cell("kind"):
                s.store("kind", op.ZERO, Get(PLACE))
            for field in s.plan.piece_fields:
                s.reset_field(field, Get(PLACE))

        return self.routine("clear_at", (PLACE,), ir.VOID, write)

    def move_at(self) -> str:
        def write(s: "Changes") -> None:
            s.b.is_inline = True
            at = Get(PIECE)
            owner, kind = s.b.materialize(s.owner_of(at, False)), s.b.materialize(s.kind_of(at, False))
            fields = [(f, s.b.materialize(s.load(f"piece.{f.name}", at))) for f in s.plan.piece_fields]
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
                self.b.assign(bound, op.select(op.eq(Get(bound), old), new, Get(bound)))
            elif kind.base == "set" and kind.element is not None and kind.element.base == "piece":
                gone = op.difference(Get(bound), op.singleton(old, bound.type.size))
                moved = op.union(gone, op.singleton(new, bound.type.size))
                self.b.assign(bound, op.select(op.contains(Get(bound), old), moved, Get(bound)))

    # ---- pieces that have numbers

    def link(self) -> str:
        """Puts a piece that is nowhere into a place: on top of a site, by its order into a pool."""

        def write(s: "Changes") -> None:
            b, p, place = s.b, Get(PIECE), Get(PLACE)
            s.store("place", place, p)
            with b.if_(op.lt(place, op.number(s.plan.sites))):
                if s.plan.keeps_tops:
                    s.describe_top(place, False)
                s.mark(place, s.load("kind", p), s.load("owner", p), True)
            if not s.has_cell("next"):
                s.store("first", p, place)
                b.ret()
                return
            if s.plan.keeps_tops:
                with b.if_(op.lt(place, op.number(s.plan.sites))):
                    below = b.materialize(s.load("top", place))
                    s.store("below", below, p)
                    s.store("next", op.NONE, p)
                    s.store("top", p, place)
                    with b.if_else(op.lt(below, op.ZERO)) as branch:
                        s.store("first", p, place)
                        branch.otherwise()
                        s.store("next", p, below)
                    b.ret()
            before, at = b.variable("before", op.NONE), b.variable("at", s.load("first", place))
            with b.loop():
                with b.if_(op.lt(Get(at), op.ZERO)):
                    b.break_loop()
                if s.game.pools:
                    in_pool = op.le(op.number(s.plan.sites), place)
                    with b.if_(in_pool), b.if_(s.comes_first(p, Get(at))):
                        b.break_loop()
                b.assign(before, Get(at))
                b.assign(at, s.load("next", Get(at)))
            s.store("next", Get(at), p)
            with b.if_else(op.lt(Get(before), op.ZERO)) as branch:
                s.store("first", p, place)
                branch.otherwise()
                s.store("next", p, Get(before))

        return self.routine("link", (PIECE, PLACE), ir.VOID, write)

    def comes_first(self, p: Expr, q: Expr) -> Expr:
        """Whether one piece stands before another in a pool: by kind, owner and fields."""
        b = self.b
        result = b.variable("less", op.FALSE)
        with b.for_range("once", op.ZERO, op.ONE):
            inner = b.loops - 1
            fields = [f"piece.{f.name}" for f in self.plan.piece_fields if f.type.base != "piece"]
            for cell in ["kind", "owner", *fields]:
                x, y = b.materialize(self.load(cell, p)), b.materialize(self.load(cell, q))
                with b.if_(op.ne(x, y)):
                    b.assign(result, op.lt(x, y))
                    b.break_(inner)
        return Get(result)

    def unlink(self) -> str:
        """Takes a piece from its place; it is nowhere then."""

        def write(s: "Changes") -> None:
            b, p = s.b, Get(PIECE)
            place = b.materialize(s.load("place", p))
            s.store("place", op.NONE, p)
            if not s.has_cell("next"):
                s.store("first", op.NONE, place)
                s.mark(place, s.load("kind", p), s.load("owner", p), False)
                b.ret()
                return
            if s.plan.keeps_tops:
                with b.if_(op.lt(place, op.number(s.plan.sites))):
                    s.take_from_stack(p, place)
                    b.ret()
            first = b.materialize(s.load("first", place))
            with b.if_else(op.eq(first, p)) as branch:
                s.store("first", s.load("next", p), place)
                branch.otherwise()
                at = b.variable("at", first)
                with b.loop():
                    following = b.materialize(s.load("next", Get(at)))
                    with b.if_(op.eq(following, p)):
                        s.store("next", s.load("next", p), Get(at))
                        b.break_loop()
                    b.assign(at, following)
            if s.plan.keeps_tops:
                b.ret()
                return
            with b.if_(op.lt(place, op.number(s.plan.sites))):
                if s.board.is_stacking:
                    with b.if_(op.lt(s.load("first", place), op.ZERO)):
                        s.mark(place, op.NONE, op.NONE, False)
                else:
                    s.mark(place, s.load("kind", p), s.load("owner", p), False)

        return self.routine("unlink", (PIECE,), ir.VOID, write)

    def take_from_stack(self, piece: Expr, place: Expr) -> None:
        """Takes a piece from a site whose topmost piece is kept, and for each piece the one below it."""
        b = self.b
        below, above = b.materialize(self.load("below", piece)), b.materialize(self.load("next", piece))
        with b.if_else(op.lt(above, op.ZERO)) as branch:
            self.describe_top(place, False)
            self.store("top", below, place)
            self.describe_top(place, True)
            branch.otherwise()
            self.store("below", below, above)
        with b.if_else(op.lt(below, op.ZERO)) as branch:
            self.store("first", above, place)
            with b.if_(op.lt(above, op.ZERO)):
                self.mark(place, op.NONE, op.NONE, False)
            branch.otherwise()
            self.store("next", above, below)

    def newcomer(self) -> str:
        """A free number for a piece; -1 if there are too many."""

        def write(s: "Changes") -> None:
            b, capacity = s.b, op.number(s.plan.capacity)
            at = b.variable("at", s.load("newest"))
            with b.for_range("i", op.ZERO, capacity):
                b.assign(at, op.add(Get(at), op.ONE))
                with b.if_(op.le(capacity, Get(at))):
                    b.assign(at, op.ZERO)
                with b.if_(op.lt(s.load("place", Get(at)), op.ZERO)):
                    s.store("newest", Get(at))
                    b.ret(Get(at))
            s.fail("too-many-pieces", None)
            b.ret(op.NONE)

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
                with b.for_range("i", op.ZERO, op.number(cell.count)) as i, b.if_(op.eq(s.load(cell.name, i), p)):
                    s.store(cell.name, op.NONE, i)
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
        with b.for_range("i", op.ZERO, self.load("waiting")) as i:
            row = b.materialize(op.mul(i, op.number(plan.demand_words)))
            with b.for_range("k", op.ZERO, self.load("demands", op.add(row, op.number(2)))) as k:
                place = op.mul(k, op.number(plan.alternative_words))
                base = b.materialize(op.add(op.add(row, op.number(3)), place))
                first = b.materialize(op.mul(self.load("demands", base), op.number(width)))
                with b.for_range("j", op.ZERO, op.number(width)) as j:
                    entry = b.materialize(op.add(op.add(base, op.ONE), j))
                    is_it = op.eq(self.lookup(table, op.add(first, j)), op.ONE)
                    with b.if_(op.and_(is_it, op.eq(self.load("demands", entry), piece))):
                        self.store("demands", op.number(-2), entry)

    # ---- fields

    def reset_field(self, field: model.Field, index: Expr) -> None:
        self.store(
            f"{field.holder}.{field.name}", self.stored(field, self.coded(field.default, field.type)), index
        )

    def stored(self, field: model.Field, value: Expr) -> Expr:
        """A value as its cell holds it."""
        if field.type.base == "number" and field.type.is_optional:
            value = self.b.materialize(value)
            return op.select(op.eq(value, op.number(NO_NUMBER)), self.least(field), value)
        return self.plain(value)

    def whole_only(self, value: Rational, span: object) -> Expr:
        """A number for a field, which holds whole ones."""
        with self.b.if_(op.ne(value.bottom, op.ONE)):
            self.fail("field-overflow", span)
        return value.top

    def write_field(
        self, field: model.Field, index: Expr, value: Value, span: object, can_be_none: bool
    ) -> None:
        """Gives a field a value, which may be out of its range."""
        if isinstance(value, Rational):
            value = self.whole_only(value, span)
        value = self.b.materialize(self.plain(value))
        if field.bounds is not None:
            low, high = field.bounds
            outside = op.or_(op.lt(value, op.number(low)), op.lt(op.number(high), value))
            if can_be_none:
                outside = op.and_(outside, op.ne(value, op.number(NO_NUMBER)))
            with self.b.if_(outside):
                self.fail("field-overflow", span)
        if can_be_none and not field.type.is_optional and field.type.base != "bool":
            with self.b.if_(op.eq(value, op.number(self.plan.none_of(field.type)))):
                self.fail("no-value", span)
        self.store(f"{field.holder}.{field.name}", self.stored(field, value), index)

    # ---- what effects do with a piece

    def is_there(self, piece: Expr) -> Expr:
        """Whether a piece is in the game."""
        if self.plan.by_site:
            return op.contains(self.load("occupied"), piece)
        return op.le(op.ZERO, self.or_else(piece, True, op.NONE, lambda p: self.load("place", p)))

    def take_away(self, piece: Expr, is_capture: bool) -> None:
        """Removes a piece if it is there; what captures never captures itself."""
        b = self.b
        goes = self.is_there(piece)
        if is_capture and self.actor is not None:
            goes = op.and_(goes, op.ne(piece, Get(self.actor)))
        with b.if_(goes):
            if is_capture and self.has_cell("captures"):
                self.store("captures", op.add(self.load("captures"), op.ONE))
                kind = self.kind_of(piece, False)
                self.store("captured", op.union(self.load("captured"), op.singleton(kind, self.plan.kinds)))
            if self.plan.by_site:
                self.run(self.clear_at(), piece)
                self.renamed(piece, op.NONE)
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
            return op.FALSE
        taken = (
            op.contains(self.load("occupied"), place)
            if not self.plan.has_many_sites
            else self._chained(place)
        )
        if not self.game.pools or not self.plan.sites:
            return taken
        return op.and_(op.lt(place, op.number(self.plan.sites)), taken)

    def _chained(self, place: Expr) -> Expr:
        return op.le(op.ZERO, self.load("first", place))

    def check_window(self, place: Expr, span: object) -> None:
        """A growing board is finite all the same."""
        if not self.board.is_growing:
            return
        edge = set(self.board.edge)
        table = self.unit.table("edge", lambda: [int(s in edge) for s in range(self.plan.sites)])
        inside = op.lt(place, op.number(self.plan.sites))
        at = op.select(inside, place, op.ZERO)
        with self.b.if_(op.and_(inside, op.eq(self.lookup(table, at), op.ONE))):
            self.fail("window-left", span)

    def give_owner(self, piece: Expr, owner: Expr) -> None:
        self._rewrite(piece, "owner", owner)

    def give_kind(self, piece: Expr, kind: Expr) -> None:
        self._rewrite(piece, "kind", kind)

    def _rewrite(self, piece: Expr, cell: str, value: Expr) -> None:
        b = self.b
        if self.plan.by_site:
            owner, kind = b.materialize(self.owner_of(piece, False)), b.materialize(self.kind_of(piece, False))
            self.mark(piece, kind, owner, False)
            self.mark(piece, value if cell == "kind" else kind, value if cell == "owner" else owner, True)
            if cell == "kind" and self.has_cell("kind"):
                self.store("kind", value, piece)
            return
        place = b.materialize(self.load("place", piece))
        self.describe_seen(piece, place, False)
        self.store(cell, value, piece)
        self.describe_seen(piece, place, True)
        self.resort(piece, place)

    def resort(self, piece: Expr, place: Expr) -> None:
        """A piece whose description has changed may stand elsewhere in its pool."""
        if self.game.pools:
            with self.b.if_(op.le(op.number(self.plan.sites), place)):
                self.run(self.unlink(), piece)
                self.run(self.link(), piece, place)

    def truth_of(self, value: bool) -> Expr:
        return op.truth(value)
