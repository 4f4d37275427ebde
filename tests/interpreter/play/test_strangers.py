"""A server among strangers: one table of each, whatever others ask for; files that fail; connections that never end."""

import asyncio
import gc
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.websockets import WebSocketDisconnect
from tables import Page, client, lobby, opened

from interpreter.play.web import limits
from interpreter.play.web.server import Guard, run
from interpreter.play.web.store import Store

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent.parent.parent


# ---- one table of each


def churn(at: object, count: int = 4) -> None:
    """Others open tables and look at them, until the memory of the server has no room for one more."""
    for _ in range(count):
        tokens = opened(at, "tic_tac_toe")["tokens"]  # type: ignore[arg-type]
        at.get("/play/" + tokens["X"])  # type: ignore[attr-defined]


def test_there_is_one_of_a_table_as_long_as_somebody_sits_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_IN_MEMORY", 3)
    with client() as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        with at.websocket_connect(f"/ws/{tokens['X']}") as x, at.websocket_connect(f"/ws/{tokens['O']}") as o:
            Page(x).play("site a1")
            churn(at)
            at.get(f"/play/{tokens['spectators']}")
            for page, site in ((o, "b2"), (x, "c3"), (o, "a3")):
                last = Page(page).play(f"site {site}")
        with at.websocket_connect(f"/ws/{tokens['X']}") as x:
            assert (last["plies"], Page(x).view()["plies"]) == (4, 4)


def test_sides_are_changed_for_both_when_the_table_was_put_away_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "TABLES_IN_MEMORY", 3)
    with client() as at:
        first, second = [*opened(at, "kuhn_poker")["tokens"].values()][:2]
        with at.websocket_connect(f"/ws/{first}") as one:
            a = Page(one)
            a.view()
            churn(at)
            with at.websocket_connect(f"/ws/{second}") as two:
                b = Page(two)
                b.view()
                a.ask("view", type="resign")
                b.until("view")
                a.ask("view", type="rematch")
                b.until("view")
                mine, theirs = b.ask("view", type="consent", of="rematch", yes=True), a.until("view")
                assert (mine["you"], theirs["you"]) == (0, 1)


def test_a_table_that_nobody_holds_leaves_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_IN_MEMORY", 3)
    made = lobby(tmp_path / "tables.sqlite")
    with client(made) as at:
        token = opened(at, "tic_tac_toe")["tokens"]["X"]
        with at.websocket_connect(f"/ws/{token}") as x:
            Page(x).play("site a1")
        churn(at)
        gc.collect()
        assert len(made._places) == 3
        with at.websocket_connect(f"/ws/{token}") as x:
            assert Page(x).view()["plies"] == 1


# ---- files that fail


def test_a_file_that_is_locked_holds_nobody_up_and_gets_the_game_later(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    made = lobby(path)
    with client(made) as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        other = sqlite3.connect(path)
        other.execute("begin immediate")
        with at.websocket_connect(f"/ws/{tokens['X']}") as x, at.websocket_connect(f"/ws/{tokens['O']}") as o:
            before = time.monotonic()
            Page(x).play("site a1")
            Page(o).play("site b2")
            assert time.monotonic() - before < 4, "SQLite waits for five seconds"
        other.rollback()
        other.close()
        made.flush()
    with client(lobby(path)) as at, at.websocket_connect(f"/ws/{tokens['X']}") as x:
        assert Page(x).view()["plies"] == 2


def test_a_file_that_is_damaged_ends_no_game_and_the_page_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    made = lobby(path)
    with client(made) as at:
        tokens = opened(at, "tic_tac_toe")["tokens"]
        made._store._file.execute("pragma wal_checkpoint(truncate)")
        made._store._file.execute("pragma cache_size = 0")  # it looks at the file again
        path.write_bytes(b"nonsense" * (path.stat().st_size // 8))
        with at.websocket_connect(f"/ws/{tokens['X']}") as x:
            page = Page(x)
            page.play("site a1")
            made.flush()
            assert page.view()["trouble"] == "games are not kept now"
            assert page.view()["plies"] == 1
        assert at.get(f"/play/{tokens['X']}").status_code == 200
        assert at.get("/play/nobody").status_code == 503
        with pytest.raises(WebSocketDisconnect) as gone, at.websocket_connect("/ws/nobody") as nobody:
            nobody.receive_json()
        assert gone.value.code == 4503


def test_the_second_server_of_a_file_says_which_process_has_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    first = Store(path, is_sole=True)
    with pytest.raises(OSError, match=rf"another server \(process {os.getpid()}\) has it"):
        Store(path, is_sole=True)
    first.close()
    Store(path, is_sole=True).close()


def test_a_token_of_other_letters_is_nobody_s() -> None:
    with client() as at:
        token = opened(at, "tic_tac_toe")["tokens"]["X"]
        assert at.get(f"/play/{token}+%C3%A9").status_code == 404


# ---- connections that never end


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server of its own, at a port."""
    command = [sys.executable, "-m", "interpreter.cli", "serve", "tic_tac_toe", "--memory", "--port", "0"]
    made = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert made.stdout is not None
    try:
        yield int(made.stdout.readline().strip().rstrip("/").rpartition(":")[2]), made
    finally:
        made.send_signal(signal.SIGINT)
        made.wait(60)


@contextmanager
def hearing() -> Iterator[None]:
    """While this goes on Ctrl-C is Python's own: neither ignored, as where tests run in the background, nor heard by the thread of a
    command that ran in this process before, which would end it."""
    before, ears = signal.signal(signal.SIGINT, signal.default_int_handler), signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(ears, warn_on_full_buffer=False)


def test_a_head_and_a_body_have_limits_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)

    async def ask(port: int, *parts: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in parts:
            writer.write(part)
            await writer.drain()
        found = await asyncio.wait_for(reader.read(), 30)
        writer.close()
        return found

    async def both(port: int) -> tuple[bytes, bytes, bytes]:
        late = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\nConnection: close\r\n\r\n{"
        whole = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
        return await asyncio.gather(
            ask(port, b"GET / HTTP/1.1\r\nHost: loc"), ask(port, late), ask(port, whole, b"GET / HT")
        )

    guard = client().app
    assert isinstance(guard, Guard)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    found: list[tuple[bytes, bytes, bytes]] = []

    def visit() -> None:
        try:
            found.append(asyncio.run(both(port)))
        finally:
            signal.raise_signal(signal.SIGINT)

    caller = threading.Thread(target=visit)
    with hearing(), pytest.raises(KeyboardInterrupt):
        run(guard, listening, caller.start)
    caller.join()
    head, body, second = found[0]
    assert head == b""
    assert b"408" in body.split(b"\r\n")[0]
    assert b"200" in second.split(b"\r\n")[0]


def test_who_calls_is_believed_of_named_proxies_alone_and_hang_ups_fill_no_log() -> None:
    for arguments, statuses in (((), {429}), (("--proxy", "127.0.0.1"), {200})):
        with serving(*arguments) as (port, made):
            last = 0
            for number in range(limits.TABLES_A_CLIENT + 1):
                with socket.create_connection(("127.0.0.1", port)) as line:
                    body = b'{"game": "tic_tac_toe"}'
                    line.sendall(
                        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        b"X-Forwarded-For: 10.0.0.%d\r\nContent-Length: %d\r\n\r\n%s"
                        % (number, len(body), body)
                    )
                    last = int(line.recv(20).split()[1])
            assert last in statuses
            for request in (
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
                _UPGRADE,
            ):
                for _ in range(5):
                    line = socket.create_connection(("127.0.0.1", port))
                    line.sendall(request)
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # breaks off
                    line.close()
            time.sleep(0.5)
        assert made.stderr is not None
        assert made.stderr.read() == "\nstopped\n"


_UPGRADE = (
    b"GET /ws/nobody HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
