"""The command `gdl gtp`."""

import sys
from collections.abc import Mapping
from dataclasses import replace

import click

from interpreter.commands.games import make_engine
from interpreter.commands.options import Setup, game_options
from interpreter.commands.seats import refuse_misfit, thinker
from interpreter.engines.base import Engine
from interpreter.play.gtp_engine import GtpEngine
from interpreter.play.protocols.moves import GTP


@click.command("gtp")
@game_options
def command(game: str, setup: Setup) -> None:
    """Be an engine that plays a game on another program's board: GTP, over standard input and output.

    A game fits where two players see all and put stones on the points of a square board, and the rules say `notation sgf`.
    `boardsize` and `komi` set its options `size` and `komi`.
    """
    engine = make_engine(game, setup)
    refuse_misfit(engine, GTP)

    def made(settings: Mapping[str, str]) -> Engine:
        return make_engine(game, replace(setup, settings={**setup.settings, **settings}))

    GtpEngine(engine, made, thinker, setup.seed or 0).run(
        iter(sys.stdin), lambda text: print(text, flush=True)
    )
