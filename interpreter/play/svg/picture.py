"""Drawing a position as a picture: one SVG document with its own ground, for any page.

It has a title with the players, the board with its pieces, the pools, a legend for what is not known by itself, and the
fields that matter. These parts are blocks, one below the other.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.scene.cards import Cards, has_cards
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.relations import Relation
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.scores import Score
from interpreter.play.scene.signs import Signs
from interpreter.play.scene.tiles import edge_columns
from interpreter.play.svg.board import BoardPicture
from interpreter.play.svg.captions import TITLE, fields, header
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.legend import legend
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.pools import PoolPicture
from interpreter.play.svg.position import PositionPicture
from interpreter.play.svg.shapes import SANS, Block, box, definitions, escape, moved, width_of
from interpreter.play.svg.surfaces import LINES, WELLS, surface_of

_MARGIN, _GAP = 22.0, 16.0
_LEAST_WIDTH = 300.0
_TABLE_WIDTH = 660.0  # of a game of cards without a board: a hand of thirteen lies in one row
_RADIUS = {LINES: 1.2, WELLS: 1.02}  # how much larger discs are on some surfaces


def picture(
    game: model.Game,
    position: Mapping[str, Any],
    *,
    relation: Relation | None = None,
    signs: Signs | None = None,
    ended: str = "",
    score: Score | None = None,
) -> str:
    """The SVG document of a position (`state.position()` or `state.observation(player)`).

    `relation` is drawn as arrows; `ended` is the sentence about the end of a finished game.
    """
    scene = Scene(game, position, signs)
    result = ended or scene.result
    looks = Looks(game, colour=True)
    surface = surface_of(scene)
    larger = _RADIUS.get(surface, 1.0)
    geometry = Geometry(scene.board, bool(edge_columns(game)), scene.has_cards_on_board, larger)
    board = BoardPicture(scene, looks, geometry, surface)
    pieces = PiecePicture(game, looks, scene.kinds_besides_cards, geometry.radius, surface == LINES)
    cards = CardPicture(scene, Cards(game, looks), pieces)

    middle = PositionPicture(scene, board, pieces, cards, relation).block()
    least = _TABLE_WIDTH if has_cards(game) and not middle.elements else _LEAST_WIDTH
    width = max(middle.width, least, width_of(game.title, TITLE, bold=True))
    blocks = [
        header(scene, looks, result, width),
        middle.centred(width),
        PoolPicture(scene, looks, pieces, cards).block(width),
        legend(scene, looks, board.grounds, pieces, relation, width),
        fields(scene, score, width),
    ]
    return _page(blocks, width, f"{game.title}: {result or f'{scene.mover} to move'}")


def _page(blocks: Sequence[Block], width: float, title: str) -> str:
    """Blocks below each other on a page of their own."""
    y = _MARGIN
    placed: list[svg.Element] = []
    for block in blocks:
        if block.elements:
            placed.append(moved(block.elements, _MARGIN + block.indent, y))
            y += block.height + _GAP
    wide, high = round(width + 2 * _MARGIN), round(y - _GAP + _MARGIN)
    page = box(0.5, 0.5, wide - 1, high - 1, colours.PAPER, colours.FRAME, line=1, corner=12)
    whole = svg.SVG(
        width=wide,
        height=high,
        viewBox=svg.ViewBoxSpec(0, 0, wide, high),
        extra={"font-family": SANS},
        elements=[svg.Title(text=escape(title)), definitions(), page, *placed],
    )
    return whole.as_str().replace("</g><g", "</g>\n<g") + "\n"
