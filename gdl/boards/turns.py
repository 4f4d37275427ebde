"""The turns of a board: ways to lay its sites and directions onto each other, so that each step leads to where the step that is laid on
it leads."""

from collections.abc import Iterator
from itertools import product

from gdl.boards.board import Board
from gdl.platform.dataclass import dataclass

_ROUND = 360  # degrees


@dataclass(frozen=True, slots=True)
class Turn:
    """The images of the sites and of the directions."""

    sites: tuple[int, ...]
    directions: tuple[int, ...]


def turns_of(board: Board) -> Iterator[Turn]:
    """All turns of the cells of a board, the one that changes nothing included; none where two directions have one angle."""
    angles = [d.angle for d in board.directions]
    if len(set(angles)) < len(angles):
        return
    by_angle = {angle: d for d, angle in enumerate(angles)}
    for sign, first in product((1, -1), angles):
        shift = first - sign * angles[0]
        images = [by_angle.get((sign * angle + shift) % _ROUND) for angle in angles]
        directions = tuple(d for d in images if d is not None)
        if len(set(directions)) == len(angles):
            for start in range(len(board.cells)):
                sites = _laid_from(board, directions, start)
                if sites is not None:
                    yield Turn(sites, directions)


def _laid_from(board: Board, directions: tuple[int, ...], start: int) -> tuple[int, ...] | None:
    """The images of all sites, if the first one is laid onto `start`; None if steps do not fit or do not lead everywhere."""
    images, waiting = {0: start}, [0]
    for site in waiting:  # which grows while it is read
        for d, image in enumerate(directions):
            there, goal = board.steps[d][site], board.steps[image][images[site]]
            if (there < 0) != (goal < 0) or images.get(there, goal) != goal:
                return None
            if there >= 0 and there not in images:
                images[there] = goal
                waiting.append(there)
    found = tuple(images[s] for s in range(len(board.cells)) if s in images)
    return found if len(set(found)) == len(board.cells) else None
