"""A game as an environment of PettingZoo: every seat is an agent, and one acts after the other (AEC)."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from interpreter.engines.base import Engine
from interpreter.learn.environment import AnyGame, Mask, MissingLibraryError, Planes, Table, engine_of

try:
    import gymnasium
    import pettingzoo
except ModuleNotFoundError:
    raise MissingLibraryError("PettingZoo") from None

Seen = dict[str, Planes | Mask]


def pettingzoo_env(
    game: AnyGame,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    *,
    render_mode: Literal["ansi"] | None = None,
) -> "SeatsEnv":
    """An environment of PettingZoo for all seats of a game: a path, a bundled name or a loaded game.

    Agents are the names of the players. Each observes `{"observation": planes, "action_mask": mask}`: a float32 array of
    `engine.planes.shape`, and 1 for each action that it may choose now. Rewards come at the end: what each player gets. An
    action that is not legal raises IllegalAction; PettingZoo's wrapper `TerminateIllegalWrapper` ends the game instead. Raises
    OverflowError for a game with too many actions.
    """
    return SeatsEnv(engine_of(game, options, variant), render_mode)


class SeatsEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats of a game."""

    def __init__(self, engine: Engine, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"`render_mode` is None or 'ansi', not {render_mode!r}")
        self.metadata = {"render_modes": ["ansi"], "name": engine.game.name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.table = Table(engine)
        self.possible_agents = [player.name for player in engine.game.players]
        self.seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        planes, count = engine.planes, engine.actions.count
        self.action_spaces = {name: gymnasium.spaces.Discrete(count) for name in self.seats}
        self.observation_spaces = {
            name: gymnasium.spaces.Dict({
                "observation": gymnasium.spaces.Box(-1, np.inf, planes.shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
            })
            for name in self.seats
        }  # fmt: skip
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.table.begin(int(self.random.integers(1 << 31)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def observe(self, agent: str) -> Seen:
        seat = self.seats[agent]
        return {"observation": self.table.planes(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose an action: the game is not over")
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """What follows from the position: who acts next, what everybody gets, whether it is over."""
        table = self.table
        self.agent_selection = self.possible_agents[table.mover]
        self.rewards = dict(zip(self.possible_agents, table.returns, strict=True))
        self.terminations = dict.fromkeys(self.possible_agents, table.is_over)
        self.infos = {name: {"action_mask": table.mask(seat)} for name, seat in self.seats.items()}

    def render(self) -> str | None:
        return self.table.drawn(self.table.mover) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
