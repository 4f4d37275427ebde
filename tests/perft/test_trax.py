"""Trax, game after game, beside a program made from its rule sheet: which layouts may follow, and who has won."""

from random import Random

import bundled
import pytest
from rules_trax import Layout, following, winners

from interpreter.engines.base import State

pytestmark = pytest.mark.games

TURNS = {"cross": (0, 2), "curve": (0, 1)}


def layout(state: State) -> Layout:
    found: Layout = {}
    for site, text in state.position().get("pieces", {}).items():
        words = text.split()
        turn = next((int(w.split("=")[1]) for w in words if "=" in w), 0)
        x, y = site.split(",")
        found[int(x), int(y)] = frozenset((side + turn) % 4 for side in TURNS[words[0]])
    return found


def as_rows(layouts: list[Layout]) -> list[object]:
    return sorted(sorted((place, sorted(tile)) for place, tile in one.items()) for one in layouts)


@pytest.mark.parametrize(("seed", "span"), [(0, 8), (3, 4)])
def test_what_follows_and_who_wins_is_as_the_rules_say(kind: str, seed: int, span: int) -> None:
    """Every layout that may follow is compared on some turns, and how many there are on all."""
    state = bundled.engine("trax", kind, {"span": span}).initial_state(seed)
    random = Random(seed)
    for number in range(2 if kind == "reference" else 60):
        mover, legal, expected = state.current_player, state.legal_actions(), following(layout(state))
        assert len(legal) == len(expected)
        if number in (1, 2, 9):
            assert as_rows([layout(state.apply(action)) for action in legal]) == as_rows(expected)
        state = state.apply(random.choice(legal))
        won = winners(layout(state), span)  # of white, and of red
        assert state.is_terminal == bool(won)
        if state.is_terminal:
            winner = mover if (mover == 0) in won else 1 - mover
            assert state.returns[winner] == 1
            return
    assert kind == "reference"
