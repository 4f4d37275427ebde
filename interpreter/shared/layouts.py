"""How a block of memory is laid out: cells, one after the other. Both whoever writes machine code and whoever calls it know it."""

import ctypes
import struct
from collections.abc import Mapping
from typing import TypeAlias

from gdl.platform.dataclass import dataclass

Buffer: TypeAlias = bytes | ctypes.Array[ctypes.c_char]


@dataclass(frozen=True, slots=True)
class Cell:
    """Elements of one width in a block: `width` bits each (8, 16, 32, 64; signed), or sets of `size` numbers."""

    name: str
    count: int
    width: int = 8
    size: int = 0  # of sets: the members are 0..size-1, stored in whole 64-bit words
    offset: int = 0  # in bytes, given by the layout

    @property
    def bytes_each(self) -> int:
        return (self.size + 63) // 64 * 8 if self.size else self.width // 8


@dataclass(frozen=True, slots=True)
class Tail:
    """A cell that is seldom full: only the first elements are in use, `each` for every one that a counter counts.

    The counter is a cell of one element in the same block.
    """

    cell: str
    counter: str
    each: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of a block, and its size in bytes (a multiple of 8). `tails`: the last cells, as far as they are seldom full."""

    name: str
    cells: Mapping[str, Cell]
    size: int
    tails: tuple[Tail, ...] = ()

    @property
    def head(self) -> int:
        """The bytes before the first tail."""
        return self.cells[self.tails[0].cell].offset if self.tails else self.size


def returns_in(state: Layout, memory: Buffer) -> list[float]:
    """What each player gets in a finished state."""
    tops = _numbers(memory, state.cells["result"])
    if "denominator" not in state.cells:
        return [float(top) for top in tops]
    bottoms = _numbers(memory, state.cells["denominator"])
    return [top / bottom for top, bottom in zip(tops, bottoms, strict=True)]


def _numbers(memory: Buffer, cell: Cell) -> tuple[int, ...]:
    return struct.unpack_from(f"<{cell.count}{'b' if cell.width == 8 else 'q'}", memory, cell.offset)
