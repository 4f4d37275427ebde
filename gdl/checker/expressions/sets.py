"""Sets: filters, `E for x in S`, quantifiers, set literals."""

from collections.abc import Sequence

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import (
    expect,
    expect_condition,
    expect_elements,
    warn_of_number_asked,
    warn_of_one_number,
)
from gdl.checker.forms import convert, element_type
from gdl.checker.suggestions.by_type import sites_between
from gdl.core import model
from gdl.core.types import ANY, BOOL, NUMBER, Type, set_of
from gdl.diagnostics.values import Diagnostic, Edit, Fix, Suggestion, writing
from gdl.tree import syntax


def check_quantifier(node: syntax.Quantifier, context: Context) -> model.Expr:
    """`some x in S: C`, and the same with `all` and `no`."""
    source = expect_elements(node.source, context)
    inner = context.inner()
    local = inner.local(node.variable.name, element_type(source), node.variable.span)
    body = expect_condition(node.body, inner)
    warn_of_one_number(source, node.span, context)
    made = model.Quantified(node.span, BOOL, node.word == "all", local.slot, source, body)
    return forms.negated(node.span, made) if node.word == "no" else made


def check_nonempty(node: syntax.Nonempty, context: Context) -> model.Expr:
    """`some S` and `no S`."""
    operand = expect_elements(node.operand, context)
    warn_of_number_asked(operand, node.word, node.span, context)
    zero = forms.const(node.span, NUMBER, 0)
    size = model.Builtin(node.span, NUMBER, "count", (operand,))
    if node.word == "some":
        return model.Compare(node.span, BOOL, "<", zero, size)
    return forms.equal(node.span, size, zero)


def check_part(node: syntax.Filter | syntax.Ordered | syntax.Mapped, context: Context) -> model.Expr:
    """What is made of the elements of a set, one by one."""
    match node:
        case syntax.Filter():
            return check_filter(node, context)
        case syntax.Ordered():
            return check_ordered(node, context)
        case syntax.Mapped():
            return check_mapped(node, context)


def check_filter(node: syntax.Filter, context: Context) -> model.Expr:
    """`S where C`, which calls the element `it`, and `x in S where C`."""
    inner = context.inner()
    variable = node.source
    if (
        isinstance(variable, syntax.Binary)
        and variable.operator == "in"
        and isinstance(variable.left, syntax.Name)
    ):
        source = expect_elements(variable.right, context)
        local = inner.local(variable.left.name, element_type(source), variable.left.span)
    else:
        source = expect_elements(node.source, context)
        local = inner.local("it", element_type(source), node.span)
    condition = expect_condition(node.condition, inner)
    warn_of_one_number(source, node.span, context)
    kind = source.type if source.type.base == "set" else set_of(ANY)
    return model.Comprehension(node.span, kind, local.slot, source, condition, None)


def check_ordered(node: syntax.Ordered, context: Context) -> model.Expr:
    """`S by E`, which calls the element `it`, and `x in S by E`."""
    variable, among = node.variable, node.source
    if variable is not None and isinstance(among, syntax.Binary):
        among = among.right
    source = expect_elements(among, context)
    inner = context.inner()
    name, span = (variable.name, variable.span) if variable is not None else ("it", node.span)
    local = inner.local(name, element_type(source), span)
    keys = tuple(expect(key, inner, NUMBER) for key in node.keys)
    warn_of_one_number(source, node.span, context)
    kind = source.type if source.type.base == "set" else set_of(ANY)
    return model.Ordered(node.span, kind, local.slot, source, keys)


def check_mapped(node: syntax.Mapped, context: Context, repeats: bool = False) -> model.Expr:
    """`E for x in S where C`. `repeats`: a bag of numbers, as for a sum."""
    source = expect_elements(node.source, context)
    inner = context.inner()
    local = inner.local(node.variable.name, element_type(source), node.variable.span)
    condition = expect_condition(node.condition, inner) if node.condition is not None else None
    value = expect(node.value, inner, NUMBER) if repeats else inner.expression(node.value)
    warn_of_one_number(source, node.span, context)
    kind = value.type if value.type.base == "set" else set_of(value.type)  # of sets it is their union
    return model.Comprehension(node.span, kind, local.slot, source, condition, value, repeats)


def gathered(items: tuple[syntax.Expr, ...], is_sum: bool = False) -> tuple[syntax.Expr, ...]:
    """`E for x in S, y in T where C`, which the grammar reads as a list, as one comprehension in another; others as they are."""
    if len(items) < 2:
        return items
    first, last = items[0], items[-1]
    if not isinstance(first, syntax.Mapped) or first.condition is not None:
        return items
    condition: syntax.Expr | None = None
    if isinstance(last, syntax.Filter):
        condition = last.condition
        last = last.source
    further = (*items[1:-1], last)
    names = [
        (syntax.Ident(item.left.span, item.left.name), item.right)
        for item in further
        if isinstance(item, syntax.Binary) and item.operator == "in" and isinstance(item.left, syntax.Name)
    ]
    if len(names) < len(further):
        return items
    span, value = first.span.to(items[-1].span), first.value
    for variable, source in reversed(names):
        made = syntax.Mapped(span, value, variable, source, condition)
        value = syntax.Call(span, syntax.Ident(span, "sum"), (made,)) if is_sum else made
        condition = None
    return (syntax.Mapped(span, value, first.variable, first.source, None),)


def check_set_literal(node: syntax.SetOf, context: Context, expected: Type | None) -> model.Expr:
    """`{a, b}`: the type of the elements is the expected one, or that of the first item."""
    written = gathered(node.items)
    if written is not node.items:
        return context.expression(written[0], expected)
    if _has_ranges_of_sites(written, context):
        return forms.wrong(node.span)
    if len(written) == 1 and isinstance(range := written[0], syntax.Binary) and range.operator == "..":
        context.reporter.report(
            "type-mismatch",
            node.span,
            "a range is a set already, and in braces one element of a set",
            "a set of one set",
            suggestion=writing(node.span, range.span.text),
        )
        return context.expression(range, expected)
    element = expected.element if expected is not None and expected.base == "set" else None
    items: list[model.Expr] = []
    known = len(context.reporter.found)
    for item in written:
        made = context.expression(item, element)
        if element is None or element.base in ("any", "none"):
            element = made.type.or_none if element is not None and element.base == "none" else made.type
        converted = convert(made, element, context)
        if converted is None:
            context.reporter.report(
                "type-mismatch",
                item.span,
                f"this set holds {element.base}s, but this is a {made.type}",
                f"a {made.type}",
            )
            return forms.wrong(node.span)
        items.append(converted)
    _tell_as_words(written, context.reporter.found[known:], context)
    _warn_of_elements_twice(written, context)
    return model.MakeSet(node.span, set_of(element or ANY), tuple(items))


def _tell_as_words(items: Sequence[syntax.Expr], found: Sequence[Diagnostic], context: Context) -> None:
    """Tells of unknown names that are all elements of a set, and of which nothing is known, as of words that nothing declares."""
    if len(items) < 2 or [d.span for d in found] != [i.span for i in items]:
        return
    if any(d.code != "unknown-name" or d.help or not d.span.text.isidentifier() for d in found):
        return
    words = [d.span.text for d in found]
    context.reporter.keep(lambda d: d not in found)
    context.reporter.report(
        "unknown-name",
        items[0].span,
        f"nothing is named {' or '.join(f'`{word}`' for word in words)}",
        "not known here",
        others=[(item.span, "and here") for item in items[1:]],
        help=f"words of a game's own are a type, which is declared: `type NAME: {', '.join(words)}`",
        subjects=words,
    )
    context.names.failed.update(words)


def _has_ranges_of_sites(items: Sequence[syntax.Expr], context: Context) -> bool:
    """Reports `{a1..c1, f6}`, whose ranges are one mistake, whatever their number."""
    ranges = [(item, names) for item in items if (names := sites_between(item, context)) is not None]
    if not ranges:
        return False
    edits = tuple(Edit(item.span, ", ".join(names)) for item, names in ranges)
    context.reporter.report(
        "type-mismatch",
        ranges[0][0].span,
        "a range has numbers, and these are sites",
        "from one site to another",
        others=[(item.span, "and here") for item, _ in ranges[1:]],
        help="the sites of a set are named one by one",
        fixes=(Fix(edits),) if all(names for _, names in ranges) else (),
    )
    return True


def _warn_of_elements_twice(items: Sequence[syntax.Expr], context: Context) -> None:
    """Warns of an element that is written twice: the set holds it once, and what is done for each is done once."""
    first: dict[str, syntax.Expr] = {}
    for item in items:
        text = item.span.in_one_line
        if text in first:
            context.reporter.report(
                "equal-values",
                item.span,
                f"`{text}` is in this set already, and a set holds each element once",
                "a second time",
                others=[(first[text].span, "the first time")],
                help="leave it out; what is to happen several times goes through numbers, `for n in 1..2 do`",
            )
        first.setdefault(text, item)


def warn_of_equal_numbers(
    name: str, node: syntax.Call, arguments: Sequence[model.Expr], context: Context
) -> None:
    """Warns of `nth({E for x in S}, n)`, `last({E for x in S}, n)`, `sum({E for x in S})` and `sum({a, b})`: equal numbers count once.

    `arguments`: those of the call, checked. What is made of numbers one by one is mostly different, and meant.
    """
    counted = arguments[0]
    while isinstance(counted, model.Ordered | model.Apply):
        match counted:
            case model.Ordered():
                counted = counted.source
            case model.Apply():
                counted = context.names.definitions[counted.definition].body
    is_several = name == "nth" or (name in ("first", "last") and len(arguments) > 1)
    if counted.type != set_of(NUMBER) or not (is_several or name == "sum"):
        return
    match counted:
        case model.MakeSet(items=items) if (
            name == "sum" and len(items) > 1 and not all(isinstance(n, model.Const) for n in items)
        ):
            way = f"({' + '.join(_term(n) for n in items)})"
            suggestion = writing(node.span, way, f"each of them counts in `{way}`")
        case model.Comprehension(value=value, source=source) if (
            value is not None and not counted.joins_sets and source.type != set_of(NUMBER)
        ):
            inner = counted.span.in_one_line.removeprefix("{").removesuffix("}")
            suggestion = Suggestion(
                f"each of them counts in `sum({inner})`"
                if name == "sum"
                else "take the element by its place, and ask for its number then, as in `gold(nth((p in players by gold(p)), 2))`"
            )
        case _:
            return
    context.reporter.report(
        "equal-values",
        node.span,
        "a set holds equal numbers once, so the second of two is left out",
        "equal numbers count once",
        suggestion=suggestion,
    )


def _term(term: model.Expr) -> str:
    """A number as it stands in a sum."""
    text = term.span.in_one_line
    return f"({text})" if isinstance(term, model.If) else text
