"""What is round the pages of a server: whom it answers, the files that pages are made with, running it until it is stopped.

Requests are answered that call the server by its own names and come from its own pages, so many at once and so many tables an
hour. Files are few and small, so they are kept in memory: one that is read in a thread when it is asked for comes 30 to 70 ms
later on the first page, which cannot be drawn before its styles are there.
"""

import asyncio
import logging
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic

import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from interpreter.play.web import limits
from interpreter.play.web.first_response import HEADERS, is_own

_HOUR = 3600.0


class Guard:
    """Answers only requests for the server's own names, and sockets only of its own pages, and sends the policy.

    So no page of another site can talk to a server on this machine, whatever names it gives to its address.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        """`hosts`: the names by which the server may be called, without ports; empty: any."""
        self.app, self.hosts = app, frozenset(hosts)
        self._at_work: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        is_action = scope["type"] == "websocket" or scope.get("method") == "POST"
        if not is_own(headers, self.hosts, is_action):
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).close(4403)
            else:
                await PlainTextResponse("this server is not called so", 403)(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        if scope["type"] == "websocket" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, sent)
            return
        client = str((scope.get("client") or ("",))[0])
        if self._at_work[client] >= limits.AT_WORK:
            busy = JSONResponse({"error": "you ask for much at once; wait a moment"}, 429)
            await busy(scope, receive, sent)
            return
        self._at_work[client] += 1
        try:
            await self.app(scope, receive, sent)
        finally:
            self._at_work[client] -= 1
            if not self._at_work[client]:
                del self._at_work[client]


class Openings:
    """How many tables each address has opened in the last hour."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def take(self, client: str) -> bool:
        now = self._now()
        times = [t for t in self._times.pop(client, []) if now - t < _HOUR]
        has_room = len(times) < limits.TABLES_A_CLIENT
        self._times[client] = [*times, now] if has_room else times
        while len(self._times) > limits.TABLES:
            self._times.popitem(last=False)
        return has_room


_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent. `tag` names its content: a browser that has it already is only told so."""

    content: bytes
    kind: str
    tag: str


def read_files(folder: Path) -> dict[str, File]:
    """The files of a folder by their names."""
    return {path.name: _read(path) for path in folder.iterdir() if path.suffix in _KINDS}


def _read(path: Path) -> File:
    content = path.read_bytes()
    return File(content, _KINDS[path.suffix], f'"{sha256(content).hexdigest()[:32]}"')


def sent(files: dict[str, File], request: Request) -> Response:
    """The file that is asked for."""
    found = files.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("there is no such file", 404)
    headers = {"etag": found.tag, "cache-control": "no-cache"}  # kept, and asked for again
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.kind, headers=headers)


def _patient(kind: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """What talks to a connection, and closes it where the head of a request does not come in its time."""

    class Patient(kind):  # type: ignore[misc, valid-type]
        _alarm: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, error: Exception | None) -> None:
            super().connection_lost(error)
            self._watch()

        def _watch(self) -> None:
            """Waits for a head, from its first letter on, or from the beginning of the connection."""
            cycle = self.cycle
            is_done = self.transport.is_closing() or self.transport.get_protocol() is not self
            if is_done or (cycle is not None and not cycle.response_complete):
                if self._alarm is not None:
                    self._alarm.cancel()
                self._alarm = None
            elif self._alarm is None:
                self._alarm = asyncio.get_running_loop().call_later(limits.HEAD_SECONDS, self._close)

        def _close(self) -> None:
            self._alarm = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.close()

    return Patient


Waiting = Callable[[], list[socket.socket]]


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None], waiting: Waiting | None) -> None:
        super().__init__(config)
        self.on_ready, self.waiting = on_ready, waiting

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        came = self.waiting() if self.waiting is not None else []
        await super().startup(sockets)
        if not self.started:
            return
        for connection in came:
            with suppress(OSError):  # it has gone again
                await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what is cut off now is no news
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        """What talks to a connection, as uvicorn makes it for those that it accepts itself."""
        kind: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def run(
    app: Guard,
    listening: socket.socket,
    on_ready: Callable[[], None],
    waiting: Waiting | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serves until Ctrl-C. `waiting` gives the connections that have come before, when there is somebody to answer them;
    `proxies`: the addresses of those whose word is taken for who calls."""
    config = uvicorn.Config(
        app,
        http=_patient(AutoHTTPProtocol),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        log_level="warning",
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=True,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    _Server(config, on_ready, waiting).run(sockets=[listening])
