"""Whom a server answers: requests for its own names, of its own pages, so many at once and so many tables an hour."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic

from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from interpreter.play.web import limits
from interpreter.play.web.policy import HEADERS, is_own

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
