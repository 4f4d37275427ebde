"""The few random games by which `gdl check` finds what shows at once.

Every `gdl/trials/NAME.gdl` is a game without mistakes in its text; `NAME.txt` has what is found. GDL_RECORD=1 writes it anew.
"""

import os
from pathlib import Path

import pytest

import gdl
from gdl.render import render
from interpreter import cache
from interpreter.analysis.trial import try_out

FOLDER = Path(__file__).parent.parent / "gdl" / "trials"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.gdl")))
def test_a_few_games_find_what_shows_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    golden, text = FOLDER / f"{name}.txt", render(try_out(gdl.load(f"{name}.gdl")).found)
    if os.environ.get("GDL_RECORD") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text
    assert golden.read_text("utf-8") == text


def test_a_game_that_is_slow_to_play_is_left_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.analysis.trial.SECONDS", 0.001)
    assert try_out(gdl.load("chess")).found == ()


@pytest.mark.parametrize("name", ["tic_tac_toe", "zola", "reversi", "kuhn_poker", "goofspiel", "pig"])
def test_nothing_is_found_where_nothing_is_wrong_and_that_is_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gdl.load(name)
    first = try_out(game)
    assert first.found == ()
    monkeypatch.setattr("interpreter.analysis.trial.make_engine", None)  # it is not played again
    monkeypatch.setattr("interpreter.analysis.meetings.make_engine", None)
    assert try_out(game) == first


def test_some_hundreds_of_games_are_played_where_machine_code_is_made_quickly() -> None:
    assert try_out(gdl.load("tic_tac_toe")).games >= 300


def test_what_options_leave_out_is_not_noted() -> None:
    assert try_out(gdl.load("black_path")).found == ()  # an end and a kind that ask for options


def test_what_was_never_met_is_kept() -> None:
    game = gdl.load(FOLDER / "action_never_possible.gdl")
    first = try_out(game)
    assert [d.severity for d in first.found] == ["note"] * 3
    assert try_out(game) == first
