"""Games as environments of PettingZoo, Gymnasium and OpenSpiel: judged by these libraries' own checks, and by what is hidden."""

import importlib
import sys
import warnings
from copy import deepcopy

import bundled
import gymnasium.utils.env_checker
import numpy as np
import pettingzoo.test
import pyspiel
import pytest

import gdl
import interpreter
from interpreter.engines.errors import IllegalAction
from interpreter.learn.environment import Table

pytestmark = pytest.mark.thorough

GAMES = ["tic_tac_toe", "kuhn_poker", "pig", "mau_mau", "rock_paper_scissors"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of the tests, which are made once; warnings are about style, such as how agents are called."""
    tables = sys.modules["interpreter.learn.environment"]
    monkeypatch.setattr(tables, "engine", lambda game: bundled.native(game.name))
    warnings.simplefilter("ignore")


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    pettingzoo.test.api_test(interpreter.learn.pettingzoo_env(name), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    env = interpreter.learn.gymnasium_env(name, illegal="lose")
    gymnasium.utils.env_checker.check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "rock_paper_scissors"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    game = interpreter.learn.openspiel_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


# ---- PettingZoo


def test_agents_act_in_turn_and_are_paid_at_the_end() -> None:
    env = interpreter.learn.pettingzoo_env("tic_tac_toe", render_mode="ansi")
    env.reset(seed=1)
    seen = []
    for action in [0, 3, 1, 4, 2]:
        observation, reward, terminated, _, info = env.last()
        assert (reward, terminated) == (0, False)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert observation["action_mask"][action] == 1
        seen.append(env.agent_selection)
        env.step(action)
    assert seen == ["X", "O", "X", "O", "X"]
    assert env.terminations == {"X": True, "O": True}
    assert env.rewards == {"X": 1, "O": -1}
    assert not env.observe("X")["action_mask"].any()
    assert "X" in env.render()


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = interpreter.learn.pettingzoo_env("tic_tac_toe")
    env.reset()
    env.step(4)
    with pytest.raises(IllegalAction, match="row 0: "):
        env.step(4)
    assert env.agent_selection == "O"
    with pytest.raises(ValueError, match="O must choose an action"):
        env.step(None)
    env.step(0)


def test_the_same_seed_deals_the_same() -> None:
    env, deals = interpreter.learn.pettingzoo_env("kuhn_poker"), []
    for seed in (5, 5, 6, 7, 8):
        env.reset(seed=seed)
        deals.append([env.observe(agent)["observation"].tolist() for agent in env.agents])
    assert deals[0] == deals[1]
    assert any(deal != deals[0] for deal in deals)


# ---- Gymnasium


def test_an_agent_plays_against_bots() -> None:
    env = interpreter.learn.gymnasium_env("tic_tac_toe", player="O", opponents="mcts:20")
    _, info = env.reset(seed=3)
    for _ in range(42):
        planes, reward, terminated, truncated, info = env.step(
            np.int64(np.flatnonzero(info["action_mask"])[0])
        )
        assert planes.shape == env.observation_space.shape
        assert not truncated
        if terminated:
            break
    assert terminated
    assert reward in (-1, 0, 1)
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="call `reset` first"):
        env.step(np.int64(0))


def test_an_action_that_is_not_legal_raises_or_loses() -> None:
    env = interpreter.learn.gymnasium_env("tic_tac_toe")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(np.int64(99))
    losing = interpreter.learn.gymnasium_env("tic_tac_toe", illegal="lose")
    losing.reset(seed=1)
    assert losing.step(np.int64(99))[1:3] == (-1.0, True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"player": "Green"}, "there is no player 'Green' in Tic-tac-toe: there are 0 X, 1 O"),
        ({"player": 2}, "there is no player 2"),
        ({"opponents": "human"}, "`human` is no bot"),
        ({"opponents": "mcst"}, "nobody called `mcst`"),
        ({"illegal": "ignore"}, "`illegal` is 'raise' or 'lose'"),
        ({"render_mode": "human"}, "`render_mode` is None or 'ansi'"),
    ],
)
def test_what_cannot_be_is_said(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        interpreter.learn.gymnasium_env("tic_tac_toe", **given)  # type: ignore[arg-type]


# ---- OpenSpiel


def test_openspiel_solves_kuhn_poker_as_it_does_its_own() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = interpreter.learn.openspiel_game("kuhn_poker", payoffs=(-2, 2))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=0.02)


def test_an_information_state_is_what_a_seat_has_seen() -> None:
    game = interpreter.learn.openspiel_game("kuhn_poker")
    texts: dict[str, set[str]] = {}
    start = game.new_initial_state()
    assert start.is_chance_node()
    for deal, probability in start.chance_outcomes():
        assert probability == pytest.approx(1 / 6)
        state = start.child(deal)
        texts.setdefault(state.information_state_string(0), set()).add(state.information_state_string(1))
    assert len(texts) == 3  # the first player knows their own card
    assert all(len(others) == 2 for others in texts.values())


def test_a_set_up_with_too_many_outcomes_is_drawn() -> None:
    game = interpreter.learn.openspiel_game("mau_mau")
    start = game.new_initial_state()
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert start.chance_outcomes() == [(0, 1.0)]
    hands = {str(start.child(0)) for _ in range(3)}
    assert len(hands) == 3  # each copy is dealt anew


def test_a_copy_shares_what_never_changes() -> None:
    state = interpreter.learn.openspiel_game("tic_tac_toe").new_initial_state()
    copy = state.clone()
    assert copy.point is state.point
    copy.apply_action(copy.legal_actions()[0])
    assert state.history() == []
    assert deepcopy(state.point) is state.point


def test_games_that_are_too_large_are_refused() -> None:
    with pytest.raises(OverflowError, match="more than a mask holds"):
        interpreter.learn.pettingzoo_env("english_draughts")
    with pytest.raises(OverflowError, match="more than OpenSpiel can number"):
        interpreter.learn.openspiel_game("english_draughts")


# ---- what a game is given as


def test_a_loaded_game_has_its_options() -> None:
    game = gdl.load("tic_tac_toe")
    assert interpreter.learn.pettingzoo_env(game).possible_agents == ["X", "O"]
    with pytest.raises(ValueError, match=r"give them to `gdl\.load`"):
        interpreter.learn.pettingzoo_env(game, {"size": 4})
    with pytest.raises(FileNotFoundError):
        interpreter.learn.pettingzoo_env("no_such_game")


def test_a_seat_that_does_not_act_may_choose_nothing() -> None:
    table = Table(bundled.native("tic_tac_toe"))
    assert table.mask(0).sum() == 9
    assert table.mask(1).sum() == 0


@pytest.mark.parametrize(
    ("home", "library", "name"),
    [
        ("agents", "pettingzoo", "PettingZoo"),
        ("single_agent", "gymnasium", "Gymnasium"),
        ("open_spiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_a_missing_library_is_named(
    home: str, library: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"interpreter.learn.{home}", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        ImportError, match=rf"{name} is not installed: `pip install 'gdl-interpreter\[learn\]'`"
    ):
        importlib.import_module(f"interpreter.learn.{home}")
