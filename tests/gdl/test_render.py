"""How diagnostics look."""

import json
import re

from gdl.diagnostics.render import render, to_json_lines
from gdl.diagnostics.values import Diagnostic, Edit, Fix, Label
from gdl.source import NOWHERE, Source, Span

TEXT = (
    'game "Chess"\n\nkinds pawn, knight\n\nsetup\n  knigt of White on b1\n\tplace pawn\n  漢字 = "é" of x\n'
)
SOURCE = Source("games/chess.gdl", TEXT)


def at(piece: str, source: Source = SOURCE) -> Span:
    start = source.text.index(piece)
    return Span(source, start, start + len(piece))


def test_both_places_are_shown_in_their_order() -> None:
    found = Diagnostic(
        "unknown-piece",
        "no piece is named `knigt`",
        at("knigt"),
        "not a kind of piece",
        (Label(at("pawn, knight"), "the kinds are declared here"),),
        ("two kinds are declared",),
        "did you mean `knight`?",
    )
    assert render([found]) == (
        "error[unknown-piece]: no piece is named `knigt`\n"
        " --> games/chess.gdl:6:3\n"
        "  |\n"
        "3 | kinds pawn, knight\n"
        "  |       ------------ the kinds are declared here\n"
        "...\n"
        "6 |   knigt of White on b1\n"
        "  |   ^^^^^ not a kind of piece\n"
        "  = note: two kinds are declared\n"
        "  = help: did you mean `knight`?\n"
    )


def test_two_places_on_one_line_have_a_line_of_marks_each() -> None:
    found = Diagnostic("duplicate-name", "twice", at("knight"), "again", (Label(at("pawn"), "first"),))
    assert render([found]).splitlines()[3:] == [
        "3 | kinds pawn, knight",
        "  |       ---- first",
        "  |             ^^^^^^ again",
    ]


def test_a_single_line_between_two_places_is_shown() -> None:
    found = Diagnostic("duplicate-name", "m", at("setup"), "", (Label(at("kinds"), ""),))
    assert [line.rstrip() for line in render([found]).splitlines()[3:]] == [
        "3 | kinds pawn, knight",
        "  | -----",
        "4 |",
        "5 | setup",
        "  | ^^^^^",
    ]


def test_a_place_of_several_lines_is_underlined_to_the_end_of_the_first() -> None:
    found = Diagnostic("syntax", "m", at("setup\n  knigt"), "here")
    assert render([found]).splitlines()[3:] == ["5 | setup", "  | ^^^^^ here"]


def test_tabs_and_wide_letters_keep_the_marks_in_their_place() -> None:
    tab = render([Diagnostic("syntax", "m", at("pawn\n"), "x")]).splitlines()
    assert tab[3:] == ["7 |     place pawn", "  |           ^^^^ x"]
    wide = render([Diagnostic("syntax", "m", at('"é"'), "x")]).splitlines()
    assert wide[3:] == ['8 |   漢字 = "é" of x', "  |          ^^^ x"]


def test_an_empty_place_and_the_end_of_the_file_get_one_mark() -> None:
    end = Span(SOURCE, len(TEXT), len(TEXT))
    assert render([Diagnostic("syntax", "m", end)]).splitlines()[3:] == ["9 |", "  | ^"]


def test_without_a_place_only_the_words_are_shown() -> None:
    found = Diagnostic("unknown-option", "no option is named `x`", NOWHERE, "", (), (), "the game has none")
    assert render([found]) == "error[unknown-option]: no option is named `x`\n  = help: the game has none\n"


def test_places_in_two_files_name_both() -> None:
    other = Source("base.gdl", "kinds pawn\n")
    found = Diagnostic("duplicate-name", "m", at("knight"), "again", (Label(at("pawn", other), "first"),))
    assert " ::: base.gdl:1:7" in render([found]).splitlines()


def test_control_characters_never_reach_the_terminal() -> None:
    source = Source("x.gdl", "let \x1b[31m = 1\n")
    assert "\x1b" not in render([Diagnostic("bad-character", "\x1b", Span(source, 4, 5), "\x07")])


def test_a_very_long_line_is_cut_around_the_place() -> None:
    source = Source("x.gdl", "a" * 5000 + "!" + "b" * 5000)
    lines = render([Diagnostic("syntax", "m", Span(source, 5000, 5001))]).splitlines()
    assert all(len(line) < 200 for line in lines)
    assert lines[3][lines[4].index("^")] == "!"


def test_colour_changes_nothing_but_the_colour() -> None:
    found = [Diagnostic("unused-option", "m", at("pawn"), "label", (Label(at("setup"), "o"),), ("n",), "h")]
    assert re.sub(r"\x1b\[[0-9;]*m", "", render(found, colour=True)) == render(found)
    assert "\x1b[" in render(found, colour=True)


def test_an_empty_line_parts_two_diagnostics() -> None:
    found = Diagnostic("syntax", "m", NOWHERE)
    assert render([found, found]) == "error[syntax]: m\n\nerror[syntax]: m\n"
    assert render([]) == ""


def test_json_has_one_object_a_line() -> None:
    found = Diagnostic(
        "duplicate-name", "m", at("knight"), "again", (Label(at("pawn"), "first"),), ("n",), "h"
    )
    (line,) = to_json_lines([found]).splitlines()
    assert json.loads(line) == {
        "code": "duplicate-name",
        "severity": "error",
        "message": "m",
        "file": "games/chess.gdl",
        "line": 3,
        "column": 13,
        "end_line": 3,
        "end_column": 19,
        "label": "again",
        "others": [
            {
                "file": "games/chess.gdl",
                "line": 3,
                "column": 7,
                "end_line": 3,
                "end_column": 11,
                "label": "first",
            }
        ],
        "notes": ["n"],
        "help": "h",
        "fixes": [],
    }


def fixed(*edits: tuple[Span, str]) -> list[str]:
    """What is drawn of a fix behind the message."""
    fix = Fix(tuple(Edit(span, text) for span, text in edits))
    lines = render([Diagnostic("syntax", "m", at("setup"), help="h", fixes=(fix,))]).splitlines()
    return lines[lines.index("  = help: h") + 1 :]


def test_the_first_fix_is_shown_as_the_line_that_it_makes() -> None:
    assert fixed((at("knigt"), "knight")) == ["  = write: knight of White on b1"]
    assert fixed((Span(SOURCE, 0, 0), "-- ")) == ['  = write: -- game "Chess"']


def test_a_fix_of_several_lines_keeps_their_columns() -> None:
    behind = Span(SOURCE, at("setup").end, at("setup").end)
    assert fixed((at("knigt"), "knight"), (behind, " +")) == [
        "  = write: setup +",
        "             knight of White on b1",
    ]
    assert fixed((behind, "\n  place pawn on a1")) == ["  = write: place pawn on a1"]
    assert fixed((Span(SOURCE, at("setup").start, at("setup").start), "turn: go\n")) == [
        "  = write: turn: go"
    ]


def test_no_line_is_shown_where_lines_only_go_or_many_change() -> None:
    assert fixed((at('game "Chess"\n'), "")) == []
    assert fixed((at("setup"), "a\nb\nc\nd\ne")) == []


def test_json_has_the_edits_of_each_fix() -> None:
    fix = Fix((Edit(at("knigt"), "knight"),), is_sure=True)
    (line,) = to_json_lines([Diagnostic("syntax", "m", at("setup"), fixes=(fix,))]).splitlines()
    assert json.loads(line)["fixes"] == [
        {
            "is_sure": True,
            "edits": [
                {
                    "file": "games/chess.gdl",
                    "line": 6,
                    "column": 3,
                    "end_line": 6,
                    "end_column": 8,
                    "text": "knight",
                }
            ],
        }
    ]
