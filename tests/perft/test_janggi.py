"""The published counts of janggi and makruk. Deep ones are marked `slow`."""

import janggi_positions
import pytest
from counts import rows

import gdl
import interpreter

pytestmark = pytest.mark.games

FAST = 300_000  # as many positions as a quick test may count


@pytest.mark.parametrize(("game", "position", "depth", "count"), list(rows("janggi.csv", FAST)))
def test_a_count_is_the_published_one(game: str, position: str, depth: int, count: int) -> None:
    engine = interpreter.engine(gdl.load(game))
    start = position == "startpos"
    state = engine.initial_state() if start else engine.state(janggi_positions.position(position))
    assert engine.perft(state, depth) == count
