"""The command `gdl why`."""

import sys

import click

from interpreter.commands.engines import make_engine, start
from interpreter.commands.options import (
    FINDINGS,
    Setup,
    game_options,
    has_colour,
    json_option,
    position_option,
)
from interpreter.commands.output import print_json
from interpreter.engines.base import Reason, State
from interpreter.engines.errors import IllegalAction
from interpreter.play.text.reasons import draw_reasons


@click.command("why")
@game_options
@click.argument("move")
@position_option
@json_option
def command(game: str, setup: Setup, move: str, position: str | None, as_json: bool) -> None:
    """Explain why a move is (not) legal, clause by clause. Exit 0: legal; 1: not."""
    problem, reasons = _judged(start(make_engine(game, setup), setup, position), move)
    if as_json:
        found = [{"place": str(r.span), "clause": r.span.text, "text": r.text} for r in reasons]
        print_json({"move": move, "legal": not problem, "reasons": found})
    elif not problem:
        click.echo(f"{move} is legal")
    else:
        click.echo(problem)
        if reasons:
            click.echo(draw_reasons(reasons, has_colour(sys.stdout)), color=has_colour(sys.stdout))
    if problem:
        sys.exit(FINDINGS)


def _judged(state: State, move: str) -> tuple[str, list[Reason]]:
    """What is wrong with a move, or "", and the clauses that reject it."""
    reasons: list[Reason] = []
    try:
        reasons = state.why(move)
        if reasons:
            return f"{move} is not legal", reasons
        state.action_from_string(move)
    except IllegalAction as error:
        return str(error), reasons
    return "", []
