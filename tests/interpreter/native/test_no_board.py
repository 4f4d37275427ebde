"""Cards on no board: questions about sites have answers there, the same in both engines."""

import pytest
from lockstep import agree

pytestmark = pytest.mark.thorough

RULES = """game "Cards"
players A facing north, B facing south
kinds c, e
pool hand of player
field f of player: bool
field m of site: 0..3
setup
  for p in players do place c of p in hand(p)
action go
  choose k in kinds of hand(mover)
  where {where}
  do f(mover) := true
turn: go
end draw when f(A) and f(B)
"""
SETS = ("sites", "corners", "last_rank(mover)", "north_side", "{x in sites where x is empty}", "{site(x) for x in pieces}")  # fmt: skip
CONDITIONS = ("s is occupied", "s is empty", "s is own", "m of s = 1", "piece(s) = none", "s in corners", "file(s) = 1", "owner(s) = mover")  # fmt: skip


@pytest.mark.parametrize("asked", SETS)
def test_what_is_asked_of_sites_has_an_answer_without_a_board(asked: str) -> None:
    forms = ("not some s in {a}: {c}", "count(s in {a} where {c}) = 0", "first(s in {a} where {c}) = none")
    for number, condition in enumerate(CONDITIONS):
        where = forms[number % len(forms)].format(a=asked, c=condition)
        assert agree(RULES.format(where=where), games=1, plies=3), where
