"""Many steps at once on boards whose lines go round: whole rounds change nothing, however many there are."""

import pytest
from lockstep import agree

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.make import engine

pytestmark = pytest.mark.thorough

RULES = """game "Round"
players A, B
board graph {board}
kinds man
setup place man of A on a
action go
  choose s in sites
  choose n in {{-1, 0, 1, 2, 3, 5, 6, 7, 8, 13, 14, 200, 1000003, 999999999999999999}}
  where step(s, {way}, n) is empty
  do place man of mover on step(s, {way}, n)
turn: go else draw
"""


@pytest.mark.parametrize("board", ["a-b-c-d-e-a", "a>b>c>d>e>c", "a-b-c-d"], ids=["circle", "tail", "line"])
@pytest.mark.parametrize("way", ["way1", "back1"])
def test_both_engines_go_round(board: str, way: str) -> None:
    assert agree(RULES.format(board=board, way=way), games=4)


def test_so_many_steps_are_as_many_as_are_left_of_whole_rounds() -> None:
    game, _ = examine_source(Source("round.gdl", RULES.format(board="a-b-c-d-e-a", way="way1")))
    assert game is not None
    state = engine(game, effort=0).initial_state()
    names = [state.action_to_string(a) for a in state.legal_actions()]
    from_a = {name for name in names if name.split()[0] == "a"}
    whole = {
        n for n in (-1, 0, 1, 2, 3, 5, 6, 7, 8, 13, 14, 200, 1000003, 999999999999999999) if n >= 0 and n % 5
    }
    assert from_a == {f"a {n}" for n in whole}
