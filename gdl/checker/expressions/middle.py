"""The middle of the board where a site is wanted: `centre` is a point, between sites on some boards.

What is said leads to sites on every board that the game may have: their squared distance from the point is 0.
"""

import re

from gdl import model
from gdl.boards.board import Board
from gdl.checker.context import Context
from gdl.source import NOWHERE, Span
from gdl.types import POINT, SITE, Type, set_of

_FEW = 4  # sites around the middle of a board with even sides


def of_the_middle(wanted: Type, context: Context) -> str:
    """The help for `centre` where a site or sites are wanted; "" where something else is."""
    board = context.names.board
    if wanted.required not in (SITE, set_of(SITE)) or board is None or not board.cells:
        return ""
    nearest, asked = _nearest(board)
    found = f"(sites where {_asked('it', asked)})"
    text = f"first({found})" if wanted.required == SITE else found
    if asked == "= 0":
        return f"`centre` is a point; the site in the middle is `{_named(nearest, context) or text}`"
    return f"`centre` is a point, and on this board no site lies there; nearest to it are `{found}`"


def compared_with_the_middle(span: Span, left: model.Expr, right: model.Expr, context: Context) -> str:
    """The help for a site that is compared with `centre`, or asked whether it is in it; "" for other values."""
    between = span.source.text[left.span.end : right.span.start]
    is_not = re.search(r"!=|\bnot\b", between) is not None
    points = [_is_point(left), _is_point(right)]
    site = right if points[0] else left
    if not any(points) or all(points):
        return ""
    if site.type.required != SITE:
        return of_the_middle(site.type, context)
    way = asked_of_the_middle(site.span.in_one_line, is_not, context)
    whole = span.in_one_line if span.start <= site.span.start < span.end else ""
    return f"{way} in place of `{whole}`" if way and whole else way


def asked_of_the_middle(text: str, is_not: bool, context: Context) -> str:
    """The help for a question whether a site, by its text, lies in the middle, or does not."""
    board = context.names.board
    if board is None or not board.cells:
        return ""
    nearest, asked = _nearest(board)
    way = _asked(text, asked, is_not)
    if asked == "= 0":
        return f"`centre` is a point, and only the site in the middle has no distance from it: write `{way}`"
    some = ", ".join(board.sites[s].name for s in nearest)
    return (
        f"`centre` is a point, and on this board no site lies there; nearest to it are {some}: write `{way}`"
    )


def _is_point(e: model.Expr) -> bool:
    return POINT in (e.type.required, e.type.element)


def _asked(text: str, bound: str, is_not: bool = False) -> str:
    turned = {"= 0": "> 0", "< 1": ">= 1"}
    return f"distance2({text}, centre) {turned[bound] if is_not else bound}"


def _nearest(board: Board) -> tuple[list[int], str]:
    """The sites nearest to the middle, and what their squared distance from it is asked."""
    cells = range(len(board.cells))
    least = min(map(board.centre_distance2, cells))
    return [s for s in cells if board.centre_distance2(s) == least][:_FEW], "= 0" if least == 0 else "< 1"


def _named(nearest: list[int], context: Context) -> str:
    """The name of the site in the middle, where the size of the board is written in the text."""
    board, span = context.names.board, context.names.board_span
    is_fixed = span is not NOWHERE and re.fullmatch(r"board\s+\w+\s+\d+\s*x\s*\d+", span.in_one_line)
    return board.sites[nearest[0]].name if board is not None and is_fixed and len(nearest) == 1 else ""
