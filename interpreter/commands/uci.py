"""The command `gdl uci`."""

import sys
from itertools import chain

import click

from interpreter.commands.options import Setup, game_options


@click.command("uci")
@game_options
def command(game: str, setup: Setup) -> None:
    """Be an engine that plays a game on another program's board: UCI, USI, UCCI and that of XBoard (CECP).

    The other program starts it: its command is `gdl`, with the arguments `uci GAME`. A game fits where two players see all, each
    moves once in turn, and the rules say by `notation` that moves go from one site to another.
    """
    first = sys.stdin.readline()
    is_cecp = first.strip() == "xboard"
    if is_cecp:
        print("feature done=0", flush=True)  # boards wait two seconds for it, and all else is slow to load
    from interpreter.commands.games import make_engine
    from interpreter.commands.seats import refuse_misfit, thinker
    from interpreter.play.cecp_engine import CecpEngine
    from interpreter.play.protocols.moves import CECP, UCI
    from interpreter.play.uci_engine import UciEngine

    engine = make_engine(game, setup)
    refuse_misfit(engine, CECP if is_cecp else UCI)
    make = CecpEngine if is_cecp else UciEngine
    speaker = make(engine, lambda line: print(line, flush=True), thinker, setup.seed or 0)
    speaker.run(chain([first], sys.stdin))
