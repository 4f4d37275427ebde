"""Which value of a field is meant: reading and writing by what stands in the brackets.

A field of pairs is a table. Its entry is a number that the values in the brackets give. A field of a piece and something
else is a field of pieces for each value of the other, so that pieces carry it along; a test finds out which one is meant.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from gdl import model, static, syntax
from gdl.builtins import BY_NAME
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import changed_places, convert, fitted
from gdl.checker.expressions.fitting import at_hand, call_form, silent
from gdl.checker.expressions.leads import leading_forms
from gdl.diagnostics import is_slip
from gdl.source import Span
from gdl.types import ANY, ENTRY, NUMBER, PIECE, SITE, Type

Made = TypeVar("Made")


def check_holders(
    span: Span, field: model.Field, nodes: Sequence[syntax.Expr], context: Context
) -> tuple[model.Expr, ...] | None:
    """What a field is said of, as its types demand; None after an error."""
    wanted = context.names.holders_of(field)
    if len(nodes) != len(wanted):
        report_holders(span, field, len(nodes), context, silent(nodes, context))
        return None
    kinds = [kind.or_none for kind in wanted]
    given = [context.expression(node, kind) for node, kind in zip(nodes, kinds, strict=True)]
    is_fitting = all(convert(e, kind, context) for e, kind in zip(given, kinds, strict=True))
    if not is_fitting and (help := changed_places(field.declared, kinds, given, context)):
        message = f"what `{field.declared}` is said of comes in another order"
        others = [(field.span, "declared here")]
        context.reporter.report("type-mismatch", span, message, "", others=others, help=help)
        return None
    help = _alike(field.declared, given[0].type, context) if len(given) == 1 and not is_fitting else ""
    if not help and len(given) == 1 and not is_fitting and given[0].type != ANY:
        help = _of_others(field, wanted[0], given[0], context)
    if help:
        message = f"`{field.declared}` is said of a {wanted[0]}, but this is a {given[0].type}"
        others = [(field.span, "declared here")]
        context.reporter.report("type-mismatch", span, message, "", others=others, help=help)
        return None
    return tuple(
        fitted(node, expr, context, kind, f"a {kind.required}")
        for node, expr, kind in zip(nodes, given, kinds, strict=True)
    )


def _of_others(field: model.Field, wanted: Type, given: model.Expr, context: Context) -> str:
    """The help for a field that is asked of the wrong thing: what is asked of such things and has such values, and the field of what
    leads from there to the right one, or is at hand."""
    text, one = given.span.in_one_line, given.type.required
    if given.type.base in ("set", "number"):
        return ""
    fields = {f.declared: f.holder_type for f in context.names.fields.values() if not f.rotation}
    turns = {f.declared for f in context.names.fields.values() if f.rotation}
    is_given = re.match(r"[^\S\n]*\)[^\S\n]*:=", given.span.source.text[given.span.end :]) is not None
    names = {way: way.split("(")[0] for way in leading_forms(one, field.type, text, context)}
    others = [way for way, name in names.items() if name not in (field.declared, *BY_NAME, *turns)]
    others = [way for way in others if not is_given or names[way] in fields]  # what can have a value
    others = sorted(others, key=lambda way: fields.get(names[way]) != one)[:_FEW]
    if not others:
        return ""
    led = [f"{field.declared}({way})" for way in leading_forms(one, wanted, text, context)][:1]
    led = led or [f"{field.declared}({name})" for name in at_hand((wanted,), given.span, context)]
    ways = " or ".join(f"`{way}`" for way in (*others, *led))
    return f"write {ways}" if led else f"did you mean {ways}?"


_FEW = 2  # other fields that are told


def _alike(name: str, given: Type, context: Context) -> str:
    """The help for a field of which another one, whose name is a slip away, is said of what is given."""
    fields = context.names.fields.values()
    takes = (given.required, SITE) if given.required == PIECE else (given.required,)
    alike = [
        f.declared
        for f in fields
        if f.declared != name and f.holder_type in takes and is_slip(name, f.declared)
    ]
    return f"did you mean `{alike[0]}`?" if len(alike) == 1 else ""


_LETTERS = {"player": "pq", "site": "st", "piece": "ab", "kind": "kl", "number": "nm"}


def report_holders(
    span: Span, field: model.Field, given: int, context: Context, things: Sequence[model.Expr] = ()
) -> None:
    """Reports a field that is said of too few or too many things."""
    wanted = context.names.holders_of(field)
    letters = [_LETTERS.get(kind.base, "xy") for kind in wanted]
    named = [(letters[i][i], kind) for i, kind in enumerate(wanted)]
    said = f"a {wanted[0]} and a {wanted[1]}" if len(wanted) == 2 else f"one {wanted[0]}"
    context.reporter.report(
        "wrong-arguments",
        span,
        f"`{field.declared}` is said of {said}",
        f"given {given}" if len(wanted) == 2 else "",
        others=[(field.span, "declared here")] if len(wanted) == 2 else (),
        help=call_form(field.declared, named, things, span, context),
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
