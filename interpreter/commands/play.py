"""The command `gdl play`."""

import secrets
import sys
from collections.abc import Callable
from pathlib import Path

import click

import gdl
import interpreter
from gdl.model import Game
from interpreter.commands.engines import make_engine
from interpreter.commands.options import CannotWork, Setup, game_options, has_colour, not_built
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.bots import Bot, SeatError, parse_seat
from interpreter.play.record import Record
from interpreter.play.session import Session
from interpreter.play.terminal.table import run


@click.command("play")
@game_options
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="PLAYER=WHO",
    help="human, random, random:SEED, mcts:1s or mcts:1000 (iterations); repeatable.",
)
@click.option("--load", "saved", metavar="FILE", help="Continue a saved game.")
@click.option("--web", is_flag=True, help="Play in the browser.")
def command(game: str, setup: Setup, seats: tuple[str, ...], saved: str | None, web: bool) -> None:
    """Play in the terminal."""
    if web:
        not_built("`gdl play --web`")
    engine = make_engine(game, setup)
    # A game of chance should differ from one evening to the next; the seed is shown, and saved with the game.
    seed = setup.seed if setup.seed is not None else secrets.randbelow(1_000_000)
    name = str(Path(game).resolve()) if Path(game).is_file() else game  # a saved game is found from anywhere
    session = Session(engine, name, seed, _seats(seats, engine.game, seed))
    if saved is not None:
        try:
            found = record.load(Path(saved))
            session.resume(found, _opener(setup.engine)(found))
        except RecordError as error:
            raise CannotWork(str(error)) from error
    sys.exit(run(session, _opener(setup.engine), has_colour(sys.stdout)))


def _opener(kind: str) -> Callable[[Record], Engine]:
    """What makes the engine that a record needs."""

    def opened(record: Record) -> Engine:
        return interpreter.engine(gdl.load(record.game, record.options), kind)

    return opened


def _seats(given: tuple[str, ...], game: Game, seed: int) -> list[Bot | None]:
    names = [p.name for p in game.players]
    seats: list[Bot | None] = [None] * len(names)
    for text in given:
        name, equals, who = text.partition("=")
        index = next((i for i, known in enumerate(names) if known.lower() == name.strip().lower()), None)
        if not equals:
            raise CannotWork(f"`--seat {text}` is not of the form PLAYER=WHO, such as {names[0]}=human")
        if index is None:
            raise CannotWork(f"there is no player `{name}`; the players are: {', '.join(names)}")
        try:
            seats[index] = parse_seat(who, seed + index)
        except SeatError as error:
            raise CannotWork(str(error)) from error
    return seats
