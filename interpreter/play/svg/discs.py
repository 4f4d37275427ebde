"""Bodies of pieces: discs, blocks that fill their squares, wedges that point ahead, figures, and pyramids (`pieces "pyramids"` in
`looks`), of which one that lies is a triangle that points where it looks.
"""

import math
from collections.abc import Sequence

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.colours import edge, tint, writing
from interpreter.play.scene.names import Piece
from interpreter.play.svg.shapes import (
    SHINE,
    SIGNS,
    Element,
    Point,
    box,
    disc,
    element,
    line,
    polygon,
    short,
    sign,
    strokes,
    text,
    towards,
)

_WOOD = "#f3d79c"
_GRAIN = "#7a5a2b"
_BLOCK = 1.3  # half of a square on the board, in radii of a disc
_WEDGE = (
    (0, 1.12),
    (38, 0.98),
    (136, 1.12),
    (224, 1.12),
    (322, 0.98),
)  # corners: degrees from ahead, share of the radius


def figure(at: Point, glyph: str, radius: float, colour: str) -> list[Element]:
    """A solid sign in a colour, with an outline."""
    return sign(at, glyph, 2.3 * radius, colour, edge(colour), max(1.5, 0.13 * radius))


def mark(at: Point, letters: str, radius: float, colour: str) -> Element:
    """Bare letters, as in noughts and crosses."""
    return text(at, letters, 2 * radius, tint(colour, "#000000", 0.1), bold=True)


def wedge(at: Point, letters: str, radius: float, colour: str, facing: int) -> list[Element]:
    """A wooden wedge that points `facing`, in degrees; its letters, in a colour, are upright for its owner."""
    outline = [towards(at, facing + turn, share * radius) for turn, share in _WEDGE]
    made: list[Element] = [polygon(outline, _WOOD, _GRAIN, max(1.0, 0.06 * radius))]
    if letters:
        size = radius * (1.1 if len(letters) == 1 else 0.9 if len(letters) == 2 else 1.6 / len(letters))
        low = towards(at, facing, -0.06 * radius)
        words = text(low, letters, size, colour, bold=True, font=_font(letters))
        turn = f"rotate({90 - facing} {short(low[0])} {short(low[1])})"
        made.append(element("g", [words], transform=turn))
    return made


def plain_disc(
    at: Point, letters: str, radius: float, colour: str, is_stone: bool, owner: int = 0
) -> list[Element]:
    """A disc with letters; without letters it has grooves, another pattern for each owner, or is smooth as a stone."""
    rim = edge(colour)
    made: list[Element] = [
        disc((at[0], at[1] + 0.08 * radius), radius, tint(rim, "#000000", 0.25)),
        disc(at, radius, colour, rim, max(1.0, 0.05 * radius)),
    ]
    if not letters:
        if not is_stone:
            groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.2)
            made += _grooves(at, radius, groove, owner)
        made.append(disc(at, radius, f"url(#{SHINE})"))
        return made
    two = 0.98 if letters.isascii() else 0.8
    size = radius * (1.2 if len(letters) == 1 else two if len(letters) == 2 else 1.7 / len(letters))
    made.append(disc(at, 0.85 * radius, "none", tint(colour, writing(colour), 0.22), 0.04 * radius))
    made.append(text(at, letters, size, writing(colour), bold=True, font=_font(letters)))
    return made


def block(at: Point, radius: float, colour: str, owner: int) -> list[Element]:
    """A piece that fills its square, with the pattern of its owner."""
    half = _BLOCK * radius
    groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.25)
    rim = edge(colour)
    body = box(
        at[0] - half, at[1] - half, 2 * half, 2 * half, colour, rim, line=0.06 * radius, corner=0.12 * half
    )
    return [body, *_grooves(at, 0.8 * radius, groove, owner)]


def _grooves(at: Point, radius: float, colour: str, owner: int) -> list[Element]:
    """What is cut into a disc: rings, or a square, a triangle or a cross, so that owners differ not by colour alone."""
    ring = disc(at, 0.72 * radius, "none", colour, 0.06 * radius)
    corners = (0, 4, 3, 2)[owner % 4]
    if not corners:
        return [ring, disc(at, 0.42 * radius, "none", colour, 0.06 * radius)]
    if corners == 2:
        ways = [[towards(at, a, 0.45 * radius), towards(at, a + 180, 0.45 * radius)] for a in (45, 135)]
        return [ring, strokes(ways, colour, 0.1 * radius)]
    points = [towards(at, 90 + 360 * i / corners, 0.5 * radius) for i in range(corners)]
    return [ring, polygon(points, "none", colour, 0.08 * radius)]


def _font(letters: str) -> str | None:
    return None if letters.isascii() else SIGNS


_LEAST = 0.6  # the share of the largest that the smallest has
_MOST_PIPS = 4
_UP = 90


class Pyramids:
    """Draws the pyramids of a game; `kinds` are those in play."""

    def __init__(self, game: model.Game, kinds: Sequence[str]) -> None:
        self.game = game
        fields = (f for f in game.fields.values() if f.holder == "piece" and f.type.base == "direction")
        self.field = next((f.name for f in fields if f.type.is_optional and not f.rotation), "")
        self.numbers = self._numbers(kinds)

    def _numbers(self, kinds: Sequence[str]) -> dict[str, int]:
        """The number of each kind that gives its size: that of the first column of numbers that differ; else 0."""
        known = {k.name: k for k in self.game.kinds if k.name in kinds}
        for column in self.game.columns.values():
            if column.type.base != "number" or column.by:
                continue
            found = {n: k.attributes[column.name] for n, k in known.items()}
            sizes = {n: v for n, v in found.items() if isinstance(v, int) and v > 0}
            if len(sizes) == len(found) and len(set(sizes.values())) == len(sizes):
                return sizes
        return dict.fromkeys(known, 0)

    def shapes(
        self, piece: Piece, at: Point, size: float, colour: str, letters: str, is_stored: bool
    ) -> list[Element]:
        """One pyramid within a square of this size. `is_stored`: off the board, where it is drawn from the side.

        `letters` show its kind where pips do not.
        """
        reach = 0.5 * size * self._share(piece.kind)
        rim, thin = edge(colour), max(1.0, 0.03 * size)
        facing = self.game.board.direction(dict(piece.fields).get(self.field, ""))
        if facing is None and not is_stored:
            corners = [towards(at, 45 + 90 * i, 1.2 * reach) for i in range(4)]
            ridge = tint(colour, writing(colour), 0.45)
            return [
                polygon(corners, colour, rim, thin),
                *(line(corners[i], corners[i + 2], ridge, thin) for i in range(2)),
                *self._pips(piece.kind, (at[0], at[1] + 0.55 * reach), 0, reach, colour, letters),
            ]
        angle = _UP if facing is None else self.game.board.directions[facing].angle
        tip, base = towards(at, angle, reach), towards(at, angle + 180, 0.85 * reach)
        ends = [towards(base, angle + side, 0.68 * reach) for side in (90, -90)]
        middle = towards(at, angle + 180, 0.5 * reach)
        return [
            polygon([tip, *ends], colour, rim, thin),
            *self._pips(piece.kind, middle, angle - 90, reach, colour, letters),
        ]

    def _share(self, kind: str) -> float:
        """How large a kind is, as a share of the largest."""
        order = sorted(set(self.numbers.values()))
        if len(order) < 2:
            return 1.0
        return _LEAST + (1 - _LEAST) * order.index(self.numbers[kind]) / (len(order) - 1)

    def _pips(
        self, kind: str, at: Point, along: float, reach: float, colour: str, letters: str
    ) -> list[Element]:
        """As many dots as the kind's number says; its letters where that is none or too many."""
        ink = writing(colour)
        count = self.numbers[kind]
        if not 1 <= count <= _MOST_PIPS or max(self.numbers.values()) > _MOST_PIPS:
            return [text(at, letters, 0.6 * reach, ink, bold=True)]
        radius = max(1.3, 0.1 * reach)
        turn = math.radians(along)
        return [
            disc((at[0] + math.cos(turn) * d, at[1] - math.sin(turn) * d), radius, ink)
            for d in ((i - (count - 1) / 2) * 3.2 * radius for i in range(count))
        ]
