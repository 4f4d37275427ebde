"""Cylinder chess beside a second program made from its rules: counts of both, where nobody promotes."""

import fen
import pytest
import rules_cylinder
from test_relay import board_of

import gdl
import interpreter

pytestmark = pytest.mark.games

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 3),
    ("r2qk2r/ppp2ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPP2PPP/R2QK2R w - - 0 1", 2),
    ("4k3/7p/8/P7/8/8/7P/R3K2B b - - 0 1", 3),
    ("k7/8/6q1/8/8/1R6/8/K6N w - - 0 1", 3),
    ("r6k/8/8/p6P/P6p/8/8/K6R w - - 0 1", 3),
]


@pytest.mark.parametrize(("line", "depth"), POSITIONS)
def test_counts_are_those_of_the_second_program(line: str, depth: int, kind: str) -> None:
    depth = depth if kind == "native" else depth - 1
    game = gdl.load("cylinder_chess", variant="counting")
    engine = interpreter.engine(game, kind, effort=0)
    state = engine.state(fen.position(line, set(game.fields)))
    expected = rules_cylinder.perft((board_of(line), None), line.split()[1] == "w", depth)
    assert engine.perft(state, depth) == expected
