"""Tests that stop as soon as they know: the generalized sequential probability ratio test of a mean.

Each observation has one of a few values, such as the five results of two games with swapped seats (0, 1/4, 1/2, 3/4 or 1 of the
points: "pentanomial"). Pairs are observations because their games are not independent. The likelihood of all that was seen is
compared under the most likely distribution with one mean and that with another one (Van den Bergh, "A Practical Introduction
to the GSPRT", 2017, as programs that play are tested); Wald's bounds ("Sequential Tests of Statistical Hypotheses", 1945) decide.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

ERROR = 0.05  # how often each of the two hypotheses is rejected though it holds
_UNSEEN = 1e-3  # what a value counts that nobody has seen: it may come
_ENDS = 1e-9  # how far a root stays from the ends of its interval
PAIR_VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)

Answer = Literal["lower", "higher", "open"]


@dataclass(frozen=True, slots=True)
class Sequential:
    """What is known after some observations: which mean was accepted, and the logarithm of the likelihoods' ratio."""

    answer: Answer
    ratio: float
    observations: int


def bounds(error: float = ERROR) -> tuple[float, float]:
    """Below the first the lower mean is accepted, above the second the higher one."""
    return math.log(error / (1 - error)), math.log((1 - error) / error)


def log_ratio(counts: Mapping[float, float], lower: float, higher: float) -> float:
    """How much more likely the observations are with the higher mean than with the lower one, as a logarithm."""
    one, two = _most_likely(counts, lower), _most_likely(counts, higher)
    return sum(n * math.log(two[value] / one[value]) for value, n in counts.items() if n)


def _most_likely(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """The distribution with a mean under which observations are most likely: Lagrange's condition has one root."""
    from scipy.optimize import brentq

    whole = sum(n or _UNSEEN for n in counts.values())
    share = {value: (n or _UNSEEN) / whole for value, n in counts.items()}

    def slope(x: float) -> float:
        return sum(p * (v - mean) / (1 + x * (v - mean)) for v, p in share.items())

    low, high = -1 / (max(share) - mean), -1 / (min(share) - mean)
    width = high - low
    root = brentq(slope, low + _ENDS * width, high - _ENDS * width)
    return {v: p / (1 + root * (v - mean)) for v, p in share.items()}


def test(
    observations: Sequence[float], lower: float, higher: float, values: Sequence[float] = PAIR_VALUES
) -> Sequential:
    """Goes through observations until one of two means is accepted. `values`: all that an observation may be.

    The means lie between the least and the greatest value. What follows the decision does not count.
    """
    counts: Counter[float] = Counter(dict.fromkeys(values, 0))
    low, high = bounds()
    ratio = 0.0
    for k, value in enumerate(observations, 1):
        counts[value] += 1
        ratio = log_ratio(counts, lower, higher)
        if not low < ratio < high:
            return Sequential("higher" if ratio > 0 else "lower", ratio, k)
    return Sequential("open", ratio, len(observations))


def share_of(elo: float) -> float:
    """The share of the points of a player who is so many points stronger (Elo, 1978)."""
    return 1 / (1 + math.pow(10, -elo / 400))
