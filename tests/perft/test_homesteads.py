"""Homesteads beside a second program made from its rules: legal actions, whose turn it is, and the result."""

import re
from random import Random

import pytest
from rules_homesteads import CORNERS, Edge, Point, Table, fields

import gdl
import interpreter
from interpreter.engines.base import State

pytestmark = pytest.mark.thorough

NODES = ("n", "ene", "ese", "s", "wsw", "wnw")  # the corners of a hex, clockwise from the top
SIDES = ("ne", "e", "se", "sw", "w", "nw")  # each from a corner to the next one


def place(name: str, side: int) -> Point | Edge:
    """The point or the edge that the name of a node or border means."""
    found = re.fullmatch(r"([a-z])(\d+)([a-z]+)", name)
    assert found is not None, name
    row = sorted(m for m in fields(side) if m[1] == 6 * (int(found[2]) - side))
    x, y = row[ord(found[1]) - ord("a")]
    around = [(x + dx, y + dy) for dx, dy in CORNERS]
    if found[3] in NODES:
        return around[NODES.index(found[3])]
    k = SIDES.index(found[3])
    return frozenset((around[k], around[(k + 1) % 6]))


def legal(state: State, side: int) -> dict[Point | Edge, int]:
    texts = {a: state.action_to_string(a) for a in state.legal_actions()}
    return {place(text.split()[-1], side): a for a, text in texts.items() if text != "pass"}


@pytest.mark.parametrize(("side", "players"), [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_random_games_are_those_of_the_second_program(kind: str, side: int, players: int) -> None:
    engine = interpreter.engine(gdl.load("homesteads", options={"side": side, "players": players}), kind)
    for seed in range(2):
        state, random, table = engine.initial_state(), Random(seed), Table(side, players)
        while not state.is_terminal:
            ways = legal(state, side)
            assert (state.current_player, set(ways)) == (table.mover, table.legal())
            chosen = random.choice(sorted(ways, key=ways.__getitem__)) if ways else None
            action = ways[chosen] if chosen is not None else state.legal_actions()[0]
            table.play(chosen)
            state = state.apply(action)
        scores = table.scores()
        best = [p for p in range(players) if scores[p] == max(scores)]
        assert [p for p in range(players) if state.returns[p] > 0] == (best if len(best) < players else [])
