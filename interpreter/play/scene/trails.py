"""Paths over tiles whose sides are joined by ways, as the rules follow them: from the end that fields keep back to where they began."""

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.engines.position_parts import HIDDEN
from interpreter.play.scene.scene import Scene
from interpreter.play.scene.tiles import joins

Trail = list[
    tuple[int, int, int]
]  # the ways that follow each other over tiles: each with its site, and the sides that it joins


def trails(scene: Scene) -> Iterator[tuple[str, Trail]]:
    """The paths over tiles whose ends the rules keep in a field of a place and one of a direction: of the game, or of each player, by
    their names. A path that ends nowhere, as it has left the board, is followed from where it began."""
    for holder, owners in (("game", [""]), ("player", scene.players)):
        ends = [f for f in scene.game.fields.values() if f.holder == holder and f.type.base == "site"]
        ways = [f for f in scene.game.fields.values() if f.holder == holder and f.type.base == "direction"]
        if len(ends) != 1 or len(ways) != 1:
            continue
        for owner in owners:
            end, towards = (_value(scene, f.name, owner) for f in (ends[0], ways[0]))
            if HIDDEN in (end, towards):
                continue  # where the path ends is not known here
            site, way = scene.board.site(str(end)), scene.board.direction(str(towards))
            heading = way if way is not None else ways[0].default
            if site is not None and isinstance(heading, int):
                yield owner, _trail(scene, scene.board.steps[scene.board.opposite[heading]][site], heading)
            elif isinstance(ends[0].default, int) and isinstance(ways[0].default, int):
                yield owner, _trail(scene, ends[0].default, scene.board.opposite[ways[0].default])


def _value(scene: Scene, field: str, owner: str) -> Any:
    held = scene.fields.get(field)
    return held.get(owner) if owner and isinstance(held, Mapping) else held


def _trail(scene: Scene, site: int, side: int) -> Trail:
    """The ways from a side of a tile on, until there is no tile, or one that was met in the same way."""
    found: Trail = []
    while site >= 0 and (stack := scene.stacks.get(scene.board.sites[site].name)):
        way = next((way for way in joins(scene.game, stack[-1]) if side in way), None)
        if way is None or (site, *way) in found:
            break
        found.append((site, *way))
        leaves = way[1] if way[0] == side else way[0]
        site, side = scene.board.steps[leaves][site], scene.board.opposite[leaves]
    return found
