"""Clauses that change what stands before them, and options that keep their values."""

from pathlib import Path

import pytest

import gdl
import interpreter
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from gdl.loader import examine
from language.playing import codes
from language.sentences import sentence

BASE = """game "Base"
option pace = slow from slow, fast
option many = false
option size = 5
players Red, Blue
board square size x size
kinds    worth  left by 0..1
  man    1      1             2
  tower  2      3             4

let strong = {tower}
let twice(x: number) = 2 * x

setup
  place man of Red on a1
  place man of Blue on e5

move go by man, tower
  line any up to 1: empty
move fly by tower
  line any: empty
action stay
  where turn > 2

turn: go or fly else lose
phase late: go
end draw when turn = 90
limit 100 moves: draw
when many
  let extra = {man}
  phase last: go
looks
  man "m"
"""


def of(folder: Path, text: str, **options: object) -> gdl.Game:
    (folder / "base.gdl").write_text(BASE)
    (folder / "more.gdl").write_text(f'game "More" extends "base.gdl"\n{text}')
    return gdl.load(folder / "more.gdl", options)


def cells(game: gdl.Game, column: str) -> dict[str, object]:
    return {k.name: k.attributes[column] for k in game.kinds}


@sentence(
    "A sign after the word of a clause changes what stands before it, in the extended file or in this one, and leaves",
    "| `kinds + ...` | adds kinds: a table with a header of its own, a list of names, or `each`; a row of a kind that has one already replaces the cells of its columns, and the sentence if it has one |",
)
def test_rows_are_added_to_the_table_of_kinds(tmp_path: Path) -> None:
    assert cells(of(tmp_path, "kinds +  worth\n  giant  7\n"), "worth") == {"man": 1, "tower": 2, "giant": 7}
    assert [k.name for k in of(tmp_path, "kinds + giant, dwarf\n").kinds] == [
        "man",
        "tower",
        "giant",
        "dwarf",
    ]
    made = of(tmp_path, "kinds + each hue in {red as R, blue as B}\n")
    assert [k.name for k in made.kinds] == ["man", "tower", "R", "B"]
    here = BASE + "kinds +  worth\n  giant  7\n"
    (tmp_path / "alone.gdl").write_text(here)
    assert cells(gdl.load(tmp_path / "alone.gdl"), "worth")["giant"] == 7


@sentence(
    "a row of a kind that has one already replaces the cells of its columns, and the sentence if it has one |",
)
def test_rows_of_kinds_that_are_there_change_their_cells(tmp_path: Path) -> None:
    game = of(
        tmp_path,
        'kinds +  left by 0..1  worth\n  man  1  8  1\n  tower  5  6  9\n  giant  0  0  7\n      means "Big."\n',
    )
    assert cells(game, "worth") == {"man": 1, "tower": 9, "giant": 7}
    assert cells(game, "left") == {"man": (1, 8), "tower": (5, 6), "giant": (0, 0)}
    twice = 'kinds +  worth\n  giant  7\n      means "Big."\nkinds +  worth\n  giant  8\n  man  2\n      means "Small."\n'
    game = of(tmp_path, twice)
    assert cells(game, "worth") == {"man": 2, "tower": 2, "giant": 8}
    assert {m.name: m.text.pieces[0] for m in game.meanings} == {"giant": "Big.", "man": "Small."}
    for wrong, told in (
        ("kinds +  wroth\n  man  2\n", "has no column `wroth`"),
        ("kinds +  left\n  man  2\n", "`left` has a value for each of 0..1"),
        ("kinds +  left by 0..1\n  man  2\n", "this row has 1 value for 1 column that take 2"),
        ("kinds +  worth\n  man  2\n  man  3\n", "man"),
    ):
        with pytest.raises(GameError, match=told):
            of(tmp_path, wrong)


@sentence(
    "| `let NAME + VALUE`, `let NAME - VALUE` | adds to the value of a definition without parameters, or takes from it |"
)
@pytest.mark.parametrize(
    ("change", "kinds"), [("let strong + {man}", 2), ("let strong - {tower}", 0), ("let strong + {man} - {tower}", 1)]
)  # fmt: skip
def test_a_definition_gets_more_or_less(tmp_path: Path, change: str, kinds: int) -> None:
    text = f"{change}\naction count_them\n  where count(strong) = {kinds}\nturn: count_them\n"
    state = interpreter.engine(of(tmp_path, text), effort=0).initial_state()
    assert len(state.legal_actions()) == 1
    with pytest.raises(GameError, match="parameters"):
        of(tmp_path, "let twice + 1\n")


@sentence("| `move NAME by + KIND, ... - KIND, ...` | lets further kinds make the move, and some no longer |")
def test_further_kinds_make_a_move(tmp_path: Path) -> None:
    assert of(tmp_path, "move fly by + man\n").action("fly").kinds == (1, 0)
    assert of(tmp_path, "move go by - man\n").action("go").kinds == (1,)
    assert of(tmp_path, "kinds + elf\nmove go by + elf - man, tower\n").action("go").kinds == (2,)


@sentence(
    "| `turn + ACTION or ... - ACTION or ...` | adds actions to the first group of the turn, and takes some from all groups; `phase NAME + ...` likewise |"
)
def test_actions_are_added_to_a_turn(tmp_path: Path) -> None:
    def offers(text: str, phase: str = "main") -> list[tuple[str, ...]]:
        return [o.names for o in of(tmp_path, text).turns[phase].offers if o.names]

    assert offers("turn + stay\n") == [("go", "fly", "stay")]
    assert offers("turn - go\n") == [("fly",)]
    assert offers("turn + stay - go or fly\n") == [("stay",)]
    assert offers("phase late + fly or stay\n", "late") == [("go", "fly", "stay")]
    assert offers("turn: go else fly or stay else lose\nturn - fly\n") == [("go",), ("stay",)]
    assert offers("turn: go else fly else lose\nturn - fly\n") == [("go",)]


@sentence("| `setup + ...` | adds effects behind those of the set-up |")
def test_the_set_up_goes_on(tmp_path: Path) -> None:
    game = of(tmp_path, "setup +\n  place tower of Red on b1\n  remove a1\n")
    assert interpreter.engine(game, effort=0).initial_state().position()["pieces"] == {
        "b1": "Red tower",
        "e5": "Blue man",
    }
    assert len(of(tmp_path, "setup + place tower of Red on b1\n").setup) == 3


@sentence(
    "| `end + ...` | adds ends behind all others |",
    "| `looks + ...` | adds lines; a line about what is drawn already replaces that line, one about a kind also those of its players |",
)
def test_ends_and_looks_are_added(tmp_path: Path) -> None:
    assert len(of(tmp_path, "end + mover wins when turn = 80\n").ends) == 2
    game = of(tmp_path, 'end +\n  mover wins when turn = 80\n  draw when turn = 81\nlooks +\n  tower "t"\n')
    assert [e.result.form for e in game.ends] == ["draw", "wins", "draw"]
    assert [look.glyph for look in game.looks] == ["m", "t"]
    assert [look.glyph for look in of(tmp_path, 'looks +\n  man "x"\n').looks] == ["x"]
    (tmp_path / "chess.gdl").write_text(
        'game "C" extends "chess"\nlooks +\n  knight "N"\n  rook of White "R"\n'
    )
    given = [look.glyph for look in gdl.load(tmp_path / "chess.gdl").looks]
    assert given[-2:] == ["N", "R"]
    assert {"♜", "♝"} <= {*given} and {*given}.isdisjoint("♘♞♖")


@sentence(
    '| `notation + KIND "LETTER", ...` | changes the letters of kinds and adds others; each line `fen FIELD` below it replaces the line of that field or is added |'
)
def test_letters_and_lines_of_a_notation_are_changed(tmp_path: Path) -> None:
    changed = 'game "C" extends "chess"\nnotation + bishop "L", knight "S"\n  fen castles\n  fen late\nfield late of game: bool\n'
    (tmp_path / "changed.gdl").write_text(changed)
    style, known = gdl.load(tmp_path / "changed.gdl").style, gdl.load("chess").style
    assert style is not None and known is not None and style.name == known.name
    assert {*style.letters.values()} == {"S", "", "L"}
    assert [f.name for f in style.fen or ()] == ["castles", "passed", "quiet", "late"]
    assert (style.fen or ())[0].letters == {} != (known.fen or ())[0].letters


@sentence("A clause without a sign that replaces a clause replaces what was added to it as well.")
def test_what_replaces_a_clause_replaces_what_was_added(tmp_path: Path) -> None:
    of(
        tmp_path,
        'kinds + elf\nsetup +\n  place man of Red on b1\nend + draw when turn = 3\nlooks +\n  tower "t"\n',
    )
    (tmp_path / "third.gdl").write_text(
        'game "Third" extends "more.gdl"\nkinds  worth  left by 0..1\n  man  5  1  2\n  tower  5  1  2\n'
        'setup\n  place man of Red on c1\nend draw when turn = 4\nlooks\n  man "x"\n'
    )
    game = gdl.load(tmp_path / "third.gdl")
    assert (len(game.kinds), len(game.setup), len(game.ends), len(game.looks)) == (2, 1, 1, 1)


@sentence(
    "Under `when`, a change holds if the condition holds.",
    "A change of what stands in a `when` block has no effect where the block is no part of the game.",
)
def test_a_change_under_when_holds_there_only(tmp_path: Path) -> None:
    text = "when pace = fast\n  setup +\n    place tower of Red on b1\n  kinds +  worth\n    man  6\n  turn + stay\n"
    slow, fast = of(tmp_path, text), of(tmp_path, text, pace="fast")
    assert (len(slow.setup), len(fast.setup)) == (2, 3)
    assert (cells(slow, "worth")["man"], cells(fast, "worth")["man"]) == (1, 6)
    assert [len(g.turns["main"].names) for g in (slow, fast)] == [2, 3]
    text = "let extra + {tower}\nphase last + stay\n"
    assert "extra" not in of(tmp_path, text).definitions
    assert of(tmp_path, text, many=True).turns["last"].offers[0].names == ("go", "stay")


@sentence(
    "`only` behind the default fixes any option.",
    "In a file that [extends](files.md#files-that-extend-others) another one, an option without `from` has a new default",
)
def test_an_option_keeps_its_values_or_is_fixed(tmp_path: Path) -> None:
    def option(text: str, name: str) -> tuple[object, tuple[object, ...]]:
        game = of(tmp_path, text)
        (found,) = (o for o in game.options if o.name == name)
        if not found.symbols:
            return found.value, found.values
        return found.symbols[found.value], tuple(found.symbols[v] for v in found.values)

    assert option("option pace = fast\n", "pace") == ("fast", ("slow", "fast"))
    assert option("option pace = fast only\n", "pace") == ("fast", ("fast",))
    assert option("option many = true\n", "many") == (True, (False, True))
    assert option("option many = true only\n", "many") == (True, (True,))
    assert option("option size = 6\n", "size") == (6, (6,))
    assert option("option pace = brisk from brisk, slow\n", "pace") == ("brisk", ("brisk", "slow"))
    assert codes("option x = true only\n" + BASE.split("\n", 1)[1], x=False) == ["option-value"]
    with pytest.raises(GameError, match="not among its values"):
        of(tmp_path, "option pace = brisk\n")


@sentence(
    "An error in the extended file is reported where this file brings it about, with the clause that it does not fit."
)
def test_an_error_in_the_extended_file_is_told_where_it_is_brought_about(tmp_path: Path) -> None:
    with pytest.raises(GameError) as raised:
        of(
            tmp_path,
            "let twice(x: number) = 3 * x\nkinds  worth  left by 0..1\n  man  1  1  2\nlet strong = {man}\n",
        )
    (found,) = raised.value.diagnostics
    assert found.span.source.name.endswith("more.gdl")
    assert found.span.text == "kinds"
    assert found.message == "this does not fit `move go` of base.gdl: no piece is named `tower`"
    assert found.others[-1].span.source.name.endswith("base.gdl")


def test_a_kind_more_takes_six_lines(tmp_path: Path) -> None:
    text = """game "Cyvasse with giants" extends "cyvasse"
kinds +       number  armour  speed  near  far
  Giant       1       2       2      1     1
  HeavyHorse  1       2       2      1     1
move walk by + Giant
move take by + Giant
"""
    (tmp_path / "giants.gdl").write_text(text)
    game, found = examine(tmp_path / "giants.gdl")
    assert game is not None, render(found)
    assert found == ()
    state = interpreter.engine(game, effort=0).initial_state()
    camp = state.position()["pools"]["camp"]["White"]
    assert (camp.count("Giant"), camp.count("HeavyHorse")) == (1, 1)


@pytest.mark.parametrize("board", ["hex side 4", "square 5 x 9", "square size x 4", "hex 5 x 5"])
def test_another_board_takes_two_lines(tmp_path: Path, board: str) -> None:
    (tmp_path / "other.gdl").write_text(f'game "Zola elsewhere" extends "zola"\nboard {board}\n')
    game, found = examine(tmp_path / "other.gdl")
    assert game is not None, render(found)
    assert not [d for d in found if d.is_error]
    assert interpreter.engine(game, effort=0).initial_state().legal_actions()
