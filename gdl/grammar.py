"""The grammar of the language, the parser that Lark makes of it, and its terminals in words."""

import re
from collections.abc import Set
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

from gdl.layout import Layout
from gdl.private import cache_folder, read_own

TABLES = "grammar.tables"
_KEPT = 512  # clauses that have been read

PHRASES = {
    "STRING": "a text in quotation marks",
    "INT": "a number",
    "NAME": "a name",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "_COMMA": "`,`",
    "EQUAL": "`=`",
    "RBRACE": "`}`",
    "RSQB": "`]`",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
}


_SIGNS = {
    "LBRACE": "`{`",
    "LSQB": "`[`",
    "MINUS": "`-`",
    "MORETHAN": "`>`",
}  # named if nothing else is expected


def grammar_text() -> str:
    """The Lark grammar of the language."""
    return resources.files("gdl").joinpath("grammar.lark").read_text("utf-8")


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
        data = resources.files("gdl").joinpath(TABLES).read_bytes()
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


def named(terminal: str) -> str:
    """The keyword that a terminal of the grammar stands for, or nothing."""
    if terminal in PHRASES or terminal.startswith("_") or terminal in ("DECIMAL", "COMPARE"):
        return ""
    for definition in parser()[0].terminals:
        if definition.name == terminal and re.fullmatch(r"\w+", str(definition.pattern.value)):
            return str(definition.pattern.value)
    return ""


_OPTIONAL = frozenset(("MEANS", "TOGETHER"))


def phrase(terminals: Set[str]) -> str:
    """What could stand in a place, in words, without what may always be left out there."""
    terminals = terminals - _OPTIONAL or terminals
    if {"NAME", "INT"} <= terminals:
        return "a value or a condition" if terminals & {"NOT", "SOME"} else "a value"
    if {"CHOOSE", "FINALLY"} <= terminals:
        return "a part of the action: `choose`, a path, `where`, `do`, `finally` or `notation`"
    if {"PLACE", "REMOVE"} <= terminals:
        return "an effect"
    if {"WINS", "LOSES"} <= terminals:
        return "`wins` or `loses`"
    words = sorted(
        PHRASES.get(t) or (f"`{named(t)}`" if named(t) else "") for t in terminals if t != "_DEDENT"
    )
    words = [w for w in words if w]
    if not words:
        words = sorted(_SIGNS[t] for t in terminals if t in _SIGNS) or ["something else"]
    if len(words) > 8:
        kept = [w for w in words if w not in ("`div`", "`mod`")]
        if len(kept) > 7:
            kept = [w for w in words if w in ("a name", "the end of the line", "`:`", "`,`")]
        words = ["an operator", *kept]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


if __name__ == "__main__":
    write_tables(Path(__file__).with_name(TABLES))
