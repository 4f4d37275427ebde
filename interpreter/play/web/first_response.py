"""Answers the first request of a browser while the server is still being loaded.

It knows two addresses, the first one and that of the page to which it leads. Whoever asks for anything else waits, and is handed
over to the server, with the request unread.
"""

import selectors
import socket
from dataclasses import dataclass, field
from threading import Thread

from interpreter.play.web.front import Front
from interpreter.play.web.policy import HEADERS, NOT_KEPT, is_own, is_wide
from interpreter.play.web.port import Port

_HEAD = 16_384  # bytes of a request
_MOST = 64  # connections; more wait until the server takes them
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
        if len(selector.get_map()) > _MOST:
            selector.unregister(self.port.socket)

    def _has_answered(self, connection: socket.socket) -> bool:
        """Answers what is asked if it can; else the connection waits for the server, or is over."""
        try:
            head = connection.recv(_HEAD, socket.MSG_PEEK)
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
