"""Live reload: tables follow the file of their game while its author writes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from putting import putting
from starlette.testclient import TestClient
from tables import Page, engine, opened

from interpreter.play.web import reloading
from interpreter.play.web.app import app
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.pages import Entry
from interpreter.play.web.store import Store

RULES = putting("mover wins when some line any: own{3}", "draw when full", board="square 5 x 5")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reloading, "EVERY", 0.02)
    path = tmp_path / "row.gdl"
    path.write_text(RULES)
    return path


def served(file: Path) -> TestClient:
    made = Lobby({"row": str(file)}, engine, Store(None))
    return TestClient(app(made, [Entry("row", "Row", "2")], watched={"row": file}))


def saved(file: Path, old: str, new: str) -> None:
    time.sleep(0.05)
    file.write_text(file.read_text().replace(old, new))


def test_a_table_goes_on_under_new_rules_and_keeps_its_moves(file: Path) -> None:
    with served(file) as at:
        table = opened(at, "row", ("human", "human"))
        with (
            at.websocket_connect(f"/ws/{table['tokens']['Black']}") as first,
            at.websocket_connect(f"/ws/{table['tokens']['White']}") as second,
        ):
            black, white = Page(first), Page(second)
            black.play("site a1")
            white.play("site b2")
            saved(file, "own{3}", "own{2}")
            said = black.until("reloaded")
            assert (said["ok"], said["replayedTo"]) == (True, 2)
            assert black.until("view")["plies"] == 2
            assert "wins" in black.play("site a2")["ended"]  # two in a row are enough now


def test_a_game_is_served_with_options_that_a_table_may_still_change(file: Path) -> None:
    file.write_text(putting("draw when full", board="square size x size", sizes="3, 7"))
    made = Lobby({"row": str(file)}, engine, Store(None), chosen={"row": ({"size": "7"}, None)})
    with TestClient(app(made, [Entry("row", "Row", "2")])) as at:
        assert at.get("/api/games/row").json()["options"][0]["value"] == "7"
        for options, there in (({}, True), ({"size": "3"}, False)):
            table = opened(at, "row", ("human", "human"), options=options)
            with at.websocket_connect(f"/ws/{table['tokens']['Black']}") as first:
                assert ("g7" in str(Page(first).view()["svg"])) == there


@contextmanager
def seated(file: Path) -> Iterator[Page]:
    """The page of Black at a new table."""
    with served(file) as at:
        table = opened(at, "row", ("human", "human"))
        with at.websocket_connect(f"/ws/{table['tokens']['Black']}") as socket:
            yield Page(socket)


def test_mistakes_are_told_beside_the_board_and_the_game_goes_on(file: Path) -> None:
    with seated(file) as page:
        page.view()
        saved(file, "place stone", "place stoen")
        said = page.until("reloaded")
        assert said["ok"] is False and "stoen" in said["text"] and "row.gdl:7" in said["text"]
        assert page.play("site a1")["plies"] == 1
        saved(file, "place stoen", "place stone")
        assert page.until("reloaded")["ok"] is True


def test_the_move_that_no_longer_fits_is_named(file: Path) -> None:
    with seated(file) as page:
        page.play("site e5")
        saved(file, "5 x 5", "4 x 4")
        said = page.until("reloaded")
        assert said["replayedTo"] == 0 and "Move 1, e5, is no longer legal" in said["text"]


def test_another_number_of_players_wants_a_new_table(file: Path) -> None:
    with seated(file) as page:
        page.view()
        saved(file, "Black, White", "Black, White, Red")
        said = page.until("reloaded")
        assert said["ok"] is False and "open a new table" in said["text"]


def test_tables_of_a_server_follow_and_new_ones_begin_with_the_new_rules(file: Path) -> None:
    with served(file) as at:
        tables = [opened(at, "row", ("human", "human")) for _ in range(2)]
        with (
            at.websocket_connect(f"/ws/{tables[0]['tokens']['Black']}") as first,
            at.websocket_connect(f"/ws/{tables[1]['tokens']['Black']}") as second,
        ):
            pages = [Page(first), Page(second)]
            for page in pages:
                page.view()
            saved(file, "5 x 5", "4 x 4")
            for page in pages:
                assert page.until("reloaded")["ok"] is True
        new = opened(at, "row", ("human", "human"))
        with at.websocket_connect(f"/ws/{new['tokens']['Black']}") as socket:
            assert len(Page(socket).view()["next"]["options"]) == 16
