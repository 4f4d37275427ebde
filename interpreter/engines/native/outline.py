"""What whoever calls a game's machine code must know of its memory. It is kept on disk beside the machine code."""

import ctypes
import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.caching import cache
from interpreter.shared.layouts import Cell, Layout

Buffer: TypeAlias = bytes | ctypes.Array[ctypes.c_char]


@dataclass(frozen=True, slots=True)
class Outline:
    """The memory of states and of a search's context. `blank` is a state in which nothing has happened.

    `row_words`: of an action in a list.
    """

    state: Layout
    context: Layout
    blank: bytes
    row_words: int


def returns_in(state: Layout, memory: Buffer) -> list[float]:
    """What each player gets in a finished state."""
    tops = _numbers(memory, state.cells["result"])
    if "denominator" not in state.cells:
        return [float(top) for top in tops]
    bottoms = _numbers(memory, state.cells["denominator"])
    return [top / bottom for top, bottom in zip(tops, bottoms, strict=True)]


def _numbers(memory: Buffer, cell: Cell) -> tuple[int, ...]:
    return struct.unpack_from(f"<{cell.count}{'b' if cell.width == 8 else 'q'}", memory, cell.offset)


def outline(make: Callable[[], Outline], key: str, keep: bool = True) -> Outline:
    """An outline, made only if the cache has none under this key. Without `keep` the cache is not used."""
    name = cache.key("outline", key)
    kept = cache.unpickled(name) if keep else None
    if isinstance(kept, Outline):
        return kept
    made = make()
    if keep:
        cache.write(name, pickle.dumps(made))
    return made
