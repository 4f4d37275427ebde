"""A game as an engine that speaks GTP, the Go Text Protocol, version 2 (Farnebäck, 2002): for games in which stones are put on points."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import gdl
from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import option_text
from interpreter.play.protocols.moves import COLOURS, GTP, KOMI, SIZE, Spoken, colour_of
from interpreter.play.protocols.thoughts import Limit, Thinks, share_of_time
from interpreter.play.text.drawing import Layout, draw

Say = Callable[[str], None]
MakeEngine = Callable[[Mapping[str, str]], Engine]  # with these options set; raises GameError

_PART = 0.8  # of the time for a move that it takes
_USUAL = 1.0  # seconds for a move, if nobody says it
_COMMANDS = (
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi", "play",
    "genmove", "undo", "time_settings", "time_left", "showboard",
)  # fmt: skip


class Refusal(ValueError):  # noqa: N818 - an answer, not an error
    """A command that cannot be obeyed; the message goes back to whoever sent it."""


class GtpEngine:
    """Answers command by command. `make` gives the engine of the game with other options, such as the size of its board."""

    def __init__(
        self, engine: Engine, make: MakeEngine, think: Callable[[Game], Thinks], seed: int = 0
    ) -> None:
        self.engine, self.seed = engine, seed
        self._make, self._think = make, think
        self._mind: Thinks | None = None  # the search, made when it is first needed
        self._settings = dict[str, str]()
        self._moves, self._states = list[str](), [engine.initial_state(seed)]
        # seconds in all, and for so many moves behind that
        self._main, self._reserve, self._stones = 0.0, 0.0, 0
        self._left: dict[int, tuple[float, int]] = {}  # of each player: seconds, for so many moves

    @property
    def state(self) -> State:
        return self._states[-1]

    def run(self, lines: Iterator[str], say: Say) -> None:
        """Obeys until `quit` or the end of the lines."""
        for line in lines:
            words = line.partition("#")[0].split()
            number = words.pop(0) if words and words[0].isdecimal() else ""
            if not words:
                continue
            try:
                say(f"={number} {self.obey(words[0].lower(), words[1:])}".rstrip() + "\n")
            except Refusal as error:
                say(f"?{number} {error}\n")
            if words[0].lower() == "quit":
                break

    def obey(self, command: str, given: list[str]) -> str:
        """The answer to a command. Raises Refusal."""
        match command, given:
            case "protocol_version", _:
                return "2"
            case "name", _:
                return f"gdl {self.engine.game.title}"
            case "version", _:
                return gdl.__version__
            case "known_command", [name, *_]:
                return "true" if name in _COMMANDS else "false"
            case "list_commands", _:
                return "\n".join(_COMMANDS)
            case "quit", _:
                return ""
            case "boardsize" | "komi" | "clear_board", _:
                return self._begin(command, given)
            case "play" | "genmove", [colour, *rest]:
                return self._act(command, colour, rest)
            case "undo", _:
                return self._undo()
            case "time_settings" | "time_left", _:
                return self._set_time(command, given)
            case "showboard", _:
                return "\n" + draw(self.engine.game, self.state.position(), Layout(False))
        raise Refusal("unknown command" if command not in _COMMANDS else "syntax error")

    # ---- positions

    def _begin(self, command: str, given: list[str]) -> str:
        """A new game, perhaps on a board of another size; another komi leaves the moves as they are. Raises Refusal."""
        moves: list[str] = []
        if command == "boardsize":
            self._change(SIZE, given, "unacceptable size")
        elif command == "komi":
            self._change(KOMI, given, "unacceptable komi")
            moves = self._moves
        self._moves, self._states = [], [self.engine.initial_state(self.seed)]
        for move in moves:
            self._play(move)
        return ""

    def _change(self, name: str, given: list[str], why: str) -> None:
        """Sets an option of the rules. Raises Refusal."""
        game = self.engine.game
        option = next((o for o in game.options if o.name == name), None)
        try:
            wanted = Fraction(given[0])
        except (IndexError, ValueError, ZeroDivisionError):
            raise Refusal("syntax error") from None
        if option is None:
            if name == SIZE and wanted == game.board.files:
                return
            raise Refusal(why)
        value = next((v for v in option.values if v is not None and v == wanted), None)
        if value is None:
            raise Refusal(why)
        if value != option.value:
            self._settings[name] = option_text(option, value)
            self.engine, self._mind = self._make(self._settings), None

    def _undo(self) -> str:
        if not self._moves:
            raise Refusal("cannot undo")
        self._moves.pop()
        self._states.pop()
        return ""

    def _play(self, move: str) -> None:
        """Makes a move of the player who is to act. Raises Refusal."""
        action = None if self.state.is_terminal else Spoken(self.state, GTP).action(move)
        if action is None:
            raise Refusal("illegal move")
        self._states.append(self.state.apply(action))
        self._moves.append(move)

    # ---- moves

    def _act(self, command: str, colour: str, rest: list[str]) -> str:
        player = colour_of(colour)
        if player is None or (command == "play" and not rest):
            raise Refusal("syntax error")
        if self.state.is_terminal:
            return "" if command == "play" and rest[0].lower() == "pass" else self._after_the_end(command)
        if player != self.state.current_player:
            raise Refusal(f"illegal move: it is the turn of {COLOURS[self.state.current_player]}")
        if command == "play":
            self._play(rest[0])
            return ""
        if self._mind is None:
            self._mind = self._think(self.engine.game)
            self._mind.prepare()
        self._mind.begin()
        action = self._mind.think(self.state, Limit(self._seconds(player)), lambda finding: None)
        text = Spoken(self.state, GTP).text(action) or "pass"
        self._play(text)
        return text

    def _after_the_end(self, command: str) -> str:
        if command == "play":
            raise Refusal("illegal move: the game is over")
        return "pass"

    # ---- time

    def _set_time(self, command: str, given: list[str]) -> str:
        try:
            if command == "time_settings":
                self._main, self._reserve, self._stones = float(given[0]), float(given[1]), int(given[2])
                self._left = {}
            else:
                player = colour_of(given[0])
                if player is not None:
                    self._left[player] = float(given[1]), int(given[2])
        except (IndexError, ValueError):
            raise Refusal("syntax error") from None
        return ""

    def _seconds(self, player: int) -> float:
        """How long a move may take."""
        left, stones = self._left.get(player, (self._main, 0))
        if not left and not self._reserve:
            return _USUAL
        if stones or not left:  # the time behind the main time, which is for so many moves
            left, stones = (left, stones) if stones else (self._reserve, max(1, self._stones))
            return _PART * left / stones
        return share_of_time(left, 0.0, None)
