"""A search in slices: how many iterations to make between two looks at the clock, within a budget."""

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]  # seconds

_SLICE = 0.005  # seconds between two looks at the clock
_FASTER = 4.0  # how much longer a slice may be than the one before it


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: iterations, or seconds."""

    iterations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.iterations}" if self.seconds is None else f"{self.seconds:g}s"


class Slices:
    """The slices of one search, which began at `start`. The first one has `length` iterations; the others take as long as
    the clock is not looked at, unless they are `is_steady`."""

    def __init__(
        self, budget: Budget, clock: Clock, start: float, length: int, is_steady: bool = False
    ) -> None:
        self.budget, self.clock, self.start, self.length = budget, clock, start, length
        self.is_steady = is_steady
        self.now = self._before = start

    def begin(self, done: int) -> int:
        """How many iterations come next after so many; 0 if there are none left."""
        left = self.length if self.budget.iterations is None else self.budget.iterations - done
        self._before = self.clock()
        return max(0, min(self.length, left))

    def end(self) -> bool:
        """Looks at the clock; whether there is time for another slice."""
        self.now = self.clock()
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
