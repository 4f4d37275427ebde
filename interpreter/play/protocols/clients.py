"""The conversations with other programs' engines: UCI and its kin, XBoard's protocol, and GTP.

A client speaks one protocol and knows no game: it starts a program, tells it of a game, and passes on what it answers.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from gdl.diagnostics.similar_names import near
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError, ProgramError
from interpreter.play.protocols.moves import (
    CECP,
    COLOURS,
    NORMAL,
    STANDARD,
    UCCI,
    USI,
    Dialect,
    Spoken,
    has_positions,
    komi_of,
    names_of,
    pieces_by_colour,
    writes_pairs_by_file,
)
from interpreter.play.protocols.process import Process, parted
from interpreter.positions.fen import fen_of, sfen_from

GREETING = 20.0  # seconds in which a program says that it is there
GRACE = 5.0  # seconds beyond its time in which it must answer
PATIENCE = 120.0  # seconds for an answer where its time is not limited otherwise
_USUAL = 1000  # milliseconds for a move
_LIMITS = ("movetime", "depth", "nodes")
_GREETED = re.compile(r"pong 1$|Error.*ping|Illegal move.*ping", re.IGNORECASE)
_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_ANSWERED = re.compile(
    r"(?:move|My move is ?:?) (?P<move>\S+)|(?P<result>1-0|0-1|1/2-1/2|resign)\b|(?P<refused>Illegal move)"
)
SHOWN = 40  # letters of an answer that a message repeats


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


def begun(state: State, dialect: Dialect) -> History:
    """The history of a state of which nobody has told: from the set-up, if at most a move lies between, else from itself."""
    history = History(state.engine.initial_state(), True)
    return history if history.follow(state, dialect) else History(state, False)


def position_for(wish: Wish, game: History, dialect: Dialect) -> str:
    """The position in which a game begins, with the word of a protocol before it. Raises ProgramError where there are no words for it."""
    rules = game.start.engine.game
    if not has_positions(rules):
        raise ProgramError(
            f"{wish.title} cannot be told of this position: the rules of {rules.title} do not say how positions "
            "are written (`fen` below `notation`)"
        )
    try:
        fen = fen_of(game.start)
        if dialect.title == USI.title:
            return f"sfen {sfen_from(fen)}"
        return f"setboard {fen}" if dialect.title == CECP.title else f"fen {fen}"
    except PositionError as error:
        raise ProgramError(f"{wish.title} cannot be told of this position: {error}") from error


def unknown(
    wish: Wish, game: Game, names: Sequence[str], variants: Sequence[str], option: str
) -> ProgramError:
    """That an engine does not play a game, as far as anybody has said; `option` chooses one of those that it plays."""
    if not variants:
        return ProgramError(
            f"{wish.title} plays one game (it has no option `{option}`), and that is not {game.title}"
        )
    said = f"none of {', '.join(f'`{n}`' for n in names)}" if names else "not this one"
    return ProgramError(
        f"{wish.title} knows {len(variants)} game{'s' * (len(variants) > 1)}, and {said}; if it has another name for {game.title}, "
        f"say `?{option}=NAME` behind it"
    )


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
        start = "startpos"
        if not game.is_set_up or writes_pairs_by_file(self.game):
            start = position_for(self.wish, game, self.dialect)
        self._process.say(f"position {start}{moves}")
        names = {"movetime": "time"} if self.dialect is UCCI else {}
        words = [f"{names.get(n, n)} {v}" for n, v in self.wish.limits.items()]
        self._process.say(f"go {' '.join(words)}")
        lines = self._process.hear(
            self.wish.seconds, lambda line: line.split()[:1] in (["bestmove"], ["nobestmove"]), "`bestmove`"
        )
        return " ".join(lines[-1].split()[1:2]) or "nothing"

    def _wanted(self) -> dict[str, str]:
        """The options to be set: those of the wish, and which game it is. Raises ProgramError."""
        found, names = dict(self.wish.options), names_of(self.game, self.dialect)
        variants = self._offered.get("UCI_Variant", ())
        if "UCI_Variant" not in found:
            known = [name for name in names if name in variants]
            if known and STANDARD not in names:
                found["UCI_Variant"] = known[0]
            elif STANDARD not in names:
                raise unknown(self.wish, self.game, names, variants, "UCI_Variant")
        if writes_pairs_by_file(self.game) and "UCI_Chess960" in self._offered:
            found.setdefault("UCI_Chess960", "true")
        return found

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


class CecpClient:
    """An engine that speaks XBoard's protocol."""

    def __init__(self, wish: Wish, game: Game) -> None:
        self.wish, self.game = wish, game
        self._process = Process(wish.words, wish.title)
        self._known: History | None = None  # the game that it has been told of
        self._told = 0  # moves of it
        self._say("xboard", "protover 2", "ping 1")
        # programs of the first version know neither features nor `ping`
        lines = self._process.hear(GREETING, lambda line: bool(_GREETED.match(line)), "`pong 1`")
        self._features = {n: v.strip('"') for line in lines for n, v in _FEATURE.findall(line)}
        self._begin = [*self._variant(), "force", "nopost", "easy", *self._settings()]

    def best(self, game: History) -> str:
        self._say("force")
        if game is not self._known:
            self._say("new", *self._begin)
            if not game.is_set_up or writes_pairs_by_file(self.game):
                self._say(position_for(self.wish, game, CECP))
            self._known, self._told = game, 0
        word = "usermove " if self._features.get("usermove") == "1" else ""
        moves = game.moves[self._told :]
        self._say(*(word + move for move in moves), "go")

        def is_answer(line: str) -> bool:
            found = _ANSWERED.match(line)
            return found is not None and (found["refused"] is None or any(m in line for m in moves))

        lines = self._process.hear(self.wish.seconds, is_answer, "a move")
        answer = _ANSWERED.match(lines[-1])
        assert answer is not None
        self._told = len(game.moves) + 1
        lost = "0-1" if game.state.current_player == 0 else "1-0"
        return "resign" if answer["result"] in ("resign", lost) else answer["move"] or lines[-1]

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._process.say(line)

    def _variant(self) -> list[str]:
        """Which game it is to play. Raises ProgramError."""
        wished = self.wish.options.get("variant")
        names = [wished] if wished is not None else names_of(self.game, CECP)
        offered = [v for v in self._features.get("variants", "").split(",") if v]
        known = [n for n in names if n in (offered or [NORMAL])]
        if not known:
            raise unknown(self.wish, self.game, names, offered, "variant")
        return [] if NORMAL in known else [f"variant {known[0]}"]

    def _settings(self) -> list[str]:
        """How long it thinks, and the options of the wish. Raises ProgramError."""
        limits = self.wish.limits
        if "nodes" in limits:
            raise ProgramError(f"{self.wish.title} cannot be given nodes: CECP has `movetime` and `depth`")
        found = [f"st {max(1, limits['movetime'] // 1000)}"] if "movetime" in limits else []
        found += [f"sd {limits['depth']}"] if "depth" in limits else []
        return [*found, *(f"option {n}={v}" for n, v in self.wish.options.items() if n != "variant")]


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
                f"{self.wish.title} has refused `{command}` ({visible(line[1:].strip())[:SHOWN]}), and was ended"
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
