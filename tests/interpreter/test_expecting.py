"""Where chance decides in the open, `alphabeta` takes the action that promises the most on average."""

import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter import engine
from interpreter.engines.base import State
from interpreter.search.alphabeta import AlphaBetaSearch, Measured, measured
from interpreter.search.running import Budget
from interpreter.search.weights import Weights
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

GAMBLE = """game "Gamble"
players A, B
board square 2 x 1
kinds stone

action dare  -- two chances of six
  do random d in 1..6
     place stone of mover on a1
     if d <= 2 do end mover wins
     if d > 2 do end rival(mover) wins
action trust  -- four chances of six
  do random d in 1..6
     place stone of mover on a1
     if d <= 4 do end mover wins
     if d > 4 do end rival(mover) wins
action leave  -- to the other one, who then has the better chances
  do place stone of mover on a1

turn: dare or trust or leave
limit 40 moves: draw
"""


def searching(text: str) -> tuple[Measured, State]:
    game, diagnostics = examine_source(Source("gamble.gdl", text))
    assert game is not None, [d.message for d in diagnostics]
    found = measured(game, effort=0)
    assert found is not None
    return found, engine(game, effort=0).initial_state()


def unknowing(found: Measured) -> Weights:
    """Of somebody who has learnt nothing."""
    return Weights(tuple({} for _ in found.game.players), 0.0, 0)


@pytest.mark.parametrize("positions", [60, 4_000])  # one look, and several
def test_the_action_with_the_best_chances_is_taken(positions: int) -> None:
    found, state = searching(GAMBLE)
    search = AlphaBetaSearch(found, unknowing(found))
    for seed in range(6):
        thought = search.run(state, Budget(iterations=positions), Random(seed))
        assert thought is not None
        assert state.action_to_string(thought.action) == "trust"


def test_what_is_drawn_in_a_search_is_not_what_will_come() -> None:
    """Of two positions that differ by nothing but the chance to come, a bot makes the same."""
    found, state = searching(GAMBLE)
    other = engine(state.engine.game, effort=0).initial_state(99)
    assert bytes(state) != bytes(other)
    thoughts = [
        AlphaBetaSearch(found, unknowing(found)).run(s, Budget(iterations=500), Random(1))
        for s in (state, other)
    ]
    assert thoughts[0] == thoughts[1]


def test_what_an_answer_may_bring_is_a_mean_as_well() -> None:
    """To leave is worth what the other one cannot win; with better chances for oneself afterwards it would be taken."""
    fair = GAMBLE.replace("if d <= 4", "if d <= 2").replace("if d > 4", "if d > 2")
    found, state = searching(fair)
    search = AlphaBetaSearch(found, unknowing(found))
    for seed in range(4):
        thought = search.run(state, Budget(iterations=20_000), Random(seed))
        assert thought is not None
        assert state.action_to_string(thought.action) == "leave"  # whoever acts loses more often
