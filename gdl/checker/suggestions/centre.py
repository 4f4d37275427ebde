"""The middle of the board where a site is wanted: `centre` is a point, and lies between sites on some boards.

What is said leads to sites on every board that the game may have: it asks for their squared distance from the point.
"""

from gdl.boards.board import Board
from gdl.checker.context import Context
from gdl.checker.suggestions.way_out import NO_WAY_OUT, WayOut, writing
from gdl.core.types import SITE, Type, set_of
from gdl.source import Span


def of_the_centre(span: Span, wanted: Type, context: Context) -> WayOut:
    """The way out for `centre` where a site or sites are wanted; none where something else is."""
    board = context.names.board
    if wanted.required not in (SITE, set_of(SITE)) or board is None or not board.cells:
        return NO_WAY_OUT
    nearest = f"(sites where {_near('it', board)})"
    text = f"first({nearest})" if wanted.required == SITE else nearest
    return writing(
        span,
        text,
        f"`centre` is a point; of the sites nearest to it this is {'one' if wanted.required == SITE else 'the set'}: `{text}`",
    )


def at_the_centre(text: str, context: Context) -> str:
    """The help for a question whether a site, by its text, is the middle."""
    board = context.names.board
    if board is None or not board.cells:
        return ""
    return f"`centre` is a point, which no site equals; whether a site is nearest to it is `{_near(text, board)}`"


def _near(text: str, board: Board) -> str:
    least = min(map(board.centre_distance2, range(len(board.cells))))
    return f"distance2({text}, centre) {'= 0' if least == 0 else '< 1'}"
