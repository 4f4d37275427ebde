"""The first page of a game is laid out while the one before is played, and answered before the server is loaded."""

import socket
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from time import sleep

import pytest

from interpreter import cli
from interpreter.caching import cache, game_cache
from interpreter.commands.options import find
from interpreter.play.web.first_response import (
    Early,
    Front,
    Port,
    front_name,
    keep_front,
    open_port,
    take_front,
)

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from interpreter.play.web.server import Guard

FRONT = Front(7, ("a", "b", "w"), "/play/a+b", b"<p>here</p>")
Stop = Callable[[], list[socket.socket]]


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def early() -> Iterator[tuple[Early, Port]]:
    port = open_port("127.0.0.1", 0)
    made = Early(port, FRONT)
    made.start()
    yield made, port
    port.socket.close()


def called(port: Port) -> HTTPConnection:
    return HTTPConnection("127.0.0.1", port.socket.getsockname()[1], timeout=5)


def test_the_address_leads_to_the_page_over_one_connection(early: tuple[Early, Port]) -> None:
    line = called(early[1])
    line.request("GET", "/")
    answer = line.getresponse()
    assert (answer.status, answer.read(), answer.getheader("location")) == (307, b"", FRONT.path)
    line.request("GET", FRONT.path)
    answer = line.getresponse()
    assert (answer.status, answer.read()) == (200, FRONT.page)
    assert answer.getheader("cache-control") == "no-store"
    assert "frame-ancestors 'none'" in (answer.getheader("content-security-policy") or "")
    assert len(early[0].stop()) == 1, "it goes on with the server"


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/play/c", {}),
        ("GET", "/static/play.js", {}),
        ("POST", "/", {}),
        ("GET", "/play/a+b", {"host": "elsewhere.example"}),
        ("GET", "/play/a+b", {"user-agent": "Mobile"}),
    ],
)
def test_what_is_not_for_it_is_handed_over_unread(
    early: tuple[Early, Port], method: str, path: str, headers: dict[str, str]
) -> None:
    line = called(early[1])
    line.request(method, path, headers=headers)
    other = called(early[1])
    other.request("GET", "/")  # is answered although the first one waits
    assert other.getresponse().status == 307
    waiting = early[0].stop()
    assert len(waiting) == 2
    assert waiting[0].recv(100).startswith(f"{method} {path} ".encode())


def test_a_page_is_taken_once() -> None:
    name = cache.key("the page of a test")
    keep_front(name, FRONT)
    assert [take_front(name), take_front(name)] == [FRONT, None]


def test_a_page_belongs_to_rules_as_they_are_and_to_its_settings(tmp_path: Path) -> None:
    base, rules = tmp_path / "base.gdl", tmp_path / "own.gdl"
    written = (Path(__file__).parents[3] / "games" / "tic_tac_toe.gdl").read_text()
    base.write_text(written)
    rules.write_text('game "Own" extends "base.gdl"\n')

    def name(*seats: str, engine: str = "native") -> str | None:
        return front_name(rules, {}, None, engine, seats)

    assert name() is None, "nothing is known of the rules"
    game_cache.load(rules, {})
    assert len({name(), name("X=bot"), name(engine="reference")}) == 3
    assert name() is not None
    base.write_text(written + "\n# changed\n")
    assert name() is None, "a file that it extends has changed"


@pytest.mark.parametrize("game", ["chess960", "kuhn_poker"])
def test_the_game_that_is_played_is_the_one_on_the_page(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start shows at once what the first one has laid out: the same seats, and what chance has done."""
    early, later = list[str](), list[str]()
    if (left := front_name(find(game), {}, None, "reference", ())) is not None:
        take_front(left)  # of another test
    monkeypatch.setattr("interpreter.play.web.pages._LATER", 0.0)

    def run(
        app: Guard, listening: socket.socket, ready: Callable[[], None], stop: Stop | None, *more: object
    ) -> None:
        if stop is not None:
            line = HTTPConnection("127.0.0.1", listening.getsockname()[1], timeout=5)
            line.request("GET", "/")
            answer = line.getresponse()
            answer.read()
            line.request("GET", answer.getheader("location") or "")
            early.append(line.getresponse().read().decode())
            stop()
        listening.close()
        with TestClient(app, base_url="http://localhost") as client:
            later.append(client.get("/").text)
            name = front_name(find(game), {}, None, "reference", ())
            while name is None or cache.read(name) is None:
                sleep(0.01)

    monkeypatch.setattr("interpreter.commands.web_server.run", run)
    for _ in range(2):
        with pytest.raises(SystemExit) as stopped:
            cli.main(["play", game, "--web", "--no-browser", "--engine", "reference"])
        assert stopped.value.code == 0
    assert early == later[1:]
    assert later[0] != later[1]
    assert '<div id="board"><svg' in early[0]
