"""What each word of a text is, by what it means there: semantic colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl.core.builtins import NAMES
from gdl.files.sources import File
from gdl.source import Source, Span
from interpreter.editing.name_uses import TOKEN, Names
from interpreter.editing.symbols import words

TYPES = (
    "class", "property", "variable", "parameter", "function", "method", "enumMember", "namespace", "keyword", "comment",
    "string",
)  # fmt: skip
MODIFIERS = ("declaration", "defaultLibrary")

_TYPES = {
    "kind": "class", "column": "property", "field": "property", "pool": "property", "option": "parameter",
    "player": "enumMember", "site": "enumMember", "network": "enumMember", "phase": "enumMember", "type": "class", "word": "enumMember", "variant": "namespace", "position": "namespace",
    "action": "method", "move": "method", "effect": "method", "choice": "method", "definition": "function",
    "relation": "function", "definition that a user of this module gives": "function", "parameter": "parameter",
}  # fmt: skip
_BOUND = "variable"  # elements, choices, values and sites of paths


@dataclass(frozen=True, slots=True)
class Coloured:
    """A word, what it is (one of TYPES), and which of MODIFIERS it has, as bits."""

    place: Span
    type: str
    modifiers: int = 0


def coloured(files: Sequence[File], source: Source) -> Iterator[Coloured]:
    """The words of a text that mean something, in their order. Numbers and signs have no colour of their own."""
    names, keywords = Names(files), frozenset(words())
    for found in TOKEN.finditer(source.text):
        place, text = Span(source, found.start(), found.end()), found[0]
        if text.startswith(("--", '"')):
            yield Coloured(place, "comment" if text.startswith("-") else "string")
            continue
        symbols = names.meant(place)
        if symbols:
            is_declared = any(s.place == place for s in symbols)
            yield Coloured(place, _TYPES.get(symbols[0].sort, _BOUND), int(is_declared))
        elif text in NAMES:
            yield Coloured(place, "function", 2)
        elif text in keywords:
            yield Coloured(place, "keyword")
