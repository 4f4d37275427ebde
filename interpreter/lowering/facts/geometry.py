"""What the board alone says, as tables and sets of sites: lines, directions of paths, moves of sets along directions; and what a turn of it
lays onto what."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from gdl.boards.board import Board
from gdl.boards.turns import Turn
from gdl.core import model, static
from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from interpreter.lowering.game.partial_evaluation import inlined


def bits_of(values: Iterable[int]) -> int:
    """A set of sites as the digits of a number; what is off the board is left out."""
    return sum(1 << v for v in set(values) if v >= 0)


def all_lines(board: Board) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """All lines: the direction, the site it starts from, the sites met. Directions come first."""
    for d in range(len(board.directions)):
        for s in range(len(board.sites)):
            yield d, s, board.line(s, d)


def longest_line(board: Board) -> int:
    return max((len(line) for _, _, line in all_lines(board)), default=0)


def steps_of(board: Board, d: int) -> dict[int, int]:
    """From each site the next one in a direction, where there is one."""
    return {s: t for s, t in enumerate(board.steps[d]) if t >= 0}


def is_rising(board: Board, d: int) -> bool | None:
    """Whether sites have greater numbers along a direction; None if neither greater nor less."""
    steps = [t - s for s, t in steps_of(board, d).items()]
    return True if all(x > 0 for x in steps) else False if all(x < 0 for x in steps) else None


def known_directions(path: model.Line | model.Walk) -> tuple[int, ...] | None:
    """The directions of a path, where nothing but the board decides about them."""
    match path.directions:
        case model.Const(value=tuple(values)):
            return tuple(d for d in values if isinstance(d, int))
    return None


def directions_for(path: model.Path, player: int, game: model.Game) -> tuple[int, ...] | None:
    """The directions of a path that is seen by a player; None where more decides about them."""
    if isinstance(path, model.Leap):
        return None
    known = known_directions(path)
    if known is not None or isinstance(path.directions, model.Const):
        return known
    flat = inlined(path.directions, game, player=player)
    try:
        found = static.value(flat, game.board, None, static.table_of(game))
    except (static.NotStatic, TypeError, KeyError):
        return None
    return tuple(d for d in found if isinstance(d, int)) if isinstance(found, tuple) else None


def any_directions(path: model.Path, game: model.Game) -> tuple[int, ...]:
    """The directions of a path, or those for the first player."""
    return directions_for(path, 0, game) or ()


def known_number(e: model.Expr | None) -> int | None:
    """The value of a whole number that is known."""
    match e:
        case model.Const(value=bool()):
            return None
        case model.Const(value=int(n)):
            return n
    return None


def is_plain_length(path: model.Line) -> bool:
    """Whether a line has no least length, and its most is known before the game or unlimited."""
    return path.least is None and (path.most is None or known_number(path.most) is not None)


# ---- what a turn of a board lays onto what

PLACED = ("site", "direction")  # types of values that a board lays onto others


def in_order(values: object) -> tuple[object, ...]:
    """A set in the order of its elements' numbers, `none` first."""
    return tuple(sorted(cast(Sequence[int | None], values), key=lambda v: -1 if v is None else v))


@dataclass(frozen=True)
class Laid:
    """What is laid onto what: the images of the sites and directions by a turn of the board, and those of the players."""

    turn: Turn
    players: tuple[int, ...]

    def value(self, value: object, type_: Type) -> object:
        """What a value is laid onto; of a set in the order of its elements' numbers."""
        images = {"site": self.turn.sites, "direction": self.turn.directions, "player": self.players}
        if value is None or type_.base not in ("set", *images):
            return value
        if type_.base == "set":
            assert type_.element is not None
            return in_order([self.value(v, type_.element) for v in cast(Sequence[object], value)])
        return images[type_.base][cast(int, value)]

    @property
    def exchanges(self) -> bool:
        """Whether players change places."""
        return self.players != tuple(range(len(self.players)))
