"""A game in progress: states, moves and seats; undo, redo, and finding the move that somebody typed.

Knows nothing of terminals. `terminal` talks with people and calls this.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from gdl.model import Game
from interpreter.engines.base import Engine, Reason, State
from interpreter.engines.errors import Ambiguous, IllegalAction, RecordError, Unreadable
from interpreter.play import record
from interpreter.play.bots import Bot, Seat
from interpreter.play.record import Record
from interpreter.play.scene.hidden import contains_hidden
from interpreter.play.scene.reveals import reveals

IMAGINED = 6  # positions that a reason must hold in, to be told to a player who does not see everything
UNTOLD = "why depends on what is hidden from you"


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action as people see it: its number in the list from 1, the action, and its notation.

    Where a notation of the list is a number itself, the numbers of the list are marked.
    """

    number: int
    action: int
    text: str
    is_marked: bool = False

    @property
    def label(self) -> str:
        """The number as it is shown and typed."""
        return f"#{self.number}" if self.is_marked else str(self.number)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key: numbers inside a text by value, so that b2 stands before b10."""
    parts = re.findall(r"\d+|\D+", text.lower())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)


def listed(state: State) -> list[Move]:
    """The legal moves, numbered in the order of their notation."""
    pairs = sorted(
        ((state.action_to_string(a), a) for a in state.legal_actions()), key=lambda p: (natural(p[0]), p[1])
    )
    is_marked = any(re.fullmatch(r"-?\d+", text) for text, _ in pairs)
    return [Move(i, action, text, is_marked) for i, (text, action) in enumerate(pairs, 1)]


def is_forced(moves: Sequence[Move]) -> bool:
    """Whether nothing is left but to pass, or to leave off what one may go on with."""
    return len(moves) == 1 and moves[0].text.lower() in ("pass", "done")


class Session:
    """One game being played. `seats` has a bot per player, or None for a person."""

    def __init__(self, engine: Engine, name: str, seed: int, seats: Sequence[Bot | None]) -> None:
        self.engine = engine
        self.name = name
        self.seed = seed
        self.seats = list(seats)
        self.states: list[State] = [engine.initial_state(seed)]
        self.moves: list[str] = []
        self._undone: list[tuple[str, State]] = []

    @property
    def game(self) -> Game:
        return self.engine.game

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move, or None."""
        return None if self.state.is_terminal else self.seats[self.state.current_player]

    @property
    def has_people(self) -> bool:
        return None in self.seats

    def player(self, state: State | None = None) -> str:
        return self.game.players[(state or self.state).current_player].name

    def chosen(self) -> int:
        """What the bot to move chooses: it is given what its seat may see, and not the state."""
        assert self.bot is not None
        return self.bot.choose(Seat.of(self.state))

    def play(self, action: int) -> str:
        """Plays an action; gives its notation. Raises IllegalAction, GameError and leaves the game as it was."""
        text = self.state.action_to_string(action)
        after = self.state.apply(action)
        self.states.append(after)
        self.moves.append(text)
        self._undone.clear()
        return text

    @property
    def viewer(self) -> int | None:
        """The person who may look now: the one to move, else the first one; None when only bots play."""
        people = [i for i, seat in enumerate(self.seats) if seat is None]
        if not people:
            return None
        player = self.state.current_player
        return player if player in people else people[0]

    @property
    def has_secrets(self) -> bool:
        """Whether several people play who may not see the same."""
        return self.game.is_hidden and self.seats.count(None) > 1

    def seen(self, index: int, viewer: int) -> str | None:
        """A move of the game in notation as a player may know it; None when he may not."""
        state = self.states[index]
        return state.action_seen(state.action_from_string(self.moves[index]), viewer)

    def _is_human(self, state: State) -> bool:
        return not state.is_terminal and self.seats[state.current_player] is None

    def _target(self) -> int | None:
        """Where undoing goes back to: the last decision of a person."""
        return next((i for i in range(len(self.moves) - 1, -1, -1) if self._is_human(self.states[i])), None)

    def would_reveal(self) -> bool:
        """Whether undoing would go back behind a moment at which a person saw what had been hidden from him, or at
        which chance decided something, so that he would know what it decides."""
        target = self._target()
        if target is None:
            return False
        states = self.states[target:]
        if len({s.position()["fields"].get("seed") for s in states}) > 1:
            return True
        people = {i for i, seat in enumerate(self.seats) if seat is None} if self.game.is_hidden else set()
        if not self.state.is_terminal:  # only who has been to act since then has looked
            people &= {s.current_player for s in states}
        return any(
            reveals(self.game, before.observation(p), after.observation(p))
            for p in people
            for before, after in pairwise(states)
        )

    def has_uncovered(self, viewer: int) -> bool:
        """Whether the last move of a person has shown him something that was hidden."""
        mine = (i for i in range(len(self.moves) - 1, -1, -1) if self.states[i].current_player == viewer)
        last = next(mine, None)
        if last is None or not self.game.is_hidden:
            return False
        before, after = self.states[last], self.states[last + 1]
        return reveals(self.game, before.observation(viewer), after.observation(viewer))

    def undo(self) -> int:
        """Back to the last decision of a person; the number of moves taken back, 0 if there was none."""
        before = len(self.moves)
        target = self._target()
        if target is None:
            return 0
        while len(self.moves) > target:
            self._undone.append((self.moves.pop(), self.states.pop()))
        return before - target

    def redo(self) -> int:
        """Forward to a person's next decision, or as far as moves were undone."""
        count = 0
        while self._undone:
            move, state = self._undone.pop()
            self.moves.append(move)
            self.states.append(state)
            count += 1
            if self._is_human(state):
                break
        return count

    def record(self) -> Record:
        options: Mapping[str, object] = {
            o.name: (o.symbols[o.value] if o.symbols and isinstance(o.value, int) else o.value)
            for o in self.game.options
            if o.value != o.default
        }
        return Record(self.name, options, self.seed, tuple(self.moves))

    def save(self, path: Path) -> None:
        """Raises RecordError."""
        record.save(self.record(), path)

    def resume(self, saved: Record, engine: Engine) -> None:
        """Goes on from a record, played on `engine`. Raises RecordError; the game then stands as it was."""
        if engine.game.title != self.engine.game.title:
            raise RecordError(
                f"that is a game of {engine.game.title}, not of {self.engine.game.title}: "
                f"go on with it by `gdl play {saved.game} --load FILE`"
            )
        if len(engine.game.players) != len(self.seats):
            raise RecordError(
                f"that game has {len(engine.game.players)} players and this one {len(self.seats)}: "
                f"start it with `gdl play {saved.game}`"
            )
        states = record.replay(saved, engine)
        self.engine, self.name, self.seed = engine, saved.game, saved.seed
        self.states, self.moves, self._undone = states, list(saved.moves), []

    # ---- what somebody typed

    def read_move(self, text: str) -> list[Move]:
        """The moves that a text may mean: one when it is clear, several when it is not.

        A number of the list, a notation, or what people type for it. Raises IllegalAction with the reason.
        """
        moves = listed(self.state)
        numbered = re.fullmatch(
            r"#\s*(\d{1,18})" if moves and moves[0].is_marked else r"#?\s*(\d{1,18})", text
        )
        if numbered:
            number = int(numbered[1])
            if 1 <= number <= len(moves):
                return [moves[number - 1]]
            raise IllegalAction(f"there is no move number {number}; there are {len(moves)}")
        try:
            action = self.state.action_from_string(text)
        except Ambiguous as error:
            return [m for m in moves if m.action in error.actions]
        except IllegalAction as error:
            found = self._by_sites(text, moves)
            if not found and isinstance(error, Unreadable):
                raise IllegalAction(f"no move is written `{text}`; `moves` lists them all") from None
            if not found:
                raise IllegalAction(self._refusal(text, str(error))) from None
            return found
        return [m for m in moves if m.action == action]

    # ---- reasons that tell no secret

    def _imagined(self) -> list[State]:
        """Positions that the player to move cannot tell from the real one; none when he sees everything."""
        player = self.state.current_player
        if not self.game.is_hidden or not contains_hidden(self.state.observation(player)):
            return []
        return [self.state.resample(player, seed) for seed in range(IMAGINED)]

    def _refusal(self, text: str, message: str) -> str:
        """Why a move is refused, as the player to move may know it: for the same reason wherever he may be."""
        said = set()
        for state in self._imagined():
            try:
                state.action_from_string(text)
            except IllegalAction as error:
                said.add(str(error))
        if not said:
            return message
        return said.pop() if len(said) == 1 else f"{text.strip()} is not legal; {UNTOLD}"

    def why(self, text: str) -> list[Reason]:
        """The clauses that reject a move, as the player to move may know them. Raises IllegalAction when he may not."""
        said = [state.why(text) for state in self._imagined()] or [self.state.why(text)]
        if any(reasons != said[0] for reasons in said):
            raise IllegalAction(f"{text} is not legal; {UNTOLD}")
        return said[0]

    def _by_sites(self, text: str, moves: Sequence[Move]) -> list[Move]:
        words = re.findall(r"(?<!\d)-?\d+,-?\d+|\w+", text.lower())
        board = self.game.board
        sites = [s for s in (board.site(w) for w in words) if s is not None]
        if not words or len(sites) != len(words):
            return []
        ways = [(m, self.state.action_sites(m.action)) for m in moves]
        wanted = tuple(sites)
        begins = [(m, way) for m, way in ways if way[: len(wanted)] == wanted]
        exact = [m for m, way in begins if way == wanted]
        if len(exact) == 1 and len(wanted) > 1:
            return exact
        return [m for m, _ in begins] or [m for m, way in ways if set(wanted) <= set(way)]
