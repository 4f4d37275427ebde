"""`gdl play` in the terminal. It loads bots and records, which the browser shows a board without."""

import sys
from collections.abc import Callable
from typing import NoReturn

import click

from interpreter import stopping
from interpreter.commands.continued import Begun, Continued, opener, seed_of
from interpreter.commands.engines import make_engine
from interpreter.commands.options import CannotWork, Setup, has_colour
from interpreter.commands.seating import seated
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play.autosave import Autosave
from interpreter.play.bots import WallClock
from interpreter.play.record import Record
from interpreter.play.session import Session
from interpreter.search.slices import Clock


def play(
    game: str,
    name: str,
    setup: Setup,
    seats: tuple[str, ...],
    begun: tuple[str | None, str | None, str | None] | None,
    seconds: tuple[float, float] | None,
    has_screen: bool,
) -> None:
    """Plays a game, new or `begun` (saved, test, position). Raises CannotWork, GameError."""
    on_wall = WallClock()
    if begun is not None:
        session = _resumed(name, setup, seats, Continued.of(name, setup, Begun(*begun)), on_wall)
    else:
        engine = make_engine(game, setup)
        bots, names = seated(seats, engine.game, setup.seed, on_wall)
        session = Session(engine, name, seed_of(setup), bots, names)
    if session.has_people and session.keeper is None:
        session.keeper = Autosave()
    if has_screen and session.has_people:
        _play_on_screen(session, opener(setup.engine), on_wall.hurry, seconds)
        return
    _play_in_lines(session, opener(setup.engine))


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


def _resumed(name: str, setup: Setup, seats: tuple[str, ...], continued: Continued, clock: Clock) -> Session:
    """A session in the terminal that goes on with a game. Raises CannotWork, GameError."""
    found, engine = continued.record, continued.engine
    bots, names = seated(continued.seats(seats), engine.game, setup.seed, clock)
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
