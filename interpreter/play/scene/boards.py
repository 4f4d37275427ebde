"""The part of a board that is drawn, and the lines of a graph board."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gdl import model
from gdl.board import Board
from gdl.boards import cropped


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a graph board between two sites, by index. `one_way`: no step leads back."""

    a: int
    b: int
    one_way: bool


def shown_board(game: model.Game, position: Mapping[str, Any]) -> Board:
    """The board to draw; of a growing one the part around its pieces."""
    if not game.board.is_growing:
        return game.board
    return cropped(game.board, [str(n) for n in position.get("pieces") or ()])


def links(board: Board) -> list[Link]:
    """The lines of a graph board, each once, in the order of their sites."""
    ways = {(s, t) for row in board.steps for s, t in enumerate(row) if t >= 0 and t != s}
    found = []
    for s, t in sorted(ways):
        back = (t, s) in ways
        if not back or s < t:
            found.append(Link(s, t, not back))
    return found
