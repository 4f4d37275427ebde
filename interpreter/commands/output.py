"""What a command shows: JSON on the output, texts into files, tables, and of work that takes long how far it is."""

import json
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import click

from gdl.platform.safe_io import write_whole
from interpreter.commands.options import CannotWork, has_colour

_PLAIN_WIDTH = 100  # where there is no terminal


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def write(path: str, text: str, what: str) -> None:
    """Text into a file, or to the output when the path is `-`: UTF-8 in any case. Raises CannotWork."""
    data = text.encode("utf-8")
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(Path(path), data)
    except OSError as error:
        raise CannotWork(f"{what} {path} cannot be written: {error.strerror}") from error


def width(margin: int = 1) -> int:
    """How many columns a drawing may have: those of the terminal but for a margin, or what a page has."""
    return shutil.get_terminal_size().columns - margin if sys.stdout.isatty() else _PLAIN_WIDTH


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows of cells as lines with aligned columns; those of the numbers in `right` are aligned to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


# ---- work that takes long


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
    from interpreter.commands.progress_bar import bar  # rich takes long to load

    with bar(title, total, has_colour(sys.stderr)) as made:
        yield made
