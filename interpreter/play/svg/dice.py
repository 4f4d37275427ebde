"""Dice and double tiles in a picture: squares with pips."""

from collections.abc import Collection, Sequence

from interpreter.play.scene.fields import dice
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.elements import Element, element
from interpreter.play.svg.shapes import Block, Point, box, disc, group, line, text

_SIDE, _GAP = 34.0, 10.0
_PAPER, _RIM, _INK = "#fffdf5", "#4a4034", "#2d2a26"
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    0: (), 7: ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}  # fmt: skip


def dice_block(scene: Scene, spent: Collection[int] = ()) -> Block:
    """The dice of a game side by side, as they lie, and other throws as figures; empty where none was thrown. Those that are
    `spent` are pale and struck out."""
    block, pipped = Block(), dice(scene.game)
    for name, value in scene.thrown.items():
        if name in pipped and value not in _PIPS:
            continue
        x = block.width + (_GAP if block.elements else 0)
        at = (x + _SIDE / 2, _SIDE / 2)
        made = _die(value, at) if name in pipped else _figure(value, at)
        said = f"{words(name)} {value}"
        if value in spent:
            away = 0.44 * _SIDE
            stroke = line((at[0] - away, at[1] + away), (at[0] + away, at[1] - away), _INK, 2.5)
            made, said = [element("g", made, opacity=0.35), stroke], f"{said}, spent"
        block.add(group(made, said, die=str(value)))
        block.width, block.height = x + _SIDE, _SIDE
    return block


def pipped(pips: Sequence[int], at: Point, wide: float, high: float) -> list[Element]:
    """A die, or a double tile with one number above the other, in a space of this size."""
    side = min(wide, high / len(pips)) * (0.88 if len(pips) == 1 else 0.97)
    tall = side * len(pips)
    corner = side * (0.2 if len(pips) == 1 else 0.14)
    made: list[Element] = [
        box(at[0] - side / 2, at[1] - tall / 2, side, tall, _PAPER, _RIM, line=1.4, corner=corner)
    ]
    if len(pips) > 1:
        made.append(line((at[0] - 0.36 * side, at[1]), (at[0] + 0.36 * side, at[1]), _RIM, 1.2))
    for i, value in enumerate(pips):
        y = at[1] + (i - (len(pips) - 1) / 2) * side
        made += _pips(value, (at[0], y), side)
    return made


def _die(value: int, at: Point) -> list[Element]:
    body = box(at[0] - _SIDE / 2, at[1] - _SIDE / 2, _SIDE, _SIDE, _PAPER, _RIM, line=1.6, corner=7)
    return [body, *_pips(value, at, _SIDE)]


def _figure(value: int, at: Point) -> list[Element]:
    """What several things came to that were thrown together, or what has no six sides."""
    size = 20.0 if abs(value) < 10 else 15.0
    return [disc(at, _SIDE / 2, _PAPER, _RIM, 1.6), text(at, str(value), size, _INK, bold=True)]


def _pips(value: int, at: Point, side: float) -> list[Element]:
    away, radius = side * 9 / _SIDE, side * 3.4 / _SIDE
    return [disc((at[0] + away * x, at[1] + away * y), radius, _INK) for x, y in _PIPS[value]]
