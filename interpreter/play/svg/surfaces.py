"""What a board is made of: chequered, plain, lined or holed wood, hexes, the nodes of a graph, or a table for cards.

The file says so (`board "lines"` in `looks`), or it follows from the shape of the board and from what is played on it.
"""

from dataclasses import dataclass

from gdl import model
from interpreter.play.scene.scene import Scene

CHEQUERED, PLAIN, LINES, WELLS = "chequered", "plain", "lines", "wells"  # as a file may say it
HEXES, NODES, CARDS = "hexes", "nodes", "cards"
LINES_FROM = 9  # files: a board so large, on which one kind of piece is placed, is drawn as crossing lines


@dataclass(frozen=True, slots=True)
class Wood:
    """The colours of a surface: its dark or only squares, its light ones, its frame and lines."""

    dark: str
    light: str
    line: str


WOODS = {
    CHEQUERED: Wood("#c79b69", "#f0dfc1", "#7b5634"),
    PLAIN: Wood("#ecd7ab", "#ecd7ab", "#b48d58"),
    LINES: Wood("#e8c98f", "#e8c98f", "#7a5a35"),
    WELLS: Wood("#c8a06c", "#c8a06c", "#8a6238"),
    HEXES: Wood("#efddb6", "#efddb6", "#b79463"),
    NODES: Wood("#f6ecd6", "#f6ecd6", "#8d6c44"),
    CARDS: Wood("#86a28c", "#86a28c", "#5c7763"),
}


def surface_of(scene: Scene) -> str:
    """What the board of a scene is made of."""
    return CARDS if scene.has_cards_on_board else surface(scene.game)


def surface(game: model.Game) -> str:
    """What a game's board is made of, as long as no cards lie on it.

    Where the file does not say it: plain where fields or edges of tiles colour the sites, where several kinds are placed,
    and where there are borders or nodes;
    chequered where pieces move; lines on a large whole board on which one kind is placed.
    """
    if not game.board.tiling.is_rectangular:
        return HEXES if game.board.tiling.has_outlines else NODES
    if game.surface:
        return game.surface
    has_ground = any(f.holder == "site" and f.type.base in ("symbol", "player") for f in game.fields.values())
    if has_ground or (game.columns and any(c.by == "direction" for c in game.columns.values())):
        return PLAIN
    if not game.board.places and any(a.form == "move" for a in game.actions):
        return CHEQUERED
    if len(game.kinds) != 1 or game.board.places:
        return PLAIN
    is_whole = len(game.board.sites) == game.board.files * game.board.ranks
    return LINES if is_whole and min(game.board.files, game.board.ranks) >= LINES_FROM else PLAIN
