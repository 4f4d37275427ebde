"""Euchre, hand after hand, beside a program made from its rule sheet: who acts, what is legal, and what is scored."""

from random import Random
from typing import Any

import bundled
import pytest
from rules_euchre import Hand

from interpreter.engines.base import State

pytestmark = pytest.mark.games

SEATS = ("North", "East", "South", "West")
BOOLEANS = {"yes": "true", "no": "false"}


def position(state: State) -> dict[str, Any]:
    return dict(state.position())


def moves(state: State, expected: set[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """The legal actions by name and choices; the text of an action may leave its name out."""
    texts = {
        tuple(BOOLEANS.get(w, w) for w in state.action_to_string(a).split()): a for a in state.legal_actions()
    }
    found = {
        move: texts[move if move in texts else move[1:]] for move in expected if {move, move[1:]} & set(texts)
    }
    assert len(found) == len(texts) == len(expected)
    return found


def points(state: State) -> list[int]:
    held = position(state)["fields"].get("points", {})
    return [held.get(seat, 0) for seat in SEATS]


@pytest.mark.parametrize("seed", [1])
def test_every_hand_is_played_and_scored_as_the_rules_say(kind: str, seed: int) -> None:
    state, random = bundled.engine("euchre", kind).initial_state(seed), Random(seed)
    for number in range(1 if kind == "reference" else 40):
        at = position(state)
        hands = [set(at["pools"]["hand"][seat]) for seat in SEATS]
        hand, before = Hand(hands, at["pools"]["turned_up"][0], (number + 3) % 4), points(state)
        while not hand.is_over:
            assert state.current_player == hand.actor
            legal = moves(state, hand.legal())
            chosen = random.choice(sorted(legal))
            state = state.apply(legal[chosen])
            hand.do(chosen)
        assert [now - then for now, then in zip(points(state), before, strict=True)] == hand.points()
        if state.is_terminal:
            assert state.returns == [1 if n >= 10 else -1 for n in points(state)]
            return
    assert kind == "reference"
