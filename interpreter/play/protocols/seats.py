"""Another program's engine on a seat: `uci:COMMAND`, `usi:`, `ucci:`, `gtp:`, with options behind a `?`.

A client speaks one protocol and knows no game. A seat finds the moves that were made since it was asked last, has them said,
and checks the answer. An engine that does what its protocol forbids is ended, with one message.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError, ProgramError
from interpreter.play.protocols.moves import (
    COLOURS,
    GTP,
    STANDARD,
    UCCI,
    UCI,
    USI,
    Dialect,
    Spoken,
    Unfit,
    check_fit,
    has_positions,
    komi_of,
    names_of,
    pieces_by_colour,
    writes_pairs_by_file,
)
from interpreter.play.protocols.process import Process, parted
from interpreter.positions.fen import fen_of

GREETING = 20.0  # seconds in which a program says that it is there
GRACE = 5.0  # seconds beyond its time in which it must answer
PATIENCE = 120.0  # seconds for an answer where its time is not limited otherwise
_USUAL = 1000  # milliseconds for a move
_LIMITS = ("movetime", "depth", "nodes")
_SHOWN = 40  # letters of an answer that a message repeats


@dataclass(frozen=True, slots=True)
class Wish:
    """An engine as somebody asks for it. `limits`: how long it may think about a move, in the words of UCI."""

    text: str
    words: tuple[str, ...]
    title: str
    options: Mapping[str, str]
    limits: Mapping[str, int]

    @property
    def seconds(self) -> float:
        """After so many it must have answered."""
        return self.limits["movetime"] / 1000 + GRACE if "movetime" in self.limits else PATIENCE


def read_wish(text: str) -> Wish:
    """The engine of `PROTOCOL:COMMAND?NAME=VALUE&NAME=VALUE`. Raises ProgramError."""
    _, _, rest = text.partition(":")
    command, _, tail = rest.partition("?")
    words = parted(command)
    options, limits = dict[str, str](), dict[str, int]()
    for part in filter(None, tail.split("&")):
        name, equals, value = (p.strip() for p in part.partition("="))
        if not equals or not name:
            raise ProgramError(f"`{visible(part)}` is not of the form NAME=VALUE, as in `uci:NAME?Threads=2`")
        if name not in _LIMITS:
            options[name] = value
        elif re.fullmatch(r"[1-9]\d{0,8}", value):
            limits[name] = int(value)
        else:
            raise ProgramError(f"`{visible(part)}`: {name} is a whole number above 0")
    title = visible(words[0].rpartition("/")[2])
    return Wish(text, tuple(words), title, options, limits or {"movetime": _USUAL})


class Client(Protocol):
    """An engine that runs, and speaks a protocol."""

    def best(self, game: "History") -> str:
        """What it answers, of which nobody knows yet whether it is a move. Raises ProgramError."""
        ...


@dataclass(slots=True)
class History:
    """How a game came to a state: from `start`, which is the set-up of the rules or a position of its own, by `moves`."""

    start: State
    is_set_up: bool
    moves: list[str] = field(default_factory=list)
    last: State | None = None

    @property
    def state(self) -> State:
        return self.start if self.last is None else self.last

    def follow(self, state: State, dialect: Dialect) -> bool:
        """Goes on to a state, if it is this one or one move lies between; whether it is so."""
        here = self.state
        if state == here:
            return True
        if here.is_terminal:
            return False
        action = next((a for a in here.legal_actions() if here.apply(a) == state), None)
        text = None if action is None else Spoken(here, dialect).text(action)
        if text is None:
            return False
        self.moves.append(text)
        self.last = state
        return True


class EngineSeat:
    """An engine that plays one game, from one seat. It is started when it is first asked."""

    def __init__(self, wish: Wish, dialect: Dialect) -> None:
        self.wish, self.dialect = wish, dialect
        self._client: Client | None = None
        self._history: History | None = None

    def choose(self, state: State) -> int:
        """The engine's move in a state that is not over. Raises ProgramError; then the engine has been ended."""
        if self._client is None:
            self._client = self._started(state)
        history = self._history
        if history is None or not history.follow(state, self.dialect):
            history = self._history = begun(state, self.dialect)
        try:
            answer = self._client.best(history)
            action = self._understood(answer, state)
        except ProgramError:
            self._client = self._history = None  # which ends it
            raise
        history.follow(state.apply(action), self.dialect)
        return action

    def _started(self, state: State) -> Client:
        game = state.engine.game
        try:
            check_fit(state.engine.initial_state(), self.dialect)
        except Unfit as error:
            raise ProgramError(f"{self.wish.title} cannot take a seat: {error}") from error
        if writes_pairs_by_file(game):
            self.dialect = replace(self.dialect, pairs_by_starts=True)
        return GtpClient(self.wish, game) if self.dialect is GTP else UciClient(self.wish, self.dialect, game)

    def _understood(self, answer: str, state: State) -> int:
        """The action that an answer means. Who resigns plays on with any move: the rules say when a game is over."""
        if answer.lower() in ("resign", "win"):
            return state.legal_actions()[0]
        action = Spoken(state, self.dialect).action(answer)
        if action is None:
            raise ProgramError(
                f"{self.wish.title} has answered `{visible(answer)[:_SHOWN]}`, which is no legal move here, and was ended"
            )
        return action


def begun(state: State, dialect: Dialect) -> History:
    """The history of a state of which nobody has told: from the set-up, if at most a move lies between, else from itself."""
    history = History(state.engine.initial_state(), True)
    return history if history.follow(state, dialect) else History(state, False)


class UciClient:
    """An engine that speaks UCI, USI or UCCI."""

    def __init__(self, wish: Wish, dialect: Dialect, game: Game) -> None:
        self.wish, self.dialect, self.game = wish, dialect, game
        self._process = Process(wish.words, wish.title)
        word = dialect.title.lower()
        self._process.say(word)
        lines = self._process.hear(GREETING, lambda line: line == f"{word}ok", f"`{word}ok`")
        self._offered = offered(lines)
        for name, value in self._wanted().items():
            self._set(name, value)
        if dialect is not UCCI:
            self._process.say("usinewgame" if dialect.title == USI.title else "ucinewgame")
        self._wait()

    def best(self, game: History) -> str:
        moves = f" moves {' '.join(game.moves)}" if game.moves else ""
        self._process.say(f"position {self._start(game)}{moves}")
        if self.dialect is UCCI:
            words = [f"{'time' if n == 'movetime' else n} {v}" for n, v in self.wish.limits.items()]
        else:
            words = [f"{n} {v}" for n, v in self.wish.limits.items()]
        self._process.say(f"go {' '.join(words)}")
        lines = self._process.hear(
            self.wish.seconds, lambda line: line.split()[:1] in (["bestmove"], ["nobestmove"]), "`bestmove`"
        )
        return " ".join(lines[-1].split()[1:2]) or "nothing"

    def _start(self, game: History) -> str:
        """The position in which the game begins. Raises ProgramError where there are no words for it."""
        if game.is_set_up and not writes_pairs_by_file(self.game):
            return "startpos"
        if not has_positions(self.game):
            raise ProgramError(
                f"{self.wish.title} cannot be told of this position: the rules of {self.game.title} do not say how positions "
                "are written (`fen` below `notation`)"
            )
        try:
            return f"fen {fen_of(game.start)}"
        except PositionError as error:
            raise ProgramError(f"{self.wish.title} cannot be told of this position: {error}") from error

    def _wanted(self) -> dict[str, str]:
        """The options to be set: those of the wish, and which game it is. Raises ProgramError."""
        found, names = dict(self.wish.options), names_of(self.game, self.dialect)
        variants = self._offered.get("UCI_Variant", ())
        if "UCI_Variant" not in found:
            known = [name for name in names if name in variants]
            if known and STANDARD not in names:
                found["UCI_Variant"] = known[0]
            elif STANDARD not in names:
                raise ProgramError(self._unknown(names, variants))
        if writes_pairs_by_file(self.game) and "UCI_Chess960" in self._offered:
            found.setdefault("UCI_Chess960", "true")
        return found

    def _unknown(self, names: Sequence[str], variants: Sequence[str]) -> str:
        """That the engine does not play this game, as far as anybody has said."""
        if not variants:
            return f"{self.wish.title} plays one game (it has no option `UCI_Variant`), and that is not {self.game.title}"
        said = f"none of {', '.join(f'`{n}`' for n in names)}" if names else "not this one"
        return (
            f"{self.wish.title} knows {len(variants)} games, and {said}; if it has another name for {self.game.title}, "
            "say `?UCI_Variant=NAME` behind it"
        )

    def _set(self, name: str, value: str) -> None:
        known = next((n for n in self._offered if n.lower() == name.lower()), None)
        if known is None:
            help = near(name, list(self._offered)) or f"it has {', '.join(self._offered) or 'none'}"
            raise ProgramError(f"{self.wish.title} has no option `{visible(name)}`; {help}")
        self._process.say(
            f"setoption {known} {value}" if self.dialect is UCCI else f"setoption name {known} value {value}"
        )

    def _wait(self) -> None:
        self._process.say("isready")
        self._process.hear(GREETING, lambda line: line == "readyok", "`readyok`")


class GtpClient:
    """An engine that speaks GTP."""

    def __init__(self, wish: Wish, game: Game) -> None:
        self.wish, self.game = wish, game
        self._process = Process(wish.words, wish.title)
        self._known: History | None = None  # the game that it has been told of
        self._told = 0  # moves of it
        self._ask("protocol_version", GREETING)
        self._ask(f"boardsize {game.board.files}", GREETING)
        if (komi := komi_of(game)) is not None:
            self._ask(f"komi {komi}", GREETING)
        if "movetime" in wish.limits:
            seconds = max(1, wish.limits["movetime"] // 1000)
            self._ask(f"time_settings 0 {seconds} 1", GREETING, must=False)

    def best(self, game: History) -> str:
        first = game.start.current_player
        if game is not self._known:
            self._ask("clear_board", GREETING)
            for colour, vertex in pieces_by_colour(game.start):
                self._ask(f"play {colour} {vertex}", GREETING)
            self._known, self._told = game, 0
        for number in range(self._told, len(game.moves)):
            self._ask(f"play {COLOURS[(first + number) % 2]} {game.moves[number]}", GREETING)
        colour = COLOURS[(first + len(game.moves)) % 2]
        answer = self._ask(f"genmove {colour}", self.wish.seconds)
        self._told = len(game.moves) + 1  # it has made its move itself
        return answer or "nothing"

    def _ask(self, command: str, seconds: float, must: bool = True) -> str:
        """The answer to a command. Raises ProgramError; where nothing depends on it, a refusal is no error."""
        self._process.say(command)
        line = self._process.hear(seconds, lambda line: line[:1] in ("=", "?"), f"an answer to `{command}`")[
            -1
        ]
        if line.startswith("?") and must:
            self._process.end()
            raise ProgramError(
                f"{self.wish.title} has refused `{command}` ({visible(line[1:].strip())[:_SHOWN]}), and was ended"
            )
        return line[1:].strip()


def offered(lines: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The options that an engine offers, each with the values of a list."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        told = re.match(r"option (?:name )?(.+?) type (\w+)(.*)", line)
        if told is not None:
            found[told[1]] = tuple(re.findall(r"\bvar (\S+)", told[3]))
    return found


def engine_seat(text: str) -> EngineSeat:
    """The engine that a text such as `uci:NAME` asks for. Raises ProgramError where it cannot be read, or there is no such program."""
    word = text.partition(":")[0]
    return EngineSeat(read_wish(text), PROTOCOLS[word])


PROTOCOLS: Mapping[str, Dialect] = {"uci": UCI, "usi": USI, "ucci": UCCI, "gtp": GTP}
