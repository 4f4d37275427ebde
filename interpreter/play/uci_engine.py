"""A game as an engine for other programs' boards: UCI, and by the first word of whoever asks USI or UCCI, which are its kin.

The protocols are UCI (Meyer-Kahlen and Huber, 2006), USI (Romstad, 2007) and UCCI 3.0 (2008). What cannot be read is answered by
`info string`, and never ends the engine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from time import perf_counter

import gdl
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.play.background_search import MOST_MEGABYTES, MOST_OVERHEAD, MOST_THREADS, Mind, commands
from interpreter.play.bots import LEVELS
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
from interpreter.play.protocols.thoughts import OVERHEAD, Progress, Thinks, read_limit, score
from interpreter.positions.documents import read_state

DIALECTS: Mapping[str, Dialect] = {"uci": UCI, "usi": USI, "ucci": UCCI}
_MEGABYTES = {"USI": "USI_Hash", "UCCI": "hashsize"}  # what the option is called that else is `Hash`

Say = Callable[[str], None]


class UciEngine:
    """Answers line by line. The search runs in a thread of its own, so that `stop` is heard."""

    def __init__(self, engine: Engine, say: Say, think: Callable[[Game], Thinks], seed: int = 0) -> None:
        """`think` makes the search."""
        self.engine, self.game, self.seed = engine, engine.game, seed
        self.dialect = replace(UCI, pairs_by_starts=writes_pairs_by_file(engine.game))
        self.mind = Mind(lambda: think(engine.game), seed)
        self.state: State | None = engine.initial_state(seed)
        # the last position: its start, moves, and itself
        self._known: tuple[str, tuple[str, ...], State] | None = None
        self._say, self._lock = say, Lock()

    def run(self, lines: Iterator[str]) -> None:
        """Obeys until `quit` or the end of the lines."""
        for word, rest in commands(lines):
            self.obey(word, rest)
        self.mind.finish()

    def say(self, line: str) -> None:
        with self._lock:
            self._say(line)

    def obey(self, word: str, rest: str) -> None:
        """Obeys one line, given by its first word and the rest."""
        match word:
            case "uci" | "usi" | "ucci":
                self._greet(word)
            case "isready":
                self.mind.prepare(self.engine.initial_state(self.seed))
                self.say("readyok")
            case "setoption":
                self._set(rest)
            case "ucinewgame" | "usinewgame":
                self.mind.finish()
                self._known = None
            case "position":
                self.mind.finish()
                self._place(rest)
            case "go":
                self.mind.finish()
                self._go(rest.split())
            case "stop" | "ponderhit" if (search := self.mind.search) is not None:
                search.stop() if word == "stop" else search.count()
            case _:
                pass  # of what others know and this engine does not, the protocol says that it is ignored

    # ---- options

    def _greet(self, word: str) -> None:
        self.dialect = replace(DIALECTS[word], pairs_by_starts=self.dialect.pairs_by_starts)
        self.say(f"id name gdl {gdl.__version__} {self.game.title}")
        self.say("id author the authors of gdl")
        for name, text in self._options():
            prefix = "" if word == "ucci" else "name "
            self.say(f"option {prefix}{name} type {text}")
        self.say(f"{word}ok")

    def _options(self) -> Iterator[tuple[str, str]]:
        """The options, each with its type as the protocol writes it."""
        yield _MEGABYTES.get(self.dialect.title, "Hash"), f"spin default 16 min 1 max {MOST_MEGABYTES}"
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
        match name.lower():
            case "uci_chess960" if value in ("true", "false"):
                by_starts = value == "true" or writes_pairs_by_file(self.game)
                self.dialect = replace(self.dialect, pairs_by_starts=by_starts)
            case "uci_variant" if value not in names_of(self.game, UCI):
                self.say(f"info string this engine plays {self.game.title}, not `{value[:40]}`")
            case known if value.isdecimal() and len(value) < 7:
                self.mind.set("hash" if known in ("usi_hash", "hashsize") else known, int(value))
            case _:
                pass

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
        limit = read_limit(words, self.state.current_player, self.dialect, self.mind.overhead)
        said, start = Spoken(self.state, self.dialect), perf_counter()

        def report(found: Progress) -> None:
            seconds = max(perf_counter() - start, 1e-3)
            self.say(
                f"info depth {found.depth} score {score(found)} nodes {found.positions} "
                f"nps {int(found.positions / seconds)} time {int(1000 * seconds)} pv {said.text(found.action)}"
            )

        def answer(action: int) -> None:
            self.say(f"bestmove {said.text(action) or next(iter(said.texts().values()), '0000')}")

        waits = bool({"infinite", "ponder"} & {*words})
        self.mind.begin(self.state, limit, report, answer, waits, "ponder" in words)


def _setting(rest: str) -> tuple[str, str]:
    """An option's name and value: `name X value Y`, in UCCI `X Y`."""
    if rest.startswith("name "):
        name, _, value = rest.removeprefix("name ").partition(" value ")
    else:
        name, _, value = rest.partition(" ")
    return name.strip(), value.strip()


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
