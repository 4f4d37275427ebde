"""Boards are drawn aligned, every glyph is explained, and nothing depends on colour alone."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import bundled
import pytest
from click.testing import CliRunner

from gdl import boards
from gdl.boards.board import Board
from gdl.core import declared, model, types
from gdl.source import NOWHERE
from interpreter.cli import cli
from interpreter.play.scene.names import read_piece, short_names
from interpreter.play.text.drawing import Layout, draw

ZOLA = bundled.load("zola", {"size": 4})
ESCAPE = "\x1b["
FIELDS = {
    "level": model.Field("level", NOWHERE, "piece", types.NUMBER, (1, 5), 1, ""),
    "land": model.Field("land", NOWHERE, "site", types.PLAYER.or_none, None, None, ""),
    "score": model.Field("score", NOWHERE, "player", types.NUMBER, (0, 9), 0, ""),
}


def game(made: Board, *players: str) -> model.Game:
    kinds = tuple(model.Kind(n, NOWHERE, {}) for n in ("castle", "knight", "king"))
    seats = tuple(model.Player(n, None) for n in players or ("Red", "Blue"))
    return replace(ZOLA, board=made, kinds=kinds, fields=FIELDS, players=seats)


def rows(text: str) -> list[str]:
    return text.split("\n\n")[0].splitlines()


def test_squares_stand_under_their_coordinates() -> None:
    text = draw(
        ZOLA, {"to_move": "Red", "pieces": {"a1": "Red checker", "d4": "Blue checker"}}, Layout(colour=False)
    )
    assert rows(text) == ["4  · · · ○", "3  · · · ·", "2  · · · ·", "1  ● · · ·", "   a b c d"]
    assert "● Red   ○ Blue" in text
    assert "Red to move" in text


def test_wide_cells_and_boards_stay_aligned() -> None:
    drawn = rows(
        draw(
            game(boards.square(12, 10)),
            {"pieces": {"l10": "Red king level=3", "a1": "knight"}},
            Layout(colour=False),
        )
    )
    assert len({line.index("·") for line in drawn[1:9]}) == 1
    assert drawn[0].index("KI3") == drawn[-1].index("l")


def test_each_player_has_a_row_of_the_legend() -> None:
    made = bundled.load("chess")
    position = {"to_move": "White", "pieces": {"a1": "White king", "b1": "White pawn", "c3": "Black king"}}
    plain = draw(made, position, Layout(colour=False))
    assert "White: ♔ king  ♙ pawn\nBlack: ♚ king\n" in plain
    assert "♔ king  ♙ pawn\n" in draw(made, position, Layout(colour=True))


def test_hexes_are_offset_by_half_a_cell() -> None:
    drawn = rows(draw(game(boards.hexagon(3)), {"pieces": {}}, Layout(colour=False)))
    starts = [line.index("·") for line in drawn]
    pitch = drawn[0].index("·", starts[0] + 1) - starts[0]
    assert [abs(a - b) * 2 for a, b in pairwise(starts)] == [pitch] * 4
    assert [line.count("·") for line in drawn] == [3, 4, 5, 4, 3]
    assert drawn[0].split()[0] == "a5"


def test_squares_lie_between_rows_of_octagons() -> None:
    position = {"pieces": {"a1": "Red castle", "b1ne": "Blue king"}}
    drawn = rows(draw(game(boards.octagons(3, 2)), position, Layout(colour=False)))
    assert drawn[:4] == ["2  ·   ·   ·", "     ·   ki", "1  C   ·   ·", "   a   b   c"]


def test_players_differ_by_case_without_colour() -> None:
    text = draw(
        game(boards.square(3, 3)),
        {"pieces": {"a1": "Red castle level=2", "b1": "Blue knight"}},
        Layout(colour=False),
    )
    assert "C2" in text
    assert " kn" in text
    assert "CAPITALS Red, small Blue" in text


def test_the_legend_says_how_shapes_tell_two_players_apart() -> None:
    made = bundled.load("dvonn")
    text = draw(
        made, {"pieces": {"a1": "White ring", "b1": "Black ring", "c1": "life"}}, Layout(colour=False)
    )
    assert "● ring" in text and "(filled Black, hollow White)" in text and "CAPITALS" not in text


def test_three_players_differ_by_a_letter_without_colour() -> None:
    made = game(boards.square(3, 3), "Red", "Blue", "Green")
    text = draw(made, {"pieces": {"a1": "Green castle", "b1": "Blue castle"}}, Layout(colour=False))
    assert "Cg" in text
    assert "Cb" in text


def test_land_is_a_letter_and_told_where_pieces_hide_it() -> None:
    position = {"pieces": {"a1": "Red king"}, "sites": {"land": {"a1": "Blue", "c3": "Red"}}}
    text = draw(game(boards.square(3, 3)), position, Layout(colour=False))
    assert rows(text)[0].split() == ["3", "·", "·", "r"]
    assert "land under pieces: Blue a1" in text


def test_stacks_pools_and_fields_are_shown() -> None:
    position = {
        "to_move": "Blue",
        "pieces": {"a1": ["Red king", "Blue castle"], "b2": ["Red king"] * 5},
        "pools": {"hand": {"Red": ["king", "king", "castle"]}},
        "fields": {
            "turn": 12,
            "score": {"Red": 3},
            "pending": [{"player": "Blue", "word": "may", "action": "go"}],
        },
    }
    text = draw(game(boards.square(3, 3)), position, Layout(colour=False))
    for part in (
        "KIc",
        "KI×5",
        "hand of Red: castle, 2 × king",
        "turn 12, score (Red 3, Blue 0)",
        "Blue may now go",
    ):
        assert part in text


def test_a_number_of_players_that_begins_above_0_is_shown_from_the_start() -> None:
    coins = model.Field("coins", NOWHERE, "player", types.NUMBER, (0, 9), 2, "")
    made = replace(game(boards.square(3, 3)), fields={**FIELDS, "coins": coins})
    text = draw(made, {"to_move": "Red", "fields": {"turn": 1}}, Layout(colour=False))
    assert "coins (Red 2, Blue 2)" in text
    assert "score" not in text


def test_of_several_dice_all_are_shown() -> None:
    key = declared.Key(types.NUMBER, (1, 2, 3))
    dice = model.Field("die", NOWHERE, "table", types.NUMBER, (1, 6), 1, "", keys=(key,))
    made = replace(game(boards.square(3, 3)), fields={"die": dice})
    assert "die (1 1, 2 5, 3 1)" in draw(
        made, {"to_move": "Red", "fields": {"die": {2: 5}}}, Layout(colour=False)
    )


def test_hidden_pieces_and_missing_cells_are_drawn() -> None:
    made = game(boards.square(3, 3, keep=lambda f, r: (f, r) != (2, 2)))
    drawn = rows(draw(made, {"pieces": {"a1": "Red hidden", "c1": "hidden"}}, Layout(colour=False)))
    assert drawn[1] == "2  ·     ·"
    assert drawn[2] == "1  ?r ·  ?"  # whose it is, everybody sees


def test_looks_are_used_and_still_told_apart_on_paper() -> None:
    looked = replace(ZOLA, looks=(model.Look(0, None, "♜", ""),))
    position = {"pieces": {"a1": "Red checker", "b1": "Blue checker"}}
    assert "♜ ♖" in draw(looked, position, Layout(colour=False))
    assert "♖" not in draw(looked, position, Layout(colour=True))


def test_colour_is_only_there_when_asked_for() -> None:
    position = {"to_move": "Red", "pieces": {"a1": "Red checker"}}
    assert ESCAPE not in draw(ZOLA, position, Layout(colour=False, marks={"a1": ">"}))
    assert ESCAPE in draw(ZOLA, position, Layout(colour=True))


def test_marks_do_not_move_the_columns() -> None:
    plain = rows(draw(ZOLA, {"pieces": {}}, Layout(colour=False)))
    marked = rows(draw(ZOLA, {"pieces": {}}, Layout(colour=False, marks={"b2": ">"})))
    assert marked[2] == "2  ·>· · ·"
    assert [len(line) for line in plain] == [len(line) for line in marked]


@pytest.mark.parametrize("name", bundled.one_of_each_family())
@pytest.mark.parametrize("colour", [False, True])
def test_every_bundled_board_can_be_drawn(name: str, colour: bool) -> None:
    made = bundled.load(name)
    assert draw(made, {"to_move": made.players[0].name, "pieces": {}}, Layout(colour=colour))


def test_short_names_tell_kinds_apart() -> None:
    assert short_names(["king", "knight", "pawn"]) == {"king": "ki", "knight": "kn", "pawn": "p"}
    assert short_names(["rook", "rookie"]) == {"rook": "rook", "rookie": "rooki"}


def test_a_piece_is_read_from_its_text() -> None:
    piece = read_piece("Red castle level=2", ["Red", "Blue"])
    assert (piece.owner, piece.kind, piece.fields) == ("Red", "castle", (("level", "2"),))
    assert read_piece("castle", ["Red"]).owner == ""


def test_a_definition_with_a_look_is_drawn_on_the_sites_for_which_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "holes.gdl"
    file.write_text(
        'game "Holes"\nplayers Red, Blue\nboard square 3 x 1\nkinds man\nsetup\n  place man of Red on a1\n'
        "let hole(s: site) = s != b1\nmove go\n  line any: empty\nturn: go\nend mover wins when moves = 9\n"
        'looks\n  hole "#" red\n'
    )
    shown = CliRunner().invoke(cli, ["show", str(file)]).output
    assert shown.splitlines()[0].split() == ["1", "●", "·", "#"]
    assert "# hole" in shown
    drawn = CliRunner().invoke(cli, ["show", str(file), "--svg", "-"]).output
    assert drawn.count(">#<") == 2  # on the board and in the legend
