"""The pieces of a picture: discs, figures and tiles in their owners' colours, alone, in stacks and in rows.

In go pieces and places; out come shapes, one group a piece (`data-piece`). A kind is told by the glyph of the
`looks` clause or by the letters of its short name; one that is not seen is a `?`.
"""

from collections.abc import Iterable

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.scene.colours import COLOURS, edge, tint, writing
from interpreter.play.scene.looks import DISCS, HOLLOW, UNOWNED_DISC, UNSEEN, Looks
from interpreter.play.scene.names import brief_names, words
from interpreter.play.scene.pieces import Piece
from interpreter.play.scene.tiles import Mark, edges, is_tile, joins
from interpreter.play.svg.shapes import (
    SHINE,
    SIGNS,
    Point,
    box,
    disc,
    group,
    polygon,
    short,
    sign,
    text,
    towards,
    width_of,
)  # fmt: skip

_SOLID = {hollow: solid for solid, hollow in HOLLOW.items()}
_NOBODY = "#a99d8c"
_TALL = 7  # pieces of a stack that are drawn one by one
_TILE = "#fffaee"
_WOOD = "#f3d79c"
_GRAIN = "#7a5a2b"
_WEDGE = (
    (0, 1.12),
    (38, 0.98),
    (136, 1.12),
    (224, 1.12),
    (322, 0.98),
)  # its corners: degrees from ahead, and how far


class PiecePicture:
    """Draws pieces of a game; `radius` is that of a disc on the board, `unit` the width of a site."""

    def __init__(self, game: model.Game, looks: Looks, radius: float, unit: float, is_stone: bool) -> None:
        self.game, self.looks, self.radius, self.unit, self.is_stone = game, looks, radius, unit, is_stone
        # Of two kinds the first one is the ordinary one, drawn plain: a man beside a king.
        self.brief = brief_names(looks.kinds)
        glyphs = [looks.look("", k.name) for k in game.kinds]
        self.plain = game.kinds[0].name if len(game.kinds) == 2 and not any(glyphs) and not game.looks else ""

    def stack(self, pieces: list[Piece], at: Point, site: str) -> svg.Element:
        """The pieces of a site, bottom first, each a little above the one below."""
        shown = pieces[-_TALL:]
        step = min(0.34 * self.radius, 1.1 * self.radius / max(1, len(shown) - 1))
        made: list[svg.Element] = []
        for i, piece in enumerate(shown):
            rise = (i - (len(shown) - 1) / 2) * step
            made.append(self.piece(piece, (at[0], at[1] - rise), self.radius))
        if len(pieces) > _TALL:
            top = (at[0], at[1] - (len(shown) - 1) / 2 * step)
            made += self._badge(f"×{len(pieces)}", towards(top, 45, self.radius), self.radius)
        return group(made, f"{site}: " + ", ".join(self.name(p) for p in reversed(pieces)), on=site)

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        known = [f"{f} {v}" for f, v in piece.fields]
        kind = UNSEEN if self._is_hidden(piece) else words(piece.kind)
        return " ".join([*([piece.owner] if piece.owner else []), kind, *known])

    def piece(self, piece: Piece, at: Point, radius: float) -> svg.Element:
        """One piece. `radius` is that of its disc; tiles and figures are sized to fit."""
        if not self._is_hidden(piece) and is_tile(self.game, piece):
            made = self._tile(piece, at, radius)
        else:
            made = [*self._noses(piece, at, radius), *self._body(piece, at, radius)]
        made += self._details(piece, at, radius)
        return group(made, piece=self.name(piece))

    def sample(self, kind: str, owners: Iterable[str], at: Point, radius: float) -> svg.Element:
        """A kind in a legend: its disc with the letters that its owners' pieces have, even where pieces are tiles."""
        nobodys = Piece("", kind, ())
        letters = list(dict.fromkeys(self.letters(Piece(o, kind, ())) for o in owners))
        if not all(letters):
            return group(self._disc(self.colour(nobodys), "", at, radius))
        if all(len(s) == 1 and not s.isascii() for s in letters):
            return group(self._disc(self.colour(nobodys), "".join(letters[:2]), at, radius))
        return group(self._body(nobodys, at, radius))

    def colour(self, piece: Piece) -> str:
        found = self.looks.colour_of(piece.owner, piece.kind)
        return found.rgb if found else _NOBODY

    def _is_hidden(self, piece: Piece) -> bool:
        return piece.kind not in self.looks.kinds

    def letters(self, piece: Piece) -> str:
        """What is written on the disc of a piece, or "" for a plain one."""
        glyph = self.looks.glyph(piece.owner, piece.kind)
        look = self.looks.look(piece.owner, piece.kind)
        if (look and look.glyph) or self._is_hidden(piece):
            return "" if _SOLID.get(glyph, glyph) == DISCS[0] else glyph
        if piece.kind == self.plain or glyph in (*DISCS, UNOWNED_DISC):
            return ""
        if not self.looks.is_one_sort:
            brief = self.brief[piece.kind]
            return brief[:1].upper() + brief[1:]
        return glyph if len(piece.owner) == 1 else ""

    def _body(self, piece: Piece, at: Point, radius: float) -> list[svg.Element]:
        colour = self.colour(piece)
        letters = self.letters(piece)
        figure = _SOLID.get(letters, letters)
        if figure in HOLLOW:
            return sign(at, figure, 2.3 * radius, colour, edge(colour), max(1.5, 0.13 * radius))
        if letters and letters == piece.owner:
            return [
                text(at, letters, 2 * radius, tint(colour, "#000000", 0.1), bold=True)
            ]  # noughts and crosses
        facing = self._facing(piece)
        if facing is not None:
            return self._wedge(colour, letters, at, radius, facing)
        return self._disc(colour, letters, at, radius)

    def _facing(self, piece: Piece) -> int | None:
        """Where a wedge points: the direction that its owner faces, in degrees; None where pieces are no wedges."""
        names = [p.name for p in self.game.players]
        if self.game.shape != "wedges" or piece.owner not in names:
            return None
        return self.game.players[names.index(piece.owner)].facing

    def _wedge(self, colour: str, letters: str, at: Point, radius: float, facing: int) -> list[svg.Element]:
        """A piece of wood that points ahead; its letters, in the colour of its look, stand upright for its owner."""
        outline = [towards(at, facing + turn, share * radius) for turn, share in _WEDGE]
        made: list[svg.Element] = [polygon(outline, _WOOD, _GRAIN, max(1.0, 0.06 * radius))]
        if letters:
            size = radius * (1.1 if len(letters) == 1 else 0.9 if len(letters) == 2 else 1.6 / len(letters))
            low = towards(at, facing, -0.06 * radius)
            signs = SIGNS if not letters.isascii() else None
            words = text(low, letters, size, colour, bold=True, font=signs)
            made.append(svg.G(elements=[words], transform=[svg.Rotate(90 - facing, *map(short, low))]))
        return made

    def _disc(self, colour: str, letters: str, at: Point, radius: float) -> list[svg.Element]:
        rim = edge(colour)
        made: list[svg.Element] = [
            disc((at[0], at[1] + 0.08 * radius), radius, tint(rim, "#000000", 0.25)),
            disc(at, radius, colour, rim, max(1.0, 0.05 * radius)),
        ]
        if not letters:
            if not self.is_stone:
                groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.2)
                made += [disc(at, share * radius, "none", groove, 0.06 * radius) for share in (0.72, 0.42)]
            made.append(disc(at, radius, f"url(#{SHINE})"))
            return made
        two = 0.98 if letters.isascii() else 0.8
        size = radius * (1.2 if len(letters) == 1 else two if len(letters) == 2 else 1.7 / len(letters))
        made.append(disc(at, 0.85 * radius, "none", tint(colour, writing(colour), 0.22), 0.04 * radius))
        signs = SIGNS if not letters.isascii() else None
        made.append(text(at, letters, size, writing(colour), bold=True, font=signs))
        return made

    # ---- tiles

    def _tile(self, piece: Piece, at: Point, radius: float) -> list[svg.Element]:
        """A tile with the marks of its edges where they are, and its owner's disc in the middle."""
        colour = self.colour(piece)
        half = 1.15 * radius
        frame = colour if colours.lightness(colour) < 0.8 else edge(colour)
        body: svg.Element = box(
            at[0] - half, at[1] - half, 2 * half, 2 * half, _TILE, frame, line=0.08 * half, corner=0.16 * half
        )
        letters = self.letters(piece)
        reach, low, high = (
            (0.72, 0.4, 0.42) if letters else (0.68, 0.27, 0.56)
        )  # marks that tell the kind are larger
        if self.game.board.shape == "hex":
            body = polygon(
                [towards(at, 30 + 60 * i, 1.12 * half) for i in range(6)], _TILE, frame, 0.08 * half
            )
            reach = 0.68
        ways = [self._way(at, half, a, b) for a, b in joins(self.game, piece)]
        if ways:
            return [body, *ways]
        made = [body, *self._disc(colour, letters, at, low * half)]
        for direction, marks in edges(self.game, self.looks, piece).items():
            angle = self.game.board.directions[direction].angle
            far = reach * half * (1.25 if self.game.board.shape == "square" and angle % 90 else 1.0)
            made += self.edge_marks(
                marks,
                towards(at, angle, far),
                high * half / max(1, len(marks) * 0.75),
                is_upright=angle % 180 == 0,
            )
        return made

    def _way(self, at: Point, half: float, a: int, b: int) -> svg.Path:
        """A broad line from the middle of one side of a tile to that of another."""
        start, end = (towards(at, self.game.board.directions[d].angle, half) for d in (a, b))
        bend: list[svg.PathData] = [
            svg.M(short(start[0]), short(start[1])),
            svg.Q(short(at[0]), short(at[1]), short(end[0]), short(end[1])),
        ]
        return svg.Path(d=bend, fill="none", stroke=colours.INK, stroke_width=short(0.2 * half))

    def edge_marks(
        self, marks: list[Mark], at: Point, size: float, *, is_upright: bool = False
    ) -> list[svg.Element]:
        """The marks of one edge beside each other, or below each other on an edge that stands upright."""
        made: list[svg.Element] = []
        for i, mark in enumerate(marks):
            away = (i - (len(marks) - 1) / 2) * 1.12 * size
            place = (at[0], at[1] + away) if is_upright else (at[0] + away, at[1])
            named = COLOURS.get(mark.colour.lower())
            if named is not None:
                made.append(disc(place, 0.54 * size, named.rgb, edge(named.rgb), 0.8))
            ink = writing(named.rgb) if named is not None else colours.INK
            high = size * (0.8 if named is not None else 0.95) * min(1.0, 1.6 / len(mark.text))
            font = None if mark.text.isascii() else SIGNS
            made.append(text(place, mark.text, high, ink, bold=True, font=font))
        return made

    # ---- fields

    def _noses(self, piece: Piece, at: Point, radius: float) -> list[svg.Element]:
        """A point on the rim in each direction that is a field of the piece: where it looks."""
        made: list[svg.Element] = []
        for angle in self._angles(piece):
            tip = towards(at, angle, 1.32 * radius)
            ends = [towards(at, angle + side, 0.98 * radius) for side in (24, -24)]
            colour = self.colour(piece)
            made.append(polygon([tip, *ends], colour, edge(colour), max(1.0, 0.05 * radius)))
        return made

    def _angles(self, piece: Piece) -> list[int]:
        found = []
        for name, value in piece.fields:
            declared = self.game.fields.get(name)
            direction = self.game.board.direction(value)
            if (
                declared
                and declared.type.base == "direction"
                and not declared.rotation
                and direction is not None
            ):
                angle = self.game.board.directions[direction].angle
                found += [angle] if angle >= 0 else []  # a way that bends has none
        return found

    def _details(self, piece: Piece, at: Point, radius: float) -> list[svg.Element]:
        """Numbers and letters of a piece's fields, in a badge below right."""
        noses = bool(self._angles(piece))
        texts = []
        for name, value in piece.fields:
            declared = self.game.fields.get(name)
            if noses and declared and declared.type.base == "direction":
                continue
            detail = self.looks.detail(name, value)
            texts += [detail] if detail else []
        return self._badge(",".join(texts), towards(at, 315, 0.98 * radius), radius) if texts else []

    def _badge(self, words: str, at: Point, radius: float) -> list[svg.Element]:
        return badge(words, at, max(8.5, 0.62 * radius))


def badge(words: str, at: Point, size: float, is_dark: bool = False) -> list[svg.Element]:
    """A few characters in a rounded box that is read on any ground."""
    fill, ink = (colours.INK, colours.PAPER) if is_dark else (colours.PAPER, colours.INK)
    high = 1.3 * size
    wide = max(high, width_of(words, size) + 0.55 * size)
    font = None if words.isascii() else SIGNS
    return [
        box(at[0] - wide / 2, at[1] - high / 2, wide, high, fill, ink, line=1, corner=high / 2),
        text(at, words, size, ink, bold=True, font=font),
    ]
