"""A bar on stderr that shows how far some work is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

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
