"""Which value of a field is meant: reading and writing by what stands in the brackets.

A field of pairs is a table. Its entry is a number that the values in the brackets give. A field of a piece and something
else is a field of pieces for each value of the other, so that pieces carry it along; a test finds out which one is meant.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from gdl.checker import forms
from gdl.checker.coercion import convert
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import fitted
from gdl.checker.suggestions.arguments import in_order, other_call, too_few_or_many, unheard
from gdl.core import model, static
from gdl.core.types import ENTRY, NUMBER, Type
from gdl.source import Span
from gdl.tree import syntax

Made = TypeVar("Made")


def check_holders(
    span: Span, field: model.Field, nodes: Sequence[syntax.Expr], context: Context
) -> tuple[model.Expr, ...] | None:
    """What a field is said of, as its types demand; None after an error."""
    wanted = context.names.holders_of(field)
    if len(nodes) != len(wanted):
        report_holders(span, field, len(nodes), context, unheard(nodes, context))
        return None
    kinds = [kind.or_none for kind in wanted]
    given = [context.expression(node, kind) for node, kind in zip(nodes, kinds, strict=True)]
    is_fitting = all(convert(e, kind, context) for e, kind in zip(given, kinds, strict=True))
    if not is_fitting and (way := in_order(field.declared, wanted, given, span)):
        message = f"what `{field.declared}` is said of comes in another order"
        others = [(field.span, "declared here")]
        context.reporter.report(
            "type-mismatch", span, message, "", others=others, help=way.help, fixes=way.fixes
        )
        return None
    if not is_fitting and (way := other_call(field.declared, span, given, context)):
        message = f"`{field.declared}` is said of a {wanted[0]}, but this is a {given[0].type}"
        context.reporter.report(
            "type-mismatch", span, message, "", others=way.places, help=way.help, fixes=way.fixes
        )
        return None
    return tuple(
        fitted(node, expr, context, kind, f"a {kind.required}")
        for node, expr, kind in zip(nodes, given, kinds, strict=True)
    )


_LETTERS = {"player": "pq", "site": "st", "piece": "ab", "kind": "kl", "number": "nm"}


def report_holders(
    span: Span, field: model.Field, given: int, context: Context, things: Sequence[model.Expr] = ()
) -> None:
    """Reports a field that is said of too few or too many things."""
    wanted = context.names.holders_of(field)
    letters = [_LETTERS.get(kind.base, "xy") for kind in wanted]
    named = [(letters[i][i], kind) for i, kind in enumerate(wanted)]
    way = too_few_or_many(field.declared, named, things, span if len(things) == given else None)
    context.reporter.report(
        "wrong-arguments",
        span,
        f"`{field.declared}` is said of {' and '.join(f'a {kind}' for kind in wanted)}",
        f"given {given}",
        others=[(field.span, "declared here")],
        help=way.help,
        fixes=way.fixes,
    )


def read_field(span: Span, field: model.Field, holders: Sequence[model.Expr], context: Context) -> model.Expr:
    """The value of a field for these holders: that of the table's entry, or of the part that is meant."""
    context.usage.read.add(field.declared)

    def read(part: model.Field, holder: model.Expr) -> model.Expr:
        return model.GetField(span, part.type, part.name, holder)

    def choose(condition: model.Expr, then: model.Expr, otherwise: model.Expr) -> model.Expr:
        return model.If(span, field.type, condition, then, otherwise)

    default: model.Expr = forms.const(span, field.type, field.default)
    return _of_part(span, field, holders, context, read, choose, default)


def write_field(
    span: Span, field: model.Field, holders: Sequence[model.Expr], value: model.Expr, context: Context
) -> model.Effect | None:
    """Gives a field a value for these holders; None where they are known to be nothing."""
    context.usage.written.add(field.declared)

    def write(part: model.Field, holder: model.Expr) -> model.Effect | None:
        return model.SetField(span, part.name, holder, value)

    def choose(
        condition: model.Expr, then: model.Effect | None, otherwise: model.Effect | None
    ) -> model.Effect | None:
        assert then is not None
        return model.Branch(span, condition, (then,), () if otherwise is None else (otherwise,))

    return _of_part(span, field, holders, context, write, choose, None)


def _of_part(
    span: Span,
    field: model.Field,
    holders: Sequence[model.Expr],
    context: Context,
    make: Callable[[model.Field, model.Expr], Made],
    choose: Callable[[model.Expr, Made, Made], Made],
    otherwise: Made,
) -> Made:
    """What is made of the field and its holder; of a field of pieces and something else, of the part that is meant."""
    paired = context.names.paired.get(field.declared)
    if paired is None:
        return make(field, entry(field.keys, holders, span) if field.holder == "table" else holders[0])
    piece, other = holders if paired.is_first else reversed(holders)
    parts = list(zip(paired.key.values, paired.parts, strict=True))
    known = static.known(other, context.names.board)
    if known is not None:
        part = next((p for value, p in parts if value == known[0]), None)
        return otherwise if part is None else make(part, piece)
    for value, part in reversed(parts):
        is_it = forms.equal(span, other, forms.const(span, paired.key.type, value))
        otherwise = choose(is_it, make(part, piece), otherwise)
    return otherwise


def entry(keys: Sequence[model.Key], holders: Sequence[model.Expr], span: Span) -> model.Expr:
    """Where in a table the value for these holders stands."""
    at: model.Expr = forms.const(span, ENTRY, 0)
    for key, holder in zip(keys, holders, strict=True):
        is_sure = not (holder.type.is_optional or at.type.is_optional or key.type == NUMBER)
        bounds = (_number(span, key.least), _number(span, len(key.values)))
        at = model.Builtin(span, ENTRY if is_sure else ENTRY.or_none, "entry", (at, holder, *bounds))
    return at


def _number(span: Span, value: int) -> model.Const:
    return forms.const(span, NUMBER, value)


def key_text(key: Type, value: model.Value, context: Context) -> str:
    """A value as it stands in the name of a part of a field, and in positions."""
    names = context.names
    assert isinstance(value, int)
    match key.base:
        case "player":
            return names.players[value].name
        case "kind":
            return list(names.kinds)[value]
        case "site" | "direction" if names.board is not None:
            of_board = names.board.sites if key.base == "site" else names.board.directions
            return of_board[value].name
        case _:
            return str(value).lower()
