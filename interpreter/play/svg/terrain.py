"""Small signs on the ground of a picture: waves, peaks, trees and the like, so that ground differs not by colour alone."""

import math
from collections.abc import Callable

from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Point, strokes

Way = list[Point]


def motif(name: str, at: Point, size: float, colour: str) -> list[Element]:
    """The sign of a kind of ground in the middle of a site; `size` is half the height of the site."""
    draw = _MOTIFS.get(name)
    if draw is None:
        return []
    ways = [[(at[0] + x * size, at[1] - y * size) for x, y in way] for way in draw()]
    return [strokes(ways, colour, max(1.2, 0.07 * size))]


def _wave(y: float, shift: float, length: int = 12) -> Way:
    return [
        (shift + (i - length / 2) * 0.09, y + 0.07 * math.sin(i * math.pi / 3)) for i in range(length + 1)
    ]


def _waves() -> list[Way]:
    return [_wave(0.3, 0.05), _wave(0.0, -0.1), _wave(-0.3, 0.1)]


def _peaks() -> list[Way]:
    return [
        [(-0.6, -0.35), (-0.12, 0.48), (0.3, -0.35)],
        [(0.08, 0.08), (0.28, 0.3), (0.62, -0.35)],
        [(-0.26, 0.24), (-0.15, 0.14), (-0.08, 0.25), (0.02, 0.2)],
    ]


def _tree(x: float, y: float, size: float) -> list[Way]:
    crown = [(-0.26, -0.12), (0, 0.42), (0.26, -0.12), (-0.26, -0.12)]
    return [[(x + a * size, y + b * size) for a, b in crown], [(x, y - 0.12 * size), (x, y - 0.32 * size)]]


def _trees() -> list[Way]:
    return [*_tree(-0.32, 0.08, 0.95), *_tree(0.3, 0.16, 0.95), *_tree(0.0, -0.3, 0.95)]


def _reeds() -> list[Way]:
    blades = [
        [(x, -0.3), (x + lean, 0.12 + rise)]
        for x, lean, rise in ((-0.3, -0.08, 0), (-0.16, 0, 0.2), (0.0, 0.1, 0.05))
    ]
    return [*blades, *([[(x + 0.4, y + 0.1) for x, y in b] for b in blades[1:]]), _wave(-0.42, 0.0)]


def _dunes() -> list[Way]:
    def arch(x: float, y: float, r: float) -> Way:
        return [
            (x + r * math.cos(math.radians(a)), y + 0.5 * r * math.sin(math.radians(a)))
            for a in range(20, 161, 14)
        ]

    return [arch(-0.25, 0.05, 0.35), arch(0.32, -0.12, 0.35), arch(-0.15, -0.42, 0.35)]


def _houses() -> list[Way]:
    def house(x: float, y: float, s: float) -> list[Way]:
        wall = [(x - s, y + s), (x - s, y - 0.6 * s), (x + s, y - 0.6 * s), (x + s, y + s)]
        return [wall, [(x - 1.35 * s, y + 0.85 * s), (x, y + 2 * s), (x + 1.35 * s, y + 0.85 * s)]]

    return [*house(-0.3, -0.08, 0.2), *house(0.32, -0.22, 0.2)]


def _bricks() -> list[Way]:
    rows: list[Way] = [[(-0.5, y), (0.5, y)] for y in (0.3, 0.0, -0.3)]
    joints = ((0.0, 0.3), (-0.28, 0.0), (0.28, 0.0))
    return rows + [[(x, y), (x, y - 0.3)] for x, y in joints]


_MOTIFS: dict[str, Callable[[], list[Way]]] = {
    "waves": _waves,
    "peaks": _peaks,
    "trees": _trees,
    "reeds": _reeds,
    "dunes": _dunes,
    "houses": _houses,
    "bricks": _bricks,
}
