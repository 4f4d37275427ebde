"""How pieces lie in memory: the protocol of all stores.

A new board representation is a class with these methods, a line in `choose`, and its cells in `facts/layout`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias, TypeVar

from gdl.core import model
from gdl.source import Span
from interpreter.ir import Expr
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.memory import Cells, Located
from interpreter.lowering.terms import Words

F = TypeVar("F", contravariant=True)  # the context in which code is written: `Function`

Settings: TypeAlias = list[tuple[model.Field, Expr, bool]]  # fields, their values, whether these may be none
Differ: TypeAlias = Callable[
    [str, Expr, Expr], None
]  # leaves if a cell of two states differs, by the indices


class PieceStore(Protocol[F]):
    """How pieces lie in memory. A piece is an index, -1 none; a place is a site or, behind the sites, a pool."""

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

    def is_occupied(self, f: F, site: Expr, is_optional: bool) -> Expr: ...

    def is_full(self, f: F) -> Expr:
        """Whether every site holds a piece."""

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

    def words_held(self, f: F) -> Words:
        """The occupied sites in words of 64."""

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

    def put_in_order(
        self, f: F, piece: Expr, place: Expr, settings: Settings, span: Span, is_under: bool
    ) -> None:
        """A piece comes to the top or the bottom of an ordered pool, in which it may be already; and fields get values."""

    def lift(self, f: F, piece: Expr) -> None:
        """A piece leaves its place, and lands somewhere before any other piece is made: it has no place so long."""

    def land(self, f: F, piece: Expr, place: Expr, settings: Settings, span: Span, is_under: bool) -> None:
        """A piece that was lifted comes to a place that can take it, and fields get values."""

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
