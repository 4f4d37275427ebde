"""Commands about the text of games: check, test, fmt, explain, list."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from interpreter.commands.common import (
    FINDINGS,
    CannotWork,
    engine_option,
    find,
    has_colour,
    interruptible,
    json_option,
    print_json,
    progress,
)  # fmt: skip

if TYPE_CHECKING:
    from gdl.diagnostics import Diagnostic


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Report all that is wrong with games, under every value of their options."""
    from gdl.render import render, to_json_lines

    failed = False
    for path in [find(name) for name in files]:
        found = _examine(path)
        errors = sum(d.is_error for d in found)
        failed = failed or errors > 0
        if as_json:
            click.echo(to_json_lines(found), nl=False)
        elif found:
            click.echo(render(found, has_colour(sys.stderr)), err=True)
        click.echo(f"{path}: {_counted(errors, len(found) - errors)}", err=True)
    if failed:
        sys.exit(FINDINGS)


def _examine(path: Path) -> "list[Diagnostic]":
    """The diagnostics of a game under its defaults, every other option value and every variant, each once."""
    from gdl.loader import examine, option_settings

    game, diagnostics = examine(path)
    found = list(diagnostics)
    seen = {(d.code, d.span) for d in found}
    if game is None:
        return found
    runs: list[tuple[dict[str, Any], str | None]] = [(s, None) for s in option_settings(game) if s]
    runs += [({}, name) for name in game.variants]
    for settings, variant in runs:
        for d in examine(path, settings, variant)[1]:
            # A warning that only another value brings is no advice about the game as it stands.
            if (d.code, d.span) not in seen and d.is_error:
                seen.add((d.code, d.span))
                found.append(d)
    return found


def _counted(errors: int, warnings: int) -> str:
    parts = [
        f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n
    ]
    return ", ".join(parts) or "no problems"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--slow", is_flag=True, help="Run the cases marked slow as well.")
@engine_option
def test(paths: tuple[str, ...], slow: bool, engine: str) -> None:
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
    """Runs the cases of a file, counts them, says which one is next, and prints those that fail."""
    from gdl.diagnostics import GameError
    from gdl.render import render
    from interpreter.analysis.cases import run_file
    from interpreter.engines.errors import PositionError

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


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; exit 1 if a file is not formatted."
)
@click.option("--stdout", "to_stdout", is_flag=True, help="Print the result instead of rewriting the file.")
def fmt(files: tuple[str, ...], only_check: bool, to_stdout: bool) -> None:
    """Bring games into the usual layout. `-` reads the input and prints."""
    from gdl.diagnostics import Reporter
    from gdl.formatter import format_text
    from gdl.parser import parse
    from gdl.render import render
    from gdl.source import Source

    code = 0
    for name in files:
        shown = "<stdin>" if name == "-" else name
        text = _read(name)
        reporter = Reporter()
        parse(Source(shown, text), reporter)
        if reporter.has_errors:
            click.echo(render(reporter.sorted(), has_colour(sys.stderr)), err=True)
            click.echo(f"{shown}: left as it is", err=True)
            code = FINDINGS
        made = format_text(text)
        if only_check:
            if made != text:
                click.echo(f"{shown}: not formatted")
                code = FINDINGS
        elif to_stdout or name == "-":
            click.echo(made, nl=False)
        elif made != text:
            _write(Path(name), made)
            click.echo(f"{shown}: formatted", err=True)
    sys.exit(code)


def _read(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CannotWork(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CannotWork(f"{name} is not UTF-8 text") from error


def _write(path: Path, text: str) -> None:
    """Replaces a file's text at once, so that an interruption leaves the old one whole."""
    import os
    import tempfile

    target = path.resolve()
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(name, target.stat().st_mode & 0o777)
        os.replace(name, target)
    except OSError as error:
        raise CannotWork(f"{path} cannot be written: {error.strerror}") from error


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Print the page of a diagnostic's code, or all codes."""
    from gdl.codes import CODES
    from gdl.diagnostics import near
    from gdl.pages import page

    if code is None:
        width = max(map(len, CODES))
        for name, row in sorted(CODES.items()):
            click.echo(f"{name:<{width}}  {row.severity:<7}  {row.summary}")
        return
    try:
        click.echo(page(code.strip("[]")).rstrip("\n"))
    except KeyError:
        help = near(code, CODES) or "`gdl explain` lists all codes"
        raise CannotWork(f"there is no diagnostic `{code}`; {help}") from None


@click.command("list")
@json_option
def list_games(as_json: bool) -> None:
    """The bundled games: title, author, year, players, options."""
    from gdl.loader import bundled_directory
    from interpreter.commands import catalogue

    rows = catalogue.rows()
    if as_json:
        print_json(rows)
        return
    columns = ("name", "title", "author", "year", "players")
    widths = {c: max([len(c), *(len(r.get(c, "")) for r in rows if "author" in r)]) for c in columns}
    click.echo("  ".join(f"{c:<{widths[c]}}" for c in columns) + "  options")
    for row in rows:
        text = "  ".join(f"{row.get(c, ''):<{widths[c]}}" for c in columns)
        more = f"; variants {row['variants']}" if row.get("variants") else ""
        click.echo(f"{text}  {row.get('options', '')}{more}".rstrip())
    if not rows:
        raise CannotWork(f"no games are in {bundled_directory()}")
