"""Work that takes long: a bar that shows how far it is, and Ctrl-C while machine code runs."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

import click

from interpreter.commands.options import has_colour

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
    from interpreter.commands.progress_bar import bar  # rich takes long to load

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
