"""Tests that stop early: their ratio by its definition, their errors by repetition, and how commands use them."""

import json
import math
from collections import Counter

import pytest
from click.testing import CliRunner

from interpreter.analysis.compare import differs, half_width
from interpreter.analysis.samples import Played, Sample
from interpreter.analysis.sequential import PAIR_VALUES, bounds, log_ratio, share_of
from interpreter.analysis.sequential import test as sequential_test
from interpreter.commands import compare, match
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough


def test_the_ratio_of_wins_and_losses_is_that_of_two_coins() -> None:
    """With two values the most likely distribution with a mean is that mean."""
    found = log_ratio({0.0: 30, 1.0: 50}, 0.5, 0.6)
    assert found == pytest.approx(50 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5), abs=1e-6)


def test_the_most_likely_distribution_keeps_the_mean() -> None:
    """Where the mean is that which was seen, nothing is more likely."""
    counts = dict(zip(PAIR_VALUES, (5, 10, 40, 30, 15), strict=True))
    mean = sum(v * n for v, n in counts.items()) / 100
    others = (mean - 0.1, mean - 0.02, mean + 0.02, mean + 0.1)
    assert all(log_ratio(counts, mean, other) < 0 < log_ratio(counts, other, mean) for other in others)
    assert log_ratio(counts, mean, mean) == pytest.approx(0)


def test_pairs_that_balance_each_other_decide_sooner_than_their_games() -> None:
    """Four of five pairs are one win each, so the others say more than as many wins and losses among coins."""
    pairs = log_ratio(dict(zip(PAIR_VALUES, (0, 0, 80, 0, 20), strict=True)), 0.5, 0.55)
    coins = log_ratio({0.0: 80, 1.0: 120}, 0.5, 0.55)
    assert pairs > 1.5 * coins > 0


def test_errors_are_as_rare_as_promised_and_even_results_stop_early() -> None:
    random = Random(3)

    def pair(mean: float) -> float:
        return [0.0, 0.25, 0.5, 0.75, 1.0][sum(random.below(1000) < 1000 * mean for _ in range(4))]

    answers = {
        mean: [sequential_test([pair(mean) for _ in range(600)], 0.5, 0.6) for _ in range(60)]
        for mean in (0.5, 0.6)
    }
    right = {mean: Counter(found.answer for found in answers[mean]) for mean in answers}
    assert right[0.5]["higher"] <= 6
    assert right[0.6]["lower"] <= 6
    assert right[0.5]["lower"] >= 50 and right[0.6]["higher"] >= 50
    assert sum(found.observations for found in answers[0.6]) / 60 < 150
    decided = next(found for found in answers[0.6] if found.answer == "higher")
    assert decided.ratio >= bounds()[1]


def test_what_follows_a_decision_does_not_count() -> None:
    wins = [1.0] * 50
    found = sequential_test(wins, 0.5, 0.6)
    assert found.answer == "higher"
    assert sequential_test(wins[: found.observations] + [0.0] * 99, 0.5, 0.6) == found
    assert sequential_test([], 0.5, 0.6).answer == "open"


def test_elo_is_a_share() -> None:
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)


def sample(shares: list[float]) -> Sample:
    return Sample.of([Played([2 * s - 1, 1 - 2 * s], 9, False).row(k) for k, s in enumerate(shares)])


def test_a_difference_of_two_samples_is_tested_in_both_directions() -> None:
    even, first = sample([1.0, 0.0] * 60), sample([1.0, 1.0, 1.0, 0.0] * 30)
    assert differs(even, even, 0.1).answer == "lower"
    assert differs(first, even, 0.2).answer == differs(even, first, 0.2).answer == "higher"
    assert differs(sample([1.0, 0.0]), sample([0.0, 1.0]), 0.1).answer == "open"
    assert half_width(even, even) == pytest.approx(3 / 120)
    width = half_width(even, first)
    assert width is not None and 0.05 < width < 0.15


def test_a_match_stops_when_it_knows_and_anywhere_at_the_same_game() -> None:
    arguments = ["tic_tac_toe", "mcts:30", "random", "-n", "200", "--sprt", "0,100", "--json"]
    here, there = (
        json.loads(CliRunner().invoke(match.command, [*arguments, "--executor", executor]).output)
        for executor in ("processes:1", "processes:2")
    )
    assert here["sprt"]["answer"] == "higher"
    assert here["games"] == 2 * here["sprt"]["pairs"] < 100
    for found in (here, there):
        del found["made"]
        for bot in found["bots"]:
            del bot["seconds_per_move"]
    assert here == there
    done = CliRunner().invoke(match.command, ["tic_tac_toe", "random", "random", "--sprt", "20,0"])
    assert (done.exit_code, "the lower one first" in done.output) == (2, True)


def test_a_comparison_plays_as_many_games_of_the_bot_as_it_needs() -> None:
    quick = [
        "tic_tac_toe",
        "-n",
        "50",
        "--bot",
        "mcts:5",
        "--positions",
        "50",
        "--executor",
        "processes:1",
        "--json",
    ]
    done = CliRunner().invoke(compare.command, [*quick, "--sequential", "40%"])
    data = json.loads(done.output)
    assert "Sequential test: the first player's share does not differ (mcts:5, " in data["verdict"]
    done = CliRunner().invoke(compare.command, [*quick, "--plan", "10%"])
    played = json.loads(done.stdout)["tables"]["mcts:5"]["games"]
    assert played < 193, "pairs are alike, so fewer games than the plan's are enough"
