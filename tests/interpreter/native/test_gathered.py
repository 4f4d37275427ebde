"""Sums, the least and the greatest of what is computed for each of several names, equal on both engines and without a fallback."""

import pytest
from lockstep import agree, checked

pytestmark = pytest.mark.thorough

RULES = """game "Gathered"
players Red, Blue, Green
kinds each suit in {{sun, moon}}, value in {{1..5}}
pool deck of game
pool hand of player
pool row of player
setup
  for k in kinds do place k in deck
  for p in players, n in 1..3 do
    random c in deck
    move c to hand(p)
let asked = {asked}
action play
  choose k in kinds of hand(mover)
  where value(k) + 2 > asked or no c in hand(mover): value(c) + 2 > asked
  do move k from hand(mover) to row(mover)
turn: play else pass
end draw when moves = 12
"""


@pytest.mark.parametrize(
    "asked",
    [
        "max(value(c) for p in players, c in row(p))",
        "min(value(c) for p in players, c in row(p) where suit(c) = sun)",
        "max(value(c) + value(d) for p in players, c in row(p), d in row(p) where c != d)",
        "max(value(c) / 2 for p in players, c in row(p) where p != mover)",
        "sum(value(c) for p in players, c in row(p)) - 4",
        "max(value(c) for c in {row(p) for p in players})",
        "min({value(c) for p in players, c in hand(p)})",
    ],
)
def test_numbers_of_several_names_are_gathered_in_one_loop(asked: str) -> None:
    text = RULES.format(asked=asked)
    game = checked(text)
    assert game is not None
    assert agree(text, games=4)
