"""The command `gdl test`."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from textwrap import indent
from time import process_time

import click

from gdl.core.model import Game
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.analysis.cases import Boards, CaseResult, run_file
from interpreter.analysis.coverage.looking import TESTS, by_tests
from interpreter.analysis.coverage.whole import Coverage
from interpreter.commands.claims import check_file_claims, claim_lines
from interpreter.commands.games import load
from interpreter.commands.options import (
    FINDINGS,
    MAX_SECONDS,
    CannotWork,
    Seconds,
    Setup,
    engine_option,
    find,
    has_colour,
    parted,
)
from interpreter.commands.output import Meter, progress, width
from interpreter.engines.errors import PositionError
from interpreter.play.text.drawing import Layout, draw
from interpreter.play.text.styled import side_by_side

_INDENT = 6  # columns that two boards are set in, and one to spare
_SECONDS = 1.0  # for each claim; what was proved or refuted by `gdl claims` is known
_CASES = 0.95  # how much of a file is done, as progress shows it, when all cases have run


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--slow", is_flag=True, help="Run the cases marked slow as well.")
@click.option(
    "--seconds",
    type=Seconds(min=0, max=MAX_SECONDS, min_open=True),
    help="How much processor time a case may take.  [default: 60; with --slow 3600]",
)
@click.option("--coverage", is_flag=True, help="Say which rules the cases never use.")
@engine_option
def command(paths: tuple[str, ...], slow: bool, seconds: float | None, coverage: bool, engine: str) -> None:
    """Run the examples and puzzles beside games: files or directories.

    Of a game with values of its options behind it, such as `zola:size=8`, only the cases that are played under these. What a game claims is looked at for a second; `gdl claims` looks longer.
    """
    most = seconds if seconds is not None else 3600.0 if slow else 60.0
    files = [file for path in paths for file in _test_files(*parted(path))]
    passed = failed = 0
    with progress("test", len(files)) as advance:
        for number, (path, setup) in enumerate(files):
            here = _Counts()
            start = process_time()
            wanted = _is_set_up_so(path, setup)
            cases = run_file(path, engine, slow, most, partial(_say, advance, number, path), wanted=wanted)
            _run_cases(path, cases, here, advance.echo)
            advance(number + _CASES, f"{path.stem}, its claims")
            _check_claims(path, setup, here, advance.echo)
            notes = ["no case is played so"] if wanted is not None and not here.passed + here.failed else []
            notes += [f"{n} claim{'s' * (n > 1)} {status}" for status, n in sorted(here.claims.items())]
            if len(files) > 1:
                notes.append(f"{process_time() - start:.1f} s")
            noted = f" ({', '.join(notes)})" if notes else ""
            advance.echo(f"{path}: {_outcome(here.passed, here.failed)}{noted}")
            if coverage:
                advance(number + _CASES, f"{path.stem}, its coverage")
                advance.echo("\n".join(_uncovered(path, setup, wanted)))
            passed, failed = passed + here.passed, failed + here.failed
    if len(files) > 1:
        click.echo(_outcome(passed, failed))
    if failed:
        sys.exit(FINDINGS)


def _is_set_up_so(path: Path, setup: Setup) -> Callable[[Game], bool] | None:
    """What tells whether a case is played under the options of a setup, where it has some; the others may be what the case says.
    Raises CannotWork."""
    if not setup.settings and not setup.variant:
        return None
    usual, wanted = (
        {o.name: o.value for o in load(str(path.with_suffix(".gdl")), each).options}
        for each in (replace(setup, settings={}, variant=None), setup)
    )
    chosen = {name: v for name, v in wanted.items() if name in setup.settings or v != usual[name]}
    return lambda game: chosen.items() <= {o.name: o.value for o in game.options}.items()


def _uncovered(path: Path, setup: Setup, wanted: Callable[[Game], bool] | None) -> Iterator[str]:
    """What the cases of a file never use, under the options of its game."""
    try:
        game, seen = load(str(path.with_suffix(".gdl")), setup), by_tests(path, wanted)
    except (GameError, PositionError):
        return  # which the cases have said
    found = Coverage(game, path, {TESTS: seen})
    yield f"  {sum(bool(c.times[TESTS]) for c in found.clauses)} of {len(found.clauses)} clauses used"
    yield from (f"  {line}" for line in found.missing())


@dataclass
class _Counts:
    """How many cases of a file passed and failed so far."""

    passed: int = 0
    failed: int = 0
    claims: Counter[str] = field(default_factory=Counter)


def _outcome(passed: int, failed: int) -> str:
    return f"{passed} passed, {failed} failed" if failed else f"{passed} passed"


def _check_claims(path: Path, setup: Setup, counts: _Counts, echo: Callable[[str], None]) -> None:
    """Checks what the game claims; one that is refuted has failed."""
    native = replace(setup, engine="native")
    try:
        for checked in check_file_claims(path.with_suffix(".gdl"), native, _SECONDS):
            status = checked.verdict.status
            counts.claims[status] += 1
            if status == "refuted":
                counts.failed += 1
                echo("\n".join(claim_lines(checked)))
    except GameError:
        return  # which the cases have said


def _say(advance: Meter, done: int, path: Path, number: int, of: int, name: str) -> None:
    """Shows which case is next, and how much of the file is done."""
    advance(done + _CASES * (number - 1) / of, f"{path.stem}, case {number} of {of}: {name}")


def _run_cases(path: Path, cases: Iterator[CaseResult], counts: _Counts, echo: Callable[[str], None]) -> None:
    """Runs the cases of a file, counts them, and prints those that fail."""
    try:
        for case in cases:
            if case.passed:
                counts.passed += 1
                continue
            counts.failed += 1
            lines = [f"FAILED {path}: {case.name}", *(m.replace("\n", "\n    ") for m in case.messages)]
            echo("\n    ".join(lines))
            if case.boards is not None:
                echo(indent(_drawn(case.boards), "    "))
    except PositionError as error:
        counts.failed += 1
        echo(f"FAILED {path}\n    {error}")
    except GameError as error:
        counts.failed += 1
        echo(f"FAILED {path}: the game has errors")
        click.echo(render(error.diagnostics, has_colour(sys.stderr)), err=True)


def _drawn(boards: Boards) -> str:
    """The position that was expected and the one that came."""
    most = width(_INDENT)
    expected, found = (
        draw(boards.game, position, Layout(colour=False, width=most // 2 - 2, is_tight=True))
        for position in (boards.expected, boards.found)
    )
    return side_by_side(f"expected\n{expected}", f"got\n{found}", most)


def _test_files(name: str, setup: Setup) -> list[tuple[Path, Setup]]:
    """The files of cases that a name means, and how their games are set up. Raises CannotWork."""
    path = Path(name)
    if path.is_dir():
        here = sorted(p for p in path.glob("*.yaml") if p.with_suffix(".gdl").is_file())
        if not here:
            raise CannotWork(f"{name} has no tests: no NAME.yaml beside a NAME.gdl")
        return [(file, setup) for file in here]
    file = path if path.suffix == ".yaml" else find(name).with_suffix(".yaml")
    if not file.is_file():
        raise CannotWork(f"{name} has no tests: there is no {file}")
    if not file.with_suffix(".gdl").is_file():
        raise CannotWork(f"{file} belongs to no game: there is no {file.with_suffix('.gdl')}")
    return [(file, setup)]
