"""What a turn of a board lays onto what: sites onto sites, directions onto directions, and players onto players.

Each step leads to where the step that is laid on it leads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

from gdl.boards.board import Board
from gdl.core.types import Type

PLACED = ("site", "direction")  # types of values that a board lays onto others
_ROUND = 360  # degrees


def in_order(values: object) -> tuple[object, ...]:
    """A set in the order of its elements' numbers, `none` first."""
    return tuple(sorted(cast(Sequence[int | None], values), key=lambda v: -1 if v is None else v))


@dataclass(frozen=True)
class Laid:
    """What is laid onto what: the images of the sites, of the directions and of the players."""

    sites: tuple[int, ...]
    directions: tuple[int, ...]
    players: tuple[int, ...]

    def value(self, value: object, type_: Type) -> object:
        """What a value is laid onto; of a set in the order of its elements' numbers."""
        images = {"site": self.sites, "direction": self.directions, "player": self.players}
        if value is None or type_.base not in ("set", *images):
            return value
        if type_.base == "set":
            assert type_.element is not None
            return in_order([self.value(v, type_.element) for v in cast(Sequence[object], value)])
        return images[type_.base][cast(int, value)]

    @property
    def exchanges(self) -> bool:
        """Whether players change places."""
        return self.players != tuple(range(len(self.players)))


def turns_of(board: Board, players: tuple[int, ...]) -> Iterator[Laid]:
    """All turns of a board, the one that changes nothing included, under each of which these are the images of the players."""
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
                    yield Laid(sites, directions, players)


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
