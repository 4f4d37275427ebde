"""Ludo for partners, game after game, beside a program made from its rule sheet: where men may go, who is next, who has won."""

from random import Random

import bundled
import pytest
from rules_ludo import Men, following, is_home

from interpreter.engines.base import State

pytestmark = pytest.mark.games

PLAYERS = ("Red", "Blue", "Green", "Yellow")


def progress(state: State) -> Men:
    found: list[list[int]] = [[] for _ in PLAYERS]
    for site, text in state.position().get("pieces", {}).items():
        player = PLAYERS.index(text.split()[0])
        on_ring = (int(site[1:]) - 1 - 10 * player) % 40 + 1
        found[player].append(on_ring if site[0] == "p" else 40 + int(site[1:]))
    return tuple(tuple(sorted(men + [0] * (4 - len(men)))) for men in found)


def test_what_follows_is_what_the_rules_say(kind: str) -> None:
    state, random = bundled.engine("ludo", kind).initial_state(5), Random(5)
    for _ in range(10 if kind == "reference" else 500):
        men, player, die = progress(state), state.current_player, state.position()["fields"].get("die", 1)
        after = [state.apply(action) for action in state.legal_actions()]
        assert {progress(s) for s in after} == following(men, player, die)
        state = random.choice(after)
        men = progress(state)
        assert state.is_terminal == any(is_home(men, p) and is_home(men, p + 2) for p in (0, 1))
        if state.is_terminal:
            return
        assert state.current_player == (player if die == 6 else (player + 1) % 4)
    assert kind == "reference"


@pytest.mark.parametrize("die", [1, 6])
def test_whoever_is_home_moves_the_partners_men(kind: str, die: int) -> None:
    pieces = {f"R{n}": "Red man" for n in range(1, 5)} | {"p18": "Green man"}
    position = {
        "to_move": "Red",
        "pieces": pieces,
        "pools": {"yard": {"Green": ["man"] * 3}},
        "fields": {"die": die},
    }
    state = bundled.engine("ludo", kind).state(position)
    after = {progress(state.apply(action))[2] for action in state.legal_actions()}
    assert after == ({(0, 0, 0, 39)} if die == 1 else {(0, 0, 0, 44), (0, 0, 1, 38)})
