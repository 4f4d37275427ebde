"""The command `gdl uci`."""

import sys

import click

from interpreter.commands.games import make_engine
from interpreter.commands.options import Setup, game_options
from interpreter.commands.seats import refuse_misfit, thinker
from interpreter.play.protocols.moves import UCI
from interpreter.play.uci_engine import UciEngine


@click.command("uci")
@game_options
def command(game: str, setup: Setup) -> None:
    """Be an engine that plays a game on another program's board: UCI, USI and UCCI, over standard input and output.

    The other program starts it: its command is `gdl`, with the arguments `uci GAME`. A game fits where two players see all, each
    moves once in turn, and the rules say by `notation` that moves go from one site to another.
    """
    engine = make_engine(game, setup)
    refuse_misfit(engine, UCI)
    UciEngine(engine, lambda line: print(line, flush=True), thinker, setup.seed or 0).run(iter(sys.stdin))
