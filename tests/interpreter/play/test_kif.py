"""Files of shogi programs (KIF), for games whose heading names their kinds as these do."""

from pathlib import Path

import bundled
import pytest

from interpreter.commands.start_position import record_opener
from interpreter.engines.errors import RecordError
from interpreter.play import record
from interpreter.play.files import foreign
from interpreter.play.files.importing import Imported, Rules
from interpreter.play.moves import read_move
from interpreter.play.record import Record

pytestmark = pytest.mark.thorough

GAME = """# a comment
手合割：平手
先手：太郎
後手：花子
開始日時：2024/01/15
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:15/00:00:15)
*what was said
   2 ３四歩(33)
   3 ２二角成(88)+  ( 0:12/00:00:27)
   4 同　銀(31)
   5 ４五角打
   6 投了
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
"""


def read(data: bytes, folder: Path) -> Imported:
    path = folder / "game.kif"
    path.write_bytes(data)
    return foreign.import_record(path, Rules(bundled.native("shogi"), "shogi", record_opener("native")))


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "cp932"])
def test_the_main_line_is_read_in_any_charset(charset: str, tmp_path: Path) -> None:
    found = read(GAME.encode(charset), tmp_path).record
    assert len(found.moves) == 5
    assert found.names == {"Black": "太郎", "White": "花子"}
    assert found.result == {"Black": "1", "White": "-1"}
    assert found.date == "2024-01-15"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("   1 ７六歩(78)", "move 1, `７六歩(78)`, is no legal move there"),
        ("   1 ７六銀(77)", "move 1, `７六銀(77)`, is no legal move there"),
        ("   1 ７六歩成(77)", "move 1, `７六歩成(77)`, is no legal move there"),
        ("   2 ７六歩(77)", "line 1: this is move 2, and number 1 is missing"),
        ("   1 ７六歩打(77)", "move 1, `７六歩打(77)`, is no legal move there"),
        ("▲７六歩 △３四歩", "line 1: `▲７六歩 △３四歩` is no move"),
        ("   1 nonsense", "line 1: `nonsense` is no move"),
        ("手合割：百枚落ち", "line 1: there is no handicap `百枚落ち`"),
        ("後手の持駒：なし", "the board that is drawn has not 9 rows of 9 squares"),
    ],
)
def test_what_cannot_be_read_is_told(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as told:
        read(line.encode(), tmp_path)
    assert said in str(told.value)


DRAWN = """手合割：その他
後手の持駒：飛　角　金四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・v全 ・ ・ ・ ・|八
| 玉 ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　銀
"""


def test_a_handicap_takes_pieces_away_and_the_other_player_begins(tmp_path: Path) -> None:
    text = "手合割：二枚落ち\n上手：名人\n下手：太郎\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n"
    found = read(text.encode(), tmp_path)
    assert found.record.moves == ("g7-g6", "c3-c4")
    assert found.record.names == {"White": "名人", "Black": "太郎"}
    assert found.record.result == {"Black": "1", "White": "-1"}
    pieces = record.beginning(found.record, found.engine).position()["pieces"]
    assert len(pieces) == 38
    assert not {"b8", "h8"} & pieces.keys()


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("投了", {"Black": "1", "White": "-1"}),
        ("千日手", {"Black": "0", "White": "0"}),
        ("中断", {}),
        ("封じ手", {}),
    ],
)
def test_a_word_in_place_of_a_move_says_how_the_game_ended(
    word: str, result: dict[str, str], tmp_path: Path
) -> None:
    found = read(GAME.replace("投了", word).encode(), tmp_path).record
    assert (len(found.moves), found.result) == (5, result)


def test_a_board_that_is_drawn_is_read_and_written(tmp_path: Path) -> None:
    found = read((DRAWN + "   1 ５二金打\n").encode(), tmp_path)
    assert found.record.moves == ("gold*e8",)
    begun = record.beginning(found.record, found.engine).position()
    assert begun["pieces"]["e2"] == "White promoted_silver"
    assert begun["pools"]["hand"]["White"].count("pawn") == 18
    text = foreign.export_record(found.record, found.engine, ".kif")
    assert text.startswith(DRAWN.partition("\n")[2])
    assert read(text.encode(), tmp_path).record.position == found.record.position
    second = read((DRAWN + "後手番\n   1 ５九成銀(58)\n").encode(), tmp_path)
    assert second.record.moves == ("e2-e1",)


@pytest.mark.parametrize("seed", range(3))
def test_games_are_read_as_they_are_written(seed: int, tmp_path: Path) -> None:
    engine = bundled.native("shogi")
    playout = engine.playout(engine.initial_state(0), seed, 120)
    state, moves = engine.initial_state(0), list[str]()
    for action in playout.actions:
        moves.append(state.action_to_string(action))
        state = state.apply(action)
    played = Record(
        "shogi", moves=tuple(moves), result={} if state.is_terminal else {"Black": "-1", "White": "1"}
    )
    text = foreign.export_record(played, engine, ".kif")
    found = read(text.encode(), tmp_path).record
    assert found.moves == tuple(moves)
    assert found.result == played.result


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("8h2b+", "b2xh8+"), ("8h2b=", "b2xh8"), ("b2h8=", "b2xh8"), ("8h2b", "b2xh8"), ("b2xh8=", "b2xh8")],
)
def test_moves_may_be_typed_as_programs_of_shogi_write_them(typed: str, meant: str) -> None:
    state = bundled.reference("shogi").initial_state(0)
    for move in ("c3-c4", "g7-g6"):
        state = state.apply(state.action_from_string(move))
    assert [move.text for move in read_move(state, typed)] == [meant]
