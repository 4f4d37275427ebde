"""Runs a server until it is stopped, and says when it is ready."""

import gc
import socket
from collections.abc import Callable

import uvicorn

from interpreter.play.web import limits
from interpreter.play.web.guard import Guard


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_ready()


def settle() -> None:
    """Lets the garbage collector pass over all that is there now: programs, rules, machine code.

    To go through them takes 60 to 200 ms, now and then, in the middle of some click. What has become garbage since the last
    time is collected here, as a game is loaded.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def run(app: Guard, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serves until Ctrl-C."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=True,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    _Server(config, on_ready).run(sockets=[listening])
