"""Calls with other arguments: of what a call is given, what fits the types that it wants."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.suggestions import names
from gdl.checker.suggestions.by_type import lead, there_is
from gdl.core import model
from gdl.core.types import Type, fits
from gdl.diagnostics.values import NO_SUGGESTION, Reporter, Suggestion, writing
from gdl.source import Span
from gdl.tree import syntax

Parameters = Sequence[tuple[str, Type]]  # names and types
_MOST = 4  # arguments of which all orders are tried


def unheard(nodes: Sequence[syntax.Expr], context: Context) -> list[model.Expr]:
    """The typed forms of arguments that have no place of their own, and in which nothing is reported.

    Within such arguments no others are looked at: the time would double with each that holds another one.
    """
    if not context.seeks_ways_out:
        return [forms.wrong(node.span) for node in nodes]
    quiet = replace(context, reporter=Reporter(is_heard=False))
    return [quiet.expression(node) for node in nodes]


def too_few_or_many(
    name: str, parameters: Parameters, given: Sequence[model.Expr], span: Span | None
) -> Suggestion:
    """What is offered for a call with too few or too many arguments: the call without the one that does not belong there, or
    else what the call takes. `span`: the whole call, if it is written as one."""
    if span is not None and len(given) == len(parameters) + 1:
        kinds = [kind for _, kind in parameters]
        rests = [[*given[:i], *given[i + 1 :]] for i in range(len(given))]
        fitting = [rest for rest in rests if _fit(rest, kinds)]
        if len(fitting) == 1 and len({e.type for e in given}) > 1:
            return _call(name, fitting[0], span)
    return Suggestion(forms.takes(name, [(p, str(kind)) for p, kind in parameters]))


def in_order(name: str, wanted: Sequence[Type], given: Sequence[model.Expr], span: Span) -> Suggestion:
    """The call with its arguments in the one order in which each has the very type that is wanted."""
    if len(wanted) != len(given) or not 1 < len(given) <= _MOST:
        return NO_SUGGESTION
    orders = [order for order in permutations(given) if _fit(order, wanted)]
    if len(orders) != 1:
        return NO_SUGGESTION
    return replace(
        _call(name, orders[0], span),
        help=f"what is given has changed places: write `{_text(name, orders[0])}`",
    )


def instead(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """What may be meant in place of one value of the wrong type: another name, what leads to the right type, or what there is."""
    return (
        other_name(given, wanted, context)
        or lead(given, wanted, context)
        or Suggestion(there_is(wanted, context))
    )


def other_name(given: model.Expr, wanted: Type, context: Context) -> Suggestion:
    """The name that is meant in place of another one, of the wrong type."""
    text = given.span.text
    if not text.isidentifier() or not context.seeks_ways_out:
        return NO_SUGGESTION
    unknown = names.of_value(text, given.span, wanted, context)
    return names.meant(replace(unknown, words={}, sources=names.OF_KNOWN))


def other_call(name: str, span: Span, given: Sequence[model.Expr], context: Context) -> Suggestion:
    """The name that is meant in place of one that is asked of other things. `span`: the whole call."""
    texts = [e.span.in_one_line for e in given]
    if (
        not context.seeks_ways_out
        or any(e.type.base == "any" for e in given)
        or not span.text.startswith(f"{name}(")
    ):
        return NO_SUGGESTION
    head = Span(span.source, span.start, span.start + len(name))
    return names.meant(replace(names.of_call(name, head, texts, context), words={}, sources=names.OF_KNOWN))


def _fit(given: Sequence[model.Expr], wanted: Sequence[Type]) -> bool:
    return all(
        fits(e.type.required, kind.or_none) and e.type.base != "any"
        for e, kind in zip(given, wanted, strict=True)
    )


def _call(name: str, arguments: Sequence[model.Expr], span: Span) -> Suggestion:
    return writing(span, _text(name, arguments))


def _text(name: str, arguments: Sequence[model.Expr]) -> str:
    return f"{name}({', '.join(a.span.in_one_line for a in arguments)})" if arguments else name
