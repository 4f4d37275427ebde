"""Intervals: against figures of the literature, and against what they promise."""

import math

import pytest

from interpreter.analysis.intervals import Mean, Share, corrected, quantile
from interpreter.shared.hashing import Random


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)  # Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3
def test_the_interval_of_a_share_is_the_score_interval(
    part: int, whole: int, low: float, high: float
) -> None:
    found = Share(part, whole).estimate()
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)  # Newcombe, "Interval estimation for the difference between independent proportions", 1998, table II, method 10
def test_the_interval_of_a_difference_is_the_hybrid_one(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    found = Share(*one).minus(Share(*two))
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))
    assert found.is_shown


def test_several_intervals_that_hold_together_are_wider() -> None:
    assert corrected(1) == pytest.approx(0.95)
    assert corrected(5) == pytest.approx(0.99)
    assert quantile(10, corrected(5)) == pytest.approx(3.169, abs=1e-3)  # Student's t of 99 %, as in tables
    wide, plain = (Share(9, 10).minus(Share(3, 10), confidence) for confidence in (corrected(3), 0.95))
    assert wide is not None
    assert plain is not None
    assert wide.low is not None
    assert plain.low is not None
    assert wide.low < plain.low


@pytest.mark.parametrize(
    ("degrees", "value"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_students_quantile(degrees: int, value: float) -> None:
    assert quantile(degrees) == pytest.approx(value, abs=0.01)


def test_the_difference_of_two_means_is_welchs() -> None:
    one, two = Mean([27.5, 21.0, 19.0, 23.6, 17.0, 17.9]), Mean([27.1, 22.0, 20.8, 23.4, 23.4, 23.5])
    found = one.minus(two)
    assert found is not None
    assert found.value == pytest.approx(-2.3667, abs=1e-4)
    assert found.low is not None
    error, degrees = 1.83515, 7.6366  # from variances 15.724 and 4.4827, by hand
    assert found.value - found.low == pytest.approx(quantile(degrees) * error, abs=1e-3)
    assert not found.is_shown


def test_with_too_little_nothing_is_claimed() -> None:
    assert Share(0, 0).estimate() is None
    assert Share(0, 0).minus(Share(1, 2)) is None
    assert Mean([]).estimate() is None
    one = Mean([3.0]).minus(Mean([1.0, 2.0]))
    assert one is not None
    assert (one.low, one.is_shown) == (None, False)


def test_figures_that_never_vary_differ_for_sure() -> None:
    found = Mean([4.0, 4.0]).minus(Mean([3.0, 3.0, 3.0]))
    assert found is not None
    assert (found.value, found.low, found.high, found.is_shown) == (1, 1, 1, True)
    same = Mean([4.0, 4.0]).minus(Mean([4.0, 4.0]))
    assert same is not None
    assert not same.is_shown


def test_the_intervals_hold_what_they_promise() -> None:
    """95 of 100 intervals contain the truth, for shares and for differences of means."""
    random, held, fits, tries = Random(1), 0, 0, 400
    for _ in range(tries):
        share = Share(sum(random.below(10) < 3 for _ in range(40)), 40).estimate()
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        held += share.low <= 0.3 <= share.high
        one = Mean([random.below(100) for _ in range(12)])
        two = Mean([random.below(20) + 40 for _ in range(8)])
        found = one.minus(two)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        fits += found.low <= 0 <= found.high
    assert abs(held / tries - 0.95) < 3 * math.sqrt(0.95 * 0.05 / tries) + 0.01
    assert abs(fits / tries - 0.95) < 3 * math.sqrt(0.95 * 0.05 / tries) + 0.01
