"""The command `gdl report`."""

import click

import interpreter
from interpreter.commands.covering import Plan, cover
from interpreter.commands.figures import bot_maker
from interpreter.commands.games import load
from interpreter.commands.options import (
    CannotWork,
    Setup,
    Whole,
    executor_option,
    game_options,
    parquet_option,
    resume_option,
)
from interpreter.commands.output import write
from interpreter.commands.pool import Place, pool
from interpreter.commands.progress import NoBar, progress
from interpreter.executors.versions import made
from interpreter.play.report.gathered import DEPTH_MOST, Gatherer, weaker
from interpreter.play.report.page import page
from interpreter.play.report.plots import NoPlotsError, altair

_LOOKS = 200  # random games that are looked at for what is never used
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
@executor_option
@resume_option
@parquet_option
def command(
    game: str,
    setup: Setup,
    html: str,
    number: int,
    bot: str,
    randoms: int,
    pairs: int,
    executor: str,
    log: str | None,
    parquet: str | None,
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
    total = number * (1 + len(weaker(bot))) + randoms + 2 * DEPTH_MOST * pairs
    done = 0
    with progress("report", total) as advance:

        def on_games(more: int) -> None:
            nonlocal done
            done += more
            advance(done)

        with pool(Place(executor, log, parquet)) as opened:
            gatherer = Gatherer(engine, opened, setup.seed or 0, on_games)
            gathered = gatherer.gather(bot, number, randoms, pairs)
            advance(done, "report: what is never used")
            plan = Plan(_LOOKS, bot, 0, _SEARCH, setup.seed or 0)
            never = list(cover(game, setup, plan, opened, NoBar()).missing())
    settings = ", ".join(f"{n} = {v}" for n, v in setup.settings.items())
    variant = f"variant {setup.variant}" if setup.variant else ""
    text = page(engine, gathered, never, made(), ", ".join(t for t in (variant, settings) if t))
    write(html, text, "the page")
