"""The house itself: what its own documents promise about the tree."""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import yaml

from gdl.loader import bundled_games, find

ROOT = Path(__file__).parent.parent
MODULES = sorted([*ROOT.glob("gdl/**/*.py"), *ROOT.glob("interpreter/**/*.py")])


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_a_module_says_what_it_does_and_is_not_too_long() -> None:
    assert [name_of(p) for p in MODULES if text_of(p).count("\n") > 800] == []
    silent = [p for p in MODULES if text_of(p).strip() and not ast.get_docstring(tree_of(p))]
    assert [name_of(p) for p in silent] == []


@cache
def titles() -> frozenset[str]:
    """The names of the bundled games, and their titles."""
    heads = (find(name).read_text("utf-8") for name in bundled_games())
    found = (re.search(r'^game "([^"]*)"', text, re.M) for text in heads)
    return frozenset(bundled_games()) | {m[1].lower() for m in found if m}


def test_no_module_knows_a_game() -> None:
    # a docstring may show how a game is loaded by name; one or two letters are no name that could be told from words
    known = {t for t in titles() if t not in ("hex", "zola") and len(t) > 2}
    found = []
    for path in MODULES:
        text = text_of(path).lower()
        # a word that does not occur need not be looked for as a word, which takes a hundred times as long
        named = {t for t in known if t in text and re.search(rf"\b{re.escape(t)}\b", text)}
        found += [(name_of(path), title) for title in sorted(named)]
    assert found == []


def test_classes_inherit_over_two_steps_at_most() -> None:
    """As far as all are of this project; the second step is a record's, whose fields lie in memory one after the other."""
    bases: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for path in MODULES:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        homes: dict[str, str] = {}
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.ImportFrom(module=str(home), names=names):
                    homes.update({alias.name: home for alias in names})
                case ast.ClassDef(name=name, bases=written):
                    plain = [b.value if isinstance(b, ast.Subscript) else b for b in written]
                    known = {(homes.get(b.id, module), b.id) for b in plain if isinstance(b, ast.Name)}
                    bases[module, name] = known
    for (module, name), direct in bases.items():
        further = {g for b in direct for g in bases.get(b, ())}
        assert not any(g in bases for b in further for g in bases.get(b, ())), f"{module}.{name}"


def test_no_import_is_for_type_checkers_alone() -> None:
    assert [name_of(path) for path in MODULES if "TYPE_CHECKING" in text_of(path)] == []


def test_the_language_does_not_import_the_interpreter() -> None:
    for path in ROOT.glob("gdl/**/*.py"):
        assert not re.search(r"^\s*(?:from|import) interpreter", path.read_text("utf-8"), re.M)


def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports"))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_readme_shows_a_game_and_a_program_that_run() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    from gdl.loader import examine_source
    from gdl.source import Source

    rules = re.findall(r"```gdl\n(.*?)```", readme, re.S)
    assert rules
    for text in rules:
        assert len(text.strip().splitlines()) <= 10
        assert examine_source(Source("readme.gdl", text))[1] == ()
    for program in re.findall(r"```python\n(.*?)```", readme, re.S):
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "wins" in done.stdout


def test_the_grammar_is_strict() -> None:
    """No conflict that Lark would decide by itself, and no two tokens that collide."""
    from lark import Lark

    from gdl.text.grammar import grammar_text
    from gdl.text.layout import Layout

    Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=["clause", "expr"],
        strict=True,
        postlex=Layout(),
        maybe_placeholders=True,
    )


def test_the_tables_of_the_parser_are_those_of_the_grammar() -> None:
    """Made by `python -m gdl.text.grammar`, with the version of Lark that is installed."""
    from gdl.text.grammar import parser, tables

    assert tables() is not None, "the grammar has changed: run `python -m gdl.text.grammar`"
    assert len(parser()[0].rules) > 100


def test_the_grammar_fits_on_four_screens() -> None:
    assert len((ROOT / "gdl/text/grammar.lark").read_text("utf-8").splitlines()) <= 4 * 66


def room_of(path: Path) -> str:
    """The folder on the second floor, or the package itself."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def test_no_room_grows_beyond_its_budget() -> None:
    """`budget.yaml` has what each may hold, and the reasons for more."""
    budget = yaml.safe_load((ROOT / "tests" / "budget.yaml").read_text("utf-8"))
    allowed = {room: Counter(row) for room, row in budget["rooms"].items()}
    for row in budget["growth"]:
        assert row["for"], row
        allowed.setdefault(row["room"], Counter()).update(lines=row["lines"], modules=row["modules"])
    there: dict[str, Counter[str]] = {}
    for path in MODULES:
        size = Counter(lines=text_of(path).count("\n"), modules=int(path.name != "__init__.py"))
        there.setdefault(room_of(path), Counter()).update(size)
    beyond = {room: dict(size) for room, size in there.items() if not size <= allowed.get(room, Counter())}
    assert beyond == {}, "make the room smaller, or say in `tests/budget.yaml` under `growth` what users get"
