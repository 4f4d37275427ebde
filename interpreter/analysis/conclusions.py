"""What the figures of a comparison come to, in sentences: is each game fair, do they differ, can random games be trusted."""

from collections.abc import Iterator, Sequence

from interpreter.analysis.compare import Row
from interpreter.analysis.intervals import Estimate, Share
from interpreter.analysis.samples import DRAWS, FIRST, LENGTH, SHARES, Sample
from interpreter.analysis.sequential import Sequential

CLOSE = 0.05  # of a fair share: what nobody notices
FEW = 10  # games, from which nothing is concluded
MANY_ENDLESS = 0.1  # of games
FAR_APART = 0.1  # shares of random games and bots
MANY_TIMES = 1.5  # lengths of random games and bots


def fairness(title: str, first: str, players: int, who: str, sample: Sample) -> str:
    """Whether the first player has an advantage between equals; empty where nobody could have one."""
    share = sample.share(FIRST)
    found = share.estimate()
    if players < 2 or found is None or found.low is None or found.high is None or share.whole < FEW:
        return ""
    fair, games = 1 / players, f"{who}, {share.whole:,} games"
    text = f"{title}: {first} scores {_percent(found)} between equal players ({games})"
    if not found.low <= fair <= found.high:
        side = "for" if found.value > fair else "against"
        strength = "unfair" if abs(found.value - fair) > CLOSE else "slightly unfair"
        return f"{text}: {strength}, {side} the first player"
    if found.low >= fair - CLOSE and found.high <= fair + CLOSE:
        return f"{text}: fair, within {100 * CLOSE:.0f} points"
    return f"{text}: not decided, more games are needed"


def endless(title: str, who: str, limit: int, sample: Sample) -> str:
    """Whether many games run into the limit of moves, or were cut off: nothing forces progress then; empty if not."""
    lengths, ended = sample.known(LENGTH), sample.values[FIRST]
    stuck = sum(n >= limit or points is None for n, points in zip(lengths, ended, strict=True))
    share = Share(stuck, len(lengths)).estimate()
    if share is None or share.value < MANY_ENDLESS:
        return ""
    return (
        f"{title}: {_percent(share)} of the games do not end by themselves ({who}): nothing forces progress"
    )


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


def warnings(title: str, bot: str, random: Sample, bots: Sample) -> Iterator[str]:
    """Where random games and games of a bot tell different things, by more than chance does."""
    for name in (FIRST, DRAWS):
        difference = random.share(name).minus(bots.share(name))
        if difference is not None and difference.is_shown and abs(difference.value) > FAR_APART:
            figures = [random.share(name).estimate(), bots.share(name).estimate()]
            yield (
                f"{title}: random games mislead about the {name}: "
                f"{_percent(figures[0])} by random games, {_percent(figures[1])} by {bot}"
            )
    lengths = (random.mean(LENGTH), bots.mean(LENGTH))
    difference, estimates = lengths[0].minus(lengths[1]), [m.estimate() for m in lengths]
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
