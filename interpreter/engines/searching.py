"""Where searches in machine code work: their memory, as NumPy arrays, and the calls.

A *record* is what one search keeps: its numbers by name, and arrays of numbers by name. States lie in an array, too: where a
state begins is a number of words. `interpreter/lowering/entry/search` holds the searches and says what their names mean.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from interpreter.engines.base import Engine, State
from interpreter.engines.beliefs import Dealing, Spot
from interpreter.shared import lazy_numpy

Numbers: TypeAlias = "lazy_numpy.Ints"


class Block:
    """Numbers by name, in memory that machine code reads and writes; `arrays` are those of which it holds the addresses."""

    def __init__(self, places: Mapping[str, int], size: int) -> None:
        self.places = places
        self.words: Numbers = lazy_numpy.np.zeros(size, lazy_numpy.np.int64)
        self.arrays: dict[str, Numbers] = {}

    def __getitem__(self, name: str) -> int:
        return int(self.words[self.places[name]])

    def __setitem__(self, name: str, value: int) -> None:
        self.words[self.places[name]] = value

    def hold(self, name: str, array: Numbers) -> Numbers:
        """Lets the search use an array; it lives as long as the block."""
        self.arrays[name] = array
        self[name] = array.ctypes.data
        return array


class Workbench(ABC):
    """The memory and the machine code of one game's searches, for one thread at a time."""

    rules: Block
    state_words: int
    most_payoff: int  # no payoff is greater, and none less than its opposite

    @abstractmethod
    def actions(self, state: State) -> list[int]:
        """The legal actions in the order of the list that searches go by."""

    def action(self, state: State, place: int) -> int:
        """The legal action with a place in that list."""
        return self.actions(state)[place]

    @abstractmethod
    def dealing(self, state: State) -> Dealing | None:
        """How machine code deals out what is hidden from the player to act; None where it cannot, or nothing is."""

    @abstractmethod
    def hidden(self, state: State) -> dict[Spot, list[int]]:
        """The pieces that are hidden from the player to act, by their names in memory, at each spot."""

    @abstractmethod
    def record(self, name: str) -> Block:
        """A new record of a search, all zeros but for what every search has."""

    @abstractmethod
    def run(self, name: str, record: Block, *more: int) -> None:
        """Calls a search. Other threads run meanwhile, and may set `stop` of the record."""

    @abstractmethod
    def make_best(self) -> None:
        """Waits for the best machine code, for what runs long, or is compared by the processor's time."""

    @abstractmethod
    def put(self, state: State, at: int) -> bool:
        """Writes a state into memory, at a word counted from address 0; whether it could."""

    @abstractmethod
    def write(self, memory: bytes, at: int) -> None:
        """The same with a state as machine code keeps it."""

    @abstractmethod
    def take(self, at: int) -> State:
        """The state that lies in memory."""

    @abstractmethod
    def room_for(self, words: int) -> tuple[Numbers, int]:
        """New memory for states, and the word at which it begins."""


@runtime_checkable
class Searchable(Protocol):
    """An engine with searches in machine code."""

    def workbench(self) -> Workbench | None:
        """A new one; None where the game has no machine code."""


def workbench(engine: Engine) -> Workbench | None:
    """Where searches of a game work; None for an engine or a game without machine code."""
    return engine.workbench() if isinstance(engine, Searchable) else None
