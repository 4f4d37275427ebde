"""Uses of definitions: `let` with its arguments."""

from gdl import model, static, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import changed_places, convert, names_of_type
from gdl.source import Span


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
            help=forms.call_form(
                name, [(parameter, str(kind)) for parameter, _, kind in definition.parameters]
            ),
        )
        return forms.wrong(span)
    made = []
    for (parameter, _, kind), argument in zip(definition.parameters, arguments, strict=True):
        converted = convert(argument, kind, context)
        if converted is None:
            context.reporter.report(
                "type-mismatch",
                argument.span,
                f"`{parameter}` is a {kind}, but this is a {argument.type}",
                f"a {argument.type}",
                others=[(definition.span, f"`{name}` is declared here")],
                help=changed_places(name, [p[2] for p in definition.parameters], arguments, context)
                or names_of_type(kind.required, context),
            )
            return forms.wrong(span)
        made.append(converted)
    known = static.known(definition.body, context.names.board) if not made else None
    if known is not None:
        return forms.const(span, definition.body.type, *known)
    return model.Apply(span, definition.body.type, name, tuple(made))
