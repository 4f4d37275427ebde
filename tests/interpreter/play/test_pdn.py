"""Files of draughts (PDN), for games whose heading says how squares are counted."""

from pathlib import Path

import bundled
import pytest

from interpreter.commands.start_position import record_opener
from interpreter.engines.errors import RecordError
from interpreter.play.files import foreign
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.record import Record
from interpreter.positions.documents import written

pytestmark = pytest.mark.thorough


def read(name: str, text: str, folder: Path) -> Imported:
    path = folder / "game.pdn"
    path.write_text(text)
    return foreign.import_record(path, Rules(bundled.reference(name), name, record_opener("reference")))


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("international_draughts", "1. 32-28 19-23 2. 28x19 14x23 *", ["d4-e5", "g7-f6", "e5xg7", "h8xf6"]),
        ("international_draughts", "1. 32- 28 {x} 19-23! 2. 28:19 *", ["d4-e5", "g7-f6", "e5xg7"]),
        ("english_draughts", '[GameType "21,B"]\n\n1. 11-15 23-18 2. 08-11 *', ["c3-d4", "d6-e5", "b2-c3"]),
        ("russian_draughts", "1. c3-d4 d6-c5 2. b2-c3 *", ["c3-d4", "d6-c5", "b2-c3"]),
    ],
)
def test_moves_are_read_by_the_squares_where_they_begin_and_end(
    name: str, text: str, moves: list[str], tmp_path: Path
) -> None:
    assert list(read(name, text, tmp_path).record.moves) == moves


def test_results_have_the_player_first_who_begins(tmp_path: Path) -> None:
    found = read(
        "english_draughts", '[White "A"]\n[Black "B"]\n[Result "2-0"]\n\n1. 11-15 2-0', tmp_path
    ).record
    assert found.names == {"Black": "B", "White": "A"}
    assert found.result == {"Black": "1", "White": "-1"}


def test_squares_between_tell_captures_apart(tmp_path: Path) -> None:
    start = '[FEN "W:WK36:B8,11,12,22."]\n\n1. %s *'
    with pytest.raises(
        RecordError, match=r"move 1, `36x16`, fits several legal moves: a3xe7xc9xa7, a3xf8xd10xa7"
    ):
        read("international_draughts", start % "36x16", tmp_path)
    found = read("international_draughts", start % "36x18x7x16", tmp_path)
    assert found.record.moves == ("a3xe7xc9xa7",)
    assert "1. 36x18x7x16 *" in foreign.export_record(found.record, found.engine, ".pdn")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[GameType "21"]\n\n1. 11-15 *',
            "says, and not of International draughts: read it with `gdl play english_draughts",
        ),
        ('[GameType "99"]\n\n1. 32-28 *', 'give the rules the heading `pdn "99 ..."`'),
        ("1. 32-22 *", "move 1, `32-22`, is no legal move there"),
        ("1. 32-51 *", "move 1, `32-51`, is no legal move there"),
        ('[FEN "?:W32:B19"]\n\n1. 32-28 *', "begins with who is to move, W or B, and a colon"),
        ('[FEN "W:W32,99:B19"]\n\n1. 32-28 *', "there is no square `99` on the board"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as told:
        read("international_draughts", text, tmp_path)
    assert said in str(told.value)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["english_draughts", "international_draughts", "russian_draughts"])
def test_games_are_read_as_they_are_written(name: str, seed: int, tmp_path: Path) -> None:
    engine = bundled.reference(name)
    playout = engine.playout(engine.initial_state(0), seed, 70)
    states = [engine.initial_state(0)]
    for action in playout.actions:
        states.append(states[-1].apply(action))
    half = len(playout.actions) // 2
    for begin in (0, half):
        moves = [s.action_to_string(a) for s, a in zip(states[begin:], playout.actions[begin:], strict=False)]
        position = written(engine.state(states[begin].position()).position()) if begin else ""
        record = Record(name, moves=tuple(moves), position=position)
        try:
            text = foreign.export_record(record, engine, ".pdn")
        except RecordError as error:
            assert "begins from a position of its own" in str(error) and begin
            continue
        assert read(name, text, tmp_path).record.moves == tuple(moves)
