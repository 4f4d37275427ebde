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


_KINDS = (
    ({"NAME", "INT", "NOT"}, "a value or a condition"),
    ({"NAME", "INT", "SOME"}, "a value or a condition"),
    ({"NAME", "INT"}, "a value"),
    ({"CHOOSE", "FINALLY"}, "a part of the action: `choose`, a path, `where`, `do`, `finally` or `notation`"),
    ({"PLACE", "REMOVE"}, "an effect"),
    ({"WINS", "LOSES"}, "`wins` or `loses`"),
)
"""What is named as one thing where all of these terminals could stand: the first one that fits."""
_MOST = 8  # words that are named
_FEWER = ("a name", "the end of the line", "`:`", "`,`")  # where there would be more


def phrase(terminals: Set[str]) -> str:
    """What could stand in a place, in words, without what may always be left out there."""
    terminals = terminals - _OPTIONAL or terminals
    if "DIV" in terminals and terminals - _AFTER_VALUES:  # behind a value, which may always go on
        terminals -= _AFTER_VALUES
    kind = next((name for several, name in _KINDS if several <= terminals), None)
    if kind is not None:
        return kind
    words = sorted(filter(None, map(_word, terminals)))
    if not words:
        words = sorted(_SIGNS[t] for t in terminals if t in _SIGNS) or ["something else"]
    if len(words) > _MOST:
        kept = [w for w in words if w not in ("`div`", "`mod`")]
        words = ["an operator", *(kept if len(kept) < _MOST else [w for w in words if w in _FEWER])]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _word(terminal: str) -> str:
    """A terminal of the grammar as it is named, or nothing."""
    if terminal == "_DEDENT":
        return ""
    named = _named(terminal)
    return PHRASES.get(terminal) or (f"`{named}`" if named else "")
