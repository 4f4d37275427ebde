"""A game as an engine for boards that speak XBoard's protocol, CECP, in its version 2 (Mann and Muller, 2009).

A board says each move of its own and lets the engine answer for one side, for none (`force`), or think about all (`analyze`).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Lock
from time import perf_counter

import gdl
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.play.background_search import Mind, commands
from interpreter.play.bots import LEVELS
from interpreter.play.protocols.moves import CECP, Spoken, names_of, writes_pairs_by_file
from interpreter.play.protocols.thoughts import (
    LEAST,
    Limit,
    Progress,
    Thinks,
    centipawns,
    moves_to_win,
    share_of_time,
)
from interpreter.positions.documents import read_state

_MATE = 100_000  # the score of a win in so many moves less
_FEATURES = "ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 time=1 draw=0 sigint=0 sigterm=0 analyze=1 memory=1 smp=1"
_IGNORED = {
    "", "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "otim", "draw", "hint",
    "bk", "nps", "egtpath", "pause", "resume", "variant", ".", "?", "quit",
}  # fmt: skip
_LEVEL = re.compile(r"(\d{1,6}) (\d{1,6})(?::(\d{1,2}))? (\d{1,6}(?:\.\d{1,3})?)")


class CecpEngine:
    """Answers line by line."""

    def __init__(
        self, engine: Engine, say: Callable[[str], None], think: Callable[[Game], Thinks], seed: int = 0
    ) -> None:
        """`think` makes the search."""
        self.engine, self.game, self.seed = engine, engine.game, seed
        self.dialect = replace(CECP, pairs_by_starts=writes_pairs_by_file(self.game))
        self.mind = Mind(lambda: think(self.game), seed)
        self._say, self._lock = say, Lock()
        self._pongs: list[str] = []  # that are due when a move is made
        self._shows = self._analyses = False
        self._level = (0, 0.0, 0.0)  # moves for which a time is, 0: for all; seconds for them; for each more
        self._limit, self._left = Limit(), 0.0
        self._begin()

    def _begin(self) -> None:
        self.states = [self.engine.initial_state(self.seed)]
        self._mine: int | None = 1  # the player for whom the engine answers
        self._turn = 0  # changes where an answer that is on its way has become useless

    @property
    def state(self) -> State:
        return self.states[-1]

    def run(self, lines: Iterator[str]) -> None:
        """Obeys until `quit` or the end of the lines."""
        for word, rest in commands(lines):
            self.obey(word, rest)
        self._halt()

    def say(self, line: str) -> None:
        with self._lock:
            self._say(line)

    def obey(self, word: str, rest: str) -> None:
        """Obeys one line, given by its first word and the rest."""
        match word:
            case "protover":
                self._tell_features()
            case (
                "new" | "setboard" | "undo" | "remove" | "usermove" | "analyze" | "exit" | "result" | "force"
            ):
                self._halt()
                self._change(word, rest)
            case "variant" if rest not in names_of(self.game, CECP):
                self.say(f"tellusererror this engine plays {self.game.title}, not `{rest[:40]}`")
            case "go" | "playother":
                self._halt()
                player = self.state.current_player
                self._mine = player if word == "go" else 1 - player
                self._go_on()
            case "?" if self.mind.search is not None:
                self.mind.search.stop()
            case "ping":
                self._pongs.append(rest)
                if self._analyses or self.mind.search is None or not self.mind.search.is_alive:
                    self._pong()
            case "post" | "nopost":
                self._shows = word == "post"
            case _ if word not in _IGNORED and not self._sets(word, rest):
                self.say(f"Error (unknown command): {word[:40]}")

    def _sets(self, word: str, rest: str) -> bool:
        """Sets a number of how the engine thinks; whether that was one."""
        level = _LEVEL.fullmatch(rest)
        name, _, value = rest.partition("=") if word == "option" else (word, "", rest)
        if word == "level" and level is not None:
            seconds = 60 * int(level[2]) + int(level[3] or 0)
            self._level, self._left = (int(level[1]), float(seconds), float(level[4])), float(seconds)
            self._limit = replace(self._limit, seconds=None)
            return True
        if name == "st" and re.fullmatch(r"\d{1,6}(\.\d{1,9})?", value):
            self._limit = replace(self._limit, seconds=float(value))
            return True
        if not re.fullmatch(r"\d{1,9}", value):
            return False
        match name:
            case "sd":
                self._limit = replace(self._limit, depth=int(value))
            case "time":
                self._left = int(value) / 100
            case "memory" | "cores" | "Level" | "Move Overhead":
                self._halt()
                self.mind.set({"memory": "hash", "cores": "threads"}.get(name, name.lower()), int(value))
            case _:
                return False
        return True

    def _tell_features(self) -> None:
        self.say(f'feature myname="gdl {gdl.__version__} {self.game.title}" {_FEATURES}')
        self.say(
            f'feature variants="{",".join(names_of(self.game, CECP))}" option="Level -spin 0 0 {len(LEVELS)}"'
        )
        self.mind.prepare(self.state)
        self.say("feature done=1")

    # ---- the game

    def _change(self, word: str, rest: str) -> None:
        """Changes the position, or who thinks, while nobody does; then goes on."""
        match word:
            case "new":
                self._begin()
                self._analyses, self._limit = False, replace(self._limit, depth=None)
                return
            case "force" | "result" | "exit":
                self._mine, self._analyses = None, False
            case "analyze":
                self._mine, self._analyses = None, True
            case "undo" | "remove":
                del self.states[max(1, len(self.states) - (1 if word == "undo" else 2)) :]
            case "setboard":
                try:
                    self.states = [read_state(self.engine, rest, "the position")]
                except PositionError as error:
                    self.say(f"tellusererror Illegal position: {' '.join(str(error).split())[:300]}")
            case _:
                action = None if self.state.is_terminal else Spoken(self.state, self.dialect).action(rest)
                if action is None:
                    self.say(f"Illegal move: {rest[:40]}")
                else:
                    self._play(action)
        self._go_on()

    def _text(self, said: Spoken, action: int) -> str:
        return said.text(action) or next(iter(said.texts().values()), "0000")

    def _play(self, action: int) -> None:
        self.states.append(self.state.apply(action))
        if self.state.is_terminal:
            first, second = self.state.returns
            result = "1-0" if first > second else "0-1" if first < second else "1/2-1/2"
            ended = self.state.ended
            self.say(f"{result} {{{ended.text if ended is not None else 'the game is over'}}}")

    # ---- thinking

    def _go_on(self) -> None:
        """Thinks, where the engine is to move or analyses."""
        if self.state.is_terminal or (self._mine != self.state.current_player and not self._analyses):
            return
        self._turn += 1
        turn, state, start = self._turn, self.state, perf_counter()
        said = Spoken(state, self.dialect)

        def report(found: Progress) -> None:
            if (self._shows or self._analyses) and turn == self._turn:
                spent = int(100 * (perf_counter() - start))
                worth = _worth(found)
                self.say(f"{found.depth} {worth} {spent} {found.positions} {self._text(said, found.action)}")

        def answer(action: int) -> None:
            if turn == self._turn and not self._analyses:
                self.say(f"move {self._text(said, action)}")
                self._play(action)
                self._pong()

        self.mind.begin(
            state, Limit() if self._analyses else self._time(), report, answer, self._analyses, False
        )

    def _time(self) -> Limit:
        """How long to think about the next move."""
        moves, _, added = self._level
        if self._limit.seconds is not None:
            seconds = self._limit.seconds
        elif not self._left:
            return self._limit if self._limit.depth else Limit(seconds=1.0)  # nobody has said how long
        else:
            seconds = share_of_time(
                self._left, added, moves - (len(self.states) - 1) // 2 % moves if moves else None
            )
        return replace(self._limit, seconds=max(LEAST, seconds - self.mind.overhead))

    def _halt(self) -> None:
        """Ends the present search, whose answer does not count."""
        self._turn += 1
        self.mind.finish()
        self._pong()

    def _pong(self) -> None:
        while self._pongs:
            self.say(f"pong {self._pongs.pop(0)}")


def _worth(found: Progress) -> int:
    if found.wins_in is None:
        return centipawns(found)
    moves = moves_to_win(found)
    return _MATE + moves if moves > 0 else moves - _MATE
