"""Uses of definitions: `let` with its arguments."""

from collections.abc import Iterator

from gdl import model, static, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import changed_places, convert, names_of_type
from gdl.checker.expressions.fitting import meant_by
from gdl.checker.expressions.leads import lead
from gdl.source import Span
from gdl.types import PLAYER, Type


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
            help=_filled(name, [p[2] for p in definition.parameters], arguments, nodes, context)
            or forms.call_form(
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
                or _of_several(name, parameter, kind, argument, len(definition.parameters))
                or _all_meant(span, name, [p[2] for p in definition.parameters], arguments, context)
                or meant_by(argument.span.text, kind, context)
                or lead(argument.type, kind, argument.span, context)
                or names_of_type(kind.required, context),
                is_once=True,
            )
            return forms.wrong(span)
        made.append(converted)
    known = static.known(definition.body, context.names.board) if not made else None
    if known is not None:
        return forms.const(span, definition.body.type, *known)
    return model.Apply(span, definition.body.type, name, tuple(made))


def _filled(
    name: str,
    wanted: list[Type],
    arguments: tuple[model.Expr, ...],
    nodes: tuple[syntax.Expr, ...],
    context: Context,
) -> str:
    """The help for a call with too few arguments: what is given at the first places that it fits, and elsewhere the mover, or the
    one name of the right type that is known here; "" where something is left to guess."""
    given, made = list(arguments), list[str]()
    if not nodes or len(nodes) >= len(wanted) or len(arguments) != len(nodes):
        return ""
    for i, kind in enumerate(wanted):
        is_spare = len(given) == len(wanted) - i  # the rest must be given
        if given and (is_spare or convert(given[0], kind, context) is not None):
            made.append(" ".join(given.pop(0).span.text.split()))
            continue
        local = [
            n
            for n in context.scope.visible()
            if (f := context.find(n)) is not None and f.type.required == kind.required
        ]
        fit = ["mover"] if kind.required == PLAYER else [n for n in local if n not in made]
        if len(fit) != 1:
            return ""
        made.append(fit[0])
    is_chosen = not given and all(
        convert(a, k, context) is not None for a, k in _placed(arguments, made, wanted)
    )
    types = ", ".join(f"a {kind}" for kind in wanted)
    return f"it takes {types}: write `{name}({', '.join(made)})`, if that is meant" if is_chosen else ""


def _placed(
    arguments: tuple[model.Expr, ...], made: list[str], wanted: list[Type]
) -> Iterator[tuple[model.Expr, Type]]:
    """What is given, with the types of the places at which it stands."""
    for argument in arguments:
        yield argument, wanted[made.index(" ".join(argument.span.text.split()))]


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


def _of_several(name: str, parameter: str, kind: Type, argument: model.Expr, count: int) -> str:
    """The help for a set that is given where one thing is wanted; "" for what is no set of such things."""
    element = argument.type.element
    if argument.type.base != "set" or element is None or element.required != kind.required:
        return ""
    text = " ".join(argument.span.text.split())
    call = f"{name}(x)" if count == 1 else f"{name}(x, ...)"
    return f"ask it of one of them, `some x in {text}: {call}`, or declare the parameter as a set, `{parameter}: {kind.required}s`"
