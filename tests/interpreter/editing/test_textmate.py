"""The colours of the language, and that the file with them is up to date."""

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from gdl.text.keywords import CLAUSE_WORDS
from interpreter.editing.colours import textmate_grammar, textmate_text
from interpreter.editing.symbols import words

FOLDER = Path(__file__).parents[3] / "docs" / "editor" / "vscode"


@cache
def patterns() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(textmate_text())["patterns"]
    return found


def scopes(line: str) -> Iterator[tuple[str, str]]:
    """The coloured parts of a line: the nearest match, and of several the first pattern, as editors do it."""
    at = 0
    while at < len(line):
        found = [
            (m.start(), i, m)
            for i, p in enumerate(patterns())
            if (m := re.compile(p["match"]).search(line, at))
        ]
        if not found:
            return
        _, index, match = min(found, key=lambda f: f[:2])
        captures = patterns()[index].get("captures")
        if captures is None:
            yield match[0].strip(), patterns()[index]["name"].removesuffix(".gdl")
        else:
            yield from ((match[int(n)], c["name"].removesuffix(".gdl")) for n, c in captures.items())
        at = match.end()


def test_the_file_is_up_to_date() -> None:
    path = FOLDER / "gdl.tmLanguage.json"
    if os.environ.get("GDL_RECORD") == "1":
        path.write_text(textmate_text(), "utf-8")
    assert path.read_text("utf-8") == textmate_text(), "run the tests once with GDL_RECORD=1"


def test_a_line_has_its_colours() -> None:
    line = 'let free(s: site) = not own s and rank(s) <= 3 -- "no" text'
    assert list(scopes(line)) == [
        ("let", "keyword.control.clause"), ("free", "entity.name.function"), (":", "keyword.operator"),
        ("site", "storage.type"), ("=", "keyword.operator"), ("not", "keyword.operator.word"),
        ("own", "keyword.other"), ("and", "keyword.operator.word"), ("rank", "support.function"),
        ("<=", "keyword.operator"), ("3", "constant.numeric"), ('-- "no" text', "comment.line.double-dash"),
    ]  # fmt: skip
    assert list(scopes('game "Let it -- be"')) == [
        ("game", "keyword.control.clause"),
        ('"Let it -- be"', "string.quoted.double"),
    ]


def test_every_word_of_the_grammar_has_a_colour() -> None:
    for word in words():
        ((found, scope),) = scopes(f"  - {word}".replace("- ", "("))
        assert found == word and not scope.startswith("entity"), word
    for word in CLAUSE_WORDS:
        assert list(scopes(word)) == [(word, "keyword.control.clause")]


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text("utf-8"))
    (language,) = package["contributes"]["languages"]
    (grammar,) = package["contributes"]["grammars"]
    for name in (package["main"], language["configuration"], grammar["path"]):
        assert (FOLDER / name).is_file()
    assert grammar["scopeName"] == textmate_grammar()["scopeName"]
