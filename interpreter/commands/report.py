"""The command `gdl report`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import click

import interpreter
from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.analysis.jobs import Pool
from interpreter.analysis.samples import Sample
from interpreter.commands.coverage import Plan, cover
from interpreter.commands.games import load
from interpreter.commands.options import (
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
from interpreter.commands.output import write
from interpreter.commands.progress import NoBar, progress
from interpreter.commands.seats import bot_maker
from interpreter.commands.workers import Place, last_words_of, pool
from interpreter.engines.notation import option_text
from interpreter.executors.base import made
from interpreter.play.report.games import OWN, own_uses, people
from interpreter.play.report.material import DEPTH_MOST, Material, Sampler, solved, weaker, worths
from interpreter.play.report.page import More, page
from interpreter.play.report.plots import NoPlotsError, altair

_LOOKS = 200  # random games with preferences that are looked at for what is never used
_VARIED = 2  # options that are varied if none is named
_VALUES = 6  # values in all
_SEARCH = 5.0  # seconds in which positions are searched that reach it


@click.command("report")
@game_options
@click.option("--html", metavar="FILE", required=True, help="The page; `-` writes to the output.")
@click.option(
    "-n", "number", type=Whole(min=2), default=60, show_default=True, help="How many games of the bot."
)
@click.option("--bot", default="mcts:200", show_default=True, help="The bot whose games are looked at.")
@click.option(
    "--random", "randoms", type=Whole(min=2), default=1000, show_default=True, help="How many random games."
)
@click.option(
    "--pairs",
    type=Whole(min=0),
    default=20,
    show_default=True,
    help="How many pairs of games for each doubling.",
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

    Games of a bot against itself are recorded and measured; random games and weaker bots say how fairness changes with strength, and bots with twice the iterations of others how deep the game is. Each figure has its definition, its interval and its number of games.
    """
    bot_maker(bot)
    try:
        altair()
    except NoPlotsError as error:
        raise CannotWork(str(error)) from error
    checked = load(game, setup)
    engine = interpreter.engine(checked)
    found_people = None if records is None else people(_folder(records), engine)
    values = _varied(checked, vary)
    total = number * (1 + len(weaker(bot)) + len(values)) + randoms + 2 * DEPTH_MOST * pairs
    settings = ", ".join(f"{n} = {v}" for n, v in setup.settings.items())
    variant = f"variant {setup.variant}" if setup.variant else ""

    def play(opened: Pool, on_games: Callable[[int], None] = lambda more: None) -> Material:
        gatherer = Sampler(engine, opened, setup.seed or 0, on_games)
        sampled = gatherer.gather(bot, number, randoms, pairs)
        is_short = len(sampled.levels) > 2 or not weaker(bot)  # of endless games a few are enough
        others = _others(gatherer, game, setup, values, bot, number) if is_short else ()
        return replace(sampled, others=others)

    def tell(sampled: Material, more: More) -> None:
        text = page(engine, sampled, more, made(), ", ".join(t for t in (variant, settings) if t))
        write(html, text, "the page")

    def tell_what_there_is(left: Pool) -> None:
        sampled = play(left)
        if not sampled.recorded:
            raise CannotWork(f"no game of {bot} was done by then, so there is no page")
        missing = [*dict.fromkeys(left.missing), "what is never used", "small boards"]
        tell(sampled, More(people=found_people, worths=worths(checked), missing=missing))
        click.echo(f"{html} lacks " + "; ".join(missing), err=True)

    done = 0
    with (
        pool(place) as opened,
        last_words_of(place, opened, tell_what_there_is),
        progress("report", total) as advance,
    ):

        def on_games(more: int) -> None:
            nonlocal done
            done += more
            advance(done)

        sampled = play(opened, on_games)
        advance(done, "report: what is never used")
        plan = Plan(_LOOKS, bot, 0, _SEARCH, setup.seed or 0)
        own = own_uses(engine, sampled.recorded, sampled.random, setup.seed or 0)
        never = list(cover(game, setup, plan, opened, NoBar(), {OWN: own}).missing())
        small = list(solved(checked, lambda given: _under(game, setup, given), solving)) if solving else []
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


def _others(
    gatherer: Sampler, name: str, setup: Setup, values: list[tuple[str, str]], bot: str, n: int
) -> tuple[tuple[str, Sample], ...]:
    """Games under other values of options; values that the rules forbid are left out."""
    found = list[tuple[str, Sample]]()
    for option, value in values:
        try:
            engine = interpreter.engine(_under(name, setup, {option: value}))
        except GameError:
            continue
        found.append(gatherer.under(f"{option} = {value}", engine, bot, n))
    return tuple(found)


def _under(name: str, setup: Setup, given: Mapping[str, object]) -> Game:
    settings = {**setup.settings, **{k: str(v) for k, v in given.items()}}
    return load(name, replace(setup, settings=settings))
