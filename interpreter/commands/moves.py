"""The command `gdl moves`."""

import click

from interpreter.commands.games import make_engine, start
from interpreter.commands.options import Setup, game_options, json_option, position_option
from interpreter.commands.output import print_json


@click.command("moves")
@game_options
@position_option
@json_option
def command(game: str, setup: Setup, position: str | None, as_json: bool) -> None:
    """List the legal moves in notation, one a line, sorted."""
    state = start(make_engine(game, setup), setup, position)
    found = sorted(state.action_to_string(a) for a in state.legal_actions())
    if as_json:
        print_json(found)
    elif found:
        click.echo("\n".join(found))
    elif state.ended is not None:
        click.echo(f"the game is over: {state.ended.text}", err=True)
