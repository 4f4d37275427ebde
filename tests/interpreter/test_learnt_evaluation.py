"""Monte Carlo tree search that judges after a few random actions, by what was learnt."""

import math
from functools import cache

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.search.alphabeta import measured
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.mcts_native import Evaluation, MctsSearch
from interpreter.search.methods import MctsMethod
from interpreter.search.running import Budget, Thought
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

PREY = """\
game "Prey"
players A, B
board square 6 x 6
kinds man, rider
setup
  place rider of A on a1
  place man of B on {a5, c3}
  place rider of B on f6
move walk by man
  line south length 1: empty
move ride by rider
  line orthogonal: empty*, {to}
turn: ride or walk
limit 100 moves: draw
"""
TAKING = "a1xa5"
ROUNDS = 600


@cache
def evaluation(worth: float, to: str = "(empty | enemy man)") -> Evaluation:
    """A man of B is worth so many logits to B."""
    game, diagnostics = examine_source(Source("prey.gdl", PREY.replace("{to}", to)))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    men = "count(man of B)"
    return Evaluation(found, Weights(({men: -worth}, {men: worth}), 0.0, 1))


def thought(state: State, search: MctsMethod | IsmctsSearch | None) -> Thought:
    assert search is not None
    found = search.run(lambda seed: state, Budget(ROUNDS), Random(1))
    assert found is not None
    return found


@pytest.mark.parametrize("is_dreamt", [False, True])
@pytest.mark.parametrize("worth", [1.0, -1.0])
def test_what_is_worth_much_is_taken_or_left(is_dreamt: bool, worth: float) -> None:
    """No game ends within the few random actions, so the worth of men alone decides."""
    state = evaluation(worth).found.engine.initial_state()
    found = thought(
        state, IsmctsSearch.of(state, evaluation(worth)) if is_dreamt else MctsMethod(evaluation(worth))
    )
    taking = next(a for a in state.legal_actions() if state.action_to_string(a) == TAKING)
    assert (found.action == taking) == (worth > 0)
    assert (found.tried[taking] > ROUNDS / len(found.tried)) == (worth > 0)


def test_a_position_promises_what_the_odds_are() -> None:
    """Of men that nobody can take each position promises the same."""
    fixed = evaluation(0.5, "empty")
    state = fixed.found.engine.initial_state()
    search = MctsSearch.of(state, fixed)
    assert search is not None
    search.run(state, Budget(50), Random(1))
    payoffs = [child.payoff for child in search.children() if child.visits]
    assert payoffs == pytest.approx([math.tanh(-2 * 0.5 / 2)] * len(payoffs), abs=0.01)
    assert len(payoffs) > 1
