"""Marks that the board and the legend share: signs of sites, and rings about what can be captured."""

from collections.abc import Sequence
from itertools import pairwise

from gdl import model
from interpreter.play.scene import colours
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import SIGNS, Point, disc, line, polygon, text

_PREY = "#d42a1e"
_LAST = "#e0a800"
_TO = "#1f7a4d"
_WON = "#e0218a"  # the colour of no player, and of nothing else that is drawn


def sign_mark(game: model.Game, definition: str, at: Point, size: float) -> Element:
    """What an empty site shows when a definition holds for it."""
    sign = next(s for s in game.signs if s.definition == definition)
    named = colours.COLOURS.get(sign.colour)
    return text(at, sign.glyph, size, named.rgb if named else colours.FAINT, font=SIGNS)


def ring(at: Point, radius: float) -> Element:
    """A ring about a piece that can be captured."""
    return disc(at, radius, "none", _PREY, max(2.0, 0.13 * radius))


def last_mark(geometry: Geometry, site: int) -> Element:
    """The mark of a site of the last move: a line inside its edge, around what stands there."""
    unit = geometry.unit
    match geometry.board.sort(site):
        case "border":
            return line(*geometry.span(site, 0.95), _LAST, 0.24 * unit)
        case "node":
            return disc(geometry.centres[site], 0.26 * unit, "none", _LAST, 0.07 * unit)
        case _ if not geometry.tiling.has_outlines:
            return disc(geometry.centres[site], 1.22 * geometry.radius, "none", _LAST, 0.16 * geometry.radius)
        case _:
            rim = max(2.0, 0.06 * unit)
            return polygon(geometry.outline(site, 0.92), _LAST, _LAST, rim, opacity=0.22)


def decided_row(geometry: Geometry, row: Sequence[int]) -> list[Element]:
    """A row of sites that has decided the game: a ring about each, joined by a stroke."""
    centres = [geometry.centres[site] for site in row]
    wide = max(3.0, 0.2 * geometry.radius)
    made: list[Element] = [disc(at, 1.04 * geometry.radius, "none", _WON, wide) for at in centres]
    return [*made, *(line(a, b, _WON, 1.6 * wide, opacity=0.75) for a, b in pairwise(centres))]


def threat(geometry: Geometry, row: Sequence[int]) -> list[Element]:
    """A piece that is attacked and must not be: a ring about it, which a line from its attacker reaches."""
    centres = [geometry.centres[site] for site in row]
    wide = max(2.0, 0.1 * geometry.radius)
    made = [line(a, b, _PREY, wide, opacity=0.55) for a, b in pairwise(centres)]
    return [*made, *(ring(at, 1.05 * geometry.radius) for at in centres[-1:])]


def target_dot(geometry: Geometry, site: int) -> Element:
    """A dot on a site to which a piece may go."""
    return disc(geometry.centres[site], 0.3 * geometry.radius, _TO)
