"""The addresses of a server, and what answers each: `pages`, or `api` for what pages ask for.

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
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gdl.diagnostics.values import GameError
from interpreter.play.choosing.walk import NoSuchChoice
from interpreter.play.tables.table import Refused
from interpreter.play.web.api import Api, Late
from interpreter.play.web.downloads import Withheld
from interpreter.play.web.lobby import Lobby, Place
from interpreter.play.web.pages import Entry, Missing, Pages, Service
from interpreter.play.web.reloading import watch
from interpreter.play.web.reviewing import Reviewing
from interpreter.play.web.server import Guard
from interpreter.play.web.store import Unreadable


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
    service = Service(lobby, entries)
    pages, api = Pages(service, front, reviewing), Api(service, reviewing)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        resuming = asyncio.create_task(service.resume())
        watching = asyncio.create_task(watch(lobby, watched or {}, service.slowly, service.rooms.reloaded))
        laying = None if lay is None else asyncio.create_task(service.later(partial(lay, pages.table_page)))
        yield
        resuming.cancel()
        watching.cancel()
        if laying is not None:
            laying.cancel()
        await service.close()

    wrong = {kind: _wrong(status) for kind, status in _WRONG.items()}
    return Guard(Starlette(routes=_routes(pages, api), lifespan=life, exception_handlers=wrong), hosts)


def _routes(pages: Pages, api: Api) -> list[BaseRoute]:
    """What answers at each address."""
    get: list[tuple[str, Callable[[Request], Awaitable[Response]]]] = [
        ("/", pages.index),
        ("/play/{tokens}", pages.table),
        ("/game/{name}", pages.game_page),
        ("/picture/{name}.svg", api.picture),
        ("/source/{name}.gdl", api.source),
        ("/api/shelf", api.shelf),
        ("/api/open", api.open_seats),
        ("/lessons/{name}", pages.lessons_page),
        ("/api/lessons/{name}", api.lessons),
        ("/practice", pages.practice),
        ("/api/puzzle/{name}", api.puzzle),
        ("/edit/{name}", pages.editor),
        ("/compare/{name}", pages.comparison),
        ("/review/{name}", pages.review),
        ("/api/games", api.games),
        ("/api/games/{name}", api.game),
        ("/api/games/{name}/rules", api.game_rules),
        ("/api/record/{token}", api.record),
        ("/api/links/{token}", api.links),
        ("/api/rules/{token}", api.rules),
        ("/qr/{token}.svg", api.qr),
        ("/static/{name}", pages.file),
    ]
    return [
        *(Route(path, endpoint) for path, endpoint in get),
        Route("/api/tables", api.open, methods=["POST"]),
        Route("/api/open/{id}", api.take_seat, methods=["POST"]),
        Route("/api/position", api.position, methods=["POST"]),
        Route("/api/compare", api.compare, methods=["POST"]),
        Route("/api/review", api.reviewed, methods=["POST"]),
        Route("/api/palette", api.position, methods=["POST"]),
        WebSocketRoute("/ws/{token}", api.socket),
        Route("/{path:path}", pages.lost),
    ]
