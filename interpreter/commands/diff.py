"""The command `gdl diff`."""

import sys

import click

from gdl.diagnostics.values import GameError
from gdl.files.differences import Difference, Rules, differences
from gdl.loader import load_rules
from interpreter.commands.games import load
from interpreter.commands.options import FINDINGS, FINE, find, json_option, parted
from interpreter.commands.output import print_json


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@json_option
def command(a: str, b: str, as_json: bool) -> None:
    """Say what differs between the rules of A and of B, clause by clause. Exit 0: nothing; 1: something.

    Each is a game, behind it, if wanted, a colon and values of options or the name of a variant: `zola:size=8,pie=true`. What is compared are the rules under these options, not how the files are written.
    """
    found = differences(_rules(a), _rules(b))
    if as_json:
        print_json([{"sentence": d.sentence, "before": d.before, "after": d.after} for d in found])
    else:
        click.echo("\n".join(line for d in found for line in _lines(d)) or "the rules are the same")
    sys.exit(FINDINGS if found else FINE)


def _rules(text: str) -> Rules:
    """The rules that an argument names. Raises CannotWork."""
    name, setup = parted(text)
    path = find(name)
    try:
        return load_rules(path, setup.settings, setup.variant)
    except GameError:
        load(name, setup)  # which says what is wrong with a setting as other commands do
        raise


def _lines(d: Difference) -> list[str]:
    parts = [("-", text) for text in d.before] + [("+", text) for text in d.after]
    return [d.sentence, *(f"  {sign} {line}" for sign, text in parts for line in text.split("\n"))]
