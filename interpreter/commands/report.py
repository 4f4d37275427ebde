"""The command `gdl report`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import click

import interpreter
from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.analysis.samples import Pool, Sample
from interpreter.commands.coverage import Plan, cover
from interpreter.commands.games import load
from interpreter.commands.options import (
    MAX_GAMES,
    MAX_SECONDS,
    CannotWork,
    Seconds,
    Setup,
    Whole,
    as_record,
    executor_option,
    game_options,
    parquet_option,
    resume_option,
)
from interpreter.commands.output import NoBar, write
from interpreter.commands.seats import bot_or_refuse
from interpreter.commands.workers import Place, at_work
from interpreter.engines.base import Engine
from interpreter.engines.notation import option_text
from interpreter.executors.base import made
from interpreter.play.report.games import OWN, own_uses, people
from interpreter.play.report.material import DEPTH_MOST, Material, Sampler, Solved, solved, weaker, worths
from interpreter.play.report.mirrors import LOOKS, mirrors
from interpreter.play.report.page import More, page
from interpreter.play.report.plots import NoPlotsError, altair
from interpreter.play.report.restricted import is_restrictable, most_restrictions

_LOOKS = 200  # random games with preferences that are looked at for what is never used
_VARIED = 2  # options that are varied if none is named
_VALUES = 6  # values in all
_SEARCH = 5.0  # seconds in which positions are searched that reach it


@click.command("report")
@game_options
@click.option("--html", metavar="FILE", required=True, help="The page; `-` writes to the output.")
@click.option(
    "-n", "number", type=Whole(2, MAX_GAMES), default=60, show_default=True, help="How many games of the bot."
)
@click.option("--bot", default="mcts:200", show_default=True, help="The bot whose games are looked at.")
@click.option(
    "--random",
    "randoms",
    type=Whole(2, MAX_GAMES),
    default=1000,
    show_default=True,
    help="How many random games.",
)
@click.option(
    "--pairs",
    type=Whole(0, MAX_GAMES),
    default=20,
    show_default=True,
    help="How many pairs of games for each doubling, and for each action and kind that a player goes without.",
)
@click.option(
    "--vary",
    metavar="NAME",
    multiple=True,
    help="Show fairness under each value of an option, too. May be repeated.  [default: options of yes and no, at most two]",
)
@click.option(
    "--solve",
    "solving",
    type=Seconds(min=0, max=MAX_SECONDS),
    default=5.0,
    show_default=True,
    help="For how many seconds each smaller board is solved.",
)
@click.option(
    "--records", metavar="DIR", help="Show games that people played: saved ones, and those of `gdl serve`."
)
@executor_option
@resume_option
@parquet_option
@as_record("place", Place)
def command(
    game: str,
    setup: Setup,
    html: str,
    number: int,
    bot: str,
    randoms: int,
    pairs: int,
    vary: tuple[str, ...],
    solving: float,
    records: str | None,
    place: Place,
) -> None:
    """Write a page about a game for its designer: fairness, depth, length, moves, what is never used.

    Games of a bot against itself are recorded and measured; random games and weaker bots say how fairness changes with strength, bots with twice the iterations of others how deep the game is, and bots that go without an action or a kind what it is worth. Each figure has its definition, its interval and its number of games.
    """
    bot_or_refuse(bot)
    try:
        altair()
    except NoPlotsError as error:
        raise CannotWork(str(error)) from error
    checked = load(game, setup)
    found_people = None if records is None else people(_folder(records), interpreter.engine(checked))
    report = _Report(game, setup, checked, bot, number, randoms, pairs, tuple(_varied(checked, vary)))

    def tell(sampled: Material, more: More) -> None:
        write(html, page(report.engine, sampled, more, made(), report.settings()), "the page")

    def tell_what_there_is(left: Pool) -> None:
        sampled = report.play(left)
        known = worths(checked, may_learn=False)
        missing = [*dict.fromkeys(left.missing), "what is never used", "small boards"]
        missing += [] if known.rows else ["what pieces are worth"]
        tell(sampled, More(people=found_people, worths=known, missing=missing))
        click.echo(f"{html} lacks " + "; ".join(missing), err=True)

    with at_work(place, "report", report.games(), tell_what_there_is) as (opened, advance):
        done = 0

        def on_games(more: int) -> None:
            nonlocal done
            done += more
            advance(done)

        sampled = report.play(opened, on_games)
        advance(done, "report: what is never used")
        never, small = report.never_used(opened, sampled), report.small_boards(solving)
    tell(sampled, More(never, _LOOKS, worths(checked), small, found_people))


def _folder(name: str) -> Path:
    path = Path(name)
    if not path.is_dir():
        raise CannotWork(f"--records {name}: there is no such folder")
    return path


def _varied(game: Game, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The options and values under which fairness is looked at."""
    known = {o.name: o for o in game.options}
    for name in names:
        if name not in known:
            raise CannotWork(f"--vary {name}: the options of {game.title} are {', '.join(known) or 'none'}")
    chosen = [known[name] for name in names]
    if not names:
        chosen = [o for o in game.options if isinstance(o.value, bool)][:_VARIED]
    return [(o.name, option_text(o, v)) for o in chosen for v in o.values if v != o.value][:_VALUES]


@dataclass(frozen=True)
class _Report:
    """What is played and looked at for a page. `varied`: the options and values under which fairness is looked at, too."""

    name: str
    setup: Setup
    game: Game
    bot: str
    number: int
    randoms: int
    pairs: int
    varied: tuple[tuple[str, str], ...]

    @cached_property
    def engine(self) -> Engine:
        return interpreter.engine(self.game)

    @property
    def seed(self) -> int:
        return self.setup.seed or 0

    def games(self) -> int:
        """How many games are played, for the bar."""
        of_bot = self.number * (1 + len(weaker(self.bot)) + len(self.varied))
        of_pairs = DEPTH_MOST + (most_restrictions(self.game) if is_restrictable(self.bot) else 0)
        of_mirrors = LOOKS * len(mirrors(self.game)) + 2 * 2 * self.pairs
        return of_bot + self.randoms + 2 * of_pairs * self.pairs + of_mirrors

    def settings(self) -> str:
        """The variant and the options, for the head of the page."""
        variant = f"variant {self.setup.variant}" if self.setup.variant else ""
        options = ", ".join(f"{n} = {v}" for n, v in self.setup.settings.items())
        return ", ".join(t for t in (variant, options) if t)

    def play(self, opened: Pool, on_games: Callable[[int], None] = lambda more: None) -> Material:
        gatherer = Sampler(self.engine, opened, self.seed, on_games)
        sampled = gatherer.gather(self.bot, self.number, self.randoms, self.pairs)
        is_short = len(sampled.levels) > 2 or not weaker(self.bot)  # of endless games a few are enough
        return replace(sampled, others=self._others(gatherer) if is_short else ())

    def _others(self, gatherer: Sampler) -> tuple[tuple[str, Sample], ...]:
        """Games under other values of options; values that the rules forbid are left out."""
        found = list[tuple[str, Sample]]()
        for option, value in self.varied:
            try:
                engine = interpreter.engine(self._under({option: value}))
            except GameError:
                continue
            found.append(gatherer.under(f"{option} = {value}", engine, self.bot, self.number))
        return tuple(found)

    def never_used(self, opened: Pool, sampled: Material) -> list[str]:
        """Sentences about what no game and no test used."""
        plan = Plan(_LOOKS, self.bot, 0, _SEARCH, self.seed)
        own = own_uses(self.engine, sampled.recorded, sampled.random, self.seed)
        return list(cover(self.name, self.setup, plan, opened, NoBar(), {OWN: own}).missing())

    def small_boards(self, seconds: float) -> list[Solved]:
        return list(solved(self.game, self._under, seconds)) if seconds else []

    def _under(self, given: Mapping[str, object]) -> Game:
        settings = {**self.setup.settings, **{k: str(v) for k, v in given.items()}}
        return load(self.name, replace(self.setup, settings=settings))
