"""A set that nothing names, while a test of the same name tells what would be in it: `fruits`, and `is_fruit(s)`."""

import re

from gdl.checker.context import Context
from gdl.checker.expressions.words import just_before
from gdl.source import Span
from gdl.types import BOOL

_ALL = {
    "site": "sites",
    "piece": "pieces",
    "player": "players",
    "kind": "kinds",
}  # by what a test is asked of
_SHORTEST = 3  # letters that two names share


def by_a_test(name: str, span: Span, context: Context) -> str:
    """The help for a name where a set is wanted: those of a set that pass a test of that name; "" if there is none."""
    one = _singular(name)
    for test, definition in context.names.definitions.items():
        asked = [kind.base for _, _, kind in definition.parameters]
        is_of_it = definition.body.type == BOOL and len(asked) == 1 and asked[0] in _ALL
        if len(one) >= _SHORTEST and is_of_it and one in map(_singular, test.split("_")):
            passing = f"x in {_ALL[asked[0]]} where {test}(x)"
            called = re.search(r"\w\(\s*\Z", just_before(span)) is not None
            written = (
                passing if called and span.source.text[span.end : span.end + 1] == ")" else f"({passing})"
            )
            return f"`{test}` tells which belong to it: write `{written}`"
    return ""


def _singular(name: str) -> str:
    """A name without what makes it a plural."""
    return re.sub(r"(?<=[a-z]{2})(?:(?<=[sxzh])es|s)\Z", "", name.lower())
