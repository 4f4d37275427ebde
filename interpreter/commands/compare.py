"""The command `gdl compare`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import click

from interpreter.analysis.compare import games_for
from interpreter.analysis.lockstep.search import POSITIONS
from interpreter.commands.comparison import Comparison, Games, Side, compare_sides
from interpreter.commands.comparison_report import csv_text, data, page, text_lines
from interpreter.commands.games import make_engine
from interpreter.commands.options import (
    MAX_GAMES,
    CannotWork,
    Setup,
    Whole,
    as_record,
    engine_option,
    executor_option,
    json_option,
    parquet_option,
    parted,
    resume_option,
    seed_option,
    settings_option,
)
from interpreter.commands.output import print_json, write
from interpreter.commands.seats import bot_or_refuse
from interpreter.commands.workers import Place, made_by, versions

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are compared. `settings`: of all of them, unless the name of one has its own behind it."""

    names: tuple[str, ...]
    settings: dict[str, str]
    engine: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is played by whom."""

    number: int
    plan: str | None
    sequential: str | None
    bot: str
    bot_games: int
    positions: int


@dataclass(frozen=True, slots=True)
class Output:
    """Which files are written, and whether data are printed."""

    save_position: str | None
    csv_file: str | None
    html: str | None
    as_json: bool


@click.command("compare")
@click.argument("names", metavar="A [B ...]", nargs=-1, required=True)
@settings_option("--set", "settings", "Give an option of all sides a value.")
@click.option(
    "-n", "number", type=Whole(1, MAX_GAMES), default=1000, show_default=True, help="How many random games of each."
)  # fmt: skip
@click.option("--plan", metavar="P%", help="As many games as make differences of shares sure to P points.")
@click.option(
    "--sequential",
    metavar="P%",
    help="Stop the bot's games when a test knows whether shares differ by P points.",
)
@click.option("--bot", default="mcts:100", show_default=True, help="The bot that plays against itself.")
@click.option(
    "--bot-games", type=Whole(0, MAX_GAMES), default=20, show_default=True, help="How many games the bot plays of each."
)  # fmt: skip
@click.option(
    "--positions",
    type=Whole(min=1),
    default=POSITIONS,
    show_default=True,
    help="How many positions are compared in lock step.",
)
@click.option(
    "--save-position", metavar="FILE", help="Write the position of A in which they differ, as YAML."
)
@click.option(
    "--csv", "csv_file", metavar="FILE", help="Write the figures as a table; `-` writes to the output."
)
@click.option("--html", metavar="FILE", help="Write a page.")
@executor_option
@resume_option
@parquet_option
@engine_option
@seed_option
@json_option
@as_record("wanted", Wanted)
@as_record("amount", Amount)
@as_record("place", Place)
@as_record("output", Output)
def command(wanted: Wanted, amount: Amount, place: Place, output: Output) -> None:
    """Compare games, variants or settings (B is A, if left out).

    Each is a game, behind it, if wanted, a colon and values of options or a variant: `zola:size=8`. The figures come from random games, and from games of a bot against itself: the first player's share of the points, draws, length, and branching (legal moves in a position). Each has its 95 % interval, and so has the difference; all are judged together (Holm).

    Both are also played in lock step. The shortest way that was found to a position in which they differ is shown: in legal moves, results, scores, chance, or what is hidden; with the reasons of both sides and the clause that changed.
    """
    bot_or_refuse(amount.bot)  # an unknown bot is reported before the games are read
    games = _games(amount, place, wanted.seed or 0)
    names = wanted.names if len(wanted.names) > 1 else wanted.names * 2
    sides = [_side(wanted, name) for name in names]

    def tell(found: list[Comparison]) -> None:
        by = versions([side.engine.game for side in sides])
        _write(found, output, made_by(by))
        if output.as_json:
            print_json(data(found) | by)
        elif "-" not in (output.csv_file, output.html):
            click.echo("\n\n".join("\n".join(text_lines(c)) for c in found))
            click.echo("\n" + made_by(by))

    tell(compare_sides(sides, games, amount.positions, tell))


def _games(amount: Amount, place: Place, seed: int) -> Games:
    """Who plays how many games, and where; `--plan` is said in games."""
    precision = None if amount.plan is None else _precision(amount.plan, "--plan")
    difference = None if amount.sequential is None else _precision(amount.sequential, "--sequential")
    number = amount.number if precision is None else games_for(precision)
    if precision is not None:
        click.echo(
            f"--plan {amount.plan}: {number} random games of each side, and at most as many of the bot",
            err=True,
        )
    return Games(number, amount.bot, amount.bot_games, place, seed, precision, difference)


def _side(wanted: Wanted, name: str) -> Side:
    """A game under the settings of all sides, and those that stand behind its name, which its title shows."""
    game, own = parted(name)
    setup = Setup(wanted.settings | own.settings, own.variant, wanted.engine, wanted.seed)
    more = [own.variant] if own.variant else []
    more += [f"{n}={v}" for n, v in own.settings.items()]
    title = f"{game} ({', '.join(more)})" if more else game
    return Side(game, title, setup, make_engine(game, setup))


def _precision(text: str, option: str) -> float:
    found = _PERCENT.fullmatch(text.strip())
    if found is None or not 0.1 <= float(found[1]) <= 50:
        raise click.BadParameter(
            f"`{text}` is no precision from 0.1 % to 50 %, such as 2%", param_hint=option
        )
    return float(found[1]) / 100


def _write(found: Sequence[Comparison], output: Output, by: str) -> None:
    """The files that are wanted."""
    if output.save_position is not None:
        from interpreter.positions.documents import dumped

        first = found[0].found.first
        if first is None:
            raise CannotWork("no difference was found, so there is no position to write")
        write(output.save_position, dumped(first.position), "the position")
    if output.csv_file is not None:
        write(output.csv_file, csv_text(found), "the table")
    if output.html is not None:
        write(output.html, page(found, by), "the page")
