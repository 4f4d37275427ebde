"""Yards and trays, where pieces wait that are off a graph.

On a graph with four corners free of places and lines the players' pieces wait in these, each player's in their own. The first player has
the upper left corner, the others follow clockwise; of two players the second one has the opposite corner.

Beside a race on two rows there is a tray for the men that have left it, on their edges, those of the first player below.
"""

from collections.abc import Iterator

from gdl.core import model
from interpreter.play.scene.colours import edge, tint
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.geometry import RIM, Geometry
from interpreter.play.svg.pieces import PiecePicture, badge
from interpreter.play.svg.shapes import Element, Point, box, disc, group, line, text

TRAY, _GROUND = 0.84, "#d3b27e"  # the width of a tray, in columns, and its colour
_SHARE = 0.16  # half a yard, of the narrower side of the board
_PLACES = 4
_STEPS = 12  # at which it is looked whether a line of the board goes through a yard


def _only_pool(game: model.Game) -> str:
    """The only pool, if it is of players and everybody sees it."""
    pools = [*game.pools.values()]
    is_one = len(pools) == 1 and pools[0].holder == "player" and pools[0].viewers == "all"
    return pools[0].name if is_one else ""


def pool_in_tray(game: model.Game, geometry: Geometry) -> str:
    """The pool whose pieces lie in a tray; "" where there is none."""
    return _only_pool(game) if geometry.lanes and len(game.players) == 2 else ""


def pool_in_yards(game: model.Game, geometry: Geometry) -> str:
    """The pool whose pieces wait in yards; "" where there are none."""
    name = _only_pool(game)
    if (
        not (name and geometry.centres)
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
    return name if is_free else ""


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


def free_end(geometry: Geometry) -> tuple[float, float, float] | None:
    """Where a tray lies on the board itself: behind the last points, in the place of a bar. Its left side, top and bottom."""
    last = max(lane.base[0] for lane in geometry.lanes.values())
    beyond = [x for i, (x, _) in enumerate(geometry.centres) if i not in geometry.lanes and x > last]
    rims = [corner[1] for lane in geometry.lanes.values() for corner in lane.corners]
    return (max(beyond) - TRAY * geometry.unit / 2, min(rims), max(rims)) if beyond else None


def tray(
    scene: Scene, looks: Looks, geometry: Geometry, left: float, top: float, bottom: float
) -> Iterator[Element]:
    """A tray of this height with what is in it; its left side is at `left`."""
    name = pool_in_tray(scene.game, geometry)
    held = {pool.owner: pool.pieces for pool in scene.pools if pool.name == name}
    wide, half = TRAY * geometry.unit, (bottom - top) / 2
    yield box(left, top, wide, 2 * half, _GROUND, RIM, line=1.5, corner=6)
    yield line((left, top + half), (left + wide, top + half), RIM, 1.5)
    for i, player in enumerate(scene.players):
        pieces, is_below = held.get(player, ()), (i == 0) != geometry.is_turned
        high = min(0.3 * geometry.unit, (half - 26) / max(1, len(pieces)))
        rgb = looks.player_colours[player].rgb
        made: list[Element] = []
        for n in range(len(pieces)):
            y = bottom - 4 - (n + 1) * high if is_below else top + 4 + n * high
            made.append(box(left + 4, y, wide - 8, 0.92 * high, rgb, edge(rgb), line=1, corner=0.35 * high))
        if pieces:
            y = top + half + (11 if is_below else -11)
            made.append(text((left + wide / 2, y), str(len(pieces)), 13, bold=True))
        yield group(made, f"{words(name)} of {player}: {len(pieces)}", pool=f"{name} of {player}")


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
