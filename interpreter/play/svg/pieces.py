"""The pieces of a picture, alone and in stacks, in their owners' colours.

A piece is a disc, a block that fills its square, a wedge that points ahead, a sign, a tile, or a pyramid (`pieces "pyramids"` in
`looks`), of which one that lies is a triangle that points where it looks. Each is a group of shapes (`data-piece`). A kind is
known by the glyph that `looks` gives it, by the icon of its name, or by the letters of its short name; an unseen one is a `?`. Beside
figures such as ♔ compound ones are figures, too.
"""

import math
from collections.abc import Collection, Iterator, Sequence

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.colours import TRUTHS, edge, tint, writing
from interpreter.play.scene.fields import sides, truths
from interpreter.play.scene.looks import DISCS, HOLLOW, UNOWNED_DISC, UNSEEN, Looks
from interpreter.play.scene.names import Piece, brief_names, capital, numerals, words
from interpreter.play.scene.tiles import Offsets, faces, grounds, is_tile, pattern, shape
from interpreter.play.svg.icons import icon_of, icons, is_figure, may_replace
from interpreter.play.svg.shapes import (
    SHINE,
    SIGNS,
    Element,
    Point,
    box,
    disc,
    element,
    filled,
    group,
    is_outlined,
    line,
    piece_sets,
    polygon,
    short,
    sign,
    strokes,
    text,
    towards,
    width_of,
)
from interpreter.play.svg.tiles import face_card, fits_card, pattern_card, tile

Way = tuple[int, int]  # to a neighbour in the picture: right and down are 1

_WOOD = "#f3d79c"
_GRAIN = "#7a5a2b"
LEAST_SQUARES = 3  # the squares of the same size side by side in the room of a disc
_BLOCK = 1.3  # half of a square on the board, in radii of a disc
# corners: degrees from ahead, share of the radius
_WEDGE = ((0, 1.12), (38, 0.98), (136, 1.12), (224, 1.12), (322, 0.98))


def figure(at: Point, glyph: str, radius: float, colour: str) -> list[Element]:
    """A solid sign in a colour, with an outline."""
    return sign(at, glyph, 2.3 * radius, colour, edge(colour), max(1.5, 0.13 * radius))


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
    one = 1.46 if is_outlined(letters) else 1.2
    size = radius * (one if len(letters) == 1 else two if len(letters) == 2 else 1.7 / len(letters))
    made.append(disc(at, 0.85 * radius, "none", tint(colour, writing(colour), 0.22), 0.04 * radius))
    made.append(text(at, letters, size, writing(colour), bold=True, font=_font(letters)))
    return made


def block(at: Point, radius: float, colour: str, owner: int, joined: Collection[Way] = ()) -> list[Element]:
    """A piece that fills its square, bevelled, with the pattern of its owner, small and pale: many lie side by side. `joined`: the ways
    to squares of the same tile, over which its top goes on."""
    half = _BLOCK * radius
    groove = tint(colour, "#000000" if colours.is_light(colour) else "#ffffff", 0.16)
    body, top = (
        box(at[0] - h, at[1] - h, 2 * h, 2 * h, fill, rim, line=0.06 * radius, corner=0.12 * half)
        for h, fill, rim in ((half, tint(colour, "#000000", 0.12), edge(colour)), (0.84 * half, colour, ""))
    )
    inner, outer = 0.84 * half - 0.5, half + 0.05 * radius
    on: list[Element] = []
    for x, y in joined:
        if x and y and not {(x, 0), (0, y)} <= {*joined}:
            continue
        (left, right), (high, low) = (
            sorted((way * inner, way * outer)) if way else (-inner, inner) for way in (x, y)
        )
        on.append(box(at[0] + left, at[1] + high, right - left, low - high, colour))
    return [body, top, *on, *_grooves(at, 0.5 * radius, groove, owner)]


def polyomino(squares: Offsets, at: Point, radius: float, colour: str) -> list[Element]:
    """The squares that a piece covers, within the room of a disc."""
    (left, right), (low, high) = ((min(v), max(v)) for v in zip(*squares, strict=True))
    side = 2 * radius / max(LEAST_SQUARES, right - left + 1, high - low + 1)
    middle = (left + right) / 2, (low + high) / 2
    return [
        box(
            at[0] + (x - middle[0] - 0.5) * side, at[1] - (y - middle[1] + 0.5) * side, side, side,
            colour, edge(colour), line=max(1.0, 0.06 * side),
        )
        for x, y in squares
    ]  # fmt: skip


def flap(at: Point, radius: float, number: str) -> list[Element]:
    """A wooden flap with a number, as nobody's pieces that are called by numbers; without a number it is shut, seen from its edge."""
    wide, top = 1.64 * radius, -radius if number else 0.5 * radius
    wood = _WOOD if number else tint(_WOOD, _GRAIN, 0.5)
    body = box(at[0] - wide / 2, at[1] + top, wide, radius - top, wood, _GRAIN, line=1.2, corner=0.2 * radius)
    return [body, text(at, number, 1.2 * radius, colours.INK, bold=True)] if number else [body]


def are_flaps(game: model.Game) -> bool:
    """Whether all pieces are flaps, of which those that are not open are shut: all lie in one pool, each kind once."""
    is_one = not game.board.sites and len(game.pools) == 1
    return is_one and 1 < len(game.kinds) == len(numerals([kind.name for kind in game.kinds]))


def _grooves(at: Point, radius: float, colour: str, owner: int) -> list[Element]:
    """What is cut into a disc: rings, or a polygon or a cross, so that owners differ not by colour alone."""
    ring = disc(at, 0.72 * radius, "none", colour, 0.06 * radius)
    corners = (0, 4, 3, 2, 5, 6)[owner % 6]
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


_FIGURES = "♔♕♖♗♘♙♚♛♜♝♞♟"
_SOLID = {hollow: solid for solid, hollow in HOLLOW.items()}
_NOBODY = "#a99d8c"
_SAMPLE = "#f2e9d8"  # of a kind that players have, so that its sign is seen
_COUNTED = 5  # pieces of a row that are seen at once
_TALL = 7  # pieces of a stack that are drawn one by one
_SEEN = 3  # pieces of a stack whose number is seen without counting
_PYRAMID = 2.35  # the square of a pyramid on the board, in radii of a disc


class PiecePicture:
    """Draws pieces of a game; `kinds` are those in play, `radius` is that of a disc on the board.

    `is_stone`: discs are smooth, as on boards of lines; `pieces`: the set that figures are taken from, as far as it has them. A set has
    signs for other games, too, where it has one for every kind.
    """

    def __init__(
        self,
        game: model.Game,
        looks: Looks,
        kinds: Sequence[str],
        radius: float,
        is_stone: bool,
        is_turned: bool = False,
        pieces: str = "",
    ) -> None:
        self.game, self.looks, self.radius, self.is_stone = game, looks, radius, is_stone
        self.turn = 180 if is_turned else 0  # degrees by which the board is seen turned
        self.set = piece_sets().get(pieces, {})
        named = {kind: self.set[kind] for kind in looks.kinds if kind in self.set}
        self.named = named if len({*named.values()}) == len(looks.kinds) else {}
        self.brief = {**brief_names(looks.kinds), **looks.numerals}
        if game.style is not None and not looks.has_pictures:  # the letters by which moves are written
            letters = {kind.name: game.style.letter(i, kind) for i, kind in enumerate(game.kinds)}
            self.brief |= {kind: letter for kind, letter in letters.items() if letter}
        self.pyramids = Pyramids(game, kinds) if game.shape == "pyramids" else None
        self.truths = {name: TRUTHS[-1 - i % len(TRUTHS)] for i, name in enumerate(truths(game))}
        self.sides = sides(game)
        self.dotted: set[str] = set()  # the truths of which some were drawn
        self.sided: dict[tuple[str, str], None] = {}  # the columns of which both faces were drawn
        # the fields, with their values, that are in badges, and how
        self.badges: dict[tuple[str, str], str] = {}
        # Of two kinds without looks or two icons the first one is the ordinary one, drawn plain: a man beside a king.
        self.has_figures = any(row.glyph in _FIGURES for row in looks.rows if row.kind is not None)
        worded = (f for f in game.fields.values() if f.holder == "piece" and f.type.base == "symbol")
        has_icons = (f.name for f in worded if looks.has_pictures and all(map(icon_of, f.type.symbols)))
        self.side = next(has_icons, "")  # the field that says which side of a tile lies up
        is_plain = len(game.kinds) == 2 and not game.looks and len(icons(game)) < 2
        self.plain = game.kinds[0].name if is_plain else ""

    def stack(
        self,
        pieces: list[Piece],
        at: Point,
        site: str,
        radius: float | None = None,
        joined: Collection[Way] = (),
    ) -> Element:
        """The pieces of a site, bottom first, each a little above the one below. `radius`: of a disc, if not the usual; `joined`: the
        ways to squares of the same tile."""
        shown = pieces[-_TALL:]
        radius = radius or self.radius
        step = min(0.34 * radius, 1.1 * radius / max(1, len(shown) - 1))
        made: list[Element] = []
        for i, piece in enumerate(shown):
            rise = (i - (len(shown) - 1) / 2) * step
            made.append(self.piece(piece, (at[0], at[1] - rise), radius, joined=joined))
        top = (at[0], at[1] - (len(shown) - 1) / 2 * step)
        if rgb := self._buried(pieces):
            made += [
                disc(top, 0.5 * radius, "none", rim, wide * radius)
                for rim, wide in ((edge(rgb), 0.27), (rgb, 0.19))
            ]
        if len(pieces) > _SEEN:
            made += _corner_badge(f"×{len(pieces)}", towards(top, 45, radius), radius)
        return group(made, f"{site}: " + ", ".join(self.name(p) for p in reversed(pieces)), on=site)

    def _buried(self, pieces: Sequence[Piece]) -> str:
        """The colour of a piece of nobody that lies under a player's, whose edge alone is seen, or not even that; "" for none."""
        if not pieces[-1].owner or self._is_hidden(pieces[-1]):
            return ""
        return next((self.colour(p) for p in pieces if not p.owner and not self._is_hidden(p)), "")

    def row(self, pieces: Sequence[Piece], places: Sequence[Point], site: str) -> Element:
        """The pieces of a site, each at a place of its own; the last one has their number where they are many."""
        made = [self.piece(piece, at, self.radius) for piece, at in zip(pieces, places, strict=True)]
        if len(pieces) > _COUNTED:
            ink = writing(self.colour(pieces[-1]))
            made += [text(places[-1], str(len(pieces)), 1.1 * self.radius, ink, bold=True)]
        return group(made, f"{site}: " + ", ".join(self.name(p) for p in pieces), on=site)

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        known = [f"{f} {v}" for f, v in piece.fields if f not in self.sides]
        known += [f"showing {up}, behind it {down}" for up, down in self._sides(piece)]
        kind = UNSEEN if self._is_hidden(piece) else words(piece.kind)
        return " ".join([*([piece.owner] if piece.owner else []), kind, *known])

    def fields(self, piece: Piece) -> list[tuple[str, str]]:
        """The names and values of a piece's fields, and of its two faces instead of the field that says which lies up."""
        faces = [said for up, down in self._sides(piece) for said in (("showing", up), ("behind it", down))]
        return [f for f in piece.fields if f[0] not in self.sides] + faces

    def piece(
        self,
        piece: Piece,
        at: Point,
        radius: float,
        *,
        square: float | None = None,
        is_stored: bool = False,
        joined: Collection[Way] = (),
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
            made += self._details(piece, at, 0.4 * side)
            return group(
                [*hit_room(at, side), *made] if is_stored else made, piece=self.name(piece), kind=piece.kind
            )
        squares = shape(self.game, piece.kind) if is_stored else ()
        if squares:
            made = [element("g", polyomino(squares, at, radius, self.colour(piece)), class_="squares")]
            return group(made, self.name(piece), piece=self.name(piece), kind=piece.kind)
        if not self._is_hidden(piece) and is_tile(self.game, piece):
            made = self._tile(piece, at, radius)
        else:
            is_block = self.game.shape == "blocks" and not is_stored
            body = self._body(piece, at, radius, is_block, joined)
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
        if self._facing(first) is not None:
            return group(wedge(at, self.letters(first), radius, self.colour(first), _UP))
        nobodys = Piece("", kind, ())
        colour = self.colour(nobodys)
        if squares := shape(self.game, kind):
            return group(polyomino(squares, at, radius, colour))
        letters = list(dict.fromkeys(self.letters(Piece(o, kind, ())) for o in owners))
        if not all(letters):
            return group(plain_disc(at, "", radius, colour, self.is_stone))
        if colour == _NOBODY and any(owners):
            colour = _SAMPLE
        is_figure = self.has_figures and letters == [self.letters(nobodys)] and is_outlined(letters[0])
        if all(len(s) == 1 and not s.isascii() for s in letters) and not is_figure:
            return group(plain_disc(at, "".join(letters[:2]), radius, colour, self.is_stone))
        if colour == _SAMPLE and not self.has_figures:
            return group(plain_disc(at, letters[0], radius, colour, self.is_stone))
        return group(self._body(nobodys, at, radius))

    def colour(self, piece: Piece) -> str:
        found = self.looks.colour_of(piece.owner, piece.kind)
        return found.rgb if found else _NOBODY

    def letters(self, piece: Piece) -> str:
        """What is written on a piece, or "" for a plain one."""
        usual = self.usual(piece)
        own = self.named.get(piece.kind, usual) if is_outlined(usual) else usual
        return self.set.get(_SOLID.get(usual, usual), own) if self.set else usual

    def usual(self, piece: Piece) -> str:
        """The same in the usual set."""
        glyph = self.looks.glyph(piece.owner, piece.kind)
        look = self.looks.look(piece.owner, piece.kind)
        icon = icons(self.game).get(piece.kind) if self.looks.has_pictures else ""
        if icon and piece.kind != self.plain and may_replace(look.glyph if look else ""):
            return icon
        if self._is_hidden(piece) or (look and look.glyph and not self._is_peg(piece)):
            return "" if _SOLID.get(glyph, glyph) == DISCS[0] else glyph
        if piece.kind == self.plain or glyph in (*DISCS, UNOWNED_DISC):
            return ""
        if self._is_peg(piece):
            return ""
        if not self.looks.is_one_sort:
            return capital(self.brief[piece.kind])
        return glyph if len(piece.owner) == 1 else ""

    def is_clear(self, piece: Piece) -> bool:
        """Whether a sign or the full name shows what a piece is."""
        letters = self.usual(piece)
        if letters and letters == self.looks.numerals.get(piece.kind):
            return True
        return letters in HOLLOW or letters in HOLLOW.values() or letters.lower() == piece.kind.lower()

    # ---- what it is drawn as

    def _is_hidden(self, piece: Piece) -> bool:
        return piece.kind not in self.looks.kinds

    def _is_pyramid(self, piece: Piece) -> bool:
        """Pieces of nobody are no pyramids: on the same board they are cards or discs."""
        return bool(piece.owner) and self.pyramids is not None and piece.kind in self.pyramids.numbers

    def _body(
        self, piece: Piece, at: Point, radius: float, fills: bool = False, joined: Collection[Way] = ()
    ) -> list[Element]:
        """What a piece is drawn as; `fills`: it is a block on the board."""
        colour = self.colour(piece)
        letters = self.letters(piece) or self._face(piece)
        solid = _SOLID.get(letters, letters)
        if solid in HOLLOW:
            return figure(at, solid, radius, colour)
        if letters in self.set.values():
            return figure(at, letters, 0.87 * radius, colour)
        if self.has_figures and is_figure(letters):
            return sign(at, letters, 1.9 * radius, colour, edge(colour), max(1.5, 0.13 * radius))
        if self.has_figures and len(letters) == 1 and is_outlined(letters):
            width, ground = max(1.5, 0.13 * radius), tint(colour, writing(colour), 0.3)
            return filled(at, letters, 2.05 * radius, colour, edge(colour), width, ground)
        if letters and letters == piece.owner:
            return [text(at, letters, 2 * radius, tint(colour, "#000000", 0.1), bold=True)]
        number = self.looks.numerals.get(piece.kind, "")
        if number and not piece.owner and not self.game.board.sites:
            return flap(at, radius, number)
        facing = self._facing(piece)
        if facing is not None:
            return wedge(at, letters, radius, colour, facing)
        if fills:
            return block(at, radius, colour, self._number(piece), joined)
        return plain_disc(at, letters, radius, colour, self.is_stone, self._number(piece))

    def _is_peg(self, piece: Piece) -> bool:
        """Whether a piece is only of a colour: all kinds are, and not by more than a letter."""
        if not self.looks.are_colours or self._is_hidden(piece):
            return False
        look = self.looks.look(piece.owner, piece.kind)
        return may_replace(look.glyph if look else "")

    def _number(self, piece: Piece) -> int:
        """The number of a piece's owner, or of its colour where all kinds are colours; 0 for nobody."""
        if self.looks.are_colours and piece.kind in self.looks.kinds:
            return self.looks.kinds.index(piece.kind)
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
            ends = [towards(at, angle + side, 0.98 * radius) for side in (32, -32)]
            colour = self.colour(piece)
            made.append(polygon([tip, *ends], colour, edge(colour), max(1.0, 0.05 * radius)))
        return made

    def _angles(self, piece: Piece) -> list[int]:
        found = []
        written = dict(piece.fields)
        for field in self.game.fields.values():
            if field.holder != "piece" or field.type.base != "direction" or field.rotation:
                continue
            is_known = not self._is_hidden(piece)
            default = field.default if is_known and isinstance(field.default, int) else None
            direction = self.game.board.direction(written[field.name]) if field.name in written else default
            if direction is not None:
                angle = self.game.board.directions[direction].angle
                found += [angle + self.turn] if angle >= 0 else []  # a way that bends has none
        return found

    def _is_direction(self, field: str) -> bool:
        declared = self.game.fields.get(field)
        return declared is not None and declared.type.base == "direction"

    def _details(self, piece: Piece, at: Point, radius: float) -> list[Element]:
        """Numbers and letters of a piece's fields, in a badge below right; what is true of it as dots below left."""
        has_noses = bool(self._angles(piece))
        shown = (f for f in self.looks.shown_fields(piece) if not (has_noses and self._is_direction(f[0])))
        badges = {f: detail for f in shown if (detail := self._detail(piece, *f))}
        self.badges |= badges
        texts = [*badges.values()]
        made = _corner_badge(",".join(texts), towards(at, 315, 0.98 * radius), radius) if texts else []
        return [*made, *self._faces(piece, at, radius), *self.dots(piece, at, radius)]

    def _sides(self, piece: Piece) -> list[tuple[str, str]]:
        """What the faces of a piece show that can be turned over: what lies up, and what lies down."""
        printed = next((k.attributes for k in self.game.kinds if k.name == piece.kind), {})
        found = []
        for truth, names in self.sides.items() if printed else ():
            if any(self.game.columns[name].index for name in names):
                continue  # a tile shows the edges of the face that lies up
            held = [(printed.get(name), self.game.columns[name].type.symbols) for name in names]
            front, back = (words[v] if words and isinstance(v, int) else str(v) for v, words in held)
            found.append((back, front) if (truth, "true") in piece.fields else (front, back))
        return found

    def _faces(self, piece: Piece, at: Point, radius: float) -> list[Element]:
        """Both faces of a piece that can be turned over, above left: what lies up is large, what lies down small behind it. Words are
        as wide as the piece: what lies up stands above its sign, what lies down below it."""
        made: list[Element] = []
        if sides := self._sides(piece):
            self.sided |= dict.fromkeys(self.sides.values())
        for up, down in sides:
            shown = [(self._side_shown(down), 0.42), (self._side_shown(up), 0.62)]
            are_words = any(width_of(said, size) > 1 for (said, _), size in shown)
            for ((said, fill), size), angle in zip(
                shown, (270, 90) if are_words else (172, 140), strict=True
            ):
                place = towards(at, angle, (0.85 if are_words else 0.95) * radius)
                made += badge(said, place, max(6.0, size * radius), fill)
        return made

    def _side_shown(self, word: str) -> tuple[str, str]:
        """The sign and the colour of what a face shows."""
        look = self.looks.symbol(word)
        colour = colours.COLOURS.get((look and look.colour) or word)
        said = look.glyph if look and look.glyph else "" if colour else word
        return said, colour.rgb if colour else colours.PAPER

    def _detail(self, piece: Piece, name: str, value: str) -> str:
        """A field of a piece in few characters; "" where it is what its face shows."""
        return "" if name == self.side and not self.letters(piece) else self.looks.detail(name, value)

    def _face(self, piece: Piece) -> str:
        """The icon of the side that lies up, of a tile that has no other sign."""
        if not self.side:
            return ""
        field = self.game.fields[self.side]
        usual = field.type.symbols[field.default] if isinstance(field.default, int) else ""
        return icon_of(dict(piece.fields).get(self.side, usual))

    def dots(self, piece: Piece, at: Point, radius: float) -> Iterator[Element]:
        """What is true of a piece, each in its colour, along the rim of a disc, from below left."""
        for i, (name, rgb) in enumerate(self.truths.items()):
            if (name, "true") in piece.fields and name not in self.sides:
                self.dotted.add(name)
                place = towards(at, 225 - 35 * i, 0.98 * radius)
                yield disc(place, max(2.5, 0.16 * radius), rgb, colours.PAPER, 1)


def _corner_badge(words: str, at: Point, radius: float) -> list[Element]:
    """A badge at the rim of a disc."""
    return badge(words, at, max(8.5, 0.62 * radius))


def hit_room(at: Point, side: float) -> list[Element]:
    """A square that is hit and marked about a piece off the board that is smaller than a finger."""
    return [box(at[0] - side / 2, at[1] - side / 2, side, side, "transparent", corner=0.15 * side)]


def badge(words: str, at: Point, size: float, fill: str = colours.PAPER) -> list[Element]:
    """A few characters in a rounded box that is read on any ground."""
    ink = colours.INK if colours.is_light(fill) else colours.PAPER
    high = 1.3 * size
    wide = max(high, width_of(words, size) + 0.55 * size)
    font = None if words.isascii() else SIGNS
    return [
        box(at[0] - wide / 2, at[1] - high / 2, wide, high, fill, ink, line=1, corner=high / 2),
        text(at, words, size, ink, bold=True, font=font),
    ]
