"""In every bundled game wins in one are taken, and losses in two avoided where they can be, in positions of random games."""

from collections.abc import Iterator

import bundled
import pytest
from test_certain import is_won, sure, wins

from gdl.loader import bundled_games
from interpreter.engines.base import State
from interpreter.play.bots import Seat, parse_seat
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

GAMES = [name for name in bundled_games() if name not in bundled.FOR_ONE]
SEEDS = 3
LONGEST = 600  # actions
MOST = 40  # legal actions of positions that are looked at: all answers to all of them are tried


def last_states(name: str) -> Iterator[tuple[list[State], int]]:
    """The last positions of random games, and who made the last action."""
    engine = bundled.native(name)
    for seed in range(SEEDS):
        states, random = [engine.initial_state(seed)], Random(seed)
        while not states[-1].is_terminal and len(states) < LONGEST:
            states = [*states, states[-1].apply(random.pick(states[-1].legal_actions()))][-3:]
        if states[-1].is_terminal and len(states) > 1 and is_won(states[-1], states[-2].current_player):
            yield states, seed


def is_lost(state: State, action: int) -> bool:
    """Whether an action loses, or another player can win at once after it so that who has made it loses."""
    player, after = state.current_player, state.apply(action)
    if after.is_terminal or after.current_player == player:
        return after.is_terminal and after.returns[player] == -1
    return any(wins(after, a) and after.apply(a).returns[player] == -1 for a in after.legal_actions())


def chosen(state: State, seed: int) -> int:
    bot = parse_seat("mcts:20", seed)
    assert bot is not None
    return bot.choose(Seat.of(state))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_certain_is_seen(name: str) -> None:
    for states, seed in last_states(name):
        *before, state, _ = states
        if len(state.legal_actions()) > 1 and sure(state, wins):
            action = chosen(state, seed)
            assert wins(state, action), state.action_to_string(action)
        for earlier in before:
            legal = earlier.legal_actions()
            if not 1 < len(legal) <= MOST or sure(earlier, wins):
                continue
            lost = sure(earlier, is_lost)
            if lost and len(lost) < len(legal):
                action = chosen(earlier, seed)
                assert action not in lost, earlier.action_to_string(action)
