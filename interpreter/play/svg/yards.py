"""Yards: on a graph with four corners free of places and lines the players' pieces that are off the board wait in these, each player's in their own.

The first player has the upper left corner, the others follow clockwise; of two players the second one has the opposite corner.
"""

from collections.abc import Iterator

from gdl.core import model
from interpreter.play.scene.colours import edge, tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import Element, Point, box, disc, group

_SHARE = 0.16  # half a yard, of the narrower side of the board
_PLACES = 4
_STEPS = 12  # at which it is looked whether a line of the board goes through a yard


def pool_in_yards(game: model.Game, geometry: Geometry) -> str:
    """The pool whose pieces wait in yards; "" where there are none: the only one, of players, which everybody sees."""
    pools = [*game.pools.values()]
    is_one = len(pools) == 1 and pools[0].holder == "player" and pools[0].viewers == "all"
    if (
        not (is_one and geometry.centres)
        or geometry.tiling.has_outlines
        or geometry.lanes
        or not 2 <= len(game.players) <= _PLACES
    ):
        return ""
    half, corners, at = _half(geometry), _corners(geometry), geometry.centres
    ways = [(at[link.a], at[link.b]) for link in geometry.links]
    along = [
        (x + (u - x) * t / _STEPS, y + (v - y) * t / _STEPS) for (x, y), (u, v) in ways for t in range(_STEPS)
    ]
    near = [(half + geometry.radius, at), (half, along)]
    is_free = all(
        max(abs(x - c), abs(y - d)) > most for most, points in near for x, y in points for c, d in corners
    )
    return pools[0].name if is_free else ""


def yards(scene: Scene, looks: Looks, geometry: Geometry, pieces: PiecePicture) -> Iterator[Element]:
    """All yards with what is in them."""
    name = pool_in_yards(scene.game, geometry)
    if not name:
        return
    half, corners = _half(geometry), _corners(geometry)
    held = {pool.owner: pool for pool in scene.pools if pool.name == name}
    for i, player in enumerate(scene.players):
        at = corners[i if len(scene.players) > 2 else 2 * i]
        rgb = looks.player_colours[player].rgb
        made: list[Element] = [
            box(
                at[0] - half,
                at[1] - half,
                2 * half,
                2 * half,
                tint(rgb, "#ffffff", 0.55),
                edge(rgb),
                line=2,
                corner=0.3 * half,
            )
        ]
        places = [(at[0] + x * 0.45 * half, at[1] + y * 0.45 * half) for y in (-1, 1) for x in (-1, 1)]
        made += [disc(place, 0.34 * half, "#fffdf6", edge(rgb), 1.2) for place in places]
        waiting = held[player].pieces if player in held else ()
        radius = min(geometry.radius, 0.34 * half)
        made += [
            pieces.piece(p, place, radius, is_stored=True) for p, place in zip(waiting, places, strict=False)
        ]
        if len(waiting) > _PLACES:
            made += badge(f"×{len(waiting)}", at, 14)
        said = f"{words(name)} of {player}: {len(waiting)}"
        yield group(made, said, pool=f"{name} of {player}")


def _half(geometry: Geometry) -> float:
    left, top, right, bottom = geometry.frame
    return _SHARE * min(right - left, bottom - top)


def _corners(geometry: Geometry) -> list[Point]:
    """The middles of the yards, clockwise from the upper left one."""
    left, top, right, bottom = geometry.frame
    half = _half(geometry)
    return [
        (left + half, top + half), (right - half, top + half), (right - half, bottom - half), (left + half, bottom - half)
    ]  # fmt: skip
