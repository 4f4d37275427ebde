"""The grammar of the language, the parser that Lark makes of it, and its terminals in words."""

import re
from collections.abc import Set
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from typing import Any

from lark import Lark, Tree

from gdl.layout import Layout
from gdl.private import cache_folder, read_own

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


@lru_cache(maxsize=1)
def parser() -> tuple[Lark, Layout]:
    """The parser, and its step between words and lines, which gets each clause's text."""
    layout = Layout()
    options: dict[str, Any] = {
        "parser": "lalr",
        "lexer": "contextual",
        "start": ["clause", "expr"],
        "postlex": layout,
        "propagate_positions": True,
        "maybe_placeholders": True,
    }
    text = grammar_text()
    folder = cache_folder()
    if folder is None:
        return Lark(text, **options), layout
    kept = folder / "grammar.cache"
    if read_own(kept) is None:  # Lark runs what it finds there
        with suppress(OSError):
            kept.unlink(missing_ok=True)
    try:
        return Lark(text, cache=str(kept), **options), layout
    except (OSError, ValueError, KeyError, EOFError, AttributeError, TypeError):
        return Lark(text, **options), layout


@lru_cache(maxsize=_KEPT)
def read(text: str, start: str, first_column: int) -> Tree[Any]:
    """What the parser makes of the text of a clause, or of an expression: `start`. Raises UnexpectedInput, LayoutError.

    It is kept: editors, and whoever seeks a way out, change one clause of a text and read all of them again.
    """
    lark, layout = parser()
    layout.text, layout.base, layout.is_clause = text, first_column, start == "clause"
    return lark.parse(text, start=start)


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
