"""The colours of the language as a TextMate grammar, which many editors read: `python -m interpreter.editing.textmate FILE` writes it."""

import json
import sys
from pathlib import Path

from interpreter.editing.colours import Colour, colours

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
        "patterns": [_pattern(colour) for colour in colours()],
    }


def _pattern(colour: Colour) -> Pattern:
    names = [f"{scope}.gdl" for scope in colour.scopes]
    if len(names) == 1:
        return {"name": names[0], "match": colour.pattern}
    return {"match": colour.pattern, "captures": {str(i): {"name": name} for i, name in enumerate(names, 1)}}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), "utf-8")
