"""What takes one thing and is given a set: a kind or a column of the pieces in a pool, a field of several players.

Of whom pieces are is said with `of`, and not where they are. What is asked of one is asked of each.
"""

import re

from gdl import model, syntax
from gdl.builtins import AGGREGATES
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import fitted
from gdl.checker.expressions.words import just_before
from gdl.source import Span
from gdl.types import NUMBER, PIECE, PLAYER, Type, set_of


def expect_owner(node: syntax.Call, context: Context) -> model.Expr:
    """The player of `KIND of p`, or of `pieces of p`."""
    owner = node.arguments[0]
    given = context.expression(owner, PLAYER)
    if given.type != set_of(PIECE):
        return fitted(owner, given, context, PLAYER)
    name, text = node.function.name, given.span.in_one_line
    report_pieces(node.span, name, text, _way_out(node, name, text, context), context)
    return forms.wrong(node.span)


def report_pieces(span: Span, name: str, text: str, help: str, context: Context) -> None:
    """Reports a set of pieces behind `of`."""
    message = f"behind `{name} of` stands a player, and `{text}` are pieces already"
    context.reporter.report("type-mismatch", span, message, "a set of pieces", help=help)


def _way_out(node: syntax.Call, name: str, text: str, context: Context) -> str:
    """What takes a piece of a kind out of a set, or those of a kind."""
    span = node.span
    if name == "pieces":
        return f"write `{text}`"
    moved = re.search(r"\bmove\s+\Z", just_before(span)) is not None
    to = re.match(r"\s+((?:to|under)\s+[^;\n]+)", span.source.text[span.end :])
    if moved and to is not None:
        goal = to[1].split("--")[0].strip()
        return f"one of a kind is taken out of them with `from`: write `move {name} from {text} {goal}`"
    test = f"it is {name}" if context.find(name) is None else f"kind(it) = {name}"
    return f"those of this kind among them are `({text} where {test})`"


def taken_to(name: str, text: str, where: syntax.Place) -> str:
    """The help for `place KIND of POOL on SITE`."""
    goal = where.where.span.in_one_line
    return f"a piece that is there already is moved: write `move {name} from {text} to {goal}`"


def asked_of_each(span: Span, name: str, kind: Type, of: str) -> str:
    """The help for what is asked of a set, and takes one thing: within `sum`, `min` or `max` it is asked of each. `kind`: what it is."""
    within = re.search(rf"\b({'|'.join(AGGREGATES)})\(\s*\Z", just_before(span))
    if within is not None and within[1] == "sum" and kind == NUMBER:
        return f"it is asked of each: `{name}(x) for x in {of}`"
    if within is not None and within[1] != "sum":
        return f"it is asked of each: `{within[1]}({{{name}(x) for x in {of}}})`"
    if kind == NUMBER and not within and span.source.text[: span.start].rstrip()[-1:] in ("=", "+", "-"):
        return f"it is asked of each, and added up: `sum({name}(x) for x in {of})`"
    return f"ask one of them, such as `{name}(first({of}))`, or each: `{{{name}(x) for x in {of}}}`" + (
        f", or add them up: `sum({name}(x) for x in {of})`" if kind == NUMBER else ""
    )
