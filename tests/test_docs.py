"""The documentation is true: its games check, its fragments parse, its tables are current, its links lead somewhere."""

import doctest
import os
import re
from pathlib import Path

import pytest

from gdl import reference
from gdl.diagnostics import Reporter
from gdl.loader import examine_source
from gdl.model import COUNTERS
from gdl.parser import parse
from gdl.source import Source
from interpreter.analysis.case_schema import KEYS
from interpreter.engines.base import POSITION_PARTS
from interpreter.positions import Document

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
LANGUAGE = ROOT / "docs" / "language.md"
BLOCK = re.compile(r"^```(gdl[^\n]*|yaml)\n(.*?)^```$", re.M | re.S)


def blocks(word: str) -> list[object]:
    """The blocks with exactly this info string, named by file and line."""
    found: list[object] = []
    for path in DOCS:
        text = path.read_text("utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1].strip() == word:
                found.append(pytest.param(match[2], id=f"{path.name}:{line}"))
    return found


@pytest.mark.parametrize("text", blocks("gdl"))
def test_a_complete_game_in_the_docs_has_no_problems(text: str) -> None:
    game, found = examine_source(Source("docs.gdl", text))
    assert [f"{d.span}: {d.code}: {d.message}" for d in found] == []
    assert game is not None


@pytest.mark.parametrize("text", blocks("gdl part"))
def test_a_fragment_in_the_docs_follows_the_language(text: str) -> None:
    reporter = Reporter()
    parsed = parse(Source("docs.gdl", text), reporter)
    assert [f"{d.span}: {d.code}: {d.message}" for d in reporter.sorted()] == []
    assert parsed.tree.clauses


SKELETON = """players White facing north, Black facing south
board square 8 x 8
option size = 8 from 6, 8
kinds pawn, king, man, horse, castle
field level of piece: 1..3 = 1
field land of site: player or none
field gold of player: 0..99
field last of game: site or none
let centre_sites = {site_at(4, 4), site_at(5, 5)}
let influence(p: player, s: site) = count(q in pieces of p where beside(site(q), s))
let liberties(p: piece) = count(q in neighbours(site(p)) where q is empty)
let attacked(s: site) = s is enemy
let lost(p: player) = no pieces of p
let home(p: player) = home_rank(p)
let score(p: player) = count(pieces of p)
action build
  where turn > 0
action fortify
  where turn > 0
action castle
  where turn > 0
move step
  line any: empty
move walk
  line any: empty
move jump
  line any: empty
move leap
  line any: empty
turn: step
phase prepare: walk
"""


@pytest.mark.parametrize("text", [p for p in blocks("gdl part") if str(p.id).startswith("language")])  # type: ignore[attr-defined]
def test_a_fragment_in_the_reference_means_something(text: str, tmp_path: Path) -> None:
    (tmp_path / "skeleton.gdl").write_text(SKELETON, "utf-8")
    head = "" if text.startswith("game") else 'game "Part" extends "skeleton.gdl"\n'
    found = examine_source(Source(str(tmp_path / "part.gdl"), head + text))[1]
    wrong = [f"{d.span}: {d.code}: {d.message}" for d in found if d.is_error]
    assert wrong == [] or (not head and {d.code for d in found} == {"missing-clause"})


def test_the_sessions_in_python_go_as_the_docs_say() -> None:
    path = ROOT / "docs" / "python.md"
    sessions = re.findall(r"^```pycon\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, path.name, path.name, 0)
    told: list[str] = []
    failed = doctest.DocTestRunner().run(test, out=told.append).failed
    assert failed == 0, "".join(told)


@pytest.mark.parametrize("text", blocks("yaml"))
def test_a_yaml_example_in_the_docs_can_be_read(text: str) -> None:
    value = Document(text, "docs").value
    if isinstance(value, list):
        assert all(set(case) <= set(KEYS) for case in value)
    else:
        assert set(value) <= set(POSITION_PARTS)


def test_the_table_of_builtins_is_current() -> None:
    text = LANGUAGE.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":
        LANGUAGE.write_text(reference.with_table(text), "utf-8")
        text = LANGUAGE.read_text("utf-8")
    assert reference.with_table(text) == text, "run the tests once with GDL_RECORD=1"


def test_the_keys_of_tests_and_the_counters_of_positions_are_all_described() -> None:
    text = LANGUAGE.read_text("utf-8")
    assert [k for k in KEYS if f"`{k}`" not in text] == []
    assert [c for c in COUNTERS if f"| `{c}` |" not in text] == []


def test_every_clause_is_in_the_list_of_clauses() -> None:
    from gdl.parser import CLAUSE_WORDS

    text = " ".join(LANGUAGE.read_text("utf-8").split())
    assert f"`{' '.join(CLAUSE_WORDS)}`" in text


def test_the_reserved_words_are_all_listed() -> None:
    from gdl.checker.names import RESERVED

    listed = re.search(r"cannot be declared: `([^`]*)`", " ".join(LANGUAGE.read_text("utf-8").split()))
    assert listed is not None
    assert set(listed[1].split()) == set(RESERVED)


# What the reference says of values, in a position with a white man on a1, a black king on c3 and nobody's man on e5.
CLAIMS = """
1 / 0 = 0
7 div -2 = -4 and 7 mod -2 = -1
1.5 + 1.5 = 3
{1, 2} = {2, 1}
count(kind(p) for p in pieces) = 2 and sum(1 for p in pieces) = 3
kind(b1) = none and owner(b1) = none and not (b1 is own)
rank(step(a1, south)) = 0 and step(a1, south) = none
not (0 < worth(a2)) and worth(a2) = 0
level(none_) = 1 and level(c3) = 3
a1 is own man and c3 is enemy king and not (e5 is own | enemy)
piece(a1) = a1 and site(piece(c3)) = c3
own pieces = {p in pieces where p is own}
king of Black = {c3} and pieces of White = {a1}
full or some line any from piece(c3): any, enemy
(no line any from c3: empty, enemy) and some line any from c3: empty, own
forward = {north} and forward(Black) = {south}
some own man and no own king
max({}) = 0 and min(3, 5) = 3
orthogonal - {north} + {north} = orthogonal
2 in 1..3 and not (4 in 1..3) and 3..1 = {}
count(reached from b1 while empty) = 22 and reached from a1 while empty = {}
distance(a1, c3) = 4 and distance2(a1, c3) = 8
some walk orthogonal up to 2 from a1: empty, empty
not a1 is enemy
true implies (1 if 2 < 1 else 2) = 2
level of c3 + 1 = 4
"""
POSITION = {"pieces": {"a1": "White man", "c3": "Black king level=3", "e5": "man"}}
SMALL = """players White facing north, Black facing south
board square 5 x 5
kinds     worth
  man     1
  king    4
field level of piece: 1..3 = 1
let none_ = piece(a2)
action play
  choose s in sites where s is empty and level(none_) = worth(man)
  do place man of mover on s
     level(piece(s)) := 2
turn: play
end draw when full
"""


@pytest.mark.parametrize("claim", CLAIMS.strip().splitlines())
def test_what_the_reference_says_of_values_is_so(claim: str, make) -> None:  # type: ignore[no-untyped-def]
    engine = make(SMALL)
    assert engine.evaluate(engine.state(POSITION), claim)


@pytest.mark.parametrize("path", DOCS, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        if file.startswith("http"):
            continue
        other = path.parent / file if file else path
        assert other.exists(), target
        if anchor and other.suffix == ".md":
            heads = re.findall(r"^#+ (.*)$", other.read_text("utf-8"), re.M)
            assert anchor in {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}, target
