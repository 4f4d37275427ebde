"""How a block of memory is laid out: cells, one after the other. Both whoever writes machine code and whoever calls it know it."""

from collections.abc import Mapping
from dataclasses import dataclass


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
class Layout:
    """The cells of a block, and its size in bytes (a multiple of 8)."""

    name: str
    cells: Mapping[str, Cell]
    size: int
