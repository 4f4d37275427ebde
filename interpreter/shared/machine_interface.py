"""What whoever writes machine code and whoever calls it agree on: how a block of memory is laid out, cells one after the other, and the
numbers by which code reports: a position that is changed in place, and searches.
"""

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


OVER, NOT_FOUND, GAVE_UP = -1, -2, -3
"""Instead of a number of actions: the game is over, there is no such action, or a rule goes wrong or there is not room enough."""

ONE = 1 << 16
"""A payoff of 1: payoffs are whole multiples of 1 / ONE."""

RUNNING, DONE, FULL, CYCLIC, WRONG, STOPPED, UNEVEN, BETWEEN, UNFIT = range(9)
"""Why a search has come back: it may go on, it is done, its memory is full, a position has come again, a rule goes wrong in
play, it was told to stop, payoffs do not add up to 0, there is one between the greatest and the least, or something is not as it was
taken to be."""

STEP, HALF = 8, 1024
"""The table of what an evaluation promises has HALF numbers below 0 and above it, one for each STEP units of an evaluation."""

OPEN, DRAWN, WIN = range(3)
"""Marks of positions, as the player sees it who acts there: nothing is known, or it is a draw, or WIN more than how many actions it
takes to win; the opposite of that where all is lost."""

MOST_LAYERS = 32_000
"""Actions that it takes to win, at most."""

CONTENTS, WHOLE, OWNER = -1, -2, -3
"""What two things exchange, if it is not a field: what stands on two sites, that and all fields of the sites, or whose two pieces are."""

SAME, CHANGED, RENAMED = range(3)
"""What an exchange did: nothing, or something; or the names of both pieces have gone along."""
