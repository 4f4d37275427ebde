"""Another program's engine on a seat: `uci:COMMAND`, `usi:`, `ucci:`, `xboard:`, `gtp:`, with options behind a `?`.

A seat finds the moves that were made since it was asked last, has them said, and checks the answer. An engine that does what its
protocol forbids is ended, with one message.
"""

from collections.abc import Mapping
from dataclasses import replace

from gdl.diagnostics.characters import visible
from interpreter.engines.base import State
from interpreter.engines.errors import ProgramError, ResignedError
from interpreter.play.protocols.clients import (
    SHOWN,
    CecpClient,
    Client,
    GtpClient,
    History,
    UciClient,
    Wish,
    begun,
    read_wish,
)
from interpreter.play.protocols.moves import (
    CECP,
    GTP,
    UCCI,
    UCI,
    USI,
    Dialect,
    Spoken,
    Unfit,
    check_fit,
    writes_pairs_by_file,
)


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
        if self.dialect is GTP:
            return GtpClient(self.wish, game)
        if self.dialect.title == CECP.title:
            return CecpClient(self.wish, game)
        return UciClient(self.wish, self.dialect, game)

    def _understood(self, answer: str, state: State) -> int:
        """The action that an answer means. Raises ResignedError, ProgramError."""
        said = Spoken(state, self.dialect)
        match answer.lower():
            case "resign":
                raise ResignedError(f"{self.wish.title} resigns")
            case "win":  # what the rules have no move for, such as declaring it
                action = next(
                    (a for a in state.legal_actions() if said.text(a) is None and _wins(state, a)), None
                )
            case _:
                action = said.action(answer)
        if action is None:
            raise ProgramError(
                f"{self.wish.title} has answered `{visible(answer)[:SHOWN]}`, which is no legal move here, and was ended"
            )
        return action


def _wins(state: State, action: int) -> bool:
    after = state.apply(action)
    return after.is_terminal and after.returns[state.current_player] > 0


def engine_seat(text: str) -> EngineSeat:
    """The engine that a text such as `uci:NAME` asks for. Raises ProgramError where it cannot be read, or there is no such program."""
    word = text.partition(":")[0]
    return EngineSeat(read_wish(text), PROTOCOLS[word])


PROTOCOLS: Mapping[str, Dialect] = {"uci": UCI, "usi": USI, "ucci": UCCI, "xboard": CECP, "gtp": GTP}
