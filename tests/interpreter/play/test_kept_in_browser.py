"""A game in the browser is kept where games of the terminal are, and either goes on with the other's."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.play import autosave, record
from interpreter.play.web.server import Guard
from interpreter.play.web.store import usual_place

pytest.importorskip("starlette")

from putting import putting
from starlette.testclient import TestClient
from tables import Page, lobby

from interpreter.play.web.new_table import Wish

pytestmark = pytest.mark.thorough

At = Callable[
    [TestClient, list[str]], None
]  # what is done in the browser: with a client, and the tokens of the seats
RULES = putting("mover wins when a1 is own", "draw when full", players="Red, Blue", name="Corner")


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def browse(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Runs `gdl play --web`, and does something where the server would run; gives the exit code."""

    def browsed(at: At, *arguments: str) -> int:
        def run(app: Guard, listening: socket.socket, ready: Callable[[], None], *more: object) -> None:
            listening.close()
            with TestClient(app, base_url="http://localhost") as client:
                front = str(client.get("/", follow_redirects=False).headers["location"])
                at(client, front.rpartition("/")[2].split("+"))

        monkeypatch.setattr("interpreter.commands.web_server.run", run)
        with pytest.raises(SystemExit) as stop:
            cli.main(["play", *arguments, "--web", "--no-browser", "--engine", "reference"])
        assert isinstance(stop.value.code, int)
        return stop.value.code

    return browsed


def playing(*sites: str) -> At:
    """Two people play stones on sites by turns, the first seat first."""

    def at(client: TestClient, tokens: list[str]) -> None:
        for ply, site in enumerate(sites):
            with client.websocket_connect(f"ws://localhost/ws/{tokens[ply % len(tokens)]}") as opened:
                Page(opened).play(f"site {site}")

    return at


def kept() -> Iterator[record.Record]:
    return (found for found, _ in autosave.in_progress())


def test_who_resumes_is_told_of_tables_of_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = []
    for count in range(3):
        with pytest.raises(SystemExit) as stop:
            cli.main(["play", "tic_tac_toe", "--resume", "--lines"])
        assert stop.value.code == 2
        said.append(capsys.readouterr().err)
        if count < 2:
            lobby(usual_place()).open(Wish("tic_tac_toe", seats=("open", "open")))
    assert said[0] == "Error: no game of tic_tac_toe is in progress\n"
    assert "played at a table of `gdl serve`: start that again" in said[1]
    assert "played at 2 tables of `gdl serve`" in said[2]


def test_a_game_of_the_browser_goes_on_in_the_terminal_and_back(
    browse: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browse(playing("a1", "b2"), "tic_tac_toe", "--seat", "X=human:Ann") == 0
    (found,) = kept()
    assert (found.moves, found.names, found.seats) == (
        ("a1", "b2"),
        {"X": "Ann"},
        {"X": "human", "O": "human"},
    )
    lines = iter(["c1\n", ""])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(lines), raising=False)
    with pytest.raises(SystemExit):
        cli.main(["play", "tic_tac_toe", "--resume"])
    assert "X Ann, O human" in capsys.readouterr().out
    assert [f.moves for f in kept()] == [("a1", "b2", "c1")]

    def look(client: TestClient, tokens: list[str]) -> None:
        with client.websocket_connect(f"ws://localhost/ws/{tokens[0]}") as opened:
            view = Page(opened).view()
        assert [m["text"] for m in view["moves"]] == ["a1", "b2", "c1"]
        assert view["players"][0]["who"] == "Ann"

    assert browse(look, "tic_tac_toe", "--resume") == 0


def test_a_game_that_people_end_is_no_longer_in_progress(browse: Callable[..., int]) -> None:
    def resign(client: TestClient, tokens: list[str]) -> None:
        playing("a1")(client, tokens)
        with client.websocket_connect(f"ws://localhost/ws/{tokens[0]}") as opened:
            Page(opened).ask("view", type="resign")

    assert browse(resign, "tic_tac_toe") == 0
    assert list(kept()) == []
    place = autosave.folder()
    assert place is not None
    (path,) = place.glob("*")
    assert sorted(record.load(path).result.values()) == ["-1", "1"]


def test_a_game_goes_on_in_the_browser_by_the_rules_that_it_began_with(
    browse: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "corner.gdl"
    path.write_text(RULES)
    assert browse(playing("b1", "c1"), str(path)) == 0
    path.write_text(RULES.replace("3 x 3", "2 x 2"))

    def finish(client: TestClient, tokens: list[str]) -> None:
        with client.websocket_connect(f"ws://localhost/ws/{tokens[0]}") as opened:
            assert "wins" in Page(opened).play("site a1")["ended"]

    assert browse(finish, str(path), "--resume") == 0
    assert "continues with the rules that it was saved with" in capsys.readouterr().err
    assert list(kept()) == []


def test_the_games_in_progress_are_listed(
    browse: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["list", "--in-progress"])
    assert capsys.readouterr().out == "no game is in progress\n"
    browse(playing("a1"), "tic_tac_toe")
    browse(playing("a1", "b1"), "tic_tac_toe")
    capsys.readouterr()
    with pytest.raises(SystemExit):
        cli.main(["list", "--in-progress"])
    first, how, second, other = capsys.readouterr().out.splitlines()
    assert "2 moves" in first
    assert how.strip() == "gdl play tic_tac_toe --resume"
    assert "1 move," in second
    assert "gdl play tic_tac_toe --load /" in other
