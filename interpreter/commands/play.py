"""The command `gdl play`."""

import os
import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import NoReturn

import click

from gdl.characters import visible
from gdl.garbage import none_sought
from gdl.model import Game
from interpreter import stopping
from interpreter.commands.continued import Begun, Continued, opener, seed_of
from interpreter.commands.engines import make_engine
from interpreter.commands.options import CannotWork, Setup, Whole, game_options, has_colour
from interpreter.commands.web import announce, find_games, listen, web_or_refuse
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play.autosave import Autosave
from interpreter.play.bots import Bot, SeatError, WallClock, parse_seat
from interpreter.play.record import Record
from interpreter.play.session import Session
from interpreter.play.web.limits import MINUTES
from interpreter.search.slices import Clock

_NAME = 40  # letters of a person's name


@click.command("play")
@game_options
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="PLAYER=WHO",
    help="human, human:NAME, bot (a strong one), random, level:1 to level:8, auto:1s, alphabeta:1s, mcts:1s or mcts:1000 (iterations); repeatable.",
)
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    help="Continue a saved game, or a .pgn or .sgf file of another program.",
)
@click.option(
    "--test",
    metavar="NAME",
    help="Begin where a test beside the game begins: its name or number; `?` lists them and asks.",
)
@click.option(
    "--position",
    metavar="NAME",
    help="Begin with a position that the game offers, or with one in a YAML file; `?` lists them and asks.",
)
@click.option("--resume", is_flag=True, help="Continue the game in progress that was played last.")
@click.option("--lines", is_flag=True, help="Line by line, as through a pipe, also on a terminal.")
@click.option(
    "--clock",
    metavar="MINUTES[+SECONDS]",
    help="Thinking time for each player on a terminal, and what a move adds, as in 5+3.",
)
@click.option(
    "--lesson",
    metavar="NUMBER",
    help="Work at a lesson of the game, by its number, on a terminal; `?` lists them and asks.",
)
@click.option("--setting", metavar="NAME", help="With --lesson: an easier or harder one, such as `easier`.")
@click.option("--web", is_flag=True, help="Play in the browser.")
@click.option(
    "--port", type=Whole(min=0, max=65535), default=0, help="With --web: where; by default any free port."
)
@click.option("--no-browser", is_flag=True, help="With --web: only say where the table is.")
def command(
    game: str,
    setup: Setup,
    seats: tuple[str, ...],
    saved: str | None,
    test: str | None,
    position: str | None,
    resume: bool,
    lines: bool,
    clock: str | None,
    lesson: str | None,
    setting: str | None,
    web: bool,
    port: int,
    no_browser: bool,
) -> None:
    """Play in the terminal, or with --web in the browser."""
    seconds = None if clock is None else _seconds(clock)
    asked = {"--resume": resume, "--load": saved, "--test": test, "--position": position}
    given = [o for o, is_given in asked.items() if is_given]
    if len(given) > 1:
        raise CannotWork(f"`{given[0]}` and `{given[1]}` are two games to continue; take one of them")
    begun = Begun(saved, test, position)
    name = str(Path(game).resolve()) if Path(game).is_file() else game  # a saved game is found from anywhere
    if web:
        web_or_refuse("`gdl play --web`")
        continued = Continued.of(name, setup, begun) if given else None
        _play_in_browser(name, setup, seats, continued, port, not no_browser)
        return
    has_screen = not lines and _has_screen()
    if seconds is not None and not has_screen:
        raise CannotWork(
            "`--clock` needs a terminal and no `--lines`; in the browser a table is opened with a clock"
        )
    if setting is not None and lesson is None:
        raise CannotWork("`--setting` belongs to `--lesson`")
    if lesson is not None:
        if not has_screen:
            raise CannotWork(
                "`--lesson` needs a terminal and no `--lines`; in the browser the first page has them"
            )
        from interpreter.commands.lesson import work_at_lesson  # takes long to load

        work_at_lesson(name, setup, lesson, setting or "")
        return
    on_wall = WallClock()
    if given:
        session = _resumed(name, setup, seats, Continued.of(name, setup, begun), on_wall)
    else:
        engine = make_engine(game, setup)
        bots, names = _seats(seats, engine.game, setup.seed, on_wall)
        session = Session(engine, name, seed_of(setup), bots, names)
    if session.has_people and session.keeper is None:
        session.keeper = Autosave()
    if has_screen and session.has_people:
        _play_on_screen(session, opener(setup.engine), on_wall.hurry, seconds)
        return
    _play_in_lines(session, opener(setup.engine))


def _has_screen() -> bool:
    """Whether this is a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # screens are drawn on the last one
    return all(s.isatty() for s in streams) and os.environ.get("TERM") not in (None, "", "dumb")


def _play_in_lines(session: Session, open_record: Callable[[Record], Engine]) -> NoReturn:
    """Plays line by line, and leaves the program."""
    from interpreter.play.terminal.table import run  # loads what lines are typed with

    sys.exit(run(session, open_record, has_colour(sys.stdout)))


def _play_on_screen(
    session: Session,
    open_record: Callable[[Record], Engine],
    hurry: Callable[[], None],
    seconds: tuple[float, float] | None,
) -> None:
    """Plays on the whole screen; behind it stays a line about a game that is not over."""
    from interpreter.play.tui.app import TableApp, unfinished  # takes long to load

    TableApp(session, open_record, has_colour(sys.stdout), hurry, seconds).run()
    stopping.listen()  # the screen took the signals for itself
    if left := unfinished(session):
        click.echo(left)


def _seconds(text: str) -> tuple[float, float]:
    """Thinking time and what a move adds, in seconds. Raises CannotWork."""
    found = re.fullmatch(r"(\d{1,5}(?:\.\d+)?)(?:\+(\d{1,5}(?:\.\d+)?))?", text.strip())
    if found is None or not 0 < float(found[1]) <= MINUTES:
        raise CannotWork(
            f"`--clock {visible(text)}`: minutes, and seconds that a move adds, as in `5` or `5+3`"
        )
    return 60 * float(found[1]), float(found[2] or 0)


def _resumed(name: str, setup: Setup, seats: tuple[str, ...], continued: Continued, clock: Clock) -> Session:
    """A session in the terminal that goes on with a game. Raises CannotWork, GameError."""
    found, engine = continued.record, continued.engine
    bots, names = _seats(continued.seats(seats), engine.game, setup.seed, clock)
    session = Session(engine, name, found.seed, bots, names)
    try:
        session.resume(found, engine)
    except RecordError as error:
        raise CannotWork(str(error)) from error
    if seats:
        session.names = names
    if continued.path is not None:
        session.keeper = Autosave(continued.path)
    continued.say_what_has_changed()
    return session


def _play_in_browser(
    name: str,
    setup: Setup,
    seats: tuple[str, ...],
    continued: Continued | None,
    port: int,
    opens_browser: bool,
) -> None:
    """A table on this machine: all people share one browser. It is kept as games in the terminal are.

    A new game is announced before the server is loaded, since nothing can be refused any more: the browser starts meanwhile.
    """
    served = find_games([name])
    shown = next(iter(served))
    game = make_engine(name, setup) if continued is None else continued.engine
    spoken = _spoken(seats if continued is None else continued.seats(seats), game.game)
    names = _seats(seats if continued is None else continued.seats(seats), game.game, 0)[1]
    listening = listen("127.0.0.1", port)
    if continued is None:
        announce(listening, opens_browser)
    with none_sought():
        from interpreter.commands.web_server import First, Serving, serve  # takes long to load
        from interpreter.play.web.house import Wish

    serving = Serving(served, [(shown, game.game.title, "")], listening, engine=setup.engine)
    if continued is None:
        wish = Wish(shown, setup.settings, setup.variant, spoken, seed=seed_of(setup))
        serve(serving, lambda: None, First(wish, None, game, names, Autosave()))
        return
    found = continued.record
    wish = Wish(shown, {k: str(v) for k, v in found.options.items()}, None, spoken, seed=found.seed)
    continued.say_what_has_changed()
    try:
        first = First(wish, found, game, names, Autosave(continued.path))
        serve(serving, lambda: announce(listening, opens_browser), first)
    except RecordError as error:
        raise CannotWork(str(error)) from error


def _spoken(given: tuple[str, ...], game: Game) -> list[str]:
    """Who takes each seat, as on the command line."""
    bots, _ = _seats(given, game, 0)
    said = {t.partition("=")[0].strip().lower(): t.partition("=")[2] for t in given}
    return [
        said.get(p.name.lower(), "human") if b else "human" for p, b in zip(game.players, bots, strict=True)
    ]


def _seats(
    given: tuple[str, ...], game: Game, seed: int | None, clock: Clock = perf_counter
) -> tuple[list[Bot | None], dict[str, str]]:
    """Who takes each seat, and what people call themselves. Bots do not know the seed of the game."""
    players = [p.name for p in game.players]
    seats: list[Bot | None] = [None] * len(players)
    names: dict[str, str] = {}
    for text in given:
        name, equals, who = text.partition("=")
        index = next((i for i, known in enumerate(players) if known.lower() == name.strip().lower()), None)
        if not equals:
            raise CannotWork(f"`--seat {text}` is not of the form PLAYER=WHO, such as {players[0]}=human")
        if index is None:
            raise CannotWork(f"there is no player `{name}`; the players are: {', '.join(players)}")
        word, colon, person = who.strip().partition(":")
        if word == "human" and colon:
            names[players[index]] = visible(person.strip())[:_NAME]
            continue
        try:
            seats[index] = parse_seat(who, seed + index if seed is not None else secrets.randbits(32), clock)
        except SeatError as error:
            raise CannotWork(str(error)) from error
    return seats, names
