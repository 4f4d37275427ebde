"""What the commands share: options, loading a game and a position, and exit codes.

Slow modules are imported inside the functions, so that `gdl --help` is quick.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click

if TYPE_CHECKING:
    from rich.progress import Progress

    from gdl.diagnostics import Diagnostic
    from gdl.model import Game
    from interpreter.engines.base import Engine, State

FINE, FINDINGS, COULD_NOT = 0, 1, 2
_SETTING_CODES = {"unknown-option", "unknown-variant", "option-value"}

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class Whole(click.IntRange):
    """A whole number within a range, called so in messages."""

    name = "whole number"


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


def has_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal that takes colour: NO_COLOR and TERM=dumb say no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def not_built(what: str) -> NoReturn:
    raise CannotWork(f"{what} is not built yet")


def read_settings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
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
seed_option = click.option("--seed", type=int, metavar="N", help="The seed of all that is random.")


def game_options(command: F) -> F:
    """GAME, --set, --variant, --engine and --seed, which become the argument pair `game` and `setup`."""

    def wrapped(
        game: str, set_: dict[str, str], variant: str | None, engine: str, seed: int | None, **others: Any
    ) -> Any:
        return command(game, Setup(set_, variant, engine, seed), **others)

    wrapped.__name__ = command.__name__
    wrapped.__doc__ = command.__doc__
    params = getattr(command, "__click_params__", [])
    wrapped.__click_params__ = params  # type: ignore[attr-defined]
    made: Any = wrapped
    for option in reversed([
        click.argument("game"),
        click.option(
            "--set", "set_", multiple=True, metavar="NAME=VALUE", callback=read_settings,
            help="Give an option of the game a value; may be repeated.",
        ),
        click.option("--variant", metavar="NAME", help="A variant that the game names."),
        engine_option,
        seed_option,
    ]):  # fmt: skip
        made = option(made)
    return made  # type: ignore[no-any-return]


def find(name: str) -> Path:
    """The file of a path or a bundled name. Raises CannotWork, naming near bundled games."""
    from gdl.diagnostics import near
    from gdl.loader import bundled_games, find

    try:
        found = find(name)
        # Places in messages are read, and clicked, by people: short ones where possible.
        return found.relative_to(Path.cwd()) if found.is_relative_to(Path.cwd()) else found
    except (OSError, ValueError):
        pass
    path = Path(name)
    what = f"`{name}` is a directory, not a game" if path.is_dir() else f"there is no game `{name}`"
    games = bundled_games()
    help = near(path.stem, games) or f"the bundled games are: {', '.join(games)}"
    raise CannotWork(f"{what}; {help}")


def load(name: str, setup: Setup) -> "Game":
    """The checked game. Raises CannotWork for a missing file or a bad option, GameError for wrong rules."""
    import gdl
    from gdl.diagnostics import GameError

    path = find(name)
    try:
        return gdl.load(path, setup.settings, setup.variant)
    except GameError as error:
        if all(d.code in _SETTING_CODES and not d.span.source.name for d in error.diagnostics):
            raise CannotWork(_about_settings(path, error.diagnostics)) from error
        raise


def _about_settings(path: Path, diagnostics: "tuple[Diagnostic, ...]") -> str:
    """What is wrong with --set and --variant, and what they allow."""
    from gdl.loader import examine

    game = examine(path)[0]
    codes = {d.code for d in diagnostics}
    listed = ("the options are", "the variants are") if game is not None else ()  # that is said below
    lines = [
        d.message + (f"; {d.help}" if d.help and not d.help.startswith(listed) else "") for d in diagnostics
    ]
    if game is not None and "unknown-option" in codes:
        lines.append("the options are: " + (describe_options(game) or "none"))
    if game is not None and "unknown-variant" in codes:
        lines += ["the variants are: " + ", ".join(game.variants)] if game.variants else []
    return "\n".join(lines)


def describe_options(game: "Game") -> str:
    """Each option with its values: `size 4, 6 (default), 8`, separated by semicolons."""
    return "; ".join(f"{o.name} {describe_values(o)}" for o in game.options)


def describe_values(option: Any) -> str:
    """The values of an option: all of them, or of many numbers the first, the last and the step."""
    from interpreter.engines.notation import plain_value

    def written(value: Any) -> str:
        return option.symbols[value] if option.symbols and isinstance(value, int) else plain_value(value)

    numbers = [v for v in option.values if v is not None]
    is_counted = not option.symbols and not any(isinstance(v, bool) for v in numbers)
    steps = {b - a for a, b in pairwise(numbers)} if is_counted else set()
    if len(numbers) > 12 or (steps == {1} and len(numbers) > 3):
        none = "none, " if None in option.values else ""
        step = f" by {written(*steps)}" if len(steps) == 1 and steps != {1} else ""
        return (
            f"{none}{written(numbers[0])}..{written(numbers[-1])}{step} (default {written(option.default)})"
        )
    return ", ".join(written(v) + (" (default)" if v == option.default else "") for v in option.values)


def make_engine(name: str, setup: Setup) -> "Engine":
    """The engine of a game. Raises CannotWork when it is not built."""
    import interpreter

    return interpreter.engine(load(name, setup), setup.engine)


def start(engine: "Engine", setup: Setup, position: str | None) -> "State":
    """The initial state, or that of a position file (`-`: the input). Raises PositionError with its place."""
    from interpreter.engines.base import POSITION_PARTS
    from interpreter.engines.errors import PositionError
    from interpreter.positions import Document

    if position is None:
        return engine.initial_state(setup.seed or 0)
    name = "<stdin>" if position == "-" else position
    try:
        data = sys.stdin.buffer.read() if position == "-" else Path(position).read_bytes()
    except OSError as error:
        raise CannotWork(f"the position {position} cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{name}: this is not UTF-8 text") from error
    document = Document(text, name)
    if not isinstance(document.value, dict):
        raise document.error("a position is a mapping with " + ", ".join(f"`{p}`" for p in POSITION_PARTS))
    try:
        return engine.state(document.value)
    except PositionError as error:
        raise document.error(str(error), error.place) from error


position_option = click.option(
    "--position", metavar="FILE", help="A position to start from, YAML; `-` reads the input."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print data as JSON.")


class Meter:
    """Is told how much is done, and what is being done where that changes; shows it in a bar, if there is one."""

    def __init__(self, bar: "Progress | None" = None, title: str = "", total: int = 0) -> None:
        self.bar = bar
        self.task = bar.add_task(title, total=total) if bar is not None else None

    def __call__(self, done: int, title: str | None = None) -> None:
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, completed=done, description=title)

    def echo(self, text: str) -> None:
        """Prints a line; the bar makes room for it."""
        if self.bar is not None:
            self.bar.stop()
        click.echo(text)
        sys.stdout.flush()
        if self.bar is not None:
            self.bar.start()


@contextmanager
def progress(title: str, total: int) -> Iterator[Meter]:
    """A bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield Meter()
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, no_color=not has_colour(sys.stderr))
    # what is printed meanwhile is none of the bar's business: it may go into a file
    with Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        yield Meter(bar, title, total)


def interruptible(work: Callable[[], T]) -> T:
    """Does what may stay in machine code for long in a thread of its own, so that Ctrl-C is heard at once."""
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(1.0)
    if failed:
        raise failed[0]
    return found[0]


def print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False))


def write(path: str, text: str, what: str) -> None:
    """Text into a file, or to the output when the path is `-`: UTF-8 in any case. Raises CannotWork."""
    data = text.encode("utf-8")
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise CannotWork(f"{what} {path} cannot be written: {error.strerror}") from error
