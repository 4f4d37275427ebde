"""What lies over the sites of a board: marks of the last move, signs, rings about what can be captured, relations as arrows, and what
players have at places without a piece there.
"""

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from gdl.core import model
from interpreter.play.scene import colours
from interpreter.play.scene.fields import Stake
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.relations import by_target
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.discs import plain_disc
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.pieces import badge
from interpreter.play.svg.shapes import (
    SIGNS,
    Element,
    Point,
    curve,
    disc,
    group,
    line,
    polygon,
    text,
    towards,
)

_BEND = 0.1  # of an arrow's length, so that two arrows to and fro stay apart
_MANY = 24  # so many arrows are drawn thinner
_INK = "#5b5148"  # of arrows from sites without an owner


def arrows(
    geometry: Geometry,
    pairs: Sequence[tuple[int, int]],
    paint: Mapping[int, str],
    titles: Sequence[str],
    occupied: Container[int],
) -> list[Element]:
    """An arrow for each pair, long ones below; it stops at the edge of a piece, or in the middle of an empty site.

    `paint` has the colours of sources, `titles` a text for each pair.
    """
    width = max(2.2, 0.14 * geometry.radius) * (0.75 if len(pairs) > _MANY else 1)
    centres = geometry.centres
    order = sorted(
        zip(pairs, titles, strict=True), key=lambda p: -math.dist(centres[p[0][0]], centres[p[0][1]])
    )
    made: list[Element] = []
    for (a, b), title in order:
        stop = (1.04 if b in occupied else 0.2) * geometry.radii[b]
        shapes = arrow(centres[a], centres[b], geometry.radius, stop, width, paint.get(a, _INK))
        made.append(group(shapes, title, arrow=title))
    return made


def arrow(a: Point, b: Point, radius: float, stop: float, width: float, colour: str) -> list[Element]:
    """One arrow, from the edge of a piece to `stop` short of the other site; a loop when they are the same."""
    length = math.dist(a, b)
    if length == 0:
        start, tip = towards(a, 120, 0.9 * radius), towards(a, 60, 0.9 * radius)
        return _shaft(start, towards(a, 90, 3 * radius), tip, width, colour)
    angle = math.degrees(math.atan2(a[1] - b[1], b[0] - a[0]))
    lean = 16  # to the left of the straight way
    start = towards(a, angle + lean, 0.88 * radius)
    tip = towards(b, angle + 180 - lean, stop)
    middle = ((start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2)
    bend = _BEND * max(0.0, min(length, 8 * radius) - 2.5 * radius)
    return _shaft(start, towards(middle, angle + 90, 2 * bend), tip, width, colour)


def _shaft(start: Point, turn: Point, tip: Point, width: float, colour: str) -> list[Element]:
    """A curve with a head, on a wider one in a colour that sets it off."""
    casing = "#fffdf6" if not colours.is_light(colour) else "#3a332b"
    angle = math.degrees(math.atan2(turn[1] - tip[1], tip[0] - turn[0]))
    size = min(4.4 * width, max(0.62 * math.dist(start, tip), 2.4 * width))
    neck = towards(tip, angle + 180, 0.8 * size)
    head = [tip, towards(tip, angle + 152, size), towards(tip, angle - 152, size)]
    return [
        curve(start, turn, neck, casing, width + 2.4, cap="round"),
        polygon(head, casing, casing, 2.4),
        curve(start, turn, neck, colour, width, cap="round"),
        polygon(head, colour),
    ]


def counts(geometry: Geometry, pairs: Sequence[tuple[int, int]]) -> list[Element]:
    """On each target with several sources, above left, how many there are."""
    made: list[Element] = []
    for target, sources in by_target(pairs).items():
        if len(sources) > 1:
            place = towards(geometry.centres[target], 130, 1.02 * geometry.radius)
            shapes = badge(str(len(sources)), place, max(9.0, 0.55 * geometry.radius), is_dark=True)
            made.append(group(shapes, count=str(len(sources))))
    return made


_LONE, _SMALL = 0.24, 0.11  # radii in units: of a player who is on an empty site, and of anything else


def stake_marks(scene: Scene, looks: Looks, geometry: Geometry) -> Iterator[Element]:
    """The marks of all sites."""
    order = {s.name: s.index for s in scene.board.sites}
    held = sorted((s for s in scene.stakes if s.site in order), key=lambda s: order[s.site])
    for site, stakes in groupby(held, key=lambda s: s.site):
        yield from _marks(scene, looks, geometry, order[site], list(stakes))


def _marks(
    scene: Scene, looks: Looks, geometry: Geometry, index: int, stakes: Sequence[Stake]
) -> Iterator[Element]:
    unit, at = geometry.unit, geometry.centres[index]
    is_free = not scene.stacks.get(stakes[0].site) and geometry.board.sort(index) == "cell"
    lone = [s for s in stakes if is_free and s.is_place]
    for row, radius, drop in (
        (lone, _LONE * unit, 0.0),
        ([s for s in stakes if s not in lone], _SMALL * unit, 0.36 * unit),
    ):
        for i, stake in enumerate(row):
            place = at[0] + (i - (len(row) - 1) / 2) * 2.2 * radius, at[1] + drop
            yield group(_mark(scene, looks, stake, place, radius), _told(stake), stake=stake.field)


def _mark(scene: Scene, looks: Looks, stake: Stake, at: Point, radius: float) -> list[Element]:
    colour = looks.player_colours[stake.player].rgb
    made = plain_disc(at, "", radius, colour, False, scene.players.index(stake.player))
    if stake.text:
        made.append(text(at, stake.text, 1.5 * radius, colours.writing(colour), bold=True))
    return made


def _told(stake: Stake) -> str:
    return f"{stake.site}: {words(stake.field)} {stake.text}".rstrip() + f" ({stake.player})"


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
    made: list[Element] = [
        disc(geometry.centres[site], 1.04 * geometry.radii[site], "none", _WON, wide) for site in row
    ]
    return [*made, *(line(a, b, _WON, 1.6 * wide, opacity=0.75) for a, b in pairwise(centres))]


def threat(geometry: Geometry, row: Sequence[int]) -> list[Element]:
    """A piece that is attacked and must not be: a ring about it, which a line from its attacker reaches."""
    centres = [geometry.centres[site] for site in row]
    wide = max(2.0, 0.1 * geometry.radius)
    made = [line(a, b, _PREY, wide, opacity=0.55) for a, b in pairwise(centres)]
    return [*made, *(ring(geometry.centres[site], 1.05 * geometry.radii[site]) for site in row[-1:])]


def target_dot(geometry: Geometry, site: int) -> Element:
    """A dot on a site to which a piece may go."""
    return disc(geometry.centres[site], 0.3 * geometry.radii[site], _TO)
