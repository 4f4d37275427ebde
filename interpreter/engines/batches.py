"""Many games stepped at once, told in NumPy arrays: `engine.batch(1024, seed=1)`, the base for learning.

    batch = engine.batch(1024, seed=1)
    while not batch.is_terminal.all():
        counts, actions = batch.legal()
        batch.step(chosen)                       # the place of an action in each game's list
    batch.returns

A row is one game. What is told is the full state, not what a player may see of it: where a game hides something, `board`
and `field` want `full=True`, and `state(row).observation(player)` says what he sees. Actions are chosen by their places in
a row's list, whose order is the engine's own: `legal` gives their numbers in that order, `actions` those of one row.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gdl.model import Game
from interpreter.engines.base import Engine, IllegalAction, State
from interpreter.hashing import GAMMA, Random

Ints: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Board:
    """What stands on the sites, for each row and site: players and kinds by number, -1 for none; the topmost of a stack."""

    owners: NDArray[np.int16]
    kinds: NDArray[np.int16]


class Batch(ABC):
    """Games of one engine. Finished ones stay as they are until they are reset."""

    engine: Engine

    def __init__(self, engine: Engine, n: int, seed: int) -> None:
        self.engine = engine
        self.seeds = Random(seed)
        self.begun_with: NDArray[np.int64] = np.zeros(n, np.int64)

    @property
    def game(self) -> Game:
        return self.engine.game

    def __len__(self) -> int:
        return len(self.begun_with)

    # ---- what is told

    @property
    @abstractmethod
    def current_player(self) -> NDArray[np.int8]:
        """Who acts in each row; in a finished one, who would."""

    @property
    @abstractmethod
    def is_terminal(self) -> NDArray[np.bool_]: ...

    @property
    @abstractmethod
    def returns(self) -> NDArray[np.float64]:
        """For each row what each player gets; zeros while it goes on."""

    @property
    @abstractmethod
    def counts(self) -> Ints:
        """How many actions are legal in each row; 0 in finished ones."""

    def legal(self) -> tuple[Ints, Ints]:
        """How many actions each row has, and the numbers of all rows' actions one behind the other.

        Raises OverflowError where a number has more than 64 bits: then only places serve, and `actions`.
        """
        counts = self.counts
        return counts, self._numbers(counts)

    @abstractmethod
    def _numbers(self, counts: Ints) -> Ints: ...

    @abstractmethod
    def actions(self, row: int) -> list[int]:
        """The legal actions of one row, in the order of their places; numbers of any size."""

    @abstractmethod
    def state(self, row: int) -> State:
        """The state of one row, by itself."""

    @abstractmethod
    def _board(self) -> Board: ...

    @abstractmethod
    def _field(self, name: str) -> NDArray[np.generic]: ...

    def board(self, full: bool = False) -> Board:
        """What stands where. `full` must be said where something of the game is hidden from players."""
        self._may_see(full, "the board")
        return self._board()

    def field(self, name: str, full: bool = False) -> NDArray[np.generic]:
        """A field's values: one for each row, or one for each player or site of each row.

        Truths are truths; players, sites, kinds, directions and symbols are their numbers, -1 for none; a piece is its
        site, -1 off the board; numbers stand for themselves, `interpreter.numbering.NO_NUMBER` for none. A field of pieces is told for the
        topmost piece of each site; where there is no piece the value says nothing. Raises KeyError for no field.
        """
        if name not in self.game.fields:
            raise KeyError(
                f"{self.game.title} has no field `{name}`; there are: {', '.join(self.game.fields) or 'none'}"
            )
        self._may_see(full, f"the field `{name}`")
        return self._field(name)

    def _may_see(self, full: bool, what: str) -> None:
        if self.game.is_hidden and not full:
            raise ValueError(
                f"{self.game.title} hides something from its players, and {what} would tell it: "
                "say full=True for everything, or ask state(row).observation(player)"
            )

    # ---- what is done

    def step(self, places: ArrayLike) -> None:
        """Does in each row that is not over the action with this place in its list.

        Raises IllegalAction that names the row, and then nothing is changed. Where a rule goes wrong in play, raises
        GameError: that row is what it was, and the others are played.
        """
        chosen = np.asarray(places)
        if chosen.shape != (len(self),) or (chosen.size and chosen.dtype.kind not in "iu"):
            kind = f"{chosen.dtype} of shape {chosen.shape}"
            raise ValueError(f"step needs a whole number for each of the {len(self)} rows, not {kind}")
        counts = self.counts
        wrong = np.flatnonzero(((chosen < 0) | (chosen >= counts)) & ~self.is_terminal)
        if len(wrong):
            row = int(wrong[0])
            raise IllegalAction(
                f"row {row}: there is no action with the place {chosen[row]}; "
                f"{counts[row]} are legal there, with places from 0"
            )
        self._step(chosen.astype(np.int64))

    @abstractmethod
    def _step(self, places: Ints) -> None: ...

    def step_random(self, seed: int) -> None:
        """Does a random action in each row that is not over; the same places for the same seed."""
        self._step(draw(Random(seed), self.counts))

    def reset(self, rows: ArrayLike | None = None) -> None:
        """Begins these rows anew, given by their numbers or by a truth for each; without them those that are over."""
        chosen = self.is_terminal if rows is None else np.asarray(rows)
        if chosen.dtype == np.bool_:
            if chosen.shape != (len(self),):
                raise ValueError(f"reset needs a truth for each of the {len(self)} rows, or numbers of rows")
            chosen = np.flatnonzero(chosen)
        if chosen.size and chosen.dtype.kind not in "iu":
            raise ValueError(f"rows are given by whole numbers, not by {chosen.dtype}")
        numbers = np.unique(chosen.astype(np.int64))
        if len(numbers) and not 0 <= numbers[0] <= numbers[-1] < len(self):
            wrong = numbers[0] if numbers[0] < 0 else numbers[-1]
            raise IndexError(f"there is no row {wrong}; there are {len(self)}, from 0")
        self.begun_with[numbers] = draw(self.seeds, np.full(len(numbers), 1 << 32))
        self._begin(numbers)

    @abstractmethod
    def _begin(self, rows: Ints) -> None:
        """Begins rows anew, each by its seed in `begun_with`."""


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
