"""`auto` takes the search that suits a game, and levels weaken it."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Event
from time import process_time

import bundled
import pytest

import gdl
import interpreter
from interpreter.engines.base import State
from interpreter.play.bots import LEVELS, AutoBot, LevelBot, Seat, SeatError, ThinkingBot, parse_seat
from interpreter.play.contest import elo
from interpreter.search import methods, weights
from interpreter.search.methods import Trials, best_bot, trials
from interpreter.search.running import Budget

pytestmark = pytest.mark.thorough


def initial(name: str) -> State:
    return interpreter.engine(gdl.load(name), effort=0).initial_state()


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_trials_decide_and_no_trial_is_for_the_best_so_far() -> None:
    assert Trials(4.5, 6).is_better
    assert not Trials(4.0, 6).is_better  # as much comes of chance alone
    assert Trials(10.0, 16).is_better
    assert not Trials(9.5, 16).is_better
    assert not Trials(2.0, 3).is_better
    assert not Trials(0.0, 0).is_better


def test_payoffs_and_lone_players_leave_monte_carlo_alone() -> None:
    for name in ("backgammon", "peg_solitaire"):
        assert best_bot(gdl.load(name)) == "mcts"


@pytest.mark.parametrize(
    ("name", "met"),
    [
        ("tic_tac_toe", [("alphabeta", "mcts"), ("mcts-eval", "alphabeta")]),
        ("royal_game_of_ur", [("alphabeta", "mcts"), ("mcts-eval", "alphabeta")]),
    ],
)
def test_trials_are_played_once_and_kept(
    name: str, met: list[tuple[str, str]], own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, played = bundled.as_own(name), list[tuple[str, str]]()

    def counted(game: object, challenger: str, best: str) -> Trials:
        played.append((challenger, best))
        return Trials(6.0, 6)

    monkeypatch.setattr(methods, "trials", counted)
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    assert best_bot(game) == "mcts-eval"
    assert best_bot(game) == "mcts-eval"
    assert played == met


def test_a_copy_of_a_game_under_another_name_is_played_beside_it(own_data: Path) -> None:
    for game in (gdl.load("tic_tac_toe"), bundled.as_own("tic_tac_toe")):
        assert trials(game, "alphabeta", "mcts", 0.2).games > 0


@pytest.mark.parametrize("challenger", ["alphabeta", "mcts-eval"])
def test_trials_end_in_time_with_points_for_each_game(
    challenger: str, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.2)
    found = trials(gdl.load("tic_tac_toe"), challenger, "mcts", 2.0)
    assert 0 < found.games <= 16
    assert 0 <= found.points <= found.games


def test_a_busy_machine_does_not_cut_trials_or_learning_short(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time that other processes take does not count, since what comes of the trials is kept."""
    passed = iter(range(0, 10**9, 1_000))  # the clock on the wall runs away
    for module in ("training", "methods"):
        monkeypatch.setattr(
            f"interpreter.search.{module}.perf_counter", lambda: float(next(passed)), raising=False
        )
    monkeypatch.setattr("interpreter.search.mcts_native.SECONDS", 0.3)
    game = bundled.as_own("tic_tac_toe")
    known = weights.read(game)
    assert known is None
    assert trials(game, "alphabeta", "mcts", 1.0).games >= 4
    known = weights.read(game)
    assert known is not None
    assert known.decided  # games beyond the random ones were played


def test_small_games_with_secrets_are_played_by_their_equilibrium(own_data: Path) -> None:
    assert best_bot(gdl.load("kuhn_poker")) == "cfr"


def own_state() -> State:
    """Of a game of which it is not known beforehand what suits it."""
    return interpreter.engine(bundled.as_own("tic_tac_toe")).initial_state()


def by_name(bot: ThinkingBot, seat: Seat) -> int:
    """The last action where alpha-beta chooses, else the first."""
    return seat.legal[-1 if bot.name.startswith("alphabeta") else 0]


def test_nobody_who_plays_waits_for_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Monte Carlo search plays until it is known which search to take, which is then taken."""
    known = Event()

    def slow(game: object) -> str:
        known.wait(20)
        return "alphabeta"

    monkeypatch.setattr(methods, "best_bot", slow)
    monkeypatch.setattr(ThinkingBot, "choose", by_name)
    state, bot = own_state(), AutoBot(Budget(seconds=0.01), 1)
    assert bot.choose(Seat.of(state)) == state.legal_actions()[0]
    assert bot._bot is None
    known.set()
    assert bot._suitor._finding is not None
    bot._suitor._finding.join()
    assert bot.choose(Seat.of(state)) == state.legal_actions()[-1]


def test_matches_wait_for_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "best_bot", lambda game: "alphabeta")
    for made in (AutoBot(Budget(20), 1), AutoBot(Budget(seconds=0.01, clock=process_time), 1)):
        monkeypatch.setattr(ThinkingBot, "choose", by_name)
        state = own_state()
        assert made.choose(Seat.of(state)) == state.legal_actions()[-1]


def test_a_bot_without_a_name_is_the_one_that_suits_the_game() -> None:
    assert isinstance(parse_seat("bot"), AutoBot)
    with pytest.raises(SeatError, match="there is: human, bot"):
        parse_seat("bot:7")


def test_every_level_is_a_bot_and_there_are_eight() -> None:
    assert len(LEVELS) == 8
    state = initial("kuhn_poker")
    for level in range(1, 4):
        bot = parse_seat(f"level:{level}", 5)
        assert isinstance(bot, LevelBot)
        assert bot.choose(Seat.of(state)) in state.legal_actions()
    for text in ("level:0", "level:9", "level", "level:x"):
        with pytest.raises(SeatError, match="level:1 to level:8"):
            parse_seat(text)


def test_a_high_level_beats_the_lowest() -> None:
    state, points = initial("tic_tac_toe"), 0.0
    for seed in range(6):
        seats = [parse_seat("level:1", seed), parse_seat("level:5", seed)]
        if seed % 2:
            seats.reverse()
        played = state
        while not played.is_terminal:
            bot = seats[played.current_player]
            assert bot is not None
            played = played.apply(bot.choose(Seat.of(played)))
        points += played.returns[0 if seed % 2 else 1]
    assert points > 0


def test_elo_is_that_of_the_share() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(0.0) is None
    assert elo(1.0) is None
    assert elo(None) is None


def test_match_states_elo() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "interpreter.cli",
            "match",
            "tic_tac_toe",
            "mcts:150",
            "random",
            "-n",
            "8",
            "--json",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)["elo"]
    assert set(found) == {"value", "low", "high"}
    assert found["low"] is None or found["low"] > -400
