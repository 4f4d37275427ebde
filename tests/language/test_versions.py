"""Versions of the language: what a head says, and how older files are brought up."""

from pathlib import Path

import pytest

from gdl.files.older_forms import in_present_forms
from gdl.files.upgrade import readable, upgraded
from gdl.loader import bundled_games, examine_source, find
from gdl.source import Source
from interpreter import cli
from language.playing import moves
from language.sentences import sentence


@sentence(
    "`language 3` says which version of the language a file is written in.",
    "Without it, a file is read as one of the present version.",
    "A file of another version is an error.",
)
def test_a_head_says_in_which_language_a_file_is_written() -> None:
    rules = "players A, B\nboard square 3 x 3\nkinds m\naction put\n  choose s in sites where s is empty\n  do place m of mover on s\nturn: put\nend draw when full\n"
    for heading, codes in (
        ("  language 2\n", []),
        ("", []),
        ("  language 1\n", ["unknown-language"]),
        ("  language 2\n", []),
        ("  language 4\n", ["unknown-language"]),
    ):
        found = examine_source(Source("t.gdl", f'game "T"\n{heading}{rules}'))[1]
        assert [d.code for d in found] == codes


@sentence("A file that is kept should say its language.")
@pytest.mark.parametrize("name", bundled_games())
def test_every_bundled_game_says_its_language(name: str) -> None:
    text = find(name).read_text("utf-8")
    assert "\n  language 3\n" in text
    assert upgraded(Source(f"{name}.gdl", text), ()) == text


PHASES = """players A, B
board square 3 x 3
kinds m
turn: put
phase later: slide
  means "One slides."
action put
  choose s in sites where s is empty
  do place m of mover on s
     if moves > 4 do phase := later
action slide
  choose s in sites where s is m
  do remove s
     if moves > 8 do phase := main
end draw when full
"""


def begins(text: str) -> str:
    game, _ = examine_source(Source("t.gdl", text))
    assert game is not None
    return game.phases[0]


@sentence(
    "In a file of language 2 the phase of `turn` comes behind all others.",
    "`gdl fmt --upgrade` brings an older file up: it writes `turn` behind the phases, and",
)
def test_an_older_file_begins_where_it_began() -> None:
    old = f'game "T"\n  language 2\n{PHASES}'
    assert (begins(old), begins(old.replace("language 2", "language 3"))) == ("later", "main")
    new = upgraded(Source("t.gdl", old), ())
    assert begins(new) == "later"
    assert new == old.replace("turn: put\n", "").replace("language 2", "language 3").replace(
        'slides."\n', 'slides."\nturn: put\n'
    )


@pytest.mark.parametrize(
    ("line", "begun"), [("language 3  -- new", "main"), ("language  2  -- old", "later")]
)
def test_a_comment_behind_the_language_changes_nothing(line: str, begun: str) -> None:
    old = f'game "T"\n  {line}\n{PHASES}'
    new = upgraded(Source("t.gdl", old), ())
    assert begins(old) == begins(new) == begun
    assert (new == old) == ("3" in line)


def test_a_variant_begins_in_a_phase_of_its_own() -> None:
    old = 'game "T" extends "tic_tac_toe"\n  language 2\nphase trial: wait\naction wait\n  do phase := main\n'
    source = Source("t.gdl", old)
    game, found = examine_source(source)
    new = upgraded(source, found, game)
    assert new.endswith("\nsetup +\n  phase := trial\n") and "language 3" in new
    assert game is not None and game.phases[0] == "trial"


HEAD_2 = (
    'game "T"\n  language 2\nplayers A, B\nboard square 3 x 3\nkinds man\nsetup\n  place man of A on a1\n'
)


@sentence(
    "`gdl fmt --upgrade` brings an older file up: it writes",
    "Of language 1, it takes an option of a file that extends another one as fixed",
)
@pytest.mark.parametrize("heading", ["", "  language 1\n"])
def test_fmt_brings_a_file_up(tmp_path: Path, heading: str) -> None:
    path = tmp_path / "more.gdl"
    path.write_text(f'game "More" extends "zola"\n{heading}option size = 8\noption pie = true\n')
    with pytest.raises(SystemExit):
        cli.main(["fmt", "--upgrade", str(path)])
    assert (
        path.read_text()
        == 'game "More" extends "zola"\n  language 3\noption size = 8 only\noption pie = true\n'
    )
    with pytest.raises(SystemExit):
        cli.main(["fmt", "--upgrade", str(path)])
    assert path.read_text().count("only") == 1


@sentence("what has left the language in what has stayed.")
def test_fmt_brings_up_what_can_be_read_no_more(tmp_path: Path) -> None:
    path = tmp_path / "older.gdl"
    path.write_text(
        HEAD_2
        + "action go\n  choose p in own pieces\n  do if moves > 2 do swap p with a2\nturn: go\nend draw when full\n"
    )
    with pytest.raises(SystemExit):
        cli.main(["fmt", "--upgrade", str(path)])
    assert (
        "  do if moves > 2 do\n       simultaneously move p to site(a2); move a2 to site(p)\n"
        in path.read_text()
    )
    assert "language 3" in path.read_text()


@sentence("what has left the language in what has stayed.")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("prefer least steps", "prefer most -(steps)"),
        ('prefer least n mod 7 means "x"', 'prefer most -(n mod 7) means "x"'),
        ("  walk any up to 3: empty+ stopping at lit", "  walk any up to 3: [it is empty and it is not lit]*, empty"),
        (
            "  walk any up to 3: [may(it)]*, ends stopping at [held(it)]",
            "  walk any up to 3: [may(it) and not (held(it))]*, ends",
        ),
        (
            "let a = (walk any up to 2 from b1: any stopping at a | b)",
            "let a = (walk any up to 2 from b1: any)",
        ),
        (
            "  do for walk any up to 3: any{1..3} as s stopping at lit do remove s",
            "  do for walk any up to 3: [it is not lit]{0..2}, any as s do remove s",
        ),
        ("  walk any up to 3: (a, b)+ stopping at lit", "  walk any up to 3: (a, b)+ stopping at lit"),
        ("  where no ally pieces", "  where no (pieces where owner(it) in team(mover) - {mover})"),
        ("  line any: (empty | ally)*, enemy", "  line any: (empty | [owner(it) in team(mover) - {mover}])*, enemy"),
        ("  where to is not ally king", "  where to is not [it is king and owner(it) in team(mover) - {mover}]"),
        ("  where s is ally and n = 1", "  where s is [owner(it) in team(mover) - {mover}] and n = 1"),
        ("  -- the ally stopping at lit", "  -- the ally stopping at lit"),
        ("prefer least a\n    + b", "prefer least a\n    + b"),
        ('prefer least a\n  means "x"', 'prefer most -(a)\n  means "x"'),
        ("  walk any: empty* stopping at a\n    | b", "  walk any: empty* stopping at a\n    | b"),
        ("  walk any: empty{0..2} stopping at a", "  walk any: ([it is empty and it is not a]{0..1}, empty)?"),
        ("  walk any: a, empty{0..2} stopping at b", "  walk any: a, empty{0..2} stopping at b"),
        ("  walk any: empty? as s stopping at a", "  walk any: (empty as s)?"),
        ("  walk any: [p or q]+ stopping at a", "  walk any: [(p or q) and it is not a]*, [p or q]"),
        ("  walk any: [p] | [q]+ stopping at a", "  walk any: [it is [p] | [q] and it is not a]*, [p] | [q]"),
        ("  walk any: empty+ stopping at f(it, 1", "  walk any: empty+ stopping at f(it, 1"),
        (
            "  where some walk any: empty+ stopping at own king | [lit] and n > 1",
            "  where some walk any: [it is empty and it is not (own king | [lit])]*, empty and n > 1",
        ),
        ("  do swap p with piece(s)", "  do simultaneously move p to site(piece(s)); move piece(s) to site(p)"),
        ("    swap a1 with b2", "    simultaneously move a1 to site(b2); move b2 to site(a1)"),
        ("    if n = 0 do swap p with q", "    if n = 0 do\n         simultaneously move p to site(q); move q to site(p)"),
        ("    for p in men do swap p with q", "    for p in men do simultaneously move p to site(q); move q to site(p)"),
        ("pool hand of player\n    swap p with q", "pool hand of player\n    simultaneously move p to site(q); move q to site(p)"),
        ("    swap p with q; n := 1  -- a note", "    simultaneously move p to site(q); move q to site(p)\n    n := 1 -- a note"),
        ("  do swap p with q; n := 1", "  do\n       simultaneously move p to site(q); move q to site(p)\n       n := 1"),
        ("    else swap p with q\n      n := 1", "    else\n      simultaneously move p to site(q); move q to site(p)\n      n := 1"),
        ('  means "You do swap p with q."', '  means "You do swap p with q."'),
        ("action swap\n  choose swap in own pieces", "action swap\n  choose swap in own pieces"),
        ("let n = count(ally man)", "let n = count((pieces where it is man and owner(it) in team(mover) - {mover}))"),
    ],
)  # fmt: skip
def test_older_forms_are_written_in_present_ones(old: str, new: str) -> None:
    assert in_present_forms(old) == new
    for head, expected in (("language 2", new), ("language 3", old)):
        assert (
            readable(Source("t.gdl", f'game "T"\n  {head}\n{old}\n')).text
            == f'game "T"\n  {head}\n{expected}\n'
        )


WALKS = """players A, B
board square 5 x 5
kinds man
setup
  place man of A on {c3, a1}
  place man of B on {c5, d2}
let lit(s: site) = some n in neighbours(s): n is enemy
move go by man
  walk orthogonal up to 3: PATTERN
turn: go else draw
"""


@pytest.mark.parametrize("pattern", ["empty+", "empty{1..2}", "empty, any"])
def test_a_walk_of_an_older_file_still_reads_as_one(make, pattern: str) -> None:
    old = f'game "T"\n  language 2\n{WALKS}'.replace("PATTERN", f"{pattern} stopping at lit")
    new = upgraded(Source("t.gdl", old), ())
    assert "stopping" not in new and "language 3" in new
    found = moves(make(new).initial_state())
    assert found and found == moves(make(old).initial_state())
