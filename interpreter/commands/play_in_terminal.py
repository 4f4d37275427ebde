"""`gdl play` in the terminal, on the whole screen or line by line. It loads bots and records, which the browser shows a board without."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

import click

from gdl.diagnostics.characters import visible
from interpreter.commands.games import make_engine
from interpreter.commands.options import CannotWork, Setup, Start, has_colour
from interpreter.commands.seats import take_seats
from interpreter.commands.start_position import Continuation, record_opener, seed_of
from interpreter.commands.web import find_games
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.play.autosave import Autosave
from interpreter.play.bots import WallClock
from interpreter.play.lessons.cases import EASIER, HARDER, Lesson
from interpreter.play.record import Record
from interpreter.play.session import Session
from interpreter.play.terminal.texts import stated_end, unfinished
from interpreter.search.running import Clock
from interpreter.shared import stopping


def play(
    game: str,
    name: str,
    setup: Setup,
    seats: tuple[str, ...],
    start: Start | None,
    seconds: tuple[float, float] | None,
    has_screen: bool,
) -> None:
    """Plays a game, new or `start`. Raises CannotWork, GameError."""
    on_wall = WallClock()
    if start is not None:
        session = _resumed(name, setup, seats, Continuation.of(name, setup, start), on_wall)
    else:
        engine = make_engine(game, setup)
        bots, names = take_seats(seats, engine.game, setup.seed, on_wall)
        session = Session(engine, name, seed_of(setup), bots, names)
    if session.has_people and session.keeper is None:
        session.keeper = Autosave()
    if has_screen and session.has_people:
        _play_on_screen(session, record_opener(setup.engine), on_wall.hurry, seconds)
        return
    _play_in_lines(session, record_opener(setup.engine))


def _play_in_lines(session: Session, open_record: Callable[[Record], Engine]) -> NoReturn:
    """Plays line by line, and leaves the program."""
    from interpreter.play.terminal.lines import run  # loads what lines are typed with

    sys.exit(run(session, open_record, has_colour(sys.stdout)))


def _play_on_screen(
    session: Session,
    open_record: Callable[[Record], Engine],
    hurry: Callable[[], None],
    seconds: tuple[float, float] | None,
) -> None:
    """Plays on the whole screen; behind it stays a line about a game that is not over."""
    from interpreter.play.terminal.screen import TableApp  # takes long to load

    TableApp(session, open_record, has_colour(sys.stdout), hurry, seconds).run()
    stopping.listen()  # the screen took the signals for itself
    if session.moves and (left := unfinished(session)):
        click.echo(left)


def _resumed(
    name: str, setup: Setup, seats: tuple[str, ...], continued: Continuation, clock: Clock
) -> Session:
    """A session in the terminal that goes on with a game. Raises CannotWork, GameError."""
    found, engine = continued.record, continued.engine
    bots, names = take_seats(continued.seats(seats), engine.game, setup.seed, clock)
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
    if said := stated_end(session):
        click.echo(f"note: {said}", err=True)
    return session


def work_at_lesson(name: str, setup: Setup, wanted: str, setting: str) -> None:
    """A lesson on the whole screen; `?` lists them and asks which. Raises CannotWork."""
    # the screen and tables take long to load
    from interpreter.play.tables.table import Refused
    from interpreter.play.terminal.screen import TableApp
    from interpreter.play.web.lobby import Lobby
    from interpreter.play.web.new_table import Wish
    from interpreter.play.web.store import Store

    def made(path: str, options: Mapping[str, object], variant: str | None) -> Engine:
        settings = {k: str(v) for k, v in options.items()}
        return make_engine(path, replace(setup, settings=settings, variant=variant))

    shown, path = next(iter(find_games([name]).items()))
    lobby = Lobby({shown: path}, made, Store(None))
    try:
        if wanted == "?":
            wanted, setting = _asked_lesson(lobby.lessons(shown), setting)
        if not wanted.isdecimal() or len(wanted) > 9:
            raise CannotWork(f"`--lesson {visible(wanted)}`: the number of a lesson; `--lesson ?` lists them")
        table = lobby.open(Wish(shown, lesson=int(wanted), setting=setting)).table
    except Refused as error:
        raise CannotWork(str(error)) from error
    session = table.session
    TableApp(session, record_opener(setup.engine), has_colour(sys.stdout), table=table).run()
    stopping.listen()


def _asked_lesson(known: Sequence[Lesson], setting: str) -> tuple[str, str]:
    """The number of a lesson and its setting, as somebody types them who sees the list. Raises CannotWork."""
    if not known:
        raise CannotWork("no lessons are beside this game")
    for lesson in known:
        own = [s for s in lesson.settings if s not in (EASIER, HARDER)]
        named = f"  ({', '.join(own)})" if own else ""
        click.echo(f"{lesson.number:3}  {visible(lesson.title)}{visible(named)}")
    click.echo(f"Most are there {EASIER} and {HARDER}, too, as in `{known[0].number} {HARDER}`.")
    number, _, name = click.prompt("Which lesson, and perhaps which setting").strip().partition(" ")
    return number, name.strip() or setting
