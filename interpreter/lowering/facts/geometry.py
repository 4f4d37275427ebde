"""What the board alone says, as tables and sets of sites: lines, directions of paths, moves of sets along directions."""

from collections.abc import Iterable, Iterator

from gdl.boards.board import Board
from gdl.core import model, static
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
