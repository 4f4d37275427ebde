"""Games in which positions come again, by numbers: retrograde analysis of hundreds of millions of positions.

`interpreter.lowering.entry.search.retrograde` says how. A position takes sixteen bytes of memory. What follows the positions is a
stream, which goes to a file where memory is short. The search is over when the first position is settled, or nothing else can be.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedRandom
from time import perf_counter
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers, Workbench
from interpreter.search.running import OutOfMemoryError, SearchError, Watch, run
from interpreter.search.search_files import Half, Keeping
from interpreter.shared import machine_interface
from interpreter.shared.machine_interface import (
    CYCLIC,
    DONE,
    FULL,
    MOST_LAYERS,
    ONE,
    OPEN,
    RUNNING,
    STOPPED,
    UNFIT,
    WIN,
)

Halves: TypeAlias = NDArray[np.int32]

PART = 1 << 24  # numbers of a part


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
        self._end += len(numbers) * _NUMBER

    def read(self, number: int, to: Halves) -> int:
        """Copies a part to the beginning of an array; how many numbers it has."""
        part = self.parts[number]
        if part.held is not None:
            to[: part.count] = part.held
        else:
            assert self._file is not None
            self._file.seek(part.at)
            if self._file.readinto(to[: part.count].data.cast("B")) != part.count * _NUMBER:
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


KEPT = "retrograde by numbers"  # of a file
_EACH = 16  # bytes of memory for a position, its part of the index included; three quarters of the memory are for these
_NUMBER = 4  # bytes of a number of the stream, for which the last quarter is
_SLOTS = 11, 8  # places of the index for each position
_CHUNK = 50_000  # positions that are looked at before a player alone asks whether they have won
_FIRST = 1 << 16  # positions that the index has room for at first
_SCRATCH = 1 << 22  # words for all that follows one position
_PAIRS = 1 << 17  # words for the numbers of these
_LONGEST = 200  # actions of a principal variation
_FILLED = (1 << 30) - 1  # positions at most, as twice a place must fit into 31 bits


class Unfit(Exception):  # noqa: N818 - an answer, not an error
    """Positions of a game do not fit into numbers."""


@dataclass
class _Clock:
    """A watch for a search that consists of several: who hears how far they all are, and when time is up."""

    watch: Watch
    end: float | None

    def left(self) -> Watch:
        left = None if self.end is None else max(0.0, self.end - perf_counter())
        return Watch(left, self.watch.on_progress)

    def is_over(self) -> bool:
        return self.end is not None and perf_counter() > self.end


def gathered_from(
    bench: Workbench, state: State, watch: Watch, megabytes: int, keeping: Keeping | None = None
) -> "Gathered":
    """Room for the positions that can be reached from a state. Raises Unfit where they do not fit into numbers."""
    made = Gathered(bench, state, watch, megabytes, keeping)
    if not made.begin():
        raise Unfit
    return made


class Gathered:
    """The positions that can be reached from a state, and what they are worth."""

    def __init__(
        self, bench: Workbench, state: State, watch: Watch, megabytes: int, keeping: Keeping | None = None
    ) -> None:
        """For `gathered_from`."""
        seconds = watch.seconds
        self.clock = _Clock(watch, None if seconds is None else perf_counter() + seconds)
        self.bench, self.state, self.keeping, self.megabytes = bench, state, keeping, megabytes
        self.room = min(_FILLED, max(_FIRST, (megabytes << 20) // 4 * 3 // _EACH))
        self.record = _record(bench, self.room)
        self.record["other"] = len(state.engine.game.players) - 1
        self.stream = Stream((megabytes << 20) // 4 // _NUMBER)
        self.buffer = np.zeros(PART, np.int32)
        self.record.hold("stream", cast(Numbers, self.buffer))
        self.looked_at = 0
        self._index()

    def begin(self) -> bool:
        """Whether positions fit into numbers, as far as the first one tells."""
        if self.bench.most_payoff != ONE or not self.bench.put(self.state, self.record["at"]):
            return False
        self.bench.run("retrograde.begin", self.record)
        return self.record["status"] != UNFIT

    def close(self) -> None:
        """Lets go of files."""
        self.stream.close()

    def restore(self, half: Half) -> None:
        """Goes on from what was known when the search was stopped: what follows the positions is found once more."""
        half.restore(self.record)
        self._index()
        self.looked_at, self.record["next"] = self.record["next"], 0

    def _index(self) -> None:
        """Makes the index anew, with room for twice as many positions, as far as there may be so many."""
        record = self.record
        record["room"] = min(self.room, max(_FIRST, 2 * record["count"]))
        record["slots"] = record["room"] * _SLOTS[0] // _SLOTS[1]
        record.arrays.pop("index", None)  # before there is another one
        record.hold("index", np.zeros(record["slots"], np.int32))
        self.bench.run("retrograde.reindex", record)

    def comes_again(self) -> bool:
        """Whether a position comes again in a random game, but for the number of actions so far."""
        self.bench.run("retrograde.wander", self.record)
        return self.record["status"] == CYCLIC

    # ---- the search

    def solve(self, most: int) -> int:
        """What the first position is worth to the first player. At most so many more positions are looked at."""
        try:
            self.explore(self.looked_at + most)
            self._spread()
        except OSError as error:
            raise SearchError(
                f"what follows the positions cannot be kept in a file: {error.strerror}"
            ) from error
        except BaseException:
            self._keep()
            raise
        mark = self._mark()
        value = 0 if abs(mark) < WIN else ONE if mark > 0 else -ONE
        return -value if self.state.current_player != 0 else value

    def _mark(self) -> int:
        return int(self.record.arrays["marks"][0])

    @property
    def length(self) -> int | None:
        """How many actions the winner needs; None if nobody wins."""
        mark = abs(self._mark())
        return mark - WIN if mark >= WIN else None

    def __len__(self) -> int:
        return self.record["count"]

    def explore(self, last: int) -> None:
        """Finds all positions, unless more than so many are to be looked at.

        A player alone needs no more than the first win: positions are found breadth first, so it is the nearest one.
        """
        record, is_alone = self.record, self.record["other"] == 0
        while True:
            first = record["next"]
            until = min(last, first + _CHUNK) if is_alone else last
            record["most"], record["used"] = until - first, 0
            run(self.bench, "retrograde.explore", record, self.clock.left())
            self.stream.append(self.buffer[: record["used"]])
            self.looked_at = max(self.looked_at, record["next"])
            if record["status"] == DONE:
                return
            if is_alone and (record.arrays["marks"][first : record["next"]] >= WIN).any():
                return
            if record["status"] == STOPPED and record["next"] == until < last and not self.clock.is_over():
                continue
            if record["status"] == FULL and record["room"] < self.room:
                self._index()
            elif record["status"] != RUNNING:
                self._refuse()

    def _spread(self) -> None:
        """Layer after layer, until the first position is settled or nothing else is. A layer of which a part was settled before
        the search was stopped may bring nothing more, so two have to."""
        record, quiet = self.record, 0
        while quiet < 2 and self._mark() == OPEN:
            if record["layer"] >= MOST_LAYERS:
                raise SearchError(f"to win takes more than {MOST_LAYERS} actions")
            quiet = 0 if self.settled() else quiet + 1
            record["layer"] += 1

    def settled(self) -> int:
        """Reads the whole stream; how many positions were settled."""
        record, found = self.record, 0
        for number in range(len(self.stream.parts)):
            record["used"] = self.stream.read(number, self.buffer)
            run(self.bench, "retrograde.spread", record, self.clock.left())
            self.stream.replace(number, self.buffer[: record["used"]])
            found += record["settled"]
            if self.clock.is_over():
                raise self._stopped()
        return found

    def _refuse(self) -> None:
        """Raises why a search has come back."""
        match self.record["status"]:
            case machine_interface.STOPPED:
                raise self._stopped()
            case machine_interface.FULL:
                raise OutOfMemoryError(self.record["count"], self.megabytes)
            case machine_interface.UNFIT:
                raise Unfit
            case machine_interface.UNEVEN:
                raise SearchError("the payoffs of the two players do not add up to 0")
        raise SearchError("a rule goes wrong in play in a position that can be reached")

    def _stopped(self) -> SearchError:
        return SearchError(f"stopped after {self.looked_at} positions")

    def _keep(self) -> None:
        """Writes what is known so far into the file."""
        if self.keeping is None or self.record["status"] not in (STOPPED, RUNNING, DONE):
            return
        self.keeping.write(self.half())

    def half(self) -> Half:
        """The positions found so far, and what they are known to be worth."""
        record = self.record
        numbers = {name: record[name] for name in ("count", "layer")} | {"next": self.looked_at}
        arrays = {name: record.arrays[name][: record["count"]] for name in ("codes", "marks")}
        return Half(KEPT, numbers, arrays)

    # ---- best play, and the proof

    def best(self, state: State) -> int:
        """What a player does in a position: who gains takes the shortest way, the other one the longest."""
        record = self.record
        self.bench.put(state, record["at"])
        self.bench.run("retrograde.weigh", record)
        return self.bench.action(state, best_place(record.arrays["pairs"][: record["used"]].tolist()))

    def line(self) -> Iterator[int]:
        """Best play, until the game ends or a position comes again: whoever gains takes the shortest way, the other one the
        longest."""
        record, state, seen = self.record, self.state, set[int]()
        longest = max(_LONGEST, self.length or 0)
        while not state.is_terminal and len(seen) < longest:
            action = self.best(state)
            if record["code"] in seen:
                return
            seen.add(record["code"])
            yield action
            state = state.apply(action)

    def prove(self) -> int:
        """Proves what the first position is worth once more; how many positions that took. Raises SearchError if it fails."""
        record, mark = self.record, self._mark()
        found = 0
        for is_own in (1, 0) if abs(mark) < WIN else (int(mark > 0),):
            record.hold("queue", np.zeros(2 * record["count"], np.int32))
            record.hold("seen", np.zeros(2 * record["count"] // 64 + 1, np.int64))
            record["is_own"], record["is_win"] = is_own, int(abs(mark) >= WIN)
            run(self.bench, "retrograde.check", record, self.clock.left())
            if record["status"] == STOPPED:
                raise SearchError(f"the proof was stopped after {record['settled']} positions")
            if record["status"] != DONE:
                raise SearchError("what was found does not prove the value; please report this")
            found += record["settled"]
        return found


def best_place(marks: list[int]) -> int:
    """The place of the best mark: the shortest win, else what is not lost, else the longest loss."""

    def worth(mark: int) -> tuple[int, int]:
        if mark >= WIN:
            return 2, -mark
        return (1, 0) if mark > -WIN else (0, -mark)

    return max(range(len(marks)), key=lambda k: worth(marks[k]))


def _record(bench: Workbench, room: int) -> Block:
    record = bench.record("Gathered")
    record.hold("codes", np.zeros(room, np.int64))
    record.hold("marks", np.zeros(room, np.int16))
    record.hold("pairs", np.zeros(_PAIRS, np.int64))
    record["stream_room"], record["pair_room"] = PART, _PAIRS
    for name, words in (("at", bench.state_words), ("scratch", _SCRATCH)):
        record.arrays[f"memory of {name}"], record[name] = bench.room_for(words)
    record["scratch_room"] = _SCRATCH
    record["layer"] = 1
    return record
