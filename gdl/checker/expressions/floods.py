"""`reached from`: what can be reached from some sites, step by step."""

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import convert, expect
from gdl.checker.expressions.definitions import apply
from gdl.checker.expressions.predicates import check_tests
from gdl.types import DIRECTION, SITE, set_of


def check_reached(node: syntax.Reached, context: Context) -> model.Expr:
    """`reached from S by D while T`, where D are directions or a definition of the next sites."""
    start = expect(node.start, context, set_of(SITE), "sites to start from")
    board = context.names.board
    directions: model.Expr = forms.const(node.span, set_of(DIRECTION), board.adjacent if board else ())
    inner = context.inner()
    it = inner.local("it", SITE, node.span)
    steps = None
    if node.directions is not None:
        steps = _check_steps(node.directions, it, context)
        if steps is None:
            wanted = "directions, or a definition of the next sites"
            directions = expect(node.directions, context, set_of(DIRECTION), wanted)
    condition = check_tests(node.tests, it, inner)
    return model.Reached(node.span, set_of(SITE), start, directions, it.slot, condition, steps)


def _check_steps(node: syntax.Expr, it: model.Local, context: Context) -> model.Expr | None:
    """The sites that are one step from a site, where a definition is named that says them; else None.

    The site is the definition's first argument, the others follow in brackets.
    """
    name = ""
    given: tuple[syntax.Expr, ...] = ()
    if isinstance(node, syntax.Name):
        name = node.name
    elif isinstance(node, syntax.Call):
        name, given = node.function.name, node.arguments
    definition = context.names.definitions.get(name)
    if definition is None or context.find(name) is not None:
        return None
    parameters = [p[2] for p in definition.parameters]
    if len(parameters) != len(given) + 1 or parameters[0].base not in ("site", "piece"):
        return None
    arguments = tuple(context.expression(a, kind) for a, kind in zip(given, parameters[1:], strict=True))
    made = apply(node.span, name, (it, *arguments), (), context)
    steps = convert(made, set_of(SITE), context)
    if steps is None:
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"`{name}` gives a {made.type}, but the steps from a site are sites",
            f"a {made.type}",
            others=[(definition.span, f"`{name}` is declared here")],
            help="let it give the set of the sites that are one step from its first argument",
        )
        return forms.wrong(node.span)
    return steps
