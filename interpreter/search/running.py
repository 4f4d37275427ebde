"""How searches are run: what one is asked and what it answers, slices between two looks at the clock, and searches in a thread of
their own, which can be watched, stopped, and stopped in time. Quick to load: no board needs a search to be shown.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from interpreter.engines.base import State
from interpreter.engines.beliefs import Past
from interpreter.engines.searching import Block, Workbench
from interpreter.shared.hashing import Random

Clock = Callable[[], float]  # seconds

_SLICE = 0.005  # seconds between two looks at the clock
_FASTER = 4.0  # how much longer a slice may be than the one before it


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: iterations, or seconds by a clock."""

    iterations: int | None = None
    seconds: float | None = None
    clock: Clock = field(default=perf_counter, compare=False)

    def __str__(self) -> str:
        return f"{self.iterations}" if self.seconds is None else f"{self.seconds:g}s"


class Slices:
    """The slices of one search, which began at `start`. The first one has `length` iterations; the others take as long as
    the clock is not looked at, unless they are `is_steady`."""

    def __init__(self, budget: Budget, start: float, length: int, is_steady: bool = False) -> None:
        self.budget, self.start, self.length = budget, start, length
        self.is_steady = is_steady
        self.now = self._before = start

    def begin(self, done: int) -> int:
        """How many iterations come next after so many; 0 if there are none left."""
        left = self.length if self.budget.iterations is None else self.budget.iterations - done
        self._before = self.budget.clock()
        return max(0, min(self.length, left))

    def end(self) -> bool:
        """Looks at the clock; whether there is time for another slice."""
        self.now = self.budget.clock()
        if self.budget.seconds is None:
            return True
        rest = self.budget.seconds - (self.now - self.start)
        if rest <= 0:
            return False
        if self.is_steady:
            return True
        wanted = min(_SLICE, rest) / max(self.now - self._before, 1e-6)
        self.length = max(1, int(self.length * min(wanted, _FASTER)))
        return True


Imagine = Callable[[int], State]  # from a seed a state that the player cannot tell from the real one
Recall = Callable[[], Past | None]  # what the player remembers of the others' actions


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the action, how often each was tried, and after how many iterations. `wins_in`: actions of all players, after
    which the player has won at the latest, where a search that deepens has seen that."""

    action: int
    tried: dict[int, int]
    iterations: int
    wins_in: int | None = None


def forgets() -> None:
    """For a player who remembers nothing."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a search has found that deepens step by step: the best action to a depth, after so many positions. `value` is in units of
    the search, `WIN` of `alphabeta` less the actions until then where it is a win."""

    depth: int
    action: int
    value: int
    positions: int


OnLook = Callable[[Look], None]


def unseen(look: Look) -> None:
    """For a search that nobody watches."""


class Method(Protocol):
    """Thinks from the seat of one player; what one decision finds may help the next one."""

    def run(self, imagine: Imagine, budget: Budget, random: Random, recall: Recall = forgets) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one; `recall` says what the player remembers."""
        ...


STACK = 512 << 20  # bytes of a thread that searches: positions deep in a game need that many calls
NO_LIMIT = 1 << 62  # of positions
BLINK = 0.05  # seconds between two looks at a search

OnProgress = Callable[[int], None]  # gets the number of positions looked at


class SearchError(Exception):
    """A search that cannot be made; the message is meant for people."""


class OutOfMemoryError(SearchError):
    """More positions can be reached than memory holds."""

    def __init__(self, positions: int, megabytes: int) -> None:
        super().__init__(
            f"more than {positions} positions can be reached: {megabytes} MB of memory are too small; `--memory` gives more"
        )


@dataclass(frozen=True, slots=True)
class Watch:
    """How a search is watched: seconds after which it is stopped, and who hears how far it is."""

    seconds: float | None = None
    on_progress: OnProgress = lambda nodes: None


def run(bench: Workbench, name: str, record: Block, watch: Watch, *more: int) -> None:
    """Runs a search to its end or until it is stopped; Ctrl-C stops it, too."""
    thread = threading.Thread(target=lambda: bench.run(name, record, *more), daemon=True)
    start = perf_counter()
    record["stop"] = 0
    before = threading.stack_size(STACK)
    try:
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        thread.join(BLINK / 10)
        while thread.is_alive():
            thread.join(BLINK)
            watch.on_progress(record["nodes"])
            if watch.seconds is not None and perf_counter() - start > watch.seconds:
                record["stop"] = 1
    finally:
        record["stop"] = 1
        thread.join()
