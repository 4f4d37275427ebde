"""Pieces as pyramids (`pieces "pyramids"` in `looks`): one that lies is a triangle that points where it looks, one that
stands is a square seen from above.

A pyramid lies in the direction that the first field of pieces for a direction or none has, and stands where that is none.
Its size is that of its kind's first number that differs among the kinds in play; small numbers are shown as pips, too.
"""

import math
from collections.abc import Sequence

from gdl import model
from interpreter.play.scene.colours import edge, tint, writing
from interpreter.play.scene.names import Piece
from interpreter.play.svg.elements import Element
from interpreter.play.svg.shapes import Point, disc, line, polygon, text, towards

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
