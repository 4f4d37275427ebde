"""Moves and files of xiangqi (WXF), for games whose heading names their kinds as these do."""

from pathlib import Path

import bundled
import pytest

from interpreter.commands.start_position import record_opener
from interpreter.engines.errors import RecordError
from interpreter.play.files import foreign
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.record import Record

pytestmark = pytest.mark.thorough

MOVES = ("b3-e3", "h10-g8", "b1-c3")
FILE = """FORMAT  WXF
RED     A;Shanghai
BLACK   B
DATE    1990-01-01
RESULT  0-1

START{
%s
}END
"""


def read(text: str, folder: Path, ending: str = "wxf") -> Imported:
    path = folder / f"game.{ending}"
    path.write_text(text, "utf-8")
    return foreign.import_record(
        path, Rules(bundled.reference("xiangqi"), "xiangqi", record_opener("reference"))
    )


@pytest.mark.parametrize(
    "moves",
    [
        "1. C8.5 H8+7 2. h8+7",
        "1. 炮八平五 马８进７ 2. 傌八進七",
        "1. B2-E2 H9-G7 2. b0c2",
    ],
)
def test_moves_are_read_as_players_and_sites_write_them(moves: str, tmp_path: Path) -> None:
    found = read(FILE % moves, tmp_path).record
    assert found.moves == MOVES
    assert found.names == {"Red": "A", "Black": "B"}
    assert found.result == {"Red": "-1", "Black": "1"}


def test_of_two_on_a_file_the_place_tells_which(tmp_path: Path) -> None:
    fen = "FEN     4k4/9/4R4/9/9/9/4R4/9/9/3K5 w - - 0 1\n"
    start = FILE.replace("\nSTART", fen + "\nSTART")
    for move, played in (("R+.6", "e8-d8"), ("后车平六", "e4-d4"), ("+R.4", "e8-f8"), ("前俥平四", "e8-f8")):
        found = read(start % f"1. {move}", tmp_path).record
        assert found.moves == (played,)
        text = foreign.export_record(found, bundled.reference("xiangqi"), ".wxf")
        assert f"1. R{'+' if played[1] == '8' else '-'}." in text
    with pytest.raises(RecordError, match=r"move 1, `R5\.6`, fits several legal moves"):
        read(start % "1. R5.6", tmp_path)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"move 1, `C8\+9`, is no legal move there"):
        read(FILE % "1. C8+9", tmp_path)
    with pytest.raises(RecordError, match="it holds no moves"):
        read("RED A", tmp_path)


def test_sheets_of_other_games_are_refused(tmp_path: Path) -> None:
    assert read('[Game "Chinese Chess"]\n\n1. 炮八平五 *', tmp_path, "pgn").record.moves == MOVES[:1]
    with pytest.raises(RecordError, match="read it with `gdl play atomic"):
        read('[Variant "Atomic"]\n\n1. e4 *', tmp_path, "pgn")


def test_who_has_red_is_the_player_who_begins(tmp_path: Path) -> None:
    found = read(
        '[Game "Chinese Chess"]\n[Red "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. C2=5 H8+7 1-0',
        tmp_path,
        "pgn",
    )
    assert found.record.names == {"Red": "Ann", "Black": "Bob"}
    assert found.record.result == {"Red": "1", "Black": "-1"}


def test_games_are_read_as_they_are_written(tmp_path: Path) -> None:
    record = Record("xiangqi", moves=MOVES)
    for ending in (".wxf", ".pgn"):
        text = foreign.export_record(record, bundled.reference("xiangqi"), ending)
        assert "C8.5 H8+7" in text
        assert read(text, tmp_path, ending[1:]).record.moves == MOVES
