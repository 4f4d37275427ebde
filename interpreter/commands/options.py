"""What the commands share of the command line: options, their values, the file of a game, exit codes, and errors of usage.

Quick to load: a page that is laid out already is shown before anything else is known.
"""

import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

import click

from gdl.diagnostics.similar_names import near
from gdl.files import library
from gdl.limits import LARGEST, MAX_PLIES
from gdl.platform.dataclass import dataclass
from interpreter.shared import stopping

FINE, FINDINGS, COULD_NOT = 0, 1, 2

MAX_SECONDS = 1e8  # three years; systems count no further than some hundreds
MAX_MEGABYTES = 1 << 30  # of a limit: its bytes are a number of 63 bits
MAX_GAMES = 2_000_000  # that are rows: a number for each is kept, and read back when the work is cut short

F = TypeVar("F", bound=Callable[..., Any])


class Whole(click.IntRange):
    """A whole number within a range; messages use these words."""

    name = "whole number"


class Seconds(click.FloatRange):
    """A number of seconds, which "nan" is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number", param, ctx)
        return found


class CannotWork(click.ClickException):
    """Bad usage or a missing file: exit 2 with a message."""

    exit_code = COULD_NOT


@dataclass(frozen=True, slots=True)
class Setup:
    """The options that every command on one game has."""

    settings: dict[str, str]
    variant: str | None
    engine: str
    seed: int | None


def parted(text: str, setup: Setup | None = None) -> tuple[str, Setup]:
    """A game and its settings: `GAME`, `GAME:VARIANT`, `GAME:OPTION=VALUE,...`, which join those of a setup. Raises BadParameter."""
    setup = setup or Setup({}, None, "reference", None)
    name, colon, rest = text.rpartition(":")
    if not colon or not name or Path(text).exists():
        return text, setup
    words = [w.strip() for w in rest.split(",") if w.strip()]
    settings = {n.strip(): v.strip() for n, v in (w.split("=", 1) for w in words if "=" in w)}
    variants = [w for w in words if "=" not in w]
    if len({*variants, setup.variant} - {None}) > 1:
        raise click.BadParameter(f"`{text}`: two variants are named; options are written `NAME=VALUE`")
    for option, value in settings.items():
        if setup.settings.get(option, value) != value:
            raise click.BadParameter(f"`{text}`: {option} is {setup.settings[option]} by `--set`")
    variant = variants[0] if variants else setup.variant
    return name, replace(setup, settings={**setup.settings, **settings}, variant=variant)


@dataclass(frozen=True, slots=True)
class Start:
    """With what a game of `gdl play` begins: a saved game, a test, a position, or the game in progress; a new game if none is given."""

    saved: str | None
    game_number: int | None
    test: str | None
    position: str | None
    resume: bool

    @property
    def options(self) -> list[str]:
        """The options that were given."""
        asked = {
            "--resume": self.resume,
            "--load": self.saved,
            "--test": self.test,
            "--position": self.position,
        }
        return [o for o, is_given in asked.items() if is_given]


def has_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that takes colour: NO_COLOR and TERM=dumb say no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def read_settings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """The values of `--set`, each `name=value`. Raises BadParameter."""
    found = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name.strip() or not text.strip():
            raise click.BadParameter(f"`{value}` is not of the form name=value, such as size=4")
        found[name.strip()] = text.strip()
    return found


engine_option = click.option(
    "--engine",
    type=click.Choice(["native", "reference"]),
    default="native",
    show_default=True,
    help="What runs the game.",
)
seed_option = click.option("--seed", type=int, metavar="N", help="The seed of everything that is random.")
position_option = click.option(
    "--position",
    metavar="POSITION",
    help="A position to start from: FEN, YAML, or a file of it; `-` reads the input.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")
max_plies_option = click.option(
    "--max-plies", type=Whole(1, LARGEST), default=MAX_PLIES, show_default=True, help="Cut longer games off."
)
threads_option = click.option(
    "--threads",
    type=Whole(1, 1024),
    default=1,
    show_default=True,
    help="On how many threads: the figures are the same.",
)


def settings_option(name: str, parameter: str, help: str) -> Callable[[F], F]:
    """An option that may be repeated and gives options of a game their values."""
    return click.option(
        name, parameter, multiple=True, metavar="NAME=VALUE", callback=read_settings, help=help
    )


def with_limits(command: click.Command) -> click.Command:
    """A command with the options `--max-seconds` and `--max-memory`, which limit the whole process."""
    if not any(p.name == "max_seconds" for p in command.params):
        seconds = Seconds(min=0, max=MAX_SECONDS, min_open=True)
        command.params += [
            click.Option(
                ["--max-seconds"], type=seconds, metavar="S", expose_value=False, callback=_limit_seconds,
                help="Stop after so many seconds, whatever is done.",
            ),
            click.Option(
                ["--max-memory"], type=Whole(min=64, max=MAX_MEGABYTES), metavar="MB", expose_value=False, callback=_limit_memory,
                help="Take no more memory than so many megabytes, where the system can say so.",
            ),
        ]  # fmt: skip
    return command


def _limit_seconds(context: click.Context, parameter: click.Parameter, value: float | None) -> None:
    if value is not None:
        stopping.limit_seconds(value)


def _limit_memory(context: click.Context, parameter: click.Parameter, value: int | None) -> None:
    if value is not None and not stopping.limit_memory(value):
        click.echo("this system cannot limit memory: `--max-memory` changes nothing", err=True)


def game_options(command: F) -> F:
    """GAME (or GAME:OPTION=VALUE), --set, --variant, --engine and --seed, which become the arguments `game` and `setup`."""

    @wraps(command)
    def wrapped(
        game: str, set_: dict[str, str], variant: str | None, engine: str, seed: int | None, **others: Any
    ) -> Any:
        name, setup = parted(game, Setup(set_, variant, engine, seed))
        return command(name, setup, **others)

    made: Any = wrapped
    for option in reversed([
        click.argument("game"),
        settings_option("--set", "set_", "Set an option of the game; may be repeated."),
        click.option("--variant", metavar="NAME", help="A variant that the game names."),
        engine_option,
        seed_option,
    ]):  # fmt: skip
        made = option(made)
    return cast(F, made)


def as_record(name: str, record: type) -> Callable[[F], F]:
    """Options whose parameters are called as the fields of a record become one argument of this name."""
    names = [f.name for f in fields(record)]

    def decorated(command: F) -> F:
        @wraps(command)
        def wrapped(*arguments: Any, **given: Any) -> Any:
            made = record(**{n: given.pop(n) for n in names})
            return command(*arguments, **given, **{name: made})

        return cast(F, wrapped)

    return decorated


executor_option = click.option(
    "--executor",
    default="processes",
    show_default=True,
    help="Where games are played: processes, processes:N, dask, dask://HOST:PORT, ray, ray://HOST:PORT.",
)
resume_option = click.option(
    "--resume", "log", metavar="FILE", help="Keep each game in a file, and do not play again what it has."
)
books_option = click.option(
    "--openings",
    "books",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="In the browser, analysis tells how games of this file went on, as `gdl games` reads it; repeatable.",
)
parquet_option = click.option(
    "--parquet", metavar="FILE", help="Write each game as a row of a table, for other programs."
)


_QUOTED = 300  # letters of a name that a message quotes


def find(name: str) -> Path:
    """The file of a path or a bundled name. Raises CannotWork, naming near bundled games."""
    shown = (name if len(name) <= _QUOTED else name[:_QUOTED] + "…").encode(errors="replace").decode()
    try:
        name.encode()
        found = library.find(name)
    except (OSError, ValueError):
        what = _instead(Path(name), shown)
    else:
        if not found.is_symlink() or found.resolve().suffix == found.suffix:
            return from_here(found)
        raise CannotWork(f"`{shown}` is a link to `{found.resolve()}`, which is no file of a game")
    help = near(Path(name).stem, library.bundled_games()) or "`gdl list` names the bundled ones"
    raise CannotWork(f"{what}; {help}")


def _instead(path: Path, shown: str) -> str:
    """What there is in place of a file of a game."""
    with suppress(OSError, ValueError):  # a name that no file can have
        if path.is_dir():
            return f"`{shown}` is a directory, not a game"
        if path.exists() and not path.is_file():
            return f"`{shown}` is a pipe or a device, not a file of a game"
        if path.is_file():
            return f"`{shown}` has a name that is not UTF-8: rename the file"
    return f"there is no game `{shown}`"


def from_here(path: Path) -> Path:
    """A path as people read and click it in messages: from where they are, if it is below."""
    try:
        return path.relative_to(Path.cwd())
    except (OSError, ValueError):  # elsewhere; or the directory of the process is gone
        return path
