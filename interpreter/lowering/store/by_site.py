"""Pieces that are named by their sites: a position is sets of sites and, for each site, the fields of its piece.

A name that holds a piece follows it when it moves.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import default_in_cell, field_cell
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.memory import Cells, Differ, Located, Occupancy, Settings, enter_site
from interpreter.lowering.store import fields
from interpreter.lowering.store.fields import described_anew, renamed
from interpreter.lowering.store.occupancy import (
    check_window,
    member_of,
    move_in_sets,
    moves_by_sets,
    of_kinds,
    put_into_one,
)
from interpreter.shared.hashing import SPOTS

_PIECE, _PLACE, _KIND, _OWNER = (Var(name, INT) for name in ("piece", "place", "kind", "owner"))


@dataclass(frozen=True, slots=True)
class SiteStore:
    """The store of pieces that are named by their sites."""

    occupancy: Occupancy[Function]

    # ---- what is there

    def on(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        site = f.b.materialize(site)
        return op.select(op.contains(f.occupied(), site), site, op.NONE)

    def seen_at(self, f: Function, site: Expr) -> Expr:
        return site

    def site_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return piece

    def place_of(self, f: Function, piece: Expr) -> Expr:
        return piece

    def owner_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return member_of(f, "own", f.b.materialize(piece))

    def kind_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        if f.facts.kinds == 1:
            return f.or_else(piece, is_optional, op.NONE, lambda p: op.ZERO)
        if not f.has_cell("kind"):
            return member_of(f, "are", f.b.materialize(piece))
        return f.or_else(piece, is_optional, op.NONE, lambda p: f.load("kind", p))

    def is_there(self, f: Function, piece: Expr) -> Expr:
        return op.contains(f.occupied(), piece)

    def is_taken(self, f: Function, place: Expr) -> Expr:
        return op.contains(f.occupied(), place) if f.facts.sites else op.FALSE

    def is_at(self, f: Function, piece: Expr, place: Expr) -> Expr:
        piece = f.b.materialize(piece)
        return op.and_(op.eq(piece, place), op.is_some(piece))

    def alive(self, f: Function, piece: Expr) -> Expr:
        return piece

    def still_there(self, f: Function, piece: Expr) -> Expr:
        return op.select(op.contains(f.occupied(), piece), piece, op.NONE)

    def alike(self, f: Function, piece: Expr) -> Expr:
        return piece

    # ---- loops

    @contextmanager
    def each(self, f: Function, name: str) -> Iterator[Expr]:
        with f.b.each_bit(name, f.occupied()) as site:
            yield site

    @contextmanager
    def each_on(self, f: Function, site: Expr, is_optional: bool, name: str) -> Iterator[Expr]:
        piece = f.b.materialize(self.on(f, site, is_optional))
        with f.b.for_range("i", op.ZERO, op.zext(op.is_some(piece))):
            yield piece

    @contextmanager
    def if_on(self, f: Function, site: Expr) -> Iterator[Expr]:
        with f.b.if_(op.contains(f.occupied(), site)):
            yield f.b.materialize(site)

    @contextmanager
    def each_in(self, f: Function, place: Expr, is_optional: bool, name: str) -> Iterator[Expr]:
        raise AssertionError("a game with pools numbers its pieces")
        yield

    @contextmanager
    def each_mover(
        self, f: Function, kinds: tuple[int, ...] | None, among: Expr | None
    ) -> Iterator[tuple[Expr, Expr]]:
        with f.b.each_bit("from", sites_of_movers(f, kinds, among)) as site:
            yield site, site

    @contextmanager
    def each_spot(self, f: Function, unless_default: model.Field | None) -> Iterator[tuple[Expr, Expr]]:
        pieces: Expr = f.occupied()
        if unless_default is not None:
            cell, size = field_cell(unless_default), ir.bits(f.facts.sites)
            default = op.number(default_in_cell(f.facts.state, unless_default))
            pieces = op.difference(pieces, ir.CompareAll(f.state, cell, default, size))
        with f.b.each_bit("p", pieces) as p:
            yield p, op.mul(p, op.number(SPOTS))

    # ---- changes

    def create(
        self, f: Function, kind: Expr, owner: Expr, place: Expr, settings: Settings, span: Span
    ) -> None:
        f.b.invoke(self._put(f), *f.arguments, kind, owner, place)
        for field, value, may_be_none in settings:
            fields.write(f, field, place, value, span, may_be_none)

    def remove(self, f: Function, piece: Expr) -> None:
        f.b.invoke(self._clear(f), *f.arguments, piece)
        renamed(f, piece, op.NONE)

    def carry(self, f: Function, piece: Expr, place: Expr) -> None:
        f.b.invoke(self._move(f), *f.arguments, piece, place)
        renamed(f, piece, place)

    def move_to(self, f: Function, piece: Expr, place: Expr, settings: Settings, span: Span) -> None:
        with f.b.if_(op.ne(piece, place)):
            self.carry(f, piece, place)
            check_window(f, place, span)
        for field, value, may_be_none in settings:
            fields.write(f, field, place, value, span, may_be_none)

    def swap(self, f: Function, first: Expr, second: Expr) -> None:
        with f.b.if_(op.ne(first, second)):
            self._swap(f, first, second)

    def _swap(self, f: Function, first: Expr, second: Expr) -> None:
        b = f.b
        kept = []
        for s in (first, second):
            held = [(x, b.materialize(f.load(field_cell(x), s))) for x in f.facts.piece_fields]
            kind = b.materialize(self.kind_of(f, s, False))
            kept.append((kind, b.materialize(self.owner_of(f, s, False)), held))
            b.invoke(self._clear(f), *f.arguments, s)
        for s, (kind, owner, held) in zip((second, first), kept, strict=True):
            b.invoke(self._put(f), *f.arguments, kind, owner, s)
            for field, value in held:
                fields.put(f, field, value, s)

    def set_owner(self, f: Function, piece: Expr, owner: Expr) -> None:
        if moves_by_sets(f):
            put_into_one(f, "own", piece, owner)
            return
        before, kind = self._described(f, piece)
        self.occupancy.mark(f, piece, kind, before, False)
        self.occupancy.mark(f, piece, kind, owner, True)

    def set_kind(self, f: Function, piece: Expr, kind: Expr) -> None:
        if moves_by_sets(f):
            put_into_one(f, "are", piece, kind)
            return
        owner, before = self._described(f, piece)
        self.occupancy.mark(f, piece, before, owner, False)
        self.occupancy.mark(f, piece, kind, owner, True)
        if f.has_cell("kind"):
            f.store("kind", kind, piece)

    def _described(self, f: Function, piece: Expr) -> tuple[Expr, Expr]:
        """The owner and the kind of a piece."""
        b = f.b
        owner = b.materialize(self.owner_of(f, piece, False))
        return owner, b.materialize(self.kind_of(f, piece, False))

    def become(self, f: Function, before: Expr, piece: Expr, kind: Expr, owner: Expr) -> None:
        described_anew(self, f, piece, kind, owner)

    def field_changed(self, f: Function, piece: Expr) -> None:
        pass

    def compare(self, f: Function, other: Expr, differ: Differ) -> None:
        for cell in ("occupied", "own", "are", *map(field_cell, f.facts.piece_fields)):
            if f.has_cell(cell):
                all_cells(f, cell, differ)

    # ---- memory

    def encode(self, facts: Facts, cells: Cells, pieces: Sequence[Located]) -> list[int]:
        for piece in pieces:
            enter_site(cells, piece.place, piece.kind, piece.owner)
            if "kind" in cells:
                cells.set("kind", piece.kind, piece.place)
        return [piece.place for piece in pieces]

    def decode(self, facts: Facts, cells: Cells) -> Iterator[Located]:
        occupied = cells.get("occupied") if facts.sites else 0
        for site in range(facts.sites):
            if occupied >> site & 1:
                kind = cells.get("kind", site) if "kind" in cells else _known(facts, cells, site)
                owners = (p for p in range(facts.players) if cells.get("own", p) >> site & 1)
                yield Located(site, kind, next(owners, None), site)

    def names(self, facts: Facts) -> int:
        return facts.sites

    # ---- routines

    def _put(self, f: Function) -> str:
        def write(g: Function) -> None:
            self.occupancy.mark(g, Get(_PLACE), Get(_KIND), Get(_OWNER), True)
            if g.has_cell("kind"):
                g.store("kind", Get(_KIND), Get(_PLACE))
            for field in g.facts.piece_fields:
                fields.reset(g, field, Get(_PLACE))

        return f.define("put_at", (STATE, CONTEXT, _KIND, _OWNER, _PLACE), ir.VOID, write, is_inline=True)

    def _clear(self, f: Function) -> str:
        def write(g: Function) -> None:
            if moves_by_sets(g):
                self.occupancy.sweep(g, Get(_PLACE))
            else:
                owner, kind = self._described(g, Get(_PLACE))
                self.occupancy.mark(g, Get(_PLACE), kind, owner, False)
            if g.has_cell("kind"):
                g.store("kind", op.ZERO, Get(_PLACE))
            for field in g.facts.piece_fields:
                fields.reset(g, field, Get(_PLACE))

        return f.define("clear_at", (STATE, CONTEXT, _PLACE), ir.VOID, write, is_inline=True)

    def _move(self, f: Function) -> str:
        def write(g: Function) -> None:
            at = Get(_PIECE)
            if moves_by_sets(g) and not g.facts.piece_fields:
                move_in_sets(g, at, Get(_PLACE))
                return
            owner, kind = self._described(g, at)
            held = [(x, g.b.materialize(g.load(field_cell(x), at))) for x in g.facts.piece_fields]
            g.b.invoke(self._clear(g), *g.arguments, at)
            g.b.invoke(self._put(g), *g.arguments, kind, owner, Get(_PLACE))
            for field, value in held:
                fields.put(g, field, value, Get(_PLACE))

        return f.define("move_at", (STATE, CONTEXT, _PIECE, _PLACE), ir.VOID, write, is_inline=True)


def _known(facts: Facts, cells: Cells, site: int) -> int:
    """The kind of a site's piece, as the sets tell it."""
    if "are" not in cells:
        return 0
    kinds = (k for k in range(facts.kinds) if cells.get("are", k) >> site & 1)
    return next(kinds, -1)


def sites_of_movers(f: Function, kinds: tuple[int, ...] | None, among: Expr | None) -> Expr:
    """The sites of the mover's pieces of some kinds, where these are sets."""
    mine: Expr = f.load("own", f.mover)
    if kinds is not None and len(kinds) < f.facts.kinds:
        mine = op.intersection(mine, of_kinds(f, kinds))
    return mine if among is None else op.intersection(mine, among)


def all_cells(f: Function, cell: str, differ: Differ) -> None:
    """Compares all elements of a cell."""
    count = f.facts.state.cells[cell].count
    if count == 1:
        differ(cell, op.ZERO, op.ZERO)
    else:
        with f.b.for_range("i", op.ZERO, op.number(count)) as i:
            differ(cell, i, i)
