"""Random games that nothing ends but the limit that is there where none is written."""

from pathlib import Path

import pytest

from gdl.loader import load
from interpreter import engine
from interpreter.analysis import endless, meetings

WALK = """game "Two who walk"
players Red, Blue
board square 3 x 3
kinds man
setup
  place man of Red on a1
  place man of Blue on c3
move go
  line orthogonal up to 1: empty
turn: go
end mover wins when {end}
"""


def _found(folder: Path, end: str) -> str:
    path = folder / "walk.gdl"
    path.write_text(WALK.format(end=end), encoding="utf-8")
    game = load(path)
    found = endless.found_lasting(endless.lasting(engine(game, effort=0)), game)
    return found.message if found is not None else ""


def test_games_that_go_on_for_very_long_are_told_where_no_limit_is_written(tmp_path: Path) -> None:
    assert _found(tmp_path, "count(own man) = 2").startswith("24 of 24 random games were not over")
    assert _found(tmp_path, "count(own man) = 2\nlimit 4000 moves: draw") == ""
    assert _found(tmp_path, "some p in own man: site(p) = b2") == ""


def test_a_game_that_ends_late_lets_the_others_end_as_well(tmp_path: Path) -> None:
    assert _found(tmp_path, "moves = 1500 and count(own man) = 1") == ""


def test_games_are_played_on_only_where_none_has_ended_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "EARLY", 10)
    monkeypatch.setattr(meetings, "ROWS", 8)
    monkeypatch.setattr(meetings, "GAMES", 8)
    monkeypatch.setattr(endless, "lasting", lambda engine: 23)
    for end, told in (("moves = 20", 23), ("moves = 5", 0)):
        path = tmp_path / "walk.gdl"
        path.write_text(WALK.format(end=end), encoding="utf-8")
        met = meetings.Meetings()
        meetings.play(load(path), met, [])
        assert met.lasting == told
