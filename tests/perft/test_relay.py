"""Relay chess beside a second program made from its rules: counts of both, where neither castles nor promotes."""

import fen
import pytest
import rules_relay
from rules_relay import Board

import gdl
import interpreter

pytestmark = pytest.mark.games

POSITIONS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 2),
    ("r2qk2r/ppp2ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPP2PPP/R2QK2R w - - 0 1", 2),
    ("4k3/2p5/1n6/3q4/4R3/3B1N2/5P2/4K3 b - - 0 1", 2),
    ("8/3r4/2b3k1/8/8/5Q2/4N3/K6B w - - 0 1", 2),
    ("8/8/1k1n4/8/2r5/8/3N1R2/4K3 b - - 0 1", 3),
]


def board_of(line: str) -> Board:
    rows = line.split()[0].split("/")
    made: Board = {}
    for number, row in enumerate(rows):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                made[file, 7 - number] = sign
                file += 1
    return made


@pytest.mark.parametrize(("line", "depth"), POSITIONS)
def test_counts_are_those_of_the_second_program(line: str, depth: int, kind: str) -> None:
    depth = depth if kind == "native" else depth - 1
    game = gdl.load("relay_chess", variant="counting")
    engine = interpreter.engine(game, kind, effort=0)
    state = engine.state(fen.position(line, set(game.fields)))
    expected = rules_relay.perft(board_of(line), line.split()[1] == "w", depth)
    assert engine.perft(state, depth) == expected
