"""The lines of a board: those of a graph, and the edges that a player must join, coloured as the player.

A line of a graph is straight, or bent where it would run through a third site, with heads where it leads one way only. The
edges follow from the ends of the game: of `PLAYER wins when ...`, the sets of sites along an edge that the condition gives to a
definition, or looks for something in. A set lies along an edge if a step in the same direction leads off the board from
all of its sites.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gdl.boards.board import Board
from gdl.core import nodes as core
from gdl.core.model import Game
from gdl.core.static import known
from gdl.core.visit import nodes, rewritten
from interpreter.play.scene.boards import Link
from interpreter.play.scene.colours import edge
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import Element, Point, group, line, polygon, strokes, towards

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


@dataclass(frozen=True, slots=True)
class Goal:
    """A player's number, the sites of an edge, and the directions that leave the board there."""

    player: int
    sites: tuple[int, ...]
    directions: tuple[int, ...]


def goals(game: Game) -> list[Goal]:
    """The edges that players must join: those of an end that speaks of two at least."""
    found: dict[tuple[int, tuple[int, ...]], Goal] = {}
    for end in game.ends:
        for player in _winners(game, end.result):
            sets = _sets(_for(end.condition, player))
            edges = [g for e in sets if (g := _goal(game.board, player, e)) is not None]
            if len({g.sites for g in edges}) > 1:
                found |= {(g.player, g.sites): g for g in edges}
    return list(found.values())


def _winners(game: Game, result: core.Result) -> Iterable[int]:
    """The players whom an end may name as winners: one that it names itself, or each as the mover."""
    who = result.who.items[0] if isinstance(result.who, core.MakeSet) and result.who.items else result.who
    match result.form, who:
        case "wins", core.Const(value=int() as player):
            return (player,)
        case "wins", core.Role(name="mover"):
            return range(len(game.players))
        case _:
            return ()


def _for(condition: core.Expr, player: int) -> core.Expr:
    """A condition in which a player stands in place of the mover."""

    def change(node: object) -> object:
        if isinstance(node, core.Role) and node.name == "mover":
            return core.Const(node.span, node.type, player)
        return rewritten(node, change)

    made = change(condition)
    return made if isinstance(made, type(condition)) else condition


def _sets(condition: core.Expr) -> Iterator[core.Expr]:
    """The sets of sites that a condition gives to definitions, or looks for something in."""
    for node in nodes(condition):
        if isinstance(node, core.Apply):
            yield from node.arguments
        elif isinstance(node, core.Quantified):
            yield node.source


def _goal(board: Board, player: int, sites: core.Expr) -> Goal | None:
    """The edge along which a set of sites lies; None for any other set."""
    element = sites.type.element
    if element is None or element.base != "site":
        return None
    found = known(sites, board)
    if found is None or not isinstance(found[0], tuple) or len(found[0]) < 2:
        return None
    members = tuple(s for s in found[0] if isinstance(s, int))
    ways = [d for d in board.adjacent if all(board.steps[d][s] < 0 for s in members)]
    return Goal(player, members, tuple(ways)) if ways else None


def goal_lines(geometry: Geometry, goal: Goal, rgb: str) -> list[Element]:
    """A broad line along an edge, with a rim, without which a light one would not be seen on a page."""
    width = 0.12 * geometry.unit
    sides = [_side(geometry, site, direction) for site in goal.sites for direction in goal.directions]
    return [
        line(a, b, colour, wide) for colour, wide in ((edge(rgb), width + 2), (rgb, width)) for a, b in sides
    ]


def _side(geometry: Geometry, site: int, direction: int) -> tuple[Point, Point]:
    """The ends of the side of a cell that looks in a direction."""
    angle = geometry.board.directions[direction].angle + (180 if geometry.is_turned else 0)
    away = towards(geometry.centres[site], angle, 100)
    near = sorted(geometry.outline(site), key=lambda c: math.dist(c, away))
    return near[0], near[1]
