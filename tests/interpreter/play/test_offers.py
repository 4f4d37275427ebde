"""Positions that a game offers to begin with, such as maps: cases beside the rules with `offered: true`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tables import Page, engine, opened

from interpreter.analysis.cases import run_file
from interpreter.play.lessons.cases import offers
from interpreter.play.web.app import app
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.pages import Entry
from interpreter.play.web.store import Store

TESTS = """- {name: counted, after: [b1, b2], count: 7}
- {name: wide, means: More room., offered: true, options: {size: 4}, position: {to_move: Blue, pieces: {b2: Red stone}}}
- {name: later, offered: true, after: [c3]}
"""
Play = Callable[..., tuple[int, str]]


@pytest.fixture
def rules(corner: Callable[[str], Path]) -> Path:
    return corner(TESTS)


def test_offers_are_read_with_their_words_and_options(rules: Path) -> None:
    found = offers(rules)
    assert [(o.name, o.means, dict(o.options)) for o in found] == [
        ("wide", "More room.", {"size": "4"}),
        ("later", "", {}),
    ]


def test_an_offer_asks_nothing_else_and_must_be_a_game_that_is_not_over(rules: Path) -> None:
    assert all(case.passed for case in run_file(rules.with_suffix(".yaml"), "reference"))
    rules.with_suffix(".yaml").write_text("- {name: won, offered: true, after: [a1]}\n")
    (case,) = run_file(rules.with_suffix(".yaml"), "reference")
    assert "players are offered to begin here, but the game is over" in case.messages[0]


def test_gdl_play_begins_with_an_offer_a_file_or_asks(rules: Path, tmp_path: Path, play: Play) -> None:
    code, out = play(str(rules), "--position", "wide")
    assert code == 0 and "Blue to move" in out and "d4" in out
    code, out = play(str(rules), "--position", "?", typed="later\nquit\n")
    assert code == 0 and "wide: More room." in out and "Blue to move" in out
    file = tmp_path / "mine.yaml"
    file.write_text("{to_move: Blue, pieces: {c3: Red stone}}")
    code, out = play(str(rules), "--position", str(file))
    assert code == 0 and "Blue to move" in out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--position", "wode"], "did you mean `wide`?"),
        (["--position", "wide", "--test", "counted"], "two games to continue"),
        (["--position", "wide", "--set", "size=3"], "keeps its options"),
    ],
)
def test_what_cannot_be_is_said(rules: Path, play: Play, given: list[str], said: str) -> None:
    code, out = play(str(rules), *given)
    assert code == 2 and said in out


def test_a_game_without_offers_says_how_to_make_one(rules: Path, play: Play) -> None:
    rules.with_suffix(".yaml").unlink()
    code, out = play(str(rules), "--position", "wide")
    assert code == 2 and "offered: true" in out


def test_a_table_begins_with_an_offer(rules: Path) -> None:
    made = Lobby({"corner": str(rules)}, engine, Store(None))
    with TestClient(app(made, [Entry("corner", "Corner", "2")])) as at:
        known = at.get("/api/games/corner").json()["positions"]
        assert known[0] == {"name": "wide", "means": "More room.", "options": {"size": "4"}, "variant": None}
        table = opened(at, "corner", ("human", "open"), start="wide")
        with at.websocket_connect(f"/ws/{table['tokens']['Blue']}") as socket:
            view = Page(socket).view()
            assert len(view["next"]["options"]) == 15
        refused = at.post("/api/tables", json={"game": "corner", "seats": [], "start": "wode"})
        assert refused.status_code == 400 and "did you mean `wide`?" in refused.json()["error"]
        drawn = at.post("/api/position", json={"game": "corner", "start": "wide"}).json()
        assert "b2: Red stone" in drawn["text"] and not drawn["error"]
