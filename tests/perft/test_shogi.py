"""Shogi's published counts of positions. Deep ones are marked `slow`."""

import pytest
import shogi_positions
from counts import rows

import gdl
import interpreter

pytestmark = pytest.mark.games

FAST = 1_000_000  # as many positions as a quick test may count


@pytest.mark.parametrize(("game", "position", "depth", "count"), list(rows("shogi.csv", FAST)))
def test_a_count_is_the_published_one(game: str, position: str, depth: int, count: int) -> None:
    engine = interpreter.engine(gdl.load(game))
    start = position == "startpos"
    state = engine.initial_state() if start else engine.state(shogi_positions.position(position))
    assert engine.perft(state, depth) == count
