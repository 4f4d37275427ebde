"""Octagons in files and ranks, with a square between each four of them (the truncated square tiling, 4.8.8).

On the lattice the octagon of a file and a rank is (2 * file, 2 * rank), and the squares lie between: both numbers are odd there.
An octagon has eight neighbours: octagons in the orthogonal directions, squares in the diagonal ones. A square has four.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import ClassVar

from gdl.boards.tiling import Cell, Coordinate, Direction, Outline, Plan, Site, Tiling, check_size
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Extent

_SIDE = (sqrt(2) - 1) / 2  # half a side of an octagon, in columns; all sides are equally long
_SLANT = _SIDE * sqrt(2)  # from the middle of a square to its corners


@dataclass(frozen=True)
class Octagons(Tiling):
    """Octagons, and squares that stand on a corner between them."""

    name = "octagons"
    cells = "octagons and squares"
    compass = (
        ("north", 90, 0, 2),
        ("northeast", 45, 1, 1),
        ("east", 0, 2, 0),
        ("southeast", 315, 1, -1),
        ("south", 270, 0, -2),
        ("southwest", 225, -1, -1),
        ("west", 180, -2, 0),
        ("northwest", 135, -1, 1),
    )
    forms: ClassVar[Mapping[Extent, str]] = {"by": "octagons W x H"}
    column_parts = row_parts = 2

    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        width, height = sizes
        count = width * height + (width - 1) * (height - 1)
        check_size(f"a board of {width} x {height} octagons", min(sizes), count)
        cells = []
        for r in range(1, height + 1):
            cells += [_cell(f, r) for f in range(1, width + 1)]
            cells += [_cell(f, r, 1, "ne") for f in range(1, width if r < height else 1)]
        return Plan(width, height, cells)

    def leads(self, site: Site | Cell, direction: Direction) -> bool:
        return _is_octagon(site) or self.is_slanted(direction)

    def is_slanted(self, direction: Direction) -> bool:
        return bool(direction.dx and direction.dy)

    def is_adjacent(self, direction: Direction) -> bool:
        return True

    def norm2(self, dx: Coordinate, dy: Coordinate) -> Coordinate:
        """A step from octagon to octagon is 1 long."""
        return Fraction(dx * dx + dy * dy) / 4

    def leap(self, a: int, b: int) -> tuple[int, int]:
        return 2 * a, 2 * b

    def sorts(self, sites: Sequence[Site]) -> dict[str, tuple[int, ...]]:
        return {
            "octagons": tuple(s.index for s in sites if _is_octagon(s)),
            "squares": tuple(s.index for s in sites if not _is_octagon(s)),
        }

    def outline(self, site: Site) -> Outline:
        if not _is_octagon(site):
            return ((_SLANT, 0), (0, _SLANT), (-_SLANT, 0), (0, -_SLANT))
        a, b = 0.5, _SIDE
        return ((a, b), (b, a), (-b, a), (-a, b), (-a, -b), (-b, -a), (b, -a), (a, -b))

    def room(self, site: Site) -> float:
        return 0.385 if _is_octagon(site) else 0.17


def _cell(file: int, rank: int, more: int = 0, end: str = "") -> Cell:
    """An octagon, or the square northeast of it."""
    half = Fraction(more, 2)
    return Cell(file, rank, file + half, rank + half, 2 * file + more, 2 * rank + more, end)


def _is_octagon(site: Site | Cell) -> bool:
    return site.ax % 2 == 0
