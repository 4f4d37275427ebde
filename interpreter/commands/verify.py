"""The command `gdl verify`."""

import json
import sys
from pathlib import Path

import click

import interpreter
from gdl.platform.safe_io import reason
from interpreter.commands.games import load
from interpreter.commands.options import FINDINGS, CannotWork, Setup, parted
from interpreter.search.certificates import Certificate, NoProof, check


@click.command("verify")
@click.argument("file", metavar="CERTIFICATE")
@click.option(
    "--as", "name", metavar="GAME", help="The game, where it is elsewhere than the certificate says."
)
def command(file: str, name: str | None) -> None:
    """Check the proof that `gdl solve --certificate` has written. Exit 1: it proves nothing.

    A certificate says what a player does wherever that leads. All that may happen then is played on the reference engine, by a few
    lines that know nothing of how the moves were found.
    """
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
        made = Certificate.of_json(json.loads(text))
        game, setup = parted(name or made.game, Setup(dict(made.options), None, "reference", None))
        engine = interpreter.engine(load(game, setup), "reference")
        start = engine.initial_state() if made.position is None else engine.state(made.position)
        for strategy in made.strategies:
            positions = check(strategy, start)
            click.echo(
                f"{strategy.player} gets {strategy.least:g} at least, whatever happens: {len(strategy.moves)} moves, {positions} positions"
            )
    except (NoProof, json.JSONDecodeError) as error:
        what = error if isinstance(error, NoProof) else f"{file} is no JSON, as a certificate is: {error}"
        click.echo(f"NOT PROVED: {what}", err=True)
        sys.exit(FINDINGS)
    except (OSError, UnicodeDecodeError) as error:
        what = reason(error) if isinstance(error, OSError) else "this is not UTF-8 text"
        raise CannotWork(f"{file} cannot be read: {what}") from error
