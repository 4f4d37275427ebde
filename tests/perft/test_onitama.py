"""Onitama beside a second program made from its rules: counts of both, for every card."""

from random import Random

import pytest
import rules_onitama
from rules_onitama import CARDS, Hands, Pieces

import gdl
import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.games


def facts(state: State) -> tuple[Pieces, Hands, int]:
    """A position as the second program has it."""
    position = state.position()
    board = {}
    for site, piece in position["pieces"].items():
        owner, kind = piece.split()
        letter = kind[0].upper() if owner == "Red" else kind[0]
        board[ord(site[0]) - ord("a"), int(site[1]) - 1] = letter
    pools = position["pools"]
    red, blue = (frozenset(pools["hand"][name]) for name in ("Red", "Blue"))
    return board, (red, blue, pools["waiting"][0]), state.current_player


@pytest.mark.parametrize("seed", range(4))
def test_counts_along_random_games_are_those_of_the_second_program(kind: str, seed: int) -> None:
    engine = interpreter.engine(gdl.load("onitama"), kind, effort=0)
    state, random = engine.initial_state(seed=seed), Random(seed)
    while not state.is_terminal:
        depth = 2 if kind == "native" else 1
        assert engine.perft(state, depth) == rules_onitama.perft(*facts(state), depth)
        state = state.apply(random.choice(state.legal_actions()))
    board, _, _ = facts(state)
    won = rules_onitama.winner(board)
    assert won is not None and state.returns[won] == 1


def test_every_card_is_played(kind: str) -> None:
    engine = interpreter.engine(gdl.load("onitama", options={"deal": "fixed"}), kind, effort=0)
    start = engine.initial_state().position()
    cards = sorted(CARDS)
    for i in range(len(cards)):
        five = [cards[(i + k) % len(cards)] for k in range(5)]
        pools = {"hand": {"Red": five[:2], "Blue": five[2:4]}, "waiting": five[4:]}
        state = engine.state({**start, "pools": pools})
        assert engine.perft(state, 2) == rules_onitama.perft(*facts(state), 2)
