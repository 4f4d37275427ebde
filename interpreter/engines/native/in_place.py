"""One position that machine code changes in place: a row of states in memory, of which each action writes the next.

Taking an action back goes to the state before. Where machine code knows actions by their numbers alone, CPython calls
`play` and `legal_actions` of `direct` as it calls its own functions; the methods here then answer for the rest.
"""

import ctypes
import struct
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from interpreter.arrays import Ints
from interpreter.engines.base import MutableState
from interpreter.engines.native.calls import SLACK, Calls
from interpreter.engines.native.direct import MOST_IN_ORDER, UNKNOWN, Position, functions
from interpreter.engines.native.numbers import numbers_of, places_of
from interpreter.engines.native.state import Backing, NativeState
from interpreter.layouts import Cell
from interpreter.lowering.entry.answers import OVER, WRONG

_FIRST_ROOM = 16  # states that there is room for at first
_READ = ("mover", "waiting", "demands")  # cells that say who acts


class StatesInARow(MutableState):
    """`_aside` has the states that do not fit into memory, by their places in the row."""

    def __init__(self, backing: Backing, memory: bytes) -> None:
        self.engine, self._backing, self._calls = backing.engine, backing, backing.calls
        self._work = _Work.of(backing.calls)
        self._position = self._work.position
        self._aside: dict[int, NativeState] = {}
        self._places: dict[int, int] | None = (
            None  # of the actions of the present state, where numbers are not plain
        )
        self._work.begin(memory, self)
        if self._calls.has_words_for_numbers:
            self._play, self._list = self._work.functions
        else:
            self._play, self._list = self._work.play_slowly, self._work.list_slowly

    def __del__(self) -> None:
        work = self.__dict__.get("_work")
        if work is not None:
            self._calls.spare.append(work)

    # ---- what is asked

    @property
    def _at(self) -> int:
        """The place of the present state in the row."""
        return int((self._position.here - self._work.start) // self._work.stride)

    @property
    def _other(self) -> NativeState | None:
        """The state that answers in place of memory."""
        return self._aside.get(self._at) if self._aside else None

    def _standing(self) -> int:
        """How many actions are legal; OVER once the game is over, WRONG where machine code gives up."""
        position = self._position
        if position.count == UNKNOWN:
            position.count = self._work.stand(position.here, position.context)
            if position.count == WRONG and self._at not in self._aside:
                self._aside[self._at] = self.state()
        return int(position.count)

    @property
    def current_player(self) -> int:
        if (other := self._other) is not None:
            return other.current_player
        work = self._work
        if "waiting" in work.readers and work.cell("waiting") > 0:
            return work.cell("demands")
        return work.cell("mover")

    @property
    def is_terminal(self) -> bool:
        count = self._position.count
        if count >= OVER and not self._aside:
            return bool(count == OVER)
        count = self._standing()
        return count == OVER if (other := self._other) is None else other.is_terminal

    @property
    def returns(self) -> list[float]:
        return self.state().returns if self.is_terminal else [0.0] * len(self.engine.game.players)

    def legal_actions(self) -> list[int]:
        return self._list()

    def list_slowly(self) -> list[int]:
        """`legal_actions` where the direct way does not serve."""
        count = self._standing()
        if (other := self._other) is not None:
            return other.legal_actions()
        return sorted(self._listed(max(0, count)))

    def _listed(self, count: int) -> dict[int, int]:
        """The places of the listed actions in memory, by their numbers."""
        if self._places is None or self._calls.has_plain_numbers:
            self._places = places_of(self._work.words, count, self._calls)
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
        width = self._calls.compiled.outline.row_words
        rows = self._work.records[: count * width]
        return rows.copy() if width == 1 else numbers_of(rows.reshape(count, width), self._calls)

    def state(self) -> NativeState:
        return self._other or NativeState(self._backing, self._memory())

    def _memory(self) -> bytes:
        return ctypes.string_at(self._position.here, self._calls.layout.size)

    # ---- what is done

    def play(self, action: int) -> None:
        self._play(action)

    def play_slowly(self, action: int) -> None:
        """`play` where the direct way does not serve. Raises the reason why an action is not done."""
        self._work.make_room()
        position = self._position
        is_wanted, self._places = self._other is None and self._want(action), None
        if is_wanted:
            count = self._work.proceed(position.here, position.context, position.here + self._work.stride)
            if count >= OVER:
                position.count, position.here = count, position.here + self._work.stride
                return
            position.count = UNKNOWN
        after = self.state().apply(action)
        position.count, position.here = UNKNOWN, position.here + self._work.stride
        if after.memory:
            ctypes.memmove(position.here, after.memory, len(after.memory))
        else:
            self._aside[self._at] = after

    def _want(self, action: int) -> bool:
        """Tells machine code which action is to be done; False where only the state can say."""
        count = max(0, self._standing())
        place = self._listed(count).get(action) if self._other is None else None
        if place is None:
            return False
        width, words = self._calls.compiled.outline.row_words, self._work.words
        if self._calls.has_words_for_numbers:
            self._work.wanted[0] = action
        else:
            self._work.wanted[:width] = words[place * width : (place + 1) * width]
        return True

    def undo(self) -> None:
        if not self._at:
            raise IndexError("there is no action to take back")
        self._aside.pop(self._at, None)
        self._places = None
        self._position.here -= self._work.stride
        self._position.count = UNKNOWN


@dataclass(eq=False)
class _Work:
    """The memory of one position in place. It is used again by the next, as zeroing a search's context takes a while."""

    calls: Calls
    context: "ctypes.Array[ctypes.c_char]"
    records: Ints
    words: "memoryview[int]"  # the same, read without NumPy
    wanted: "memoryview[int]"
    readers: dict[str, tuple[struct.Struct, int]]
    proceed: Callable[[int, int, int], int]
    stand: Callable[[int, int], int]
    stride: int
    position: Position = field(default_factory=Position)
    owner: "weakref.ref[StatesInARow]" = field(init=False)
    slots: "ctypes.Array[ctypes.c_char]" = field(init=False)
    _start: int = 0
    order: "ctypes.Array[ctypes.c_int64] | None" = None
    functions: tuple[Callable[[int], None], Callable[[], list[int]]] = field(init=False)

    @classmethod
    def of(cls, calls: Calls) -> "_Work":
        """Memory that nothing uses at present."""
        return calls.spare.pop() if calls.spare else cls._made(calls)

    @classmethod
    def _made(cls, calls: Calls) -> "_Work":
        context = ctypes.create_string_buffer(calls.context.size + SLACK)
        calls.code.improve()  # who plays in place means to play much
        cells, machine = calls.context.cells, calls.compiled.machine
        made = cls(
            calls=calls,
            context=context,
            records=_array(context, cells["records"]),
            words=_words(context, cells["records"]),
            wanted=_words(context, cells["wanted"]),
            readers={n: _reader(c) for n, c in calls.layout.cells.items() if n in _READ},
            proceed=machine.function("proceed"),
            stand=machine.function("stand"),
            stride=(calls.layout.size + SLACK + 63) // 64 * 64,
        )
        position, start = made.position, ctypes.addressof(context)
        for name in ("advance", "proceed", "stand"):
            setattr(position, name, machine.address(name))
        position.context = start
        listed = "records" if calls.has_plain_numbers or not calls.has_words_for_numbers else "numbers"
        position.wanted, position.records = start + cells["wanted"].offset, start + cells[listed].offset
        position.stride, position.actions = (
            made.stride,
            calls.numbers.total if calls.has_words_for_numbers else 0,
        )
        position.known = None
        if 0 < position.actions <= MOST_IN_ORDER:
            position.known = [None] * position.actions
            if calls.has_plain_numbers:
                made.order = (ctypes.c_int64 * (64 + (position.actions + 63) // 64))()
                position.order = ctypes.addressof(made.order)
        position.play, position.list = made.play_slowly, made.list_slowly
        made._reserve(_FIRST_ROOM)
        made.functions = functions(position)
        return made

    @property
    def start(self) -> int:
        return self._start

    def begin(self, memory: bytes, owner: StatesInARow) -> None:
        """Puts a state at the beginning of the row."""
        self.owner = weakref.ref(owner)
        self.position.here, self.position.count = self.start, UNKNOWN
        ctypes.memmove(self.position.here, memory, len(memory))

    def play_slowly(self, action: int) -> None:
        if (owner := self.owner()) is not None:
            owner.play_slowly(action)

    def list_slowly(self) -> list[int]:
        owner = self.owner()
        return [] if owner is None else owner.list_slowly()

    def make_room(self) -> None:
        """Sees to it that there is room for the next state."""
        if self.position.here + self.stride > self.position.last:
            before, used = self.slots, self.position.here - self.start
            self._reserve(2 * (used // self.stride + 1))
            ctypes.memmove(self.start, before, used + self.stride)
            self.position.here = self.start + used

    def _reserve(self, states: int) -> None:
        self.slots = ctypes.create_string_buffer(self.stride * states)
        self._start = ctypes.addressof(self.slots)
        self.position.last = self.start + self.stride * (states - 1)

    def cell(self, name: str) -> int:
        """The first element of a cell of the present state."""
        reader, offset = self.readers[name]
        found: int = reader.unpack_from(self.slots, self.position.here - self.start + offset)[0]
        return found


def _array(context: "ctypes.Array[ctypes.c_char]", cell: Cell) -> Ints:
    return np.frombuffer(memoryview(context), np.int64, cell.count, cell.offset)


def _words(context: "ctypes.Array[ctypes.c_char]", cell: Cell) -> "memoryview[int]":
    return memoryview(context).cast("B")[cell.offset : cell.offset + 8 * cell.count].cast("q")


def _reader(cell: Cell) -> tuple[struct.Struct, int]:
    """What reads the first element of a cell, and where it is."""
    return struct.Struct("<" + {1: "b", 2: "h", 4: "i", 8: "q"}[cell.bytes_each]), cell.offset
