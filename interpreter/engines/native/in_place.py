"""One position that machine code changes in place: a row of states in memory, of which each action writes the next.

Taking an action back goes to the state before. CPython calls `play`, `undo`, `legal_actions` and `is_terminal` of `direct` as it
calls its own functions; the methods here answer for what those cannot.
"""

import ctypes
import struct
from typing import NoReturn

import numpy as np

from interpreter.engines.base import MutableState
from interpreter.engines.native.calls import SLACK, numbers_of, places_of
from interpreter.engines.native.direct import Position
from interpreter.engines.native.direct_text import UNKNOWN
from interpreter.engines.native.direct_type import Direct
from interpreter.engines.native.state import Backing, NativeState
from interpreter.shared.lazy_numpy import Ints
from interpreter.shared.machine_interface import GAVE_UP, OVER, Cell
from interpreter.shared.numbering import MOST_KEYS

_FIRST_ROOM = 16  # states that there is room for at first
_READ = ("mover", "waiting", "demands")  # cells that say who acts


class StatesInARow(Direct, MutableState):
    """`Direct` does what machine code can; the functions here are for the rest.

    `_aside` has the states that do not fit into memory, by their places in the row.
    """

    _aside: dict[int, NativeState] | None = None
    # of the present state's actions, where numbers are too many for memory
    _places: dict[int, int] | None = None

    def __init__(self, backing: Backing, memory: bytes) -> None:
        self.engine = backing.engine
        spare = backing.calls.spare
        self._work: _Work = spare.pop() if spare else _Work(backing)
        self.position = self._work.address  # which `Direct` keeps: 0 until then
        self.begin(memory)

    def __del__(self) -> None:
        if self.position:
            if self._aside:
                self._work.position.aside = 0
            self._work.calls.spare.append(self._work)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a position in place is not copied: take its state(), and make another of that")

    # ---- what is asked

    @property
    def _at(self) -> int:
        """The place of the present state in the row."""
        work = self._work
        return int((work.position.here - work.position.first) // work.position.stride)

    @property
    def _other(self) -> NativeState | None:
        """The state that answers in place of memory."""
        return self._aside.get(self._at) if self._aside else None

    def _put_aside(self, state: NativeState) -> None:
        self._aside = {**(self._aside or {}), self._at: state}
        self._work.position.aside = len(self._aside)

    def _standing(self) -> int:
        """How many actions are legal; OVER once the game is over, UNKNOWN where another state answers."""
        position = self._work.position
        if position.count == UNKNOWN and self._other is None:
            count = self._work.stand(position.here, position.context)
            if count == GAVE_UP:
                self._put_aside(self.state())
            else:
                position.count = count
        return int(position.count)

    @property
    def current_player(self) -> int:
        if (other := self._other) is not None:
            return other.current_player
        work = self._work
        if "waiting" in work.readers and work.cell("waiting") > 0:
            return work.cell("demands")
        return work.cell("mover")

    def ended_slowly(self) -> bool:
        """`is_terminal` where machine code was not asked yet, or cannot say."""
        count = self._standing()
        return count == OVER if (other := self._other) is None else other.is_terminal

    @property
    def returns(self) -> list[float]:
        return self.state().returns if self.is_terminal else [0.0] * len(self.engine.game.players)

    def list_slowly(self) -> list[int]:
        """`legal_actions` where the direct way does not serve."""
        count = self._standing()
        if (other := self._other) is not None:
            return other.legal_actions()
        return sorted(self._listed(max(0, count)))

    def _listed(self, count: int) -> dict[int, int]:
        """The places of the listed actions in memory, by their numbers."""
        if self._places is None or self._work.is_direct:
            self._places = places_of(self._work.words, count, self._work.calls)
        return self._places

    def legal_array(self) -> Ints:
        count = self._standing()
        if (other := self._other) is not None:
            return other.legal_array()
        found = self._numbers(max(0, count))
        found.sort()
        return found

    def _numbers(self, count: int) -> Ints:
        """The numbers of the actions in the order in which machine code has listed them."""
        calls = self._work.calls
        width = calls.compiled.outline.row_words
        rows = self._work.records[: count * width]
        return rows.copy() if width == 1 else numbers_of(rows.reshape(count, width), calls)

    def state(self) -> NativeState:
        return self._other or NativeState(self._work.backing, self._memory())

    def _memory(self) -> bytes:
        return ctypes.string_at(self._work.position.here, self._work.calls.layout.size)

    # ---- what is done

    def play_slowly(self, action: int) -> None:
        """`play` where the direct way does not serve. Raises the reason why an action is not done."""
        self._work.make_room()
        position = self._work.position
        is_wanted, self._places, position.marked = self._other is None and self._want(action), None, 0
        if is_wanted:
            count = self._work.proceed(position.here, position.context, position.here + position.stride)
            if count >= OVER:
                position.count, position.here = count, position.here + position.stride
                return
            position.count = UNKNOWN
        after = self.state().apply(action)
        position.count, position.here = UNKNOWN, position.here + position.stride
        if after.memory:
            ctypes.memmove(position.here, after.memory, len(after.memory))
        else:
            self._put_aside(after)

    def _want(self, action: int) -> bool:
        """Tells machine code which action is to be done; False where only the state can say."""
        count = max(0, self._standing())
        place = self._listed(count).get(action) if self._other is None else None
        if place is None:
            return False
        calls, words = self._work.calls, self._work.words
        width = calls.compiled.outline.row_words
        if calls.has_words_for_numbers:
            self._work.wanted[0] = action
        else:
            self._work.wanted[:width] = words[place * width : (place + 1) * width]
        return True

    def undo_slowly(self) -> None:
        """`undo` where the direct way does not serve."""
        position, at = self._work.position, self._at
        if not at:
            raise IndexError("there is no action to take back")
        if self._aside:
            self._aside.pop(at, None)
            position.aside = len(self._aside)
        self._places = None
        position.here -= position.stride
        position.count, position.marked = UNKNOWN, 0


class _Work:
    """The memory of one position in place. It is used again by the next, as zeroing a search's context takes a while."""

    def __init__(self, backing: Backing) -> None:
        self.backing, self.calls = backing, backing.calls
        calls = self.calls
        calls.code.improve()  # who plays in place means to play much
        cells, machine = calls.context.cells, calls.compiled.machine
        self.context = ctypes.create_string_buffer(calls.context.size + SLACK)
        self.records = _array(self.context, cells["records"])
        self.words = _words(self.context, cells["records"])  # the same, read without NumPy
        self.wanted = _words(self.context, cells["wanted"])
        self.readers = {n: _reader(c) for n, c in calls.layout.cells.items() if n in _READ}
        self.proceed, self.stand = machine.function("proceed"), machine.function("stand")
        self.position = position = Position()
        self.address = ctypes.addressof(position)
        self.order: ctypes.Array[ctypes.c_int64] | None = None
        self.marks: ctypes.Array[ctypes.c_void_p] | None = None
        self.slots = ctypes.create_string_buffer(0)
        start = ctypes.addressof(self.context)
        for name in ("advance", "proceed", "stand"):
            setattr(position, name, machine.address(name))
        position.context, position.wanted = start, start + cells["wanted"].offset
        position.size = calls.layout.size
        position.stride = (calls.layout.size + SLACK + 63) // 64 * 64
        for name in ("play", "undo", "list", "ended"):
            setattr(position, name, getattr(StatesInARow, f"{name}_slowly"))
        position.tell, position.known = self._number, None
        if calls.has_words_for_numbers:
            self._list_words(start)
        else:
            self._list_keys(start)
        self._reserve(_FIRST_ROOM)

    @property
    def is_direct(self) -> bool:
        """Whether machine code lists for Python."""
        return bool(self.position.records)

    def _list_words(self, start: int) -> None:
        """Numbers are words: `records` has them, or has the rows of which machine code composes them."""
        calls, position = self.calls, self.position
        cell = "records" if calls.has_plain_numbers else "numbers"
        position.records = start + calls.context.cells[cell].offset
        position.actions = calls.numbers.total
        if position.actions <= MOST_KEYS:
            position.known = [None] * position.actions
            if calls.has_plain_numbers:
                self.order = (ctypes.c_int64 * (64 + (position.actions + 63) // 64))()
                position.order = ctypes.addressof(self.order)

    def _list_keys(self, start: int) -> None:
        """Numbers are longer than words: machine code knows them by keys, if there are not too many of these."""
        cells, position, numbers = self.calls.context.cells, self.position, self.calls.numbers
        if "numbers" in cells and numbers.has_keys:
            position.records = start + cells["numbers"].offset
            position.rows = start + cells["records"].offset
            position.width = self.calls.compiled.outline.row_words
            position.known = [None] * numbers.keys[-1]
            self.marks = (ctypes.c_void_p * cells["numbers"].count)()
            position.marks = ctypes.addressof(self.marks)

    def _number(self, place: int) -> int:
        """The number of the action in a row of the list."""
        width = self.calls.compiled.outline.row_words
        return self.calls.number(tuple(self.words[place * width : (place + 1) * width].tolist()))

    def make_room(self) -> None:
        """Sees to it that there is room for the next state."""
        position = self.position
        if position.here + position.stride > position.last:
            before, used = self.slots, position.here - position.first
            self._reserve(2 * (used // position.stride + 1))
            ctypes.memmove(position.first, before, used + position.stride)
            position.here = position.first + used

    def _reserve(self, states: int) -> None:
        stride = self.position.stride
        self.slots = ctypes.create_string_buffer(stride * states)
        self.position.first = ctypes.addressof(self.slots)
        self.position.last = self.position.first + stride * (states - 1)

    def cell(self, name: str) -> int:
        """The first element of a cell of the present state."""
        reader, offset = self.readers[name]
        found: int = reader.unpack_from(self.slots, self.position.here - self.position.first + offset)[0]
        return found


def _array(context: "ctypes.Array[ctypes.c_char]", cell: Cell) -> Ints:
    return np.frombuffer(memoryview(context), np.int64, cell.count, cell.offset)


def _words(context: "ctypes.Array[ctypes.c_char]", cell: Cell) -> "memoryview[int]":
    return memoryview(context).cast("B")[cell.offset : cell.offset + 8 * cell.count].cast("q")


def _reader(cell: Cell) -> tuple[struct.Struct, int]:
    """What reads the first element of a cell, and where it is."""
    return struct.Struct("<" + {1: "b", 2: "h", 4: "i", 8: "q"}[cell.bytes_each]), cell.offset
