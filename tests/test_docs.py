"""The documentation is true: its games check, its fragments parse, its tables are current, its links lead somewhere."""

import ast
import doctest
import os
import re
import runpy
import tomllib
from pathlib import Path

import pytest

from gdl.core.model import COUNTERS
from gdl.diagnostics.values import Reporter
from gdl.loader import examine_source
from gdl.parsing.parser import parse
from gdl.source import Source
from gdl.text import reference
from gdl.text.grammar import grammar_text
from gdl.text.keywords import CLAUSE_WORDS, EFFECT_WORDS
from interpreter.analysis.case_schema import KEYS
from interpreter.commands.list import rows
from interpreter.engines.position_parts import POSITION_PARTS
from interpreter.positions.documents import Document

ROOT = Path(__file__).parent.parent
LANGUAGE = ROOT / "docs" / "language"
PAGES = sorted(LANGUAGE.glob("*.md"))
RECIPES = ROOT / "docs" / "recipes.md"
DOCS = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# What a block may be: those of the first row are run by the tests of this file, those of the second by test_examples
# and test_house, and those of the third are no examples of the language; the settings of editors are theirs.
WORDS = {
    *("gdl", "gdl part", "yaml", "pycon"),
    *("gdl step", "text", "console", "python"),
    *("sh", "ebnf", "", "lua", "elisp", "toml"),
}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT).with_suffix(""))


def blocks(word: str, pages: list[Path] = DOCS) -> list[object]:
    """The blocks with exactly this info string, named by page and line."""
    found: list[object] = []
    for path in pages:
        text = path.read_text("utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1].strip() == word:
                found.append(pytest.param(match[2], id=f"{named(path)}:{line}"))
    return found


pages = pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
documents = pytest.mark.parametrize("path", DOCS, ids=named)


def one_line(page: str) -> str:
    return " ".join((LANGUAGE / f"{page}.md").read_text("utf-8").split())


# ---- examples ----------------------------------------------------------------------------------------


@documents
def test_every_block_is_of_a_sort_that_is_tested(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(re.findall(r"^```", text, re.M)) == 2 * len(BLOCK.findall(text))
    assert {word for word, _ in BLOCK.findall(text)} <= WORDS


@pytest.mark.parametrize("text", blocks("toml"))
def test_settings_in_toml_can_be_read(text: str) -> None:
    assert tomllib.loads(text)


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
let home(p: player) = rank(index(p, players))
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


@pytest.mark.parametrize("text", blocks("gdl part", [*PAGES, RECIPES]))
def test_a_fragment_in_the_reference_means_something(text: str, tmp_path: Path) -> None:
    (tmp_path / "skeleton.gdl").write_text(SKELETON, "utf-8")
    head = "" if text.startswith("game") else 'game "Part" extends "skeleton.gdl"\n'
    found = examine_source(Source(str(tmp_path / "part.gdl"), head + text))[1]
    wrong = [f"{d.span}: {d.code}: {d.message}" for d in found if d.is_error]
    assert wrong == [] or (not head and {d.code for d in found} == {"missing-clause"})


@pytest.mark.thorough
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


# ---- what is generated, and what must be complete ------------------------------------------------------


@pages
def test_the_generated_parts_of_a_page_are_current(page: Path) -> None:
    text = page.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":
        page.write_text(reference.filled(text), "utf-8")
        text = page.read_text("utf-8")
    assert reference.filled(text) == text, "run the tests once with GDL_RECORD=1"


@pytest.mark.thorough
def test_the_count_of_the_words_that_games_use_is_current() -> None:
    page = ROOT / "benchmarks" / "results" / "constructs.md"
    text = page.read_text("utf-8")
    head = text.partition("| word |")[0]
    current = head + runpy.run_path(str(ROOT / "benchmarks" / "constructs.py"))["table"]()
    if os.environ.get("GDL_RECORD") == "1":
        page.write_text(current, "utf-8")
        text = current
    assert text == current, "run the tests once with GDL_RECORD=1"


def test_each_generated_part_is_on_the_page_of_its_name() -> None:
    for part, content in reference.PARTS.items():
        assert f"{reference.begin(part)}\n{content()}\n{reference.end(part)}" in (
            LANGUAGE / f"{part}.md"
        ).read_text("utf-8")


def test_a_page_whose_generated_part_does_not_end_is_refused() -> None:
    with pytest.raises(ValueError, match="end of grammar"):
        reference.filled(reference.begin("grammar"))


def test_every_name_in_the_grammar_on_the_page_is_defined_there() -> None:
    productions = [p for s in reference.sections(grammar_text()) for p in s.productions]
    defined = [p.name for p in productions]
    assert len(defined) == len(set(defined))
    bodies = re.sub(
        r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]", " ", " ".join(" ".join(p.alternatives) for p in productions)
    )
    used = set(re.findall(r"\w+", bodies))
    assert used - set(defined) == set(reference.LAYOUT.values())
    assert set(defined) - used == {"clause"}


def test_ebnf_says_what_a_lark_grammar_says() -> None:
    grammar = """
?start: "a" [_list] -> first
      | B rest* [X] [G] DONE | ("e" | F rest)+

// ---- the rest: of it ----
rest: (B | _list)? _NL
_list: rest ("," rest)*
B: "b" | "bb"
X.2: /once[ \\t]+more\\b/
G: /(g|h)\\b/
F: /[a-z]+"\\.x?/
DONE: "done"
_NL: /\\n+/
"""
    assert reference.markdown(grammar) == (
        "## Clauses\n\n```ebnf\n"
        'start ::= "a" list? | ("b" | "bb") rest* ("once" "more")? ("g" | "h")? "done" | ("e" | F rest)+\n'
        "```\n\n## The rest\n\n```ebnf\n"
        'rest ::= (("b" | "bb") | list)? NEWLINE\nlist ::= rest ("," rest)*\n'
        "```\n\n## Tokens\n\n```ebnf\n"
        'F ::= [a-z]+ \'"\' "." "x"?\n```'
    )


def test_the_keys_of_tests_and_the_counters_of_positions_are_all_described() -> None:
    assert [k for k in KEYS if f"`{k}`" not in one_line("tests")] == []
    assert [c for c in COUNTERS if f"| `{c}` |" not in one_line("positions")] == []


def test_every_clause_is_in_the_list_of_clauses_and_has_its_page() -> None:
    assert f"`{' '.join(CLAUSE_WORDS)}`" in one_line("files")
    rows = re.findall(
        r"^\| \[[^|]*\]\((\w+\.md)\) \| ([^|]*) \|$", (LANGUAGE / "index.md").read_text("utf-8"), re.M
    )
    places = {word: page for page, words in rows for word in re.findall(r"`(\w+)`", words)}
    assert set(places) == set(CLAUSE_WORDS)
    for word, page in places.items():
        assert re.search(rf"`{word}\b", (LANGUAGE / page).read_text("utf-8")), word


def test_every_effect_has_a_row_in_the_table_of_effects() -> None:
    table = (LANGUAGE / "effects.md").read_text("utf-8").partition("\n## All at once\n")[0]
    lacking = [word for word in EFFECT_WORDS if not re.search(rf"^\| .*`{word}\b", table, re.M)]
    assert lacking == [], "add a row to the table in `docs/language/effects.md`"


def test_the_reserved_words_are_all_listed() -> None:
    from gdl.checker.names import RESERVED

    listed = re.search(r"cannot be declared: `([^`]*)`", one_line("files"))
    assert listed is not None
    assert set(listed[1].split()) == set(RESERVED)


def test_the_words_that_no_field_may_have_are_all_listed() -> None:
    listed = re.search(r"A field cannot have the name of .*?: `([^`]*)`", one_line("files"))
    assert listed is not None

    def is_refused(word: str) -> bool:
        text = f"players Red, Blue\nkinds stone\nfield {word} of game: bool\n"
        return "reserved-name" in {d.code for d in examine_source(Source("docs.gdl", text))[1]}

    reserved = re.search(r"cannot be declared: `([^`]*)`", one_line("files"))
    assert reserved is not None
    words = set(re.findall(r'"([a-z]{2,})"', grammar_text())) - set(reserved[1].split())
    assert {w for w in words if is_refused(w)} - set(COUNTERS) == set(listed[1].split())


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


# ---- the table of games, and licences -------------------------------------------------------------------


GAMES = ROOT / "docs" / "games.md"
NEW = "## Not yet in a family"


def games_filled(text: str) -> str:
    """The page of games with what the files say of each: its title, author, year and players.

    Families and the last column are written by hand. Games without a row are put at the end.
    """
    waiting = {row["name"]: row for row in rows()}
    lines = []
    for line in text.splitlines():
        row = re.fullmatch(r"\| `(\w+)` \|.*\| ([^|]*) \|", line)
        if row is None:
            lines.append(line)
        elif row[1] in waiting:
            lines.append(game_row(waiting.pop(row[1]), row[2]))
    if waiting:
        lines += ["", NEW, "", "| name | game | by | players | shows |", "|---|---|---|---|---|"]
        lines += [game_row(row, "") for row in waiting.values()]
    return "\n".join(lines) + "\n"


def game_row(row: dict[str, str], shows: str) -> str:
    by = ", ".join(part for part in (row["author"], row["year"]) if part)
    return f"| `{row['name']}` | {row['title']} | {by} | {row['players']} | {shows} |"


@pytest.mark.thorough
def test_the_table_of_games_is_current() -> None:
    text = GAMES.read_text("utf-8")
    if os.environ.get("GDL_RECORD") == "1":
        text = games_filled(text)
        GAMES.write_text(text, "utf-8")
    assert text == games_filled(text), "run the tests once with GDL_RECORD=1"
    assert NEW not in text, "put each game into its family, and say what it shows"


def test_each_package_that_is_asked_for_has_its_licence_on_the_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parts = {"the program": project["dependencies"], **project["optional-dependencies"]}
    asked = [
        (re.split(r"[\[><=~! ]", package)[0], part)
        for part, packages in parts.items()
        for package in packages
        if not package.startswith(project["name"])
    ]
    page = (ROOT / "docs" / "licenses.md").read_text("utf-8")
    assert sorted(re.findall(r"^\| ([\w-]+) \| ([^|]+) \| [^|]+ \|$", page, re.M)) == sorted(
        [("package", "needed by"), *asked]
    )


# ---- the rooms of the program ----------------------------------------------------------------------------

ARCHITECTURE = ROOT / "docs" / "architecture.md"
ROOMS = re.compile(r"(<!-- begin rooms -->\n).*?(<!-- end rooms -->)", re.S)


def rooms() -> str:
    """The packages on two floors below `gdl` and `interpreter`, each with the first sentence of its docstring."""
    rows = ["| room | what it does |", "|---|---|"]
    for top in ("gdl", "interpreter"):
        folders = [
            ROOT / top,
            *(p.parent for p in (ROOT / top).rglob("__init__.py") if p.parent != ROOT / top),
        ]
        for folder in sorted(folders):
            path = folder.relative_to(ROOT)
            if len(path.parts) <= 3:
                text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
                rows.append(f"| `{path}/` | {re.split(r'(?<=[.])(?: |$)', one_paragraph(text))[0]} |")
    return "\n".join(rows) + "\n"


def one_paragraph(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())


def test_the_table_of_rooms_is_current() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    current = ROOMS.sub(lambda m: m[1] + rooms() + m[2], text)
    if os.environ.get("GDL_RECORD") == "1":
        ARCHITECTURE.write_text(current, "utf-8")
        text = current
    assert text == current, "run the tests once with GDL_RECORD=1"


# ---- links -------------------------------------------------------------------------------------------


def anchors(path: Path) -> list[str]:
    """The places on a page that a link may lead to."""
    heads = re.findall(r"^#+ (.*)$", BLOCK.sub("", path.read_text("utf-8")), re.M)
    return [re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads]


@documents
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text("utf-8")):
        file, _, anchor = target.partition("#")
        if file.startswith("http"):
            continue
        other = path.parent / file if file else path
        assert other.exists(), target
        if anchor and other.suffix == ".md":
            assert anchor in anchors(other), target


@documents
def test_the_files_that_a_page_names_exist(path: Path) -> None:
    words = re.findall(r"`((?:[\w.-]+/)+(?:[\w*-]+\.\w+)?)`", BLOCK.sub("", path.read_text("utf-8")))
    named_files = [w for w in words if not re.search(r"[A-Z]{2}", w)]  # NAME stands for any name
    assert [w for w in named_files if not list(ROOT.glob(w.rstrip("/")))] == []


@documents
def test_a_page_has_one_title_and_no_two_headings_of_one_name(path: Path) -> None:
    text = BLOCK.sub("", path.read_text("utf-8"))
    assert len(re.findall(r"^# ", text, re.M)) == 1
    if path.name != "CHANGELOG.md":  # where each version has the same headings
        assert len(anchors(path)) == len(set(anchors(path)))


@pages
def test_the_map_of_the_language_has_every_page(page: Path) -> None:
    title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
    if page.stem != "index":
        assert f"| [{title}]({page.name}) |" in (LANGUAGE / "index.md").read_text("utf-8")


def test_the_readme_leads_to_every_document() -> None:
    found = {ROOT / "README.md"}
    waiting = list(found)
    while waiting:
        path = waiting.pop()
        for target in LINK.findall(path.read_text("utf-8")):
            other = (path.parent / target.partition("#")[0]).resolve()
            if other.suffix == ".md" and other not in found and other.exists():
                found.add(other)
                waiting.append(other)
    assert [named(p) for p in DOCS if p not in found] == []


def test_the_glossary_is_in_order_and_its_references_lead_somewhere() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    terms = re.findall(r"^- \*\*([^*]*)\*\*:", text, re.M)
    assert terms == sorted(terms, key=str.lower)
    known = {t.lower() for t in terms}
    for word in re.findall(r"(?<!\*)\*(\w[^*]*)\*(?!\*)", text.partition("\n- ")[2]):
        assert known & {word.lower(), word.lower().removesuffix("s")}, word
