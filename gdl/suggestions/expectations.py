"""What could stand in a place, in words: from sets of terminals of the grammar to a phrase."""

from collections.abc import Set

from gdl.text.grammar import literals

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


def _named(terminal: str) -> str:
    """The keyword that a terminal of the grammar stands for, or nothing."""
    text = "" if terminal in PHRASES or terminal.startswith("_") else literals().get(terminal, "")
    return text if text.isalpha() else ""


_AFTER_VALUES = frozenset(("DIV", "MOD", "PLUS", "MINUS", "STAR", "SLASH", "LPAR", "OF", "__ANON_0"))
_OPTIONAL = frozenset(("MEANS", "TOGETHER"))


def phrase(terminals: Set[str]) -> str:
    """What could stand in a place, in words, without what may always be left out there."""
    terminals = terminals - _OPTIONAL or terminals
    if "DIV" in terminals and terminals - _AFTER_VALUES:  # behind a value, which may always go on
        terminals -= _AFTER_VALUES
    if {"NAME", "INT"} <= terminals:
        return "a value or a condition" if terminals & {"NOT", "SOME"} else "a value"
    if {"CHOOSE", "FINALLY"} <= terminals:
        return "a part of the action: `choose`, a path, `where`, `do`, `finally` or `notation`"
    if {"PLACE", "REMOVE"} <= terminals:
        return "an effect"
    if {"WINS", "LOSES"} <= terminals:
        return "`wins` or `loses`"
    words = sorted(
        PHRASES.get(t) or (f"`{_named(t)}`" if _named(t) else "") for t in terminals if t != "_DEDENT"
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
