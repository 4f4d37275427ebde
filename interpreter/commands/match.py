"""The command `gdl match`."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from gdl.core.model import Game
from gdl.core.rules import has_payoffs
from interpreter.analysis.intervals import Share, written
from interpreter.analysis.samples import Pool, Rows
from interpreter.analysis.sequential import Sequential, bounds, share_of
from interpreter.analysis.sequential import test as test_of
from interpreter.commands.games import make_engine
from interpreter.commands.options import (
    MAX_GAMES,
    CannotWork,
    Setup,
    Whole,
    as_record,
    executor_option,
    game_options,
    json_option,
    max_plies_option,
    parquet_option,
    resume_option,
)
from interpreter.commands.output import print_json, table
from interpreter.commands.seats import bot_or_refuse
from interpreter.commands.workers import Place, at_work, made_by, versions
from interpreter.engines.base import Engine
from interpreter.play.contest import Match, MatchGames, elo, match_of, pair_shares

_BLOCK = 16  # games that are played before a sequential test looks at them
_HEADS = ("bot", "wins", "draws", "losses", "share of the points", "s/move")
_NUMBERS = (1, 2, 3, 5)  # the columns of plain numbers


@click.command("match")
@game_options
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("-n", "number", type=Whole(1, MAX_GAMES), default=20, show_default=True, help="How many games.")
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    help="Stop when a sequential test knows whether A is LOW or HIGH Elo stronger.",
)
@max_plies_option
@executor_option
@resume_option
@parquet_option
@json_option
@as_record("place", Place)
def command(
    game: str, setup: Setup, a: str, b: str, number: int, sprt: str | None, max_plies: int, place: Place, as_json: bool,
) -> None:  # fmt: skip
    """Let two bots play against each other: A and B, such as level:3, auto:1s, mcts:1000 or random.

    Games come in pairs with the same chance and the seats swapped. A game gives one point, divided among its winners or
    among all who draw. Each bot's share of the points has its 95 % interval.
    """
    for text in (a, b):
        bot_or_refuse(text)  # an unknown bot is reported before the game is read
    engine = make_engine(game, setup)
    if len(engine.game.players) < 2:
        raise CannotWork(f"{engine.game.title} is for one player; a match needs two")
    seed, test = setup.seed or 0, None if sprt is None else _read_test(sprt)
    contest = _Contest(engine, (a, b), number, {"seed": seed, "most": max_plies}, test)

    def tell(rows: Rows, missing: Sequence[str] = ()) -> None:
        if as_json:
            print_json({"game": game} | contest.data(rows, missing))
        else:
            click.echo("\n".join(contest.lines(rows, missing)))

    with at_work(place, f"{a} - {b}", number, lambda left: tell(contest.play(left), left.missing[-1:])) as (
        opened,
        advance,
    ):
        rows = contest.play(opened, advance)
    tell(rows)


@dataclass(frozen=True, slots=True)
class _Test:
    """How much stronger the first bot may be, in Elo, by the two hypotheses."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Contest:
    """Who plays what how often, and what is said of the games."""

    engine: Engine
    bots: tuple[str, str]
    number: int
    what: Mapping[str, int]  # the seed, and the most actions of a game
    test: _Test | None

    @property
    def names(self) -> tuple[str, str]:
        a, b = self.bots
        return (f"{a} (1)", f"{b} (2)") if a == b else (a, b)

    def play(self, opened: Pool, advance: Callable[[int], None] = lambda done: None) -> Rows:
        """The games, up to the one with which a sequential test has its answer."""
        work = MatchGames(self.engine, self.bots, self.what["seed"], self.what["most"])
        what = {"bots": list(self.bots), **self.what}

        def games(n: int) -> Rows:
            return opened.rows(self.engine, work, what, n, 1, advance, group=2)

        return games(self.number) if self.test is None else _until_known(games, self.number, self.test)

    def data(self, rows: Rows, missing: Sequence[str]) -> dict[str, Any]:
        shown: dict[str, Any] = {"missing": list(missing)} if missing else {}
        if self.test is not None:
            shown["sprt"] = _as_data(self.test, _tested(self.test, rows))
        return self._match(rows).to_json() | shown | versions([self.engine.game])

    def lines(self, rows: Rows, missing: Sequence[str]) -> Iterator[str]:
        found, game = self._match(rows), self.engine.game
        yield from (f"cut short: {text}" for text in missing)
        if found.games:
            yield from (*table([_HEADS, *_rows(found)], _NUMBERS), "", *_summary(found))
            yield from _payoffs(found, game)
        if self.test is not None:
            yield _said(self.names[0], self.test, _tested(self.test, rows))
        yield made_by(versions([game]))

    def _match(self, rows: Rows) -> Match:
        return match_of(self.names, [p.name for p in self.engine.game.players], rows)


def _read_test(text: str) -> _Test:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = math.nan
    if not -1000 <= low < high <= 1000:
        raise click.BadParameter(
            f"`{text}` are no two differences of Elo, the lower one first, such as 0,20", param_hint="--sprt"
        )
    return _Test(low, high)


def _until_known(games: Callable[[int], Rows], most: int, wanted: _Test) -> Rows:
    """The games up to the pair that decides: the same wherever and in whatever blocks they are played."""
    n = 0
    while True:
        n = min(most, n + _BLOCK)
        rows = games(n)
        found = _tested(wanted, rows)
        if found.answer != "open":
            return _up_to(rows, found.observations)
        if n >= most or len(rows) < n:
            return rows


def _tested(wanted: _Test, rows: Rows) -> Sequential:
    return test_of(pair_shares(rows), share_of(wanted.low), share_of(wanted.high))


def _up_to(rows: Rows, pairs: int) -> Rows:
    """The games up to so many pairs of which both came to an end."""
    for n in range(2, len(rows) + 1, 2):
        if len(pair_shares(rows[:n])) == pairs:
            return rows[:n]
    return rows


def _said(name: str, wanted: _Test, found: Sequential) -> str:
    low, high = bounds()
    answer = {
        "lower": f"{name} is {wanted.low:+g} Elo stronger, not {wanted.high:+g}",
        "higher": f"{name} is {wanted.high:+g} Elo stronger, not {wanted.low:+g}",
        "open": f"not known yet whether {name} is {wanted.low:+g} or {wanted.high:+g} Elo stronger",
    }[found.answer]
    return f"sequential test: {answer} ({found.observations} pairs, log ratio {found.ratio:.2f} of [{low:.2f}, {high:.2f}])"


def _as_data(wanted: _Test, found: Sequential) -> dict[str, Any]:
    return {
        "low": wanted.low, "high": wanted.high, "answer": found.answer, "pairs": found.observations,
        "log_ratio": round(found.ratio, 4),
    }  # fmt: skip


def _rows(found: Match) -> Iterator[tuple[str, ...]]:
    for score in found.scores:
        share = written(found.share(score), 100, 1, " %")
        slow = f"{score.seconds / score.choices:.3f}" if score.choices else "-"
        yield score.name, str(score.wins), str(score.draws), str(score.losses), share, slow


def _payoffs(found: Match, game: Game) -> Iterator[str]:
    """What each bot got on average in a game with payoffs, and that bots who play together share it."""
    if not has_payoffs(game):
        return
    if len(game.teams) == 1:
        yield "all players are one team: both bots share each result, so their shares of the points compare nothing"
    for score in found.scores:
        yield f"mean payoff of {score.name}: {written(score.payoff, 1, 2)}"


def _summary(found: Match) -> Iterator[str]:
    """What both bots came to, and each of them on each seat."""
    yield f"{found.games} games, {found.plies / found.games:.1f} moves each, {found.cut_off} cut off"
    first = Share(found.first, found.finished).estimate()
    yield f"first player's share  {written(first, 100, 1, ' %')}"
    share = found.share(found.scores[0])
    if share is not None and elo(share.value) is not None:
        low, high = (f"{v:.0f}" if (v := elo(s)) is not None else "-" for s in (share.low, share.high))
        yield f"{found.scores[0].name} is {elo(share.value):+.0f} Elo stronger [{low}, {high}]"
    for i, score in enumerate(found.scores):
        for name, pair in found.by_seat.items():
            s = pair[i]
            yield f"{score.name} as {name}: {s.wins} wins, {s.draws} draws, {s.losses} losses"
