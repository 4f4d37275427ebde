"""Random games under other values of options: what `gdl check` finds there and nowhere else."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine_source, option_settings
from gdl.source import Source
from interpreter.analysis.trial.other_settings import Setting, try_settings
from interpreter.analysis.trial.work import NORMAL
from interpreter.caching import cache
from interpreter.commands.check import command

GOLD = """game "Gold"
players Red, Blue
option rounds = 3 from 1..9
option rush = false
field round of game: 1..9 = 1
field gold of player: 0..99
action earn
  choose n in 1..2
  do gold(mover) := gold(mover) + n
     if mover = Blue do round := round + 1
turn: earn
end highest gold wins when round > rounds
"""
DEALS = """game "Deals"
players Red, Blue
option deals = 3 from 1..9
field dealt of game: 0..9
field gold of player: 0..99
action deal
  where dealt = moves div 3
  do dealt := dealt + 1
     then turn of mover
action earn
  where dealt > moves div 3
  choose n in 1..2
  do gold(mover) := gold(mover) + n
turn: deal or earn
end highest gold wins when dealt = deals
"""
GUESS = """game "Guess"
players Red, Blue
option most = 3 from 2..5
field guess of player: 0..5
action take
  choose n in 1..most
  do guess(mover) := n
turn: take
end highest guess wins when moves = 1
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / "cache")


def settings_of(text: str) -> list[Setting]:
    """The game under its defaults, then under every other value."""
    source = Source("game.gdl", text)
    game, _ = examine_source(source)
    assert game is not None
    made = [(examine_source(source, given)[0], given) for given in option_settings(game)]
    return [Setting(game, given) for game, given in made if game is not None]


def found(text: str, expressions: int = NORMAL.settings) -> tuple[Diagnostic, ...]:
    default, *others = settings_of(text)
    return try_settings(default.game, others, expressions)


def test_what_goes_wrong_under_another_value_is_said_with_the_value() -> None:
    (wrong,) = found(GOLD)
    assert (wrong.code, wrong.message) == ("field-overflow", "`round` is given 10, but holds 1..9")
    assert "found by playing a random game with `rounds=9`" in wrong.notes
    assert "9 here" in [label.text for label in wrong.others]


def test_a_game_that_another_value_ends_before_there_is_a_choice_is_told() -> None:
    (warning,) = found(DEALS)
    assert warning.code == "over-at-once"
    assert warning.message.startswith("with `deals=1` each of 8 random games was over after one action")
    assert warning.span.text == "highest gold wins"


def test_a_game_that_is_as_short_under_its_defaults_is_not_told() -> None:
    assert found(GUESS) == ()


def test_the_lowest_and_the_highest_number_come_before_others() -> None:
    _, *others = settings_of(GOLD)
    inner = [s.text for s in others if s.rank == 2]
    assert [s.text for s in others if s.rank == 0] == ["`rounds=1`", "`rounds=9`"]
    assert [s.text for s in others if s.rank == 1] == ["`rush=true`"]
    assert inner == [f"`rounds={n}`" for n in (2, 4, 5, 6, 7, 8)]


def test_nothing_is_said_of_what_was_not_reached() -> None:
    assert found(GOLD, 0) == ()


def test_check_fails_where_a_value_of_an_option_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gold.gdl"
    path.write_text(GOLD.replace("  choose n in 1..2\n", "").replace("+ n", "+ 1"), encoding="utf-8")
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 1
    assert "with `rounds=9`" in result.output
