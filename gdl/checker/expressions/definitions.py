"""Uses of definitions: `let` with its arguments."""

import re

from gdl import model, static, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.alike import meant_by
from gdl.checker.expressions.conversions import changed_places, convert, names_of_type
from gdl.checker.expressions.fitting import call_form, silent
from gdl.checker.expressions.leads import lead
from gdl.checker.expressions.meant import unread
from gdl.checker.expressions.words import just_before
from gdl.source import Span
from gdl.types import NUMBER, Type


def apply(
    span: Span,
    name: str,
    arguments: tuple[model.Expr, ...],
    nodes: tuple[syntax.Expr, ...],
    context: Context,
    name_span: Span | None = None,
) -> model.Expr:
    """A definition with arguments. `nodes`: the arguments in the text, which may be too many or too few."""
    definition = context.names.definitions[name]
    context.usage.used.add(name)
    count = len(definition.parameters)
    if max(len(arguments), len(nodes)) != count:
        context.reporter.report(
            "wrong-arguments",
            name_span or span,
            f"`{name}` takes {count} argument{'s' * (count != 1)}, not {max(len(nodes), len(arguments))}",
            "",
            others=[(definition.span, "declared here")],
            help=call_form(
                name,
                [(parameter, kind) for parameter, _, kind in definition.parameters],
                (*arguments, *silent(nodes[len(arguments) :], context)),
                span,
                context,
            ),
        )
        return forms.wrong(span)
    made = []
    for (parameter, _, kind), argument in zip(definition.parameters, arguments, strict=True):
        converted = convert(argument, kind, context)
        if converted is None:
            help, others = unread(argument.span, (kind,), context)
            context.reporter.report(
                "type-mismatch",
                argument.span,
                f"`{parameter}` is a {kind}, but this is a {argument.type}",
                f"a {argument.type}",
                others=others or [(definition.span, f"`{name}` is declared here")],
                help=help
                or changed_places(name, [p[2] for p in definition.parameters], arguments, context)
                or _of_several(span, name, parameter, kind, argument, context)
                or _all_meant(span, name, [p[2] for p in definition.parameters], arguments, context)
                or meant_by(argument.span.text, kind, context)
                or lead(argument.type, kind, argument.span, context)
                or _counted(kind, argument)
                or names_of_type(kind.required, context)
                or f"give it a {kind}, or declare the parameter as what is given: `{parameter}: {_declared(argument.type)}`",
                is_once=True,
            )
            return forms.wrong(span)
        made.append(converted)
    known = static.known(definition.body, context.names.board) if not made else None
    if known is not None:
        return forms.const(span, definition.body.type, *known)
    return model.Apply(span, definition.body.type, name, tuple(made))


def _all_meant(
    span: Span, name: str, wanted: list[Type], arguments: tuple[model.Expr, ...], context: Context
) -> str:
    """The help where several arguments are names that stand for others: the call with all of these."""
    pairs = zip(arguments, wanted, strict=True)
    misfits = {i for i, (a, kind) in enumerate(pairs) if convert(a, kind, context) is None}
    given = [a.span.text for a in arguments]
    named = [meant_by(text, kind, context) for text, kind in zip(given, wanted, strict=True)]
    if len(misfits) < 2 or not all(named[i] for i in misfits):
        return ""
    call = ", ".join(named[i].split("`")[1] if i in misfits else text for i, text in enumerate(given))
    return f"write `{name}({call})` in place of `{' '.join(span.text.split())}`"


def _counted(kind: Type, argument: model.Expr) -> str:
    """The help for a set where a number is wanted."""
    if kind.required != NUMBER or argument.type.base != "set":
        return ""
    return f"how many there are is `count({' '.join(argument.span.text.split())})`"


def _declared(kind: Type) -> str:
    """A type as it is declared: that of a set is the plural."""
    return f"{kind.element.required}s" if kind.element is not None else str(kind.required)


def _of_several(
    span: Span, name: str, parameter: str, kind: Type, argument: model.Expr, context: Context
) -> str:
    """The help for a set that is given where one thing is wanted; "" for what is no set of such things."""
    element, definition = argument.type.element, context.names.definitions[name]
    if argument.type.base != "set" or element is None or element.required != kind.required:
        return ""
    text = argument.span.in_one_line
    call = f"{name}(x)" if len(definition.parameters) == 1 else f"{name}(x, ...)"
    if re.search(r"\bsum\(\s*\Z", just_before(span)) and definition.body.type == NUMBER:
        of_kinds = re.fullmatch(r"kinds of (\w+(?:\([^()]*\))?)", text)
        if of_kinds is not None:  # each kind would count once
            call, text = call.replace("(x", "(kind(x)", 1), of_kinds[1]
        return f"it is asked of each: `sum({call} for x in {text})`"
    return f"ask it of one of them, `some x in {text}: {call}`, or declare the parameter as a set, `{parameter}: {kind.required}s`"
