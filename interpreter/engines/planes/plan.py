"""All planes of a game: their names, their shape, and one array filled from what a player sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gdl.core.model import Game
from interpreter.engines.batches import fitting
from interpreter.engines.planes.grid import grid_of
from interpreter.engines.planes.groups import (
    MOST_ENTRIES,
    Below,
    Group,
    Held,
    Holes,
    Pieces,
    Turn,
    Unseen,
    Values,
)
from interpreter.engines.planes.sight import Sight
from interpreter.shared import lazy_numpy

Planes: TypeAlias = "lazy_numpy.NDArray[lazy_numpy.np.float32]"


class PlanePlan:
    """The planes of one game.

    `names` says what each plane shows and `shape` is planes by rows by columns. `sites` is the site of each cell, -1 where
    there is none. `left_out`: the fields that would take too many planes.
    """

    def __init__(self, game: Game) -> None:
        self.grid = grid_of(game.board)
        fields = [Values(field, game) for field in game.fields.values()]
        self.left_out = tuple(g.field.name for g in fields if len(g.names) > MOST_ENTRIES)
        self.groups = [
            *_of_rules(game, self.grid.is_full),
            *(g for g in fields if len(g.names) <= MOST_ENTRIES),
        ]
        self.names = tuple(name for group in self.groups for name in group.names)
        self.shape = len(self.names), self.grid.height, self.grid.width

    @property
    def sites(self) -> lazy_numpy.Ints:
        return self.grid.sites

    def drawn(self, sight: Sight, out: Planes | None = None) -> Planes:
        """The planes of each row: an array of rows by `shape`, which is `out` where that is given.

        Raises ValueError for an `out` of another shape or type.
        """
        shape = (len(sight.movers), *self.shape)
        made = fitting(out, shape, lazy_numpy.np.float32)
        flat = made.reshape(shape[0], shape[1], -1)
        at = 0
        for group in self.groups:
            group.fill(flat[:, at : at + len(group.names)], sight, self.grid)
            at += len(group.names)
        return made


def _of_rules(game: Game, is_full: bool) -> Iterator[Group]:
    """The planes of all but the fields."""
    if game.board.sites:
        if not is_full:
            yield Holes()
        yield Pieces(game)
        if game.board.is_stacking:
            yield Below(game)
        if any(hide.hides_sites for hide in game.hides):
            yield Unseen()
        if any("site" in hide.aspects for hide in game.hides):
            yield Held(game, None)
    for pool in game.pools.values():
        yield Held(game, pool)
    yield Turn(game)
