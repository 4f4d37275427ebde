"""Pits with seeds: the sites of a board without pieces, on which numbers stand for what lies in them.

The trait of such a board: a graph in a game without kinds of pieces, whose sites have a field with a number.
"""

import math

from interpreter.play.scene.scene import Scene
from interpreter.play.svg.elements import Element
from interpreter.play.svg.pieces import badge
from interpreter.play.svg.shapes import Point, disc, towards

_PIT, _RIM, _SEED, _SHADE = "#8a5f3a", "#6a4728", "#efe3c4", "#5d4a30"
_GOLDEN = 137.508  # degrees between seeds that are strewn evenly (H. Vogel, 1979)
_MOST = 48  # seeds that are drawn one by one


def has_pits(scene: Scene) -> bool:
    """Whether the sites of a board are pits."""
    game = scene.game
    numbers = [f for f in game.fields.values() if f.holder == "site" and f.type.base == "number"]
    return not scene.board.tiling.has_outlines and not game.kinds and len(numbers) == 1


def pit(at: Point, radius: float, count: int) -> list[Element]:
    """A pit with so many seeds, and their number at its rim."""
    made: list[Element] = [disc(at, radius, _PIT, _RIM, 2.5), disc(at, 0.86 * radius, "#7a5232")]
    shown = min(count, _MOST)
    size = min(0.15, 0.55 / math.sqrt(max(1, shown))) * radius
    for i in range(shown):
        far = 0.66 * radius * math.sqrt((i + 0.5) / max(4, shown))
        made.append(disc(towards(at, _GOLDEN * i, far), size, _SEED, _SHADE, 0.8))
    return made + badge(str(count), towards(at, 315, 0.92 * radius), max(9.0, 0.36 * radius))
