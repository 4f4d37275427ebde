"""What batches of games are made of: arrays, checks of rows and of chosen actions, random draws for all rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from interpreter import arrays
from interpreter.engines.errors import IllegalAction
from interpreter.hashing import GAMMA, Random

Scalar = TypeVar("Scalar", bound="arrays.np.generic")


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces on the sites, by row and site: players and kinds by number, -1 for none; the topmost of a stack."""

    owners: arrays.NDArray[arrays.np.int16]
    kinds: arrays.NDArray[arrays.np.int16]


@dataclass(frozen=True, slots=True)
class Stepped:
    """What a step by numbers gave: which rows ended with it, and what each player gets there, rows by players, else zeros."""

    ended: arrays.NDArray[arrays.np.bool_]
    returns: arrays.NDArray[arrays.np.float64]


def checked_places(
    places: arrays.ArrayLike, counts: arrays.Ints, is_terminal: arrays.NDArray[arrays.np.bool_]
) -> arrays.Ints:
    """The places of actions that a caller chose, one for each row. `counts`: how many are legal in each row.

    Raises ValueError for anything but a whole number for each row, IllegalAction naming the first wrong row. Places of
    finished rows may be anything.
    """
    chosen = checked_numbers(places, len(counts))
    wrong = arrays.np.flatnonzero(((chosen < 0) | (chosen >= counts)) & ~is_terminal)
    if len(wrong):
        row = int(wrong[0])
        raise IllegalAction(
            f"row {row}: there is no action with the place {chosen[row]}; "
            f"{counts[row]} are legal there, with places from 0"
        )
    return chosen


def checked_numbers(given: arrays.ArrayLike, rows: int) -> arrays.Ints:
    """A whole number for each row. Raises ValueError for anything else."""
    chosen = arrays.np.asarray(given)
    if chosen.shape != (rows,) or (chosen.size and chosen.dtype.kind not in "iu"):
        kind = f"{chosen.dtype} of shape {chosen.shape}"
        raise ValueError(f"step needs a whole number for each of the {rows} rows, not {kind}")
    return chosen.astype(arrays.np.int64)


def places_of(chosen: arrays.Ints, counts: arrays.Ints, numbers: arrays.Ints) -> arrays.Ints:
    """The place of each row's action in its list, -1 where it is not there. `numbers`: all rows' actions, row after row."""
    rows = arrays.np.repeat(arrays.np.arange(len(counts)), counts)
    found = arrays.np.flatnonzero(numbers == chosen[rows])
    places = arrays.np.full(len(counts), -1, arrays.np.int64)
    places[rows[found]] = found - (arrays.np.cumsum(counts) - counts)[rows[found]]
    return places


def checked_rows(rows: arrays.ArrayLike, count: int) -> arrays.Ints:
    """The numbers of rows, sorted, each once; given by numbers, or by a truth for each of the `count` rows.

    Raises ValueError, and IndexError for a row that does not exist.
    """
    chosen = arrays.np.asarray(rows)
    if chosen.dtype == arrays.np.bool_:
        if chosen.shape != (count,):
            raise ValueError(f"reset needs a truth for each of the {count} rows, or numbers of rows")
        chosen = arrays.np.flatnonzero(chosen)
    if chosen.size and chosen.dtype.kind not in "iu":
        raise ValueError(f"rows are given by whole numbers, not by {chosen.dtype}")
    numbers = arrays.np.unique(chosen.astype(arrays.np.int64))
    if len(numbers) and not 0 <= numbers[0] <= numbers[-1] < count:
        wrong = numbers[0] if numbers[0] < 0 else numbers[-1]
        raise IndexError(f"there is no row {wrong}; there are {count}, from 0")
    return numbers


def draw(random: Random, counts: arrays.Ints) -> arrays.Ints:
    """For each count a number below it: those that `random.below` gives one after the other."""
    with arrays.np.errstate(over="ignore"):
        steps = arrays.np.arange(1, len(counts) + 1, dtype=arrays.np.uint64)
        at = arrays.np.uint64(random.state) + steps * arrays.np.uint64(GAMMA)
        z = at + arrays.np.uint64(GAMMA)
        z = (z ^ (z >> arrays.np.uint64(30))) * arrays.np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> arrays.np.uint64(27))) * arrays.np.uint64(0x94D049BB133111EB)
        z ^= z >> arrays.np.uint64(31)
        found = ((z >> arrays.np.uint64(32)) * counts.astype(arrays.np.uint64)) >> arrays.np.uint64(32)
    random.state = int(at[-1]) if len(at) else random.state
    return found.astype(arrays.np.int64)


def as_words(numbers: Sequence[int]) -> arrays.Ints:
    """Numbers of actions as an array. Raises OverflowError."""
    if any(n >> 63 for n in numbers):
        raise too_long()
    return arrays.np.array(numbers, arrays.np.int64)


def too_long() -> OverflowError:
    return OverflowError(
        "actions of this game have numbers of more than 64 bits: choose by places (`counts`), "
        "or ask `actions(row)` for the numbers of one row"
    )


def fitting(
    out: arrays.NDArray[Scalar] | None, shape: tuple[int, ...], kind: type[Scalar]
) -> arrays.NDArray[Scalar]:
    """An array of zeros: `out` if it is given. Raises ValueError where it has another shape, type or order."""
    if out is None:
        return arrays.np.zeros(shape, kind)
    if out.shape != shape or out.dtype != kind or not out.flags.c_contiguous or not out.flags.writeable:
        wanted = f"{arrays.np.dtype(kind)} of shape {shape}, row after row, that may be written"
        raise ValueError(f"`out` must be an array of {wanted}, not {out.dtype} of shape {out.shape}")
    out.fill(0)
    return out
