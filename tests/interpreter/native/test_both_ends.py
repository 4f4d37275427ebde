"""Conditions on both ends of a move: those that the board decides are sets known before the game, all others ask the position."""

import pytest
from lockstep import agree

pytestmark = pytest.mark.thorough

TEXT = """game "Both ends"
players A, B
board square 5 x 3
kinds Ball
let ahead(s: site, t: site) = step(t, towards(s, t))
setup
  for p in players do place Ball of p on home_rank(p)
move slide by Ball
  line {steps}
  where {condition}
turn: slide else pass
limit 12 moves: draw
"""
CONDITIONS = (
    "step(to, towards(from, to)) is occupied",
    "step(to, towards(from, to)) is enemy",
    "not (step(to, towards(from, to)) is empty)",
    "step(to, towards(from, to)) is own or step(to, towards(from, to)) = none",
    "piece(step(to, towards(from, to))) != none",
    "ahead(from, to) is piece",
    "step(from, towards(from, to), 3) is occupied",
    "step(to, towards(from, to)) = none",
    "towards(from, to) in orthogonal",
    "distance(from, to) = 2 or ahead(from, to) = none",
)


@pytest.mark.parametrize("steps", ["any: empty+", "orthogonal up to 2: empty", "any: empty{2}", "east: any+"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_stands_beyond_the_end_of_a_line_is_asked_of_the_position(condition: str, steps: str) -> None:
    text = TEXT.format(steps=steps, condition=condition).replace(
        "players A, B", "players A facing north, B facing south"
    )
    assert agree(text, games=2, plies=12)
