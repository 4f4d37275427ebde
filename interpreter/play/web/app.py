"""The pages and addresses of a server.

    GET  /                     the games with their pictures, games in progress, tables at which somebody waits
    GET  /game/NAME            a game: a form that opens a table, its rules; /source/NAME.gdl: the file of its rules
    GET  /picture/NAME.svg     its picture; /api/shelf?games=NAMES: what games are looked for by
    GET  /api/open             the tables with a seat for whoever comes; POST /api/open/ID: takes it
    GET  /play/TOKENS          a table, as the seats of these tokens (joined by `+`) see it
    GET  /api/links/TOKEN      links to a table's open seats, for whoever has opened it
    GET  /api/games            the games; /api/games/NAME: options, variants, players, levels of bots
    GET  /lessons/NAME         the lessons of a game; /api/lessons/NAME: the same as data
    GET  /practice             one's own mistakes, which the browser keeps
    GET  /edit/NAME            the editor of positions; POST /api/position: a position drawn; /api/palette: what it can hold
    GET  /compare/NAME         two settings side by side; POST /api/compare: both after the same moves
    GET  /review/NAME          the questions of `gdl review --web`, which alone has them; POST /api/review: an answer, the next question
    POST /api/tables           opens a table: {id, tokens, links}
    GET  /api/record/TOKEN     a game as a file, as far as the seat may know it (format=gdl, svg, txt; pgn or sgf)
    GET  /api/rules/TOKEN      the rules of a table's game, as a part of a page
    GET  /api/puzzle/NAME      the puzzle of the day of a game
    GET  /qr/TOKEN.svg         the QR code of a link
    GET  /static/NAME          what pages are made with
    WS   /ws/TOKEN             the game itself

Nothing is ever asked of another address: the policy that is sent with each page forbids it.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from gdl.core.traits import has
from gdl.diagnostics.values import GameError
from gdl.files.library import find
from gdl.limits import MAX_TEXT
from gdl.platform.safe_io import read_at_most
from interpreter.engines.base import Engine
from interpreter.play import foreign
from interpreter.play.choosing.walk import NoSuchChoice
from interpreter.play.lessons.cases import Lesson
from interpreter.play.svg.animation import can_draw
from interpreter.play.tables.table import HOST, Refused
from interpreter.play.web import limits
from interpreter.play.web.downloads import Withheld, formats_of
from interpreter.play.web.first_response import NOT_KEPT, is_wide
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.new_table import LEVELS, Wish, form_data, read_wish, settings
from interpreter.play.web.position_editor import edit, palette, read_change
from interpreter.play.web.protocol import Data, Viewer
from interpreter.play.web.reloading import watch
from interpreter.play.web.reviewing import Reviewing, replied
from interpreter.play.web.server import Guard, Openings, read_files, sent
from interpreter.play.web.shelf import facts, picture
from interpreter.play.web.sockets import Rooms
from interpreter.play.web.store import Unreadable
from interpreter.positions.fen import is_written_so

_HERE = Path(__file__).parent
_KEPT = {"cache-control": "max-age=3600"}  # of what changes with the program or the rules alone
_LATER = 1.5  # seconds
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


class Late(Exception):  # noqa: N818 - an answer, not an error
    """A request has not come in its time, or whoever sent it has gone."""


def _wrong(status: int) -> Callable[[Request, Exception], Response]:
    """What answers a request that something is wrong with."""

    def answer(request: Request, error: Exception) -> Response:
        said = "; ".join(d.message for d in error.diagnostics) if isinstance(error, GameError) else str(error)
        return JSONResponse({"error": said}, status)

    return answer


_WRONG = {
    Missing: 404,
    Withheld: 403,
    Late: 408,
    Refused: 400,
    NoSuchChoice: 400,
    GameError: 400,
    Unreadable: 503,
}


class Pages:
    """What answers each address."""

    def __init__(
        self, lobby: Lobby, entries: Sequence[Entry], front: str, reviewing: Reviewing | None = None
    ) -> None:
        self.reviewing = reviewing
        self.lobby, self.entries, self.front = lobby, entries, front
        self.rooms = Rooms(lobby)
        self.openings = Openings()
        self.painters = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self.readers = ThreadPoolExecutor(1, thread_name_prefix="shelf")
        self.puzzlers = ThreadPoolExecutor(1, thread_name_prefix="puzzles")
        self.is_stopping = Event()
        self.templates = Environment(
            loader=FileSystemLoader(_HERE / "templates"), autoescape=select_autoescape(default=True)
        )
        self.files = read_files(_HERE / "static")
        self.templates.globals["style"] = self.files[_STYLE].content.decode()

    # ---- pages

    async def index(self, request: Request) -> Response:
        if self.front and "new" not in request.query_params:
            return RedirectResponse(self.front)
        return self._page("index.html", entries=self.entries, levels=LEVELS)

    async def table(self, request: Request) -> Response:
        tokens = request.path_params["tokens"].split("+")[:16]
        wide = is_wide(request.headers.get("user-agent", ""))
        try:
            place, _ = await self._seat(tokens[0])
            text = await self.slowly(lambda: self.table_page(place, tokens, wide))
        except (KeyError, Missing):
            return self._page("lost.html", 404)
        except Unreadable as error:
            return self._page("lost.html", 503, trouble=str(error))
        return HTMLResponse(text, headers=NOT_KEPT)

    def table_page(self, place: Place, tokens: Sequence[str], wide: bool = True) -> str:
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
            has_tips=bool(place.views.choices.sentences.all("action")),
            edit=self._editing(place, tokens[0]),
            board=place.views.boards.first_picture(seats, wide),
            is_turned=place.views.boards.is_turned(seats[0]),
        )

    def _editing(self, place: Place, token: str) -> str:
        """The address of the editor, for the position of a table."""
        game = place.table.game
        return f"/edit/{quote(place.table.source)}?{urlencode({**settings(game), 'from': token})}"

    async def links(self, request: Request) -> Response:
        """The links of a table, for a seat of the host."""
        place, seat = await self._seat(request.path_params["token"])
        if seat is None or place.table.seats[seat].party != HOST:
            raise Withheld("only who has opened the table may invite")
        return JSONResponse({"links": _links(place)})

    async def game_page(self, request: Request) -> Response:
        return self._about("game.html", request)

    async def lessons_page(self, request: Request) -> Response:
        try:
            found = await self._lessons(request)
        except Missing:
            return self._page("lost.html", 404)
        return self._about("lessons.html", request, lessons=found)

    async def lessons(self, request: Request) -> Response:
        found = await self._lessons(request)
        return JSONResponse(
            [{"number": v.number, "title": v.title, "form": v.form, "settings": v.settings} for v in found]
        )

    async def _lessons(self, request: Request) -> Sequence[Lesson]:
        """The lessons of the game that an address names. Raises Missing."""
        try:
            return await self.slowly(lambda: self.lobby.lessons(request.path_params["name"]))
        except Refused as error:
            raise Missing(str(error)) from error

    async def practice(self, request: Request) -> Response:
        return self._page("practice.html")

    async def puzzle(self, request: Request) -> Response:
        """The puzzle of the day, as an exercise without what a browser keeps of it; one at a time is made."""
        name, day = request.path_params["name"], datetime.now(UTC).toordinal()
        path = find(self._source(name))
        from interpreter.play.web.daily import puzzle  # which loads searches

        _, engine = await self.slowly(lambda: self.lobby.resolved(Wish(name)))
        work = partial(puzzle, path, engine, day, self.is_stopping.is_set)
        found = await asyncio.get_running_loop().run_in_executor(self.puzzlers, work)
        about: Data = {
            "game": name,
            "title": engine.game.title,
            "options": dict(settings(engine.game)),
            "day": day,
        }
        return JSONResponse({"puzzle": found and about | found})

    async def editor(self, request: Request) -> Response:
        return self._about("edit.html", request)

    async def comparison(self, request: Request) -> Response:
        return self._about("compare.html", request)

    def _about(self, template: str, request: Request, **values: object) -> Response:
        """A page about the game that an address names."""
        name = request.path_params["name"]
        if name not in self.lobby.games:
            return self._page("lost.html", 404)
        title = next((e.title for e in self.entries if e.name == name), name)
        return HTMLResponse(self._text(template, game=name, title=title, **values), headers=NOT_KEPT)

    async def position(self, request: Request) -> Response:
        """What the editor shows for a position; `/api/palette`: what can be put on the board."""

        def work(body: bytes) -> Data:
            change = read_change(body)
            wish, engine = self.lobby.resolved(read_wish(body))
            if request.url.path == "/api/palette":
                return palette(engine.game)
            return edit(engine, wish.position, change)

        body = await body_of(request)
        return JSONResponse(await self.slowly(lambda: work(body)))

    async def compare(self, request: Request) -> Response:
        """Two settings of a game after the same moves."""

        def work(body: bytes) -> Data:
            from interpreter.play.web.side_by_side import compare, read_comparison  # which loads NumPy

            game, a, b, moves, path = read_comparison(body)
            one, other = (self.lobby.resolved(Wish(game, *side))[1] for side in (a, b))
            return compare(one, other, moves, path)

        body = await body_of(request)
        return JSONResponse(await self.slowly(lambda: work(body)))

    async def review(self, request: Request) -> Response:
        """The page of a review, for whoever has its key."""
        found = self.reviewing
        key = request.query_params.get("key", "")
        if found is None or found.name != request.path_params["name"] or not found.has_key(key):
            return self._page("lost.html", 404)
        return self._page(
            "review.html", title=found.keeper.rules.game.title, key=found.key, notes=found.notes()
        )

    async def reviewed(self, request: Request) -> Response:
        """An answer to a question of a review, or why its clauses say so; the next question."""
        body = await body_of(request)
        return JSONResponse(await self.slowly(lambda: replied(self.reviewing, body)))

    def _page(self, name: str, status: int = 200, **values: object) -> Response:
        return HTMLResponse(self._text(name, **values), status, headers=NOT_KEPT)

    def _text(self, name: str, **values: object) -> str:
        return self.templates.get_template(name).render(**values)

    # ---- the shelf

    async def picture(self, request: Request) -> Response:
        """A game as a picture, for whoever chooses one."""
        source = self._source(request.path_params["name"])
        drawn = await asyncio.get_running_loop().run_in_executor(self.painters, picture, source)
        return Response(drawn, media_type="image/svg+xml", headers=_KEPT)

    async def shelf(self, request: Request) -> Response:
        """What some games are looked for by; of wrong ones nothing."""
        names = request.query_params.get("games", "").split()[: limits.AT_WORK]

        def found() -> dict[str, Data]:
            made = {}
            for name in names:
                with suppress(GameError, OSError, Missing):
                    made[name] = facts(self._source(name))
            return made

        return JSONResponse(await self.quietly(found))

    async def source(self, request: Request) -> Response:
        """The file of a game's rules, to be changed by whoever has it."""
        path = find(self._source(request.path_params["name"]))
        text = await self.quietly(lambda: read_at_most(path, MAX_TEXT))
        return Response(
            text,
            media_type="text/plain",
            headers={"content-disposition": f"attachment; filename={path.name}"},
        )

    def _source(self, name: str) -> str:
        """What a game is loaded from. Raises Missing."""
        if name not in self.lobby.games:
            raise Missing("there is no such game")
        return self.lobby.games[name]

    async def open_seats(self, request: Request) -> Response:
        return JSONResponse(self.lobby.waiting())

    async def take_seat(self, request: Request) -> Response:
        """Takes a seat of a table that is open to whoever comes."""
        token = self.lobby.take_seat(request.path_params["id"])
        if token is None:
            raise Missing("no seat is free there")
        return JSONResponse({"play": f"/play/{token}"})

    async def quietly(self, work: Callable[[], T]) -> T:
        """Reads games in a thread that those who play need not wait for."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, work)

    # ---- data

    async def games(self, request: Request) -> Response:
        def players(entry: Entry) -> str:
            with suppress(GameError, OSError, Missing):
                found = facts(self._source(entry.name))["players"]
                assert isinstance(found, list)
                return "-".join(dict.fromkeys(map(str, found)))
            return ""

        def rows() -> list[dict[str, str]]:
            return [
                {"name": e.name, "title": e.title, "players": e.players or players(e)} for e in self.entries
            ]

        return JSONResponse(await self.quietly(rows))

    async def _settled(self, request: Request) -> Engine:
        """The engine of a game with the settings of a query. Raises Missing, GameError."""
        name = request.path_params["name"]
        variant = request.query_params.get("variant") or None
        settings = {k: v for k, v in request.query_params.items() if k != "variant"}
        try:
            return await self.slowly(lambda: self.lobby.resolved(Wish(name, settings, variant))[1])
        except Refused as error:
            raise Missing(str(error)) from error

    async def game_rules(self, request: Request) -> Response:
        """The rule sheet of a game with the settings of the query, as a part of a page."""
        engine = await self._settled(request)
        return HTMLResponse(await self.slowly(lambda: self.lobby.rules(engine)))

    async def game(self, request: Request) -> Response:
        """A game's options, variants and players."""
        engine = await self._settled(request)
        try:
            offered = self.lobby.offers(request.path_params["name"])
        except Refused:
            offered = ()  # the game can be played all the same
        found = [
            {"name": o.name, "means": o.means, "options": dict(o.options), "variant": o.variant}
            for o in offered
        ]
        from interpreter.play.report.tasks import can_have_tasks  # which loads searches

        data = form_data(engine.game, self.lobby.programs)
        return JSONResponse({**data, "positions": found, "has_puzzles": can_have_tasks(engine.game)})

    async def open(self, request: Request) -> Response:
        """Opens a table."""
        try:
            body = await body_of(request)
        except Refused as error:
            return JSONResponse({"error": str(error)}, 413)
        if not self.openings.take(request.client.host if request.client is not None else ""):
            return JSONResponse({"error": "you have opened many tables; wait a while"}, 429)
        place = await self.slowly(lambda: self._open(read_wish(body)))
        table = place.table
        host = [s.token for s in table.seats if s.party == HOST] or [table.watcher]
        return JSONResponse({
            "id": table.id,
            "tokens": {
                **{p.name: s.token for p, s in zip(table.game.players, table.seats, strict=True) if s.is_person},
                "spectators": table.watcher,
            },
            "play": "/play/" + "+".join(host),
            "links": _links(place),
        })  # fmt: skip

    def _open(self, wish: Wish) -> Place:
        """A table that a page has asked for. Raises Refused, also where whoever asks would know more than those they play with."""
        if "open" in (seat.strip() for seat in wish.seats):
            try:
                engine = self.lobby.resolved(replace(wish, start=""))[1]
            except GameError as error:
                raise Refused("; ".join(d.message for d in error.diagnostics)) from error
            if wish.seed is not None and (engine.game.has_chance or has(engine.game.setup, "draws")):
                raise Refused(
                    "who chooses the seed knows what is hidden and what comes: leave it out where others play"
                )
            if wish.position and engine.game.is_hidden:
                raise Refused(
                    "who writes the position knows what is hidden in it: leave it out where others play"
                )
        return self.lobby.open(wish)

    async def record(self, request: Request) -> Response:
        """A game as a file, as far as the seat may know it."""
        place, viewer = await self._seat(request.path_params["token"])
        formats = formats_of(place, viewer)
        make = formats.get(request.query_params.get("format", "gdl"))
        if make is None:
            raise Refused(f"the formats of this game are {', '.join(formats)}")
        return await self.slowly(make)

    async def rules(self, request: Request) -> Response:
        """The rule sheet of a table's game, as a part of its page."""
        place, _ = await self._seat(request.path_params["token"])
        return HTMLResponse(await self.slowly(lambda: self.lobby.rules(place.table.engine)))

    async def qr(self, request: Request) -> Response:
        """The QR code of the link of a seat, for the address by which the server was called."""
        token = request.path_params["token"]
        await self._seat(token)
        made = io.BytesIO()
        url = f"{request.url.scheme}://{request.headers.get('host', '')}/play/{token}"
        import segno  # loads much that only pictures in other formats need

        segno.make(url, micro=False).save(made, kind="svg", scale=4, xmldecl=False)
        return Response(made.getvalue(), media_type="image/svg+xml")

    async def file(self, request: Request) -> Response:
        """What a page is made with."""
        return sent(self.files, request)

    async def socket(self, socket: WebSocket) -> None:
        await self.rooms.visit(socket, socket.path_params["token"])

    async def _seat(self, token: str) -> tuple[Place, Viewer]:
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

    async def later(self, work: Callable[[], object]) -> None:
        """Does work in a thread, when what the first page asks for has been answered."""
        await asyncio.sleep(_LATER)
        await self.slowly(work)

    async def slowly(self, work: Callable[[], T]) -> T:
        """Does work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.rooms.workers, work)


def app(
    lobby: Lobby,
    entries: Sequence[Entry],
    hosts: Sequence[str] = (),
    front: str = "",
    watched: Mapping[str, Path] | None = None,
    lay: Callable[[Callable[[Place, Sequence[str]], str]], None] | None = None,
    reviewing: Reviewing | None = None,
) -> Guard:
    """The application for a server that is called by these names (none: any). `front`: the path of its first page.

    `watched`: games whose tables follow their files, with these. `lay`: lays out the first page of the next game, a while after
    the start; it is given what draws the page of a table. `reviewing`: a review, which writes tests; no server for others has one.
    """
    pages = Pages(lobby, entries, front, reviewing)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        resuming = asyncio.create_task(pages.resume())
        watching = asyncio.create_task(watch(lobby, watched or {}, pages.slowly, pages.rooms.reloaded))
        laying = None if lay is None else asyncio.create_task(pages.later(partial(lay, pages.table_page)))
        yield
        resuming.cancel()
        watching.cancel()
        if laying is not None:
            laying.cancel()
        await pages.rooms.close()
        pages.is_stopping.set()
        for pool in (pages.painters, pages.readers, pages.puzzlers):
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(lobby.flush)

    wrong = {kind: _wrong(status) for kind, status in _WRONG.items()}
    return Guard(Starlette(routes=_routes(pages), lifespan=life, exception_handlers=wrong), hosts)


def _routes(pages: Pages) -> list[BaseRoute]:
    """What answers at each address."""
    get: list[tuple[str, Callable[[Request], Awaitable[Response]]]] = [
        ("/", pages.index),
        ("/play/{tokens}", pages.table),
        ("/game/{name}", pages.game_page),
        ("/picture/{name}.svg", pages.picture),
        ("/source/{name}.gdl", pages.source),
        ("/api/shelf", pages.shelf),
        ("/api/open", pages.open_seats),
        ("/lessons/{name}", pages.lessons_page),
        ("/api/lessons/{name}", pages.lessons),
        ("/practice", pages.practice),
        ("/api/puzzle/{name}", pages.puzzle),
        ("/edit/{name}", pages.editor),
        ("/compare/{name}", pages.comparison),
        ("/review/{name}", pages.review),
        ("/api/games", pages.games),
        ("/api/games/{name}", pages.game),
        ("/api/games/{name}/rules", pages.game_rules),
        ("/api/record/{token}", pages.record),
        ("/api/links/{token}", pages.links),
        ("/api/rules/{token}", pages.rules),
        ("/qr/{token}.svg", pages.qr),
        ("/static/{name}", pages.file),
    ]
    return [
        *(Route(path, endpoint) for path, endpoint in get),
        Route("/api/tables", pages.open, methods=["POST"]),
        Route("/api/open/{id}", pages.take_seat, methods=["POST"]),
        Route("/api/position", pages.position, methods=["POST"]),
        Route("/api/compare", pages.compare, methods=["POST"]),
        Route("/api/review", pages.reviewed, methods=["POST"]),
        Route("/api/palette", pages.position, methods=["POST"]),
        WebSocketRoute("/ws/{token}", pages.socket),
    ]


async def body_of(request: Request) -> bytes:
    """What a request brings. Raises Refused where it is too long, Late."""
    body = b""
    try:
        async with asyncio.timeout(limits.BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > limits.MESSAGE_BYTES:
                    raise Refused("the request is too long")
    except (TimeoutError, ClientDisconnect):
        raise Late("the request has not come") from None
    return body


def _links(place: Place) -> dict[str, str]:
    """The links to hand out: of each open seat, and of spectators."""
    table = place.table
    pairs = zip(table.game.players, table.seats, strict=True)
    return {
        **{player.name: f"/play/{seat.token}" for player, seat in pairs if seat.who == "open"},
        "spectators": f"/play/{table.watcher}",
    }
