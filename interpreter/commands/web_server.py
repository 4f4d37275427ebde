"""The server of the commands that open the browser. It takes a third of a second to load, so they load it last."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import interpreter
from gdl.files.library import find
from gdl.platform.gc_pause import settle
from interpreter.caching import game_cache
from interpreter.commands.options import CannotWork
from interpreter.commands.start_position import record_opener
from interpreter.engines.base import Engine
from interpreter.play.autosave import Autosave
from interpreter.play.bots import is_program
from interpreter.play.files.opening_book import OpeningBook
from interpreter.play.record import Record
from interpreter.play.session import new_seed
from interpreter.play.tables.table import Refused
from interpreter.play.web.app import app
from interpreter.play.web.first_response import Early, Front, Port, keep_front
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.new_table import Options, Wish
from interpreter.play.web.pages import Entry
from interpreter.play.web.reviewing import Reviewing
from interpreter.play.web.server import run
from interpreter.play.web.shelf import heading
from interpreter.play.web.store import Store


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served, and where. `entries`: name, title and number of players of each game; `review`: one that is asked in a page;
    `proxies`: whose word is taken for who calls; `programs`: the engines of others that tables may seat; `chosen`: options and variants
    of games that are not played as their rules say; `books`: files of games that analysis tells of."""

    games: Mapping[str, str]
    entries: Sequence[tuple[str, str, str]]
    port: Port
    store: Store = field(default_factory=Store)
    engine: str = "native"
    review: Reviewing | None = None
    proxies: Sequence[str] = ()
    programs: Sequence[str] = ()
    chosen: Mapping[str, tuple[Options, str | None]] = field(default_factory=dict)
    books: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class First:
    """A table that is opened before anybody asks, and becomes the first page. `record`: the game that it goes on with;
    `engine`: what it is played on; `names`: of people, by their players; `keeper`: where the game is kept. `early`: what has
    answered so far; `next`: the name under which the page of the next such game is laid out."""

    wish: Wish
    record: Record | None = None
    engine: Engine | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    keeper: Autosave | None = None
    early: Early | None = None
    next: str | None = None


def titles(games: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Games by their titles, as their files say them: nothing is checked before somebody wants it."""
    found = [(name, heading(source)[0], "") for name, source in games.items()]
    return sorted(found, key=lambda row: row[1].lower())


def serve(serving: Serving, on_ready: Callable[[], None], first: First | None = None) -> None:
    """Serves tables until Ctrl-C. Raises CannotWork where the first table cannot be had."""
    wished = [who for who in (first.wish.seats if first is not None else ()) if is_program(who)]
    programs = [*serving.programs, *wished]
    book = OpeningBook([Path(file) for file in serving.books], record_opener(serving.engine))
    lobby = Lobby(serving.games, _maker(serving.engine), serving.store, programs, serving.chosen, book)
    path = "" if first is None else _table(lobby, first)
    entries = [Entry(*entry) for entry in serving.entries]

    watched = {name: find(source) for name, source in serving.games.items()}
    settle()
    lay = None if first is None or first.next is None else _laying(lobby, first.wish, first.next)
    served = app(lobby, entries, serving.port.names, path, watched, lay, serving.review)
    waiting = None if first is None or first.early is None else first.early.stop
    try:
        run(served, serving.port.socket, on_ready, waiting, serving.proxies)
    finally:
        serving.store.close()


def _laying(lobby: Lobby, wish: Wish, name: str) -> Callable[[Callable[[Place, Sequence[str]], str]], None]:
    """What lays out the page of the next game of this kind: it is given what draws the page of a table."""

    def lay(drawn: Callable[[Place, Sequence[str]], str]) -> None:
        seed = new_seed()
        place = lobby.sketch(replace(wish, seed=seed, tokens=()))
        tokens = _tokens(place)
        every = (*(seat.token for seat in place.table.seats), place.table.watcher)
        page = drawn(place, tokens).encode()
        keep_front(name, Front(seed, every, _path(tokens), page))

    return lay


def _table(lobby: Lobby, first: First) -> str:
    """Opens the first table; the path of its page."""
    if first.engine is not None:
        lobby.adopt(first.wish, first.engine)
    try:
        place = lobby.open(first.wish)
    except Refused as error:
        raise CannotWork(str(error)) from error
    table, session = place.table, place.table.session
    if first.record is not None and first.engine is not None:
        session.resume(first.record, first.engine)
    session.names.update(first.names)
    for player, seat in zip(table.game.players, table.seats, strict=True):
        seat.name = session.names.get(player.name, "")
    lobby.save(place)
    if session.has_people:
        session.keeper = first.keeper
    return _path(_tokens(place))


def _tokens(place: Place) -> list[str]:
    """The tokens of a page that shows all people of a table."""
    return [s.token for s in place.table.seats if s.is_person] or [place.table.watcher]


def _path(tokens: Sequence[str]) -> str:
    return "/play/" + "+".join(tokens)


def _maker(kind: str) -> Callable[[str, Mapping[str, str], str | None], Engine]:
    """What makes the engines of the games that are served. It raises GameError."""

    def make(source: str, options: Mapping[str, str], variant: str | None) -> Engine:
        made = interpreter.engine(game_cache.load(find(source), options, variant), kind)
        settle()
        return made

    return make
