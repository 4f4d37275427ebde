"""`gdl play --lesson`: a lesson on the whole screen. Loaded when somebody asks for one, since the screen takes long to load."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

import click

from gdl.characters import visible
from interpreter import stopping
from interpreter.commands.continued import opener
from interpreter.commands.engines import make_engine
from interpreter.commands.options import CannotWork, Setup, has_colour
from interpreter.commands.web import find_games
from interpreter.engines.base import Engine
from interpreter.play.lessons.course import EASIER, HARDER, Lesson
from interpreter.play.tui.app import TableApp
from interpreter.play.web.house import House, Wish
from interpreter.play.web.store import Store
from interpreter.play.web.table import Refused


def work_at_lesson(name: str, setup: Setup, wanted: str, setting: str) -> None:
    """A lesson on the whole screen; `?` lists them and asks which. Raises CannotWork."""

    def made(path: str, options: Mapping[str, object], variant: str | None) -> Engine:
        settings = {k: str(v) for k, v in options.items()}
        return make_engine(path, replace(setup, settings=settings, variant=variant))

    shown, path = next(iter(find_games([name]).items()))
    house = House({shown: path}, made, Store(None))
    try:
        if wanted == "?":
            wanted, setting = _asked_lesson(house.lessons(shown), setting)
        if not wanted.isdecimal() or len(wanted) > 9:
            raise CannotWork(f"`--lesson {visible(wanted)}`: the number of a lesson; `--lesson ?` lists them")
        table = house.open(Wish(shown, lesson=int(wanted), setting=setting)).table
    except Refused as error:
        raise CannotWork(str(error)) from error
    session = table.session
    TableApp(session, opener(setup.engine), has_colour(sys.stdout), table=table).run()
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
