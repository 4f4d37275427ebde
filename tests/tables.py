"""Tables for the tests of the browser: a lobby without machine code, and sockets that are read until a message comes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

import gdl
import interpreter
from interpreter.engines.base import Engine
from interpreter.play.web.app import app
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.pages import Entry
from interpreter.play.web.store import Store

GAMES = (
    "tic_tac_toe",
    "zola",
    "chess",
    "geister",
    "kuhn_poker",
    "pig",
    "yavalath",
    "backgammon",
    "zarathustra",
)


def engine(source: str, options: Mapping[str, str], variant: str | None) -> Engine:
    return interpreter.engine(gdl.load(source, options, variant), "reference")


def lobby(path: Path | None = None) -> Lobby:
    return Lobby({name: name for name in GAMES}, engine, Store(path))


def client(made: Lobby | None = None, hosts: tuple[str, ...] = ()) -> TestClient:
    entries = [Entry(name, name.title(), "2") for name in GAMES]
    return TestClient(app(made or lobby(), entries, hosts))


def opened(
    at: TestClient, game: str, seats: tuple[str, ...] = ("open", "open"), **more: object
) -> dict[str, Any]:
    """A new table, as the server describes it."""
    answer = at.post("/api/tables", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


class Page:
    """A socket as a page uses it: `ask` sends a message and reads until one of a type comes."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def ask(self, wanted: str, **message: object) -> dict[str, Any]:
        self.socket.send_json(message)
        return self.until(wanted)

    def until(self, wanted: str) -> dict[str, Any]:
        while True:
            found: dict[str, Any] = self.socket.receive_json()
            if found["type"] == wanted:
                return found
            assert found["type"] != "refused" or wanted == "refused", found["text"]

    def view(self) -> dict[str, Any]:
        return self.ask("view", type="hello")

    def play(self, *choices: str) -> dict[str, Any]:
        """Walks through choices to the end and plays the action; the view that follows."""
        path = self.path(*choices)
        view = self.view()
        return self.ask("view", type="do", rev=view["rev"], path=path)

    def path(self, *choices: str) -> list[str]:
        path: list[str] = []
        for choice in choices:
            path = [p["value"] for p in self.ask("next", type="pick", path=[*path, choice])["path"]]
        return path
