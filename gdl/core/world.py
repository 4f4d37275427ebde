"""What expressions ask beside their parts: the questions that a state of play answers, and other worlds as far as they can.

Each question belongs to one of the `Source`s of `gdl.tree.words`, and they stand in that order here. So what a builtin asks of
a world is what its row in `gdl.core.builtins` says that it reads.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from gdl.boards.board import Board
from gdl.core import nodes as core
from gdl.core.model import Definition
from gdl.core.types import Type, too_large
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.source import Span
from gdl.tree.words import Counter

Value: TypeAlias = Any  # the checker has found the types of all expressions; a world does not tell them apart


class NotStatic(Exception):  # noqa: N818 - an answer, not an error
    """The world does not know the answer: the expression depends on the state of play, or on a name without a value."""

    def __init__(self, slot: int = -1) -> None:
        self.slot = slot


class TooLarge(NotStatic, GameError):  # noqa: N818 - before play an answer, in play an error
    """A number that is computed is beyond what the language holds.

    In play the rules have gone wrong. Before it there is no answer yet, as the expression may never be asked for.
    """

    def __init__(self, span: Span) -> None:
        self.slot = -1
        GameError.__init__(
            self,
            [
                Diagnostic(
                    "number-overflow",
                    too_large("a number"),
                    span,
                    "larger than that",
                    help="keep it smaller: `min(1000, n * n)` is at most 1000",
                )
            ],
        )


class Names(Protocol):
    """The values of local names, by their slots."""

    def __getitem__(self, slot: int, /) -> Value: ...

    def __setitem__(self, slot: int, value: Value, /) -> None: ...


class World(Protocol):
    """What expressions ask about. Each question may raise `NotStatic` where the answer is not known."""

    @property
    def names(self) -> Names: ...

    # ---- what is declared, the same in all states

    @property
    def board(self) -> Board: ...

    def definition(self, name: str, /) -> Definition: ...

    @property
    def answers(self) -> dict[object, Value] | None:
        """What definitions gave before, by their names and all that decides it; None in a world that changes."""

    def cell(self, column: str, kind: int, /) -> Value:
        """What the table of kinds says; of a column with an index, one value for each element of the index."""

    def index(self, column: str, /) -> Sequence[int]:
        """The directions or numbers for which a column has values."""

    # ---- players, mover

    @property
    def player_count(self) -> int: ...

    def team(self, player: int, /) -> tuple[int, ...]:
        """The players of a player's team, in order."""

    def facing(self, player: int, /) -> int | None:
        """In which direction a player looks: degrees, counterclockwise from east."""

    @property
    def mover(self) -> int: ...

    @property
    def viewpoint(self) -> int: ...

    # ---- pieces: also which sites there are, on a board that grows

    @property
    def cells(self) -> Sequence[tuple[int, ...]]:
        """The pieces on each site, the lowest first."""

    def occupied(self) -> Sequence[int]:
        """The sites that hold something, in order."""

    def is_there(self, piece: int | None, /) -> bool:
        """Whether a piece is on the board or in a pool; one that is gone is none."""

    def site(self, piece: int, /) -> int | None:
        """The site of a piece; None off the board."""

    def owner(self, piece: int, /) -> int | None: ...

    def kind(self, piece: int, /) -> int | None: ...

    # ---- pools, fields

    def pool(self, name: str, seat: int, /) -> tuple[int, ...]:
        """The pieces in a pool of a player; of the game, where the seat is 0."""

    def field(self, name: str, holder: int | None, /) -> Value:
        """The value of a field; without a holder that of the game."""

    def default(self, field: str, /) -> Value: ...

    # ---- counters, action, history, legal

    def counter(self, name: Counter, /) -> int: ...

    @property
    def steps(self) -> int:
        """How often the present action has been done so far."""

    @property
    def captured(self) -> tuple[int, ...]:
        """The kinds of the pieces that the present action has captured, in order."""

    def repeated(self, history: str, /) -> int: ...

    def cycle(self, history: str, /) -> int: ...

    def can_move(self, player: int, /) -> bool: ...

    def choices(self, player: int, /) -> int:
        """How many actions a player would have if it were their turn, not counting a pass."""

    def can_make(self, player: int, actions: tuple[str, ...], /) -> bool: ...

    def is_over(self) -> bool: ...

    # ---- paths and texts

    def has_way(self, path: core.Path, /) -> bool:
        """Whether a path can be followed somewhere."""

    def ends(self, path: core.Path, /) -> tuple[int, ...]:
        """The sites where a path may end, in the order of the sites."""

    def text(self, value: Value, kind: Type, /) -> str:
        """A value as people write it."""
