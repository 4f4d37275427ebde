"""Graph boards on a grid of characters: the place of each site, and the characters of the lines.

Lines along a row, a column or a diagonal are drawn; the others, and those that would cross a site, are left over, to be
listed under the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from interpreter.play.scene.boards import Link, links

_SCALES = [Fraction(1, n) for n in (8, 6, 4, 3, 2)] + [Fraction(n) for n in (1, 2, 3, 4, 6, 8, 12)]
_ROWS = 2  # rows of characters a unit of y, at scale 1
_CROSSED = {frozenset("╱╲"): "╳", frozenset("─│"): "┼", frozenset("╳│"): "╳", frozenset("╳─"): "╳"}
_HEADS = {
    (0, 1): "→",
    (0, -1): "←",
    (-1, 0): "↑",
    (1, 0): "↓",
    (-1, 1): "↗",
    (1, 1): "↘",
    (1, -1): "↙",
    (-1, -1): "↖",
}


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows count downward from 0. `sites`: the place of each site's sign; `lines`: the characters between them."""

    sites: dict[int, tuple[int, int]]
    lines: dict[tuple[int, int], str]
    left_over: list[Link]
    height: int


def make(board: Board, widths: Sequence[int]) -> Grid:
    """The grid of a board. `widths`: of the text of each site, in characters, from its sign on."""
    found = links(board)
    columns = max(widths) + 3 + (max(widths) + 3) % 2
    for scale in _SCALES:
        sites = _places(board, scale, columns)
        if _is_roomy(board, sites, found, widths):
            break
    taken = {(row, column + i) for site, (row, column) in sites.items() for i in range(-1, widths[site])}
    lines: dict[tuple[int, int], str] = {}
    left_over = []
    for link in found:
        drawn = _line(board.sites[link.a], board.sites[link.b], sites, widths)
        if not drawn or any(at in taken for at in drawn):
            left_over.append(link)
            continue
        if link.one_way:
            middle = list(drawn)[len(drawn) // 2]
            drawn[middle] = _head(sites[link.a], sites[link.b])
        for at, sign in drawn.items():
            other = lines.get(at, sign)
            lines[at] = sign if other == sign else _CROSSED.get(frozenset((other, sign)), sign)
    return Grid(sites, lines, left_over, max(row for row, _ in sites.values()) + 1)


def _places(board: Board, scale: Fraction, columns: int) -> dict[int, tuple[int, int]]:
    left, top = min(s.x for s in board.sites), max(s.y for s in board.sites)
    return {
        s.index: (round((top - s.y) * _ROWS * scale), round((s.x - left) * columns * scale))
        for s in board.sites
    }


def _is_roomy(
    board: Board, sites: dict[int, tuple[int, int]], found: list[Link], widths: Sequence[int]
) -> bool:
    """Whether no texts touch, and every line that can be drawn has a character to show itself."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for site, (row, column) in sites.items():
        rows.setdefault(row, []).append((column, site))
    for row_sites in rows.values():
        for (column, site), (other, _) in pairwise(sorted(row_sites)):
            if other - column < widths[site] + 2:
                return False
    return all(
        _slope(board.sites[k.a], board.sites[k.b]) is None
        or _line(board.sites[k.a], board.sites[k.b], sites, widths)
        for k in found
    )


def _slope(a: Site, b: Site) -> str | None:
    """The character of the line between two sites, or None when it runs neither straight nor diagonally."""
    dx, dy = b.x - a.x, b.y - a.y
    if dy == 0:
        return "─"
    if dx == 0:
        return "│"
    if abs(dx) != abs(dy):
        return None
    return "╱" if (dx > 0) == (dy > 0) else "╲"


def _line(
    a: Site, b: Site, sites: dict[int, tuple[int, int]], widths: Sequence[int]
) -> dict[tuple[int, int], str]:
    """The characters of the line between two sites; empty when there is none to draw or no room."""
    sign = _slope(a, b)
    if sign is None:
        return {}
    (row, column), (end_row, end_column) = sorted((sites[a.index], sites[b.index]))
    if sign == "─":
        left = min((a, b), key=lambda s: s.x)
        return {(row, c): sign for c in range(column + widths[left.index], end_column - 1)}
    steps = end_row - row
    return {
        (row + i, column + round(Fraction((end_column - column) * i, steps))): sign for i in range(1, steps)
    }


def _head(a: tuple[int, int], b: tuple[int, int]) -> str:
    """The arrow from one place towards another."""
    return _HEADS[_sign(b[0] - a[0]), _sign(b[1] - a[1])]


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
