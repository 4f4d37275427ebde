"""What a search is asked and what it answers, whichever search it is. Quick to load: no board needs a search to be shown."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from interpreter.engines.base import State
from interpreter.engines.recalling import Past
from interpreter.search.slices import Budget, Clock
from interpreter.shared.hashing import Random

Imagine = Callable[[int], State]  # from a seed a state that the player cannot tell from the real one
Recall = Callable[[], Past | None]  # what the player remembers of the others' actions


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the action, how often each was tried, and after how many iterations."""

    action: int
    tried: dict[int, int]
    iterations: int


def forgets() -> None:
    """For a player who remembers nothing."""


class Way(Protocol):
    """Thinks from the seat of one player; what one decision finds may help the next one."""

    def run(
        self,
        imagine: Imagine,
        budget: Budget,
        random: Random,
        clock: Clock = perf_counter,
        recall: Recall = forgets,
    ) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one; `clock` measures the seconds; `recall` says
        what the player remembers."""
        ...
