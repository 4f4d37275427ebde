"""Pieces that are named by their kinds, and lie in pools: a pool is a set of kinds.

Cells: `pooled`, a set for each pool; `place`, the pool of each kind, -1 of one that is not in the game; `owner` where pieces
have owners.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.function import Function
from interpreter.lowering.memory import Cells, Differ, Located, Occupancy, Settings
from interpreter.lowering.refusals import Capacity
from interpreter.lowering.store.by_site import all_cells
from interpreter.lowering.store.fields import forget, renamed


@dataclass(frozen=True, slots=True)
class KindStore:
    """The store of pieces that are named by their kinds. There are no sites: `occupancy` says that nothing is occupied."""

    occupancy: Occupancy[Function]

    # ---- what is there

    def on(self, f: Function, site: Expr, is_optional: bool) -> Expr:
        return op.NONE

    def seen_at(self, f: Function, site: Expr) -> Expr:
        return op.NONE

    def site_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return op.NONE

    def place_of(self, f: Function, piece: Expr) -> Expr:
        return f.load("place", piece)

    def owner_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        if not f.has_cell("owner"):
            return op.NONE
        return f.or_else(piece, is_optional, op.NONE, lambda p: f.load("owner", p))

    def kind_of(self, f: Function, piece: Expr, is_optional: bool) -> Expr:
        return piece

    def is_there(self, f: Function, piece: Expr) -> Expr:
        return op.is_some(_place(f, piece))

    def is_taken(self, f: Function, place: Expr) -> Expr:
        return op.FALSE

    def is_at(self, f: Function, piece: Expr, place: Expr) -> Expr:
        return op.and_(op.eq(_place(f, piece), place), op.is_some(place))

    def alive(self, f: Function, piece: Expr) -> Expr:
        piece = f.b.materialize(piece)
        return op.select(op.is_some(_place(f, piece)), piece, op.NONE)

    def still_there(self, f: Function, piece: Expr) -> Expr:
        return self.alive(f, piece)

    def alike(self, f: Function, piece: Expr) -> Expr:
        return f.load("place", piece)

    # ---- loops

    @contextmanager
    def each(self, f: Function, name: str) -> Iterator[Expr]:
        with f.b.for_range(name, op.ZERO, op.ZERO) as nothing:
            yield nothing

    @contextmanager
    def each_on(self, f: Function, site: Expr, is_optional: bool, name: str) -> Iterator[Expr]:
        with self.each(f, name) as nothing:
            yield nothing

    @contextmanager
    def if_on(self, f: Function, site: Expr) -> Iterator[Expr]:
        with self.each(f, "p") as nothing:
            yield nothing

    @contextmanager
    def each_in(self, f: Function, place: Expr, is_optional: bool, name: str) -> Iterator[Expr]:
        with f.b.each_bit(name, f.b.materialize(pooled(f, place, is_optional))) as piece:
            yield piece

    @contextmanager
    def each_mover(
        self, f: Function, kinds: tuple[int, ...] | None, among: Expr | None
    ) -> Iterator[tuple[Expr, Expr]]:
        with self.each(f, "p") as nothing:
            yield nothing, nothing

    @contextmanager
    def each_spot(self, f: Function, unless_default: model.Field | None) -> Iterator[tuple[Expr, Expr]]:
        with self.each(f, "p") as nothing:
            yield nothing, nothing

    # ---- changes

    def create(
        self, f: Function, kind: Expr, owner: Expr, place: Expr, settings: Settings, span: Span
    ) -> None:
        with f.b.if_else(op.is_some(f.load("place", kind))) as branch:
            f.fail("too-many-pieces", None)
            branch.otherwise()
            if f.has_cell("owner"):
                f.store("owner", owner, kind)
            self._link(f, kind, place)

    def remove(self, f: Function, piece: Expr) -> None:
        piece = f.b.materialize(piece)
        self._unlink(f, piece)
        f.store("place", op.NONE, piece)
        forget(f, piece)
        renamed(f, piece, op.NONE)

    def carry(self, f: Function, piece: Expr, place: Expr) -> None:
        self._unlink(f, piece)
        self._link(f, piece, place)

    def move_to(self, f: Function, piece: Expr, place: Expr, settings: Settings, span: Span) -> None:
        self.carry(f, piece, place)

    def swap(self, f: Function, first: Expr, second: Expr) -> None:
        here, there = f.b.materialize(f.load("place", first)), f.b.materialize(f.load("place", second))
        self.carry(f, first, there)
        self.carry(f, second, here)

    def set_owner(self, f: Function, piece: Expr, owner: Expr) -> None:
        f.store("owner", owner, piece)

    def set_kind(self, f: Function, piece: Expr, kind: Expr) -> None:
        raise AssertionError("no rule gives a piece another kind")

    def field_changed(self, f: Function, piece: Expr) -> None:
        pass

    def compare(self, f: Function, other: Expr, differ: Differ) -> None:
        for cell in ("pooled", "owner"):
            if f.has_cell(cell):
                all_cells(f, cell, differ)

    def become(self, f: Function, before: Expr, piece: Expr, kind: Expr, owner: Expr) -> None:
        place = f.b.materialize(f.load("place", piece, before))
        with f.b.if_(op.is_some(f.load("place", kind))):
            self.carry(f, kind, place)

    # ---- memory

    def encode(self, facts: Facts, cells: Cells, pieces: Sequence[Located]) -> list[int]:
        if len({piece.kind for piece in pieces}) < len(pieces):
            raise Capacity("a kind has several pieces")
        for piece in pieces:
            cells.add_member("pooled", piece.kind, piece.place)
            cells.set("place", piece.place, piece.kind)
            if "owner" in cells:
                cells.set("owner", -1 if piece.owner is None else piece.owner, piece.kind)
            elif piece.owner is not None:
                raise Capacity("a piece has an owner")
        return [piece.kind for piece in pieces]

    def decode(self, facts: Facts, cells: Cells) -> Iterator[Located]:
        owners = cells.all("owner") if "owner" in cells else [-1] * facts.kinds
        places = cells.all("place")
        for place in range(facts.pieces.places):
            for kind in range(facts.kinds):
                if places[kind] == place:
                    owner = None if owners[kind] < 0 else owners[kind]
                    yield Located(kind, kind, owner, place)

    def names(self, facts: Facts) -> int:
        return facts.kinds

    # ---- places

    def _link(self, f: Function, piece: Expr, place: Expr) -> None:
        bit = op.singleton(piece, f.facts.kinds)
        f.store("pooled", op.union(f.load("pooled", place), bit), place)
        f.store("place", place, piece)

    def _unlink(self, f: Function, piece: Expr) -> None:
        here = f.b.materialize(f.load("place", piece))
        bit = op.singleton(piece, f.facts.kinds)
        f.store("pooled", op.difference(f.load("pooled", here), bit), here)


def _place(f: Function, piece: Expr) -> Expr:
    return f.or_else(piece, True, op.NONE, lambda p: f.load("place", p))


def pooled(f: Function, place: Expr, is_optional: bool) -> Expr:
    """The kinds of the pieces in a pool."""
    return f.or_else(place, is_optional, op.empty_set(f.facts.kinds), lambda p: f.load("pooled", p))


# ---- many at once


def make_all(f: Function, kinds: tuple[int, ...], place: Expr) -> None:
    """A piece of each of some kinds comes to a pool."""
    b = f.b
    made, there = op.members(kinds, f.facts.kinds), b.variable("there", op.empty_set(f.facts.kinds))
    for pool in range(f.facts.pieces.places):
        b.assign(there, op.union(Get(there), f.load("pooled", op.number(pool))))
    with b.if_else(op.nonempty(op.intersection(Get(there), made))) as branch:
        f.fail("too-many-pieces", None)
        branch.otherwise()
        f.store("pooled", op.union(f.load("pooled", place), made), place)
        with _each_of(f, kinds) as kind:
            f.store("place", place, kind)
            if f.has_cell("owner"):
                f.store("owner", op.NONE, kind)


@contextmanager
def _each_of(f: Function, kinds: tuple[int, ...]) -> Iterator[Expr]:
    if kinds == tuple(range(len(kinds))):
        with f.b.for_range("k", op.ZERO, op.number(len(kinds))) as kind:
            yield kind
    else:
        with f.b.each_bit("k", op.members(kinds, f.facts.kinds)) as kind:
            yield kind


def move_all(f: Function, cards: Expr, here: Expr, place: Expr) -> None:
    """Cards that were taken from a pool go to another one."""
    f.store("pooled", op.difference(f.load("pooled", here), cards), here)
    f.store("pooled", op.union(f.load("pooled", place), cards), place)
    with f.b.each_bit("c", cards) as card:
        f.store("place", place, card)
