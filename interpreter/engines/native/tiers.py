"""One program as machine code, in two tiers: quick code at first, better code for what runs long.

Most programs run for less time than good code takes to make. So each begins with code that is hardly optimised, and the
better code is made when the quick code has run for about as long as that takes. Whatever comes then, no more than twice
the time is spent that somebody who knew the future would have spent (the rule for renting or buying skis). Both give the
same results.
"""

import threading
from collections.abc import Callable
from functools import cached_property
from time import perf_counter
from typing import Any

from interpreter.engines.native import machine
from interpreter.engines.native.machine import EFFORT, QUICK, Machine
from interpreter.llvm.assembly import Assembly

SECONDS_FOR_A_BYTE = (
    8e-6  # what better code takes, for each byte of quick code; measured: 4 to 13 microseconds
)


class Tiered:
    """`call` calls a function of the machine code, and replaces the code when that pays.

    `write`: the program in LLVM assembly for an effort; raises NotLowered where there is none. `effort`: that of the only tier; None
    for both. `keep`: whether the code is kept on disk under the key.
    """

    def __init__(self, write: Callable[[int], Assembly], key: str, effort: int | None, keep: bool) -> None:
        self.write, self.key, self.keep = write, key, keep
        self.efforts = (QUICK, EFFORT) if effort is None else (effort,)
        self.seconds = 0.0  # for which quick code has run
        self._lock = threading.Lock()
        self._replaced: list[Machine] = []  # stays loaded, as somebody may be in it

    @cached_property
    def machine(self) -> Machine:
        """The code of now, compiled or taken from the disk: better code is preferred if it is there. Raises NotLowered."""
        return self.kept or self._made(self.efforts[0])

    @cached_property
    def kept(self) -> Machine | None:
        """The code that an earlier start left on disk."""
        return next(filter(None, map(self._kept, reversed(self.efforts))), None)

    @property
    def is_at_hand(self) -> bool:
        """Whether the code need not be compiled; a single question is not worth compiling for."""
        return "machine" in self.__dict__ or self.kept is not None

    @property
    def is_best(self) -> bool:
        """Whether no better code will come."""
        return self.machine.effort == self.efforts[-1]

    @cached_property
    def call(self) -> Callable[..., Any]:
        """Calls a public function by its name; an int, or None if it gives nothing."""
        return self.machine.call if self.is_best else self._timed

    def _timed(self, name: str, *arguments: Any) -> Any:
        start = perf_counter()
        found = self.machine.call(name, *arguments)
        self.spend(perf_counter() - start)
        return found

    def spend(self, seconds: float) -> None:
        """Counts time for which the code has run, and makes better code if that pays by now."""
        self.seconds += seconds
        if self.seconds > self.machine.size * SECONDS_FOR_A_BYTE:
            self.improve()

    def improve(self) -> None:
        """Goes on with the better code. Other threads that want it wait."""
        with self._lock:
            if self.is_best:
                return
            self._replaced.append(self.machine)
            best = self.efforts[-1]
            better = self._kept(best) or self._made(best)
            self.__dict__.update(machine=better, call=better.call)

    def _kept(self, effort: int) -> Machine | None:
        return machine.kept(self.key, effort) if self.keep else None

    def _made(self, effort: int) -> Machine:
        return machine.compile(self.write(effort), self.key, effort, self.keep)
