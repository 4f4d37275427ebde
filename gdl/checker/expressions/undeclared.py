"""The way out of a name that a file uses as something of its own and declares nowhere: the line that declares it.

What it is follows from its uses in the whole file: a field is given values, pieces go into a pool, and what is a number wherever it
stands is an option.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of, is_of_several
from gdl.layout import blank_comments
from gdl.source import Source, Span
from gdl.types import BOOL, NUMBER, Type

_NAME = r"[A-Za-z_]\w*"
_POOLS = (  # where a pool stands
    rf"\b(?:place|move)\b[^;\n]*?\b(?:in|from) ({_NAME})\b(?!\()",
    rf"\bkinds of ({_NAME})\b(?!\()",
    rf"\brandom \w+ in ({_NAME})\b(?!\()",
    rf"\b(?:first|last|nth)\(({_NAME})\b(?!\()",
)
_INTRODUCED = (
    rf"\b(?:choose(?: openly| secretly)?|random|for|let|some|all|no) ({_NAME})\b",
    rf"\b({_NAME}): ",
    rf", ({_NAME}) in\b",
)
_SIZE = "8 from 4..12"  # of a board
_NUMBER = "10 from 5..20"  # of anything else


@dataclass(frozen=True, slots=True)
class _Uses:
    """The names of a text that clauses introduce, that are given a value, that stand where a pool does, and that the board has."""

    introduced: frozenset[str]
    assigned: frozenset[str]
    pools: frozenset[str]
    board: frozenset[str]


@lru_cache(maxsize=4)
def _uses(source: Source) -> _Uses:
    """How a text uses its names: found once, since a text may have thousands of mistakes."""
    text = blank_comments(source.text)
    return _Uses(
        frozenset(name for form in _INTRODUCED for name in re.findall(form, text)),
        frozenset(re.findall(rf"(?<![\w(])({_NAME})\s*:=", text)),
        frozenset(name for form in _POOLS for name in re.findall(form, text)),
        frozenset(word for line in re.findall(r"(?m)^board\b(.*)", text) for word in re.findall(_NAME, line)),
    )


def undeclared(name: str, span: Span, expected: Type | None, context: Context) -> str:
    """The help for a name without brackets that no clause declares: its declaration; "" where its uses do not tell what it is."""
    uses = _uses(span.source)
    if not name.isidentifier() or not name.islower() or name in uses.introduced:
        return ""
    if name in uses.assigned:
        return _as_field(name, expected)
    if name in uses.pools:
        return f"where pieces are put is a pool: declare it, such as `pool {name} of game`"
    return _as_option(name, span, expected, name in uses.board)


def _as_field(name: str, expected: Type | None) -> str:
    if expected is None or expected.required == NUMBER:
        return f"what is given a value is a field: declare it, such as `field {name} of game: 0..99`"
    if expected.required == BOOL:
        return f"what is given a value is a field: declare it, such as `field {name} of game: bool`"
    if expected.required.base in ("player", "site", "kind"):
        return f"what is given a value is a field: declare it, such as `field {name} of game: {expected.required} or none`"
    return ""


def _as_option(name: str, span: Span, expected: Type | None, is_of_board: bool) -> str:
    """The option that a number is which several clauses ask for, or one that chooses nothing."""
    if expected is not None and expected.required != NUMBER and not is_of_board:
        return ""
    if expected is None and not is_of_board:
        return ""
    is_rule = re.match(r"\s*(?:board|end|limit|require|field)\b", clause_of(span)) is not None
    if not (is_rule or is_of_several(name, span)):
        return ""  # what an action or a definition asks for is rather introduced there
    return f"declare the number: `option {name} = {_SIZE if is_of_board else _NUMBER}`"
