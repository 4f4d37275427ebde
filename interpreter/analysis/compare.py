"""Two games side by side: the figures of a sample of each, with their differences.

The samples have the same seeds, so games are compared in pairs: the interval of a difference is that of the mean of the
pairs' differences (Student's t), which are small where most games go the same way in both. Several differences are judged
together by Holm's procedure ("A Simple Sequentially Rejective Multiple Test Procedure", 1979): if nothing differs, the
chance that any of them counts as shown is 5 %.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, variance
from typing import Any

from interpreter.analysis.intervals import CONFIDENCE, Estimate, Z, quantile, two_sided
from interpreter.analysis.samples import FIRST, MEANS, SHARES, Sample
from interpreter.analysis.sequential import PAIR_VALUES, Sequential, test

FEW = 30  # pairs, below which Student's t does not suit shares


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of both games, and its difference. None where no game gives it.

    `p`: how likely a difference as large is where there is none; `holm`: the same, with all figures of the report.
    """

    name: str
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None
    games: tuple[int, int]
    p: float = 1.0
    holm: float = 1.0

    @property
    def is_shown(self) -> bool:
        return self.difference is not None and self.holm < 1 - CONFIDENCE

    def to_json(self) -> dict[str, Any]:
        parts = {"a": self.a, "b": self.b, "difference": self.difference}
        return {n: None if e is None else e.to_json() for n, e in parts.items()} | {
            "n": list(self.games), "p": round(self.p, 6), "p_holm": round(self.holm, 6), "is_shown": self.is_shown,
        }  # fmt: skip


def rows(a: Sample, b: Sample) -> Iterator[Row]:
    """The figures of two samples side by side, each judged by itself."""
    for name in SHARES:
        one, two = a.share(name), b.share(name)
        difference, p = _paired(a, b, name)
        if difference is None:
            difference, p = one.minus(two), one.test(two)
        yield Row(name, one.estimate(), two.estimate(), difference, (one.whole, two.whole), p)
    for name in MEANS:
        first, second = a.mean(name), b.mean(name)
        difference, p = _paired(a, b, name)
        if difference is None:
            difference, p = first.minus(second), first.test(second)
        n = (len(first.figures), len(second.figures))
        yield Row(name, first.estimate(), second.estimate(), difference, n, p)


def _paired(a: Sample, b: Sample, name: str) -> tuple[Estimate | None, float]:
    """The mean difference of games with the same key, and its p; None where there are too few, or all differ alike."""
    pairs = zip(a.values[name], b.values[name], strict=False)
    found = [x - y for x, y in pairs if x is not None and y is not None]
    least = FEW if name in SHARES else 3
    if len(found) < least or not variance(found):
        return None, 1.0
    value, n = fmean(found), len(found)
    error = math.sqrt(variance(found) / n)
    half = quantile(n - 1) * error
    return Estimate(value, value - half, value + half), two_sided(value / error, n - 1)


def together(tables: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """The tables of a report, with all their differences judged together."""
    every = [row for table in tables for row in table]
    order = sorted((i for i, row in enumerate(every) if row.difference is not None), key=lambda i: every[i].p)
    found, least = dict.fromkeys(range(len(every)), 1.0), 0.0
    for rank, i in enumerate(order):
        least = max(least, min(1.0, every[i].p * (len(order) - rank)))
        found[i] = least
    numbers = iter(range(len(every)))
    return [[replace(row, holm=found[next(numbers)]) for row in table] for table in tables]


def games_for(precision: float) -> int:
    """How many games of each make the interval of a difference of shares no wider than this on each side.

    For games that are not alike at all and shares of a half; less even shares and pairs that go the same way need fewer.
    """
    return math.ceil(2 * 0.25 * (Z / precision) ** 2)


def half_width(a: Sample, b: Sample) -> float | None:
    """How far the interval of the difference of the first player's shares reaches to each side; None if it is not known."""
    pairs = [
        x - y
        for x, y in zip(a.values[FIRST], b.values[FIRST], strict=False)
        if x is not None and y is not None
    ]
    if len(pairs) >= FEW and not variance(pairs):
        return 3 / len(pairs)  # nothing else was seen: the rule of three
    difference, _ = _paired(a, b, FIRST)
    difference = difference or a.share(FIRST).minus(b.share(FIRST))
    if difference is None or difference.low is None or difference.high is None:
        return None
    return (difference.high - difference.low) / 2


def differs(a: Sample, b: Sample, by: float) -> Sequential:
    """Whether the first player's share differs by so much, or not at all, as a sequential test of pairs knows.

    Two tests, one for each direction. `higher`: one of them has found the difference; `lower`: both have found none.
    """
    pairs = zip(a.values[FIRST], b.values[FIRST], strict=False)
    found = [x - y for x, y in pairs if x is not None and y is not None]
    answers = []
    for sign in (1, -1):
        shares = [(1 + sign * d) / 2 for d in found]
        answers.append(test(shares, 0.5, 0.5 + by / 2, sorted({*PAIR_VALUES, *shares})))
    shown = [answer for answer in answers if answer.answer == "higher"]
    if shown:
        return min(shown, key=lambda answer: answer.observations)
    last = max(answers, key=lambda answer: answer.observations)
    return last if all(answer.answer == "lower" for answer in answers) else replace(last, answer="open")
