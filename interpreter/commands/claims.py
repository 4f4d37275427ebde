"""The command `gdl claims`."""

import sys

import click

from interpreter.commands.claimed import checked_claims, said
from interpreter.commands.finding import find
from interpreter.commands.options import FINDINGS, MAX_SECONDS, Seconds, Setup, game_options, json_option
from interpreter.commands.output import print_json
from interpreter.commands.progress import interruptible

SECONDS = 10.0


@click.command("claims")
@game_options
@click.option(
    "--seconds",
    type=Seconds(min=0, max=MAX_SECONDS, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long each claim may take.",
)
@click.option("--again", is_flag=True, help="Check what was checked before, too.")
@json_option
def command(game: str, setup: Setup, seconds: float, again: bool, as_json: bool) -> None:
    """Check what a game claims about itself.

    A claim is proved, if all positions could be looked at, or refuted by moves, or it has held wherever it was looked at.
    What was proved or refuted is kept. Exit 1: a claim is refuted.
    """
    checked = interruptible(lambda: list(checked_claims(find(game), setup, seconds, again)))
    if as_json:
        print_json([c.verdict.to_json() for c in checked])
    elif not checked:
        click.echo(f'{game} claims nothing; `claim "TEXT": always CONDITION` would be a claim')
    else:
        click.echo("\n".join(line for c in checked for line in said(c)))
    if any(c.verdict.status == "refuted" for c in checked):
        sys.exit(FINDINGS)
