"""Moves as people write them, and files of other programs: PGN and SGF."""

from collections.abc import Collection
from pathlib import Path

import bundled
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import Page, client, opened

import gdl
import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.commands.start_position import record_opener
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError
from interpreter.play.files import foreign
from interpreter.play.files.importing import Rules
from interpreter.play.moves import read_move
from interpreter.play.record import replay
from interpreter.play.session import Session
from interpreter.play.styles import pgn, sgf
from interpreter.play.styles.notation import meant, text_of, texts
from language.sentences import sentence

pytestmark = pytest.mark.thorough

# The Opera game, Paris 1858: a game of public record.
OPERA = [
    "e4",
    "e5",
    "Nf3",
    "d6",
    "d4",
    "Bg4",
    "dxe5",
    "Bxf3",
    "Qxf3",
    "dxe5",
    "Bc4",
    "Nf6",
    "Qb3",
    "Qe7",
    "Nc3",
    "c6",
    "Bg5",
    "b5",
    "Nxb5",
    "cxb5",
    "Bxb5+",
    "Nbd7",
    "O-O-O",
    "Rd8",
    "Rxd7",
    "Rxd7",
    "Rd1",
    "Qe6",
    "Bxd7+",
    "Nxd7",
    "Qb8+",
    "Nxb8",
    "Rd8#",
]


def played(state: State, moves: list[str]) -> State:
    for move in moves:
        (action,) = meant(state, move)
        assert text_of(state, action).rstrip("#") == move.rstrip("#")
        state = state.apply(action)
    return state


@sentence("A move that wins ends in `#`.")
def test_a_famous_game_is_written_as_chess_players_write_it() -> None:
    state = played(bundled.reference("chess").initial_state(), OPERA)
    assert state.returns == [1.0, -1.0]


OWN = """game "Own"
players Red, Blue
board square 3 x 3
kinds man
setup
  place man of Red on a1
  place man of Blue on {a2, b3}
move go
  line any up to 1: any
  where to is not own
move hop
  line any: enemy, empty
  again must up to 3
move fly
  leap 2, 1: any
  notation "fly {from}{to}"
action put
  choose s in sites where s is empty
  do place man of mover on s
turn: go or hop or fly or put
limit 20 moves: draw
notation san
"""


@sentence(
    "What is put on an empty site by its kind is `N@f3` in `san`; `@e4` is read for a kind without a letter, and `Nf3/E` for a move that chooses a kind."
)
def test_what_is_put_on_a_site_is_written_by_its_kind() -> None:
    state = bundled.reference("crazyhouse").initial_state()
    for move in ("e4", "d5", "exd5", "Qxd5"):
        state = state.apply(*meant(state, move))
    for typed in ("P@e4", "@e4"):
        assert [text_of(state, a) for a in meant(state, typed)] == ["P@e4"]


@sentence(
    "An action of several steps, an action that is no move, and one with a `notation` of its own are written as the program "
    "writes them."
)
def test_what_the_style_does_not_concern() -> None:
    game, found = examine_source(Source("own.gdl", OWN))
    assert game is not None, found
    state = interpreter.engine(game, "reference").initial_state()
    written = {state.action_to_string(a): t for a, t in texts(state).items()}
    assert written["a1-b1"] == "Mb1"
    for own in ("fly a1b3", "b1", "a1-a3-c3-a3"):
        assert written[own] == own


@pytest.mark.parametrize(
    ("pieces", "written"),
    [
        ({"a1": "White rook", "h1": "White rook"}, {"a1-d1": "Rad1", "h1-d1": "Rhd1", "a1-a2": "Ra2"}),
        ({"a1": "White rook", "a7": "White rook"}, {"a1-a4": "R1a4", "a7-a4": "R7a4"}),
        (
            {"b1": "White queen", "b5": "White queen", "f1": "White queen"},
            {"b1-d3": "Qb1d3", "b5-d3": "Q5d3", "f1-d3": "Qfd3"},
        ),
        ({"c7": "White pawn", "d8": "Black rook"}, {"c7-c8 queen": "c8=Q", "c7xd8 knight": "cxd8=N"}),
    ],
)
def test_as_much_of_a_start_is_written_as_is_needed(pieces: dict[str, str], written: dict[str, str]) -> None:
    kings = {"e3": "White king", "h8": "Black king"}
    state = bundled.reference("chess").state({"to_move": "White", "pieces": {**pieces, **kings}})
    found = {state.action_to_string(a): t for a, t in texts(state).items()}
    assert written.items() <= found.items()
    for plain, text in written.items():
        assert [m.text for m in read_move(state, text)] == [plain]


@sentence("with more of the start than is needed, and with `+`, `!` or `?` behind")
@pytest.mark.parametrize("typed", ["Ng1f3", "Ngf3", "Nf3!?", "Nf3+", "N1f3"])
def test_more_than_is_needed_may_be_typed(typed: str) -> None:
    state = bundled.reference("chess").initial_state()
    assert [m.text for m in read_move(state, typed)] == ["g1-f3"]


GAME = """game "Slides"
players Red, Blue
board square 4 x 4
kinds stone, tower
setup
  place stone of Red on {a1, d1}
  place tower of Blue on {a4, d4}
move go
  line orthogonal: empty*, empty or enemy
turn: go
end mover wins when no enemy pieces
notation STYLE
"""


def slides(style: str) -> Engine:
    game, found = examine_source(
        Source("slides.gdl", GAME.replace("STYLE", style).replace("empty or enemy", "empty | enemy"))
    )
    assert game is not None, found
    return interpreter.engine(game, "reference")


@pytest.mark.parametrize(
    ("style", "wanted"),
    [
        ("coordinates", {"a1a2", "a1b1", "a1a4", "d1d4"}),
        ('"{piece} {from}{x}>{to}"', {"S a1>a2", "S a1>b1", "S a1x>a4", "S d1x>d4"}),
        ('san: stone "T", tower "W"', {"Tab1", "Tdb1", "Ta2", "Txa4"}),
        ("plain", {"a1-a2", "a1xa4"}),
    ],
)
def test_other_styles(style: str, wanted: set[str]) -> None:
    state = slides(style).initial_state()
    assert wanted <= set(texts(state).values())


@pytest.mark.parametrize("name", ["chess", "nightriders", "go", "gomoku"])
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32), stop=st.integers(0, 60))
def test_every_move_is_read_as_it_is_written(name: str, seed: int, stop: int) -> None:
    engine = bundled.native(name)
    state = engine.playout(engine.initial_state(), seed, stop).state
    found = texts(state)
    assert len(set(found.values())) == len(found)
    for action, text in found.items():
        assert [m.action for m in read_move(state, text)] == [action]


# ---- files


def rules(engine: Engine, name: str, fixed: Collection[str] = ()) -> Rules:
    return Rules(engine, name, record_opener("reference"), fixed)


def session(name: str, moves: list[str], options: dict[str, object] | None = None) -> Session:
    made = Session(
        bundled.reference(name, options), name, 0, [None, None], {"White": 'A "B"', "Black": "C\\D]"}
    )
    for move in moves:
        made.play(made.state.action_from_string(move))
    return made


def through(made: Session, suffix: str, folder: Path) -> str:
    """The text of a file, from which the same game is read."""
    path = folder / f"game{suffix}"
    foreign.write(path, foreign.export_record(made.record(), made.engine, suffix))
    again = foreign.import_record(path, rules(made.engine, made.name)).record
    assert again.moves == tuple(made.moves)
    assert again.names == made.names
    assert replay(again, made.engine)[-1] == made.state
    return path.read_text("utf-8")


@sentence(
    "Games of two players are saved for other programs, and read from "
    "[their files](../terminal.md#files-of-other-programs): `san` and `coordinates` in PGN, `sgf` in SGF."
)
def test_a_game_of_chess_goes_through_pgn(tmp_path: Path) -> None:
    made = session("chess", [])
    for move in OPERA:
        made.play(meant(made.state, move)[0])
    text = through(made, ".pgn", tmp_path)
    assert '[White "A \\"B\\""]' in text and '[Result "1-0"]' in text and '[Termination "checkmate"]' in text
    assert text.endswith("16. Qb8+ Nxb8 17. Rd8# 1-0\n")
    assert max(map(len, text.splitlines())) < 80


def test_a_game_of_go_goes_through_sgf(tmp_path: Path) -> None:
    made = session("go", ["c3", "g7", "pass", "a9"], {"size": 9})
    text = through(made, ".sgf", tmp_path)
    assert ";B[cg];W[gc];B[];W[aa]" in text and "SZ[9]" in text and "PB[C\\\\D\\]]" in text


@sentence("Games of two players are saved for other programs, and read from")
def test_what_other_programs_add_to_pgn_is_left_out() -> None:
    text = """[Event "x"]
% a line for programs
[White "W"]

1. e4 {best {by test} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 ; the rest
2... Nc6 1/2-1/2

[Event "another"]
1. d4 *
"""
    assert pgn.read(text).moves == ("e4", "e5", "Nf3", "Nc6")


def test_the_main_line_of_sgf_is_read() -> None:
    text = "(;FF[4]SZ[9]C[a \\] in it](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))"
    assert sgf.read(text, "BW").moves == (("B", "aa"), ("W", "bb"), ("B", "cc"))


@sentence("Games of two players are saved for other programs, and read from")
@pytest.mark.parametrize(
    ("name", "file", "text", "said"),
    [
        ("chess", "a.pgn", "1. e4 e5 2. Ke3", "move 3, `Ke3`, is no legal move there"),
        ("chess", "a.pgn", "1. e4 e5) *", "a variation ends that has not begun"),
        ("chess", "a.pgn", "", "neither tags nor moves"),
        (
            "chess",
            "a.pgn",
            '[FEN "8/8/8 w - - 0 1"]\n1. e4 *',
            "from a position that cannot be read",
        ),
        (
            "chess",
            "a.pgn",
            "1. Nf3 Nc6 2. Nc3 Nf6 3. Nd4 Nd5 4. Nb5 e6 5. N3 *",
            "fits several legal moves: c3-b5, d4-b5",
        ),
        ("chess", "a.sgf", "(;SZ[9])", "games of Chess are kept in files that end in .pgn"),
        ("zola", "a.pgn", "1. a1-a2", "Zola has no file format of other programs"),
        ("go", "a.sgf", "(;SZ[19];B[aa])", "has the size 19, and this one 9 x 9"),
        ("go", "a.sgf", "(;SZ[9];W[aa])", "move 1 is one of W, and it is not their turn"),
        ("go", "a.sgf", "(;SZ[9];B[zz])", "there is no point `zz`"),
        ("go", "a.sgf", "(;SZ[9]AB[zz];W[bb])", "the set-up: there is no point `zz` on a board of 9 x 9"),
        (
            "gomoku",
            "a.sgf",
            "(;GM[1]SZ[15];B[bb])",
            "says, and not of Gomoku: read it with `gdl play go --load FILE`",
        ),
        ("go", "a.sgf", "(;SZ[9];B[aa];AB[zz];W[bb])", "the set-up: there is no point `zz`"),
        ("go", "a.sgf", "(;SZ[9];B[aa", "does not end"),
        ("go", "a.sgf", "(;SZ[9];B[aa]", "it ends in the middle of a game"),
        ("go", "a.sgf", "nothing", "it holds no game"),
        ("go", "a.sgf", "(;[9])", "a value stands without a property"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, file: str, text: str, said: str
) -> None:
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(RecordError, match=said.replace("(", "\\(")):
        engine = bundled.reference(name, {"size": 9} if name == "go" else {})
        foreign.import_record(path, rules(engine, name, {"size"}))


def test_a_file_of_another_format_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "notes.pgn"
    path.write_text("my notes")
    with pytest.raises(RecordError, match="take another name"):
        foreign.write(path, "x")
    assert path.read_text() == "my notes"
    with pytest.raises(RecordError, match="cannot be read"):
        foreign.import_record(tmp_path / "none.pgn", rules(bundled.reference("chess"), "chess"))


@sentence("Games of two players are saved for other programs, and read from")
def test_a_game_is_saved_and_continued_in_the_terminal(tmp_path: Path) -> None:
    import subprocess
    import sys

    def gdl_play(*arguments: str, typed: str) -> str:
        command = [
            sys.executable,
            "-m",
            "interpreter.cli",
            "play",
            "chess",
            "--engine",
            "reference",
            *arguments,
        ]
        return subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout

    path = tmp_path / "fools.pgn"
    assert f"Wrote 2 moves for other programs in {path}." in gdl_play(typed=f"f3\ne5\nsave {path}\nquit\n")
    assert "1. f3 e5 *" in path.read_text()
    assert "Black wins" in gdl_play("--load", str(path), typed="g4\nQh4#\nquit\n")
    assert "Loaded 2 moves" in gdl_play(typed=f"load {path}\nquit\n")


@sentence("The list of moves in the browser is written in it, where nothing is hidden.")
def test_the_browser_writes_in_the_style_and_offers_the_file() -> None:
    with client() as at:
        table = opened(at, "chess", ("human", "human"))
        tokens = table["tokens"]
        with at.websocket_connect(f"/ws/{tokens['White']}") as socket:
            view = Page(socket).play("site g1", "site f3")
        assert [m["text"] for m in view["moves"]] == ["Nf3"]
        assert at.get(f"/api/record/{tokens['White']}?format=pgn").text.endswith("1. Nf3 *\n")
        assert 'id="save-pgn"' in at.get(table["play"]).text


def test_no_chance_and_nothing_hidden_is_written_for_others() -> None:
    for name in ("pig", "stratego", "tic_tac_toe"):
        assert foreign.suffix_of(gdl.load(name)) is None
