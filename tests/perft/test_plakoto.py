"""Plakoto, game after game, beside a program made from its rule sheet: what may follow, and what is won."""

from random import Random
from typing import Any

import bundled
import pytest
from rules_plakoto import Points, following, gains

from interpreter.engines.base import State

pytestmark = pytest.mark.games


def points(state: State) -> Points:
    """The owners of the men on each point, the lowest first."""
    found: list[tuple[int, ...]] = [()] * 24
    for site, men in state.position()["pieces"].items():
        texts: Any = men if isinstance(men, list) else [men]
        found[int(site[1:]) - 1] = tuple(int(text.startswith("Black")) for text in texts)
    return tuple(found)


@pytest.mark.parametrize("seed", range(2))
def test_what_follows_and_what_is_won_is_as_the_rules_say(kind: str, seed: int) -> None:
    """Where few plays are possible, all of them are compared."""
    state, random = bundled.engine("plakoto", kind).initial_state(seed), Random(seed)
    assert points(state) == ((1,) * 15, *[()] * 22, (0,) * 15)
    for _ in range(12 if kind == "reference" else 300):
        fields = state.position()["fields"]
        legal = state.legal_actions()
        expected = following(points(state), state.current_player, (fields["die1"], fields["die2"]))
        after = [state.apply(action) for action in (legal if len(legal) < 9 else [random.choice(legal)])]
        found = {points(s) for s in after}
        assert found == expected if len(legal) < 9 else found <= expected
        state = random.choice(after)
        assert (state.returns if state.is_terminal else None) == gains(points(state))
        if state.is_terminal:
            return
