"""Where sites are in a plane: rows and columns that keep neighbours together as far as a rectangle can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from gdl.boards.board import Board
from interpreter.shared import lazy_numpy

MOST_EMPTY = 8  # times as many cells as sites; where a rectangle would be emptier, the sites are a row


@dataclass(frozen=True, slots=True)
class Grid:
    """`cells[s]` is the cell of site s, row by row from the top, as boards are drawn: the last rank first."""

    height: int
    width: int
    cells: lazy_numpy.Ints

    @property
    def is_full(self) -> bool:
        """Whether every cell is a site."""
        return len(self.cells) == self.height * self.width

    @property
    def sites(self) -> lazy_numpy.Ints:
        """The site of each cell, -1 where there is none: an array of rows by columns."""
        found = lazy_numpy.np.full(self.height * self.width, -1, lazy_numpy.np.int64)
        found[self.cells] = lazy_numpy.np.arange(len(self.cells))
        return found.reshape(self.height, self.width)


def grid_of(board: Board) -> Grid:
    """Files and ranks where these tell the sites apart, else the lattice with borders and nodes between the cells, else a row."""
    named = [(Fraction(s.file), Fraction(s.rank)) for s in board.sites]
    lattice = [(Fraction(s.ax), Fraction(s.ay)) for s in board.sites]
    for points in (named, lattice):
        grid = _rectangle(points)
        if grid is not None:
            return grid
    return Grid(1, max(1, len(board.sites)), lazy_numpy.np.arange(len(board.sites)))


def _rectangle(points: Sequence[tuple[Fraction, Fraction]]) -> Grid | None:
    """Points on whole rows and columns; None where two are the same, or where most of the rectangle would be empty."""
    if not points or len(set(points)) < len(points):
        return None
    columns, rows = (_whole([point[axis] for point in points]) for axis in (0, 1))
    width, height = max(columns) + 1, max(rows) + 1
    if width * height > MOST_EMPTY * len(points):
        return None
    cells = [(height - 1 - row) * width + column for column, row in zip(columns, rows, strict=True)]
    return Grid(height, width, lazy_numpy.np.array(cells, lazy_numpy.np.int64))


def _whole(values: Sequence[Fraction]) -> list[int]:
    """Values as whole numbers from 0 that keep their distances."""
    scale, least = lcm(*(v.denominator for v in values)), min(values)
    return [int((v - least) * scale) for v in values]
