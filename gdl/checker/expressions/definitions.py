"""Uses of definitions: `let` with its arguments."""

from gdl.checker import forms
from gdl.checker.coercion import convert
from gdl.checker.context import Context
from gdl.checker.names import walked
from gdl.checker.suggestions.arguments import in_order, instead, other_call, too_few_or_many, unheard
from gdl.checker.suggestions.way_out import NO_WAY_OUT, WayOut
from gdl.core import model, static
from gdl.core.types import Type
from gdl.source import Span
from gdl.tree import syntax


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
    count, written = len(definition.parameters), name.removesuffix(walked(""))
    if max(len(arguments), len(nodes)) != count:
        given = (*arguments, *unheard(nodes[len(arguments) :], context))
        parameters = [(parameter, kind) for parameter, _, kind in definition.parameters]
        is_call = bool(nodes) and name_span is not None
        way = too_few_or_many(written, parameters, given, span if is_call else None)
        context.reporter.report(
            "wrong-arguments",
            name_span or span,
            f"`{written}` takes {count} argument{'s' * (count != 1)}, not {max(len(nodes), len(arguments))}",
            "",
            others=[(definition.span, "declared here")],
            help=way.help,
            fixes=way.fixes,
            subjects=[written],
        )
        return forms.wrong(span)
    made = []
    for (parameter, _, kind), argument in zip(definition.parameters, arguments, strict=True):
        converted = convert(argument, kind, context)
        if converted is None:
            order = (
                in_order(written, [p[2] for p in definition.parameters], arguments, span)
                if nodes
                else NO_WAY_OUT
            )
            way = (
                order
                or other_call(written, span, arguments, context)
                or _of_one(name, kind, argument, context)
                or instead(argument, kind, context)
            )
            context.reporter.report(
                "type-mismatch",
                argument.span,
                f"`{parameter}` is a {kind}, but this is a {argument.type}",
                f"a {argument.type}",
                others=way.places or [(definition.span, f"`{written}` is declared here")],
                help=way.help,
                fixes=way.fixes,
                is_once=True,
            )
            return forms.wrong(span)
        made.append(converted)
    known = static.known(definition.body, context.names.board) if not made else None
    if known is not None:
        return forms.const(span, definition.body.type, *known)
    return model.Apply(span, definition.body.type, name, tuple(made))


def _of_one(name: str, kind: Type, argument: model.Expr, context: Context) -> WayOut:
    """What is said of a set that is given where one thing is wanted."""
    element, parameters = argument.type.element, context.names.definitions[name].parameters
    if element is None or element.required != kind.required or len(parameters) != 1:
        return NO_WAY_OUT
    return WayOut(f"it is asked of one of them, as in `{name}(x)` for an x in `{argument.span.in_one_line}`")
