"""Files of backgammon programs (MAT): dice that others have rolled are found again, and are in the record."""

import shutil
import subprocess
from pathlib import Path

import bundled
import pytest

from interpreter.commands.start_position import record_opener
from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.files import foreign, mat
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.session import Session

pytestmark = pytest.mark.thorough

MATCH = """; [EventDate "2026.11.27"]

 3 point match

 Game 1
 gnubg : 0                      root : 0
  1) 21: 13/11 24/23             65: 24/13
  2) 32: 23/21 24/21             66: 24/18 13/7(3)
  3) 31: 13/10 8/7*
                                  Wins 2 points

 Game 2
 gnubg : 0                      root : 2
  1)                             32: 24/21 13/11
  2) 62: 24/16
"""


def read(text: str, folder: Path, number: int = 1) -> Imported:
    path = folder / "game.mat"
    path.write_text(text)
    rules = Rules(bundled.native("backgammon"), "backgammon", record_opener("native"))
    return foreign.import_record(path, rules, number)


DOUBLED = """ a : 0                          b : 0
  1) 21: 13/11 24/23             Doubles => 2
  2)  Takes                      65: 24/13
  3)  Doubles => 4               Takes
  4) 32: 23/21 24/21
"""


def test_who_takes_a_double_plays_on() -> None:
    found = mat.read(DOUBLED)
    assert found.moves == ("21: 13/11 24/23", "65: 24/13", "32: 23/21 24/21")
    assert found.tags["Cube"] == "4"


def test_dice_and_moves_of_others_are_read(tmp_path: Path) -> None:
    found = read(MATCH, tmp_path)
    assert found.record.moves == (
        "24/23 13/11",
        "24/18 18/13",
        "24/21 23/21",
        "24/18 13/7 13/7 13/7",
        "13/10 8/7*",
    )
    assert found.record.drawn[1] == {"die1": 6, "die2": 5} or found.record.drawn[1] == {"die1": 5, "die2": 6}
    assert found.record.names == {"White": "gnubg", "Black": "root"}
    assert found.record.result == {"White": "-2", "Black": "2"}
    again = read(MATCH, tmp_path, 2)
    assert again.record.moves[0] == "24/21 13/11"
    assert record.beginning(again.record, again.engine).current_player == 1


def test_a_record_has_what_chance_gave_until_others_moves_follow(tmp_path: Path) -> None:
    found = read(MATCH, tmp_path)
    saved = record.parse(found.record.to_yaml(), "saved")
    assert saved.drawn == found.record.drawn
    session = Session(found.engine, "backgammon", 0, [None, None])
    session.resume(saved, found.engine)
    assert (
        session.states[4].position()["fields"]["die1"] == 3
        or session.states[4].position()["fields"]["die1"] == 1
    )
    assert session.record().drawn == saved.drawn
    session.undo()
    session.play(session.state.legal_actions()[0])
    assert (
        session.record().drawn == saved.drawn
    )  # behind four moves chance has given the last dice of the file
    assert foreign.export_record(saved, found.engine, ".mat").count("66: 24/18 13/7 13/7 13/7") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  1) 33: 13/10", "no game begins with what chance is said to give at first"),
        ("  1) 21: 13/11 24/23 gladly", "`gladly` is no step, such as 8/5, bar/20* or 6/4(2)"),
        ("  1) 21: 13/9", "move 1, `21: 13/9`, is no legal move there"),
        (
            "  1) 21: 13/11 24/23   21: x\n  2)                             65: 24/13",
            "a player who is not to move",
        ),
    ],
)
def test_what_cannot_be_read_is_told(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as told:
        read(f" Game 1\n a : 0                          b : 0\n{line}\n", tmp_path)
    assert said in str(told.value)


def gnubg(orders: str) -> str:
    words = ["/usr/games/gnubg", "-t", "-q"]
    orders += "quit\ny\n"
    return subprocess.run(words, input=orders, text=True, capture_output=True, timeout=60, check=False).stdout


with_gnubg = pytest.mark.skipif(
    not shutil.which("gnubg", path="/usr/games:/usr/bin"), reason="gnubg is not installed"
)


@with_gnubg
def test_a_match_of_gnubg_is_read(tmp_path: Path) -> None:
    orders = """set player 0 gnubg
set player 1 gnubg
set player 0 chequerplay evaluation plies 0
set player 1 chequerplay evaluation plies 0
set rng mersenne
set seed 5
set display off
set automatic game on
set cube use off
new match 1
play
"""
    path = tmp_path / "match.mat"
    gnubg(orders + f"export match mat {path}\n")
    rules = Rules(bundled.native("backgammon"), "backgammon", record_opener("native"))
    found = foreign.import_record(path, rules)
    assert not found.notes
    assert (
        record.replay(found.record, found.engine)[-1].is_terminal or found.record.is_over
    )  # gnubg may resign


@with_gnubg
@pytest.mark.parametrize(("seed", "most"), [(4, 1000), (1, 1000), (2, 40), (3, 1)])
def test_gnubg_reads_what_is_written(seed: int, most: int, tmp_path: Path) -> None:
    engine = bundled.native("backgammon")
    state, moves = engine.initial_state(seed), list[str]()
    for action in engine.playout(state, seed, most).actions:
        moves.append(state.action_to_string(action))
        state = state.apply(action)
    names = {"White": "Ann", "Black": "Bo"}
    played = record.Record("backgammon", seed=seed, moves=tuple(moves), names=names, date="2026-11-27")
    ours, theirs = tmp_path / "ours.mat", tmp_path / "theirs.mat"
    ours.write_text(foreign.export_record(played, engine, ".mat"))
    said = gnubg(f"import mat {ours}\nexport match mat {theirs}\n")
    assert "Unrecognised" not in said and "Illegal" not in said
    written = [
        [line.split() for line in path.read_text().splitlines() if line.strip()] for path in (ours, theirs)
    ]
    assert written[0] == written[1]
    assert read(theirs.read_text(), tmp_path).record.moves


def test_moves_that_are_written_the_same_and_do_the_same_are_no_riddle() -> None:
    engine = bundled.reference("backgammon")
    men = {"p2": "White man", "p1": ["White man", "White man"], "p24": "Black man"}
    state = engine.state({"to_move": "White", "pieces": men, "fields": {"die1": 6, "die2": 5}})
    action = state.action_from_string("2/off 1/off")
    assert mat.text_of(state, action) == "65: 2/0 1/0"
    assert state.apply(action).position()["pieces"].keys() == {"p1", "p24"}
