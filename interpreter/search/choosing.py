"""Which search is the best for a game: what its traits allow, and where that leaves two, a few trial games, which are kept.

Small games with secrets for two have an equilibrium.

Where nothing is hidden, nothing is chance and pieces can be counted, alpha-beta with an evaluation and Monte Carlo search may
both do. They play each other, seats swapped, behind the same random openings, by processor time of
this thread.
"""

import json
from dataclasses import asdict, dataclass
from time import perf_counter, thread_time

from gdl.model import Game
from interpreter import cache
from interpreter import engine as make_engine
from interpreter.engines.base import State
from interpreter.fingerprint import VERSION, fingerprint
from interpreter.hashing import Random
from interpreter.search import weights
from interpreter.search.alphabeta import LookSearch
from interpreter.search.equilibria import kept_policy
from interpreter.search.learnt import learnt_search
from interpreter.search.slices import Budget
from interpreter.search.tree import TreeSearch

SECONDS = 8.0  # of wall time for all trial games
_THINKING = Budget(seconds=0.02)
_GAMES = 12
_OPENING = 4  # random actions
_LONGEST = 300  # actions; a longer game is a draw


@dataclass(frozen=True, slots=True)
class Trials:
    """What trial games came to: points of alpha-beta in so many games."""

    points: float
    games: int

    @property
    def is_for_alphabeta(self) -> bool:
        return self.games > 0 and 2 * self.points >= self.games


def suited(game: Game) -> str:
    """The bot to take for a game: "cfr", "alphabeta" or "mcts". The first answer takes some seconds, and is kept."""
    if game.is_hidden and len(game.players) == 2 and kept_policy(game):
        return "cfr"
    return "alphabeta" if suits_alphabeta(game) else "mcts"


def suits_alphabeta(game: Game) -> bool:
    """Whether alpha-beta is to be taken for a game. The first answer takes some seconds, and is kept."""
    look = learnt_search(game)
    if look is None:
        return False
    known = weights.read(game)
    name = cache.key("trials", VERSION, fingerprint(game), repr(known.games if known is not None else 0))
    kept = cache.read(name)
    if kept is not None:
        return Trials(**json.loads(kept)).is_for_alphabeta
    found = trials(game, look)
    cache.write(name, json.dumps(asdict(found)).encode())
    return found.is_for_alphabeta


def trials(game: Game, look: LookSearch, seconds: float = SECONDS) -> Trials:
    """Plays as many games as there is time for, in pairs with the same opening; none if there is no other search."""
    engine, random = make_engine(game), Random(1)
    tree = TreeSearch.of(engine.initial_state())
    if tree is None:
        return Trials(0.0, 0)
    start = _opened(engine.initial_state(), random)  # machine code is made by now
    points, games, until = 0.0, 0, perf_counter() + seconds
    while games < _GAMES and perf_counter() < until:
        if games % 2 == 0:
            start = _opened(engine.initial_state(games), random)
        result = _played(start, look, tree, games % 2, random, until)
        if result is None:
            break
        points, games = points + result, games + 1
    return Trials(points, games)


def _opened(state: State, random: Random) -> State:
    """A state behind some random actions, if the game is not over then."""
    for _ in range(_OPENING):
        legal = state.legal_actions()
        after = state.apply(legal[random.below(len(legal))])
        if after.is_terminal:
            return state
        state = after
    return state


def _played(
    state: State, look: LookSearch, tree: TreeSearch, seat: int, random: Random, until: float
) -> float | None:
    """The points of alpha-beta, which has every seat of the parity of `seat`; None if there was no time."""
    plies = 0
    while not state.is_terminal and plies < _LONGEST:
        if perf_counter() > until:
            return None
        is_look = state.current_player % 2 == seat
        search = look if is_look else tree
        thought = search.run(state, _THINKING, random, thread_time)
        if thought is None:
            return None
        state, plies = state.apply(thought.action), plies + 1
    if not state.is_terminal:
        return 0.5
    mine = [r for p, r in enumerate(state.returns) if p % 2 == seat]
    return (sum(mine) / len(mine) + 1) / 2
