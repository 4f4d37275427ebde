"""What the figures of a comparison come to, in sentences: is each game fair, do they differ, can random games be trusted."""

from collections.abc import Iterator, Sequence

from interpreter.analysis.compare import Row
from interpreter.analysis.intervals import Estimate, Share, corrected
from interpreter.analysis.samples import DRAWS, FIRST, LENGTH, SHARES, Sample
from interpreter.analysis.sequential import Sequential

CLOSE = 0.05  # of a fair share: what nobody notices
FEW = 6  # games: of fewer, even all may be won by the same player by chance alone, in more than 5 % of fair games
COMPARED = 5  # games of each sort of player, at least, that random games and bots are compared by
FIGURES = 3  # that are compared of them: two shares and the length
MANY_ENDLESS = 0.1  # of games
FAR_APART = 0.1  # shares of random games and bots
MANY_TIMES = 1.5  # lengths of random games and bots


def fairness(title: str, first: str, players: int, who: str, sample: Sample) -> str:
    """Whether the first player has an advantage between equals; empty where nobody could have one.

    Games that were cut off have no result and do not count.
    """
    share = sample.share(FIRST)
    found = share.estimate()
    if players < 2:
        return ""
    if found is None or found.low is None or found.high is None:
        games = f"{sample.games:,} game{'s' * (sample.games != 1)}"
        return f"{title}: whether it is fair is not known: none of {games} came to its end ({who})"
    fair, games = 1 / players, f"{who}, {share.whole:,} game{'s' * (share.whole != 1)}"
    text = f"{title}: {first} scores {_percent(found)} between equal players ({games})"
    if share.whole >= FEW and not found.low <= fair <= found.high:
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
