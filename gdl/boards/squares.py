"""Squares: on the lattice a cell is (file, rank)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from gdl.boards.tiling import Cell, Outline, Plan, Sides, Site, Tiling, check_size, halves
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Extent

COMPASS = (
    ("north", 90, 0, 1),
    ("northeast", 45, 1, 1),
    ("east", 0, 1, 0),
    ("southeast", 315, 1, -1),
    ("south", 270, 0, -1),
    ("southwest", 225, -1, -1),
    ("west", 180, -1, 0),
    ("northwest", 135, -1, 1),
)


@dataclass(frozen=True)
class Squares(Tiling):
    """Squares in files and ranks, with a step to each of eight neighbours."""

    name = "square"
    cells = "squares"
    compass = COMPASS
    forms: ClassVar[Mapping[Extent, str]] = {"by": "square W x H", "growing": "square growing"}
    sides = Sides(
        halves(n=(0, 1), e=(1, 0), s=(0, -1), w=(-1, 0)),
        halves(ne=(1, 1), nw=(-1, 1), se=(1, -1), sw=(-1, -1)),
        {"n": ("nw", "ne"), "e": ("ne", "se"), "s": ("sw", "se"), "w": ("nw", "sw")},
    )
    is_rectangular = can_wrap = True

    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        width, height = sizes
        check_size(f"a square board of {width} x {height}", min(sizes), width * height)
        places = [(f, r) for r in range(1, height + 1) for f in range(1, width + 1)]
        return Plan(width, height, [Cell(f, r, Fraction(f), Fraction(r), f, r) for f, r in places])

    def outline(self, site: Site) -> Outline:
        return ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
