"""What a bot does is the same in all states that its player cannot tell apart: in all bundled games with secrets."""

from functools import cache

import bundled
import pytest
from small import SMALL

from interpreter.engines.base import State
from interpreter.play.bots import Seat, parse_seat
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

PLIES = {
    "kuhn_poker": 2,
    "rock_paper_scissors": 2,
    "cyvasse": 60,
}  # a random game is stopped before so many; 20 in others
ITERATIONS = {"rummy": 5, "rummy_500": 8, "cyvasse": 8, "minibridge": 8}  # long random games; 24 of others
LOOKS, WORLDS = 2, 2


@cache
def moments(name: str) -> list[State]:
    """Some positions of random games in which there is something to choose."""
    found, chance = list[State](), Random(5)
    while len(found) < LOOKS:
        state: State = bundled.engine(name, options=SMALL.get(name)).initial_state(chance.below(1 << 32))
        for _ in range(chance.below(PLIES.get(name, 20))):
            if not state.is_terminal:
                state = state.apply(chance.pick(state.legal_actions()))
        if not state.is_terminal and len(state.legal_actions()) > 1:
            found.append(state)
    return found


@cache
def others(name: str) -> list[list[State]]:
    """The same positions in other worlds."""
    return [
        [state.resample(state.current_player, 100 + world) for state in moments(name)]
        for world in range(WORLDS)
    ]


def chosen(word: str, states: list[State]) -> list[int]:
    """What one new bot does in some states, one after the other."""
    bot = parse_seat(word, 7)
    assert bot is not None
    return [bot.choose(Seat.of(state)) for state in states]


def is_the_same_in_all_worlds(word: str, name: str) -> bool:
    wanted = chosen(word, moments(name))
    return all(chosen(word, states) == wanted for states in others(name))


@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_worlds_that_look_the_same_differ(name: str) -> None:
    """Otherwise the tests below would say nothing."""
    pairs = (pair for states in others(name) for pair in zip(states, moments(name), strict=True))
    assert any(a.position() != b.position() for a, b in pairs)


@pytest.mark.parametrize("few", [1, 200], ids=["machine code", "python"])
@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_a_bot_does_the_same_in_all_worlds_that_look_the_same(
    name: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.search.methods.FEW", few)
    assert is_the_same_in_all_worlds(f"mcts:{ITERATIONS.get(name, 24)}", name)


@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_so_does_one_that_takes_any_action(name: str) -> None:
    assert is_the_same_in_all_worlds("random:3", name)


@pytest.mark.parametrize("way", ["mcts", "mcts-eval", "alphabeta"])
def test_so_does_the_bot_that_suits_a_game_whichever_it_is(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What suits a game is asked of the game alone."""
    monkeypatch.setattr("interpreter.search.methods.best_bot", lambda game: way)
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    assert is_the_same_in_all_worlds("auto:240", "geister")


@pytest.mark.parametrize("word", ["cfr:24", "auto:24", "level:2"])
def test_so_do_those_that_play_by_an_equilibrium(word: str) -> None:
    assert is_the_same_in_all_worlds(word, "kuhn_poker")


@pytest.mark.slow
@pytest.mark.parametrize("word", ["mcts-eval", "alphabeta"])
@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_so_do_those_that_have_learnt(name: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.search.methods.FEW", 1)
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    assert is_the_same_in_all_worlds(f"{word}:{ITERATIONS.get(name, 24)}", name)
