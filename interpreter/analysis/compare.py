"""Two games side by side: the figures of a sample of each, with their differences, and what they come to in sentences: is each
game fair, do they differ, can random games be trusted.

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

from interpreter.analysis.intervals import CONFIDENCE, Estimate, Share, Z, corrected, quantile, two_sided
from interpreter.analysis.samples import DRAWS, FIRST, LENGTH, MEANS, SHARES, Sample
from interpreter.analysis.sequential import PAIR_VALUES, Sequential, test

RANDOM = "random"  # the name of players at random
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


def rows(a: Sample, b: Sample, players: int = 2) -> Iterator[Row]:
    """The figures of two samples side by side, each judged by itself; a player alone has no share of the points."""
    for name in SHARES if players > 1 else (DRAWS,):
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


# ---- what the figures come to, in sentences


CLOSE = 0.05  # of a fair share: what nobody notices
FEW_GAMES = 6  # games: of fewer, even all may be won by the same player by chance alone, in more than 5 % of fair games
COMPARED = 5  # games of each sort of player, at least, that random games and bots are compared by
FIGURES = 3  # that are compared of them: two shares and the length
MANY_ENDLESS = 0.1  # of games
FAR_APART = 0.1  # shares of random games and bots
MANY_TIMES = 1.5  # lengths of random games and bots


def fairness(title: str, first: str, players: int, who: str, sample: Sample) -> str:
    """Whether the first player has an advantage between equals; empty where nobody could have one, and of random games, which
    say nothing about players.

    Games that were cut off have no result and do not count.
    """
    share = sample.share(FIRST)
    found = share.estimate()
    if players < 2 or who == RANDOM:
        return ""
    if found is None or found.low is None or found.high is None:
        games = f"{sample.games:,} game{'s' * (sample.games != 1)}"
        return f"{title}: whether it is fair is not known: none of {games} came to its end ({who})"
    fair, games = 1 / players, f"{who}, {share.whole:,} game{'s' * (share.whole != 1)}"
    text = f"{title}: {first} scores {_percent(found)} between equal players ({games})"
    if share.whole >= FEW_GAMES and not found.low <= fair <= found.high:
        side = "for" if found.value > fair else "against"
        strength = "unfair" if abs(found.value - fair) > CLOSE else "slightly unfair"
        return f"{text}: {strength}, {side} the first player"
    if found.low >= fair - CLOSE and found.high <= fair + CLOSE:
        return f"{text}: fair, within {100 * CLOSE:.0f} points"
    return f"{text}: not decided, more games are needed"


def endless(title: str, who: str, limit: int, sample: Sample) -> str:
    """Whether many games run into the limit of moves, or were cut off; empty if not. Where players want something, nothing forces
    progress then."""
    lengths, ended = sample.known(LENGTH), sample.values[FIRST]
    stuck = sum(n >= limit or points is None for n, points in zip(lengths, ended, strict=True))
    share = Share(stuck, len(lengths)).estimate()
    if share is None or share.value < MANY_ENDLESS:
        return ""
    verdict = "" if who == RANDOM else ": nothing forces progress"
    return f"{title}: {_percent(share)} of the games do not end by themselves ({who}){verdict}"


def shown(who: str, rows: Sequence[Row]) -> Iterator[str]:
    """The differences that are shown."""
    for row in rows:
        if row.is_shown and row.difference is not None:
            more, less = ("A", "B") if row.difference.value > 0 else ("B", "A")
            yield f"{_WORDS[row.name].format(more=more, less=less)} by {_size(row)} ({who})"


_WORDS = {
    FIRST: "The first player scores more in {more} than in {less},",
    DRAWS: "{more} has more draws than {less},",
    LENGTH: "{more} takes longer than {less},",
    "branching": "{more} offers more moves than {less},",
}


def told(found: Sequential, who: str, by: float) -> str:
    """What a sequential test of the first player's share has found."""
    answer = {
        "lower": "does not differ",
        "higher": f"differs by {100 * by:g} points or more",
        "open": f"may or may not differ by {100 * by:g} points",
    }[found.answer]
    return f"Sequential test: the first player's share {answer} ({who}, {found.observations} pairs)"


def warnings(title: str, bot: str, random: Sample, bots: Sample, sides: int = 1) -> Iterator[str]:
    """Where random games and games of a bot tell different things, for sure.

    That is where the interval of a difference, made so wide that all of them for so many `sides` hold together with 95 %,
    leaves out 0. Lengths of games that were cut off are no lengths, and say nothing; nor do shares where many were.
    """
    confidence = corrected(FIGURES * sides)
    known = (random, bots)
    for name in (FIRST, DRAWS):
        shares = [sample.share(name) for sample in known]
        if any(
            s.whole < COMPARED or x.cut_off > MANY_ENDLESS * x.games
            for s, x in zip(shares, known, strict=True)
        ):
            continue
        difference = shares[0].minus(shares[1], confidence)
        if difference is not None and difference.is_shown and abs(difference.value) > FAR_APART:
            figures = [share.estimate() for share in shares]
            yield (
                f"{title}: random games mislead about the {name}: "
                f"{_percent(figures[0])} by random games, {_percent(figures[1])} by {bot}"
            )
    if any(x.cut_off or x.games < COMPARED for x in known):
        return
    lengths = (random.mean(LENGTH), bots.mean(LENGTH))
    difference, estimates = lengths[0].minus(lengths[1], confidence), [m.estimate() for m in lengths]
    a, b = ((e.value if e is not None else 0.0) for e in estimates)
    if difference is not None and difference.is_shown and max(a, b) > MANY_TIMES * min(a, b):
        yield f"{title}: random games mislead about the length: {a:.0f} by random games, {b:.0f} by {bot}"


def _size(row: Row) -> str:
    d = row.difference
    assert d is not None
    low, high = sorted((abs(d.low or 0.0), abs(d.high or 0.0)))
    if row.name in SHARES:
        return f"{abs(d.value) * 100:.1f} points [{low * 100:.1f}, {high * 100:.1f}]"
    return f"{abs(d.value):.2f} [{low:.2f}, {high:.2f}]"


def _percent(e: Estimate | None) -> str:
    if e is None or e.low is None or e.high is None:
        return "-"
    return f"{e.value * 100:.0f} % [{e.low * 100:.0f}, {e.high * 100:.0f}]"
