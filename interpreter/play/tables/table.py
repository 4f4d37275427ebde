"""A game at a table: who sits where, moves, clocks, taking back and draws by consent, resigning, chat.

A table knows nothing of sockets. What changes it raises `Refused` with a reason for people, or returns; the caller then
tells everybody. `rev` counts the changes, so that nobody plays on a board that is no longer there. Times are seconds of a
monotonic clock that the caller passes, so that tests need not wait.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field
from time import monotonic
from typing import TypeAlias

from gdl.core.model import Game
from gdl.platform.dataclass import dataclass
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import ResignedError
from interpreter.play.bots import Bot
from interpreter.play.choosing.walk import Chooser, Node, Walk
from interpreter.play.lessons.attempt import Attempt
from interpreter.play.memo import Recent, by_game
from interpreter.play.session import AGREED, Session, goes_on, resignation, returns_without
from interpreter.play.tables.plans import Plan, answer_of
from interpreter.shared.numbering import ActionNumbers

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
CHAT_LETTERS = 400
CHAT_LINES = 200
"""Lines of chat that a table keeps."""
_WALKS = 8  # states of which the choices are remembered: the present one, and those that somebody looks at


class Refused(ValueError):  # noqa: N818 - an answer, not an error
    """What somebody wants cannot be done; the message is meant for them."""


@dataclass()
class Clock:
    """`left` has the seconds of each player; a move adds `increment`. `running` is the player whose clock runs, since
    `since`; None before the first move and at the end."""

    start: float
    increment: float
    left: list[float]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def of(cls, players: int, minutes: float, increment: float) -> "Clock":
        return cls(60 * minutes, increment, [60 * minutes] * players)

    def remaining(self, player: int, now: float) -> float:
        """The seconds that a player has, not less than 0."""
        spent = now - self.since if player == self.running else 0.0
        return max(0.0, self.left[player] - spent)

    def turn(self, before: int, after: int | None, now: float) -> None:
        """A move has been made by `before`; `after` is to move, None at the end. The first move starts the clocks."""
        if self.running is not None:
            self.left[before] = self.remaining(before, now) + self.increment
        self.running, self.since = after, now

    def stop(self, now: float) -> None:
        """Stops for good, as the game is over."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = None

    def fallen(self, now: float) -> int | None:
        """The player whose time is up, or None."""
        if self.running is not None and self.remaining(self.running, now) <= 0:
            return self.running
        return None

    def to_json(self, now: float) -> dict[str, Json]:
        """What is kept on disk: without the time that a server was down, which costs nobody anything."""
        left = [self.remaining(p, now) for p in range(len(self.left))]
        return {"start": self.start, "increment": self.increment, "left": [*left], "running": self.running}

    @classmethod
    def from_json(cls, data: dict[str, object], now: float) -> "Clock":
        left, running = data["left"], data["running"]
        assert isinstance(left, list)
        assert running is None or isinstance(running, int)
        start, increment = float(str(data["start"])), float(str(data["increment"]))
        return cls(start, increment, [float(x) for x in left], running, now)


HOST = "host"  # the party of the seats that share the browser of whoever opened the table


@dataclass()
class Seat:
    """A player's place. `who` is what it was opened as; seats of one `party` share a browser; `bot` plays by itself."""

    token: str
    who: str
    party: str
    name: str = ""
    bot: Bot | None = None

    @property
    def is_person(self) -> bool:
        return self.bot is None


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done at a revision of a table without a person: an action, or None where a bot gives up."""

    rev: int
    action: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of chat."""

    by: str
    text: str


@dataclass()
class Ask:
    """A wish of one party that others must agree to: `undo`, `redo`, `draw` or `rematch`. `waiting` are the parties that have not answered."""

    of: str
    by: int
    waiting: set[str]


@dataclass()
class Table:
    """One game being played. `lesson`: the task that somebody works at here, if it is one."""

    id: str
    source: str  # the game's name or path, as it is loaded again
    session: Session
    seats: list[Seat]
    watcher: str  # the token of spectators
    clock: Clock | None = None
    rev: int = 0
    ask: Ask | None = None
    chat: list[Line] = field(default_factory=list)
    now: Callable[[], float] = monotonic
    lesson: Attempt | None = None
    plans: list[Plan] = field(default_factory=list)

    @classmethod
    def at_one_screen(cls, session: Session, seconds: tuple[float, float] | None = None) -> "Table":
        """The table of a session at which all people share a screen. `seconds`: thinking time of each, and what a move adds."""
        seats = [
            Seat("", bot.name if bot else "human", HOST, session.names.get(p.name, ""), bot)
            for p, bot in zip(session.game.players, session.seats, strict=True)
        ]
        clock = None if seconds is None else Clock.of(len(seats), seconds[0] / 60, seconds[1])
        return cls("", session.name, session, seats, "", clock)

    def __post_init__(self) -> None:
        self.chooser = Chooser(self.engine)
        self._walks: Recent[Walk] = Recent(_WALKS)
        self._formalities: Recent[int | None] = Recent(1)

    @property
    def engine(self) -> Engine:
        return self.session.engine

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def verdict(self) -> str:
        """How the game ended otherwise than by its rules; "" where it did not."""
        return self.session.verdict

    @property
    def is_over(self) -> bool:
        return bool(self.verdict) or self.state.is_terminal

    @property
    def mover(self) -> int | None:
        """The player to move; None when the game is over."""
        return None if self.is_over else self.state.current_player

    @property
    def is_naming(self) -> bool:
        """Whether moves are only named here, as in a lesson about which moves are legal."""
        return self.lesson is not None and self.lesson.lesson.form == "moves"

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move, or None."""
        return None if self.mover is None else self.seats[self.mover].bot

    @property
    def tokens(self) -> list[str]:
        """Those of the seats, and then that of spectators."""
        return [*(seat.token for seat in self.seats), self.watcher]

    def state_at(self, ply: int) -> State:
        """The state after so many moves. Raises Refused."""
        try:
            if ply >= 0:
                return self.session.states[ply]
        except IndexError:  # so many have not been made, or some were taken back just now
            pass
        raise Refused(f"the game has {len(self.session.moves)} moves")

    def turn_of(self, player: int, otherwise: str = "it is not your turn") -> State:
        """The state in which a player is to move, read once: another thread may play meanwhile. Raises Refused."""
        state = self.state
        if self.verdict or state.is_terminal or state.current_player != player:
            raise Refused(otherwise)
        return state

    @property
    def formality(self) -> int | None:
        """The action that is to be made now and decides nothing: to deal, as all that its phase offers, or to pass where nothing else is
        possible. None where there is something to decide."""
        if self.mover is None or self.lesson is not None:
            return None
        state = self.state
        return self._formalities.get(state, None, lambda: _formality(state))

    @property
    def is_bot_idle(self) -> bool:
        """Whether a bot is to move and can only pass."""
        formality = self.formality if self.bot is not None else None
        move = ActionNumbers(self.game).decode(formality) if formality is not None else None
        return move is not None and move.action.form in ("pass", "done")

    @property
    def answer(self) -> int | None:
        """What the player to move has laid down for this moment."""
        return None if self.mover is None else answer_of(self.plans, self.mover, self.session.actions)

    def name(self, player: int) -> str:
        """A player as others call them: the player of the rules, with the name of the person."""
        side, person = self.game.players[player].name, self.seats[player].name
        return f"{person} ({side})" if person else side

    def walk(self, state: State | None = None) -> Walk:
        """The choices of the player to move, now or in another state; they are found once."""
        of = self.state if state is None else state
        return self._walks.get(of, None, lambda: self.chooser.walk(of))

    # ---- moves

    def do(self, player: int, path: Sequence[str], rev: int) -> None:
        """Plays the action that a path of choices is. Raises Refused, NoSuchChoice, GameError."""
        self._check_turn(player, rev)
        node: Node = self.walk().at(path)
        if node.action is None:
            raise Refused("something is left to choose")
        self.play(node.action)

    def play(self, action: int) -> None:
        """Plays a legal action for the player to move. Raises GameError."""
        before = self.state.current_player
        self.session.play(action)
        if self.clock is not None:
            self.clock.turn(before, self.mover, self.now())
            if self.is_over:
                self.clock.stop(self.now())
        self._changed()

    def decide(self) -> Decision:
        """What the bot to move does. It may take long, and may run in a thread of its own. Raises GameError, ProgramError."""
        rev = self.rev
        with suppress(ResignedError):
            return Decision(rev, self.session.chosen())
        return Decision(rev, None)

    def follow(self, decision: Decision) -> bool:
        """Does it. False: the game went elsewhere meanwhile, as by taking back or by the clock. Raises GameError."""
        if decision.rev != self.rev:
            return False
        if decision.action is None:
            self.give_up()
        else:
            self.play(decision.action)
        return True

    def _check_turn(self, player: int, rev: int) -> None:
        self.check_time()
        if self.is_over:
            raise Refused("the game is over")
        if self.mover != player:
            raise Refused("it is not your turn")
        if self.is_naming:
            raise Refused("in this lesson moves are named, and not played")
        if rev != self.rev:
            raise Refused("the board has changed meanwhile")

    def _changed(self) -> None:
        self.rev += 1
        self.ask = None

    def take_back_own(self) -> None:
        """Takes back the last decision, of the player who lays out a set-up that nobody else has seen."""
        self.session.undo()
        self._changed()

    def take_over(self, session: Session) -> None:
        """Goes on with another session."""
        self.session = session
        self.chooser = Chooser(self.engine)
        self.plans.clear()
        self._changed()

    def begin_again(self) -> None:
        """A lesson from its beginning."""
        self.session.restart()
        if self.lesson is not None:
            self.lesson.found.clear()
        self._changed()

    # ---- ends by people

    def check_time(self) -> bool:
        """Ends the game if a player's time is up. Whether it did."""
        if self.clock is None or self.is_over:
            return False
        late = self.clock.fallen(self.now())
        if late is None:
            return False
        self.end(f"{self.game.players[late].name} has run out of time.", late)
        return True

    def end(self, verdict: str, loser: int | None = None) -> None:
        """Ends the game otherwise than by its rules. Where there are two sides, the other one than the loser's wins."""
        self.session.end(returns_without(self.game, loser), verdict)
        if self.clock is not None:
            self.clock.stop(self.now())
        self._changed()

    def vacate(self) -> str:
        """The bot that is to move leaves its seat to whoever opened the table. The name of the player."""
        assert self.mover is not None
        seat = self.seats[self.mover]
        seat.bot, seat.who, seat.party = None, "human", HOST
        return self.session.vacate()

    def give_up(self) -> None:
        """The bot that is to move gives up a game of two sides."""
        assert self.mover is not None
        self.end(resignation(self.game, self.mover), self.mover)

    def resign(self, player: int, leave: Callable[[], Bot]) -> None:
        """A player gives up. Where more than one opponent remains, a bot (`leave`) takes the seat, and the game continues."""
        if self.is_over:
            raise Refused("the game is over")
        people = [i for i, seat in enumerate(self.seats) if seat.is_person]
        if goes_on(self.game, player, people):
            self.seats[player].bot = leave()
            self.session.seats[player] = self.seats[player].bot
            self.seats[player].name = "left"
            self._changed()
            return
        self.end(resignation(self.game, player), player)

    # ---- by consent

    def wish(self, player: int, of: str) -> bool:
        """A wish to take back (`undo`), to make again what was taken back (`redo`), for a draw, or for another game (`rematch`).
        Whether it has been granted at once."""
        self._check_wish(of)
        party = self.seats[player].party
        others = {s.party for s in self.seats if s.is_person and s.party != party}
        if of == "draw" and any(not s.is_person for s in self.seats):
            raise Refused("a bot plays on: it agrees to no draw")
        if not others:
            self._grant(player, of)
            return True
        if self.ask is not None and self.ask.of == of and party in self.ask.waiting:
            return self.consent(player, of, True)  # both wish the same
        self.ask = Ask(of, player, others)
        return False

    def _check_wish(self, of: str) -> None:
        if of in ("draw", "redo") and self.is_over:
            raise Refused("the game is over")
        if of == "rematch" and (not self.is_over or self.lesson is not None):
            raise Refused("another game begins when this one is over")
        if of == "undo" and (refusal := self.why_not_back):
            raise Refused(refusal)

    @property
    def why_not_back(self) -> str:
        """Why no move can be taken back; "" where one can."""
        if self.verdict:
            return "the game is over"
        if not self.session.can_undo:
            return "there is nothing to take back"
        if self.session.would_reveal():
            return (
                "that cannot be taken back: since then something hidden has been seen, or chance has decided"
            )
        return (
            "the game is over, and what was hidden may be known"
            if self.is_over and self.game.is_hidden
            else ""
        )

    def consent(self, player: int, of: str, yes: bool) -> bool:
        """The answer to a wish. Whether the wish has been granted."""
        if self.ask is None or self.ask.of != of or self.seats[player].party not in self.ask.waiting:
            raise Refused("nobody has asked you that")
        if not yes:
            self.ask = None
            return False
        self.ask.waiting.discard(self.seats[player].party)
        if self.ask.waiting:
            return False
        self._grant(self.ask.by, of)
        return True

    def _grant(self, player: int, of: str) -> None:
        match of:
            case "draw":
                self.end(AGREED)
            case "rematch":
                self._change_sides()
            case "redo":
                if not self.session.redo():
                    raise Refused("nothing was taken back")
                self._changed()
            case _:
                self._take_back(player)

    def _change_sides(self) -> None:
        """Makes room for another game of the same people: each takes the place of the next player, with their token. Who has left a
        seat may come back to it."""
        self.seats = [self.seats[-1], *self.seats[:-1]]
        for seat in self.seats:
            if seat.name == "left":
                seat.name, seat.bot = "", None
        if self.clock is not None:
            self.clock = Clock.of(len(self.seats), self.clock.start / 60, self.clock.increment)

    def _take_back(self, player: int) -> None:
        """Back to the last decision of the player who wishes it, or of their party; else to that of another person."""
        party = self.seats[player].party
        count = self.session.undo()
        while (
            count
            and self.session.moves
            and (self.formality is not None or self.seats[self.state.current_player].party != party)
        ):
            if self.session.would_reveal():
                break
            count = self.session.undo()
        self.plans = [plan for plan in self.plans if plan.player != self.mover]  # else it is done again
        if self.clock is not None and self.mover is not None and self.clock.running is not None:
            self.clock.turn(self.clock.running, self.mover, self.now())
        self._changed()

    # ---- people

    def rename(self, player: int, name: str) -> None:
        """A person takes a name, which stands in records of the game, too."""
        self.seats[player].name = name
        self.note_names()

    def note_names(self) -> None:
        """The session gets the names of the people who sit here now."""
        pairs = zip(self.game.players, self.seats, strict=True)
        self.session.names = {p.name: s.name for p, s in pairs if s.name and s.bot is None}

    def say(self, by: str, text: str) -> Line:
        """A line of chat."""
        line = Line(by, text[:CHAT_LETTERS])
        self.chat = [*self.chat, line][-CHAT_LINES:]
        return line

    def seat_of(self, token: str) -> int | None:
        """The seat of a token; None for that of spectators. Raises KeyError for any other."""
        for i, seat in enumerate(self.seats):
            if _is_same(seat.token, token):
                return i
        if _is_same(self.watcher, token):
            return None
        raise KeyError(token)


def _is_same(token: str, other: str) -> bool:
    """Whether two tokens are the same, in a time that does not tell how much of them is; addresses may hold any letters."""
    return secrets.compare_digest(token.encode(), other.encode(errors="replace"))


_MAIN = "main"


def _formality(state: State) -> int | None:
    """The only legal action, if nobody need be asked about it."""
    game = state.engine.game
    fields = state.position()["fields"]
    turn = game.turns.get(phase := str(fields.get("phase", _MAIN)))
    is_formal = phase in _formal_phases(game) and not fields.get("pending")
    # where something is hidden, others would learn that no more was possible, unless the rules say so of each pass
    is_told = not game.is_hidden or (turn is not None and turn.can_end("pass") and "pass" not in turn.names)
    if not (is_formal or is_told) or len(legal := state.legal_actions()) != 1:
        return None
    move = ActionNumbers(game).decode(legal[0])
    is_idle = move is not None and move.action.form in (("pass",) if game.is_hidden else ("pass", "done"))
    return legal[0] if is_formal or (is_told and is_idle) else None


@by_game
def _formal_phases(game: Game) -> frozenset[str]:
    """The phases besides the main one that offer one action alone, in which nothing is chosen."""
    plain = {a.name for a in game.actions if not a.choices and a.again is None}
    return frozenset(
        p for p, t in game.turns.items() if p != _MAIN and len(t.names) == 1 and t.names[0] in plain
    )


def new_token() -> str:
    """A token that cannot be guessed: 128 bits."""
    return secrets.token_urlsafe(16)
