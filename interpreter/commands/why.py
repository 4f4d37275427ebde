"""The command `gdl why`."""

import sys

import click

from interpreter.commands.games import make_engine, start
from interpreter.commands.options import (
    FINDINGS,
    Setup,
    game_options,
    has_colour,
    json_option,
    position_option,
)
from interpreter.commands.output import print_json
from interpreter.engines.answers import Reason
from interpreter.engines.base import State
from interpreter.engines.errors import IllegalAction
from interpreter.play.moves import read_move
from interpreter.play.sheet.reasons import draw_reasons, refusal

MAX_DEPTH = 20


@click.command("why")
@game_options
@click.argument("move")
@position_option
@click.option(
    "--depth",
    type=click.IntRange(0, MAX_DEPTH),
    default=3,
    show_default=True,
    help="How many levels of reasons behind reasons: the parts of a condition, definitions, demanded choices.",
)
@json_option
def command(game: str, setup: Setup, move: str, position: str | None, depth: int, as_json: bool) -> None:
    """Explain why a move is (not) legal, clause by clause. Exit 0: legal; 1: not."""
    problem, reasons = _judged(start(make_engine(game, setup), setup, position), move, depth)
    if as_json:
        print_json({"move": move, "legal": not problem, "reasons": [_as_data(r) for r in reasons]})
    elif not problem:
        click.echo(f"{move} is legal")
    else:
        click.echo(problem)
        if reasons:
            click.echo(draw_reasons(reasons, has_colour(sys.stdout)), color=has_colour(sys.stdout))
    if problem:
        sys.exit(FINDINGS)


def _as_data(reason: Reason) -> dict[str, object]:
    behind = [_as_data(r) for r in reason.because]
    return {
        "place": str(reason.span), "clause": reason.span.text, "text": reason.text,
        **({"because": behind} if behind else {}),
    }  # fmt: skip


def _judged(state: State, move: str, depth: int) -> tuple[str, list[Reason]]:
    """What is wrong with a move, or "", as people are told who play it, and the clauses that reject it."""
    try:
        if not move.strip().isdecimal():
            read_move(state, move)
            return "", []
        state.action_from_string(move)
    except IllegalAction as error:
        return refusal(state, move, error), state.why(move, depth)
    return "", []
