"""What leads from a value of one type to one of another: columns, fields and definitions of the game, then the language's own.

Where a kind stands and a number is wanted, the way out is `value(k)` if the table has a column `value`.
"""

import re
from collections.abc import Iterator

from gdl.checker.context import Context
from gdl.checker.expressions.middle import of_the_middle
from gdl.source import Span
from gdl.types import BOOL, KIND, NUMBER, PIECE, PLAYER, POINT, SITE, Type, set_of

_OWN = (
    ("owner({})", PIECE, PLAYER),
    ("kind({})", PIECE, KIND),
    ("site({})", PIECE, SITE),
    ("piece({})", SITE, PIECE),
    ("owner({})", SITE, PLAYER),
    ("kind({})", SITE, KIND),
    ("index({}, players)", PLAYER, NUMBER),
    ("file({})", SITE, NUMBER),
    ("rank({})", SITE, NUMBER),
    ("file({})", PIECE, NUMBER),
    ("rank({})", PIECE, NUMBER),
    ("rank({})", NUMBER, set_of(SITE)),
    ("file({})", NUMBER, set_of(SITE)),
)  # of the language, where nothing of the game's own leads from one type to another
_AS = {"site": (SITE, PIECE, KIND), "piece": (PIECE, SITE, KIND)}  # as what a value is taken, too
_FEW = 3  # ways that are told
_ELEMENTS = re.compile(r"(\w+) in (.+)")  # a set whose elements have a name


def lead(given: Type, wanted: Type, span: Span, context: Context) -> str:
    """The help for a value, in a place of the text, where another type is wanted; "" where nothing leads there."""
    text = span.in_one_line
    if given.required == wanted.required or wanted == BOOL or "any" in (given.base, wanted.base):
        return ""
    if given == POINT:
        return of_the_middle(wanted, context)
    found = list(dict.fromkeys(_declared(given.required, wanted.required, context)))
    if not found and given == NUMBER and not text.isdecimal():
        return ""  # hardly a rank or a file
    if not found:
        ways = _own(given, wanted, text, context)
        if len(ways) > 1:
            return f"what leads to a {wanted.required} here: " + ", ".join(f"`{way}`" for way in ways)
        return f"write `{ways[0]}`, which is a {wanted.base}" if ways else ""
    line = _line(span)
    named = [name for name in found if re.search(rf"\b{re.escape(name)}\b", line)]
    chosen = named or found
    if len(chosen) == 1:
        return f"write `{chosen[0]}({text})`, which is a {wanted.required}"
    several = ", ".join(f"`{name}({text})`" for name in chosen[:_FEW])
    return f"what leads to a {wanted.required} here: {several}"


def sum_of(elements: Type, text: str, context: Context) -> str:
    """The help for the sum of what are no numbers: what is asked of each of them is added."""
    found = list(dict.fromkeys(_declared(elements.required, NUMBER, context)))[:_FEW]
    each = _ELEMENTS.fullmatch(text.removeprefix("(").removesuffix(")") if text.startswith("(") else text)
    one, of = each.groups() if each else ("x", text)
    ways = [f"`sum({name}({one}) for {one} in {of})`" for name in found]
    return (
        f"what is added is asked of each: {' or '.join(ways)}"
        if ways
        else "`count(...)` is how many there are"
    )


def leading_forms(given: Type, wanted: Type, text: str, context: Context) -> list[str]:
    """The expressions that lead from a value to another type."""
    own = [f"{name}({text})" for name in dict.fromkeys(_declared(given.required, wanted.required, context))]
    others = _own(given, wanted, text, context)
    return [*others, *own] if given.required == PLAYER else [*own, *others]  # who somebody is never changes


def _own(given: Type, wanted: Type, text: str, context: Context) -> list[str]:
    """What of the language leads from one type to another; through pieces only in a game that has some."""
    forms = [form for form, of, to in _OWN if (of, to) == (given.required, wanted.required)]
    has_pieces = bool(context.names.kinds) or "kinds" in context.names.broken
    return [f.format(text) for f in forms if has_pieces or not f.startswith(("owner", "kind", "piece"))]


def _declared(given: Type, wanted: Type, context: Context) -> Iterator[str]:
    """The names of this game that are asked of one thing of the type given, and give the type that is wanted."""
    names, taken = context.names, _AS.get(given.base, (given,))
    for name, column in names.columns.items():
        if not column.by and column.type.required == wanted and KIND in taken:
            yield name
    for name, field in names.fields.items():
        if field.holder_type in taken and field.type.required == wanted and not field.part_of:
            yield name
    for name, definition in names.definitions.items():
        asked = [kind for _, _, kind in definition.parameters]
        if len(asked) == 1 and asked[0].required in taken and definition.body.type.required == wanted:
            yield name


def _line(span: Span) -> str:
    """The line of the text around a place, without what stands at the place itself."""
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    return f"{text[start : span.start]} {text[span.end : len(text) if end < 0 else end]}"
