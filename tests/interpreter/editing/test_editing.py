"""What an editor asks about a text, without the protocol."""

from pathlib import Path

import pytest

from gdl.boards.building import TILINGS
from gdl.source import Source
from interpreter.editing.completion import complete
from interpreter.editing.documents import Documents
from interpreter.editing.hints import hints, lenses
from interpreter.editing.hover import hover
from interpreter.editing.name_uses import (
    RenameError,
    definition,
    find_symbols,
    references,
    renamable,
    rename,
    word_at,
)
from interpreter.editing.semantic_tokens import TYPES, coloured
from interpreter.editing.signatures import Call, call_at, signatures
from interpreter.editing.symbols import foldings, outline, signs, words

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
    assert 'pool ::= "pool" NAME "of" holder' in told("pool spare")
    assert hover(files, game, source, source.text.index("comment")) is None


def test_completion_offers_what_holds_at_a_place(documents: Documents, tmp_path: Path) -> None:
    source = child(documents, tmp_path)
    files = documents.files(source)
    found = {p.text: p.sort for p in complete(files, source, CHILD.index("free(") + 2)}
    assert found["free"] == "definition" and found["s"] == "element"
    assert found["empty"] == "builtin" and found["mark"] == "kind" and found["not"] == "keyword"
    assert "where" not in found and "place" not in found  # which the grammar does not take there
    heads = {p.text for p in complete(files, source, CHILD.index("let") + 1)}
    assert "action" in heads and "free" not in heads and "where" not in heads
    assert complete(files, source, CHILD.index("Child") + 1) == ()
    assert complete(*_commented(documents, tmp_path)) == ()


def _commented(documents: Documents, tmp_path: Path) -> tuple[tuple[object, ...], Source, int]:
    source = base(documents, tmp_path)
    return documents.files(source), source, BASE.index("comment")


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


# ---- names changed, colours, hints, lenses


def test_a_name_is_changed_in_all_files_that_mean_it(documents: Documents, tmp_path: Path) -> None:
    source = child(documents, tmp_path)
    places = rename(documents, source, CHILD.index("free"), "vacant")
    found = {(Path(p.source.name).name, p.line) for p in places}
    assert found == {("base.gdl", 8), ("base.gdl", 10), ("child.gdl", 2)}
    assert {p.text for p in places} == {"free"}
    own = base(documents, tmp_path)
    from_base = rename(documents, own, BASE.index("free(s: site)"), "vacant")
    assert {(Path(p.source.name).name, p.line) for p in from_base} == found
    inner = rename(documents, own, BASE.index("s in sites where"), "place_")
    assert {p.line for p in inner} == {10, 11}


@pytest.mark.parametrize(
    ("at", "name", "said"),
    [
        ("free", "where", "`where` is a word of the language"),
        ("free", "2nd", "`2nd` is no name"),
        ("free", "size", "with `size` the rules would be wrong"),
        ("no s", "other", "only names that a file declares"),
    ],
)
def test_a_name_that_would_be_wrong_is_refused(
    documents: Documents, tmp_path: Path, at: str, name: str, said: str
) -> None:
    with pytest.raises(RenameError, match=said):
        rename(documents, child(documents, tmp_path), CHILD.index(at), name)


def test_a_name_that_is_there_is_refused_in_a_text_with_errors_too(
    documents: Documents, tmp_path: Path
) -> None:
    source = base(documents, tmp_path, BASE.replace("board square", "board sqare"))
    with pytest.raises(RenameError, match="`mark` is declared already"):
        rename(documents, source, source.text.index("free(s: site)"), "mark")
    assert rename(documents, source, source.text.index("free(s: site)"), "vacant")


def test_a_name_of_a_bundled_file_stays(documents: Documents, tmp_path: Path) -> None:
    documents.put(str(tmp_path / "mine.gdl"), 'game "Mine" extends "chess"\nrequire after castle: true\n')
    source = documents.source(str(tmp_path / "mine.gdl"))
    assert source is not None
    with pytest.raises(RenameError, match="which comes with the program"):
        renamable(documents, source, source.text.index("castle"))


def test_words_have_the_colour_of_what_they_mean(documents: Documents, tmp_path: Path) -> None:
    source = base(documents, tmp_path)
    found = [
        (c.place.line, c.place.text, c.type, c.modifiers) for c in coloured(documents.files(source), source)
    ]
    assert (2, "size", "parameter", 1) in found
    assert (4, "size", "parameter", 0) in found
    assert (5, "mark", "class", 1) in found
    assert (7, "-- free is a comment", "comment", 0) in found
    assert (8, "empty", "function", 2) in found
    assert (8, "t", "variable", 1) in found
    assert (9, "put", "method", 1) in found
    assert (10, "free", "function", 0) in found
    assert (10, "where", "keyword", 0) in found
    assert {c for *_, c, _ in found} <= set(TYPES)


def test_a_file_shows_what_it_inherits_and_replaces(documents: Documents, tmp_path: Path) -> None:
    text = 'game "Child" extends "base.gdl"\nkinds token\naction put\n  choose s in sites\n  do place token on s\n'
    documents.put(str(tmp_path / "child.gdl"), text)
    source = child(documents, tmp_path)
    found = [(source.position(h.offset)[0], h.text) for h in hints(documents.files(source), source)]
    assert found == [
        (1, " inherits 7 clauses: size, players, board, spare, free, turn, end"),
        (2, " replaces that of base.gdl"),
        (3, " replaces that of base.gdl"),
    ]
    own = base(documents, tmp_path)
    assert list(hints(documents.files(own), own)) == []


def test_lenses_play_test_and_check(documents: Documents, tmp_path: Path) -> None:
    text = BASE + 'variant Large: size = 4\nclaim "short": always moves < 20\n'
    (tmp_path / "base.yaml").write_text("- {name: one, count: 9}\n- {name: two, after: [a1], count: 8}\n")
    source, name = base(documents, tmp_path, text), str(tmp_path / "base.gdl")
    assert [d.code for d in documents.examined(source).diagnostics] == ["unused-definition"]  # the pool
    found = {lens.title: (lens.place.line, lens.arguments) for lens in lenses(documents.files(source)[-1])}
    assert found == {
        "Play": (1, ("play", name)),
        "Run 2 tests": (1, ("test", name)),
        "Play from a test": (1, ("play", name, "--test", "?")),
        "What is never used": (1, ("coverage", name)),
        "Play Large": (15, ("play", name, "--variant", "Large")),
        "Check this claim": (16, ("claims", name)),
    }


def test_hover_gives_the_value_and_the_uses(documents: Documents, tmp_path: Path) -> None:
    text = BASE.replace(
        "kinds mark", "kinds worth\n  mark 3\nlet area = size * size\nfield lead of game: 0..5"
    )
    source = base(documents, tmp_path, text)
    examined = documents.examined(source)
    assert examined.game is not None, examined.diagnostics

    def said(word: str) -> str:
        found = hover(documents.files(source), examined.game, source, text.index(word))
        assert found is not None
        return found[1]

    assert "Value: 3" in said("size = 3")
    assert "Used 4 times: base.gdl 4, 7" in said("size = 3")
    assert "Value: 9" in said("area =")
    assert "Attributes: worth 3" in said("mark 3")
    assert "Holds: number from 0 to 5, at first 0" in said("lead of")
    assert "Used nowhere." in said("lead of")


def test_boards_and_the_forms_of_their_cells_are_offered(documents: Documents, tmp_path: Path) -> None:
    text = BASE.replace("board square size x size", "board octagons size x size").replace("a1", "b2")
    source = base(documents, tmp_path, text)
    examined = documents.examined(source)
    files, at = documents.files(source), text.index("board ") + len("board ")
    assert [p.text for p in complete(files, source, at)] == [*TILINGS]
    assert examined.game is not None, examined.diagnostics
    found = {p.text: p for p in complete(files, source, text.index("free(s)"), examined.game)}
    assert found["squares"].type == "set of sites"
    changed = base(documents, tmp_path, text.replace("choose s in sites", "choose s in squares"))
    game = documents.examined(changed).game
    said = hover(documents.files(changed), game, changed, changed.text.index("squares"))
    assert said is not None and said[1].startswith("`squares`: sites. {a1ne, b1ne")


def test_what_fits_in_type_comes_first(documents: Documents, tmp_path: Path) -> None:
    source = base(documents, tmp_path)
    game = documents.last_game(source)
    broken = base(documents, tmp_path, BASE.replace("where free(s)", "where "))
    assert documents.examined(broken).game is None
    assert documents.last_game(broken) == game

    def first(before: str) -> list[str]:
        text = BASE.replace("  do place mark on s", f"  do {before}")
        changed = base(documents, tmp_path, text)
        at = text.index(before) + len(before)
        found = complete(documents.files(changed), changed, at, game, documents.hole(changed, at, at))
        return [p.text for p in found if p.fits]

    assert first("place ")[0] == "mark"
    assert "size" not in first("place ")
    assert {"X", "O", "mover"} <= set(first("place mark of "))
    assert "free" in first("if ") and "size" not in first("if ")
    assert "size" in first("if size = ")
    assert "sites" in first("if some u in ")
    assert "mark" in first("kind(s) := ")
    assert {"X", "O", "mover"} <= set(first("if owner(s) = "))
    assert first("for t in sites do remove ")[:1] == ["s"] and "X" not in first("remove ")
    assert "number" not in first("move s to ")
    assert not {"players", "directions"} & set(first("remove "))
    turn = base(documents, tmp_path, BASE.replace("turn: put", "turn: put or "))
    found = complete(documents.files(turn), turn, turn.text.index("or \nend") + 3, game)
    assert [p.text for p in found if p.fits] == ["put"]


def test_pools_of_players_and_scores_fit_where_they_are_asked_for(
    documents: Documents, tmp_path: Path
) -> None:
    more = "pool hand of player\nfield points of player: 0..9\nfield leads of player: bool\nlet size_of(p: player) = points(p)\n"
    whole = BASE.replace("turn: put", f"{more}turn: put")
    game = documents.examined(base(documents, tmp_path, whole)).game
    assert game is not None

    def first(before: str, old: str) -> list[str]:
        changed = base(documents, tmp_path, whole.replace(f"  {old}", f"  {before}"))
        at = changed.text.index(before) + len(before)
        found = complete(documents.files(changed), changed, at, game, documents.hole(changed, at, at))
        return [p.text for p in found if p.fits]

    assert first("do move mark from ", "do place mark on s")[:3] == ["s", "spare", "hand"]
    assert set(first("highest ", "draw when full")) == {"points", "size_of"}
    assert set(first("highest points, then lowest ", "draw when full")) == {"points", "size_of"}


def test_a_hole_learns_what_the_checker_takes_in_its_place(documents: Documents, tmp_path: Path) -> None:
    text = BASE.replace("where free(s)", "where owner(s) = ")
    source = base(documents, tmp_path, text)
    at = text.index("owner(s) = ") + len("owner(s) = ")
    hole = documents.hole(source, at, at)
    assert hole.names == {"X", "O", "mover", "none"} and str(hole.wanted) == "player or none"
    broken = base(documents, tmp_path, text + "let = 3\n")  # an error elsewhere
    assert documents.hole(broken, at, at).names == hole.names
    nothing = base(documents, tmp_path, BASE.replace("  do place", "  do ( place"))
    assert documents.hole(nothing, nothing.text.index(" place"), nothing.text.index(" place")).names is None


def test_the_call_around_a_place_has_its_forms(documents: Documents, tmp_path: Path) -> None:
    text = BASE + "field gold of player: 0..9\nlet near(s: site, d: number) = distance(s, (first({a1, b1}), "
    source = base(documents, tmp_path, text)
    files = documents.files(source)
    assert call_at(source, text.index("a1, b1")) is None  # in braces
    assert call_at(source, text.index("({a1") + 1) == Call("first", 0)
    assert call_at(source, text.index("(s, (") + 4) == Call("distance", 1)
    assert call_at(source, text.index("empty(s)")) is None
    (found,) = signatures(files, Call("free", 0))
    assert (found.text, found.parameters) == ("free(s: site)", ("s: site",))
    assert [s.text for s in signatures(files, Call("distance", 0))] == [
        "distance(site, site)", "distance(site, site, directions)"
    ]  # fmt: skip
    assert [s.text for s in signatures(files, Call("gold", 0))] == ["gold(player)"]
    assert signatures(files, Call("nothing", 0)) == ()


def test_blocks_and_comments_fold(documents: Documents, tmp_path: Path) -> None:
    text = "-- one\n-- two\naction put\n  choose s in sites\n  do\n    place mark on s\n\nturn: put\n-- alone\nlet x = (\n"
    source = base(documents, tmp_path, text)
    found = {(f.first, f.last, f.is_comment) for f in foldings(source)}
    assert found == {(1, 2, True), (3, 6, False), (5, 6, False)}


def test_names_of_all_games_of_a_folder_are_found(documents: Documents, tmp_path: Path) -> None:
    (tmp_path / "other.gdl").write_text(BASE.replace("free", "freedom"), "utf-8")
    found = {
        (s.name, Path(s.place.source.name).name) for s in find_symbols(documents, [str(tmp_path)], "fre")
    }
    assert found == {("free", "base.gdl"), ("freedom", "other.gdl")}
    assert [s.name for s in find_symbols(documents, [], "ful")] == ["full"]
