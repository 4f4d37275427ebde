"""The way out of a name that a file uses as something of its own and declares nowhere: the line that declares it.

What it is follows from its uses in the whole file: a field is given values, pieces go into a pool, and what is a number wherever it
stands is an option.
"""

import re

from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of, is_of_several
from gdl.layout import blank_comments
from gdl.source import Span
from gdl.types import BOOL, NUMBER, Type

_POOL = (  # where a pool stands
    r"\b(?:place|move)\b[^;\n]*?\b(?:in|from) {0}\b(?!\()",
    r"\bkinds of {0}\b(?!\()",
    r"\brandom \w+ in {0}\b(?!\()",
    r"\b(?:first|last|nth)\({0}\b(?!\()",
)
_SIZE = "8 from 4..12"  # of a board
_NUMBER = "10 from 5..20"  # of anything else


def undeclared(name: str, span: Span, expected: Type | None, context: Context) -> str:
    """The help for a name without brackets that no clause declares: its declaration; "" where its uses do not tell what it is."""
    text = blank_comments(span.source.text)
    word = re.escape(name)
    introduced = (
        rf"\b(?:choose(?: openly| secretly)?|random|for|let|some|all|no) {word}\b|\b{word}: |, {word} in\b"
    )
    if not name.isidentifier() or not name.islower() or re.search(introduced, text):
        return ""
    if re.search(rf"(?<![\w(]){word}\s*:=", text):
        return _as_field(name, expected)
    if any(re.search(form.format(word), text) for form in _POOL):
        return f"where pieces are put is a pool: declare it, such as `pool {name} of game`"
    return _as_option(name, span, expected, text)


def _as_field(name: str, expected: Type | None) -> str:
    if expected is None or expected.required == NUMBER:
        return f"what is given a value is a field: declare it, such as `field {name} of game: 0..99`"
    if expected.required == BOOL:
        return f"what is given a value is a field: declare it, such as `field {name} of game: bool`"
    if expected.required.base in ("player", "site", "kind"):
        return f"what is given a value is a field: declare it, such as `field {name} of game: {expected.required} or none`"
    return ""


def _as_option(name: str, span: Span, expected: Type | None, text: str) -> str:
    """The option that a number is which several clauses ask for, or one that chooses nothing."""
    is_of_board = re.search(rf"(?m)^board\b.*\b{name}\b", text) is not None
    if expected is not None and expected.required != NUMBER and not is_of_board:
        return ""
    if expected is None and not is_of_board:
        return ""
    is_rule = re.match(r"\s*(?:board|end|limit|require|field)\b", clause_of(span)) is not None
    if not (is_rule or is_of_several(name, span)):
        return ""  # what an action or a definition asks for is rather introduced there
    return f"declare the number: `option {name} = {_SIZE if is_of_board else _NUMBER}`"
