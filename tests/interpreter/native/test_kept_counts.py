"""How many pieces pools hold: kept as pieces come and go, wherever rules ask for it or draw from a pool."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine

pytestmark = pytest.mark.thorough

RULES = """game "Kept counts"
players Red, Blue
board square 3 x 3
kinds each colour in {{amber, blue}}, pips in {{1..4}}
pool deck of game
pool hand of player
pool row of game ordered
field partner of game: player or none
field seen of game: 0..99
setup
  for k in kinds do place k in deck times 2
action deal
  where count(deck) > 2 and count(hand(mover)) < 4
  do random c in deck
     move c to hand(mover)
     partner := mover if pips(c) = 4 else none
action lay
  choose k in kinds of hand(mover)
  choose s in sites where s is empty and file(s) <= count(hand(mover))
  do move k from hand(mover) to s
     seen := min(99, seen + {asked})
action give
  where count(hand(mover)) > 1
  do random c in hand(mover)
     {given}
turn: deal or lay or give else draw
end draw when moves = 24
"""
ASKED = ["count(deck)", "count(hand(partner)) + count(row)", "count(hand(after(mover))) * count(hand(mover))"]
GIVEN = [
    "move c to hand(after(mover))",
    "remove c",
    "move c under row",
    "move c to deck",
]


@pytest.mark.parametrize("given", GIVEN)
def test_counts_of_pools_are_kept(given: str) -> None:
    text = RULES.format(asked=ASKED[GIVEN.index(given) % len(ASKED)], given=given)
    game = checked(text)
    assert game is not None
    assert "held" in NativeEngine(game, effort=0).compiled.layout.cells
    assert agree(text, games=3)


def test_nothing_is_kept_that_is_not_asked_for() -> None:
    text = (
        RULES.replace("count(", "sum(1 for q in ")
        .replace("random c in", "let c = first(q in")
        .format(asked="1", given="remove c")
    )
    game = checked(
        text.replace("first(q in deck", "first(deck)").replace("first(q in hand(mover)", "first(hand(mover))")
    )
    assert game is not None
    assert "held" not in NativeEngine(game, effort=0).compiled.layout.cells
