"""Wins in one are always seen, and losses in two avoided, wherever a player can be sure of them: in open games, in games of chance,
and in games with secrets."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import bundled
import pytest

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.native import NativeEngine
from interpreter.engines.single_states import is_open
from interpreter.play.bots import Seat, parse_seat
from interpreter.search.methods import FEW, learnt_alphabeta
from interpreter.search.running import Budget
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

LOOKED_AT = 3  # positions of each game
IMAGINED = 10
WON = (
    "breakthrough", "connect_four", "cyvasse", "dobutsu_shogi", "geister", "hex", "liars_dice", "love_letter", "marches",
    "minishogi", "nine_mens_morris", "pig", "stratego", "xiangqi", "zarcana", "zola",
)  # fmt: skip
LOST = (
    "breakthrough",
    "connect_four",
    "dobutsu_shogi",
    "geister",
    "liars_dice",
    "minishogi",
    "tic_tac_toe",
)


def is_won(after: State, player: int) -> bool:
    return after.is_terminal and after.returns[player] == 1


def won_games(name: str, plies: int) -> Iterator[State]:
    """Of random games that the last player to act has won, the positions so many plies before the end."""
    engine = bundled.native(name)
    for seed in range(60):
        states, random = [engine.initial_state(seed)], Random(seed)
        while not states[-1].is_terminal:
            states.append(states[-1].apply(random.pick(states[-1].legal_actions())))
        if len(states) > plies and is_won(states[-1], states[-2].current_player):
            yield states[-1 - plies]


def sure(state: State, holds: Callable[[State, int], bool]) -> set[int]:
    """The actions of which something holds, whatever is hidden."""
    found = {a for a in state.legal_actions() if holds(state, a)}
    for seed in range(IMAGINED):
        if found:
            other = state.resample(state.current_player, seed)
            found = {a for a in found if holds(other, a)}
    return found


def wins(state: State, action: int) -> bool:
    return is_won(state.apply(action), state.current_player)


def is_answered(state: State, action: int) -> bool:
    """Whether another player can win at once after an action."""
    after = state.apply(action)
    if after.is_terminal or after.current_player == state.current_player:
        return after.is_terminal and after.returns[state.current_player] == -1
    return any(wins(after, answer) for answer in after.legal_actions())


@pytest.mark.parametrize("name", WON)
@pytest.mark.parametrize("word", [f"mcts:{FEW}", "mcts:20"])
def test_a_win_in_one_is_always_taken(name: str, word: str) -> None:
    tried = 0
    for state in won_games(name, 1):
        if len(state.legal_actions()) == 1 or not sure(state, wins):
            continue
        bot = parse_seat(word, tried)
        assert bot is not None
        action = bot.choose(Seat.of(state))
        assert wins(state, action), state.action_to_string(action)
        tried += 1
        if tried == LOOKED_AT:
            break
    assert tried


@pytest.mark.parametrize("name", LOST)
@pytest.mark.parametrize("word", [f"mcts:{FEW}", "mcts:20"])
def test_a_loss_in_two_is_avoided_where_it_can_be(name: str, word: str) -> None:
    tried = 0
    for state in won_games(name, 2):
        lost = sure(state, is_answered)
        if not lost or len(lost) == len(state.legal_actions()) or sure(state, wins):
            continue
        bot = parse_seat(word, tried)
        assert bot is not None
        action = bot.choose(Seat.of(state))
        assert action not in lost, state.action_to_string(action)
        tried += 1
        if tried == LOOKED_AT:
            break
    assert tried


@pytest.mark.parametrize("name", ["breakthrough", "cyvasse", "minishogi"])
def test_alpha_beta_takes_wins_and_avoids_losses(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    found = learnt_alphabeta(bundled.load(name))
    assert found is not None
    tried = 0
    for state in won_games(name, 1):
        if is_open(state) and sure(state, wins):
            thought = found.run(state, Budget(100), Random(tried))
            assert thought is not None
            assert wins(state, thought.action)
            tried += 1
            if tried == LOOKED_AT:
                break
    for state in won_games(name, 2):
        lost = sure(state, is_answered) if len(state.legal_actions()) < 60 else set()
        if lost and len(lost) < len(state.legal_actions()) and not sure(state, wins):
            thought = found.run(state, Budget(100), Random(tried))
            assert thought is not None
            assert thought.action not in lost
            tried += 1
            break
    assert tried


def test_a_look_that_is_cut_short_has_an_action(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    monkeypatch.setattr("interpreter.search.alphabeta._FIRST", 1)
    found = learnt_alphabeta(bundled.load("minishogi"))
    assert found is not None
    for state in islice(won_games("minishogi", 4), 5):
        thought = found.run(state, Budget(1), Random(0))
        assert thought is not None
        assert thought.action in state.legal_actions()


PARTNERS = """\
game "Partners"
players A, B, C, D
teams {A, C}, {B, D}
board square 1 x 1
kinds stone
field last of game: 0..3 = 0
action say
  choose n in 1..3
  do last := n
turn: say
end mover wins when last = 3
"""


def test_partners_win_together() -> None:
    game, found = examine_source(Source("test.gdl", PARTNERS))
    assert game is not None, [d.message for d in found]
    state = NativeEngine(game, effort=0).initial_state()
    assert state.apply(state.action_from_string("3")).returns == [1, -1, 1, -1]
    for word in ("mcts:2", f"mcts:{FEW}"):
        bot = parse_seat(word, 1)
        assert bot is not None
        assert state.action_to_string(bot.choose(Seat.of(state))) == "3"
