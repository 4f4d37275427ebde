"""A proxy between a browser and a server that keeps every byte which the browser receives.

Compression is taken out of the requests, and each has a connection of its own, so what is kept can be read and compared.
"""

import socket
import socketserver
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

_DROPPED = ("sec-websocket-extensions", "accept-encoding", "if-none-match", "if-modified-since", "connection")
_END = b"\r\n\r\n"


class Proxy(socketserver.ThreadingTCPServer):
    """`received`: the bytes behind the heads of answers, by the path of the request."""

    daemon_threads = True

    def __init__(self, server: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        where = urlsplit(server)
        self.behind = (where.hostname or "", where.port or 80)
        self.address = f"http://127.0.0.1:{self.server_address[1]}/"
        self.received: dict[str, bytes] = defaultdict(bytes)

    def socket_bytes(self) -> bytes:
        """What has come over the game's socket."""
        return b"".join(data for path, data in list(self.received.items()) if path.startswith("/ws/"))


class _Handler(socketserver.BaseRequestHandler):
    server: Proxy

    def handle(self) -> None:
        head, rest = _head(self.request)
        if not head:
            return
        lines = head.decode("latin-1").split("\r\n")
        is_socket = any(line.lower().startswith("upgrade:") for line in lines)
        kept = [line for line in lines if line.partition(":")[0].lower() not in _DROPPED]
        asked = "\r\n".join([*kept, f"connection: {'Upgrade' if is_socket else 'close'}"]).encode("latin-1")
        with socket.create_connection(self.server.behind) as behind:
            behind.sendall(asked + _END + rest)
            threading.Thread(target=_pipe, args=(self.request, behind), daemon=True).start()
            head, rest = _head(behind)
            self._give(lines[0].split()[1], head + _END, rest)
            while data := _some(behind):
                self._give(lines[0].split()[1], b"", data)

    def _give(self, path: str, head: bytes, body: bytes) -> None:
        self.server.received[path] += body
        self.request.sendall(head + body)


def _head(line: socket.socket) -> tuple[bytes, bytes]:
    """The head of a request or of an answer, and what has come behind it."""
    data = b""
    while _END not in data:
        more = _some(line)
        if not more:
            return b"", b""
        data += more
    head, _, rest = data.partition(_END)
    return head, rest


def _some(line: socket.socket) -> bytes:
    try:
        return line.recv(1 << 16)
    except OSError:
        return b""


def _pipe(start: socket.socket, to: socket.socket) -> None:
    while data := _some(start):
        try:
            to.sendall(data)
        except OSError:
            return


@contextmanager
def reading(server: str) -> Iterator[Proxy]:
    """A proxy in front of a server."""
    proxy = Proxy(server)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        proxy.server_close()
