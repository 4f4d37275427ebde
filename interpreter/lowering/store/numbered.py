"""Pieces that have numbers: cells with the kind, owner, place and fields of each, and places that hold them."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import groupby

from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.memory import Cells, Differ, Located, Occupancy, Settings, enter_site
from interpreter.lowering.refusals import Capacity
from interpreter.lowering.store import fields
from interpreter.lowering.store.by_site import all_cells, sites_of_movers
from interpreter.lowering.store.fields import described_anew, forget
from interpreter.lowering.store.occupancy import check_window
from interpreter.lowering.store.places import (
    Places,
    chain,
    count_held,
    describe_seen,
    insert_under,
    is_sorted,
)
from interpreter.shared.hashing import SPOTS

_PIECE, _PLACE = Var("piece", INT), Var("place", INT)


@dataclass(frozen=True, slots=True)
class NumberedStore:
    """The store of numbered pieces: what is seen on sites is the occupancy's, how places hold pieces that of `places`."""

    occupancy: Occupancy[Function]
    places: Places
    is_stacking: bool
    has_pools: bool

    # ---- what is there

    def on(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return self.places.top_of(f, site, is_optional)

    def seen_at(self, f: Function, site: Expr) -> Expr:
        return f.b.materialize(self.on(f, site, False))

    def site_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        place = f.or_else(piece, is_optional, op.NONE, lambda p: f.load("place", p))
        if not self.has_pools:
            return place
        place = f.b.materialize(place)
        return op.select(op.lt(place, op.number(f.facts.sites)), place, op.NONE)

    def place_of(self, f: Function, piece: Expr) -> Expr:
        return f.load("place", piece)

    def owner_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return f.or_else(piece, is_optional, op.NONE, lambda p: f.load("owner", p))

    def kind_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return f.or_else(piece, is_optional, op.NONE, lambda p: f.load("kind", p))

    def is_there(self, f: Function, piece: Expr) -> Expr:
        return op.is_some(f.or_else(piece, True, op.NONE, lambda p: f.load("place", p)))

    def is_taken(self, f: Function, place: Expr) -> Expr:
        if self.is_stacking or not f.facts.sites:
            return op.FALSE
        taken = self.occupancy.is_occupied(f, place, False)
        if not self.has_pools:
            return taken
        return op.and_(op.lt(place, op.number(f.facts.sites)), taken)

    def is_at(self, f: Function, piece: Expr, place: Expr) -> Expr:
        at = f.or_else(piece, True, op.NONE, lambda p: f.load("place", p))
        return op.and_(op.eq(at, place), op.is_some(place))

    def alive(self, f: Function, piece: Expr) -> Expr:
        piece = f.b.materialize(piece)
        is_there = op.is_some(f.load("place", op.max_(piece, op.ZERO)))
        return op.select(op.and_(op.is_some(piece), is_there), piece, op.NONE)

    def still_there(self, f: Function, piece: Expr) -> Expr:
        return piece  # every look at a name asks whether its piece is alive

    def alike(self, f: Function, piece: Expr) -> Expr:
        return piece

    # ---- loops

    @contextmanager
    def each(self, f: Function, name: str) -> Iterator[Expr]:
        with self.occupancy.each_site(f) as site:
            if self.is_stacking or f.facts.pieces.is_huge:
                with chain(f, f.load("first", site), name) as piece:
                    yield piece
            else:
                yield f.b.materialize(f.load("first", site), name)

    @contextmanager
    def each_on(self, f: Function, site: Expr, is_optional: bool, name: str) -> Iterator[Expr]:
        if self.is_stacking:
            lowest = f.or_else(site, is_optional, op.NONE, lambda i: f.load("first", i))
            with chain(f, lowest, name) as piece:
                yield piece
            return
        piece = f.b.materialize(self.on(f, site, is_optional))
        with f.b.for_range("i", op.ZERO, op.zext(op.is_some(piece))):
            yield piece

    @contextmanager
    def if_on(self, f: Function, site: Expr) -> Iterator[Expr]:
        piece = f.b.materialize(self.on(f, site, False))
        with f.b.if_(op.is_some(piece)):
            yield piece

    def each_in(self, f: Function, place: Expr, is_optional: bool, name: str) -> AbstractContextManager[Expr]:
        return chain(f, f.or_else(place, is_optional, op.NONE, lambda i: f.load("first", i)), name)

    @contextmanager
    def each_mover(
        self, f: Function, kinds: tuple[int, ...] | None, among: Expr | None
    ) -> Iterator[tuple[Expr, Expr]]:
        b = f.b
        if f.has_cell("own"):
            with b.each_bit("from", sites_of_movers(f, kinds, among)) as site:
                yield self.seen_at(f, site), site
            return
        with self.occupancy.words(f).each(f.b) as site:
            piece = b.materialize(self.on(f, site, False))
            fits = op.eq(f.load("owner", piece), f.mover)
            if kinds is not None:
                is_kind: Expr = op.FALSE
                for k in kinds:
                    is_kind = op.or_(is_kind, op.eq(f.load("kind", piece), op.number(k)))
                fits = op.and_(fits, is_kind)
            with b.if_(fits):
                yield piece, site

    @contextmanager
    def each_spot(self, f: Function, unless_default: model.Field | None) -> Iterator[tuple[Expr, Expr]]:
        b = f.b
        if not self.is_stacking:
            with self.each(f, "p") as p:
                yield p, op.mul(f.load("place", p), op.number(SPOTS))
            return
        before, height = b.variable("before", op.NONE), b.variable("height", op.ZERO)
        with self.each(f, "p") as p:
            site = b.materialize(f.load("place", p))
            higher = op.add(Get(height), op.ONE)
            b.assign(height, op.select(op.eq(site, Get(before)), higher, op.ZERO))
            b.assign(before, site)
            yield p, b.materialize(op.add(op.mul(site, op.number(SPOTS)), Get(height)))

    # ---- changes

    def create(
        self, f: Function, kind: Expr, owner: Expr, place: Expr, settings: Settings, span: Span
    ) -> None:
        b = f.b
        made = b.materialize(ir.Call(self._newcomer(f), f.arguments, INT))
        with b.if_(op.is_some(made)):
            f.store("kind", kind, made)
            f.store("owner", owner, made)
            given = {field.name for field, _, _ in settings}
            for field in f.facts.piece_fields:
                if field.name not in given:
                    fields.reset(f, field, made)
            self._write(f, made, settings, span)
            self._link(f, made, place)

    def _write(self, f: Function, piece: Expr, settings: Settings, span: Span) -> None:
        for field, value, may_be_none in settings:
            fields.write(f, field, piece, value, span, may_be_none)

    def remove(self, f: Function, piece: Expr) -> None:
        def write(g: Function) -> None:
            self._unlink(g, Get(_PIECE))
            forget(g, Get(_PIECE))

        f.b.invoke(f.define("vanish", (STATE, CONTEXT, _PIECE), ir.VOID, write), *f.arguments, piece)

    def carry(self, f: Function, piece: Expr, place: Expr) -> None:
        self._unlink(f, piece)
        self._link(f, piece, place)

    def put_in_order(
        self, f: Function, piece: Expr, place: Expr, settings: Settings, span: Span, is_under: bool
    ) -> None:
        """A piece comes to the top or the bottom of an ordered pool, in which it may be already; and fields get values."""
        self.lift(f, piece)
        self.land(f, piece, place, settings, span, is_under)

    def lift(self, f: Function, piece: Expr) -> None:
        """A piece leaves its place, and lands somewhere before any other piece is made: it has no place so long."""
        self._unlink(f, piece)

    def land(
        self, f: Function, piece: Expr, place: Expr, settings: Settings, span: Span, is_under: bool
    ) -> None:
        """A piece that was lifted comes to a place that can take it, and fields get values."""
        self._write(f, piece, settings, span)
        if is_under:
            insert_under(f, piece, place)
        else:
            self._link(f, piece, place)
        check_window(f, place, span)

    def move_to(self, f: Function, piece: Expr, place: Expr, settings: Settings, span: Span) -> None:
        here = f.b.materialize(f.load("place", piece))
        with f.b.if_else(op.ne(here, place)) as branch:
            self._unlink(f, piece)
            self._write(f, piece, settings, span)
            self._link(f, piece, place)
            branch.otherwise()
            self._write(f, piece, settings, span)
            if settings:
                self._resort(f, piece, place)
        check_window(f, place, span)

    def swap(self, f: Function, first: Expr, second: Expr) -> None:
        b = f.b
        here, there = b.materialize(f.load("place", first)), b.materialize(f.load("place", second))
        with b.if_(op.ne(here, there)):
            self._unlink(f, first)
            self._unlink(f, second)
            self._link(f, first, there)
            self._link(f, second, here)

    def set_owner(self, f: Function, piece: Expr, owner: Expr) -> None:
        self._rewrite(f, piece, "owner", owner)

    def set_kind(self, f: Function, piece: Expr, kind: Expr) -> None:
        self._rewrite(f, piece, "kind", kind)

    def _rewrite(self, f: Function, piece: Expr, cell: str, value: Expr) -> None:
        place = f.b.materialize(f.load("place", piece))
        describe_seen(f, self.occupancy, piece, place, False)
        f.store(cell, value, piece)
        describe_seen(f, self.occupancy, piece, place, True)
        self._resort(f, piece, place)

    def become(self, f: Function, before: Expr, piece: Expr, kind: Expr, owner: Expr) -> None:
        described_anew(self, f, piece, kind, owner)

    def field_changed(self, f: Function, piece: Expr) -> None:
        self._resort(f, piece, f.b.materialize(f.load("place", piece)))

    def _resort(self, f: Function, piece: Expr, place: Expr) -> None:
        """A piece whose description has changed may stand elsewhere in its pool."""
        if self.has_pools:
            with f.b.if_(is_sorted(f, place)):
                self._unlink(f, piece)
                self._link(f, piece, place)

    # ---- routines

    def _link(self, f: Function, piece: Expr, place: Expr) -> None:
        def write(g: Function) -> None:
            count_held(g, Get(_PLACE), 1)
            self.places.write_link(g, Get(_PIECE), Get(_PLACE))

        f.b.invoke(
            f.define("link", (STATE, CONTEXT, _PIECE, _PLACE), ir.VOID, write), *f.arguments, piece, place
        )

    def _unlink(self, f: Function, piece: Expr) -> None:
        def write(g: Function) -> None:
            if g.has_cell("held"):
                count_held(g, g.b.materialize(g.load("place", Get(_PIECE))), -1)
            self.places.write_unlink(g, Get(_PIECE))

        f.b.invoke(f.define("unlink", (STATE, CONTEXT, _PIECE), ir.VOID, write), *f.arguments, piece)

    def _newcomer(self, f: Function) -> str:
        """A routine that gives a free number for a piece; -1 if there are too many."""

        def write(g: Function) -> None:
            b, capacity = g.b, op.number(g.facts.pieces.capacity)
            at = b.variable("at", g.load("newest"))
            with b.for_range("i", op.ZERO, capacity):
                b.assign(at, op.add(Get(at), op.ONE))
                with b.if_(op.le(capacity, Get(at))):
                    b.assign(at, op.ZERO)
                with b.if_(op.is_none(g.load("place", Get(at)))):
                    g.store("newest", Get(at))
                    b.ret(Get(at))
            g.fail("too-many-pieces", None)
            b.ret(op.NONE)

        return f.define("newcomer", (STATE, CONTEXT), INT, write)

    # ---- comparing

    def compare(self, f: Function, other: Expr, differ: Differ) -> None:
        b, cells = f.b, f.facts.state.cells
        if "occupied" in cells:
            all_cells(f, "occupied", differ)
        described = ["kind", "owner", *map(field_cell, f.facts.piece_fields)]
        with b.for_range("place", op.ZERO, op.number(f.facts.pieces.places)) as place:
            p = b.variable("p", f.load("first", place))
            q = b.variable("q", f.load("first", place, other))
            with b.loop():
                with b.if_(op.or_(op.is_none(Get(p)), op.is_none(Get(q)))):
                    with b.if_(op.not_(op.iff(op.is_none(Get(p)), op.is_none(Get(q))))):
                        b.ret(op.FALSE)
                    b.break_loop()
                for cell in described:
                    differ(cell, Get(p), Get(q))
                if "next" not in cells:
                    b.break_loop()
                else:
                    b.assign(p, f.load("next", Get(p)))
                    b.assign(q, f.load("next", Get(q), other))

    # ---- memory

    def encode(self, facts: Facts, cells: Cells, pieces: Sequence[Located]) -> list[int]:
        if len(pieces) > facts.pieces.capacity:
            raise Capacity(f"there are more than {facts.pieces.capacity} pieces")
        for place, held in groupby(range(len(pieces)), lambda at: pieces[at].place):
            self._encode_chain(facts, cells, place, [(at, pieces[at]) for at in held])
        cells.set("newest", len(pieces) - 1)
        return list(range(len(pieces)))

    def _encode_chain(self, facts: Facts, cells: Cells, place: int, held: list[tuple[int, Located]]) -> None:
        before = -1
        for at, piece in held:
            cells.set("kind", piece.kind, at)
            cells.set("owner", -1 if piece.owner is None else piece.owner, at)
            cells.set("place", place, at)
            if before < 0:
                cells.set("first", at, place)
            else:
                cells.set("next", at, before)
            if "below" in cells:
                cells.set("below", before, at)
            before = at
        if place < facts.sites:
            _, seen = held[-1]
            if "top" in cells:
                cells.set("top", before, place)
            enter_site(cells, place, seen.kind, seen.owner)
        elif "held" in cells:
            cells.set("held", len(held), place - facts.sites)

    def decode(self, facts: Facts, cells: Cells) -> Iterator[Located]:
        kinds, owners = cells.all("kind"), cells.all("owner")
        following = cells.all("next") if "next" in cells else []
        for place, first in enumerate(cells.all("first")):
            piece = first
            while piece >= 0:
                yield Located(piece, kinds[piece], None if owners[piece] < 0 else owners[piece], place)
                piece = following[piece] if following else -1

    def names(self, facts: Facts) -> int:
        return facts.pieces.capacity


def numbered(f: Function) -> NumberedStore:
    """The store of a game that orders pools, or in which an effect moves several pieces: these have numbers."""
    found = f.pieces
    assert isinstance(found, NumberedStore), "say so in `_moves_several` of facts/piece_plan.py"
    return found
