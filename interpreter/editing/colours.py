"""The colours of the words of a text by patterns alone, made from the grammar that the parser runs, so that they cannot disagree.

A TextMate grammar and a lexer of Pygments are made of them. At each place the first pattern that matches counts.
`python -m interpreter.editing.colours FILE` writes the grammar, which many editors read.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gdl.core.builtins import ROWS
from gdl.core.types import NAMED
from gdl.text import reference
from gdl.text.grammar import grammar_text
from gdl.text.keywords import CLAUSE_WORDS
from gdl.tree.words import OPERATORS
from interpreter.editing.symbols import signs, words

_CONSTANTS = ("true", "false", "none")
_NAME = r"[A-Za-z_]\w*"
# the head of a clause with a name: a word, or one of several, that the name follows
_NAMED = re.compile(r'[("\w |]*?(?:"(?P<word>\w+)"|\((?P<words>[^()]+)\)) NAME\b')


@dataclass(frozen=True, slots=True)
class Colour:
    """A regular expression, and the TextMate scope of what it matches, or of each of its groups if there are several."""

    pattern: str
    scopes: tuple[str, ...]


def colours() -> tuple[Colour, ...]:
    """The patterns in the order in which they count."""
    operators = {w for o in OPERATORS for w in o.split() if w in words()}
    return (
        Colour("--.*$", ("comment.line.double-dash",)),
        Colour('"[^"]*"', ("string.quoted.double",)),
        Colour(rf"^({_any_of(_naming())})\s+({_NAME})", ("keyword.control.clause", "entity.name.function")),
        _words("keyword.control.clause", CLAUSE_WORDS, r"^\s*"),
        Colour(r"\b[0-9]+(?:\.[0-9]+)?\b", ("constant.numeric",)),
        _words("constant.language", _CONSTANTS),
        _words("keyword.operator.word", operators),
        _words("storage.type", NAMED, "(?<=: )"),
        _words("support.function", (row.name for row in ROWS)),
        _words("keyword.other", words()),
        Colour("|".join(re.escape(sign) for sign in signs()), ("keyword.operator",)),
    )


def _words(scope: str, found: Iterable[str], before: str = "") -> Colour:
    return Colour(rf"{before}\b(?:{_any_of(found)})\b", (scope,))


def _any_of(found: Iterable[str]) -> str:
    return "|".join(sorted(set(found)))


def _naming() -> Iterator[str]:
    """The words of clauses behind which a name stands."""
    for section in reference.sections(grammar_text()):
        for production in section.productions:
            for alternative in production.alternatives:
                found = _NAMED.match(alternative)
                if found is not None:
                    heads = re.findall(r"\w+", found["word"] or found["words"])
                    yield from (word for word in heads if word in CLAUSE_WORDS)


# ---- as a TextMate grammar


def textmate_grammar() -> dict[str, object]:
    """The patterns in the order in which they count."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "GDL",
        "scopeName": "source.gdl",
        "fileTypes": ["gdl"],
        "patterns": [_pattern(colour) for colour in colours()],
    }


def textmate_text() -> str:
    """The grammar as JSON."""
    return json.dumps(textmate_grammar(), indent=2) + "\n"


def _pattern(colour: Colour) -> dict[str, object]:
    names = [f"{scope}.gdl" for scope in colour.scopes]
    if len(names) == 1:
        return {"name": names[0], "match": colour.pattern}
    return {"match": colour.pattern, "captures": {str(i): {"name": name} for i, name in enumerate(names, 1)}}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(textmate_text(), "utf-8")
