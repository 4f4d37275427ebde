"""The lines of a graph board: straight, or bent where they would run through a third site, with heads where they lead
one way only."""

import math

from gdl.boards.board import Board
from interpreter.play.scene.boards import Link
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import Point, group, line, polygon, strokes, towards

_BEND = 0.18  # of a line's length


def link_line(board: Board, geometry: Geometry, link: Link, colour: str) -> Element:
    """One line."""
    a, b = geometry.centres[link.a], geometry.centres[link.b]
    width = max(2.0, 0.1 * geometry.radius)
    turn = _turn(geometry, link)
    made: list[Element] = []
    if turn is None:
        made.append(line(a, b, colour, width))
    else:
        made.append(strokes([[_on_curve(a, turn, b, i / 24) for i in range(25)]], colour, width))
    if link.one_way:
        bent = turn or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        tip, before = _on_curve(a, bent, b, 0.58), _on_curve(a, bent, b, 0.5)
        angle = math.degrees(math.atan2(before[1] - tip[1], tip[0] - before[0]))
        size = 0.42 * geometry.radius
        made.append(polygon([tip, towards(tip, angle + 150, size), towards(tip, angle - 150, size)], colour))
    names = board.sites[link.a].name, board.sites[link.b].name
    return group(made, link=("→" if link.one_way else "-").join(names))


def _turn(geometry: Geometry, link: Link) -> Point | None:
    """The point towards which a line is bent; None where it is straight."""
    a, b = geometry.centres[link.a], geometry.centres[link.b]
    length = math.dist(a, b)
    is_long = length > 1.2 * geometry.nearest * geometry.unit
    is_crossed = is_long and any(
        _distance(c, a, b) < 0.8 * geometry.radius
        for i, c in enumerate(geometry.centres)
        if i not in (link.a, link.b)
    )
    if not is_crossed:
        return None
    bend = _BEND * length
    normal = ((b[1] - a[1]) / length, -(b[0] - a[0]) / length)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return middle[0] + 2 * bend * normal[0], middle[1] + 2 * bend * normal[1]


def _distance(p: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.dist(p, (a[0] + share * dx, a[1] + share * dy))


def _on_curve(a: Point, turn: Point, b: Point, t: float) -> Point:
    """A point of the curve from a to b that is drawn towards `turn`."""
    x, y = (((1 - t) ** 2) * p + 2 * (1 - t) * t * q + t * t * r for p, q, r in zip(a, turn, b, strict=True))
    return x, y
