"""Heaps of things that a number counts: chips in stacks, and pits with what lies in them."""

import math

from interpreter.play.scene import colours
from interpreter.play.scene.colours import edge, tint
from interpreter.play.scene.looks import UNSEEN
from interpreter.play.svg.pieces import badge
from interpreter.play.svg.shapes import Block, Element, Point, box, disc, text, towards

_HEAP = "#d9b24c"  # of chips that are nobody's
_WIDE, _THICK = 26.0, 5.5  # of a chip that is seen from the side
_STACK, _MOST = 5, 30  # chips of a stack, and of all stacks
_HIGH = _STACK * _THICK + 4
FOOT = 9.0  # of the number of chips, from their foot


def chips(count: int | None, rgb: str) -> Block:
    """Chips in stacks of five, with their number; `count` is None where it is not seen."""
    block = Block(0, _HIGH)
    shown = 1 if count is None else min(count, _MOST)
    for i in range(shown):
        left, top = (i // _STACK) * (_WIDE + 3), _HIGH - (i % _STACK + 1) * _THICK
        block.add(box(left, top, _WIDE, _THICK, rgb or _HEAP, edge(rgb or _HEAP), line=1, corner=2))
        stripe = tint(rgb or _HEAP, "#ffffff", 0.6)
        block.add(*(box(left + share * _WIDE, top + 1, 4, _THICK - 2, stripe) for share in (0.18, 0.66)))
        block.width = left + _WIDE
    said = UNSEEN if count is None else str(count)
    block.add(text((block.width + 7, _HIGH - FOOT), said, 16, colours.INK, anchor="start", bold=True))
    block.width += 11 + 10 * len(said)
    return block


_PIT, _RIM, _SEED, _SHADE = "#8a5f3a", "#6a4728", "#efe3c4", "#5d4a30"
_GOLDEN = 137.508  # degrees between seeds that are strewn evenly (H. Vogel, 1979)
_MOST_SEEDS = 48  # that are drawn one by one


def pit(at: Point, radius: float, count: int, high: float = 0.0) -> list[Element]:
    """A pit with so many seeds, and their number at its rim. `high`: half the height of one that is no circle."""
    high = high or radius
    inner = 0.14 * min(radius, high)
    made = [*_hollow(at, radius, high, _PIT, _RIM), *_hollow(at, radius - inner, high - inner, "#7a5232", "")]
    shown = min(count, _MOST_SEEDS)
    size = min(0.15, 0.55 / math.sqrt(max(1, shown))) * min(radius, high)
    for i in range(shown):
        far = 0.66 * radius * math.sqrt((i + 0.5) / max(4, shown))
        x, y = towards((0.0, 0.0), _GOLDEN * i, far)
        made.append(disc((at[0] + x, at[1] + y * high / radius), size, _SEED, _SHADE, 0.8))
    x, y = towards((0.0, 0.0), 315, 0.92)
    corner = (at[0] + x * radius, at[1] + (y * min(radius, high) + max(0.0, high - radius)))
    return made + badge(str(count), corner, max(9.0, 0.44 * min(radius, high)))


def _hollow(at: Point, wide: float, high: float, fill: str, rim: str) -> list[Element]:
    if wide == high:
        return [disc(at, wide, fill, rim, 2.5)]
    left, top = at[0] - wide, at[1] - high
    return [box(left, top, 2 * wide, 2 * high, fill, rim, line=2.5, corner=min(wide, high))]
