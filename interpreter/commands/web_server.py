"""The server of the commands that open the browser. It takes a third of a second to load, so they load it last."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import interpreter
from gdl.library import find
from interpreter import kept
from interpreter.commands.options import CannotWork
from interpreter.engines.base import Engine
from interpreter.play.autosave import Autosave
from interpreter.play.record import Record
from interpreter.play.web.app import Entry, app
from interpreter.play.web.house import House, Wish
from interpreter.play.web.port import Port
from interpreter.play.web.server import run, settle
from interpreter.play.web.store import Store
from interpreter.play.web.table import Refused


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served, and where. `entries`: name, title and number of players of each game."""

    games: Mapping[str, str]
    entries: Sequence[tuple[str, str, str]]
    port: Port
    data: Path | None = None
    engine: str = "native"


@dataclass(frozen=True, slots=True)
class First:
    """A table that is opened before anybody asks, and becomes the first page. `record`: the game that it goes on with;
    `engine`: what it is played on; `names`: of people, by their players; `keeper`: where the game is kept."""

    wish: Wish
    record: Record | None = None
    engine: Engine | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    keeper: Autosave | None = None


def serve(serving: Serving, on_ready: Callable[[], None], first: First | None = None) -> None:
    """Serves tables until Ctrl-C. Raises CannotWork where the file or the first table cannot be had."""
    try:
        store = Store(serving.data)
    except OSError as error:
        raise CannotWork(str(error)) from error
    house = House(serving.games, _maker(serving.engine), store)
    front = "" if first is None else _table(house, first)
    entries = [Entry(*entry) for entry in serving.entries]

    watched = {name: find(source) for name, source in serving.games.items()}
    settle()
    run(app(house, entries, serving.port.names, front, watched), serving.port.socket, on_ready)


def _table(house: House, first: First) -> str:
    """Opens the first table; the path of its page."""
    if first.engine is not None:
        house.adopt(first.wish, first.engine)
    try:
        place = house.open(first.wish)
    except Refused as error:
        raise CannotWork(str(error)) from error
    table, session = place.table, place.table.session
    if first.record is not None and first.engine is not None:
        session.resume(first.record, first.engine)
    session.names.update(first.names)
    for player, seat in zip(table.game.players, table.seats, strict=True):
        seat.name = session.names.get(player.name, "")
    house.save(place)
    if session.has_people:
        session.keeper = first.keeper
    return "/play/" + "+".join([s.token for s in table.seats if s.is_person] or [table.watcher])


def _maker(kind: str) -> Callable[[str, Mapping[str, str], str | None], Engine]:
    """What makes the engines of the games that are served. It raises GameError."""

    def make(source: str, options: Mapping[str, str], variant: str | None) -> Engine:
        made = interpreter.engine(kept.load(find(source), options, variant), kind)
        settle()
        return made

    return make
