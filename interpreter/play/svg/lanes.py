"""Points of a race: the sites of two facing rows on which pieces are stacked, drawn as long triangles.

The trait of such a board: a graph whose sites hold several pieces, most of which lie in a row at the top and in one at the
bottom. Pieces lie beside each other from the rim inwards, as far as there is room; what lies between the rows is a bar.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.boards.board import Board
from interpreter.play.scene.boards import facing_rows
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Point, box, polygon

_COLOURS = ("#b9805a", "#e2c79b")
_BAR = "#d9bd8d"


@dataclass(frozen=True, slots=True)
class Lane:
    """A point: the middle of its base at the rim, its tip, and half the width of its base. `column` counts along the row."""

    base: Point
    tip: Point
    half: float
    column: int

    @property
    def corners(self) -> list[Point]:
        (x, y), sign = self.base, 1 if self.tip[1] > self.base[1] else -1
        rim = y - sign * 1.15 * self.half
        return [(x - self.half, rim), (x + self.half, rim), self.tip]

    def place(self, number: int, count: int, radius: float) -> Point:
        """Where one of so many pieces lies, from the rim inwards; closer where they are many."""
        (x, y), (_, tip) = self.base, self.tip
        room = abs(tip - y) - radius
        step = min(2.02 * radius, room / max(1, count - 1))
        return x, y + (step if tip > y else -step) * number


def lanes(board: Board, centres: Sequence[Point], unit: float) -> dict[int, Lane]:
    """The points of a board by site; empty for any other board."""
    facing = facing_rows(board)
    if facing is None:
        return {}
    top, bottom = (centres[row[0]][1] for row in facing)
    found = {}
    for y, row in zip((top, bottom), facing, strict=True):
        tip = y + (0.42 if y == top else -0.42) * (bottom - top)
        for column, index in enumerate(row):
            base = centres[index]
            found[index] = Lane(base, (base[0], tip), 0.46 * unit, column + (y == top))
    return found


def bars(points: dict[int, Lane], others: Sequence[Point], unit: float) -> list[Element]:
    """The bar below what lies between the rows."""
    rims = [corner[1] for lane in points.values() for corner in lane.corners]
    top, bottom = min(rims), max(rims)
    columns = sorted({round(x, 2) for x, _ in others})
    return [box(x - 0.42 * unit, top, 0.84 * unit, bottom - top, _BAR, "#b48d58", line=1) for x in columns]


def lane_shape(lane: Lane) -> Element:
    """A point, in one of two colours by turns."""
    return polygon(lane.corners, _COLOURS[lane.column % 2])
