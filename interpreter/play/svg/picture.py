"""Drawing a position as a picture: one SVG document with its own ground, for any page.

In go a game and a position (`state.position()` or `state.observation(player)`), and perhaps a relation; out comes
the text of an SVG file. It has a title with the players, the board with its pieces, pools, a legend for what is
not told by itself, and the fields that matter. The parts are blocks that stand below each other.
"""

from collections.abc import Mapping
from typing import Any

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.scene.cards import Cards, has_cards, is_card
from interpreter.play.scene.looks import HOLLOW, Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.pieces import Piece
from interpreter.play.scene.relations import Relation, describe
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.scores import Score
from interpreter.play.scene.signs import Signs
from interpreter.play.scene.tiles import edge_columns, explained
from interpreter.play.svg.arrows import arrow, arrows, counts
from interpreter.play.svg.board import CLOTH, LINES, NODES, TINTED, WELLS, BoardPicture
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.pools import PoolPicture
from interpreter.play.svg.pyramids import Pyramids
from interpreter.play.svg.shapes import (
    HATCH,
    SANS,
    SIGNS,
    Block,
    Point,
    box,
    definitions,
    disc,
    escape,
    group,
    line,
    moved,
    strokes,
    text,
    width_of,
)  # fmt: skip  # isort: skip
from interpreter.play.svg.terrain import motif

_MARGIN, _GAP = 22.0, 16.0
_LEAST_WIDTH = 300.0
_TABLE_WIDTH = 660.0  # of a game of cards without a board: a hand of thirteen lies in one row
_PREY = "#d42a1e"  # the ring about what can be captured
_SMALL = 12.5  # the size of the writing below the board


def picture(
    game: model.Game,
    position: Mapping[str, Any],
    *,
    relation: Relation | None = None,
    signs: Signs | None = None,
    ended: str = "",
    score: Score | None = None,
) -> str:
    """The SVG document of a position.

    `relation` is a name with the pairs of sites between which it holds; `ended` says how a game that is over ended.
    """
    return _Picture(Scene(game, position, signs), relation, ended, score).text()


class _Picture:
    """One position being drawn."""

    def __init__(self, scene: Scene, relation: Relation | None, ended: str, score: Score | None) -> None:
        self.scene, self.game, self.relation, self.score = scene, scene.game, relation, score
        self.result = ended or scene.result
        self.looks = Looks(scene.game, colour=True)
        self.geometry = Geometry(scene.board, bool(edge_columns(scene.game)), scene.has_cards_on_board)
        self.board = BoardPicture(scene, self.looks, self.geometry)
        is_stone = self.board.surface == LINES
        self.geometry.radius *= {LINES: 1.2, WELLS: 1.02}.get(self.board.surface, 1.0)
        self.pieces = PiecePicture(scene.game, self.looks, self.geometry.radius, self.geometry.unit, is_stone)
        owned = {p.kind for p in scene.every_piece if not is_card(scene.game, p)}
        men = [k.name for k in scene.game.kinds if k.name in owned]
        self.pyramids = Pyramids(scene.game, self.pieces, men)
        self.cards = CardPicture(scene, Cards(scene.game, self.looks), self.pieces, self.pyramids)
        self.pools = PoolPicture(scene, self.looks, self.pieces, self.cards, self.pyramids)

    def text(self) -> str:
        board = self._board()
        is_of_cards = has_cards(self.game)
        least = _TABLE_WIDTH if is_of_cards and not board.elements else _LEAST_WIDTH
        width = max(board.width, least, width_of(self.game.title, 21, bold=True))
        pools = self.pools.block(width, is_of_cards)
        blocks = [self._header(width), board, pools, self._legend(width), self._fields(width)]
        y = _MARGIN
        placed: list[svg.Element] = []
        for block in blocks:
            if not block.elements:
                continue
            x = _MARGIN + ((width - block.width) / 2 if block is board else 0)
            placed.append(moved(block.elements, x, y))
            y += block.height + _GAP
        width, height = round(width + 2 * _MARGIN), round(y - _GAP + _MARGIN)
        page = box(0.5, 0.5, width - 1, height - 1, colours.PAPER, colours.FRAME, line=1, corner=12)
        whole = svg.SVG(
            width=width,
            height=height,
            viewBox=svg.ViewBoxSpec(0, 0, width, height),
            extra={"font-family": SANS},
            elements=[svg.Title(text=escape(self._caption())), definitions(), page, *placed],
        )
        return whole.as_str().replace("</g><g", "</g>\n<g") + "\n"

    def _caption(self) -> str:
        return f"{self.game.title}: {self.result or f'{self.scene.mover} to move'}"

    # ---- blocks

    def _board(self) -> Block:
        """The board, its pieces and its arrows, moved so that nothing is left of 0 or above it."""
        if not self.scene.board.sites:
            return Block(0)
        # arrows lie below the pieces, whose letters they would cover otherwise
        made = [*self.board.elements(), *self._joints(), *self._arrows()]
        order = sorted(
            (s for s in self.scene.board.sites if self.scene.stacks.get(s.name)), key=lambda s: (-s.y, s.x)
        )
        for site in order:
            at = self.geometry.centres[site.index]
            stack = self.scene.stacks[site.name]
            if self.board.surface == CLOTH:
                made.append(self.cards.site(stack, at, self.geometry.unit, site.name))
            else:
                made.append(self.pieces.stack(stack, at, site.name))
        for site in self.scene.board.sites:
            if site.name in self.scene.signs and not self.scene.stacks.get(site.name):
                made.append(
                    self._sign(
                        self.scene.signs[site.name], self.geometry.centres[site.index], self.geometry.radius
                    )
                )
        made += self._relation_marks()
        left, top, right, bottom = self._extent()
        return Block(right - left, bottom - top, [moved(made, -left, -top)])

    def _extent(self) -> tuple[float, float, float, float]:
        """The board with the names beside it and its rim."""
        left, top, right, bottom = self.geometry.frame
        rim = self.board.rim
        names = self.geometry.extent(self.board.label_size)
        pad = rim if self.board.surface == NODES else 0  # there the names are on the board
        return (
            min(left - rim, names[0] - pad), min(top - rim, names[1] - pad),
            max(right + rim, names[2] + pad), max(bottom + rim, names[3] + pad),
        )  # fmt: skip

    def _arrows(self) -> list[svg.Element]:
        if self.relation is None:
            return []
        name, pairs = self.relation.name, self.relation.pairs
        paint = {s: self._owner_colour(s) for s, _ in pairs}
        occupied = {s.index for s in self.scene.board.sites if self.scene.stacks.get(s.name)}
        titles = [f"{describe(self.scene, s)} {words(name)} {describe(self.scene, t)}" for s, t in pairs]
        return arrows(self.geometry, pairs, {s: c for s, c in paint.items() if c}, titles, occupied)

    def _joints(self) -> list[svg.Element]:
        """Relations that the game wants to be drawn: bars between neighbours, lines from site to site."""
        made: list[svg.Element] = []
        for a, b, sign in self.scene.joints:
            named = colours.COLOURS.get(sign.colour)
            rgb = named.rgb if named else self._owner_colour(a) or colours.FAINT
            if sign.glyph == "ruled":
                made.append(strokes([list(self._way(a, b))], self.board.line_colour, 1.1))
                continue
            is_bar = sign.glyph == "bar"
            way = self.geometry.between(a, b) if is_bar else self._way(a, b)
            wide = (0.15 if is_bar else 0.11) * self.geometry.unit
            made.append(group([line(*way, rgb, max(2.0, wide))], joint=sign.definition))
        return made

    def _way(self, a: int, b: int) -> tuple[Point, Point]:
        return self.geometry.centres[a], self.geometry.centres[b]

    def _relation_marks(self) -> list[svg.Element]:
        """How many stand in the relation to a site, and rings about what can be captured."""
        if self.relation is None:
            return []
        return [
            *counts(self.geometry, self.relation.pairs),
            *(
                self._ring(self.geometry.centres[s.index])
                for s in self.scene.board.sites
                if s.name in self.relation.prey
            ),
        ]

    def _sign(self, definition: str, at: tuple[float, float], size: float) -> svg.Element:
        """What an empty site shows when a definition holds for it."""
        sign = next(s for s in self.game.signs if s.definition == definition)
        named = colours.COLOURS.get(sign.colour)
        return text(at, sign.glyph, size, named.rgb if named else colours.FAINT, font=SIGNS)

    def _ring(self, at: tuple[float, float], radius: float | None = None) -> svg.Element:
        """A ring about a piece that can be captured."""
        reach = radius if radius is not None else 1.08 * self.geometry.radius
        return disc(at, reach, "none", _PREY, max(2.0, 0.13 * reach))

    def _owner_colour(self, site: int) -> str:
        stack = self.scene.stacks.get(self.scene.board.sites[site].name)
        return self.pieces.colour(stack[-1]) if stack else ""

    def _header(self, width: float) -> Block:
        """The title; the players, with who is to move; how it ended; what is demanded."""
        block = Block(width)
        block.add(text((0, 11), self.game.title, 21, bold=True, anchor="start"))
        x, y, size = 0.0, 40.0, 14.0
        is_over = bool(self.result)
        for player in self.scene.players:
            is_mover = player == self.scene.mover and not is_over
            said = player + (" to move" if is_mover else "")
            long = 2 * 7 + 7 + width_of(said, size, is_mover)
            if x and x + long > width:
                x, y = 0.0, y + 24
            block.add(*self._chip(player, (x + 7, y)))
            ink = colours.INK if is_mover else colours.FAINT
            block.add(text((x + 21, y), said, size, ink, anchor="start", bold=is_mover))
            x += long + 16
        for sentence in [*([self.result] if is_over else []), *self.scene.pending]:
            for row in _wrapped(sentence.split(" "), " ", width, size, bold=True):
                y += 22
                block.add(text((0, y), row, size, anchor="start", bold=True))
        block.height = y + 10
        return block

    def _chip(self, player: str, at: Point) -> list[svg.Element]:
        """A small disc in a player's colour, or his mark where pieces are marks."""
        rgb = self.looks.player_colours[player].rgb
        if self.looks.is_one_sort and len(player) == 1:
            return [text(at, player, 17, rgb, bold=True)]
        return [disc(at, 7, rgb, colours.edge(rgb), 1)]

    # ---- the legend

    def _legend(self, width: float) -> Block:
        """Rows of small samples with their names: kinds that are letters, grounds, marks, the relation."""
        block = Block(width)
        x, y, row, size = 0.0, 12.0, 26.0, _SMALL
        for sample, wide, name in self._samples():
            long = wide + 7 + width_of(name, size)
            if x and x + long > width:
                x, y = 0.0, y + row
            block.add(moved(sample, x + wide / 2, y))
            block.add(text((x + wide + 7, y), name, size, colours.INK, anchor="start"))
            x += long + 18
        block.height = y + 12
        return block if len(block.elements) else Block()

    def _samples(self) -> list[tuple[list[svg.Element], float, str]]:
        """Each a small drawing around 0, 0, its width, and what it is."""
        found: list[tuple[list[svg.Element], float, str]] = []
        seen = {(p.owner, p.kind) for p in self.scene.every_piece if not is_card(self.game, p)}
        if not self.looks.is_one_sort:
            for kind in self.looks.kinds:
                owners = [o for o in [*self.scene.players, ""] if (o, kind) in seen]
                sample = Piece(owners[0], kind, ()) if owners else None
                if sample is not None and not self._speaks_for_itself(sample):
                    found.append((self._kind_sample(sample, owners), 22, words(kind)))
        for name, ground in self.board.used_in_order():
            swatch: list[svg.Element] = [
                box(
                    -11, -9, 22, 18, ground.rgb, colours.tint(ground.rgb, colours.INK, 0.35), line=1, corner=3
                )
            ]
            swatch += motif(ground.motif, (0, 0), 12, colours.tint(ground.rgb, colours.INK, 0.3))
            found.append((swatch, 22, words(name)))
        for name in sorted(self.board.tinted):
            found.append((self._tint_sample(), 22, words(name)))
        for name in sorted(self.board.dotted):
            found.append(([disc((0, 0), 4, self.board.dots[name])], 10, words(name)))
        if self.board.has_hidden:
            found.append(
                ([box(-11, -9, 22, 18, f"url(#{HATCH})", "#a39989", line=1, corner=3)], 22, "hidden")
            )
        if edge_columns(self.game):
            for mark, name in explained(self.game, self.looks):
                found.append((self.pieces.edge_marks([mark], (0, 0), 13), 16, words(name)))
        for drawn in dict.fromkeys(joint for _, _, joint in self.scene.joints if joint.glyph != "ruled"):
            named = colours.COLOURS.get(drawn.colour)
            stroke = line((-9, 0), (9, 0), named.rgb if named else colours.FAINT, 4)
            found.append(([stroke], 22, words(drawn.definition)))
        for shown in dict.fromkeys(self.scene.signs.values()):
            found.append(([self._sign(shown, (0, 0), 14)], 16, words(shown)))
        if self.relation is not None:
            sign = arrow((-26, 2), (26, 2), 10, 10, 2.2, colours.FAINT)
            found.append((sign, 36, words(self.relation.name)))
            if self.relation.prey:
                found.append(([self._ring((0, 0), 9)], 22, "can be captured"))
        return found

    def _kind_sample(self, piece: Piece, owners: list[str]) -> list[svg.Element]:
        if self.pyramids.is_one(piece):
            return [self.pyramids.piece(Piece(piece.owner, piece.kind, ()), (0, 0), 22, is_stored=True)]
        return [self.pieces.sample(piece.kind, owners, (0, 0), 10.5)]

    def _tint_sample(self) -> list[svg.Element]:
        """A square in the players' tints, side by side."""
        rgbs = [colours.tint(TINTED, self.looks.player_colours[p].rgb, 0.42) for p in self.scene.players]
        wide = 22 / len(rgbs)
        bars: list[svg.Element] = [box(-11 + i * wide, -9, wide, 18, rgb) for i, rgb in enumerate(rgbs)]
        return [*bars, box(-11, -9, 22, 18, "none", "#8a7a62", line=1, corner=1)]

    def _speaks_for_itself(self, piece: Piece) -> bool:
        """Whether a figure or the full name shows what a piece is."""
        letters = self.pieces.letters(piece)
        return letters in HOLLOW or letters in HOLLOW.values() or letters.lower() == piece.kind.lower()

    def _fields(self, width: float) -> Block:
        """The fields of the game and of players in small writing."""
        block = Block(width)
        y = 6.0
        known = list(self.scene.known)
        if self.score is not None:
            values = ", ".join(f"{n} {v}" for n, v in self.score.values.items())
            known.append(f"{words(self.score.name)}: {values}")
        for row in _wrapped(known, "  ·  ", width, _SMALL):
            block.add(text((0, y), row, _SMALL, colours.FAINT, anchor="start"))
            y += 18
        block.height = y - 12
        return block


def _wrapped(parts: list[str], between: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Parts in rows that fit a width."""
    rows: list[str] = []
    for part in parts:
        longer = f"{rows[-1]}{between}{part}" if rows else part
        if rows and width_of(longer, size, bold) <= width:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows
