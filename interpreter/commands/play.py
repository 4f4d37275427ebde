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
from interpreter.commands.games import load
from interpreter.commands.options import CannotWork, Setup, Whole, game_options, has_colour
from interpreter.commands.web import find_games, web_or_refuse
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
@click.option(
    "--port", type=Whole(min=0, max=65535), default=0, help="With --web: where; by default any free port."
)
@click.option("--no-browser", is_flag=True, help="With --web: only say where the table is.")
def command(
    game: str, setup: Setup, seats: tuple[str, ...], saved: str | None, web: bool, port: int, no_browser: bool
) -> None:
    """Play in the terminal, or with --web in the browser."""
    if web:
        web_or_refuse("`gdl play --web`")
        _play_in_browser(game, setup, seats, saved, port, not no_browser)
        return
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


def _play_in_browser(
    game: str, setup: Setup, seats: tuple[str, ...], saved: str | None, port: int, opens_browser: bool
) -> None:
    """A table on this machine: all people share one browser."""
    from interpreter.commands.web_server import First, Serving, serve  # takes long to load
    from interpreter.play.web.house import Wish

    loaded = load(game, setup)
    served = find_games([game])
    name = next(iter(served))
    found = None
    settings, variant = setup.settings, setup.variant
    try:
        if saved is not None:
            found = record.load(Path(saved))
            settings, variant = {k: str(v) for k, v in found.options.items()}, None
        seed = setup.seed if setup.seed is not None else secrets.randbelow(1_000_000)
        wish = Wish(name, settings, variant, _spoken(seats, loaded), seed=found.seed if found else seed)
        serving = Serving(served, [(name, loaded.title, "")], "127.0.0.1", port, engine=setup.engine)
        serve(serving, First(wish, found, opens_browser))
    except RecordError as error:
        raise CannotWork(str(error)) from error


def _spoken(given: tuple[str, ...], game: Game) -> list[str]:
    """Who takes each seat, as on the command line."""
    bots = _seats(given, game, 0)
    said = {t.partition("=")[0].strip().lower(): t.partition("=")[2] for t in given}
    return [
        said.get(p.name.lower(), "human") if b else "human" for p, b in zip(game.players, bots, strict=True)
    ]


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
