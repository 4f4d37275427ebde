"""Whether some weights of an evaluation are better than others: short games between them, in pairs with the same opening."""

import math

from interpreter.engines.base import State
from interpreter.search.alphabeta import LookSearch, Measured
from interpreter.search.slices import Budget
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

GAMES = 32
_BUDGET = Budget(iterations=500)  # positions of a decision, so that the answer repeats itself
_OPENING = 4  # random actions
_LONGEST = 120  # actions; a longer game is a draw


def is_better(found: Measured, weights: Weights, others: Weights) -> bool:
    """Whether weights win a standard deviation more than half of the points at least. Not where something is hidden, which these searches
    would see."""
    if found.game.is_hidden:
        return False
    sides, random, points = (LookSearch(found, weights), LookSearch(found, others)), Random(1), 0.0
    start = found.engine.initial_state()
    for game in range(GAMES):
        if game % 2 == 0:
            start = opened(found.engine.initial_state(game), _OPENING, random)
        points += _played(start, sides, game % 2, random)
    return 2 * points - GAMES >= math.sqrt(GAMES)


def opened(state: State, count: int, random: Random) -> State:
    """A state behind so many random actions, or fewer, if the game would be over then."""
    for _ in range(count):
        legal = state.legal_actions()
        after = state.apply(legal[random.below(len(legal))])
        if after.is_terminal:
            return state
        state = after
    return state


def _played(state: State, sides: tuple[LookSearch, LookSearch], seat: int, random: Random) -> float:
    """The points of the first side, which has every seat of the parity of `seat`."""
    plies = 0
    while not state.is_terminal and plies < _LONGEST:
        legal = state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            side = sides[0 if state.current_player % 2 == seat else 1]
            thought = side.run(state, _BUDGET, random)
            action = legal[random.below(len(legal))] if thought is None else thought.action
        state, plies = state.apply(action), plies + 1
    if not state.is_terminal:
        return 0.5
    mine = [r for p, r in enumerate(state.returns) if p % 2 == seat]
    return (sum(mine) / len(mine) + 1) / 2
