"""A game as an engine for other programs' boards: UCI, and by the first word of whoever asks USI or UCCI, which are its kin.

The protocols are UCI (Meyer-Kahlen and Huber, 2006), USI (Romstad, 2007) and UCCI 3.0 (2008). What cannot be read is answered by
`info string`, and never ends the engine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock, Thread, Timer
from time import perf_counter

import gdl
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.play.bots import LEVELS, LevelBot, Seat, WallClock
from interpreter.play.protocols.moves import (
    STANDARD,
    UCCI,
    UCI,
    USI,
    Dialect,
    Spoken,
    Unfit,
    has_positions,
    names_of,
    played,
    writes_pairs_by_file,
)
from interpreter.play.protocols.thoughts import (
    OVERHEAD,
    Limit,
    Progress,
    Thinks,
    read_limit,
    score,
)
from interpreter.positions.documents import read_state
from interpreter.shared.stopping import BUSY

DIALECTS: Mapping[str, Dialect] = {"uci": UCI, "usi": USI, "ucci": UCCI}
MOST_THREADS, MOST_MEGABYTES = 64, 4096
MOST_OVERHEAD = 10_000  # milliseconds
_WARM_UP = Limit(seconds=0.05)

Say = Callable[[str], None]


@dataclass(slots=True)
class Options:
    """What others may set."""

    threads: int = 1
    megabytes: int = 16
    overhead: float = OVERHEAD
    pairs_by_starts: bool = False


class UciEngine:
    """Answers line by line. The search runs in a thread of its own, so that `stop` is heard."""

    def __init__(self, engine: Engine, say: Say, think: Callable[[Game], Thinks], seed: int = 0) -> None:
        """`think` makes the search, which is slow to load: whoever asks for an engine wants an answer at once."""
        self.engine, self.game, self.seed = engine, engine.game, seed
        self.dialect = UCI
        self.options = Options(pairs_by_starts=writes_pairs_by_file(engine.game))
        self._think = think
        self.clock = WallClock()
        self.weak: LevelBot | None = None  # who plays instead at a level
        self.state: State | None = engine.initial_state(seed)
        self._known: tuple[str, tuple[str, ...], State] | None = (
            None  # the last position: its start, moves, and itself
        )
        self._say, self._lock = say, Lock()
        self._search: _Search | None = None

    @cached_property
    def thinker(self) -> Thinks:
        """The search, made when it is first needed."""
        return self._think(self.game)

    def run(self, lines: Iterator[str]) -> None:
        """Obeys until `quit` or the end of the lines."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            self.obey(word, rest.strip())
        self._finish()

    def say(self, line: str) -> None:
        with self._lock:
            self._say(line)

    def obey(self, word: str, rest: str) -> None:
        """Obeys one line, given by its first word and the rest."""
        match word:
            case "uci" | "usi" | "ucci":
                self._greet(word)
            case "isready":
                self._get_ready()
            case "setoption":
                self._set(rest)
            case "ucinewgame" | "usinewgame":
                self._finish()
                self._known = None
            case "position":
                self._finish()
                self._place(rest)
            case "go":
                self._finish()
                self._go(rest.split())
            case "stop" | "ponderhit" if self._search is not None:
                self._search.stop() if word == "stop" else self._search.count()
            case _:
                pass  # of what others know and this engine does not, the protocol says that it is ignored

    # ---- options

    def _greet(self, word: str) -> None:
        self.dialect = replace(DIALECTS[word], pairs_by_starts=self.options.pairs_by_starts)
        self.say(f"id name gdl {gdl.__version__} {self.game.title}")
        self.say("id author the authors of gdl")
        for name, text in self._options():
            prefix = "" if word == "ucci" else "name "
            self.say(f"option {prefix}{name} type {text}")
        self.say(f"{word}ok")

    def _options(self) -> Iterator[tuple[str, str]]:
        """The options, each with its type as the protocol writes it."""
        hash_name = {"USI": "USI_Hash", "UCCI": "hashsize"}.get(self.dialect.title, "Hash")
        yield hash_name, f"spin default 16 min 1 max {MOST_MEGABYTES}"
        yield "Threads", f"spin default 1 min 1 max {MOST_THREADS}"
        yield "Level", f"spin default 0 min 0 max {len(LEVELS)}"
        yield "Move Overhead", f"spin default {int(1000 * OVERHEAD)} min 0 max {MOST_OVERHEAD}"
        names = [n for n in names_of(self.game, self.dialect) if n != STANDARD]
        if names and STANDARD not in names_of(self.game, self.dialect):
            yield "UCI_Variant", f"combo default {names[0]} " + " ".join(f"var {n}" for n in names)
        if writes_pairs_by_file(self.game):
            yield "UCI_Chess960", "check default true"

    def _set(self, rest: str) -> None:
        name, value = _setting(rest)
        number = int(value) if value.isdecimal() and len(value) < 7 else None
        match name.lower():
            case "hash" | "usi_hash" | "hashsize" if number:
                self.options.megabytes = min(number, MOST_MEGABYTES)
            case "move overhead" if number is not None:
                self.options.overhead = min(number, MOST_OVERHEAD) / 1000
            case "threads" if number:
                self.options.threads = min(number, MOST_THREADS)
            case "level" if number is not None and number <= len(LEVELS):
                self.weak = LevelBot(number, self.seed, self.clock) if number else None
            case "uci_chess960" if value in ("true", "false"):
                self.options.pairs_by_starts = value == "true" or writes_pairs_by_file(self.game)
                self.dialect = replace(self.dialect, pairs_by_starts=self.options.pairs_by_starts)
            case "uci_variant" if value not in names_of(self.game, UCI):
                self.say(f"info string this engine plays {self.game.title}, not `{value[:40]}`")
            case _:
                pass
        self._finish()
        self.thinker.change(self.options.threads, self.options.megabytes)

    def _get_ready(self) -> None:
        if self._search is None or not self._search.is_alive:  # else an answer is wanted while it thinks
            self.thinker.prepare()
            start = self.engine.initial_state(self.seed)
            if not start.is_terminal:
                self.thinker.begin()
                self.thinker.think(start, _WARM_UP, lambda finding: None)  # machine code is made by now
        self.say("readyok")

    # ---- positions

    def _place(self, rest: str) -> None:
        begin, _, moves = rest.partition("moves")
        begin, said = begin.strip(), tuple(moves.split())
        try:
            self.state = self._found(begin, said)
            self._known = begin, said, self.state
        except (Unfit, PositionError) as error:
            self.state = self._known = None
            self.say(f"info string no position: {_line(error)}")

    def _found(self, begin: str, moves: tuple[str, ...]) -> State:
        """The state that a line means; from the last one, if it continues the same game. Raises Unfit, PositionError."""
        if self._known is not None:
            known, before, state = self._known
            if begin == known and moves[: len(before)] == before:
                return played(state, moves[len(before) :], self.dialect)
        return played(self._begun(begin), moves, self.dialect)

    def _begun(self, text: str) -> State:
        word, _, rest = text.partition(" ")
        if word == "startpos":
            return self.engine.initial_state(self.seed)
        if word not in ("fen", "sfen"):
            raise Unfit("a position begins with `startpos` or `fen`")
        if not has_positions(self.game):
            raise Unfit(
                f"the rules of {self.game.title} do not say how positions are written: `fen` below `notation`"
            )
        return read_state(self.engine, rest.strip(), "fen")

    # ---- thinking

    def _go(self, words: Sequence[str]) -> None:
        if self.state is None or self.state.is_terminal:
            self.say(
                {"UCI": "bestmove (none)", "USI": "bestmove resign"}.get(self.dialect.title, "nobestmove")
            )
            return
        limit = read_limit(words, self.state.current_player, self.dialect, self.options.overhead)
        self._search = _Search(self, self.state, limit, {"infinite", "ponder"} & {*words} != set())
        self._search.start("ponder" in words)

    def _finish(self) -> None:
        """Ends the present search, and waits for its answer."""
        if self._search is not None:
            self._search.stop()
            self._search.join()
            self._search = None


class _Search:
    """One search, and its answer. `waits`: the answer is given at `stop` only, as in analysis."""

    def __init__(self, desk: UciEngine, state: State, limit: Limit, waits: bool) -> None:
        self._desk, self._state, self._limit = desk, state, limit
        self._said = Spoken(state, desk.dialect)
        self._start = 0.0
        self._held = Lock()  # while the answer has to wait
        if waits:
            self._held.acquire()
        self._timer: Timer | None = None
        self._thread = Thread(target=self._run, name=BUSY, daemon=True)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def start(self, is_pondering: bool) -> None:
        self._desk.thinker.begin()
        if not is_pondering:
            self.count()
        self._start = perf_counter()
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
        self._desk.clock.hurry()
        self._desk.thinker.stop()
        if self._held.locked():
            self._held.release()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        desk = self._desk
        if desk.weak is not None:
            action = desk.weak.choose(Seat.of(self._state))
        else:
            limit = replace(self._limit, seconds=None) if self._held.locked() else self._limit
            action = desk.thinker.think(self._state, limit, self._report)
        self._held.acquire()  # waits for `stop` where it has to
        if self._timer is not None:
            self._timer.cancel()
        text = self._said.text(action) or next(iter(self._said.texts().values()), "0000")
        desk.say(f"bestmove {text}")

    def _report(self, found: Progress) -> None:
        seconds = max(perf_counter() - self._start, 1e-3)
        self._desk.say(
            f"info depth {found.depth} score {score(found)} nodes {found.positions} "
            f"nps {int(found.positions / seconds)} time {int(1000 * seconds)} pv {self._said.text(found.action)}"
        )


def _setting(rest: str) -> tuple[str, str]:
    """An option's name and value: `name X value Y`, in UCCI `X Y`."""
    if rest.startswith("name "):
        name, _, value = rest.removeprefix("name ").partition(" value ")
    else:
        name, _, value = rest.partition(" ")
    return name.strip(), value.strip()


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
