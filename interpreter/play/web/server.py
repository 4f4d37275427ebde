"""Runs a server until it is stopped, and says where it is once it is ready."""

import gc
import socket
from collections.abc import Callable

import uvicorn

from interpreter.play.web import limits
from interpreter.play.web.guard import Guard

_ANY = ("0.0.0.0", "::", "")


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_ready()


def names_of(host: str) -> tuple[str, ...]:
    """The names by which a server on an address may be called; none: any."""
    if host in _ANY:
        return ()
    return ("localhost", "127.0.0.1", "::1", host)


def open_port(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(1024)
    except (OSError, OverflowError) as error:
        made.close()
        raise OSError(str(error)) from error
    return made


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
