"""A game as one of OpenSpiel, for its algorithms: players' actions by dense numbers, chance as nodes of their own.

What OpenSpiel copies when it copies a state is a `Point`, which never changes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import SystemRandom
from typing import Any, Literal

import numpy as np

from gdl.core.model import Game
from gdl.core.rules import has_payoffs
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_OUTCOMES
from interpreter.engines.base import Engine, State
from interpreter.learn.environment import AnyGame, MissingLibraryError, engine_of
from interpreter.shared.hashing import Random

try:
    import pyspiel
except ModuleNotFoundError:
    raise MissingLibraryError("OpenSpiel") from None

Chance = Literal["explicit", "sampled"]
Outcomes = tuple[tuple[float, State], ...]
_MOST_ACTIONS = (1 << 31) - 1
_LISTED, _PROBED = 1_000, 40  # ways of chance, and actions of a random game that are asked for them
_DRAW = SystemRandom()


def openspiel_game(
    game: AnyGame,
    options: Mapping[str, object] | None = None,
    variant: str | None = None,
    *,
    chance: Chance | None = None,
    payoffs: tuple[float, float] | None = None,
) -> "SpielGame":
    """A game of OpenSpiel (`pyspiel.Game`): a path, a bundled name or a loaded game.

    Observations are the planes of a seat and, as text, what it sees; the information state is all that a seat has seen and been
    told, as text. `chance`: whether each outcome of chance is an action with its probability ("explicit"), or chance draws by
    itself ("sampled"); by default explicit where these are few in the set-up and in a random game. `payoffs`: the least and the most that a
    player may get, where the rules state payoffs; without it they count as unbounded. Raises OverflowError for a game with too
    many actions.
    """
    return SpielGame(engine_of(game, options, variant), chance, payoffs)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game as OpenSpiel wants it."""

    def __init__(
        self, engine: Engine, chance: Chance | None = None, payoffs: tuple[float, float] | None = None
    ) -> None:
        if chance not in (None, "explicit", "sampled"):
            raise ValueError(f"`chance` is 'explicit' or 'sampled', not {chance!r}")
        if engine.actions.count > _MOST_ACTIONS:
            raise OverflowError(
                f"{engine.game.title} has {engine.actions.count} actions, more than OpenSpiel can number ({_MOST_ACTIONS})"
            )
        self.engine = engine
        self.chance: Chance = chance or _suiting(engine)
        self.starts: Outcomes = _starts(engine, MAX_OUTCOMES if self.chance == "explicit" else 1)
        game = engine.game
        info = pyspiel.GameInfo(
            num_distinct_actions=engine.actions.count,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=len(game.players),
            max_game_length=game.limit,
            **_utility(game, payoffs),
        )
        super().__init__(_type_of(game, self.chance, len(self.starts) != 1 or game.has_chance), info, {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.engine, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


def _starts(engine: Engine, most: int) -> Outcomes:
    """All states in which a game may begin; none beyond that many."""
    try:
        return tuple(engine.initial_outcomes(most))
    except ValueError:
        return ()


def _suiting(engine: Engine) -> Chance:
    """Explicit, if the set-up and a random game give chance few enough ways to list them all at each step."""
    if not _starts(engine, _LISTED):
        return "sampled"
    state, random = engine.initial_state(), Random(0)
    for _ in range(_PROBED if engine.game.has_chance else 0):
        if state.is_terminal:
            break
        action = random.pick(state.legal_actions())
        if not _outcomes(state, action, _LISTED):
            return "sampled"
        state = state.apply(action)
    return "explicit"


def _outcomes(state: State, action: int, most: int) -> Outcomes:
    """What may follow an action; nothing beyond that many ways of chance."""
    try:
        return tuple(state.outcomes(action, most))
    except GameError as error:
        if error.diagnostics[0].code != "too-many-outcomes":
            raise
        return ()


def _utility(game: Game, payoffs: tuple[float, float] | None) -> dict[str, float]:
    """What players may get. Of two players without payoffs one wins what the other loses."""
    if not has_payoffs(game):
        return {
            "min_utility": -1.0,
            "max_utility": 1.0,
            **({"utility_sum": 0.0} if len(game.players) == 2 else {}),
        }
    least, most = payoffs or (-np.inf, np.inf)
    return {"min_utility": least, "max_utility": most}


def _type_of(game: Game, chance: Chance, has_chance: bool) -> pyspiel.GameType:
    is_zero_sum = len(game.players) == 2 and not has_payoffs(game)
    modes = pyspiel.GameType.ChanceMode
    drawn = modes.EXPLICIT_STOCHASTIC if chance == "explicit" else modes.SAMPLED_STOCHASTIC
    return pyspiel.GameType(
        short_name=f"gdl_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=drawn if has_chance else modes.DETERMINISTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if game.is_hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=(pyspiel.GameType.Utility.ZERO_SUM if is_zero_sum else pyspiel.GameType.Utility.GENERAL_SUM),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.players),
        min_num_players=len(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


@dataclass(frozen=True, eq=False)
class Point:
    """A place in a game's tree: a position, or, before chance has decided, what may come of it."""

    state: State | None
    outcomes: Outcomes = ()
    before: "Point | None" = None  # the position in which somebody acted last
    action: int = -1  # what they did

    def __deepcopy__(self, memo: object) -> "Point":
        return self

    @property
    def is_chance(self) -> bool:
        return self.state is None

    @cached_property
    def legal(self) -> list[int]:
        return [] if self.state is None else self.state.legal_actions()

    @cached_property
    def told(self) -> dict[int, str]:
        """What each player has seen so far: filled when it is asked for, one point after the other."""
        return {}


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, or a node of chance."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel = Held(game)
        starts = game.starts
        self.point = Point(starts[0][1]) if len(starts) == 1 else Point(None, starts)

    def current_player(self) -> int:
        if self.point.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        state = self._state
        return int(pyspiel.PlayerId.TERMINAL) if state.is_terminal else state.current_player

    @property
    def _state(self) -> State:
        assert self.point.state is not None
        return self.point.state

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.point.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome with its probability; where chance draws by itself, one outcome."""
        if self.spiel.game.chance == "sampled":
            return [(0, 1.0)]
        return [(number, p) for number, (p, _) in enumerate(self.point.outcomes)]

    def _apply_action(self, action: int) -> None:
        game, point = self.spiel.game, self.point
        if point.is_chance:
            state = point.outcomes[action][1] if game.chance == "explicit" else _drawn(game.engine, point)
            self.point = Point(state, (), point.before, point.action)
            return
        outcomes = _outcomes(self._state, action, MAX_OUTCOMES if game.chance == "explicit" else 1)
        if not outcomes and game.chance == "explicit":
            raise ValueError(
                f"chance can end `{self._state.action_to_string(action)}` in more than {MAX_OUTCOMES} ways: "
                "`openspiel_game(..., chance='sampled')` draws one of them"
            )
        if len(outcomes) == 1:
            self.point = Point(outcomes[0][1], (), point, action)
        else:
            self.point = Point(None, outcomes, point, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self._state.action_to_string(action)

    def is_terminal(self) -> bool:
        return not self.point.is_chance and self._state.is_terminal

    def returns(self) -> list[float]:
        return [0.0] * self.num_players() if self.point.is_chance else self._state.returns

    def __str__(self) -> str:
        return "chance" if self.point.is_chance else json.dumps(self._state.position(), default=str)


class Held:
    """The game of a state, which is not copied with it."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> "Held":
        return self


def _drawn(engine: Engine, point: Point) -> State:
    """The state after chance has drawn: of the set-up, or of what was done last."""
    seed = _DRAW.randrange(1 << 62)
    if point.before is None:
        return engine.initial_state(seed)
    assert point.before.state is not None
    position = point.before.state.position()
    return engine.state(position | {"fields": position["fields"] | {"seed": seed}}).apply(point.action)


class Observer:
    """What a player observes: planes of the present position, and as text what they see, or all that they have seen."""

    def __init__(self, engine: Engine, is_history: bool) -> None:
        self.engine, self.is_history = engine, is_history
        self.tensor = np.zeros(int(np.prod(engine.planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(engine.planes.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.point.state is not None:
            out = self.dict["observation"][None]
            self.engine.batch_of([state.point.state]).planes(player, out)

    def string_from(self, state: SpielState, player: int) -> str:
        point = state.point
        now = "chance" if point.state is None else _seen(point.state, player)
        return f"{_history(point, player)}{now}" if self.is_history else now


def _history(point: Point, player: int) -> str:
    """What a player has seen and been told before a point, a line for each."""
    way = [point]
    while player not in way[-1].told and way[-1].before is not None:
        way.append(way[-1].before)
    way[-1].told.setdefault(player, "")
    for before, after in pairwise(reversed(way)):
        assert before.state is not None
        told = before.state.action_seen(after.action, player)
        after.told[player] = f"{before.told[player]}{_seen(before.state, player)}\n{told}\n"
    return point.told[player]


def _seen(state: State, player: int) -> str:
    return json.dumps(state.observation(player), default=str)
