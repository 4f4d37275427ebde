"""Where a command plays many games: its executor, the file of their rows, and what is said about who made them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.analysis.samples import Pool
from interpreter.caching.fingerprint import version
from interpreter.commands.options import CannotWork
from interpreter.commands.output import Meter, progress
from interpreter.executors import parquet
from interpreter.executors.base import ExecutorError, made
from interpreter.executors.log import Log
from interpreter.executors.run import executor
from interpreter.shared.stopping import last_words


@dataclass(frozen=True, slots=True)
class Place:
    """What `--executor`, `--resume` and `--parquet` say."""

    executor: str
    log: str | None = None
    parquet: str | None = None


@contextmanager
def pool(place: Place) -> Iterator[Pool]:
    """An executor with its rows, which are written as a table behind the work. Errors of either are CannotWork."""
    try:
        if place.parquet is not None:
            parquet.check()
        log = Log(None if place.log is None else Path(place.log))
        with executor(place.executor) as opened, last_words(opened.close):
            yield Pool(opened, log)
        if log.others:
            click.echo(
                f"{place.log} has games of another version of the program: {', '.join(log.others)}", err=True
            )
        if place.parquet is not None:
            parquet.write(Path(place.parquet), log)
    except ExecutorError as error:
        raise CannotWork(str(error)) from error


@contextmanager
def at_work(
    place: Place, title: str, total: int, tell: Callable[[Pool], None]
) -> Iterator[tuple[Pool, Meter]]:
    """The same, and what shows how much of `total` is done. When the time is up, or at Ctrl-C, `tell` is given the rows that there
    are, by a pool that plays nothing."""

    def at_the_end(opened: Pool) -> None:
        opened.executor.close()  # what is told next needs the processors
        try:
            tell(opened.idle())
            if place.parquet is not None:
                parquet.write(Path(place.parquet), opened.log)
        except (click.ClickException, ExecutorError, GameError) as error:
            click.echo(str(error), err=True)

    with pool(place) as opened, last_words(partial(at_the_end, opened)), progress(title, total) as advance:
        yield opened, advance


def versions(games: Sequence[Game]) -> dict[str, Any]:
    """Which program on which machine has played which rules, as data: the key `made` of a result."""
    return {"made": {**made(), "rules": [version(game) for game in games]}}


def made_by(found: Mapping[str, Any]) -> str:
    """The same as a line for people."""
    by = found["made"]
    games = ", ".join(dict.fromkeys(f"{g['game']} {g['rules'][:8]}" for g in by["rules"]))
    return f"made by gdl {by['program']}, {by['machine']}; rules: {games}"
