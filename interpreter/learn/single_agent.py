"""A game as an environment of Gymnasium: one seat is the agent, and bots are on the others."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from gdl.core.model import Game
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction
from interpreter.learn.environment import AnyGame, Mask, MissingLibraryError, Planes, Table, engine_of
from interpreter.play.bots import Bot, Seat, SeatError, parse_seat

try:
    import gymnasium
except ModuleNotFoundError:
    raise MissingLibraryError("Gymnasium") from None

Illegal = Literal["raise", "lose"]
Info = dict[str, Any]
_TRIES = 100  # beginnings, where games end before the agent has had a turn


def gymnasium_env(
    game: AnyGame,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    *,
    player: int | str = 0,
    opponents: str = "random",
    illegal: Illegal = "raise",
    render_mode: Literal["ansi"] | None = None,
) -> "SeatEnv":
    """An environment of Gymnasium for one seat of a game: a path, a bundled name or a loaded game.

    The agent observes the planes of its seat, a float32 array of `engine.planes.shape`, and chooses the dense number of an
    action; `info["action_mask"]` has 1 for each legal one. It is rewarded at the end with what its player gets. `opponents` is a
    bot as `gdl match` names them, such as `random` or `mcts:200`. An action that is not legal raises IllegalAction, or loses
    where `illegal` is "lose". Raises ValueError for a seat or a bot that does not exist, OverflowError for a game with too many
    actions.
    """
    return SeatEnv(engine_of(game, options, variant), player, opponents, illegal, render_mode)


class SeatEnv(gymnasium.Env[Planes, np.int64]):
    """One seat of a game."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the base class has it

    def __init__(
        self, engine: Engine, player: int | str, opponents: str, illegal: Illegal, render_mode: str | None
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"`render_mode` is None or 'ansi', not {render_mode!r}")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"`illegal` is 'raise' or 'lose', not {illegal!r}")
        self.table = Table(engine)
        self.player = _seat(engine.game, player)
        self.illegal: Illegal = illegal
        self.render_mode = render_mode
        self.opponents = opponents
        self.bots = self._seated(0)
        self.observation_space = gymnasium.spaces.Box(-1, np.inf, engine.planes.shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(engine.actions.count)

    def _seated(self, seed: int) -> list[Bot | None]:
        """Who is on each seat; None for the agent."""
        made: list[Bot | None] = []
        for seat in range(len(self.table.game.players)):
            bot = None if seat == self.player else parse_seat(self.opponents, seed + seat)
            if bot is None and seat != self.player:
                raise SeatError(f"`{self.opponents}` is no bot, and nobody else can be on the other seats")
            made.append(bot)
        return made

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Planes, Info]:
        super().reset(seed=seed)
        self.bots = self._seated(int(self.np_random.integers(1 << 31)))
        for _ in range(_TRIES):
            self.table.begin(int(self.np_random.integers(1 << 31)))
            self._answer()
            if not self.table.is_over:
                return self.table.planes(self.player), self._info()
        raise ValueError(
            f"{self.table.game.title} ends before {self.table.game.players[self.player].name} acts"
        )

    def step(self, action: np.int64) -> tuple[Planes, float, bool, bool, Info]:
        if self.table.is_over:
            raise ValueError("the game is over: call `reset` first")
        try:
            self.table.play(int(action))
        except IllegalAction:
            if self.illegal == "raise":
                raise
            return self.table.planes(self.player), -1.0, True, False, self._info()
        self._answer()
        reward = self.table.returns[self.player]
        return self.table.planes(self.player), reward, self.table.is_over, False, self._info()

    def render(self) -> str | None:
        return self.table.drawn(self.player) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The bots act until it is the agent's turn."""
        while not self.table.is_over and (bot := self.bots[self.table.mover]) is not None:
            self.table.play(bot.choose(Seat.of(self.table.state)))

    def _info(self) -> dict[str, Mask]:
        return {"action_mask": self.table.mask(self.player)}


def _seat(game: Game, player: int | str) -> int:
    """The number of a player given by number or name. Raises ValueError."""
    names = [p.name for p in game.players]
    if isinstance(player, str) and player in names:
        return names.index(player)
    if isinstance(player, int) and 0 <= player < len(names):
        return player
    listed = ", ".join(f"{i} {name}" for i, name in enumerate(names))
    raise ValueError(f"there is no player {player!r} in {game.title}: there are {listed}")
