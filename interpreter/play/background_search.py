"""What the engines for other programs' boards share: the lines of a board, and the search, which is in a thread of its own, one
position at a time, so that a `stop` is heard."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from threading import Lock, Thread, Timer

from interpreter.engines.base import State
from interpreter.play.bots import LEVELS, LevelBot, Seat, WallClock
from interpreter.play.protocols.thoughts import OVERHEAD, Limit, OnFinding, Thinks
from interpreter.shared.stopping import BUSY

MOST_THREADS, MOST_MEGABYTES = 64, 4096
MOST_OVERHEAD = 10_000  # milliseconds
_WARM_UP = Limit(seconds=0.05)

Answer = Callable[[int], None]  # gets the action that was found


def commands(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    """What a board says until `quit` or the end of its lines: the first word of each, and the rest."""
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        yield word, rest.strip()


class Mind:
    """What thinks for an engine, and what others may set of it. `make` gives the search, which is slow to load: whoever asks for an
    engine wants an answer at once."""

    def __init__(self, make: Callable[[], Thinks], seed: int) -> None:
        self._make, self._seed = make, seed
        self._threads, self._megabytes, self.overhead = 1, 16, OVERHEAD
        self.clock = WallClock()
        self.weak: LevelBot | None = None  # who plays instead at a level
        self.search: _Search | None = None

    @cached_property
    def thinker(self) -> Thinks:
        """The search, made when it is first needed."""
        return self._make()

    def set(self, name: str, number: int) -> None:
        """Sets the number `hash`, `threads`, `level` or `move overhead`, as far as there is such a one."""
        match name:
            case "hash" if number:
                self._megabytes = min(number, MOST_MEGABYTES)
            case "threads" if number:
                self._threads = min(number, MOST_THREADS)
            case "level" if number <= len(LEVELS):
                self.weak = LevelBot(number, self._seed, self.clock) if number else None
            case "move overhead":
                self.overhead = min(number, MOST_OVERHEAD) / 1000
            case _:
                pass
        self.finish()
        self.thinker.change(self._threads, self._megabytes)

    def prepare(self, start: State) -> None:
        """Gets ready, unless it thinks: then an answer is wanted meanwhile."""
        if self.search is not None and self.search.is_alive:
            return
        self.thinker.prepare()
        if not start.is_terminal:
            self.thinker.begin()
            self.thinker.think(start, _WARM_UP, lambda finding: None)  # machine code is made by now

    def begin(
        self, state: State, limit: Limit, report: OnFinding, answer: Answer, waits: bool, is_pondering: bool
    ) -> None:
        """Begins to think. `waits`: the answer is given at `stop` only, as in analysis."""
        self.finish()
        self.search = _Search(self, state, limit, report, answer, waits)
        self.search.start(is_pondering)

    def finish(self) -> None:
        """Ends the present search, and waits for its answer."""
        if self.search is not None:
            self.search.stop()
            self.search.join()
            self.search = None


class _Search:
    """One search, and its answer."""

    def __init__(
        self, mind: Mind, state: State, limit: Limit, report: OnFinding, answer: Answer, waits: bool
    ) -> None:
        self._mind, self._state, self._limit = mind, state, limit
        self._report, self._answer = report, answer
        self._held = Lock()  # while the answer has to wait
        if waits:
            self._held.acquire()
        self._timer: Timer | None = None
        self._thread = Thread(target=self._run, name=BUSY, daemon=True)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def start(self, is_pondering: bool) -> None:
        self._mind.thinker.begin()
        if not is_pondering:
            self.count()
        self._thread.start()

    def count(self) -> None:
        """From now on the time counts."""
        if self._limit.seconds is not None:
            self._timer = Timer(self._limit.seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._mind.clock.hurry()
        self._mind.thinker.stop()
        if self._held.locked():
            self._held.release()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        mind = self._mind
        if mind.weak is not None:
            action = mind.weak.choose(Seat.of(self._state))
        else:
            limit = replace(self._limit, seconds=None) if self._held.locked() else self._limit
            action = mind.thinker.think(self._state, limit, self._report)
        self._held.acquire()  # waits for `stop` where it has to
        if self._timer is not None:
            self._timer.cancel()
        self._answer(action)
