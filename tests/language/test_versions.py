"""Versions of the language: what a head says, and how older files are brought up."""

from pathlib import Path

import pytest

from gdl.files.upgrade import upgraded
from gdl.loader import bundled_games, examine_source, find
from gdl.source import Source
from interpreter import cli
from language.sentences import sentence


@sentence(
    "`language 2` says which version of the language a file is written in.",
    "Without it, a file is read as one of the present version.",
    "A file of another version is an error.",
)
def test_a_head_says_in_which_language_a_file_is_written() -> None:
    rules = "players A, B\nboard square 3 x 3\nkinds m\naction put\n  choose s in sites where s is empty\n  do place m of mover on s\nturn: put\nend draw when full\n"
    for heading, codes in (
        ("  language 2\n", []),
        ("", []),
        ("  language 1\n", ["unknown-language"]),
        ("  language 3\n", ["unknown-language"]),
    ):
        found = examine_source(Source("t.gdl", f'game "T"\n{heading}{rules}'))[1]
        assert [d.code for d in found] == codes


@sentence("A file that is kept should say it, as the bundled games do.")
@pytest.mark.parametrize("name", bundled_games())
def test_every_bundled_game_says_its_language(name: str) -> None:
    text = find(name).read_text("utf-8")
    assert "\n  language 2\n" in text
    assert upgraded(Source(f"{name}.gdl", text), ()) == text


@sentence("`gdl fmt --upgrade` brings a file up that says `language 1` or says nothing:")
@pytest.mark.parametrize("heading", ["", "  language 1\n"])
def test_fmt_brings_a_file_up(tmp_path: Path, heading: str) -> None:
    path = tmp_path / "more.gdl"
    path.write_text(f'game "More" extends "zola"\n{heading}option size = 8\noption pie = true\n')
    with pytest.raises(SystemExit):
        cli.main(["fmt", "--upgrade", str(path)])
    assert (
        path.read_text()
        == 'game "More" extends "zola"\n  language 2\noption size = 8 only\noption pie = true\n'
    )
    with pytest.raises(SystemExit):
        cli.main(["fmt", "--upgrade", str(path)])
    assert path.read_text().count("only") == 1
