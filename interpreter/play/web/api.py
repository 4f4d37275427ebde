"""What pages ask a server for: games, tables and their files, positions, drawings, the next question of a review."""

import asyncio
import io
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.websockets import WebSocket

from gdl.core.traits import has_luck
from gdl.diagnostics.values import GameError
from gdl.files.library import find
from gdl.limits import MAX_TEXT
from gdl.platform.safe_io import read_at_most
from interpreter.engines.base import Engine
from interpreter.play.tables.table import HOST, Refused
from interpreter.play.web import limits
from interpreter.play.web.downloads import Withheld, formats_of
from interpreter.play.web.lobby import Place
from interpreter.play.web.new_table import Wish, form_data, settings, wish_of
from interpreter.play.web.pages import Entry, Missing, Service
from interpreter.play.web.position_editor import edit, palette, read_change
from interpreter.play.web.protocol import Data, Look, pieces_named, read_request
from interpreter.play.web.reviewing import Reviewing, replied
from interpreter.play.web.server import Openings
from interpreter.play.web.shelf import facts, picture

_KEPT = {"cache-control": "max-age=3600"}  # of what changes with the program or the rules alone


class Late(Exception):  # noqa: N818 - an answer, not an error
    """A request has not come in its time, or whoever sent it has gone."""


class Api:
    """What pages ask for: games, tables and their files, positions, drawings."""

    def __init__(self, service: Service, reviewing: Reviewing | None) -> None:
        self.service, self.reviewing = service, reviewing
        self.openings = Openings()

    async def picture(self, request: Request) -> Response:
        """A game as a picture, for whoever chooses one."""
        source = self.service.source(request.path_params["name"])
        drawn = await self.service.quietly(lambda: picture(source), "pictures")
        return Response(drawn, media_type="image/svg+xml", headers=_KEPT)

    async def shelf(self, request: Request) -> Response:
        """What some games are looked for by; of wrong ones nothing."""
        names = request.query_params.get("games", "").split()[: limits.AT_WORK]

        def found() -> dict[str, Data]:
            made = {}
            for name in names:
                with suppress(GameError, OSError, Missing):
                    made[name] = facts(self.service.source(name))
            return made

        return JSONResponse(await self.service.quietly(found))

    async def source(self, request: Request) -> Response:
        """The file of a game's rules, to be changed by whoever has it."""
        path = find(self.service.source(request.path_params["name"]))
        text = await self.service.quietly(lambda: read_at_most(path, MAX_TEXT))
        return Response(
            text,
            media_type="text/plain",
            headers={"content-disposition": f"attachment; filename={path.name}"},
        )

    async def open_seats(self, request: Request) -> Response:
        return JSONResponse(self.service.lobby.waiting())

    async def take_seat(self, request: Request) -> Response:
        """Takes a seat of a table that is open to whoever comes."""
        token = self.service.lobby.take_seat(request.path_params["id"])
        if token is None:
            raise Missing("no seat is free there")
        return JSONResponse({"play": f"/play/{token}"})

    async def games(self, request: Request) -> Response:
        def players(entry: Entry) -> str:
            with suppress(GameError, OSError, Missing):
                found = facts(self.service.source(entry.name))["players"]
                assert isinstance(found, list)
                return "-".join(dict.fromkeys(map(str, found)))
            return ""

        def rows() -> list[dict[str, str]]:
            return [
                {"name": e.name, "title": e.title, "players": e.players or players(e)}
                for e in self.service.entries
            ]

        return JSONResponse(await self.service.quietly(rows))

    async def _settled(self, request: Request) -> Engine:
        """The engine of a game with the settings of a query. Raises Missing, GameError."""
        name = request.path_params["name"]
        variant = request.query_params.get("variant") or None
        settings = {k: v for k, v in request.query_params.items() if k != "variant"}
        try:
            return await self.service.slowly(
                lambda: self.service.lobby.resolved(Wish(name, settings, variant))[1]
            )
        except Refused as error:
            raise Missing(str(error)) from error

    async def game_rules(self, request: Request) -> Response:
        """The rule sheet of a game with the settings of the query, as a part of a page."""
        engine = await self._settled(request)
        return HTMLResponse(await self.service.slowly(lambda: self.service.lobby.rules(engine)))

    async def game(self, request: Request) -> Response:
        """A game's options, variants and players."""
        engine = await self._settled(request)
        try:
            offered = self.service.lobby.offers(request.path_params["name"])
        except Refused:
            offered = ()  # the game can be played all the same
        found = [
            {"name": o.name, "means": o.means, "options": dict(o.options), "variant": o.variant}
            for o in offered
        ]
        from interpreter.play.report.tasks import can_have_tasks  # which loads searches

        data = form_data(engine.game, self.service.lobby.programs)
        return JSONResponse({**data, "positions": found, "has_puzzles": can_have_tasks(engine.game)})

    async def lessons(self, request: Request) -> Response:
        found = await self.service.lessons(request.path_params["name"])
        return JSONResponse(
            [{"number": v.number, "title": v.title, "form": v.form, "settings": v.settings} for v in found]
        )

    async def puzzle(self, request: Request) -> Response:
        """The puzzle of the day, as an exercise without what a browser keeps of it; one at a time is made."""
        name, day = request.path_params["name"], datetime.now(UTC).toordinal()
        path = find(self.service.source(name))
        from interpreter.play.web.daily import puzzle  # which loads searches

        _, engine = await self.service.slowly(lambda: self.service.lobby.resolved(Wish(name)))
        work = partial(puzzle, path, engine, day, self.service.is_stopping.is_set)
        found = await self.service.quietly(work, "puzzles")
        about: Data = {
            "game": name,
            "title": engine.game.title,
            "options": dict(settings(engine.game)),
            "day": day,
        }
        return JSONResponse({"puzzle": found and about | found})

    async def position(self, request: Request) -> Response:
        """What the editor shows for a position; `/api/palette`: what can be put on the board."""

        def work(body: bytes) -> Data:
            change = read_change(body)
            wish, engine = self.service.lobby.resolved(wish_of(read_request(body)))
            if request.url.path == "/api/palette":
                return palette(engine.game)
            return edit(engine, wish.position, change)

        body = await body_of(request)
        return JSONResponse(await self.service.slowly(lambda: work(body)))

    async def compare(self, request: Request) -> Response:
        """Two settings of a game after the same moves."""

        def work(body: bytes) -> Data:
            from interpreter.play.web.side_by_side import compare, read_comparison  # which loads NumPy

            game, a, b, moves, path = read_comparison(body)
            one, other = (self.service.lobby.resolved(Wish(game, *side))[1] for side in (a, b))
            return compare(one, other, moves, path)

        body = await body_of(request)
        return JSONResponse(await self.service.slowly(lambda: work(body)))

    async def reviewed(self, request: Request) -> Response:
        """An answer to a question of a review, or why its clauses say so; the next question."""
        body = await body_of(request)
        return JSONResponse(await self.service.slowly(lambda: replied(self.reviewing, body)))

    async def open(self, request: Request) -> Response:
        """Opens a table."""
        try:
            body = await body_of(request)
        except Refused as error:
            return JSONResponse({"error": str(error)}, 413)
        if not self.openings.take(request.client.host if request.client is not None else ""):
            return JSONResponse({"error": "you have opened many tables; wait a while"}, 429)
        place = await self.service.slowly(lambda: self._open(wish_of(read_request(body))))
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
                engine = self.service.lobby.resolved(replace(wish, start=""))[1]
            except GameError as error:
                raise Refused("; ".join(d.message for d in error.diagnostics)) from error
            if wish.seed is not None and (has_luck(engine.game)):
                raise Refused(
                    "who chooses the seed knows what is hidden and what comes: leave it out where others play"
                )
            if wish.position and engine.game.is_hidden:
                raise Refused(
                    "who writes the position knows what is hidden in it: leave it out where others play"
                )
        return self.service.lobby.open(wish)

    async def links(self, request: Request) -> Response:
        """The links of a table, for a seat of the host."""
        place, seat = await self.service.seat(request.path_params["token"])
        if seat is None or place.table.seats[seat].party != HOST:
            raise Withheld("only who has opened the table may invite")
        return JSONResponse({"links": _links(place)})

    async def record(self, request: Request) -> Response:
        """A game as a file, as far as the seat may know it."""
        place, viewer = await self.service.seat(request.path_params["token"])
        look = Look(pieces=pieces_named(request.cookies.get("pieces")))
        formats = formats_of(place, viewer, look)
        make = formats.get(request.query_params.get("format", "gdl"))
        if make is None:
            raise Refused(f"the formats of this game are {', '.join(formats)}")
        return await self.service.slowly(make)

    async def rules(self, request: Request) -> Response:
        """The rule sheet of a table's game, as a part of its page."""
        place, _ = await self.service.seat(request.path_params["token"])
        return HTMLResponse(await self.service.slowly(lambda: self.service.lobby.rules(place.table.engine)))

    async def qr(self, request: Request) -> Response:
        """The QR code of the link of a seat, for the address by which the server was called."""
        token = request.path_params["token"]
        await self.service.seat(token)
        made = io.BytesIO()
        url = f"{request.url.scheme}://{request.headers.get('host', '')}/play/{token}"
        import segno  # loads much that only pictures in other formats need

        segno.make(url, micro=False).save(made, kind="svg", scale=4, xmldecl=False)
        return Response(made.getvalue(), media_type="image/svg+xml")

    async def socket(self, socket: WebSocket) -> None:
        await self.service.rooms.visit(socket, socket.path_params["token"])


async def body_of(request: Request) -> bytes:
    """What a request brings. Raises Refused where it is too long, Late."""
    body, length = b"", 0
    try:
        async with asyncio.timeout(limits.BODY_SECONDS):
            async for part in request.stream():
                length += len(part)
                if length <= limits.MESSAGE_BYTES:
                    body += part
                elif length > limits.HEARD_BYTES:
                    break
    except (TimeoutError, ClientDisconnect):
        raise Late("the request has not come") from None
    if length > limits.MESSAGE_BYTES:
        raise Refused("the request is too long")
    return body


def _links(place: Place) -> dict[str, str]:
    """The links to hand out: of each open seat, and of spectators."""
    table = place.table
    pairs = zip(table.game.players, table.seats, strict=True)
    return {
        **{player.name: f"/play/{seat.token}" for player, seat in pairs if seat.who == "open"},
        "spectators": f"/play/{table.watcher}",
    }
