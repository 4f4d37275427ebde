"""Small cards in a picture: where a kind leads, or what it prints on several sites, with its name below."""

from collections.abc import Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.colours import Ground
from interpreter.play.scene.patterns import Offsets
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Point, box, text, width_of
from interpreter.play.svg.terrain import motif

WIDE, HIGH = 62.0, 76.0
_CELL = 10.0
_LEAST = 2  # cells from the middle to the rim
_MOST = 4
_BARE = "#efdcb4"
_HERE, _THERE, _EMPTY = "#4a4034", "#b07a2e", "#fffdf5"


def fits(offsets: Offsets) -> bool:
    """Whether there is a pattern that is small enough to be drawn."""
    return bool(offsets) and _reach(offsets) <= _MOST


def _reach(offsets: Offsets) -> int:
    return max(_LEAST, *(max(abs(x), abs(y)) for x, y in offsets))


def pattern(offsets: Offsets, name: str, at: Point, colour: str, is_turned: bool) -> list[Element]:
    """A card with the pattern; `colour` is that of its frame, `is_turned` of a board that is seen turned."""
    reach = _reach(offsets)
    cell = _CELL * (2 * _LEAST + 1) / (2 * reach + 1)
    made: list[Element] = [_frame(at, colour)]
    middle = (at[0], at[1] - 7)
    turn = -1 if is_turned else 1
    marked = {(turn * x, turn * y) for x, y in offsets}
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            fill = _HERE if (x, y) == (0, 0) else _THERE if (x, y) in marked else _EMPTY
            left, top = middle[0] + (x - 0.5) * cell, middle[1] - (y + 0.5) * cell
            made.append(box(left, top, cell, cell, fill, "#c9bda6", line=0.7))
    return [*made, _name(name, at)]


def faces(printed: Sequence[Sequence[Ground | None]], name: str, at: Point, colour: str) -> list[Element]:
    """A card with the faces of a tile side by side, each as two columns of grounds; None is the bare board."""
    made: list[Element] = [_frame(at, colour)]
    cell = min(13.0, (WIDE - 6) / (2.4 * len(printed)))
    step = 2.4 * cell
    rows = -(-max(len(face) for face in printed) // 2)
    for i, face in enumerate(printed):
        left = at[0] + (i - (len(printed) - 1) / 2) * step - cell
        for j, ground in enumerate(face):
            x, y = left + (j % 2) * cell, at[1] - 7 + (j // 2 - rows / 2) * cell
            fill = ground.rgb if ground is not None else _BARE
            made.append(box(x, y, cell, cell, fill, "#8a7a62", line=0.8))
            if ground is not None:
                ink = colours.tint(ground.rgb, colours.INK, 0.4)
                made += motif(ground.motif, (x + cell / 2, y + cell / 2), 0.55 * cell, ink)
    return [*made, _name(name, at)]


def _frame(at: Point, colour: str) -> Element:
    return box(at[0] - WIDE / 2, at[1] - HIGH / 2, WIDE, HIGH, "#fffaee", colour, line=1.6, corner=6)


def _name(name: str, at: Point) -> Element:
    size = min(11.0, 0.9 * WIDE / max(1.0, width_of(name, 1.0)))
    return text((at[0], at[1] + HIGH / 2 - 9), name, size, colours.INK)
