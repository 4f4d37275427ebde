"""Dice in a picture: squares with pips."""

import svg

from interpreter.play.scene.fields import dice
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.shapes import Block, Point, box, disc, group

_SIDE, _GAP = 34.0, 10.0
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def dice_block(scene: Scene) -> Block:
    """The dice of a game side by side, as they lie; empty where none was thrown."""
    values = [(name, scene.fields.get(name)) for name in dice(scene.game)]
    block = Block()
    for name, value in values:
        if isinstance(value, int) and value in _PIPS:
            x = block.width + (_GAP if block.elements else 0)
            block.add(group(_die(value, (x + _SIDE / 2, _SIDE / 2)), f"{name} {value}", die=str(value)))
            block.width, block.height = x + _SIDE, _SIDE
    return block


def _die(value: int, at: Point) -> list[svg.Element]:
    body = box(at[0] - _SIDE / 2, at[1] - _SIDE / 2, _SIDE, _SIDE, "#fffdf5", "#4a4034", line=1.6, corner=7)
    return [body, *(disc((at[0] + 9 * x, at[1] + 9 * y), 3.4, "#2d2a26") for x, y in _PIPS[value])]
