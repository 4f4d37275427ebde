"""Warnings of values that may be none in a set: taken back where they are there in all that is played."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gdl.loader import examine_source
from gdl.source import Source
from interpreter.analysis.trial.kept_positions import without_false_alarms
from interpreter.analysis.trial.run import try_out
from interpreter.analysis.trial.work import NORMAL
from interpreter.caching import cache
from interpreter.commands.check import command

TILES = """game "Tiles"
players Red, Blue
board square 6 x 3
kinds stone
let middle(s: site) = site_at((file(s) - 1) div 3 * 3 + 2, {})
let is_held = all t in {{middle(s) for s in sites where s is own}}: t is own
action drop
  choose s in sites where s is empty
  do place stone of mover on s
turn: drop
end mover wins when turn > 6 and is_held
"""
DICE = """game "A number on the way"
players Red, Blue
board square 6 x 1
kinds man
let at(n: number) = site_at(n, 1)
let number(s: site) = first(n in 1..{} where at(n) = s and piece(at(n)) = piece(s))
action put
  choose s in sites where s is empty and number(s) + 1 < 9
  do place man of mover on s
turn: put
end mover wins when full
"""
EARLY = """game "Early"
players Red, Blue, Green
kinds gem
pool bag of game
pool drawn of game
pool won of player
field looks of site: bool
board square 2 x 2
setup
  place gem in bag times 9
  move first(bag) to drawn
let beside_it(s: site) = {step(s, east), step(s, north)}
let score(p: player) = count(won(p)) + count(s in sites where all t in beside_it(s): t is empty)
action take
  do move drawn to won(mover)
     then refill
choice refill
  do move first(bag) to drawn
turn: take
end highest score wins when no drawn
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "cache")


def left(text: str) -> list[str]:
    game, said = examine_source(Source("tiles.gdl", text))
    assert game is not None
    assert said
    looks = try_out(game).looks
    return [d.code for d in without_false_alarms(game, said, looks, NORMAL.looked_at)]


def test_a_value_that_is_there_each_time_is_no_alarm() -> None:
    assert left(TILES.format(2)) == []


def test_a_value_that_is_none_in_some_position_stays_told() -> None:
    assert left(TILES.format("rank(s) + 1")) == ["dropped-none"]


@pytest.mark.parametrize(("numbers", "expected"), [(6, []), (3, ["none-in-arithmetic"])])
def test_a_number_that_is_computed_with_is_looked_at_in_play(numbers: int, expected: list[str]) -> None:
    assert left(DICE.format(numbers)) == expected


def test_a_game_that_is_over_at_once_says_so_beside_such_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end stands before what the action demands, and the help says so. Neither hides the other."""
    path = tmp_path / "early.gdl"
    path.write_text(EARLY, encoding="utf-8")
    result = CliRunner().invoke(command, [str(path)])
    assert "warning[over-at-once]" in result.output
    assert "before what it demands with `then`" in result.output
    assert "dropped-none" in result.output
