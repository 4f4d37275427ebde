"""What batches of games are made of: arrays, checks of rows and of chosen actions, random draws for all rows at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from interpreter.engines.errors import IllegalAction
from interpreter.hashing import GAMMA, Random

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces on the sites, by row and site: players and kinds by number, -1 for none; the topmost of a stack."""

    owners: NDArray[np.int16]
    kinds: NDArray[np.int16]


def checked_places(places: ArrayLike, counts: Ints, is_terminal: NDArray[np.bool_]) -> Ints:
    """The places of actions that a caller chose, one for each row. `counts`: how many are legal in each row.

    Raises ValueError for anything but a whole number for each row, IllegalAction naming the first wrong row. Places of
    finished rows may be anything.
    """
    chosen = np.asarray(places)
    rows = len(counts)
    if chosen.shape != (rows,) or (chosen.size and chosen.dtype.kind not in "iu"):
        kind = f"{chosen.dtype} of shape {chosen.shape}"
        raise ValueError(f"step needs a whole number for each of the {rows} rows, not {kind}")
    wrong = np.flatnonzero(((chosen < 0) | (chosen >= counts)) & ~is_terminal)
    if len(wrong):
        row = int(wrong[0])
        raise IllegalAction(
            f"row {row}: there is no action with the place {chosen[row]}; "
            f"{counts[row]} are legal there, with places from 0"
        )
    return chosen.astype(np.int64)


def checked_rows(rows: ArrayLike, count: int) -> Ints:
    """The numbers of rows, sorted, each once; given by numbers, or by a truth for each of the `count` rows.

    Raises ValueError, and IndexError for a row that does not exist.
    """
    chosen = np.asarray(rows)
    if chosen.dtype == np.bool_:
        if chosen.shape != (count,):
            raise ValueError(f"reset needs a truth for each of the {count} rows, or numbers of rows")
        chosen = np.flatnonzero(chosen)
    if chosen.size and chosen.dtype.kind not in "iu":
        raise ValueError(f"rows are given by whole numbers, not by {chosen.dtype}")
    numbers = np.unique(chosen.astype(np.int64))
    if len(numbers) and not 0 <= numbers[0] <= numbers[-1] < count:
        wrong = numbers[0] if numbers[0] < 0 else numbers[-1]
        raise IndexError(f"there is no row {wrong}; there are {count}, from 0")
    return numbers


def draw(random: Random, counts: Ints) -> Ints:
    """For each count a number below it: those that `random.below` gives one after the other."""
    with np.errstate(over="ignore"):
        steps = np.arange(1, len(counts) + 1, dtype=np.uint64)
        at = np.uint64(random.state) + steps * np.uint64(GAMMA)
        z = at + np.uint64(GAMMA)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        found = ((z >> np.uint64(32)) * counts.astype(np.uint64)) >> np.uint64(32)
    random.state = int(at[-1]) if len(at) else random.state
    return found.astype(np.int64)


def as_words(numbers: Sequence[int]) -> Ints:
    """Numbers of actions as an array. Raises OverflowError."""
    if any(n >> 63 for n in numbers):
        raise too_long()
    return np.array(numbers, np.int64)


def too_long() -> OverflowError:
    return OverflowError(
        "actions of this game have numbers of more than 64 bits: choose by places (`counts`), "
        "or ask `actions(row)` for the numbers of one row"
    )
