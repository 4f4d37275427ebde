"""What one player sees of many positions, in arrays: a row for each position.

Whoever fills it has left out what the player may not see; from here on nothing hidden is known any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import NO_NUMBER

NOTHING = -1  # no piece, nobody's piece, or no value
UNKNOWN = -2  # an owner or a kind that the player does not see
UNSEEN = NO_NUMBER - 1  # a value of a field that the player does not see


@dataclass(frozen=True, slots=True)
class Loose:
    """Pieces one by one: in which row each is, where, whose and of which kind."""

    rows: lazy_numpy.Ints
    places: lazy_numpy.Ints
    owners: lazy_numpy.Ints
    kinds: lazy_numpy.Ints

    @classmethod
    def of(cls, pieces: list[tuple[int, int, int, int]]) -> Loose:
        """From rows, places, owners and kinds."""
        made = lazy_numpy.np.array(pieces, lazy_numpy.np.int64).reshape(-1, 4)
        return cls(*made.T)


@dataclass(frozen=True, slots=True)
class Sight:
    """`owners` and `kinds`: the topmost piece of each site, rows by sites; a kind is NOTHING where none is seen.

    `below`: the other pieces of stacks, by site. `held`: pieces off the board, by the number of their place there; behind
    the last place stand those that are somewhere on the board. `fields`: rows by holders, coded as in `Batch.field`, with
    UNSEEN for what is hidden; those of pieces by site. `unseen`: the sites of which the player does not see what stands there.
    """

    viewer: int
    movers: lazy_numpy.Ints
    phases: lazy_numpy.Ints
    owners: lazy_numpy.Ints
    kinds: lazy_numpy.Ints
    below: Loose
    held: Loose
    fields: Mapping[str, lazy_numpy.Ints]
    unseen: lazy_numpy.NDArray[lazy_numpy.np.bool_]
