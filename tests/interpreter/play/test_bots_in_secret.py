"""What a bot does is the same in all states that its player cannot tell apart."""

from functools import cache

import bundled
import pytest

from interpreter.engines.base import State
from interpreter.hashing import Random
from interpreter.play.bots import Seat, parse_seat

PLIES = {"kuhn_poker": 2, "geister": 19, "love_letter": 4}
WORLDS = 3


@cache
def moments(name: str) -> list[State]:
    """Some positions of random games in which there is something to choose."""
    found, chance = list[State](), Random(5)
    while len(found) < 3:
        state = bundled.engine(name).initial_state(chance.below(1 << 32))
        for _ in range(chance.below(PLIES[name])):
            if not state.is_terminal:
                state = state.apply(chance.pick(state.legal_actions()))
        if not state.is_terminal and len(state.legal_actions()) > 1:
            found.append(state)
    return found


def chosen(word: str, states: list[State]) -> list[int]:
    """What one new bot does in some states, one after the other."""
    bot = parse_seat(word, 7)
    assert bot is not None
    return [bot.choose(Seat.of(state)) for state in states]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("random:3", "geister"),
        ("mcts:24", "geister"),
        ("mcts:24", "love_letter"),
        ("mcts:240", "kuhn_poker"),  # in machine code
        ("mcts-eval:24", "geister"),
        ("alphabeta:60", "geister"),
        ("cfr:24", "kuhn_poker"),
        ("auto:24", "kuhn_poker"),
        ("level:2", "kuhn_poker"),
    ],
)
def test_a_bot_does_the_same_in_all_worlds_that_look_the_same(word: str, name: str) -> None:
    states = moments(name)
    wanted, differ = chosen(word, states), 0
    for world in range(WORLDS):
        others = [state.resample(state.current_player, 100 + world) for state in states]
        differ += sum(a.position() != b.position() for a, b in zip(others, states, strict=True))
        assert chosen(word, others) == wanted
    assert differ > 0
