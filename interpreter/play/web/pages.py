"""The pages of a server, and what all its answers share: its tables, and the threads in which others work."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from gdl.diagnostics.values import GameError
from interpreter.play.files import foreign
from interpreter.play.lessons.cases import Lesson
from interpreter.play.svg.animation import can_draw
from interpreter.play.svg.grounds import colours_by_use
from interpreter.play.tables.table import HOST, Refused
from interpreter.play.web.first_response import NOT_KEPT, is_wide
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.new_table import LEVELS, settings
from interpreter.play.web.protocol import Look, Viewer, pieces_named
from interpreter.play.web.reviewing import Reviewing
from interpreter.play.web.server import read_files, sent
from interpreter.play.web.sockets import Rooms
from interpreter.play.web.store import Unreadable
from interpreter.positions.fen import is_written_so

_HERE = Path(__file__).parent
_SHEET = _HERE.parent / "sheet" / "page.css"
_LATER = 1.5  # seconds
_WIDE = Look(wide=True)
_STYLE = "play.css"  # stands in each page: nothing is drawn before it is there

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the list on the first page."""

    name: str
    title: str
    players: str = ""
    author: str = ""


class Missing(Exception):  # noqa: N818 - an answer, not an error
    """What an address names is not there."""


class Service:
    """What all answers share: the tables, and threads that work for those who do not wait for each other."""

    def __init__(self, lobby: Lobby, entries: Sequence[Entry]) -> None:
        self.lobby, self.entries = lobby, entries
        self.rooms = Rooms(lobby)
        self.is_stopping = Event()
        self._threads = {
            w: ThreadPoolExecutor(1, thread_name_prefix=w) for w in ("shelf", "pictures", "puzzles")
        }

    async def slowly(self, work: Callable[[], T]) -> T:
        """Does work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.rooms.workers, work)

    async def quietly(self, work: Callable[[], T], thread: str = "shelf") -> T:
        """Reads games, or draws or looks for a puzzle, in a thread that those who play need not wait for."""
        return await asyncio.get_running_loop().run_in_executor(self._threads[thread], work)

    async def later(self, work: Callable[[], object]) -> None:
        """Does work in a thread, when what the first page asks for has been answered."""
        await asyncio.sleep(_LATER)
        await self.slowly(work)

    def source(self, name: str) -> str:
        """What a game is loaded from. Raises Missing."""
        if name not in self.lobby.games:
            raise Missing("there is no such game")
        return self.lobby.games[name]

    async def lessons(self, name: str) -> Sequence[Lesson]:
        """The lessons of a game. Raises Missing."""
        try:
            return await self.slowly(lambda: self.lobby.lessons(name))
        except Refused as error:
            raise Missing(str(error)) from error

    async def seat(self, token: str) -> tuple[Place, Viewer]:
        """The table of a token, and its seat. Raises Missing."""
        try:
            place = await self.slowly(lambda: self.lobby.place(token))
            return place, place.table.seat_of(token)
        except (KeyError, Refused, GameError) as error:
            raise Missing("there is no such table") from error

    async def resume(self) -> None:
        """Lets bots go on after a restart, at one table after the other: those who come to others need not wait."""
        for token in await self.slowly(self.lobby.unfinished):
            try:
                place = await self.slowly(partial(self.lobby.place, token))
            except (KeyError, Unreadable, GameError, ValueError):
                continue  # its game has changed or is no longer served
            if place.table.bot is not None:
                await self.rooms.resume(place)

    async def close(self) -> None:
        await self.rooms.close()
        self.is_stopping.set()
        for pool in self._threads.values():
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.lobby.flush)


def recoloured() -> str:
    """The styles by which a surface takes the colours of boards that a reader has chosen."""
    return "".join(
        f':root[data-board]:not([data-board=""]) [{what}="{rgb}"] {{ {what}: var(--{use}); }}\n'
        for use, several in colours_by_use().items()
        for rgb in sorted(several)
        for what in ("fill", "stroke")
    )


class Pages:
    """The pages, and what they are made with. `front`: the path of the first one, if that is a table."""

    def __init__(self, service: Service, front: str, reviewing: Reviewing | None) -> None:
        self.service, self.front, self.reviewing = service, front, reviewing
        self.templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"), autoescape=select_autoescape(default=True)
        )
        self.files = read_files(_HERE / "static")
        # before those of the panel itself, which hold where both say how a part looks
        sheet = f"#panel-rules {{ {_SHEET.read_text('utf-8').partition('/* parts')[2].partition('*/')[2]} }}"
        self.templates.globals["style"] = sheet + self.files[_STYLE].content.decode() + recoloured()

    async def index(self, request: Request) -> Response:
        if self.front and "new" not in request.query_params:
            return RedirectResponse(self.front)
        return self._page("index.html", entries=self.service.entries, levels=LEVELS)

    async def table(self, request: Request) -> Response:
        tokens = request.path_params["tokens"].split("+")[:16]
        look = Look(
            is_wide(request.headers.get("user-agent", "")), pieces=pieces_named(request.cookies.get("pieces"))
        )
        try:
            place, _ = await self.service.seat(tokens[0])
            text = await self.service.slowly(lambda: self.table_page(place, tokens, look))
        except (KeyError, Missing):
            return await self.lost(request)
        except Unreadable as error:
            return self._page("lost.html", 503, trouble=str(error))
        return HTMLResponse(text, headers=NOT_KEPT)

    def table_page(self, place: Place, tokens: Sequence[str], look: Look = _WIDE) -> str:
        """The page of a table for the seats of these tokens. Raises KeyError."""
        seats = [place.table.seat_of(t) for t in tokens]
        is_host = any(s is not None and place.table.seats[s].party == HOST for s in seats)
        game = place.table.game
        suffix = foreign.suffix_of(game)
        others = [*([suffix[1:]] if suffix else []), *(["fen"] if is_written_so(game) else [])]
        return self._text(
            "table.html",
            title=game.title,
            tokens=tokens,
            is_host=is_host,
            others=others,  # the formats of other programs
            is_hidden=game.is_hidden,
            has_gif=can_draw(),
            edit=self._editing(place, tokens[0]),
            board=place.views.boards.first_picture(seats, look),
            is_turned=place.views.boards.is_turned(seats[0]),
        )

    def _editing(self, place: Place, token: str) -> str:
        """The address of the editor, for the position of a table."""
        game = place.table.game
        return f"/edit/{quote(place.table.source)}?{urlencode({**settings(game), 'from': token})}"

    async def game_page(self, request: Request) -> Response:
        return self._about("game.html", request)

    async def lessons_page(self, request: Request) -> Response:
        try:
            found = await self.service.lessons(request.path_params["name"])
        except Missing:
            return await self.lost(request)
        return self._about("lessons.html", request, lessons=found)

    async def lost(self, request: Request) -> Response:
        """What is told wherever nothing is."""
        return self._page("lost.html", 404)

    async def practice(self, request: Request) -> Response:
        return self._page("practice.html")

    async def editor(self, request: Request) -> Response:
        return self._about("edit.html", request)

    async def comparison(self, request: Request) -> Response:
        return self._about("compare.html", request)

    def _about(self, template: str, request: Request, **values: object) -> Response:
        """A page about the game that an address names."""
        name = request.path_params["name"]
        if name not in self.service.lobby.games:
            return self._page("lost.html", 404)
        title = next((e.title for e in self.service.entries if e.name == name), name)
        return HTMLResponse(self._text(template, game=name, title=title, **values), headers=NOT_KEPT)

    async def review(self, request: Request) -> Response:
        """The page of a review, for whoever has its key."""
        found = self.reviewing
        key = request.query_params.get("key", "")
        if found is None or found.name != request.path_params["name"] or not found.has_key(key):
            return self._page("lost.html", 404)
        return self._page(
            "review.html", title=found.keeper.rules.game.title, key=found.key, notes=found.notes()
        )

    async def file(self, request: Request) -> Response:
        """What a page is made with."""
        return sent(self.files, request)

    def _page(self, name: str, status: int = 200, **values: object) -> Response:
        return HTMLResponse(self._text(name, **values), status, headers=NOT_KEPT)

    def _text(self, name: str, **values: object) -> str:
        return self.templates.get_template(name).render(**values)
