"""Positions as FEN, in games whose rules say so. The texts of chess are those of its literature, and of other programs."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import bundled
import pytest
from tables import client, opened

import gdl
from interpreter import cli
from interpreter.commands.start_position import record_opener
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError, RecordError
from interpreter.play.files import foreign
from interpreter.play.files.importing import Rules
from interpreter.play.session import Session
from interpreter.positions.documents import read_state
from interpreter.positions.fen import fen_of, line_of, read_fen
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
@sentence(
    "A FEN that contradicts a [claim](claims.md) of the rules about all positions, such as one without a king, is refused."
)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
            "has 3 parts, and Chess needs 6: the pieces",
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
            "`k` of `castles` means h8, where no Black rook stands",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1", "z9"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - many 1",
            "`quiet` is a whole number, not `many`",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more", "has 7 parts, and Chess needs 6"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1", "`[Q]` is in hand in this FEN"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q w KQkq - 0 1", "brackets stand once"),
        (f"{START}\n{KIWIPETE}", "these are 2 positions, one on a line, and one is read"),
        ("4k3/8/8/8/3pN3/8/8/4K3 b - e3 0 1", "“a pawn has just passed” does not hold"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "“each has one king” does not hold"),
        ("3kk3/8/8/8/8/8/8/4K3 w - - 0 1", "“each has one king” does not hold"),
        ("4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "“who may castle is at home” does not hold"),
    ],
)
def test_a_text_that_is_wrong_says_why(text: str, said: str) -> None:
    with pytest.raises(PositionError) as found:
        chess(text)
    assert said in str(found.value)


def test_what_has_no_place_in_it_is_never_left_out(make: Callable[[str], Engine]) -> None:
    setup = "  place man of A on a1\n"
    more = "  place man of A in hand(A)\n  moved(piece(a1)) := true\n  mood := wild\n"
    pockets = make(GAME.replace(setup, setup + more)).initial_state()
    with pytest.raises(PositionError, match="FEN has no place for pools, `mood` of this position; YAML has"):
        fen_of(pockets)
    for name, said in (("dark_chess", "hides something"), ("hex", "its rules do not say `fen`")):
        with pytest.raises(PositionError, match=said):
            fen_of(bundled.native(name).initial_state())
        with pytest.raises(PositionError):
            read_fen(bundled.native(name), START)


@sentence("Fields with letters in common stand in one part")
@sentence("the last of which is written where none of them stands there already.")
def test_two_fields_stand_in_one_part() -> None:
    engine = bundled.native("seirawan")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HhEe] w KQBCDFGkqbcdfg - 0 1"
    assert fen_of(engine.initial_state()) == start
    assert len(read_fen(engine, start).legal_actions()) == 28
    still = (
        "4k3/8/8/8/8/8/8/R3K2R[E] w {} - 0 1"  # rooks and a king that have not moved, and may castle or not
    )
    for part, count in (("KQ", 54), ("AEH", 48), ("-", 24)):
        state = read_fen(engine, still.format(part))
        assert len(state.legal_actions()) == count
        assert fen_of(state) == still.format(part)
    with pytest.raises(PositionError, match="`B` of `fresh` means b1, where no White knight stands"):
        read_fen(engine, still.format("B"))


@sentence("[in the forms that other programs write](../terminal.md#files-of-other-programs),")
def test_the_set_up_needs_no_brackets() -> None:
    for name in ("crazyhouse", "seirawan"):
        engine = bundled.native(name)
        assert read_fen(engine, START).position()["pools"] == engine.initial_state().position()["pools"]
        with pytest.raises(PositionError, match="does not say what is in hand"):
            read_fen(engine, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")


@sentence("[in the forms that other programs write](../terminal.md#files-of-other-programs),")
@pytest.mark.parametrize(
    ("end", "count", "written"),
    [
        ("- - 0 0", 6, "- - 0 1"),
        ("- -", 6, "- - 0 1"),
        ('- - bm e4; id "own";', 6, "- - 0 1"),
        ("- - 3 7 ;D1 6 ;D2 30", 6, "- - 3 7"),
        ("- - 120 90", 0, "- - 100 90"),
    ],
)
def test_what_other_programs_write_is_read(end: str, count: int, written: str) -> None:
    state = chess(f"4k3/8/8/8/8/8/4P3/4K3 w {end}")
    assert len(state.legal_actions()) == count
    assert fen_of(state).endswith(f" w {written}")


@sentence(
    "A pool of players is written in brackets behind the ranks, and a `sign` behind pieces on whose sites a truth holds."
)
def test_what_is_in_hand_and_what_was_promoted() -> None:
    engine = bundled.native("crazyhouse")
    text = "rnb~qkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR[QPpp] w KQkq - 0 1"
    assert fen_of(read_state(engine, text)) == text
    older = text.replace("[QPpp]", "/ppPQ")
    assert fen_of(read_state(engine, older)) == text
    assert engine.perft(read_state(engine, "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"), 2) == 3083
    with pytest.raises(PositionError, match=r"write it in brackets behind the board, `\[\]` for nothing"):
        read_state(engine, text.replace("[QPpp]", ""))


@sentence(
    "A number of players is what each has left to its greatest value, `3+1`; what they have is read as well, `+0+2`."
)
def test_how_often_each_has_given_check() -> None:
    engine = bundled.native("three_check")
    text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+1 0 1"
    for read in (text, text.replace("3+1 0 1", "0 1 +0+2")):
        state = read_state(engine, read)
        assert state.position()["fields"]["checks"] == {"Black": 2}
        assert fen_of(state) == text


@sentence("[in the forms that other programs write](../terminal.md#files-of-other-programs),")
@pytest.mark.parametrize("castling", ["KQkq", "HAha", "AHah"])
def test_castling_is_read_as_all_programs_write_it(castling: str) -> None:
    text = f"rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w {castling} - 0 1"
    assert " AHah " in fen_of(read_state(bundled.native("chess960"), text))
    classical = f"r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1"
    assert " KQkq " in fen_of(read_state(bundled.native("chess"), classical))


@sentence(
    "A position that is over is judged as in play: an end that holds for the player who was to act before ends it."
)
def test_a_position_that_is_over_is_over(kind: str) -> None:
    engine = bundled.engine("racing_kings", kind)
    home = read_state(engine, "4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1")
    assert home.returns == [1.0, -1.0]
    again = read_state(engine, "to_move: White\npieces: {a8: Black king, c3: White king}")
    assert again.returns == [-1.0, 1.0]
    assert not read_state(engine, "pieces: {h7: White king, a7: Black king}").is_terminal


def test_a_game_that_begins_elsewhere_has_its_position_in_pgn(tmp_path: Path) -> None:
    engine = bundled.native("chess")
    path = tmp_path / "a.pgn"
    path.write_text(f'[SetUp "1"]\n[FEN "{KIWIPETE.replace(" w ", " b ")}"]\n\n1... O-O 2. O-O-O *\n')
    record = foreign.import_record(path, Rules(engine, "chess", record_opener("native"))).record
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
        foreign.import_record(path, Rules(bundled.native("chess"), "chess", record_opener("native")))


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
field sunk of site: bool
pool hand of player
pool bag of player
move step by man
  line any: empty
turn: step
notation san
  fen moved: a1 "Q", c1 "K"
  fen quiet
setup
  place man of A on a1
end draw when quiet = 9 and mood = wild and moved(piece(a1)) and sunk(a1) and no hand(A) and no bag(B)
"""


@sentence(
    "FEN fits two players on a board of squares with one piece each at most, whose kinds have different letters."
)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fen quiet", "fen quite", "there is no field `quite`"),
        ("fen quiet", 'fen quiet "~"', "a sign behind pieces tells a truth of their sites"),
        ("fen quiet", 'fen sunk "x"', "what stands behind a piece in FEN is one sign, such as `~`"),
        ("fen quiet", 'fen hand "~"', "a pool is written in brackets, without signs"),
        ("fen quiet", "fen hand\n  fen bag", "FEN writes one pool, and `hand` is written already"),
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


# ---- SFEN


@sentence('A letter may have a `+` before it: `dragon "+R"`.')
@sentence(
    "Where a pool is all that a position tells beside its pieces, SFEN is read as well, and written where the rules have the heading"
)
@pytest.mark.games
@pytest.mark.parametrize(
    ("sfen", "count"),
    [
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 30),
        ("8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124", 178),
    ],
)
def test_sfen_is_read_and_written_where_a_pool_is_all_that_fen_tells(sfen: str, count: int) -> None:
    engine = bundled.reference("shogi")
    state = read_state(engine, sfen)
    assert len(state.legal_actions()) == count
    assert line_of(state) == sfen
    assert read_state(engine, f"sfen {sfen}") == read_state(engine, fen_of(state)) == state


@sentence("Without fields, `- - 0` stands for them.")
@pytest.mark.games
@pytest.mark.parametrize("rest", ["w - - 0 9", "r - - 7 9", "w - -", "w", "w 9"])
def test_a_game_without_fields_has_signs_for_none(rest: str) -> None:
    engine = bundled.reference("xiangqi")
    state = read_state(engine, f"2bakab1r/9/1c4nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/1RBAKABNR {rest}")
    assert len(state.legal_actions()) == 32
    assert fen_of(state).partition(" ")[2] in ("w - - 0 9", "w - - 0 1")
