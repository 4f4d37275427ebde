"""Marks that the board and the legend share: signs of sites, and rings about what can be captured."""

import svg

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import SIGNS, Point, disc, line, polygon, text

_PREY = "#d42a1e"
_LAST = "#e0a800"
_TO = "#1f7a4d"


def sign_mark(game: model.Game, definition: str, at: Point, size: float) -> svg.Element:
    """What an empty site shows when a definition holds for it."""
    sign = next(s for s in game.signs if s.definition == definition)
    named = colours.COLOURS.get(sign.colour)
    return text(at, sign.glyph, size, named.rgb if named else colours.FAINT, font=SIGNS)


def ring(at: Point, radius: float) -> svg.Element:
    """A ring about a piece that can be captured."""
    return disc(at, radius, "none", _PREY, max(2.0, 0.13 * radius))


def last_mark(geometry: Geometry, site: int) -> svg.Element:
    """The mark of a site of the last move: a line inside its edge, around what stands there."""
    unit = geometry.unit
    match geometry.board.sort(site):
        case "border":
            return line(*geometry.span(site, 0.95), _LAST, 0.24 * unit)
        case "node":
            return disc(geometry.centres[site], 0.26 * unit, "none", _LAST, 0.07 * unit)
        case _ if geometry.shape == "graph":
            return disc(geometry.centres[site], 1.22 * geometry.radius, "none", _LAST, 0.16 * geometry.radius)
        case _:
            mark = polygon(geometry.outline(site, 0.92), _LAST, _LAST, max(2.0, 0.06 * unit))
            mark.fill_opacity = 0.22
            return mark


def target_dot(geometry: Geometry, site: int) -> svg.Element:
    """A dot on a site to which a piece may go."""
    return disc(geometry.centres[site], 0.3 * geometry.radius, _TO)
