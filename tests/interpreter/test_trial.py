"""The random games by which `gdl check` finds what shows when a game is played.

Every `gdl/trials/NAME.gdl` is a game without mistakes in its text; `NAME.txt` has what is found, under its defaults and under
other values of its options. GDL_RECORD=1 writes it anew.
"""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from trying import tried

import gdl
from gdl.diagnostics.render import render
from gdl.diagnostics.values import Diagnostic
from interpreter.analysis.trial import run
from interpreter.analysis.trial.games import play
from interpreter.analysis.trial.run import try_out
from interpreter.analysis.trial.work import NORMAL, deeper
from interpreter.caching import cache

FOLDER = Path(__file__).parent.parent / "gdl" / "trials"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)


@pytest.mark.parametrize("name", sorted(p.stem for p in FOLDER.glob("*.gdl")))
def test_a_few_games_find_what_shows_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    golden, text = FOLDER / f"{name}.txt", render(tried(Path(f"{name}.gdl")))
    if os.environ.get("GDL_RECORD") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text
    assert golden.read_text("utf-8") == text


@pytest.mark.parametrize("name", ["tic_tac_toe", "zola", "reversi", "kuhn_poker", "goofspiel", "pig"])
def test_nothing_is_found_where_nothing_is_wrong_and_that_is_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gdl.load(name)
    first = try_out(game)
    assert first.found == ()
    monkeypatch.setattr(run, "play", None)  # it is not played again
    assert try_out(game) == first


def test_some_hundreds_of_games_are_played_where_machine_code_is_made_quickly() -> None:
    assert try_out(gdl.load("tic_tac_toe")).games >= 300


def test_what_options_leave_out_is_not_noted() -> None:
    assert try_out(gdl.load("black_path")).found == ()  # an end and a kind that ask for options


BARE = """game "Bare"
players White, Black
board square 3 x 4
kinds man
setup
  place man of White on rank(1)
  place man of Black on a4
move step by man
  line any: empty | enemy
  where to is not own
turn: step else lose
end mover wins when no enemy pieces
"""


def test_an_end_that_holds_where_else_lose_decides_before_it_has_come_about(tmp_path: Path) -> None:
    (tmp_path / "bare.gdl").write_text(BARE, "utf-8")
    found = try_out(gdl.load(tmp_path / "bare.gdl"))
    assert found.games >= 300
    assert found.found == ()


RARE = """game "Rare"
players Red, Blue
board square 6 x 6
kinds man
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: put else draw
end mover wins when all c in {a1, a2, a3, a4, a5, a6, b1, b2, b3, b4, b5, b6}: c is own
"""
SHOWN = """- name: both files
  position: {to_move: Red, pieces: {a1: Red man, a2: Red man, a3: Red man, a4: Red man, a5: Red man, a6: Red man, b1: Red man,
             b2: Red man, b3: Red man, b4: Red man, b5: Red man}}
  after: [put b6]
  winner: Red
"""


def test_what_a_case_reaches_is_not_noted(tmp_path: Path) -> None:
    (tmp_path / "rare.gdl").write_text(RARE, "utf-8")
    game = gdl.load(tmp_path / "rare.gdl")
    assert [d.code for d in try_out(game).found] == ["never-met"]
    (tmp_path / "rare.yaml").write_text(SHOWN, "utf-8")
    assert try_out(game).found == ()
    (tmp_path / "rare.yaml").write_text(SHOWN.replace("[put b6]", "[put b7]"), "utf-8")  # which is no move
    assert [d.code for d in try_out(game).found] == ["never-met"]


def test_what_was_never_met_is_kept() -> None:
    game = gdl.load(FOLDER / "action_never_possible.gdl")
    first = try_out(game)
    assert {d.severity for d in first.found} == {"note"}
    assert try_out(game) == first


SLOW = """game "Slow"
players A, B
board square 30 x 30
kinds stone
action put
  choose s in sites where s is empty
  choose t in sites where t is empty
  choose u in sites where u is empty and count(d in sites where d is empty) > 2
  do place stone of mover on s
turn: put
end draw when full
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A game whose legal actions take machine code some minutes to list."""
    path = tmp_path / "slow.gdl"
    path.write_text(SLOW)
    return path


def test_what_takes_too_long_is_said_and_not_played(slow: Path) -> None:
    found = try_out(gdl.load(slow))
    assert [d.code for d in found.found] == ["untried"]
    assert found.games == 0


def test_no_clock_decides_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gdl.load(FOLDER / "end_just_out_of_reach.gdl")
    once = try_out(game)
    monkeypatch.setattr(cache, "read", lambda name: None)

    def refuse(*_: object) -> float:
        raise AssertionError("a clock is read")

    for name in ("time", "process_time", "perf_counter", "monotonic", "thread_time", "time_ns"):
        monkeypatch.setattr(time, name, refuse)
    assert play(game, NORMAL) == play(game, NORMAL)
    assert try_out(game) == once


def test_a_trial_of_long_actions_plays_fewer_and_still_ends_games() -> None:
    """Each action of this game settles for long: what machine code does is counted, and is the same each time."""
    found, again = (play(gdl.load("polyominoes"), NORMAL) for _ in range(2))
    assert 0 < found.ended < NORMAL.games and found.played < NORMAL.actions // 10
    assert (again.played, again.ended, again.actions) == (found.played, found.ended, found.actions)


def test_a_set_up_that_deals_all_there_is_is_told_nothing() -> None:
    assert tried(FOLDER.parent / "sound" / "set_up_that_deals_all.gdl") == ()


def test_a_deep_trial_plays_more() -> None:
    game = gdl.load("chess")
    small = replace(NORMAL, games=4, actions=2_000)
    assert play(game, small).played == 2_000
    assert play(game, deeper(small, 10)).games >= 40


WALK = """game "Two who walk"
players Red, Blue
board square 3 x 3
kinds man
action put
  where count(own man) > 1
  do remove b2
setup
  place man of Red on a1
  place man of Blue on c3
move go
  line orthogonal up to 1: empty
turn: go or put
end mover wins when {end}
"""


def walk(folder: Path, end: str) -> list[tuple[str, str]]:
    path = folder / "walk.gdl"
    path.write_text(WALK.format(end=end), encoding="utf-8")
    return [(d.code, d.message) for d in try_out(gdl.load(path)).found]


def test_games_that_do_not_end_are_told_beside_what_was_never_met(tmp_path: Path) -> None:
    (code, message), *others = walk(tmp_path, "count(own man) = 2")
    assert (code, message) == (
        "no-end",
        "no random game ended within 20,000 actions, and no limit is written, so it is 10,000 moves",
    )
    assert others == [("never-met", "`put` was never possible in 20,000 actions of random games")]


def test_games_that_end_only_at_a_late_limit_are_not_looked_at(tmp_path: Path) -> None:
    codes = [code for code, _ in walk(tmp_path, "count(own man) = 2\nlimit 4000 moves: draw")]
    assert codes == ["untried", "never-met"]


def test_a_game_that_ends_late_is_no_game_without_an_end(tmp_path: Path) -> None:
    codes = [code for code, _ in walk(tmp_path, "moves = 1500 and count(own man) = 1")]
    assert codes == ["never-met"]


PURSES = """game "Purses"
players Red, Blue, Green
kinds coin
pool purse of player
setup
  place coin in purse(Red)
action pay
  where some purse(mover)
  do {does}
turn: pay
skip p when {passes}
end mover wins when turn = 3
"""
GIVES = "then turn of after(mover)"


def purses(folder: Path, does: str, passes: str) -> list[Diagnostic]:
    path = folder / "purses.gdl"
    path.write_text(PURSES.format(does=does, passes=passes), encoding="utf-8")
    return [d for d in try_out(gdl.load(path)).found if d.code == "skipped-turn"]


def test_a_turn_that_is_given_to_who_is_passed_over_is_told_at_its_place(tmp_path: Path) -> None:
    (warning,) = purses(tmp_path, GIVES, "no purse(p)")
    assert warning.span.text == GIVES
    assert "behind `pay`" in warning.message


def test_of_several_effects_that_give_the_turn_the_one_is_told_that_gave_it(tmp_path: Path) -> None:
    never = "if count(purse(mover)) > 40 do then turn of mover"
    (warning,) = purses(tmp_path, f"{never}\n     else {GIVES}", "no purse(p)")
    assert warning.span.text == GIVES
    assert [label.text for label in warning.others] == ["passes over them"]


@pytest.mark.parametrize("passes", ["some purse(p)", "p = Green", "turn > 0"])
def test_nothing_is_told_of_who_is_not_passed_over_or_where_all_are(passes: str, tmp_path: Path) -> None:
    assert purses(tmp_path, GIVES, passes) == []


def test_nothing_is_told_where_the_turn_goes_on_by_itself(tmp_path: Path) -> None:
    assert purses(tmp_path, "move first(purse(mover)) to purse(after(mover))", "no purse(p)") == []
