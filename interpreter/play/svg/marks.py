"""Marks that the board and the legend share: signs of sites, and rings about what can be captured."""

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.svg.shapes import SIGNS, Point, disc, text

_PREY = "#d42a1e"


def sign_mark(game: model.Game, definition: str, at: Point, size: float) -> svg.Element:
    """What an empty site shows when a definition holds for it."""
    sign = next(s for s in game.signs if s.definition == definition)
    named = colours.COLOURS.get(sign.colour)
    return text(at, sign.glyph, size, named.rgb if named else colours.FAINT, font=SIGNS)


def ring(at: Point, radius: float) -> svg.Element:
    """A ring about a piece that can be captured."""
    return disc(at, radius, "none", _PREY, max(2.0, 0.13 * radius))
