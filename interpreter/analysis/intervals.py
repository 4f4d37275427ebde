"""How sure a figure is: intervals, of 95 % if nothing else is said, for shares and means, and for the difference of two of them.

* A share: the score interval (Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927),
  which stays inside 0..1 and is good for few games and for shares near 0 and 1, where the usual formula gives nonsense.
  Shared games count as fractions; they vary less than wins and losses, so the interval is too wide rather than too narrow.
* The difference of two shares: the hybrid score interval (Newcombe, "Interval Estimation for the Difference between
  Independent Proportions", 1998, method 10), made of the two above.
* A mean, and the difference of two: Student's t, with the degrees of freedom of Welch ("The Generalization of 'Student's'
  Problem when Several Different Population Variances are Involved", 1947).

Student's t is SciPy's, which is loaded when it is first asked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance
from typing import Any

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval; `low` and `high` are None where there are too few data."""

    value: float
    low: float | None
    high: float | None

    @property
    def is_shown(self) -> bool:
        """Whether a difference is significant: its interval does not contain 0."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def to_json(self) -> dict[str, Any]:
        return {
            n: None if v is None else round(v, 6)
            for n, v in (("value", self.value), ("low", self.low), ("high", self.high))
        }


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, such as points of games."""

    part: float
    whole: int

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate | None:
        if not self.whole:
            return None
        n, p, z = self.whole, self.part / self.whole, NormalDist().inv_cdf(0.5 + confidence / 2)
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # at the ends the bound is the share itself, but for rounding
        return Estimate(
            p, max(0.0, middle - half) if p > 0 else 0.0, min(1.0, middle + half) if p < 1 else 1.0
        )

    def test(self, other: "Share") -> float:
        """How likely a difference as large is if there is none: the score test with the common share."""
        whole = self.whole + other.whole
        if not self.whole or not other.whole:
            return 1.0
        common = (self.part + other.part) / whole
        error = math.sqrt(common * (1 - common) * (1 / self.whole + 1 / other.whole))
        difference = self.part / self.whole - other.part / other.whole
        return math.erfc(abs(difference) / error / math.sqrt(2)) if error else 1.0

    def minus(self, other: "Share", confidence: float = CONFIDENCE) -> Estimate | None:
        a, b = self.estimate(confidence), other.estimate(confidence)
        if a is None or b is None or a.low is None or a.high is None or b.low is None or b.high is None:
            return None
        value = a.value - b.value
        low = value - math.hypot(a.value - a.low, b.high - b.value)
        return Estimate(value, low, value + math.hypot(a.high - a.value, b.value - b.low))


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of independent figures."""

    figures: Sequence[float]

    def estimate(self) -> Estimate | None:
        if not self.figures:
            return None
        value, n = fmean(self.figures), len(self.figures)
        if n < 2:
            return Estimate(value, None, None)
        half = quantile(n - 1) * math.sqrt(variance(self.figures) / n)
        return Estimate(value, value - half, value + half)

    def test(self, other: "Mean") -> float:
        """How likely a difference as large is if there is none: Welch's test."""
        m, n = len(self.figures), len(other.figures)
        if m < 2 or n < 2:
            return 1.0
        value = fmean(self.figures) - fmean(other.figures)
        a, b = variance(self.figures) / m, variance(other.figures) / n
        if not a + b:
            return 0.0 if value else 1.0
        return two_sided(value / math.sqrt(a + b), (a + b) ** 2 / (a * a / (m - 1) + b * b / (n - 1)))

    def minus(self, other: "Mean", confidence: float = CONFIDENCE) -> Estimate | None:
        if not self.figures or not other.figures:
            return None
        value = fmean(self.figures) - fmean(other.figures)
        m, n = len(self.figures), len(other.figures)
        if m < 2 or n < 2:
            return Estimate(value, None, None)
        a, b = variance(self.figures) / m, variance(other.figures) / n
        if not a + b:
            return Estimate(value, value, value)
        degrees = (a + b) ** 2 / (a * a / (m - 1) + b * b / (n - 1))
        half = quantile(degrees, confidence) * math.sqrt(a + b)
        return Estimate(value, value - half, value + half)


def quantile(degrees: float, confidence: float = CONFIDENCE) -> float:
    """Student's t of a confidence."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + confidence / 2))


def corrected(figures: int) -> float:
    """The confidence of each of so many intervals, with which all of them hold together as surely as one (Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / figures


def two_sided(t: float, degrees: float) -> float:
    """How likely Student's t is at least as far from 0."""
    from scipy.special import stdtr

    return float(2 * stdtr(degrees, -abs(t)))


def written(e: Estimate | None, scale: float, digits: int, unit: str = "") -> str:
    """A figure as text, `51.2 % [48.1, 54.3]`; `-` where there is none."""
    if e is None:
        return "-"
    value = f"{e.value * scale:.{digits}f}{unit}"
    if e.low is None or e.high is None:
        return value
    return f"{value} [{e.low * scale:.{digits}f}, {e.high * scale:.{digits}f}]"
