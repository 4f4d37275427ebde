"""The command `gdl claims`, and the claims of a game as other commands check and report them."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

import interpreter
from gdl.core.model import Game
from interpreter.analysis.claims import Checked, Settings, check_claims
from interpreter.commands.games import load
from interpreter.commands.options import (
    FINDINGS,
    MAX_SECONDS,
    Seconds,
    Setup,
    find,
    game_options,
    has_colour,
    json_option,
)
from interpreter.commands.output import print_json, width
from interpreter.engines.notation import option_text
from interpreter.play.text.drawing import Layout, draw


def check_file_claims(path: Path, setup: Setup, seconds: float, again: bool = False) -> Iterator[Checked]:
    """What is known of each claim of a game's file. Raises CannotWork, GameError."""
    loaded = load(str(path), setup)
    return check_claims(loaded, partial(_under, loaded, path, setup), seconds, again)


def _under(game: Game, path: Path, setup: Setup, settings: Settings) -> Game:
    """The game under the options that a claim names, and the others as they are."""
    options = {o.name: o for o in game.options}
    named = {key: option_text(options[key], value) for key, value in settings}
    return load(str(path), Setup({**setup.settings, **named}, setup.variant, setup.engine, setup.seed))


def claim_lines(checked: Checked) -> Iterator[str]:
    """What is to be said of a claim, line by line; of one that is refuted the moves, and the position that they lead to."""
    verdict = checked.verdict
    counted = f"{verdict.positions} position{'s' * (verdict.positions != 1)}"
    match verdict.status:
        case "proved":
            yield f"proved: {verdict.claim} ({counted})"
        case "held":
            why = f"; {verdict.note}" if verdict.note else ""
            yield f"held: {verdict.claim} ({counted}{why})"
        case "refuted":
            by = "best play" if checked.claim.form == "value" else "moves"
            yield f"REFUTED: {verdict.claim} ({counted})"
            yield f"    {by}: {' '.join(verdict.moves) or 'none, the first position'}"
            yield from ("    " + line for line in _drawn(checked).splitlines())


def _drawn(checked: Checked) -> str:
    """The position that the moves of a refutation lead to."""
    state = interpreter.engine(checked.game, kind="reference").initial_state(checked.verdict.seed)
    for action in checked.verdict.actions:
        state = state.apply(action)
    ended = f"\nthe game is over: {state.ended.text}" if state.ended is not None else ""
    return (
        draw(checked.game, state.position(), Layout(colour=has_colour(sys.stdout), width=width(_INDENT)))
        + ended
    )


SECONDS = 10.0
_INDENT = 6  # columns that a drawing is set in, and one to spare


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
    checked = list(check_file_claims(find(game), setup, seconds, again))
    if as_json:
        print_json([c.verdict.to_json() for c in checked])
    elif not checked:
        click.echo(f'{game} claims nothing; `claim "TEXT": always CONDITION` would be a claim')
    else:
        click.echo("\n".join(line for c in checked for line in claim_lines(c)))
    if any(c.verdict.status == "refuted" for c in checked):
        sys.exit(FINDINGS)
