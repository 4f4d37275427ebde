"""One piece as a small picture of its own: for buttons that offer kinds, or the turns of a tile."""

from functools import lru_cache

from gdl import model
from interpreter.play.scene.cards import Cards, is_card
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.cards import CardPicture
from interpreter.play.svg.elements import Element, drawing, element
from interpreter.play.svg.patterns import HIGH
from interpreter.play.svg.pieces import PiecePicture
from interpreter.play.svg.shapes import SANS, definitions
from interpreter.play.svg.surfaces import LINES, surface

_SIDE = 48.0


@lru_cache(maxsize=2048)
def icon(game: "Icons", piece: Piece) -> str:
    """The SVG of a piece."""
    return game.drawn(piece)


class Icons:
    """Draws the pieces of one game alone."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        looks = Looks(game, colour=True)
        kinds = [k.name for k in game.kinds]
        self.pieces = PiecePicture(game, looks, kinds, 0.37 * _SIDE, surface(game) == LINES)
        self.cards = CardPicture(Scene(game, {}), Cards(game, looks), self.pieces)

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
        return drawing([definitions(), shape], side, side, font_family=SANS, aria_hidden="true")
