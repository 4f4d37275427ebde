"""Drawing a position as a picture: one SVG document with its own ground, for any page.

It has a title with the players, the board with its pieces, the pools, a legend for what is not known by itself, and the
fields that matter. These parts are blocks, one below the other. A piece alone is an icon, for buttons that offer kinds, or the
turns of a tile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from gdl.core import model
from interpreter.engines.base import State
from interpreter.engines.position_parts import Position
from interpreter.play.scene import colours
from interpreter.play.scene.cards import coloured_cards, has_cards, is_card
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.observer import Relation, Score, decided, score, signs_of, threats_to
from interpreter.play.scene.scene import Scene, Signs
from interpreter.play.scene.tiles import Offsets, edge_columns
from interpreter.play.svg.board import BoardPicture, has_pits
from interpreter.play.svg.captions import TITLE, fields, header, legend, scoreboard
from interpreter.play.svg.cards import CardPicture, dice_block
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.grounds import CELLS, LINES, WELLS, surface, surface_of
from interpreter.play.svg.pieces import PiecePicture, polyomino
from interpreter.play.svg.pools import PoolPicture
from interpreter.play.svg.position import Framing, PositionPicture
from interpreter.play.svg.shapes import (
    SANS,
    Block,
    Element,
    box,
    definitions,
    drawing,
    element,
    heading,
    moved,
    width_of,
)
from interpreter.play.svg.tiles import HIGH
from interpreter.play.svg.yards import pool_in_tray, pool_in_yards

_SIDE = 48.0


@lru_cache(maxsize=2048)
def icon(game: "Icons", piece: Piece) -> str:
    """The SVG of a piece."""
    return game.drawn(piece)


class Icons:
    """Draws the pieces of one game alone; `pieces` is their set, as a framing has it."""

    def __init__(self, game: model.Game, pieces: str = "") -> None:
        self.game = game
        looks = Looks(game, colour=True, has_pictures=pieces != "letters")
        kinds = [k.name for k in game.kinds]
        self.pieces = PiecePicture(game, looks, kinds, 0.37 * _SIDE, surface(game) == LINES, pieces=pieces)
        self.cards = CardPicture(Scene(game, {}), coloured_cards(game), self.pieces)

    def drawn(self, piece: Piece) -> str:
        middle = (_SIDE / 2, _SIDE / 2)
        if is_card(self.game, piece):
            shape: Element = self.cards.card(piece, middle, 0.66 * _SIDE, 0.94 * _SIDE)
        elif self.pieces.is_card(piece):
            card = self.pieces.piece(piece, (0, 0), 0.37 * _SIDE, is_stored=True)
            into = f"translate({middle[0]} {middle[1]}) scale({round(0.98 * _SIDE / HIGH, 3)})"
            shape = element("g", [card], transform=into)
        else:
            shape = self.pieces.piece(piece, middle, 0.37 * _SIDE, square=0.9 * _SIDE, is_stored=True)
        side = round(_SIDE)
        return drawing([definitions([shape]), shape], side, side, font_family=SANS, aria_hidden="true")

    def outlined(self, outlines: Sequence[Offsets], piece: Piece) -> str:
        """Outlines of what a choice lays on squares, side by side, in the colour of a piece."""
        colour = self.pieces.colour(piece)
        middles = [((i + 0.5) * _SIDE, _SIDE / 2) for i in range(len(outlines))]
        shapes = [
            square
            for squares, middle in zip(outlines, middles, strict=True)
            for square in polyomino(squares, middle, 0.37 * _SIDE, colour)
        ]
        return drawing(shapes, round(len(outlines) * _SIDE), round(_SIDE), aria_hidden="true")


_MARGIN, _GAP = 22.0, 16.0
_EDGE = 8.0  # around what is a part of another page
_LEAST_WIDTH = 300.0
_TABLE_WIDTH = 660.0  # of a game of cards without a board: a hand of thirteen lies in one row
_SMALL_TABLE = 440.0  # of a few cards
_NARROW = 400.0  # where there is no room beside it, as on a phone: cards are as large as fingers, and all can be read
_BARE = 2.0  # how much larger few pieces are where there is no board
# widths of what lies beside a board, the wider where it would be higher than the board; for a place that stays the same, a board may
# have so much of the size that it could have
_BESIDE = {220.0: 0.95, 300.0: 0.85}
_WINDOW = 1.3  # the width of a wide window's place for a picture, by its height
_TALL = 0.7  # of its width: below so high a board dice may be out of the window, so they lie above it
_RADIUS = {LINES: 1.2, WELLS: 1.02, CELLS: 1.13}  # how much larger discs are on some surfaces
_PIT = 1.25  # the same of pits


PAGE = Framing()


_geometry = lru_cache(maxsize=16)(Geometry)
"""Geometries that were made last: those of the boards on which somebody plays."""


def can_be_turned(game: model.Game) -> bool:
    """Whether a board may be seen from its other side: nothing on it is drawn by directions of the board."""
    return not edge_columns(game) and game.shape != "pyramids"


def picture(
    game: model.Game,
    position: Mapping[str, Any],
    *,
    relation: Relation | None = None,
    signs: Signs | None = None,
    ended: str = "",
    score: Score | None = None,
    framing: Framing = PAGE,
) -> str:
    """The SVG document of a position (`state.position()` or `state.observation(player)`).

    `relation` is drawn as arrows; `ended` is the sentence about the end of a finished game.
    """
    scene = Scene(game, position, signs, framing.viewer)
    looks = Looks(game, colour=True, has_pictures=framing.pieces != "letters")
    result, surface = ended or scene.result, surface_of(scene)
    is_turned = framing.is_turned and can_be_turned(game) and not scene.has_cards_on_board
    geometry = _geometry_of(scene, surface, is_turned)
    board = BoardPicture(scene, looks, geometry, surface)
    pieces = PiecePicture(
        game, looks, scene.kinds_besides_cards, geometry.radius, surface == LINES, is_turned, framing.pieces
    )
    has_room = framing.is_page or framing.is_wide
    left, _, right, _ = geometry.frame if scene.board.sites else (0.0, 0.0, 0.0, 0.0)
    shrunk = 1.0 if has_room else max(1.0, (right - left) / _NARROW)
    cards = CardPicture(scene, coloured_cards(game), pieces, shrunk)
    middle = PositionPicture(scene, board, pieces, cards, relation, framing).block()
    table = _table_width(scene) if has_room else _NARROW
    is_bare = not middle.elements  # of a board
    least = table if is_bare and has_cards(game) else _NARROW if is_bare else _LEAST_WIDTH
    width = max(middle.width, least, width_of(game.title, TITLE, bold=True))
    elsewhere = pool_in_yards(game, geometry) or pool_in_tray(game, geometry)
    pool_picture = PoolPicture(scene, looks, pieces, cards, elsewhere)
    keys = partial(legend, scene, looks, board.grounds, pieces, relation) if framing.has_legend else Block
    grown = 1.0 if has_room else max(1.0, width / _NARROW)  # of all but the board
    room = width / grown
    pools = pool_picture.block(room)
    if is_bare and not has_cards(game):  # few pieces may be large
        larger = pool_picture.block(width / _BARE)
        if _BARE * larger.height < width and larger.height == pools.height:
            grown, room, pools = _BARE, width / _BARE, larger
    pools = pools.grown(grown)
    if scene.is_scored:
        middle = scoreboard(scene, looks, room).grown(grown)
    dice = dice_block(scene, framing.spent)
    written = partial(fields, scene, score, has_numbers=framing.has_numbers, are_above=framing.is_page)
    board_and_dice = (middle.centred(width), dice.grown(grown).centred(width))
    blocks = [
        header(scene, looks, result, score, width) if framing.is_page else Block(0),
        *(reversed(board_and_dice) if middle.height > _TALL * width else board_and_dice),
        pools,
        keys(room).grown(grown),
        written(room).grown(grown),
    ]
    if framing.is_page:
        return _page(blocks, width, f"{game.title}: {result or f'{scene.mover} to move'}")
    if framing.is_wide and middle.elements:
        scale = _scale(width + 2 * _EDGE, _below(blocks, _EDGE)[1])
        for room in _BESIDE:
            others = [dice, pool_picture.block(room), keys(room), written(room)]
            if found := _beside(middle, others, room, scale):
                return found
    return _part(blocks, width)


def picture_of(
    state: State,
    shown: Position | None = None,
    *,
    relation: Relation | None = None,
    ended: str = "",
    framing: Framing = PAGE,
) -> str:
    """The SVG document of a state, or of what `shown` tells of it, with what may be known beside the pieces: signs, the score, the
    rows that have decided the game, and what stands against the player to move."""
    engine = state.engine
    seen = state.position() if shown is None else shown
    found, threats = decided(engine, state, seen), threats_to(engine, state, seen).rows
    return picture(
        engine.game,
        seen,
        relation=relation,
        signs=signs_of(engine, state, seen),
        ended=ended,
        score=score(engine, state, seen),
        framing=replace(framing, decided=found, threats=threats),
    )


def _geometry_of(scene: Scene, surface: str, is_turned: bool) -> Geometry:
    """Where everything is on the board, and how large discs are."""
    has_tiles = bool(edge_columns(scene.game))
    larger = _PIT if has_pits(scene) else 1.0 if has_tiles else _RADIUS.get(surface, 1.0)
    return _geometry(scene.board, has_tiles, scene.has_cards_on_board, larger, is_turned)


def _table_width(scene: Scene) -> float:
    """The width of a table of cards: of a small pack it is small, so that the cards are large on any page."""
    cards = sum(is_card(scene.game, piece) for pool in scene.pools for piece in pool.pieces)
    return min(_TABLE_WIDTH, max(_SMALL_TABLE, 10 * cards + 240))


def _below(blocks: Sequence[Block], margin: float) -> tuple[list[Element], float]:
    """Blocks below each other, and the height of all."""
    y = margin
    placed: list[Element] = []
    for block in blocks:
        if block.elements:
            placed.append(moved(block.elements, margin + block.indent, y))
            y += block.height + _GAP
    return placed, y - _GAP + margin


def _beside(board: Block, others: Sequence[Block], room: float, scale: float) -> str:
    """A board with the rest in a column on its right, as a part of another page; "" if it must be smaller so than this scale, or a wider
    column may do.

    The last of the others, with what is written small, is no reason for a column. A column that is no higher than the board may cost
    a little: the board stays where it is when a line comes or goes.
    """
    placed, height = _below(others, _EDGE)
    tall = board.height + 2 * _EDGE
    if height > tall and room < max(_BESIDE):
        return ""
    wide, high = board.width + _GAP + room + 2 * _EDGE, max(tall, height)
    least = scale if height > board.height else _BESIDE[room] * scale
    if not any(block.elements for block in others[:-1]) or _scale(wide, high) < least:
        return ""
    whole: list[Element] = [moved(board.elements, _EDGE, _EDGE), moved(placed, board.width + _GAP, 0)]
    return _within(whole, wide, high)


def _scale(width: float, height: float) -> float:
    """How large a picture may be in a window that is wider than high."""
    return min(_WINDOW / width, 1 / height)


def _part(blocks: Sequence[Block], width: float) -> str:
    """Blocks as a part of another page."""
    placed, height = _below(blocks, _EDGE)
    return _within(placed, width + 2 * _EDGE, height)


def _within(placed: list[Element], width: float, height: float) -> str:
    """What is drawn, as a part of another page, whose styles may ask for `--tall`: its height, its width taken as 1."""
    wide, high = round(width), max(1, round(height))
    tall = f"--tall: {high / max(1, wide):.2f}"
    return drawing([definitions(placed), *placed], wide, high, font_family=SANS, style=tall)


def _page(blocks: Sequence[Block], width: float, title: str) -> str:
    """Blocks below each other on a page of their own."""
    placed, height = _below(blocks, _MARGIN)
    wide, high = round(width + 2 * _MARGIN), round(height)
    page = box(0.5, 0.5, wide - 1, high - 1, colours.PAPER, colours.FRAME, line=1, corner=12)
    parts = [heading(title), definitions(placed), page, *placed]
    whole = drawing(parts, wide, high, width=wide, height=high, font_family=SANS)
    return whole.replace("</g><g", "</g>\n<g") + "\n"
