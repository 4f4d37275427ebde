"""Pieces that stand or lie, drawn from the file: triangles that point where they look, squares when they stand.

A piece is drawn so when it has an owner, several pieces share a site, and a field of pieces is a direction or none. Its
size is that of its kind's first number that differs among these kinds; small numbers are shown as pips, too.
"""

import math
from collections.abc import Sequence

import svg

from gdl import model
from interpreter.play.scene.colours import edge, tint, writing
from interpreter.play.scene.pieces import Piece
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.shapes import Point, disc, group, line, polygon, text, towards

_LEAST = 0.6  # the share of the largest that the smallest has
_MOST_PIPS = 4
_UP = 90


class Pyramids:
    """Draws such pieces; `kinds` are those of the game that occur with an owner."""

    def __init__(self, game: model.Game, pieces: PiecePicture, kinds: Sequence[str]) -> None:
        self.game, self.pieces = game, pieces
        self.field = next(
            (
                f.name
                for f in game.fields.values()
                if f.holder == "piece"
                and f.type.base == "direction"
                and f.type.is_optional
                and not f.rotation
            ),
            "",
        )
        self.numbers = self._numbers(kinds) if self.field and game.board.is_stacking else {}

    def is_one(self, piece: Piece) -> bool:
        return bool(piece.owner) and piece.kind in self.numbers

    def _numbers(self, kinds: Sequence[str]) -> dict[str, int]:
        """What tells the sizes: the first column of numbers that differ."""
        known = {k.name: k for k in self.game.kinds if k.name in kinds}
        for column in self.game.columns.values():
            if column.type.base != "number" or column.by:
                continue
            found = {n: k.attributes[column.name] for n, k in known.items()}
            if len(set(found.values())) == len(found) and all(
                isinstance(v, int) and v > 0 for v in found.values()
            ):
                return {n: v for n, v in found.items() if isinstance(v, int)}
        return dict.fromkeys(known, 0)

    def piece(self, piece: Piece, at: Point, size: float, is_stored: bool = False) -> svg.Element:
        """One piece within a square of this size. `is_stored`: off the board, where it is drawn from the side."""
        fill = self.pieces.colour(piece)
        share = self._share(piece.kind)
        reach = 0.5 * size * share
        rim, thin = edge(fill), max(1.0, 0.03 * size)
        facing = self.game.board.direction(dict(piece.fields).get(self.field, ""))
        made: list[svg.Element] = []
        if facing is None and not is_stored:
            corners = [towards(at, 45 + 90 * i, 1.2 * reach) for i in range(4)]
            made.append(polygon(corners, fill, rim, thin))
            ridge = tint(fill, writing(fill), 0.45)
            made += [line(corners[i], corners[i + 2], ridge, thin) for i in range(2)]
            made += self._pips(piece, (at[0], at[1] + 0.55 * reach), 0, reach)
        else:
            angle = _UP if facing is None else self.game.board.directions[facing].angle
            tip, base = towards(at, angle, reach), towards(at, angle + 180, 0.85 * reach)
            ends = [towards(base, angle + side, 0.68 * reach) for side in (90, -90)]
            made.append(polygon([tip, *ends], fill, rim, thin))
            made += self._pips(piece, towards(at, angle + 180, 0.5 * reach), angle - 90, reach)
        return group(made, piece=self.pieces.name(piece))

    def _share(self, kind: str) -> float:
        order = sorted(set(self.numbers.values()))
        if len(order) < 2:
            return 1.0
        return _LEAST + (1 - _LEAST) * order.index(self.numbers[kind]) / (len(order) - 1)

    def _pips(self, piece: Piece, at: Point, along: float, reach: float) -> list[svg.Element]:
        """As many dots as the kind's number says; its letters where that is none or too many."""
        ink = writing(self.pieces.colour(piece))
        count = self.numbers[piece.kind]
        if not 1 <= count <= _MOST_PIPS or max(self.numbers.values()) > _MOST_PIPS:
            return [text(at, self.pieces.brief[piece.kind], 0.6 * reach, ink, bold=True)]
        radius = max(1.3, 0.1 * reach)
        turn = math.radians(along)
        return [
            disc((at[0] + math.cos(turn) * d, at[1] - math.sin(turn) * d), radius, ink)
            for d in ((i - (count - 1) / 2) * 3.2 * radius for i in range(count))
        ]
