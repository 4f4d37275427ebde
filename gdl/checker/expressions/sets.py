"""Sets and what goes through them: filters, `E for x in S`, quantifiers, set literals, `reached from`."""

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import convert, element_type, expect, expect_condition, expect_source
from gdl.types import ANY, BOOL, NUMBER, Type, set_of


def check_quantifier(node: syntax.Quantifier, context: Context) -> model.Expr:
    """`some x in S: C`, and the same with `all` and `no`."""
    source = expect_source(node.source, context)
    inner = context.inner()
    local = inner.local(node.variable.name, element_type(source), node.variable.span)
    body = expect_condition(node.body, inner)
    made = model.Quantified(node.span, BOOL, node.word == "all", local.slot, source, body)
    return forms.negated(node.span, made) if node.word == "no" else made


def check_nonempty(node: syntax.Nonempty, context: Context) -> model.Expr:
    """`some S` and `no S`."""
    operand = expect_source(node.operand, context)
    zero = forms.const(node.span, NUMBER, 0)
    size = model.Builtin(node.span, NUMBER, "count", (operand,))
    if node.word == "some":
        return model.Compare(node.span, BOOL, "<", zero, size)
    return forms.equal(node.span, size, zero)


def check_filter(node: syntax.Filter, context: Context) -> model.Expr:
    """`S where C`, which calls the element `it`, and `x in S where C`."""
    inner = context.inner()
    variable = node.source
    if (
        isinstance(variable, syntax.Binary)
        and variable.operator == "in"
        and isinstance(variable.left, syntax.Name)
    ):
        source = expect_source(variable.right, context)
        local = inner.local(variable.left.name, element_type(source), variable.left.span)
    else:
        source = expect_source(node.source, context)
        local = inner.local("it", element_type(source), node.span)
    condition = expect_condition(node.condition, inner)
    kind = source.type if source.type.base == "set" else set_of(ANY)
    return model.Comprehension(node.span, kind, local.slot, source, condition, None)


def check_mapped(node: syntax.Mapped, context: Context, repeats: bool = False) -> model.Expr:
    """`E for x in S where C`. `repeats`: equal numbers count several times, as in a sum."""
    source = expect_source(node.source, context)
    inner = context.inner()
    local = inner.local(node.variable.name, element_type(source), node.variable.span)
    condition = expect_condition(node.condition, inner) if node.condition is not None else None
    value = expect(node.value, inner, NUMBER) if repeats else inner.expression(node.value)
    kind = value.type if value.type.base == "set" else set_of(value.type)  # of sets it is their union
    return model.Comprehension(node.span, kind, local.slot, source, condition, value, repeats)


def check_set_literal(node: syntax.SetOf, context: Context, expected: Type | None) -> model.Expr:
    """`{a, b}`: the first item says what the set holds, where nothing else does."""
    element = expected.element if expected is not None and expected.base == "set" else None
    items: list[model.Expr] = []
    for item in node.items:
        made = context.expression(item, element)
        if element is None or element.base in ("any", "none"):
            element = made.type.or_none if element is not None and element.base == "none" else made.type
        converted = convert(made, element, context)
        if converted is None:
            context.reporter.report(
                "type-mismatch",
                item.span,
                f"this set holds {element}s, but this is a {made.type}",
                f"a {made.type}",
            )
            return forms.wrong(node.span)
        items.append(converted)
    return model.MakeSet(node.span, set_of(element or ANY), tuple(items))
