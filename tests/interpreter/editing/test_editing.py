"""What an editor asks about a text, without the protocol."""

from pathlib import Path

import pytest

from gdl.source import Source
from interpreter.editing.completion import complete
from interpreter.editing.definitions import definition, references, word_at
from interpreter.editing.documents import Documents
from interpreter.editing.fixes import fix
from interpreter.editing.hover import hover
from interpreter.editing.symbols import outline
from interpreter.editing.vocabulary import signs, words

BASE = """game "Base"
option size = 3 from 3, 4
players X, O
board square size x size
kinds mark
pool spare of player
-- free is a comment
let free(s: site) = empty(s) and some t in sites: t = s
action put
  choose s in sites where free(s)
  do place mark on s
turn: put
end
  draw when full
"""
CHILD = """game "Child" extends "base.gdl"
let full = no s in sites: free(s)
"""


@pytest.fixture
def documents(tmp_path: Path) -> Documents:
    (tmp_path / "base.gdl").write_text(BASE, "utf-8")
    made = Documents()
    made.put(str(tmp_path / "child.gdl"), CHILD)
    return made


def child(documents: Documents, tmp_path: Path) -> Source:
    source = documents.source(str(tmp_path / "child.gdl"))
    assert source is not None
    return source


def base(documents: Documents, tmp_path: Path, text: str = BASE) -> Source:
    documents.put(str(tmp_path / "base.gdl"), text)
    source = documents.source(str(tmp_path / "base.gdl"))
    assert source is not None
    return source


def test_an_open_text_counts_instead_of_its_file(documents: Documents, tmp_path: Path) -> None:
    assert documents.examined(child(documents, tmp_path)).diagnostics == ()
    base(documents, tmp_path, BASE.replace("let free", "let free_"))
    found = documents.examined(child(documents, tmp_path)).diagnostics
    assert "unknown-function" in {d.code for d in found} or any("free" in d.message for d in found)
    documents.close(str(tmp_path / "base.gdl"))
    assert documents.examined(child(documents, tmp_path)).diagnostics == ()


def test_a_definition_is_found_in_the_file_that_is_extended(documents: Documents, tmp_path: Path) -> None:
    source = child(documents, tmp_path)
    (place,) = definition(documents.files(source), source, CHILD.index("free"))
    assert place.source.name == str(tmp_path / "base.gdl")
    assert (place.text, place.line) == ("free", 8)
    (file,) = definition(documents.files(source), source, CHILD.index("base.gdl"))
    assert (file.source.name, file.start) == (str(tmp_path / "base.gdl"), 0)


def test_a_definition_is_found_in_a_module(tmp_path: Path) -> None:
    (tmp_path / "rows.gdl").write_text("let outer = rank(1)\n", "utf-8")
    text = BASE.replace("players", 'use "rows"\nlet mine = outer\nplayers')
    documents = Documents()
    source = base(documents, tmp_path, text)
    files = documents.files(source)
    (place,) = definition(files, source, text.index("outer"))
    assert (Path(place.source.name).name, place.text) == ("rows.gdl", "outer")
    (file,) = definition(files, source, text.index('"rows"') + 2)
    assert Path(file.source.name).name == "rows.gdl"


def test_the_nearest_name_is_meant(documents: Documents, tmp_path: Path) -> None:
    source = base(documents, tmp_path)
    files = documents.files(source)

    def line_of(offset: int) -> tuple[int, int]:
        (place,) = definition(files, source, offset)
        return source.position(place.start)

    assert line_of(BASE.index("t = s")) == (8, BASE.splitlines()[7].index("t in") + 1)  # a quantifier's
    assert line_of(BASE.index("(s) and") + 1) == (8, 10)  # a parameter
    assert line_of(BASE.index("mark on s") + 8) == (10, 10)  # a choice
    assert definition(files, source, BASE.index("comment")) == ()


def test_references_are_all_places_where_a_name_means_the_same(documents: Documents, tmp_path: Path) -> None:
    source = child(documents, tmp_path)
    found = references(documents.files(source), source, CHILD.index("free("))
    assert [(Path(p.source.name).name, p.line) for p in found] == [
        ("base.gdl", 8), ("base.gdl", 10), ("child.gdl", 2),
    ]  # fmt: skip
    own = base(documents, tmp_path)
    choices = references(documents.files(own), own, BASE.index("mark on s") + 8)
    assert [p.line for p in choices] == [10, 10, 11]  # and not the parameter of the same name
    assert references(documents.files(own), own, BASE.index("comment")) == ()


def test_hover_says_what_a_name_is(documents: Documents, tmp_path: Path) -> None:
    source = base(documents, tmp_path, BASE + "let full = no s in sites: free(s)\n")
    files, game = documents.files(source), documents.examined(source).game
    assert game is not None

    def told(text: str) -> str:
        found = hover(files, game, source, source.text.index(text))
        assert found is not None
        return found[1]

    assert "option `size`" in told("size x") and "option size = 3 from 3, 4" in told("size x")
    assert "definition `free`" in told("free(s)\n  do") and "Type: bool" in told("free(s)\n  do")
    assert "choice of the action `s`" in told("s\nturn") and "Type: site" in told("s\nturn")
    assert "`empty(site)`: bool." in told("empty(s)")
    assert 'pool ::= "pool" NAME "of" NAME' in told("pool spare")
    assert hover(files, game, source, source.text.index("comment")) is None


def test_completion_offers_what_holds_at_a_place(documents: Documents, tmp_path: Path) -> None:
    source = child(documents, tmp_path)
    files = documents.files(source)
    found = {p.text: p.sort for p in complete(files, source, CHILD.index("free(") + 2)}
    assert found["free"] == "definition" and found["s"] == "element"
    assert found["empty"] == "builtin" and found["mark"] == "kind" and found["where"] == "keyword"
    heads = {p.text for p in complete(files, source, CHILD.index("let") + 1)}
    assert "action" in heads and "free" not in heads and "where" not in heads
    assert complete(files, source, CHILD.index("Child") + 1) == ()
    assert complete(*_commented(documents, tmp_path)) == ()


def _commented(documents: Documents, tmp_path: Path) -> tuple[tuple[object, ...], Source, int]:
    source = base(documents, tmp_path)
    return documents.files(source), source, BASE.index("comment")


def test_a_fix_replaces_a_name_at_all_of_its_places(documents: Documents, tmp_path: Path) -> None:
    text = BASE.replace("empty(s)", "emty(s) and emty(s)").replace("draw when full", "draw when moves > 9")
    (found,) = (d for d in documents.examined(base(documents, tmp_path, text)).diagnostics if d.is_error)
    made = fix(found)
    assert made is not None
    assert made.title == "Replace `emty` by `empty`"
    assert [place.text for place in made.places] == ["emty", "emty"]


def test_the_outline_has_all_clauses(documents: Documents, tmp_path: Path) -> None:
    source = base(documents, tmp_path)
    found = [(s.name, s.sort) for s in outline(documents.files(source)[-1])]
    assert found == [
        ("size", "option"), ("X", "player"), ("O", "player"), ("board square size x size", "board"),
        ("mark", "kind"), ("spare", "pool"), ("free", "definition"), ("put", "action"), ("turn: put", "turn"),
        ("end", "end"),
    ]  # fmt: skip


def test_offsets_are_the_inverse_of_positions() -> None:
    source = Source("", "ab\n\ncd")
    assert [source.offset(*source.position(i)) for i in range(7)] == list(range(7))
    assert source.offset(1, 99) == 2 and source.offset(99, 99) == 6 and source.offset(0, 0) == 0


def test_words_and_signs_come_from_the_grammar() -> None:
    assert {"action", "once", "rotation", "implies", "secretly"} <= set(words())
    assert not {"x", "t", "b"} & set(words())
    assert signs()[:2] == ("!=", "..") and {":=", "<=", "|", "*"} <= set(signs())


def test_a_word_touches_its_ends() -> None:
    source = Source("", "let a = b")
    word = word_at(source, 9)
    assert word is not None and word.text == "b"
    assert word_at(source, 8) is not None and word_at(source, 6) is None
