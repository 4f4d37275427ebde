"""The grammar of the language, the parser that Lark makes of it, and what its terminals are."""

import re
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import compress, decompress

import lark
from lark import Lark, Tree
from lark.parsers.lalr_interactive_parser import InteractiveParser

from gdl.platform.private_folders import cache_folder, read_own
from gdl.text.layout import Layout

TABLES = "grammar.tables"
_KEPT = 512  # clauses that have been read


def grammar_text() -> str:
    """The Lark grammar of the language."""
    return resources.files("gdl.text").joinpath("grammar.lark").read_text("utf-8")


def _digest() -> bytes:
    """What the tables of a parser depend on, as 64 letters."""
    return sha256(f"{lark.__version__}\n{grammar_text()}".encode()).hexdigest().encode()


def write_tables(path: Path) -> None:
    """Writes the tables of the parser to a file, to go with the program: to make them takes a second."""
    made = BytesIO()
    Lark(grammar_text(), **_options(Layout())).save(made)
    path.write_bytes(_digest() + compress(made.getvalue(), 9))


def tables() -> bytes | None:
    """The tables that go with the program; None where they belong to another grammar, or to another version of Lark."""
    try:
        data = resources.files("gdl.text").joinpath(TABLES).read_bytes()
    except OSError:
        return None
    digest = _digest()
    return decompress(data[len(digest) :]) if data.startswith(digest) else None


def _options(layout: Layout) -> dict[str, Any]:
    return {
        "parser": "lalr",
        "lexer": "contextual",
        "start": ["clause", "expr"],
        "postlex": layout,
        "propagate_positions": True,
        "maybe_placeholders": True,
    }


@lru_cache(maxsize=1)
def parser() -> tuple[Lark, Layout]:
    """The parser, and its step between words and lines, which gets each clause's text."""
    layout = Layout()
    made = tables()
    if made is not None:
        loaded: Lark = Lark.__new__(Lark)._load(BytesIO(made), postlex=layout)
        return loaded, layout
    return _own(layout), layout


def _own(layout: Layout) -> Lark:
    """A parser whose tables are kept in the user's cache."""
    text, options, folder = grammar_text(), _options(layout), cache_folder()
    if folder is None:
        return Lark(text, **options)
    kept = folder / "grammar.cache"
    if read_own(kept) is None:  # Lark runs what it finds there
        with suppress(OSError):
            kept.unlink(missing_ok=True)
    try:
        return Lark(text, cache=str(kept), **options)
    except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError):
        return Lark(text, **options)


@lru_cache(maxsize=_KEPT)
def read(text: str, start: str, first_column: int) -> Tree[Any]:
    """What the parser makes of the text of a clause, or of an expression: `start`. Raises UnexpectedInput, LayoutError.

    It is kept: editors, and whoever seeks a way out, change one clause of a text and read all of them again.
    """
    found, layout = parser()
    layout.text, layout.base, layout.is_clause = text, first_column, start == "clause"
    return found.parse(text, start=start)


def interactive(text: str, start: str, first_column: int) -> InteractiveParser:
    """A parser of a text that can be fed token by token."""
    made, layout = parser()
    layout.text, layout.base, layout.is_clause = text, first_column, start == "clause"
    return made.parse_interactive(text, start=start)


def parse_table() -> Any:
    """The states of the LALR automaton, and what each does with a terminal."""
    return parser()[0].parser.parser._parse_table


@lru_cache(maxsize=1)
def literals() -> dict[str, str]:
    """The texts of the terminals that have only one."""
    return {
        t.name: str(t.pattern.value)
        for t in parser()[0].terminals
        if t.pattern.type == "str" or re.fullmatch(r"\w+", str(t.pattern.value))
    }


@lru_cache(maxsize=1)
def keywords() -> frozenset[str]:
    """The words that have a meaning of their own at some place."""
    words = {text for text in literals().values() if text.isalpha()}
    return frozenset(words | {w for t in SEVERAL_WORDS.values() for w in t.split()} | {"openly", "secretly"})


SEVERAL_WORDS = {
    "ONCE_PER_ROTATION": "once per rotation",
    "ONCE_PER_OUTCOME": "once per outcome",
    "IN_ANY_ORDER": "in any order",
    "UNTIL_STABLE": "until stable",
}  # terminals that are several words


if __name__ == "__main__":
    write_tables(Path(__file__).with_name(TABLES))
