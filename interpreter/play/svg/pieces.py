"""The pieces of a picture, alone and in stacks: discs, wedges, pyramids, signs or tiles in their owners' colours.

Each piece is a group of shapes (`data-piece`). A kind is known by the glyph that `looks` gives it or by the letters of its
short name; an unseen one is a `?`.
"""

from collections.abc import Sequence

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.colours import edge
from interpreter.play.scene.looks import DISCS, HOLLOW, UNOWNED_DISC, UNSEEN, Looks
from interpreter.play.scene.names import Piece, brief_names, numeral, words
from interpreter.play.scene.patterns import Offsets, pattern
from interpreter.play.scene.tiles import faces, grounds, is_tile
from interpreter.play.svg.discs import Pyramids, block, figure, mark, plain_disc, wedge
from interpreter.play.svg.shapes import SIGNS, Element, Point, box, group, polygon, text, towards, width_of
from interpreter.play.svg.tiles import face_card, fits_card, pattern_card, tile

_SOLID = {hollow: solid for solid, hollow in HOLLOW.items()}
_NOBODY = "#a99d8c"
_TALL = 7  # pieces of a stack that are drawn one by one
_PYRAMID = 2.35  # the square of a pyramid on the board, in radii of a disc


class PiecePicture:
    """Draws pieces of a game; `kinds` are those in play, `radius` is that of a disc on the board.

    `is_stone`: discs are smooth, as on boards of lines.
    """

    def __init__(
        self,
        game: model.Game,
        looks: Looks,
        kinds: Sequence[str],
        radius: float,
        is_stone: bool,
        is_turned: bool = False,
    ) -> None:
        self.game, self.looks, self.radius, self.is_stone = game, looks, radius, is_stone
        self.turn = 180 if is_turned else 0  # degrees by which the board is seen turned
        self.brief = {k: numeral(k) or s for k, s in brief_names(looks.kinds).items()}
        self.pyramids = Pyramids(game, kinds) if game.shape == "pyramids" else None
        # Of two kinds without looks the first one is the ordinary one, drawn plain: a man beside a king.
        self.plain = game.kinds[0].name if len(game.kinds) == 2 and not game.looks else ""

    def stack(self, pieces: list[Piece], at: Point, site: str, radius: float | None = None) -> Element:
        """The pieces of a site, bottom first, each a little above the one below. `radius`: of a disc, if not the usual."""
        shown = pieces[-_TALL:]
        radius = radius or self.radius
        step = min(0.34 * radius, 1.1 * radius / max(1, len(shown) - 1))
        made: list[Element] = []
        for i, piece in enumerate(shown):
            rise = (i - (len(shown) - 1) / 2) * step
            made.append(self.piece(piece, (at[0], at[1] - rise), radius))
        if len(pieces) > _TALL:
            top = (at[0], at[1] - (len(shown) - 1) / 2 * step)
            made += _corner_badge(f"×{len(pieces)}", towards(top, 45, radius), radius)
        return group(made, f"{site}: " + ", ".join(self.name(p) for p in reversed(pieces)), on=site)

    def row(self, pieces: Sequence[Piece], places: Sequence[Point], site: str) -> Element:
        """The pieces of a site, each at a place of its own."""
        made = [self.piece(piece, at, self.radius) for piece, at in zip(pieces, places, strict=True)]
        return group(made, f"{site}: " + ", ".join(self.name(p) for p in pieces), on=site)

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        known = [f"{f} {v}" for f, v in piece.fields]
        kind = UNSEEN if self._is_hidden(piece) else words(piece.kind)
        return " ".join([*([piece.owner] if piece.owner else []), kind, *known])

    def piece(
        self,
        piece: Piece,
        at: Point,
        radius: float,
        *,
        square: float | None = None,
        is_stored: bool = False,
    ) -> Element:
        """One piece. `radius` is that of its disc; tiles, wedges and signs are sized to fit.

        `square` is the side of the square that a pyramid fills; `is_stored`: the piece is off the board.
        """
        if is_stored and self.is_card(piece):
            return group(self._card(piece, at), piece=self.name(piece), kind=piece.kind)
        if self.pyramids is not None and self._is_pyramid(piece):
            side = _PYRAMID * radius if square is None else square
            colour, letters = self.colour(piece), self.brief[piece.kind]
            made = self.pyramids.shapes(piece, at, side, colour, letters, is_stored)
            return group(made, piece=self.name(piece), kind=piece.kind)
        if not self._is_hidden(piece) and is_tile(self.game, piece):
            made = self._tile(piece, at, radius)
        else:
            body = self._body(piece, at, radius, fills=self.game.shape == "blocks" and not is_stored)
            made = [*self._noses(piece, at, radius), *body]
        made += self._details(piece, at, radius)
        return group(made, piece=self.name(piece), kind=piece.kind)

    def is_card(self, piece: Piece) -> bool:
        """Whether a piece off the board is a small card: with where it leads, or what it prints."""
        return bool(self._pattern(piece) or faces(self.game, piece.kind))

    def _card(self, piece: Piece, at: Point) -> list[Element]:
        colour, name = edge(self.colour(piece)), words(piece.kind)
        offsets = self._pattern(piece)
        if offsets:
            return pattern_card(offsets, name, at, colour, self.turn == 180)
        printed = faces(self.game, piece.kind)
        symbols, default = grounds(self.game, printed[0])
        painted = colours.terrains(symbols, self.looks.symbol_colours(), default)
        return face_card([[painted.get(word) for word in face] for face in printed], name, at, colour)

    def _pattern(self, piece: Piece) -> Offsets:
        """Where a piece off the board says that others go; empty for one that says nothing."""
        owner = self.looks.players.index(piece.owner) if piece.owner in self.looks.players else 0
        offsets = pattern(self.game, piece.kind, owner)
        return offsets if fits_card(offsets) else ()

    def sample(self, kind: str, owners: Sequence[str], at: Point, radius: float) -> Element:
        """A kind in a legend: a pyramid of its first owner; else a disc, even for a tile, with its owners' letters."""
        first = Piece(owners[0], kind, ())
        if self.pyramids is not None and self._is_pyramid(first):
            return self.piece(first, at, radius, square=22, is_stored=True)
        nobodys = Piece("", kind, ())
        colour = self.colour(nobodys)
        letters = list(dict.fromkeys(self.letters(Piece(o, kind, ())) for o in owners))
        if not all(letters):
            return group(plain_disc(at, "", radius, colour, self.is_stone))
        if all(len(s) == 1 and not s.isascii() for s in letters):
            return group(plain_disc(at, "".join(letters[:2]), radius, colour, self.is_stone))
        return group(self._body(nobodys, at, radius))

    def colour(self, piece: Piece) -> str:
        found = self.looks.colour_of(piece.owner, piece.kind)
        return found.rgb if found else _NOBODY

    def letters(self, piece: Piece) -> str:
        """What is written on a piece, or "" for a plain one."""
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

    # ---- what it is drawn as

    def _is_hidden(self, piece: Piece) -> bool:
        return piece.kind not in self.looks.kinds

    def _is_pyramid(self, piece: Piece) -> bool:
        """Pieces of nobody are no pyramids: on the same board they are cards or discs."""
        return bool(piece.owner) and self.pyramids is not None and piece.kind in self.pyramids.numbers

    def _body(self, piece: Piece, at: Point, radius: float, fills: bool = False) -> list[Element]:
        """What a piece is drawn as; `fills`: it is a block on the board."""
        colour = self.colour(piece)
        letters = self.letters(piece)
        solid = _SOLID.get(letters, letters)
        if solid in HOLLOW:
            return figure(at, solid, radius, colour)
        if letters and letters == piece.owner:
            return [mark(at, letters, radius, colour)]
        facing = self._facing(piece)
        if facing is not None:
            return wedge(at, letters, radius, colour, facing)
        if fills:
            return block(at, radius, colour, self._number(piece))
        return plain_disc(at, letters, radius, colour, self.is_stone, self._number(piece))

    def _number(self, piece: Piece) -> int:
        """The number of a piece's owner; 0 for nobody."""
        return self.looks.players.index(piece.owner) if piece.owner in self.looks.players else 0

    def _facing(self, piece: Piece) -> int | None:
        """Where a wedge points: the direction that its owner faces, in degrees; None where pieces are no wedges."""
        names = [p.name for p in self.game.players]
        if self.game.shape != "wedges" or piece.owner not in names:
            return None
        facing = self.game.players[names.index(piece.owner)].facing
        return facing if facing is None else (facing + self.turn) % 360

    def _tile(self, piece: Piece, at: Point, radius: float) -> list[Element]:
        colour, letters = self.colour(piece), self.letters(piece)

        def centre(size: float) -> list[Element]:
            return plain_disc(at, letters, size, colour, self.is_stone, self._number(piece))

        return tile(self.looks, piece, at, radius, colour, letters, centre)

    # ---- fields

    def _noses(self, piece: Piece, at: Point, radius: float) -> list[Element]:
        """A point on the rim in each direction that is a field of the piece: where it looks."""
        made: list[Element] = []
        for angle in self._angles(piece):
            tip = towards(at, angle, 1.32 * radius)
            ends = [towards(at, angle + side, 0.98 * radius) for side in (24, -24)]
            colour = self.colour(piece)
            made.append(polygon([tip, *ends], colour, edge(colour), max(1.0, 0.05 * radius)))
        return made

    def _angles(self, piece: Piece) -> list[int]:
        found = []
        for name, value in piece.fields:
            direction = self.game.board.direction(value)
            if self._is_direction(name) and not self.game.fields[name].rotation and direction is not None:
                angle = self.game.board.directions[direction].angle
                found += [angle + self.turn] if angle >= 0 else []  # a way that bends has none
        return found

    def _is_direction(self, field: str) -> bool:
        declared = self.game.fields.get(field)
        return declared is not None and declared.type.base == "direction"

    def _details(self, piece: Piece, at: Point, radius: float) -> list[Element]:
        """Numbers and letters of a piece's fields, in a badge below right."""
        has_noses = bool(self._angles(piece))
        shown = (f for f in self.looks.told(piece) if not (has_noses and self._is_direction(f[0])))
        texts = [detail for name, value in shown if (detail := self.looks.detail(name, value))]
        return _corner_badge(",".join(texts), towards(at, 315, 0.98 * radius), radius) if texts else []


def _corner_badge(words: str, at: Point, radius: float) -> list[Element]:
    """A badge at the rim of a disc."""
    return badge(words, at, max(8.5, 0.62 * radius))


def badge(words: str, at: Point, size: float, is_dark: bool = False) -> list[Element]:
    """A few characters in a rounded box that is read on any ground."""
    fill, ink = (colours.INK, colours.PAPER) if is_dark else (colours.PAPER, colours.INK)
    high = 1.3 * size
    wide = max(high, width_of(words, size) + 0.55 * size)
    font = None if words.isascii() else SIGNS
    return [
        box(at[0] - wide / 2, at[1] - high / 2, wide, high, fill, ink, line=1, corner=high / 2),
        text(at, words, size, ink, bold=True, font=font),
    ]
