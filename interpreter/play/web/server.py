"""Runs a server until it is stopped, and says when it is ready."""

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from interpreter.play.web import limits
from interpreter.play.web.guard import Guard

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

    def _protocol(self) -> asyncio.Protocol:
        """What talks to a connection, as uvicorn makes it for those that it accepts itself."""
        kind: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def settle() -> None:
    """Lets the garbage collector pass over all that is there now: programs, rules, machine code.

    To go through them takes 60 to 200 ms, now and then, in the middle of some click. What has become garbage since the last
    time is collected here, as a game is loaded.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def run(
    app: Guard, listening: socket.socket, on_ready: Callable[[], None], waiting: Waiting | None = None
) -> None:
    """Serves until Ctrl-C. `waiting` gives the connections that have come before, when there is somebody to answer them."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=True,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    _Server(config, on_ready, waiting).run(sockets=[listening])
