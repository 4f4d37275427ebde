"""Files that extend others: what they leave out, and what is said of the extended file."""

from pathlib import Path

import pytest

from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine, examine_source
from gdl.source import Source

BASE = """game "Base"
option slow = true
option most = 3
variant fast: slow = false
players X, O
board square 3 x 3
kinds mark
field quiet of game: 0..9
field loud of game: 0..9
let lonely = some s in sites: s is own
action drop
  choose s in sites where s is empty
  do place mark of mover on s
action leave
  choose s in sites where s is own and lonely
  do remove s
turn: drop or leave
when slow
  settle after drop, leave
    quiet := min(quiet + 1, most)
  settle after leave
    loud := min(loud + 1, 9)
end
  mover wins when some line any: own{3}
  draw when quiet + loud > 8
"""


def extended(folder: Path, text: str) -> tuple[Game | None, list[Diagnostic]]:
    (folder / "base.gdl").write_text(BASE, "utf-8")
    assert examine(folder / "base.gdl")[1] == ()
    (folder / "more.gdl").write_text(f'game "More" extends "base.gdl"\n{text}', "utf-8")
    game, found = examine(folder / "more.gdl")
    return game, list(found)


def test_a_clause_within_when_is_left_out(tmp_path: Path) -> None:
    game, found = extended(tmp_path, "without settle\nend draw when turn > 5\n")
    assert game is not None
    assert game.settles == ()
    assert [d for d in found if d.is_error] == []


def test_an_action_that_is_left_out_settles_nothing(tmp_path: Path) -> None:
    game, found = extended(tmp_path, "without leave\nturn: drop\n")
    assert game is not None
    assert [len(s.after) for s in game.settles] == [1]
    assert found == []  # `lonely` is unused now, which does no harm in the other file


def test_a_warning_about_the_extended_file_says_whence_it_comes(tmp_path: Path) -> None:
    game, found = extended(tmp_path, "board square 2 x 2\n")
    assert game is not None
    assert [d.code for d in found] == ["constant-condition"]
    assert all("more.gdl extends this file" in d.notes[-1] for d in found)


def test_what_still_uses_a_name_that_is_left_out_is_told_where_it_is_left_out(tmp_path: Path) -> None:
    game, (found,) = extended(tmp_path, "without leave\n")
    assert game is None
    assert found.message == "`leave` is left out here, but base.gdl still uses it"
    assert found.span.source.name.endswith("more.gdl")
    assert found.others[0].span.source.name.endswith("base.gdl")


def test_an_option_that_is_left_out_is_told_where_it_is_left_out(tmp_path: Path) -> None:
    game, (found,) = extended(tmp_path, "without slow\n")
    assert game is None
    assert found.message == "`slow` is left out here, but base.gdl still uses it"
    assert "option slow = false" in found.help


def test_a_word_that_leaves_nothing_out_is_an_error(tmp_path: Path) -> None:
    game, (found,) = extended(tmp_path, "without leav\n")
    assert game is None
    assert found.message == "nothing here is named `leav`"
    assert found.help == "did you mean `leave`?"


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        (
            'game "C" extends "chess"\nboard square 5 x 5\n',  # three sites are missing, in one clause
            "this does not fit `notation` of chess.gdl: there is no site `h1`",
            "board",
        ),
        (
            'game "C" extends "zola"\nplayers Red, Green\n',
            "this does not fit `setup` of zola.gdl: nothing is named `Blue`",
            "players",
        ),
    ],
)
def test_a_clause_that_does_not_fit_one_that_is_written_anew_is_told_once_and_there(
    text: str, message: str, at: str
) -> None:
    game, (found,) = examine_source(Source("c.gdl", text))
    assert game is None
    assert (found.message, found.span.text) == (message, at)


def test_a_column_that_is_misspelt_in_rows_that_are_added_is_told_with_the_one_that_is_meant() -> None:
    text = 'game "C" extends "cyvasse"\nkinds +  number  armor  speed\n  Giant  1       2      3\n'
    found = {d.code: d.help for d in examine_source(Source("c.gdl", text))[1]}
    assert found["never-read"] == "did you mean `armour`?"
