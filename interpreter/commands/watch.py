"""The command `gdl watch`."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

import interpreter
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from gdl.loader import examine
from interpreter.analysis.cases import run_file
from interpreter.caching.game_cache import file_times
from interpreter.commands.games import load, parted_moves, start
from interpreter.commands.options import Setup, find, game_options, has_colour
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.play.text.drawing import Layout, draw

_EVERY = 0.3  # seconds from one look at the files to the next
_SECONDS = 5.0  # for a case
_WIDTH = 100


@click.command("watch")
@game_options
@click.option(
    "--moves", default="", help="Moves that are played on each board, separated by `;`, commas or blanks."
)
@click.option("--once", is_flag=True, help="Look once, and do not wait for changes.")
def command(game: str, setup: Setup, moves: str, once: bool) -> None:
    """Check, test and draw a game each time that its file is saved, until Ctrl-C.

    The moves are replayed under the new rules; the first that is no longer legal is named, with the reasons.
    """
    path = find(game)
    while True:
        files = file_times(path)
        if sys.stdout.isatty() and not once:
            click.clear()
        click.echo("\n".join(_lines(path, setup, moves)))
        if once:
            return
        click.echo(f"\nwatching {', '.join(str(f) for f in files)}; Ctrl-C ends it", err=True)
        while file_times(path) == files:
            time.sleep(_EVERY)


def _lines(path: Path, setup: Setup, moves: str) -> Iterator[str]:
    """What is wrong, how the tests went, and the board."""
    game, diagnostics = examine(path, setup.settings, setup.variant)
    if diagnostics:
        yield render(diagnostics, has_colour(sys.stdout)).rstrip("\n")
    if game is None:
        return
    yield from _tested(path)
    try:
        state = start(interpreter.engine(load(str(path), setup), kind="reference"), setup, None)
        yield from _replayed(state, moves)
    except GameError as error:
        yield render(error.diagnostics, has_colour(sys.stdout)).rstrip("\n")


def _tested(path: Path) -> Iterator[str]:
    if not path.with_suffix(".yaml").exists():
        yield f"no tests: there is no {path.with_suffix('.yaml').name}"
        return
    passed = 0
    try:
        for case in run_file(path, "reference", seconds=_SECONDS):
            passed += case.passed
            if not case.passed:
                yield f"FAILED {case.name}"
                yield from (f"    {line}" for m in case.messages for line in m.split("\n"))
        yield f"{passed} test{'s' * (passed != 1)} passed"
    except (PositionError, GameError) as error:
        yield f"FAILED {error}"


def _replayed(state: State, moves: str) -> Iterator[str]:
    for number, move in enumerate(parted_moves(state, moves), 1):
        try:
            state = state.apply(state.action_from_string(move))
        except IllegalAction as error:
            yield f"move {number} is no longer legal: {error}"
            break
    yield draw(state.engine.game, state.position(), Layout(colour=has_colour(sys.stdout), width=_WIDTH))
    if state.ended is not None:
        yield f"the game is over: {state.ended.text}"
    else:
        count = len(state.legal_actions())
        yield f"{count} legal move{'s' * (count != 1)}"
