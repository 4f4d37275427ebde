"""Questions to machine code about one state, given as a block of bytes: what is legal, what follows, random games, perft.

Machine code gives up where a rule goes wrong in play, and where it would need more room than it has. Then the functions
here raise `GaveUp`, and the reference engine must answer: it reports what is wrong, or gives the result.
"""

import ctypes
import threading
from functools import cached_property
from typing import Any

from interpreter.engines.answers import Tally
from interpreter.engines.batches import as_words, too_long
from interpreter.engines.native.compiled import Compiled
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import MASK64, Random, mix64, signed64
from interpreter.shared.machine_interface import Layout, returns_in
from interpreter.shared.numbering import WORD, ActionNumbers

Row = tuple[int, ...]  # the words by which machine code knows an action in a list

SHALLOW = 3  # a perft less deep takes no time
SLACK = 64  # bytes behind a block, as machine code reads whole words


class GaveUp(Exception):  # noqa: N818 - an answer, not an error
    """Machine code cannot answer; the reference engine must."""


class Workspace(threading.local):
    """Each thread's own memory: the search's context, a state, and room for a result."""

    def __init__(self, context: Layout, state: int) -> None:
        self.context = ctypes.create_string_buffer(context.size + SLACK)
        self.error = ctypes.c_int64.from_buffer(self.context, context.cells["error"].offset)
        self.random = ctypes.c_int64.from_buffer(self.context, context.cells["random"].offset)
        self.state = ctypes.create_string_buffer(state + SLACK)
        self.view = memoryview(self.state).cast("B")[:state]
        self.out = ctypes.create_string_buffer(state + SLACK)
        records = context.cells["records"]
        whole = memoryview(self.context).cast("B")
        self.records = whole[records.offset : records.offset + 8 * records.count].cast("q")


class Calls:
    """Asks one game's machine code. `memory` is a state's block of bytes throughout."""

    def __init__(self, compiled: Compiled, numbers: ActionNumbers) -> None:
        self.compiled = compiled
        self.numbers = numbers
        self.game, self.code = compiled.game, compiled.code
        self.layout, self.context = compiled.layout, compiled.context
        self.workspace = Workspace(self.context, self.layout.size)
        self.known_numbers: dict[int | bytes, int] = {}  # of actions, by the rows of a list
        self.spare: list[Any] = []  # memory of positions that were changed in place, to be used again

    @cached_property
    def has_short_numbers(self) -> bool:
        """Whether all actions have numbers of 64 bits."""
        return self.numbers.total <= WORD

    @cached_property
    def has_plain_numbers(self) -> bool:
        """Whether machine code knows all actions by their numbers alone."""
        return self.has_short_numbers and self.compiled.outline.row_words == 1

    @cached_property
    def has_words_for_numbers(self) -> bool:
        """Whether machine code tells and takes the number of any action as a word."""
        return self.has_plain_numbers or self.numbers.total < WORD

    # ---- cells of a state, read without machine code

    def get(self, memory: bytes, cell: str, index: int = 0) -> int:
        found = self.layout.cells[cell]
        at = found.offset + index * found.width // 8
        return int.from_bytes(memory[at : at + found.width // 8], "little", signed=True)

    def current_player(self, memory: bytes) -> int:
        if "waiting" in self.layout.cells and self.get(memory, "waiting") > 0:
            return self.get(memory, "demands")
        return self.get(memory, "mover")

    def in_use(self, memory: bytes) -> bytes:
        """What of a state is in use: cells that are seldom full hold anything behind that."""
        if not self.layout.tails:
            return memory
        parts = [memory[: self.layout.head]]
        for tail in self.layout.tails:
            cell = self.layout.cells[tail.cell]
            size = cell.bytes_each * tail.each * self.get(memory, tail.counter)
            parts.append(memory[cell.offset : cell.offset + size])
        return b"".join(parts)

    @property
    def has_seed(self) -> bool:
        """Whether states hold the seed of chance to come."""
        return "seed" in self.layout.cells

    def seed_of(self, memory: bytes) -> int:
        """The seed of chance to come, of states that hold one."""
        at = self.layout.cells["seed"].offset
        return int.from_bytes(memory[at : at + 8], "little")

    def with_seed(self, memory: bytes, seed: int) -> bytes:
        if not self.has_seed:
            return memory
        at = self.layout.cells["seed"].offset
        return b"".join((memory[:at], (seed & MASK64).to_bytes(8, "little"), memory[at + 8 :]))

    # ---- one state

    def setup(self, seed: int) -> bytes:
        """The first state."""
        self._begin(self.compiled.outline.blank)
        if self.has_seed:
            at = self.layout.cells["seed"].offset
            self.workspace.view[at : at + 8] = (seed & MASK64).to_bytes(8, "little")
        self._call("setup")
        self._check()
        return self._result()

    def legal(self, memory: bytes) -> list[tuple[int, Row]]:
        """The legal actions in the machine code's own order: their numbers, and the rows that it knows them by."""
        self._begin(memory)
        count = self._call("legal")
        self._check()
        width = self.compiled.outline.row_words
        words = self._load_context("records", count * width)
        rows = [tuple(words[i * width : (i + 1) * width]) for i in range(count)]
        return [(self.number(row), row) for row in rows]

    def legal_numbers(self, memory: bytes) -> list[int]:
        """The numbers of the legal actions, sorted. Only where they are plain."""
        self._begin(memory)
        count = self._call("legal")
        self._check()
        return sorted(self.workspace.records[:count].tolist())

    def number(self, row: Row) -> int:
        """The number of an action in a list: of one that repeats, it is composed of the digits of its steps."""
        if row[0] >= 0:
            return self.numbers.of_code(row[0])
        action = self.game.actions[-1 - row[0]]
        assert action.again is not None
        radix = self.numbers.hop_radix(action)
        code = row[2]
        for k in range(action.again.most - 1):
            code = code * radix + (row[3 + k] + 1 if k < row[1] else 0)
        return self.numbers.offsets[action.index] + code

    def play(self, memory: bytes, row: Row) -> bytes | None:
        """The state after an action of a list; None if machine code does not find the action."""
        self._begin(memory)
        self._store_context("wanted", list(row))
        workspace = self.workspace
        found = self.code.call("play", workspace.state, workspace.context, workspace.out)
        self._check()
        return workspace.out.raw[: self.layout.size] if found else None

    def returns(self, memory: bytes) -> list[float] | None:
        """What each player gets; None until the game is over."""
        self._begin(memory)
        workspace = self.workspace
        over = self.code.call("status", workspace.state, workspace.context, workspace.out)
        self._check()
        if not over:
            return None
        return returns_in(self.layout, workspace.out)

    def hashed(self, memory: bytes) -> int:
        """The hash of a state, the same as the reference engine's."""
        self._load_state(memory)
        return self._call("hashed") & MASK64

    def perft(self, memory: bytes, depth: int) -> int:
        """The number of sequences of `depth` actions. What is less deep goes first, until the code is the best."""
        for less in range(SHALLOW, depth):
            if self.code.is_best:
                break
            self._perft(memory, less)
        return self._perft(memory, depth)

    def _perft(self, memory: bytes, depth: int) -> int:
        self._begin(memory)
        self._store_context("base", [0])
        leaves = self._call("perft", depth)
        self._check()
        return leaves

    # ---- random games

    def random_step(self, memory: bytes, random: int) -> tuple[bytes | None, int]:
        """The state after a random action of a game that is not over, and the next state of the random numbers.

        The first is None where machine code gives up: then, too, the random numbers have moved on.
        """
        self._begin(memory)
        self.workspace.random.value = signed64(random)
        self._call("ply")
        made = None if self.workspace.error.value else self._result()
        return made, self.workspace.random.value & MASK64

    def random_game(self, memory: bytes, seed: int, max_plies: int) -> tuple[int, bytes]:
        """How many actions a random game has, and its last state."""
        plies = self._random_game(memory, seed, max_plies)
        return plies, self._result()

    def outcome(self, memory: bytes, seed: int, max_plies: int) -> list[float] | None:
        """What each player gets in a random game; None if it is cut off."""
        self._random_game(memory, seed, max_plies)
        state = self.workspace.state
        return None if state[self.layout.cells["over"].offset] == b"\0" else returns_in(self.layout, state)

    def _random_game(self, memory: bytes, seed: int, max_plies: int) -> int:
        self._begin(memory)
        self.workspace.random.value = signed64(mix64(seed & MASK64))
        plies = self._call("playout", max_plies)
        self._check()
        return plies

    def series(self, start: bytes, seeds: Random, n: int, max_plies: int) -> Tally:
        """n random games in this thread. Machine code lets other threads run."""
        first, tally, size = seeds.state, Tally.of(len(self.game.players)), 1
        while n:
            part = n if self.code.is_best else min(n, size)  # small parts, until the code is the best
            try:
                tally.add(self._series(start, seeds, part, max_plies))
            except GaveUp:
                seeds.state = first
                raise
            n, size = n - part, size * 2
        return tally

    def _series(self, start: bytes, seeds: Random, n: int, max_plies: int) -> Tally:
        players = len(self.game.players)
        self._load_state(start)
        for cell, count in (("error", 1), ("plies", 1), ("cut", 1), ("tally", 3 * players)):
            self._store_context(cell, [0] * count)
        self._store_context("seeds", [signed64(seeds.state)])
        self._call("series", n, max_plies)
        self._check()
        seeds.state = self._load_context("seeds")[0] & MASK64
        tally = self._load_context("tally", 3 * players)
        losses, draws, wins = (tally[i::3] for i in range(3))
        return Tally(wins, draws, losses, self._load_context("plies")[0], self._load_context("cut")[0])

    # ---- this thread's memory

    def _load_state(self, memory: bytes) -> None:
        self.workspace.view[:] = memory

    def _begin(self, memory: bytes) -> None:
        self._load_state(memory)
        self.workspace.error.value = 0

    def _call(self, name: str, *more: int) -> int:
        """Calls a function that takes this thread's state and context."""
        found = self.code.call(name, self.workspace.state, self.workspace.context, *more)
        return int(found or 0)

    def _check(self) -> None:
        if self.workspace.error.value:
            raise GaveUp

    def _result(self) -> bytes:
        return self.workspace.state.raw[: self.layout.size]

    def _store_context(self, cell: str, values: list[int]) -> None:
        offset = self.context.cells[cell].offset
        array: Any = (ctypes.c_int64 * len(values)).from_buffer(self.workspace.context, offset)
        array[:] = values

    def _load_context(self, cell: str, count: int = 1) -> list[int]:
        offset = self.context.cells[cell].offset
        return list((ctypes.c_int64 * count).from_buffer(self.workspace.context, offset))


_STEPS = 3  # the words of a row before those of further steps
_MOST_KNOWN = 1 << 16  # numbers that are remembered


def numbers_of(rows: "lazy_numpy.Ints", calls: Calls) -> "lazy_numpy.Ints":
    """The numbers of actions from the rows by which machine code knows them: an array of actions by words.

    The number of an action that repeats is composed of the digits of its steps. Raises OverflowError beyond 64 bits.
    """
    numbers = rows[:, 0].copy()
    if calls.numbers.total > WORD:
        is_plain = numbers >= 0
        numbers[is_plain] = as_words([calls.numbers.of_code(int(code)) for code in numbers[is_plain]])
    for which in lazy_numpy.np.unique(numbers[numbers < 0]):
        action = calls.game.actions[-1 - which]
        assert action.again is not None
        first, radix = calls.numbers.span(action), calls.numbers.hop_radix(action)
        if first[1] > WORD:
            raise too_long()
        chosen = numbers == which
        of_action = rows[chosen]
        code, depth = of_action[:, 2].copy(), of_action[:, 1]
        for k in range(action.again.most - 1):
            code = code * radix + lazy_numpy.np.where(k < depth, of_action[:, 3 + k] + 1, 0)
        numbers[chosen] = first[0] + code
    return numbers


def places_of(records: "memoryview[int]", count: int, calls: Calls) -> dict[int, int]:
    """The places of listed actions by their numbers, however long these are. What was once composed is remembered."""
    width, known, found = calls.compiled.outline.row_words, calls.known_numbers, dict[int, int]()
    for place, word in enumerate(records[: count * width : width].tolist()):
        key: int | bytes = word
        if word < 0:
            row = records[place * width : (place + 1) * width]
            key = row[: _STEPS + row[1]].tobytes()
        number = known.get(key)
        if number is None:
            if len(known) == _MOST_KNOWN:
                known.clear()
            number = known[key] = calls.number(tuple(records[place * width : (place + 1) * width].tolist()))
        found[number] = place
    return found
