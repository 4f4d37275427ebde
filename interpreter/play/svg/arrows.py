"""Relations in a picture: arrows from site to site in the colour of the source's owner, and a count on each target."""

import math
from collections.abc import Container, Mapping, Sequence

from interpreter.play.scene import colours
from interpreter.play.scene.relations import by_target
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.pieces import badge
from interpreter.play.svg.shapes import Point, curve, group, polygon, towards

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
        stop = (1.04 if b in occupied else 0.2) * geometry.radius
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
