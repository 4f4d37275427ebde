"""Boards of more than 256 sites, up to the largest: played as on small ones, and by the same plans."""

import pytest
from lockstep import checked, cycle, play, random_game_agrees

from interpreter.engines.native import NativeEngine
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope
from interpreter.lowering.prepared import prepare

pytestmark = pytest.mark.thorough

ROWS = """game "Rows"
players Black, White
board square {size}
kinds stone
action put
  choose s in sites where s is empty
  do place stone of mover on s
turn: put
end mover wins when some line any: own{{3}}
"""
RACE = """game "Race"
players Red facing north, Blue facing south
board square {size}
kinds man, runner
setup
  for p in players do
    place man of p on home_rank(p) - first(home_rank(p))
    place runner of p on first(home_rank(p))
move step by man
  line forward, forward_diagonal: empty | enemy
move run by runner
  line any up to 3: empty*, empty | enemy
turn: step or run else lose
end mover wins when some s in last_rank(mover): s is own
"""
SIZES = ("16 x 16", "17 x 16", "24 x 25", "40 x 20", "64 x 64")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [ROWS, RACE], ids=["rows", "race"])
def test_both_engines_agree_however_wide_the_board(text: str, size: str) -> None:
    game = checked(text.format(size=size))
    assert game is not None
    engine = NativeEngine(game, checked=True, effort=0)
    plies = 2 if size == "64 x 64" else 6  # the reference engine takes its time there
    play(engine, cycle((0, 1, 130, 5, 250, 2, 4000)), plies=plies)
    random_game_agrees(engine, 3, plies)


@pytest.mark.parametrize("text", [ROWS, RACE], ids=["rows", "race"])
def test_candidates_are_counted_as_sets_up_to_the_largest_board(text: str) -> None:
    plans = set()
    for size in SIZES:
        game = checked(text.format(size=size))
        assert game is not None
        facts = prepare(game, 200).facts
        actions = plan_rules(Scope(facts, GameForms())).actions
        plans.add(
            tuple(type(actions[name].sets).__name__ for name in ("put", "step", "run") if name in actions)
        )
        assert facts.pieces.has_sets
    assert plans in ({("ChoiceSet",)}, {("LineSets", "LineSets")})
