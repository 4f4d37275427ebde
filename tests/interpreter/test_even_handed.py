"""Of actions that are equally good every search takes each one about as often: the order of the list, which may suit one player
more than another, does not decide."""

from collections.abc import Callable
from functools import cache
from statistics import fmean

import pytest

import interpreter
from gdl.core.model import Game
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.search.alphabeta import AlphaBetaSearch, Measured, measured
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.mcts import Search
from interpreter.search.mcts_native import MctsSearch
from interpreter.search.running import Budget
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

EQUAL = """\
game "Equal"
players A, B
board square 30 x 1
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
limit 6 moves: draw
"""
SEEDS = 24


@cache
def equal() -> Game:
    game, diagnostics = examine_source(Source("equal.gdl", EQUAL))
    assert game is not None, [d.message for d in diagnostics]
    return game


@cache
def judged() -> Measured:
    found = measured(equal(), effort=0)
    assert found is not None
    return found


def by_tree(state: State, random: Random) -> int:
    found = MctsSearch.of(state)
    thought = None if found is None else found.run(state, Budget(20), random)
    assert thought is not None
    return thought.action


def by_dreams(state: State, random: Random) -> int:
    found = IsmctsSearch.of(state)
    thought = None if found is None else found.run(lambda seed: state, Budget(20), random)
    assert thought is not None
    return thought.action


def in_python(state: State, random: Random) -> int:
    return Search().run(lambda seed: state, Budget(20), random).action


def by_alpha_beta(state: State, random: Random) -> int:
    thought = AlphaBetaSearch(judged(), Weights(({}, {}), 0.0, 0)).run(state, Budget(300), random)
    assert thought is not None
    return thought.action


@pytest.mark.parametrize("search", [by_tree, by_dreams, in_python, by_alpha_beta])
def test_no_place_in_the_list_is_preferred(search: Callable[[State, Random], int]) -> None:
    state = interpreter.engine(equal(), effort=0).initial_state()
    legal = state.legal_actions()
    seeds = range(SEEDS if search is not by_alpha_beta else SEEDS // 2)
    places = [legal.index(search(state, Random(seed))) for seed in seeds]
    spread = 30 / 12**0.5 / len(places) ** 0.5  # of the mean of places that are equally likely
    assert abs(fmean(places) - 14.5) < 3 * spread
    assert len(set(places)) > len(places) / 3
