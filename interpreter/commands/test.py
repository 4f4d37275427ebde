"""The command `gdl test`."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import click

from gdl.diagnostics import GameError
from gdl.render import render
from interpreter.analysis.cases import run_file
from interpreter.commands.games import find
from interpreter.commands.options import FINDINGS, CannotWork, engine_option, has_colour
from interpreter.commands.progress import interruptible, progress
from interpreter.engines.errors import PositionError


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--slow", is_flag=True, help="Run the cases marked slow as well.")
@engine_option
def command(paths: tuple[str, ...], slow: bool, engine: str) -> None:
    """Run the examples and puzzles beside games: files or directories."""
    files = _test_files(paths)
    passed = failed = 0
    with progress("test", len(files)) as advance:
        for number, path in enumerate(files):
            here = _Counts()
            start = perf_counter()
            # in a thread of its own, since counting positions may stay in machine code for long
            interruptible(
                partial(_run_cases, path, engine, slow, here, partial(advance, number), advance.echo)
            )
            took = f" ({perf_counter() - start:.1f} s)" if len(files) > 1 else ""
            advance.echo(f"{path}: {_outcome(here.passed, here.failed)}{took}")
            passed, failed = passed + here.passed, failed + here.failed
    if len(files) > 1:
        click.echo(_outcome(passed, failed))
    if failed:
        sys.exit(FINDINGS)


@dataclass
class _Counts:
    """How many cases of a file passed and failed so far."""

    passed: int = 0
    failed: int = 0


def _outcome(passed: int, failed: int) -> str:
    return f"{passed} passed, {failed} failed" if failed else f"{passed} passed"


def _run_cases(
    path: Path,
    engine: str,
    slow: bool,
    counts: _Counts,
    say: Callable[[str], None],
    echo: Callable[[str], None],
) -> None:
    """Runs the cases of a file, counts them, shows which one is next, and prints those that fail."""
    say(path.stem)
    try:
        for case in run_file(path, engine, slow):
            if case.passed:
                counts.passed += 1
            else:
                counts.failed += 1
                lines = [f"FAILED {path}: {case.name}", *(m.replace("\n", "\n    ") for m in case.messages)]
                echo("\n    ".join(lines))
            say(f"{path.stem}, case {counts.passed + counts.failed}")
    except PositionError as error:
        counts.failed += 1
        echo(f"FAILED {path}\n    {error}")
    except GameError as error:
        counts.failed += 1
        echo(f"FAILED {path}: the game has errors")
        click.echo(render(error.diagnostics, has_colour(sys.stderr)), err=True)


def _test_files(paths: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            here = sorted(p for p in path.glob("*.yaml") if p.with_suffix(".gdl").is_file())
            if not here:
                raise CannotWork(f"{name} has no tests: no NAME.yaml beside a NAME.gdl")
            found += here
            continue
        file = path if path.suffix == ".yaml" else find(name).with_suffix(".yaml")
        if not file.is_file():
            raise CannotWork(f"{name} has no tests: there is no {file}")
        if not file.with_suffix(".gdl").is_file():
            raise CannotWork(f"{file} belongs to no game: there is no {file.with_suffix('.gdl')}")
        found.append(file)
    return found
