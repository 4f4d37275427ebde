"""What batches of games are made of: arrays, checks of rows and of chosen actions, random draws for all rows at once, and what one
player sees of all rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from gdl.platform.dataclass import dataclass
from interpreter.engines.errors import IllegalAction
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import GAMMA, Random
from interpreter.shared.numbering import NO_NUMBER

Scalar = TypeVar("Scalar", bound="lazy_numpy.np.generic")


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces on the sites, by row and site: players and kinds by number, -1 for none; the topmost of a stack."""

    owners: lazy_numpy.NDArray[lazy_numpy.np.int16]
    kinds: lazy_numpy.NDArray[lazy_numpy.np.int16]


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step by numbers gave: which rows ended with it, and what each player gets there, rows by players, else zeros."""

    ended: lazy_numpy.NDArray[lazy_numpy.np.bool_]
    returns: lazy_numpy.NDArray[lazy_numpy.np.float64]


def checked_places(
    places: lazy_numpy.ArrayLike,
    counts: lazy_numpy.Ints,
    is_terminal: lazy_numpy.NDArray[lazy_numpy.np.bool_],
) -> lazy_numpy.Ints:
    """The places of actions that a caller chose, one for each row. `counts`: how many are legal in each row.

    Raises ValueError for anything but a whole number for each row, IllegalAction naming the first wrong row. Places of
    finished rows may be anything.
    """
    chosen = checked_numbers(places, len(counts))
    wrong = ((chosen < 0) | (chosen >= counts)) & ~is_terminal
    if wrong.any():
        row = int(wrong.argmax())
        raise IllegalAction(
            f"row {row}: there is no action with the place {chosen[row]}; "
            f"{counts[row]} are legal there, with places from 0"
        )
    return chosen


def checked_numbers(given: lazy_numpy.ArrayLike, rows: int) -> lazy_numpy.Ints:
    """A whole number for each row. Raises ValueError for anything else."""
    chosen = lazy_numpy.np.asarray(given)
    if chosen.shape != (rows,) or (chosen.size and chosen.dtype.kind not in "iu"):
        kind = f"{chosen.dtype} of shape {chosen.shape}"
        raise ValueError(f"step needs a whole number for each of the {rows} rows, not {kind}")
    return chosen.astype(lazy_numpy.np.int64)


def places_of(chosen: lazy_numpy.Ints, counts: lazy_numpy.Ints, numbers: lazy_numpy.Ints) -> lazy_numpy.Ints:
    """The place of each row's action in its list, -1 where it is not there. `numbers`: all rows' actions, row after row."""
    rows = lazy_numpy.np.repeat(lazy_numpy.np.arange(len(counts)), counts)
    found = lazy_numpy.np.flatnonzero(numbers == chosen[rows])
    places = lazy_numpy.np.full(len(counts), -1, lazy_numpy.np.int64)
    places[rows[found]] = found - (lazy_numpy.np.cumsum(counts) - counts)[rows[found]]
    return places


def checked_rows(rows: lazy_numpy.ArrayLike, count: int) -> lazy_numpy.Ints:
    """The numbers of rows, sorted, each once; given by numbers, or by a truth for each of the `count` rows.

    Raises ValueError, and IndexError for a row that does not exist.
    """
    chosen = lazy_numpy.np.asarray(rows)
    if chosen.dtype == lazy_numpy.np.bool_:
        if chosen.shape != (count,):
            raise ValueError(f"reset needs a truth for each of the {count} rows, or numbers of rows")
        chosen = lazy_numpy.np.flatnonzero(chosen)
    if chosen.size and chosen.dtype.kind not in "iu":
        raise ValueError(f"rows are given by whole numbers, not by {chosen.dtype}")
    ordered = lazy_numpy.np.sort(chosen.astype(lazy_numpy.np.int64), axis=None)
    is_new = lazy_numpy.np.diff(ordered, prepend=ordered[:1] - 1) != 0  # `unique` loads much more of NumPy
    numbers: lazy_numpy.Ints = ordered[is_new]
    if len(numbers) and not 0 <= numbers[0] <= numbers[-1] < count:
        wrong = numbers[0] if numbers[0] < 0 else numbers[-1]
        raise IndexError(f"there is no row {wrong}; there are {count}, from 0")
    return numbers


def draw(random: Random, counts: lazy_numpy.Ints) -> lazy_numpy.Ints:
    """For each count a number below it: those that `random.below` gives one after the other."""
    word = lazy_numpy.np.uint64
    at = lazy_numpy.np.arange(1, len(counts) + 1, dtype=word) * word(GAMMA) + word(random.state)
    z = at + word(GAMMA)
    z = (z ^ (z >> word(30))) * word(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> word(27))) * word(0x94D049BB133111EB)
    found = (((z ^ (z >> word(31))) >> word(32)) * counts.astype(word)) >> word(32)
    random.state = int(at[-1]) if len(at) else random.state
    return found.astype(lazy_numpy.np.int64)


def as_words(numbers: Sequence[int]) -> lazy_numpy.Ints:
    """Numbers of actions as an array. Raises OverflowError."""
    if any(n >> 63 for n in numbers):
        raise too_long()
    return lazy_numpy.np.array(numbers, lazy_numpy.np.int64)


def too_long() -> OverflowError:
    return OverflowError(
        "actions of this game have numbers of more than 64 bits: choose by places (`counts`), "
        "or ask `actions(row)` for the numbers of one row"
    )


def fitting(
    out: lazy_numpy.NDArray[Scalar] | None, shape: tuple[int, ...], kind: type[Scalar]
) -> lazy_numpy.NDArray[Scalar]:
    """An array of zeros: `out` if it is given. Raises ValueError where it has another shape, type or order."""
    if out is None:
        return lazy_numpy.np.zeros(shape, kind)
    if out.shape != shape or out.dtype != kind or not out.flags.c_contiguous or not out.flags.writeable:
        wanted = f"{lazy_numpy.np.dtype(kind)} of shape {shape}, row after row, that may be written"
        raise ValueError(f"`out` must be an array of {wanted}, not {out.dtype} of shape {out.shape}")
    out.fill(0)
    return out


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
