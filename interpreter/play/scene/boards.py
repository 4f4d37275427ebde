"""The part of a board that is drawn, and the lines of a graph board."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gdl.boards.board import Board
from gdl.boards.building import cropped
from gdl.core import model


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a graph board between two sites, by index. `one_way`: no step leads back."""

    a: int
    b: int
    one_way: bool


def shown_board(game: model.Game, position: Mapping[str, Any]) -> Board:
    """The board to draw; of a growing one the part around its pieces."""
    if not game.board.is_growing:
        return game.board
    return cropped(game.board, [str(n) for n in position.get("pieces") or ()])


def round_text(board: Board) -> str:
    """Which files and ranks of a board that goes round lie beside each other; empty for other boards."""
    cells = board.cells
    west, east = (min(cells, key=lambda s: s.x), max(cells, key=lambda s: s.x)) if cells else (None, None)
    said = []
    if "files" in board.round and west and east:
        said.append(f"file {east.names[0]} lies beside file {west.names[0]}")
    if "ranks" in board.round:
        ranks = [s.rank for s in cells]
        said.append(f"rank {max(ranks)} lies beside rank {min(ranks)}")
    return "the board goes round: " + " and ".join(said) if said else ""


def goings(board: Board) -> list[tuple[int, int]]:
    """The cells from which a step along adjacency leads round the board, each with the direction."""
    return [
        (s.index, d)
        for d in (board.adjacent if board.round else ())
        for s in board.cells
        if (t := board.steps[d][s.index]) >= 0
        and (board.sites[t].ax - s.ax, board.sites[t].ay - s.ay)
        != (board.directions[d].dx, board.directions[d].dy)
    ]


def links(board: Board) -> list[Link]:
    """The lines of a graph board, each once, in the order of their sites."""
    ways = {(s, t) for row in board.steps for s, t in enumerate(row) if t >= 0 and t != s}
    found = []
    for s, t in sorted(ways):
        back = (t, s) in ways
        if not back or s < t:
            found.append(Link(s, t, not back))
    return found


_IN_A_ROW = 5  # sites that make a row
_MOST = 0.8  # of the sites, in the two rows


def facing_rows(board: Board) -> tuple[list[int], list[int]] | None:
    """The sites of the top row and of the bottom row of a race, each from the left; None for any other board.

    The trait of such a board: a graph whose sites hold several pieces, most of which lie in these two rows.
    """
    if board.tiling.has_outlines or not board.is_stacking:
        return None
    rows: dict[Fraction, list[int]] = {}
    for site in sorted(board.sites, key=lambda s: s.x):
        rows.setdefault(site.y, []).append(site.index)
    long = [rows[y] for y in sorted(rows, reverse=True) if len(rows[y]) >= _IN_A_ROW]
    if len(long) != 2 or sum(map(len, long)) < _MOST * len(board.sites):
        return None
    return long[0], long[1]
