"""The colours of the language as a TextMate grammar, made from the grammar that the parser runs, so that they cannot disagree.

`python -m interpreter.editing.textmate FILE` writes it. Editors that read such grammars take the first pattern that
matches at a place.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from gdl.core.builtins import ROWS
from gdl.core.types import NAMED
from gdl.text import ebnf
from gdl.text.grammar import grammar_text
from gdl.text.keywords import CLAUSE_WORDS
from gdl.tree.words import OPERATORS
from interpreter.editing.symbols import signs, words

_CONSTANTS = ("true", "false", "none")
_NAME = r"[A-Za-z_]\w*"
# the head of a clause with a name: a word, or one of several, that the name follows
_NAMED = re.compile(r'[("\w |]*?(?:"(?P<word>\w+)"|\((?P<words>[^()]+)\)) NAME\b')

Pattern = dict[str, object]


def text() -> str:
    """The grammar as JSON."""
    return json.dumps(grammar(), indent=2) + "\n"


def grammar() -> Pattern:
    """The grammar: its patterns in the order in which they count."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "GDL",
        "scopeName": "source.gdl",
        "fileTypes": ["gdl"],
        "patterns": [
            {"name": "comment.line.double-dash.gdl", "match": "--.*$"},
            {"name": "string.quoted.double.gdl", "match": '"[^"]*"'},
            {
                "match": rf"^({_any_of(_naming())})\s+({_NAME})",
                "captures": {
                    "1": {"name": "keyword.control.clause.gdl"},
                    "2": {"name": "entity.name.function.gdl"},
                },
            },
            _words("keyword.control.clause", CLAUSE_WORDS, r"^\s*"),
            {"name": "constant.numeric.gdl", "match": r"\b[0-9]+(?:\.[0-9]+)?\b"},
            _words("constant.language", _CONSTANTS),
            _words("keyword.operator.word", {w for o in OPERATORS for w in o.split() if w in words()}),
            _words("storage.type", NAMED, "(?<=: )"),
            _words("support.function", _builtins()),
            _words("keyword.other", words()),
            {"name": "keyword.operator.gdl", "match": "|".join(re.escape(sign) for sign in signs())},
        ],
    }


def _words(scope: str, found: Iterable[str], before: str = "") -> Pattern:
    return {"name": f"{scope}.gdl", "match": rf"{before}\b(?:{_any_of(found)})\b"}


def _any_of(found: Iterable[str]) -> str:
    return "|".join(sorted(set(found)))


def _builtins() -> set[str]:
    return {row.name for row in ROWS}


def _naming() -> Iterator[str]:
    """The words of clauses behind which a name stands."""
    for section in ebnf.sections(grammar_text()):
        for production in section.productions:
            for alternative in production.alternatives:
                found = _NAMED.match(alternative)
                if found is not None:
                    heads = re.findall(r"\w+", found["word"] or found["words"])
                    yield from (word for word in heads if word in CLAUSE_WORDS)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), "utf-8")
