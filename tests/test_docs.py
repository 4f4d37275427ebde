"""The documentation is true: its games check, its fragments parse, its tables are current, its links lead somewhere."""

import os
import re
from pathlib import Path

import pytest

from gdl import reference
from gdl.diagnostics import Reporter
from gdl.loader import examine_source
from gdl.parser import parse
from gdl.source import Source
from interpreter.analysis.cases import KEYS
from interpreter.engines.reference import codec
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
"""


@pytest.mark.parametrize("text", [p for p in blocks("gdl part") if str(p.id).startswith("language")])  # type: ignore[attr-defined]
def test_a_fragment_in_the_reference_means_something(text: str, tmp_path: Path) -> None:
    (tmp_path / "skeleton.gdl").write_text(SKELETON, "utf-8")
    head = "" if text.startswith("game") else 'game "Part" extends "skeleton.gdl"\n'
    found = examine_source(Source(str(tmp_path / "part.gdl"), head + text))[1]
    wrong = [f"{d.span}: {d.code}: {d.message}" for d in found if d.is_error]
    assert wrong == [] or (not head and {d.code for d in found} == {"missing-clause"})


@pytest.mark.parametrize("text", blocks("yaml"))
def test_a_yaml_example_in_the_docs_can_be_read(text: str) -> None:
    value = Document(text, "docs").value
    if isinstance(value, list):
        assert all(set(case) <= set(KEYS) for case in value)
    else:
        assert set(value) <= set(codec._SECTIONS)


def test_the_table_of_builtins_is_current() -> None:
    text = LANGUAGE.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":
        LANGUAGE.write_text(reference.with_table(text), "utf-8")
        text = LANGUAGE.read_text("utf-8")
    assert reference.with_table(text) == text, "run the tests once with GDL_RECORD=1"


def test_the_keys_of_tests_and_the_counters_of_positions_are_all_described() -> None:
    text = LANGUAGE.read_text("utf-8")
    assert [k for k in KEYS if f"`{k}`" not in text] == []
    assert [c for c in codec._COUNTERS if f"| `{c}` |" not in text] == []


def test_every_clause_is_in_the_list_of_clauses() -> None:
    from gdl.parser import CLAUSE_WORDS

    text = " ".join(LANGUAGE.read_text("utf-8").split())
    assert f"`{' '.join(CLAUSE_WORDS)}`" in text


def test_the_reserved_words_are_all_listed() -> None:
    from gdl.checker.names import RESERVED

    listed = re.search(r"cannot be declared: `([^`]*)`", " ".join(LANGUAGE.read_text("utf-8").split()))
    assert listed is not None
    assert set(listed[1].split()) == set(RESERVED)


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
