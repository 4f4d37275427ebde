"""Where a server listens. A port is opened before what serves at it is loaded: whoever calls meanwhile waits, and is answered."""

import socket
from dataclasses import dataclass

_ANY = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Port:
    """A socket that listens at an address of this machine."""

    host: str
    socket: socket.socket

    @property
    def address(self) -> str:
        """Where a browser on this machine finds it."""
        host = self.host
        shown = "127.0.0.1" if host in ("", "0.0.0.0") else f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.socket.getsockname()[1]}/"

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which the server may be called; none: any."""
        if self.host in _ANY:
            return ()
        return ("localhost", "127.0.0.1", "::1", self.host)


def open_port(host: str, number: int) -> Port:
    """Listens; number 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, number))
        made.listen(1024)
    except (OSError, OverflowError) as error:
        made.close()
        raise OSError(str(error)) from error
    return Port(host, made)
