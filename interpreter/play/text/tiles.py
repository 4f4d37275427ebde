"""Tiles as text: three lines with the marks of a piece at its edges, and its sign in the middle."""

import math
from collections.abc import Iterable

from rich.cells import cell_len

from gdl import model
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.tiles import edges, joins
from interpreter.play.text.styled import Parts, width_of

LEAST_WIDTH = 7  # of a cell with marks on its edges

_CORNERS = {
    frozenset((90, 0)): "╰",
    frozenset((90, 180)): "╯",
    frozenset((270, 0)): "╭",
    frozenset((270, 180)): "╮",
}

Place = tuple[int, int]  # in a tile: row 0 to 2 from the top, column -1 to 1 from the left


def tile_lines(looks: Looks, centre: Parts, piece: Piece | None) -> tuple[Parts, ...]:
    """The three lines of a site with a tile; of an empty one they are blank around its centre."""
    game = looks.game
    ways = joins(game, piece) if piece else []
    marks = {**_marks(looks, piece), **_ends(game, ways)} if piece else {}
    if ways and piece and not piece.owner:
        angles = [tuple(game.board.directions[d].angle for d in way) for way in ways]
        centre = [(_crossing(angles), "bold")]
    side = max([1, *(cell_len(text) for (_, column), text in marks.items() if column)])
    rows = (marks.get((row, 0), "") for row in (0, 2))
    middle = max(width_of(centre), *map(cell_len, rows), LEAST_WIDTH - 2 * side - 2)
    lines = []
    for row in range(3):
        inner = centre if row == 1 else [(marks.get((row, 0), ""), "")]
        left, right = marks.get((row, -1), ""), marks.get((row, 1), "")
        room = middle - width_of(inner)
        before = left + " " * (side - cell_len(left) + 1 + room // 2)
        behind = " " * (room - room // 2 + 1 + side - cell_len(right)) + right
        lines.append([(before, ""), *inner, (behind, "")])
    return tuple(lines)


def _marks(looks: Looks, piece: Piece) -> dict[Place, str]:
    """The marks of a piece where its edges are."""
    found: dict[Place, str] = {}
    for direction, marks in edges(looks.game, looks, piece).items():
        angle = math.radians(looks.game.board.directions[direction].angle)
        column = round(math.cos(angle) * 1.4)
        at = (1 - round(math.sin(angle)), max(-1, min(1, column)))
        found[at] = found.get(at, "") + "".join(m.text for m in marks)
    return found


def _ends(game: model.Game, ways: Iterable[tuple[int, int]]) -> dict[Place, str]:
    """A stroke at each side of a tile that is joined to another side."""
    found: dict[Place, str] = {}
    for direction in {d for way in ways for d in way}:
        angle = game.board.directions[direction].angle
        if angle % 90 == 0:
            turn = math.radians(angle)
            found[1 - round(math.sin(turn)), round(math.cos(turn))] = "│" if angle % 180 else "──"
    return found


def _crossing(ways: list[tuple[int, ...]]) -> str:
    """The middle of a tile whose sides are joined, by the angles of the sides."""
    straight = [way for way in ways if abs(way[0] - way[1]) == 180]
    if straight:
        return "┼" if len(straight) > 1 else "│" if set(straight[0]) == {90, 270} else "─"
    return "".join(_CORNERS.get(frozenset(way), "*") for way in sorted(ways, key=lambda w: 180 not in w))
