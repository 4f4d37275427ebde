"""Positions as FEN, in games whose rules say so. The texts of chess are those of its literature, and of other programs."""

from pathlib import Path
from random import Random

import bundled
import pytest
from tables import client, opened

import gdl
from interpreter import cli
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play import foreign
from interpreter.play.session import Session
from interpreter.positions.documents import read_state
from interpreter.positions.fen import fen_of, position_of
from language.sentences import sentence

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KNOWN = [  # with the number of legal moves: the tests of move generators that all engines share
    (START, 20),
    (KIWIPETE, 48),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", 31),
]


def chess(text: str) -> State:
    return read_state(bundled.native("chess"), text)


@sentence("ranks from the top, the player who acts, fields, and the number of the move")
@pytest.mark.parametrize(("text", "count"), KNOWN[:5])
def test_a_known_position_is_read_and_written(text: str, count: int) -> None:
    state = chess(text)
    assert len(state.legal_actions()) == count
    assert fen_of(state) == text


def test_a_pawn_that_has_passed_may_be_taken() -> None:
    text, count = KNOWN[5]
    state = chess(text)
    assert len(state.legal_actions()) == count
    assert "e5xd6" in [state.action_to_string(a) for a in state.legal_actions()]
    assert fen_of(state) == text


@sentence("A number, a truth or a site of the game is written as it is, and `-` is none.")
def test_the_opening_is_written_as_others_write_it() -> None:
    state = chess(START)
    found = []
    for move in ("e2-e4", "c7-c5", "g1-f3"):
        state = state.apply(state.action_from_string(move))
        found.append(fen_of(state))
    assert found == [  # PGN specification, 16.1.4
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ]


@pytest.mark.parametrize(
    "name", ["chess", "capablanca", "capablanca_random", "chess960", "janus", "grand_chess", "breakthrough"]
)
def test_what_is_written_is_read_as_the_same(name: str) -> None:
    engine, random = bundled.native(name), Random(5)
    state = engine.initial_state(3)
    for _ in range(12):
        read = read_state(engine, fen_of(state))
        assert read.legal_actions() == state.legal_actions()
        assert fen_of(read) == fen_of(state)
        if state.is_terminal:
            break
        state = state.apply(random.choice(state.legal_actions()))


@sentence("or without letters their files, as capitals for the first player")
def test_castling_is_written_by_files_where_rooks_begin_anywhere() -> None:
    engine = bundled.native("chess960", {"start": 0})
    assert fen_of(engine.initial_state()) == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w FHfh - 0 1"
    text = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w Hf - 0 1"
    assert fen_of(read_state(engine, text)) == text


@sentence(
    "A position of which FEN would lose a part, such as a pool, is refused with what would be lost; counts of repetition are not in it."
)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
            "has 5 parts, and Chess needs 6: the pieces",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "has 7 ranks, and the board 8"),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "`ppppppppp` has 9 squares, and the board 8",
        ),
        ("rnbqkbnr/ppp9pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "has 16 squares"),
        (
            "xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "no piece has the letter `x`: there are K, k",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "`w` or `b`, not `x`"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KX - 0 1",
            "`X` says nothing of `castles`: there are K, Q, k, q",
        ),
        (
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w k - 0 1",
            "`k` in `k` means h8, where no piece stands",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1", "z9"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - many 1",
            "`quiet` is a whole number, not `many`",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 101 1", "101"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "the number of the move is 1 at least"),
    ],
)
def test_a_text_that_is_wrong_says_why(text: str, said: str) -> None:
    with pytest.raises(PositionError) as found:
        chess(text)
    assert said in str(found.value)


def test_what_has_no_place_in_it_is_never_left_out() -> None:
    pockets = bundled.native("crazyhouse").initial_state()
    for move in ("e2-e4", "d7-d5", "e4xd5"):
        pockets = pockets.apply(pockets.action_from_string(move))
    with pytest.raises(PositionError, match="FEN has no place for pools of this position; YAML has"):
        fen_of(pockets)
    for name, said in (("dark_chess", "hides something"), ("hex", "its rules do not say `fen`")):
        with pytest.raises(PositionError, match=said):
            fen_of(bundled.native(name).initial_state())
        with pytest.raises(PositionError):
            position_of(bundled.native(name).initial_state(), START)


def test_a_game_that_begins_elsewhere_has_its_position_in_pgn(tmp_path: Path) -> None:
    engine = bundled.native("chess")
    path = tmp_path / "a.pgn"
    path.write_text(f'[SetUp "1"]\n[FEN "{KIWIPETE.replace(" w ", " b ")}"]\n\n1... O-O 2. O-O-O *\n')
    record = foreign.import_record(path, engine, "chess")
    assert record.moves == ("O-O", "O-O-O")
    text = foreign.export_record(record, engine, ".pgn")
    assert f'[FEN "{KIWIPETE.replace(" w ", " b ")}"]' in text
    assert "1... O-O 2. O-O-O *" in text


def test_a_set_up_by_chance_is_in_pgn_too() -> None:
    engine = bundled.native("chess960")
    session = Session(engine, "chess960", 7, (None, None))
    text = foreign.export_record(session.record(), engine, ".pgn")
    assert f'[FEN "{fen_of(engine.initial_state(7))}"]' in text


def test_a_position_that_pgn_cannot_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[FEN "8/8/8 w - - 0 1"]\n\n1. e4 *\n')
    with pytest.raises(RecordError, match=r"cannot be read \(FEN\): this FEN has 3 ranks"):
        foreign.import_record(path, bundled.native("chess"), "chess")


@sentence("and written by `gdl show GAME --fen` and the browser, except where a game hides something")
def test_the_command_line_writes_and_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kiwipete.fen"
    path.write_text(KIWIPETE + "\n")

    def said(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        seen = capsys.readouterr()
        return f"{ended.value.code} {seen.out}{seen.err}"

    assert said("show", "chess", "--fen") == f"0 {START}\n"
    assert said("show", "chess", "--fen", "--position", str(path)) == f"0 {KIWIPETE}\n"
    assert len(said("moves", "chess", "--position", str(path)).splitlines()) == 48
    refused = said("show", "hex", "--fen")
    assert refused.startswith("2 ")
    assert "do not say `fen`" in refused


def test_the_browser_gives_and_takes_it() -> None:
    with client() as web:
        table = opened(web, "chess")
        token = table["tokens"]["White"]
        assert web.get(f"/api/record/{token}?format=fen").text == START + "\n"
        shown = web.post("/api/position", json={"game": "chess", "position": KIWIPETE}).json()
        assert shown["error"] == ""
        assert "White king castles" not in shown["text"]
        assert "e1: White king" in shown["text"]


# ---- what the checker says

GAME = """game "Fen"
players A, B
board square 3 x 3
kinds man, king
field quiet of game: 0..9
field mood of game: calm, wild
field moved of piece: bool
move step by man
  line any: empty
turn: step
notation san
  fen moved: a1 "Q", c1 "K"
  fen quiet
setup
  place man of A on a1
end draw when quiet = 9 and mood = wild and moved(piece(a1))
"""


@sentence(
    "FEN fits two players on a board of squares with one piece each at most, whose kinds have different letters."
)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fen quiet", "fen quite", "there is no field `quite`"),
        ("fen quiet", "fen mood", "FEN cannot write `mood`: it writes a truth of pieces or sites"),
        ("fen quiet", "fen moved", "`moved` is written twice"),
        ("fen quiet", 'fen quiet: a1 "Q"', "`quiet` has no sites, so it needs no letters"),
        ('c1 "K"', 'd9 "K"', "there is no site `d9`"),
        ('c1 "K"', 'c1 "KK"', "FEN writes a truth of a site as one letter"),
        ('c1 "K"', 'c1 "Q"', 'two sites are written "Q"'),
        ("man, king", "man, monk", 'FEN writes `man` and `monk` both as "M"'),
        ("players A, B", "players A, B, C", "FEN tells two players apart"),
        ("board square 3 x 3", "board hex side 3", "FEN writes ranks of squares"),
    ],
)
def test_a_line_that_makes_no_sense_is_reported(old: str, new: str, said: str) -> None:
    from gdl.loader import examine_source
    from gdl.source import Source

    assert not [d for d in examine_source(Source("a.gdl", GAME))[1] if d.is_error]
    found = examine_source(Source("a.gdl", GAME.replace(old, new)))[1]
    assert said in next(d for d in found if d.is_error).message


@sentence("Each field has a line of its own, in their order; `fen` alone writes none.")
def test_a_game_without_fen_says_nothing_of_it() -> None:
    assert gdl.load("go").style is not None
    assert gdl.load("go").style.fen is None  # type: ignore[union-attr]
    breakthrough = gdl.load("breakthrough").style
    assert breakthrough is not None
    assert breakthrough.fen == ()
