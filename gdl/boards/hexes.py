"""Hexes with a corner up: axial coordinates, with east = (1, 0), northeast = (0, 1) and northwest = (-1, 1).

A step has length 1 in every direction. (Amit Patel, "Hexagonal Grids", redblobgames.com, 2013.)
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from gdl.boards.tiling import (
    BoardError,
    Cell,
    Coordinate,
    Direction,
    Outline,
    Plan,
    Point,
    Sides,
    Site,
    Tiling,
    check_size,
    halves,
    points,
)
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Extent


@dataclass(frozen=True)
class Hexes(Tiling):
    """Hexes in rows, each half a column beside the next one."""

    name = "hex"
    cells = "hexes"
    compass = (
        ("northeast", 60, 0, 1),
        ("east", 0, 1, 0),
        ("southeast", 300, 1, -1),
        ("southwest", 240, 0, -1),
        ("west", 180, -1, 0),
        ("northwest", 120, -1, 1),
    )
    forms: ClassVar[Mapping[Extent, str]] = {
        "by": "hex W x H",
        "side": "hex side N",
        "rows": "hex rows A, B, ...",
        "growing": "hex growing",
    }
    turns = 6
    rise = math.sqrt(3) / 2
    column_parts = 2
    sides = Sides(
        halves(ne=(0, 1), nw=(-1, 1), e=(1, 0), sw=(0, -1), se=(1, -1), w=(-1, 0)),
        points(Fraction(1, 3), n=(-1, 2), s=(1, -2), ene=(1, 1), wnw=(-2, 1), ese=(2, -1), wsw=(-1, -1)),
        {
            "ne": ("n", "ene"), "nw": ("n", "wnw"), "e": ("ene", "ese"),
            "sw": ("s", "wsw"), "se": ("s", "ese"), "w": ("wnw", "wsw"),
        },
    )  # fmt: skip
    is_staggered = has_axes = can_wrap = True

    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        if form == "side":
            (side,) = sizes
            check_size(f"a hexagon of side {side}", side, 3 * side * (side - 1) + 1)
            return _rows([*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)])
        return _rows(sizes) if form == "rows" else _rhombus(*sizes)

    def is_adjacent(self, direction: Direction) -> bool:
        return True

    def groups(self, directions: Sequence[Direction]) -> dict[str, tuple[int, ...]]:
        every = tuple(d.index for d in directions)
        return {"orthogonal": every, "any": every}

    def heading(self, angle: int, nearest: Sequence[int]) -> tuple[int, int]:
        # Compass words such as northeast (45) are not angles of hexes; without this the left of
        # "northeast" would differ from the left of the direction of that name (60).
        return (nearest[0], 60) if len(nearest) == 1 else (angle, 0)

    def norm2(self, dx: Coordinate, dy: Coordinate) -> Coordinate:
        return dx * dx + dy * dy + dx * dy

    def turned(self, dx: int, dy: int) -> tuple[int, int]:
        return -dy, dx + dy

    def mirrored(self, x: Coordinate, y: Coordinate, direction: Direction) -> tuple[Coordinate, Coordinate]:
        z = -x - y  # cube coordinates: a mirror across a direction swaps two of the three
        if direction.dx and direction.dy:
            return y, x
        return (z, y) if direction.dx else (x, z)

    def lean(self, ranks: Coordinate) -> Coordinate:
        return ranks

    def centre(self, sites: Sequence[Site]) -> Point:
        """The mean of the cells."""
        return Fraction(sum(s.ax for s in sites), len(sites)), Fraction(sum(s.ay for s in sites), len(sites))

    def side(self, word: str, rows: Sequence[Sequence[Site]]) -> tuple[int, ...]:
        """The last or first cell of every row."""
        return tuple(row[-1 if word == "east" else 0].index for row in rows)

    def corners(self, sides: Mapping[str, Sequence[int]], leaving: Sequence[Sequence[int]]) -> set[int]:
        """Where three neighbouring directions lead off the board."""
        off = [set(sites) for sites in leaving]  # clockwise
        return {s for d in range(len(off)) for s in off[d] & off[d - 1] & off[d - 2]}

    def outline(self, site: Site) -> Outline:
        angles = (math.radians(30 + 60 * i) for i in range(6))
        return tuple((math.cos(a) / math.sqrt(3), math.sin(a) / math.sqrt(3)) for a in angles)

    def room(self, site: Site) -> float:
        return 0.37

    def across(self, dx: Fraction, dy: Fraction) -> Fraction:
        return dx + dy / 2


def _rhombus(width: int, height: int) -> Plan:
    """`height` rows of `width` hexes, each row half a hex to the left of the one below it."""
    check_size(f"a hex rhombus of {width} x {height}", min(width, height), width * height)
    places = [(f, r) for r in range(1, height + 1) for f in range(1, width + 1)]
    cells = [Cell(f, r, f + Fraction(height - r, 2), Fraction(r), f - (r - 1), r) for f, r in places]
    return Plan(width, height, cells)


def _rows(lengths: Sequence[int]) -> Plan:
    """Rows of hexes of these lengths from top to bottom, all centred; a1 is at the left of the bottom row."""
    if not lengths:
        raise BoardError("a board needs at least one site")
    for i, length in enumerate(lengths):
        if length < 1:
            raise BoardError(f"row {i + 1} from the top has length {length}; a row needs at least one hex")
    for i, (upper, lower) in enumerate(pairwise(lengths)):
        if (upper - lower) % 2 == 0:
            raise BoardError(
                f"rows {i + 1} and {i + 2} from the top have lengths {upper} and {lower}; the lengths of "
                "neighbouring rows must differ by an odd number for the hexes to interlock"
            )
    check_size(f"a hex board of {len(lengths)} rows", 1, sum(lengths))
    widest, bottom, cells = max(lengths), lengths[-1], []
    for rank, length in enumerate(reversed(lengths), 1):
        # Half columns by which the row starts right of the bottom row, less the half column that the axial
        # axis leans right with each rank. The rule on lengths makes the sum even.
        shift = ((bottom - length) - (rank - 1)) // 2
        x = Fraction(widest - length, 2)
        cells += [Cell(f, rank, x + f, Fraction(rank), f + shift, rank) for f in range(1, length + 1)]
    return Plan(widest, len(lengths), cells)
