"""Marches beside a second program made from its rules: rounds of random orders, given one after the other and unseen."""

from random import Random

import pytest
import rules_marches
from rules_marches import Armies, Region

import gdl
import interpreter
from interpreter.engines.base import State

ROWS = (3, 4, 5, 4, 3)


def region(site: str) -> Region:
    row = int(site[1:]) - 1
    return 2 * (ord(site[0]) - ord("a")) - ROWS[row] + 1, row


def armies(state: State) -> Armies:
    return {region(site): piece.split()[0] for site, piece in state.position()["pieces"].items()}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_rounds_are_those_of_the_second_program(kind: str, seed: int, players: int) -> None:
    game = gdl.load("marches", options={"players": players, "rounds": 20})
    engine = interpreter.engine(game, kind, effort=0)
    state, random = engine.initial_state(), Random(seed)
    while not state.is_terminal:
        before, orders = armies(state), {}
        for _ in set(before.values()):
            assert armies(state) == before  # nothing happens while orders wait
            text = state.action_to_string(action := random.choice(state.legal_actions()))
            start, to = (region(s) for s in text.removeprefix("march ").split())
            if start != to:
                orders[start] = to
            state = state.apply(action)
        assert armies(state) == rules_marches.round_of(before, orders)
