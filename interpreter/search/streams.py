"""Long rows of numbers, in parts that are read and written again and again: in memory as far as they may be, else in a file."""

import tempfile
from dataclasses import dataclass, field
from io import BufferedRandom
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Halves: TypeAlias = NDArray[np.int32]

PART = 1 << 24  # numbers of a part
_EACH = 4  # bytes of a number


@dataclass
class _Part:
    """A part: its numbers, or their number and where they begin in the file."""

    count: int
    held: Halves | None
    at: int = 0


@dataclass
class Stream:
    """The parts, of which at most `room` numbers are held in memory."""

    room: int
    parts: list[_Part] = field(default_factory=list)
    in_memory: int = 0
    _file: BufferedRandom | None = None
    _end: int = 0

    def append(self, numbers: Halves) -> None:
        """Adds a part, by a copy."""
        if self.in_memory + len(numbers) <= self.room:
            self.in_memory += len(numbers)
            self.parts.append(_Part(len(numbers), numbers.copy()))
            return
        self.parts.append(_Part(len(numbers), None, self._end))
        self._write(numbers, self._end)
        self._end += len(numbers) * _EACH

    def read(self, number: int, to: Halves) -> int:
        """Copies a part to the beginning of an array; how many numbers it has."""
        part = self.parts[number]
        if part.held is not None:
            to[: part.count] = part.held
        else:
            assert self._file is not None
            self._file.seek(part.at)
            if self._file.readinto(to[: part.count].data.cast("B")) != part.count * _EACH:
                raise OSError("a file of numbers is shorter than it was")
        return part.count

    def replace(self, number: int, numbers: Halves) -> None:
        """Gives a part fewer numbers, or as many."""
        part = self.parts[number]
        if part.held is not None:
            self.in_memory -= part.count - len(numbers)
            part.held = numbers.copy()
        else:
            self._write(numbers, part.at)
        part.count = len(numbers)

    def close(self) -> None:
        """Forgets everything."""
        self.parts.clear()
        if self._file is not None:
            self._file.close()

    def _write(self, numbers: Halves, at: int) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed by `close`
        self._file.seek(at)
        self._file.write(numbers.data.cast("B"))
