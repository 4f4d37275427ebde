"""Files that other programs have written: what is read, what is refused, and what is said of it."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import bundled
import pytest

import gdl
import interpreter
from interpreter import cli
from interpreter.commands.game_files import Row
from interpreter.commands.start_position import record_opener
from interpreter.engines.base import Engine
from interpreter.engines.errors import RecordError
from interpreter.executors import parquet
from interpreter.play import record
from interpreter.play.files import foreign
from interpreter.play.files.game_files import Entry, entries, played, points_of
from interpreter.play.files.importing import Imported, Rules, bundled_called
from interpreter.play.record import replay
from interpreter.play.replaying import Playing, Written, replayed
from interpreter.play.session import Session
from interpreter.play.styles import pgn, sgf
from interpreter.play.styles.notation import texts
from interpreter.play.styles.pgn import decoded

pytestmark = pytest.mark.thorough


def read(name: str, text: str | bytes, folder: Path, number: int | None = None, fixed: str = "") -> Imported:
    path = folder / ("game.sgf" if name in ("go", "gomoku") else "game.pgn")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    opener = record_opener("reference")
    return foreign.import_record(path, Rules(bundled.reference(name), name, opener, fixed.split()), number)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1 e4 e5 2 Nf3 Nc6 *", ["e4", "e5", "Nf3", "Nc6"]),
        ("1. ... e5 2 . e4 *", ["e5", "e4"]),
        ("0. e4 e5 1.Nf3! $1 Nc6 +- 2... a6 *", ["e4", "e5", "Nf3!", "Nc6", "a6"]),
        ("1. e4 {a [Event] in it\n[Event x]} e5 (1... c5) 2. -- O-O 1/2", ["e4", "e5", "--", "O-O"]),
        ("1. e4 ; a win, 1-0\n1... e5 ; or {c5\n2. d4 *", ["e4", "e5", "d4"]),
        ("1. exd6 e.p. 0-0 2. e8=Q+ ; to the end 3. d4\n*", ["exd6", "0-0", "e8=Q+"]),
    ],
)
def test_moves_are_read_however_they_are_numbered(text: str, moves: list[str]) -> None:
    assert list(pgn.read(text).moves) == moves
    assert len(list(pgn.split([line.encode() for line in text.splitlines(keepends=True)]))) == 1


def test_a_file_is_split_into_its_games() -> None:
    text = '\ufeff[Event "a"]\n\n*\n\n[Event "b"]\n[Result "1-0"]\n\n1. e4 {\n[no tag] 1-0\n} 1-0\n\n1. d4 *\n% x\n[Event "d"]\n'
    found = [pgn.read(t) for t in pgn.split(text.encode().splitlines(keepends=True))]
    assert [f.moves for f in found] == [(), ("e4",), ("d4",), ()]
    assert [f.result for f in found] == ["*", "1-0", "*", ""]
    assert len(list(pgn.split([b"1. e4 ; or {d4\n", b"*\n", b"1. d4 *\n"]))) == 2


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('{What follows\n[is] 1-0\n} ; games\n[Event "a"]\n\n1. e4 *\n{the end}\n', [("e4",)]),
        ('[Event "a"] 1. e4 *\n[Event "b"] 1. d4 {best} 1-0 {so} ; 2.\n{it ends}\n', [("e4",), ("d4",)]),
        ('[Event "a"]\n[Site "b"] [Round "1"]\n1. e4 (1. d4 <x<y>) e5 *\n', [("e4", "e5")]),
    ],
)
def test_comments_are_no_games_and_lines_may_hold_one(text: str, moves: list[tuple[str, ...]]) -> None:
    found = [pgn.read(t) for t in pgn.split(text.encode().splitlines(keepends=True))]
    assert [f.moves for f in found] == moves


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. e4 {good e5 2. Nf3 *", "a comment begins that does not end"),
        ("1. e4 (1. d4 d5 {x} 1-0", "a variation begins that does not end"),
        ("1. e4 1... c5) *", "a variation ends that has not begun"),
        ('[a "' * 100_000 + " *\n", "no legal move"),
    ],
)
def test_nothing_is_lost_in_silence_or_takes_forever(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises((RecordError, pgn.BrokenError), match=said):
        read("chess", text, tmp_path)


def test_a_file_without_a_game_of_stones_is_told(tmp_path: Path) -> None:
    for text, count in (("Milk\nBread", 1), (" \n", 0)):
        assert len(list(sgf.split(text.encode()))) == count
    with pytest.raises(RecordError, match="it holds no game"):
        read("go", "Milk (and bread)", tmp_path)


def test_the_number_of_a_game_is_whole() -> None:
    assert Row("a.pgn", Entry(12_345_678, ""), None).line().split()[0] == "12345678"


def test_points_are_those_of_the_players_in_their_order() -> None:
    game = bundled.reference("chess").game
    saved = record.Record("chess", result={"Black": "-1", "White": "1"})
    assert points_of(Entry(1, "", sheet=saved), game) == (1, -1)
    assert points_of(Entry(1, "", sheet=replace(saved, result={"White": "won"})), game) == ()


def test_players_of_stones_have_the_letters_of_their_names(
    make: Callable[..., Engine], tmp_path: Path
) -> None:
    engine = make(
        'game "Stones"\nuse "placing"\nplayers Red, Green\nboard square 3 x 3\nkinds stone\n'
        "turn: play\nlimit 5 moves: draw\nnotation sgf\n"
    )
    path = tmp_path / "some.sgf"
    path.write_text("(;SZ[3]RE[G+];R[aa];G[bb])")
    rules = Rules(engine, "stones", lambda saved: engine)
    ((entry, found),) = played(entries(path), lambda entry: rules)
    assert isinstance(found, Playing)
    assert found.line.notations() == ["a3", "b2"]
    assert points_of(entry, engine.game) == (-1, 1)


def test_letters_are_read_by_their_charset() -> None:
    assert decoded("Ján".encode("iso-8859-1")) == "Ján" == decoded("Ján".encode())
    assert decoded("\ufeffJán".encode("utf-16-le")) == "Ján"
    (text,) = sgf.split("(;CA[GB2312]PB[甲]SZ[9])".encode("gb2312"))
    assert "PB[甲]" in text
    assert next(sgf.split("(;CA[nonsense]PB[甲])".encode())).endswith("PB[甲])")


def test_a_result_that_people_agreed_on_is_kept(tmp_path: Path) -> None:
    found = read("chess", '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0', tmp_path)
    assert found.record.result == {"White": "1", "Black": "-1"}
    assert found.notes == ()
    session = Session(found.engine, "chess", 0, (None, None))
    session.resume(found.record, found.engine)
    assert '[Result "1-0"]' in foreign.export_record(session.record(), found.engine, ".pgn")
    session.play(session.state.legal_actions()[0])
    assert '[Result "*"]' in foreign.export_record(session.record(), found.engine, ".pgn")


@pytest.mark.parametrize(
    ("suffix", "white", "black"),
    [(".pgn", '[White "Ann"]', '[Black "level 2 (bot)"]'), (".sgf", "PW[Ann]", "PB[level 2 (bot)]")],
)
def test_a_file_names_people_and_bots(suffix: str, white: str, black: str, tmp_path: Path) -> None:
    name = {".pgn": "chess", ".sgf": "go"}[suffix]
    engine = bundled.reference(name)
    seats = {"White": "human", "Black": "level:2"}
    played = record.Record(name, seats=seats, names={"White": "Ann"})
    text = foreign.export_record(played, engine, suffix)
    assert white in text
    assert black in text
    (tmp_path / f"a{suffix}").write_text(text)
    (entry,) = entries(tmp_path / f"a{suffix}")
    assert sorted(entry.players) == ["Ann", "level 2 (bot)"]


def test_what_a_file_contradicts_is_told(tmp_path: Path) -> None:
    several = '[Result "0-1"]\n\n1. e4 1-0\n\n[Event "x"]\n\n1. d4 *'
    found = read("chess", several, tmp_path)
    assert "has 2 games, and this is the first" in found.notes[0]
    assert found.notes[1] == "its tag says 0-1 and 1-0 stands behind its moves: the latter holds"
    assert read("chess", several, tmp_path, 2).record.moves == ("d2-d4",)
    with pytest.raises(RecordError, match="has 2 games, and no number 3"):
        read("chess", several, tmp_path, 3)
    mated = read("chess", "1. f3 e5 2. g4 Qh4# 1-0", tmp_path)
    assert mated.notes == ("by the rules it ended otherwise than the file says, and the rules count",)
    null = read("chess", "1. e4 -- 2. d4 *", tmp_path)
    assert null.record.moves == ("e2-e4",) and "is a null move" in null.notes[0]


@pytest.mark.parametrize("variant", ["Standard", "From Position", "chess", "?"])
def test_a_variant_that_is_this_game_is_read(variant: str, tmp_path: Path) -> None:
    assert read("chess", f'[Variant "{variant}"]\n\n1. e4 *', tmp_path).record.moves == ("e2-e4",)


def test_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"a game of Atomic, as its tag `Variant` says.*gdl play atomic"):
        read("chess", '[Variant "Atomic"]\n\n1. Nf3 e5 2. Nxe5 f6 3. a3 *', tmp_path)
    with pytest.raises(RecordError, match='give the rules the heading `also "Unheard of"`'):
        read("chess", '[Variant "Unheard of"]\n\n1. e4 *', tmp_path)


def test_games_are_known_by_the_names_that_others_give_them() -> None:
    names = {
        "3check": "three_check",
        "chess 960": "chess960",
        "fischerandom": "chess960",
        "Three-check": "three_check",
    }
    others = {"KingOfTheHill": "king_of_the_hill", "SGF 1": "go", "Standard": "chess", "Seirawan": "seirawan"}
    assert {n: bundled_called(n) for n in names | others} == names | others
    assert bundled_called("sittuyin") is None


def test_players_may_go_on_behind_a_draw(tmp_path: Path) -> None:
    text = '[Result "1/2-1/2"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1/2-1/2'
    found = read("chess", text, tmp_path)
    assert len(found.record.moves) == 10
    assert found.record.options == {"repetition": False}
    assert found.record.result == {"White": "0", "Black": "0"}
    assert found.notes[0].startswith("the players went on at move 9 (draw: ")
    assert found.notes[0].endswith("it is read with repetition=false")
    with pytest.raises(RecordError, match="move 9, `e4`: the game is over before it"):
        read("chess", text, tmp_path, fixed="repetition")
    late = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 120 90"]\n\n1. Kd2 *'
    assert read("chess", late, tmp_path).record.options == {"fifty_moves": False}


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8 4. Nc3 *", 7),
        ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. @e4 *", 5),
        ("seirawan", "1. e4 e5 2. Nf3 Nc6/H 3. Bc4 Bc5 4. O-O/Ee1 *", 7),
        (
            "chess960",
            '[FEN "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1"]\n\n1. e4 e5 2. d3 d6 *',
            4,
        ),
    ],
)
def test_drops_and_other_castling_are_read(name: str, text: str, count: int, tmp_path: Path) -> None:
    assert len(read(name, text, tmp_path).record.moves) == count


def test_a_drop_is_written_as_others_read_it(tmp_path: Path) -> None:
    found = read("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4 *", tmp_path)
    assert "3. P@e4 *" in foreign.export_record(found.record, found.engine, ".pgn")


def test_size_komi_and_handicap_choose_options(tmp_path: Path) -> None:
    found = read("go", "(;GM[1]SZ[9]KM[375]HA[2];W[ee];B[cc])", tmp_path)
    assert found.record.options == {"size": 9, "handicap": 2}
    assert read("go", "(;SZ[9]KM[6.50])", tmp_path).record.options["komi"] == 6.5
    told = read("go", "(;SZ[9]KM[1e999999999]HA[99999];B[aa])", tmp_path).notes
    assert told == (
        "`KM[1e999999999]` is no value of `komi`, which stays 7.5",
        "`HA[99999]` is no value of `handicap`, which stays 0",
    )
    with pytest.raises(RecordError, match="set the option for it"):
        read("go", "(;SZ[9];B[aa])", tmp_path, fixed="size")


@pytest.mark.parametrize(
    ("text", "black", "moves"),
    [
        ("(;SZ[9]AB[aa:ba][ee]AE[ee]PL[W];W[cc])", ["a9", "b9"], ("c7",)),
        ("(;SZ[9]HA[2]AB[cg][gc];W[ee])", ["c3", "g7"], ("e5",)),
        ("(;SZ[9]HA[2];B[cg];B[gc];W[ee])", ["c3", "g7"], ("e5",)),
        ("(;SZ[9];B[aa];W[bb];AB[cc:dc]AE[aa];W[ee];B[ff])", ["c7", "d7"], ("e5", "f4")),
    ],
)
def test_stones_are_set_up(text: str, black: list[str], moves: tuple[str, ...], tmp_path: Path) -> None:
    found = read("go", text, tmp_path)
    assert found.record.moves == moves
    first, *_, last = replay(found.record, found.engine)
    assert sorted(s for s, p in first.position()["pieces"].items() if p == "Black stone") == black
    again = foreign.export_record(found.record, found.engine, ".sgf")
    assert replay(read("go", again, tmp_path).record, found.engine)[-1] == last


def test_what_is_odd_in_a_file_of_stones_is_told(tmp_path: Path) -> None:
    found = read("go", "(some words) (;SZ[9]RE[W+R];B[aa];W[bb];W[cc])(;SZ[9];B[dd])", tmp_path)
    assert found.record.moves == ("a9", "b8", "pass", "c7")
    assert found.record.result == {"Black": "-1", "White": "1"}
    assert [note.split(",")[0] for note in found.notes][1] == "a player moves twice in a row"
    late = read("go", "(;SZ[9];B[aa];AW[bb]PL[W];W[cc];AB[dd])", tmp_path)
    assert late.record.moves == ("c7",)
    assert late.notes == (
        "stones are set up before move 2, and the game is read from there on",
        "stones that are set up behind the last move are left out",
    )
    over = read("go", "(;SZ[9];B[];W[];B[tt])", tmp_path)
    assert over.record.moves == ("pass", "pass")
    assert over.notes[0] == "the game is over before move 3: the passes behind it are left out"


def test_the_command_takes_one_of_several_games(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text("1. e4 *\n\n1. d4 d5 *\n")

    def play(*more: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-m", "interpreter.cli", "play", "chess", "--engine", "reference", *more]
        return subprocess.run(words, input="moves\nquit\n", capture_output=True, text=True, check=False)

    first = play("--load", str(path))
    assert "has 2 games, and this is the first" in first.stderr
    assert play("--load", str(path), "--game", "2").stderr == ""
    assert "`--game` takes one of the games of a file, which `--load` names" in play("--game", "2").stderr


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The exit code of `gdl games`, and what it wrote."""

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["games", *words])
        seen = capsys.readouterr()
        return int(ended.value.code or 0), seen.out, seen.err

    return run


Said = Callable[..., tuple[int, str, str]]


def test_the_games_of_a_file_are_listed(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "some.pgn"
    path.write_text(
        '[White "Ann"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "Bo"]\n\n1. e5 *\n\n[White "Cy"]\n\n1. e4) *\n'
    )

    code, out, err = said(str(path), "--player", "bo")
    assert (code, err) == (0, f"{path}: 3 games\n")
    assert [line.split() for line in out.splitlines()] == [
        ["1", "Ann", "Bo", "1-0", "2"],
        ["2", "Bo", "*", "1"],
    ]
    code, out, _ = said(str(path), "--check", "--json")
    assert code == 1
    assert [(g["number"], g["legal"]) for g in json.loads(out)] == [(1, True), (2, False), (3, False)]
    assert "`e5`, is no legal move there" in json.loads(out)[1]["problem"]
    assert said(str(tmp_path / "none.pgn"))[0] == 2
    assert "ends in .pgn or .sgf or .pdn or .kif or .wxf or .mat or .yaml" in said("chess.gdl")[2]


def test_games_that_are_wanted_are_written_in_the_format_of_an_ending(tmp_path: Path, said: Said) -> None:
    path, fen, other = tmp_path / "some.pgn", tmp_path / "found.pgn", tmp_path / "other.yaml"
    path.write_text(
        '[White "Ann"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "Bo"]\n\n1. e5 *\n\n[White "Ann"]\n\n1. d2d4 *\n'
    )
    code, out, err = said(str(path), "--player", "ann", "--write", str(fen))
    assert (code, len(out.splitlines())) == (0, 2)
    assert err == f"{path}: 3 games\n{fen}: 2 games written\n"
    assert [t.splitlines()[-1] for t in fen.read_text().split("\n\n[")] == ["1. e4 e5 1-0", "1. d4 *"]
    assert said(str(fen), "--check")[0] == 0

    code, _, err = said(str(path), "--write", str(other))
    assert code == 2 and "a file of .yaml holds one game, and more are wanted" in err
    assert not other.exists()
    assert said(str(path), "--result", "1-0", "--write", str(other))[0] == 0
    assert record.load(other).moves == ("e2-e4", "e7-e5") and record.load(other).is_over
    assert said(str(other), "--write", str(fen))[0] == 0
    assert fen.read_text().endswith("\n1. e4 e5 1-0\n")

    assert (
        "game 1: games of Chess are kept in files that end in .pgn"
        in said(str(path), "--write", str(tmp_path / "a.kif"))[2]
    )
    (tmp_path / "mine.pgn").write_text("a letter")
    assert "is no game in this format" in said(str(path), "--write", str(tmp_path / "mine.pgn"))[2]
    assert "ends in .pgn or" in said(str(path), "--write", str(tmp_path / "mine.txt"))[2]


SOME = """[White "Ann"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6 5. O-O 1-0

[White "Bo"]
[Result "0-1"]

1. e4 c5 2. Nf3 0-1

[White "Cy"]

1. e4 e5 2. Nf3 d6 3. Ke3 *
"""


def test_draughts_of_no_known_type_are_known_by_how_they_begin(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(
        '[White "A"]\n\n1. 11-15 23-18 *\n\n[White "B"]\n\n1. 32-28 19-23 *\n\n[White "C"]\n\n1. *\n'
    )
    found = json.loads(said("--check", "--json", str(path))[1])
    assert [row["legal"] for row in found] == [True, True, False]
    assert "there is no game here that is called PDN" in found[2]["problem"]


def test_games_are_found_by_what_happened_in_them(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "some.pgn"
    path.write_text(SOME)

    def found(*words: str) -> list[tuple[int, list[int]]]:
        return [(g["number"], g["at"]) for g in json.loads(said(str(path), *words, "--json")[1])]

    assert found("--missed", "castle") == [(1, [7])]
    assert found("--missed", "castle", "--where", "passed = none") == [(1, [7])]
    assert found("--where", "passed = c6") == [(2, [3])]
    assert found("--position", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 9") == [(1, [3])]
    _, out, err = said(str(path), "--missed", "castle")
    assert out.rstrip().endswith("before move 7") and "1 cannot be played and are left out" in err
    assert "no action is called `castel`; did you mean `castle`?" in said(str(path), "--missed", "castel")[2]
    assert said(str(path), "--where", "passed = nowhere")[0] == 2


def test_openings_are_a_tree_with_results(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "some.pgn"
    path.write_text(SOME)
    saved = tmp_path / "one.yaml"
    saved.write_text("game: chess\nresult: {White: '1', Black: '-1'}\nmoves: [e2-e4, e7-e5]\n")
    rows = json.loads(said(str(path), str(saved), "--tree", "3", "--least", "2", "--json")[1])
    assert [(r["depth"], r["move"], r["games"]) for r in rows] == [(0, "e4", 3), (1, "e5", 2)]
    assert [r["average"] for r in rows] == [[0.333, -0.333], [1.0, -1.0]]
    out = said(str(path), "--tree", "2")[1]
    assert [line.split() for line in out.splitlines()] == [
        ["move", "games", "White", "Black"],
        ["e4", "2", "+0.00", "+0.00"],
    ]


def test_a_list_is_written_as_a_table(tmp_path: Path, said: Said) -> None:
    read = pytest.importorskip("pyarrow.parquet").read_table
    path, table = tmp_path / "some.pgn", tmp_path / "some.parquet"
    path.write_text(SOME)
    assert said(str(path), "--check", "--parquet", str(table))[0] == 1
    assert read(table)["legal"].to_pylist() == [True, True, False]


def test_a_table_holds_what_came_late(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    read = pytest.importorskip("pyarrow.parquet").read_table
    monkeypatch.setattr(parquet, "_AT_ONCE", 1)
    path, table = tmp_path / "some.pgn", tmp_path / "some.parquet"
    path.write_text("1. e4 *\n\n1. e4) *\n")
    said(str(path), "--parquet", str(table))
    assert read(table)["legal"].to_pylist() == [None, False]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("chess", "reference"), ("chess960", "native"), ("crazyhouse", "native"), ("seirawan", "native")],
)
def test_many_games_are_read_at_once_as_each_is_read(name: str, kind: str) -> None:
    engine = bundled.native(name) if kind == "native" else bundled.reference(name)
    played = [engine.playout(engine.initial_state(seed), seed, 12 + 9 * seed) for seed in range(3)]
    games = []
    for seed, playout in enumerate(played):
        start = state = engine.initial_state(seed)
        moves = []
        for action in playout.actions:
            moves.append(texts(state)[action].replace(" ", "_"))
            state = state.apply(action)
        games.append(Written(start, [*moves, "Ka9"]))
    for line, playout in zip(replayed(games), played, strict=True):
        assert tuple(line.actions) == playout.actions
        assert line.last == playout.state
        assert "`Ka9`" in str(line.problem)


@pytest.mark.parametrize(
    "text",
    [
        '[Variant ""]\n\n1. e2-e4 d7d5 2. e4-d5 d8-d5 3. b1-c3 d5-e5+ 4. d1-e2 *',
        '[Variant "Standard"]\n\n1. e4 d5 2. exd5 Qd8xd5 3. Nb1-c3 Qd5e5+ 4. d1e2 *',
    ],
)
def test_moves_without_letters_are_read(text: str, tmp_path: Path) -> None:
    moves = "e2-e4 d7-d5 e4xd5 d8xd5 b1-c3 d5-e5 d1-e2"
    assert read("chess", text, tmp_path).record.moves == tuple(moves.split())


@pytest.mark.parametrize("move", ["d7d8n", "d7d8N", "d8=n", "d8N+", "d7-d8=N"])
def test_what_a_piece_becomes_may_be_small(move: str, tmp_path: Path) -> None:
    text = f'[FEN "7k/3P4/7K/8/8/8/8/8 w - - 6 55"]\n\n{move} *'
    assert read("chess", text, tmp_path).record.moves == ("d7-d8 knight",)


def test_the_rules_of_a_file_choose_an_option(tmp_path: Path) -> None:
    game = tmp_path / "stones.gdl"
    game.write_text(
        'game "Stones"\noption rules = chinese from chinese, japanese\nplayers Black, White\nboard square 3 x 3\n'
        "kinds stone\naction put\n  choose s in sites where s is empty\n  do place stone of mover on s\nturn: put\n"
        "notation sgf\nend draw when rules = japanese and count(pieces) = 3\n"
    )
    rules = Rules(interpreter.engine(gdl.load(game), "reference"), str(game), record_opener("reference"))
    for said, stays in (("RU[Japanese]", {"rules": "japanese"}), ("RU[Chinese]", {})):
        found = foreign.import_text(f"(;SZ[3]{said};B[aa])", ".sgf", rules, "a file")
        assert (found.record.options, found.notes) == (stays, ())
    assert "RU[chinese]" in foreign.export_record(found.record, found.engine, ".sgf")
    told = foreign.import_text("(;SZ[3]RU[AGA];B[aa])", ".sgf", rules, "a file").notes
    assert told == ("`RU[AGA]` is no value of `rules`, which stays chinese",)


def test_quotes_in_a_tag_are_read_as_they_are(tmp_path: Path) -> None:
    text = '[White ""The Turk""]\n[Black "A \\"B\\" C"] [Event ""]\n\n1. e4 e5 *'
    found = read("chess", text, tmp_path).record
    assert (found.names, found.moves) == ({"White": '"The Turk"', "Black": 'A "B" C'}, ("e2-e4", "e7-e5"))
