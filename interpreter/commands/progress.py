"""Work that takes long: a bar that shows how far it is, and Ctrl-C while machine code runs."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from interpreter.commands.options import has_colour

_TITLE = Column(ratio=1, no_wrap=True, overflow="ellipsis")  # takes what the bar leaves of the line
_WIDTH = 20


class Rate(ProgressColumn):
    """How much is done in a second, where whole things are counted; parts of one have no rate that anybody knows."""

    def render(self, task: Task) -> Text:
        speed = None if isinstance(task.completed, float) else task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2g}/s")


class Bar:
    """One task of a bar."""

    def __init__(self, bar: Progress, title: str, total: int) -> None:
        self.bar = bar
        self.task = bar.add_task(title, total=total)

    def __call__(self, done: float, title: str | None = None) -> None:
        self.bar.update(self.task, completed=done, description=title)

    def echo(self, text: str) -> None:
        """Prints a line; the bar makes room for it."""
        self.bar.stop()
        click.echo(text)
        sys.stdout.flush()
        self.bar.start()


@contextmanager
def bar(title: str, total: int, has_colour: bool) -> Iterator[Bar]:
    console = Console(stderr=True, no_color=not has_colour)
    # the bar leaves other output alone, as that may go into a file
    columns = (
        # names of cases are long, and may have brackets
        TextColumn("{task.description}", markup=False, table_column=_TITLE),
        BarColumn(bar_width=_WIDTH),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False, expand=True
    ) as made:
        yield Bar(made, title, total)


T = TypeVar("T")


class Meter(Protocol):
    """Shows how much is done, a part of something as a fraction, and what is being done where that changes."""

    def __call__(self, done: float, title: str | None = None) -> None: ...

    def echo(self, text: str) -> None:
        """Prints a line; a bar makes room for it."""


class NoBar:
    """Where progress is not shown."""

    def __call__(self, done: float, title: str | None = None) -> None:
        pass

    def echo(self, text: str) -> None:
        click.echo(text)
        sys.stdout.flush()


@contextmanager
def progress(title: str, total: int) -> Iterator[Meter]:
    """A bar on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield NoBar()
        return
    from interpreter.commands.progress import bar  # rich takes long to load

    with bar(title, total, has_colour(sys.stderr)) as made:
        yield made


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
