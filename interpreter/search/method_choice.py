"""Which search is the best for a game: what its traits allow, and where that leaves several, a few trial games, which are kept.

Small games with secrets for two have an equilibrium.

Else Monte Carlo tree search plays against the others that the game allows: with random games that are judged early,
and alpha-beta, where something can be learnt of the game. Seats are swapped, openings are random, and all think for the same
processor time of this thread.
"""

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import thread_time

from gdl.core.model import Game
from interpreter import engine as make_engine
from interpreter.caching import cache
from interpreter.caching.fingerprint import VERSION, rules_hash
from interpreter.engines.base import State
from interpreter.search import weights
from interpreter.search.equilibria import kept_policy
from interpreter.search.learnt_evaluation import learnt_evaluation
from interpreter.search.methods import method_named
from interpreter.search.running import Budget, Method
from interpreter.search.training_games import opened, points_of
from interpreter.shared.hashing import Random

SECONDS = 12.0  # of processor time for the trial games of two ways; a busy machine does not decide it
SECONDS_HIDDEN = 30.0  # the same of a way that thinks about hidden things, too: such games are longer, and each action takes more
_THINKING, _IMAGINING = Budget(seconds=0.02), Budget(seconds=0.03)  # for open positions, and for hidden ones
_GAMES = 16
_LEAD = 6  # games that one side has won more than the other, behind which no more are needed
_OPENING = 4  # random actions
_LONGEST = 1_000  # actions; a longer game is a draw


@dataclass(frozen=True, slots=True)
class Trials:
    """What the trial games of a challenger against the best so far came to: its points in so many games."""

    points: float
    games: int

    @property
    def is_better(self) -> bool:
        """Whether it has a standard deviation more than half of the points at least: a few games say little, and the best so far is
        known to do without what was learnt."""
        return self.games > 0 and 2 * self.points - self.games >= math.sqrt(self.games)


def suited(game: Game) -> str:
    """The bot to take for a game: "cfr" or one of the names in `methods`. The first answer takes some seconds, and is kept; of bundled
    games it is known."""
    known = weights.bundled_search(game)
    return known if known is not None else found_suited(game)


def found_suited(game: Game) -> str:
    """The same, found out by trial games here."""
    if game.is_hidden and len(game.players) == 2 and kept_policy(game):
        return "cfr"
    if learnt_evaluation(game) is None:
        return "mcts"
    best = "mcts"
    for challenger in ("alphabeta", "mcts-eval"):
        if _kept_trials(game, challenger, best).is_better:
            best = challenger
    return best


def _kept_trials(game: Game, challenger: str, best: str) -> Trials:
    known = weights.read(game)
    learnt = repr(known.games if known is not None else 0)
    name = cache.key("trials", VERSION, rules_hash(game), learnt, challenger, best)
    kept = cache.read(name)
    if kept is not None:
        return Trials(**json.loads(kept))
    found = trials(game, challenger, best)
    cache.write(name, json.dumps(asdict(found)).encode())
    return found


def trials(game: Game, challenger: str, best: str, seconds: float | None = None) -> Trials:
    """Plays as many games as there is time for, in pairs with the same opening. A last game that was not ended does not count."""
    if seconds is None:
        is_long = game.is_hidden and challenger != "alphabeta"
        seconds = SECONDS_HIDDEN if is_long else SECONDS
    engine, random = make_engine(game), Random(1)
    sides = method_named(challenger, game), method_named(best, game)
    start = engine.initial_state()
    for side in sides:
        _decided(start, side, random)  # machine code is made by now
    points, games, until = 0.0, 0, thread_time() + seconds
    while games < _GAMES and thread_time() < until:
        if games % 2 == 0:
            start = opened(engine.initial_state(games), _OPENING, random)
        result = _played(start, sides, games % 2, random, until)
        if result is None:
            break
        points, games = points + result, games + 1
        if abs(2 * points - games) >= _LEAD:
            break
    return Trials(points, games)


def _played(
    state: State, sides: tuple[Method, Method], seat: int, random: Random, until: float
) -> float | None:
    """The points of the challenger, who has every seat of the parity of `seat`; None if there was no time."""
    plies = 0
    while not state.is_terminal and plies < _LONGEST:
        if thread_time() > until:
            return None
        side = sides[0 if state.current_player % 2 == seat else 1]
        state, plies = state.apply(_decided(state, side, random)), plies + 1
    return points_of(state, seat)


def _decided(state: State, side: Method, random: Random) -> int:
    """The action that a side takes, which knows what the player to move knows."""
    legal, player = state.legal_actions(), state.current_player
    if len(legal) == 1:
        return legal[0]
    imagine: Callable[[int], State] = lambda seed: state.resample(player, seed)  # noqa: E731
    budget = _IMAGINING if state.engine.game.is_hidden else _THINKING
    return side.run(imagine, budget, random, thread_time, lambda: state.past(player)).action
