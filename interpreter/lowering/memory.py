"""How a position lies in memory: its cells, seen from outside the program, and what a store of pieces offers to the program.

A new board representation is a class with the methods of `PieceStore`, a case in `prepared.store_for`, and its cells in
`facts/layout`.
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias, TypeVar

from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import Expr
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import default_in_cell, field_cell
from interpreter.lowering.terms import Words
from interpreter.shared.hashing import MASK64, SPOTS, piece_code, signed64

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}
_NONE_AT_FIRST = ("first", "top", "place", "next", "owner", "follows", "newest")


@dataclass(frozen=True, slots=True)
class Located:
    """A piece and its place: a site or, behind the sites, a pool. Of one place the lowest piece comes first.

    `name` is what stands for the piece in memory.
    """

    name: int
    kind: int
    owner: int | None
    place: int


class Cells:
    """One state's memory, by the names of its cells."""

    def __init__(self, layout: ir.Layout, memory: bytes | bytearray) -> None:
        self.layout = layout
        self.memory = bytearray(memory)

    def __contains__(self, name: str) -> bool:
        return name in self.layout.cells

    def get(self, name: str, index: int = 0) -> int:
        cell = self.layout.cells[name]
        if cell.size:
            start = cell.offset + index * cell.bytes_each
            return int.from_bytes(self.memory[start : start + cell.bytes_each], "little")
        letter = "<" + _LETTERS[cell.width]
        value: int = struct.unpack_from(letter, self.memory, cell.offset + index * cell.width // 8)[0]
        return value

    def set(self, name: str, value: int, index: int = 0) -> None:
        cell = self.layout.cells[name]
        if cell.size:
            start = cell.offset + index * cell.bytes_each
            self.memory[start : start + cell.bytes_each] = value.to_bytes(cell.bytes_each, "little")
        else:
            at = cell.offset + index * cell.width // 8
            struct.pack_into("<" + _LETTERS[cell.width], self.memory, at, value)

    def all(self, name: str) -> list[int]:
        cell = self.layout.cells[name]
        return list(struct.unpack_from(f"<{cell.count}{_LETTERS[cell.width]}", self.memory, cell.offset))

    def add_member(self, name: str, member: int, index: int = 0) -> None:
        """Adds a member to a set, which may be an array of words."""
        cell = self.layout.cells[name]
        if cell.count > 1 and cell.size == 64 and index == 0 and member >= 64:
            index, member = divmod(member, 64)
        self.set(name, self.get(name, index) | 1 << member, index)


def blank(facts: Facts) -> bytes:
    """A state whose cells hold their defaults, in which nothing has happened."""
    layout, phases = facts.state, facts.game.phase_order
    cells = Cells(layout, bytes(layout.size))

    def fill(name: str, value: int) -> None:
        for i in range(layout.cells[name].count):
            cells.set(name, value, i)

    for name in _NONE_AT_FIRST:
        if name in cells:
            fill(name, -1)
    for field in facts.game.fields.values():
        fill(field_cell(field), default_in_cell(layout, field))
    fill("phase", phases.index(facts.game.phases[0]))
    fill("turn", 1)
    return bytes(cells.memory)


def enter_site(cells: Cells, site: int, kind: int, owner: int | None) -> None:
    """Notes what is seen of a site."""
    cells.add_member("occupied", site)
    if "own" in cells and owner is not None:
        cells.add_member("own", site, owner)
    if "are" in cells:
        cells.add_member("are", site, kind)
    if "pieces_code" in cells:
        total = cells.get("pieces_code") + piece_code(site * SPOTS, owner, kind)
        cells.set("pieces_code", signed64(total & MASK64))


# ---- the protocol of all stores


F = TypeVar("F", contravariant=True)  # the context in which code is written: `Function`

Settings: TypeAlias = list[tuple[model.Field, Expr, bool]]  # fields, their values, whether these may be none
# leaves if a cell of two states differs, by the indices
Differ: TypeAlias = Callable[[str, Expr, Expr], None]


class Occupancy(Protocol[F]):
    """What is kept of where something stands."""

    def mark(self, f: F, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """A piece stands on a site, or no longer does."""

    def describe(self, f: F, bit: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """Whose piece, and of which kind, is seen on a site, given as a set; or is no longer."""

    def sweep(self, f: F, site: Expr) -> None:
        """Nothing stands on a site, of whomever it was."""

    def add_code(self, f: F, site: Expr, kind: Expr, owner: Expr, is_there: bool) -> None:
        """A piece counts for the position's number, or no longer does."""

    def is_occupied(self, f: F, site: Expr, is_optional: bool) -> Expr: ...

    def is_full(self, f: F) -> Expr:
        """Whether every site holds a piece."""

    def words(self, f: F) -> Words:
        """The occupied sites in words of 64."""

    def each_site(self, f: F) -> AbstractContextManager[Expr]:
        """The sites that hold something."""


class PieceStore(Protocol[F]):
    """How pieces lie in memory. A piece is an index, -1 none; a place is a site or, behind the sites, a pool."""

    @property
    def occupancy(self) -> Occupancy[F]: ...

    # what is there

    def on(self, f: F, site: Expr, is_optional: bool) -> Expr:
        """The topmost piece of a site, which is none if `is_optional` allows it."""

    def seen_at(self, f: F, site: Expr) -> Expr:
        """The piece that is seen on a site which holds one."""

    def site_of(self, f: F, piece: Expr, is_optional: bool) -> Expr: ...

    def place_of(self, f: F, piece: Expr) -> Expr:
        """The place of a piece that is there."""

    def owner_of(self, f: F, piece: Expr, is_optional: bool) -> Expr: ...

    def kind_of(self, f: F, piece: Expr, is_optional: bool) -> Expr: ...

    def is_there(self, f: F, piece: Expr) -> Expr:
        """Whether a piece is in the game."""

    def is_taken(self, f: F, place: Expr) -> Expr:
        """Whether a place can take no other piece."""

    def is_at(self, f: F, piece: Expr, place: Expr) -> Expr:
        """Whether a piece, or none, is in a place."""

    def alive(self, f: F, piece: Expr) -> Expr:
        """The piece that a name holds; none if it has left the game."""

    def still_there(self, f: F, piece: Expr) -> Expr:
        """A piece of a set that was made before effects began; none if it has left the game."""

    def alike(self, f: F, piece: Expr) -> Expr:
        """What stays the same of a piece that is there when it becomes another one where it is."""

    # loops

    def each(self, f: F, name: str) -> AbstractContextManager[Expr]:
        """All pieces on the board, site by site."""

    def each_on(self, f: F, site: Expr, is_optional: bool, name: str) -> AbstractContextManager[Expr]:
        """The pieces on a site, the lowest first."""

    def if_on(self, f: F, site: Expr) -> AbstractContextManager[Expr]:
        """Where a site holds a piece: that piece."""

    def each_in(self, f: F, place: Expr, is_optional: bool, name: str) -> AbstractContextManager[Expr]:
        """The pieces of a pool, in its order."""

    def each_mover(
        self, f: F, kinds: tuple[int, ...] | None, among: Expr | None
    ) -> AbstractContextManager[tuple[Expr, Expr]]:
        """The mover's topmost pieces of some kinds (None: of all) on the sites `among`, each with its site."""

    def each_spot(
        self, f: F, unless_default: model.Field | None
    ) -> AbstractContextManager[tuple[Expr, Expr]]:
        """The pieces on the board, each with `SPOTS` times its site plus its height there.

        Those whose field has its default may be left out.
        """

    # changes

    def create(self, f: F, kind: Expr, owner: Expr, place: Expr, settings: Settings, span: Span) -> None:
        """A new piece comes to a place that can take it."""

    def remove(self, f: F, piece: Expr) -> None:
        """A piece leaves the game: whatever names it names nothing."""

    def carry(self, f: F, piece: Expr, place: Expr) -> None:
        """A piece comes to another place, which can take it."""

    def move_to(self, f: F, piece: Expr, place: Expr, settings: Settings, span: Span) -> None:
        """The same, or it stays where it is; and fields get values."""

    def swap(self, f: F, first: Expr, second: Expr) -> None:
        """Two pieces change places."""

    def set_owner(self, f: F, piece: Expr, owner: Expr) -> None: ...

    def set_kind(self, f: F, piece: Expr, kind: Expr) -> None: ...

    def become(self, f: F, before: Expr, piece: Expr, kind: Expr, owner: Expr) -> None:
        """Where a piece is in the state `before`, of which this one is a copy, there is one of another kind and owner.

        All pieces that are named so become each other.
        """

    def field_changed(self, f: F, piece: Expr) -> None:
        """A field of a piece has another value."""

    def compare(self, f: F, other: Expr, differ: Differ) -> None:
        """Compares the pieces of two states, cell by cell."""

    # memory that is read and written outside of the program

    def encode(self, facts: Facts, cells: Cells, pieces: Sequence[Located]) -> list[int]:
        """Puts pieces into a blank state; what stands for each in memory. Raises Capacity."""

    def decode(self, facts: Facts, cells: Cells) -> Iterator[Located]:
        """The pieces in a state."""

    def names(self, facts: Facts) -> int:
        """How many names pieces have."""
