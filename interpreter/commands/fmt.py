"""The command `gdl fmt`."""

import sys
from pathlib import Path

import click

from gdl.diagnostics.render import render
from gdl.diagnostics.values import Reporter
from gdl.files.modules import expanded
from gdl.files.upgrade import readable, upgraded
from gdl.formatter import format_text
from gdl.limits import MAX_TEXT
from gdl.loader import examine_source, read_named
from gdl.parsing.parser import parse
from gdl.platform.safe_io import read_at_most, reason, write_whole
from gdl.source import Source
from interpreter.commands.options import FINDINGS, CannotWork, has_colour


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; exit 1 if a file is not formatted."
)
@click.option("--expand", is_flag=True, help="Write what modules say in place of `use`.")
@click.option("--upgrade", is_flag=True, help="Bring files of an older language up to the present one.")
@click.option("--stdout", "to_stdout", is_flag=True, help="Print the result instead of rewriting the file.")
def command(files: tuple[str, ...], only_check: bool, expand: bool, upgrade: bool, to_stdout: bool) -> None:
    """Bring games into the usual layout. `-` reads the input and prints."""
    code = 0
    for name in files:
        shown = "<stdin>" if name == "-" else name
        text = _read(name)
        reporter = Reporter()
        source = Source(shown, text)
        parse(readable(source) if upgrade else source, reporter)
        if upgrade:
            source = Source(name, text)
            game, found = examine_source(readable(source))
            whole = upgraded(source, found, game)
        else:
            whole = text
        if expand:
            whole = expanded(Source(name, whole), read_named, reporter)
        if reporter.has_errors:
            click.echo(render(reporter.sorted(), has_colour(sys.stderr)), err=True)
            click.echo(f"{shown}: left as it is", err=True)
            code = FINDINGS
        made = format_text(text if reporter.has_errors else whole)
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
        data = read_at_most(sys.stdin.buffer if name == "-" else Path(name), MAX_TEXT)
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise CannotWork(f"{name} is not UTF-8 text") from error
        raise CannotWork(f"{name} cannot be read: {reason(error)}") from error


def _write(path: Path, text: str) -> None:
    """Replaces a file's text at once, so that an interruption leaves the old one whole."""
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise CannotWork(f"{path} cannot be written: {error.strerror}") from error
