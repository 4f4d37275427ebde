"""The command `gdl uci`."""

import sys

import click

from gdl.core.model import Game
from interpreter.commands.games import make_engine
from interpreter.commands.options import CannotWork, Setup, game_options
from interpreter.play.protocols.moves import UCI, Unfit, check_fit
from interpreter.play.protocols.thoughts import Thinks
from interpreter.play.uci_engine import UciEngine


@click.command("uci")
@game_options
def command(game: str, setup: Setup) -> None:
    """Be an engine that plays a game on another program's board: UCI, USI and UCCI, over standard input and output.

    The other program starts it: its command is `gdl`, with the arguments `uci GAME`. A game fits where two players see all, each
    moves once in turn, and the rules say by `notation` that moves go from one site to another.
    """
    engine = make_engine(game, setup)
    try:
        check_fit(engine.initial_state(setup.seed or 0), UCI)
    except Unfit as error:
        raise CannotWork(str(error)) from error
    UciEngine(engine, lambda line: print(line, flush=True), _thinker, setup.seed or 0).run(iter(sys.stdin))


def _thinker(game: Game) -> Thinks:
    from interpreter.play.thinking import Thinker  # slow to load, like all searches

    return Thinker(game)
