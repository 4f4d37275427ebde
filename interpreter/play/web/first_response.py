"""What answers before the server is loaded: the port, the policy of every answer, and the first page of a game.

A port is opened before what serves at it is loaded: whoever calls meanwhile waits, and is answered. While a game is played, the
first page of the next one is drawn: with its seed and its tokens, since the first picture may show what chance has done. It is
kept on disk, and taken once. So the next start need not load the rules, the engines and the server before a board is seen.
"""

import selectors
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from interpreter.caching import cache, game_cache
from interpreter.caching.stamps import program

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


_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
NOT_KEPT = {"cache-control": "no-store"}  # of a page that may hold what a seat sees at this moment
_LONGEST_HOST = 300  # letters of a name and a port


def is_own(headers: Mapping[str, str], hosts: Collection[str], is_action: bool) -> bool:
    """Whether a request calls the server by one of its names (none: any), and, where it does something, is of its own page."""
    host = headers.get("host", "")
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if len(host) > _LONGEST_HOST or (hosts and name not in hosts):
            return False
        origin = headers.get("origin")
        return not is_action or origin is None or urlsplit(origin).netloc == host
    except ValueError:  # no address at all
        return False


def is_wide(agent: str) -> bool:
    """Whether a page has more room beside a board than below it, as far as its browser (`user-agent`) tells before it is there."""
    return "Mobi" not in agent


@dataclass(frozen=True, slots=True)
class Front:
    """A page, and the table that it shows. `tokens`: of the seats, then of spectators; `path`: where the page is."""

    seed: int
    tokens: tuple[str, ...]
    path: str
    page: bytes


def front_name(
    path: Path, settings: Mapping[str, str], variant: str | None, engine: str, seats: Sequence[str]
) -> str | None:
    """The name under which the first page of such a game is kept; None where its rules are not kept as they are now."""
    rules = game_cache.name_of(path, settings, variant)
    return None if rules is None else cache.key("front", rules, engine, repr([*seats]), program())


def take_front(name: str) -> Front | None:
    """The page that was kept, once."""
    found = cache.take(name)
    return found if isinstance(found, Front) else None


def keep_front(name: str, front: Front) -> None:
    """Keeps the page of the next game."""
    cache.keep(name, front)


_MOST_OF_REQUEST = 16_384  # bytes of a request
_MOST_CONNECTIONS = 64  # connections; more wait until the server takes them
_SECONDS = 5.0  # for a browser to take a page


@dataclass
class Early:
    """Answers at a port with a page that is there already, until the server is."""

    port: Port
    front: Front
    _waiting: list[socket.socket] = field(default_factory=list)

    def start(self) -> None:
        self._stopped, self._end = socket.socketpair()
        self._thread = Thread(target=self._answer, name="first page", daemon=True)
        self._thread.start()

    def stop(self) -> list[socket.socket]:
        """The connections that have not been answered, in the order in which they came."""
        self._end.close()
        self._thread.join()
        self._stopped.close()
        return self._waiting

    def _answer(self) -> None:
        listening = self.port.socket
        listening.setblocking(False)
        with selectors.DefaultSelector() as selector:
            selector.register(self._stopped, selectors.EVENT_READ)
            selector.register(listening, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if self._stopped in ready:
                    break
                for it in ready:
                    assert isinstance(it, socket.socket)
                    if it is listening:
                        self._accept(selector)
                    elif not self._has_answered(it):
                        selector.unregister(it)
            left = [key.fileobj for key in selector.get_map().values()]
        self._waiting += [
            s for s in left if isinstance(s, socket.socket) and s not in (listening, self._stopped)
        ]

    def _accept(self, selector: selectors.BaseSelector) -> None:
        try:
            made, _ = self.port.socket.accept()
        except OSError:  # it has gone again
            return
        made.setblocking(False)
        selector.register(made, selectors.EVENT_READ)
        if len(selector.get_map()) > _MOST_CONNECTIONS:
            selector.unregister(self.port.socket)

    def _has_answered(self, connection: socket.socket) -> bool:
        """Answers what is asked if it can; else the connection waits for the server, or is over."""
        try:
            head = connection.recv(_MOST_OF_REQUEST, socket.MSG_PEEK)
            answer = self._answer_to(head)
            if answer is None:
                if head:
                    self._waiting.append(connection)
                else:  # it has gone again
                    connection.close()
                return False
            connection.recv(len(head))
            connection.settimeout(_SECONDS)
            connection.sendall(answer)
            connection.setblocking(False)
        except OSError:
            connection.close()
            return False
        return True

    def _answer_to(self, head: bytes) -> bytes | None:
        """The whole answer to a request; None where it is not for this one."""
        lines = head.decode("latin-1").split("\r\n")
        if lines[-2:] != ["", ""]:
            return None
        headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:-2])}
        if not is_own(headers, self.port.names, False) or not is_wide(headers.get("user-agent", "")):
            return None
        if "pieces=" in headers.get("cookie", ""):  # drawn otherwise
            return None
        match lines[0].split(" "):
            case ["GET", "/", "HTTP/1.1"]:
                return _answer("307 Temporary Redirect", {"location": self.front.path})
            case ["GET", path, "HTTP/1.1"] if path == self.front.path:
                return _answer(
                    "200 OK", {"content-type": "text/html; charset=utf-8", **NOT_KEPT}, self.front.page
                )
        return None


def _answer(status: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    every = {**headers, "content-length": str(len(body)), **HEADERS}
    head = "".join(f"{name}: {value}\r\n" for name, value in every.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body
