"""Moves along what a column says: where all kinds that make a move have one short path, that is the move's own."""

import pytest
from lockstep import agree, checked

from interpreter.engines.native import NativeEngine
from interpreter.lowering.actions.line_sets import LineSets
from interpreter.lowering.actions.planning import plan_rules
from interpreter.lowering.forms import GameForms
from interpreter.lowering.function import Scope

pytestmark = pytest.mark.thorough

GAME = """game "Columns"
players Red facing north, Blue facing south
board {board}
kinds    ways
  man    (line forward_diagonal up to 1: any)
  guard  (line forward_diagonal up to 1: any)
  horse  (leap 1, 2: any)
  lance  (line forward: empty*, any)
  crab   (line orthogonal: [it is empty]?, any)
  duke   (line any up to 1: any) + (leap 2, 2: any)
setup
  for p in players do
    place man of p on home_rank(p) where file(it) = 1
    place horse of p on home_rank(p) where file(it) = 2
    place {more} of p on home_rank(p) where file(it) > 2
move go by {kinds}
  along ways
  where to is not own
move ride by man, guard, horse, lance, crab, duke
  along ways
  where to is enemy and not (to in last_rank(mover))
turn: go or ride else lose
limit 60 moves: draw
"""
SQUARE = "square 4 x 5"
CASES = {
    "one step": (SQUARE, "man", "guard", True),
    "a leap": (SQUARE, "horse", "lance", True),
    "two kinds with equal paths of their own": (SQUARE, "man, guard", "guard", False),
    "a long path": (SQUARE, "lance", "lance", False),
    "two paths": (SQUARE, "duke", "duke", False),
    "a path of which a step may be left out": (SQUARE, "crab", "crab", False),
    "a board that goes round": ("square 4 x 5 wrapping files", "man", "guard", False),
}


@pytest.mark.parametrize("name", CASES)
def test_both_engines_know_the_same_moves(name: str) -> None:
    board, kinds, more, is_own = CASES[name]
    text = GAME.format(board=board, kinds=kinds, more=more)
    assert agree(text, games=3, plies=20)
    game = checked(text)
    assert game is not None
    plans = plan_rules(Scope(NativeEngine(game, effort=0).compiled.facts, GameForms())).actions
    assert isinstance(plans["go"].sets, LineSets) == is_own
    assert plans["ride"].sets is None
