"""`reached from`: what can be reached from some sites, step by step.

The steps behind `by` are directions, the name of a definition of the next sites, or an expression of `it`, the site where a step begins.
"""

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.attributes import apply
from gdl.checker.expressions.conversions import expect, fitted
from gdl.checker.expressions.predicates import check_tests
from gdl.checker.forms import convert
from gdl.core import model
from gdl.core.builtins import BY_NAME
from gdl.core.types import DIRECTION, SITE, set_of
from gdl.core.visit import nodes
from gdl.tree import syntax


def check_reached(node: syntax.Reached, context: Context) -> model.Expr:
    """`reached from S by D while T`, where D are directions, a definition of the next sites, or these sites."""
    start = expect(node.start, context, set_of(SITE), "sites to start from")
    board = context.names.board
    directions: model.Expr = forms.const(node.span, set_of(DIRECTION), board.adjacent if board else ())
    inner = context.inner()
    it = inner.local("it", SITE, node.span)
    steps = None
    if node.directions is not None:
        steps = _check_steps(node.directions, it, context)
        if steps is None and _asks_it(node.directions):
            steps = _next_sites(node.directions, it, inner)
        elif steps is None:
            directions = _check_directions(node.directions, context)
    condition = check_tests(node.tests, it, inner)
    return model.Reached(node.span, set_of(SITE), start, directions, it.slot, condition, steps)


def _asks_it(node: syntax.Expr) -> bool:
    return any(isinstance(n, syntax.Name) and n.name == "it" for n in nodes(node))


def _next_sites(node: syntax.Expr, it: model.Local, inner: Context) -> model.Expr:
    """The sites one step away from `it`, by an expression of `it`: these sites, or the directions that lead to them."""
    made = inner.expression(node)
    directions = convert(made, set_of(DIRECTION), inner)
    if directions is not None and made.type != set_of(SITE):
        return model.Builtin(node.span, set_of(SITE), "neighbours", (it, directions))
    return fitted(node, made, inner, set_of(SITE), "the sites one step from `it`, or directions")


def _check_directions(node: syntax.Expr, context: Context) -> model.Expr:
    """Directions that are the same for every site; sites that are not said of each site are an error with the way out."""
    made = context.expression(node)
    if convert(made, set_of(DIRECTION), context) is None and convert(made, set_of(SITE), context) is not None:
        name = node.function.name if isinstance(node, syntax.Call) else node.span.text
        if not _asks_a_site(name, context):
            name = "neighbours"
        context.reporter.report(
            "type-mismatch",
            node.span,
            "these sites are the same at every step, not those one step from each site",
            "a set of sites",
            help=f"write `{name}(it)`, which asks each site that is reached",
        )
        return forms.wrong(node.span)
    wanted = "directions, or a definition of the next sites"
    return fitted(node, made, context, set_of(DIRECTION), wanted)


def _asks_a_site(name: str, context: Context) -> bool:
    """Whether a builtin or definition gives something for a site alone."""
    definition = context.names.definitions.get(name)
    asked = (
        [[p[2] for p in definition.parameters]]
        if definition
        else [r.parameters for r in BY_NAME.get(name, ())]
    )
    return any(len(types) == 1 and types[0].base in ("site", "piece") for types in asked)


def _check_steps(node: syntax.Expr, it: model.Local, context: Context) -> model.Expr | None:
    """The sites one step away from `it`, if a definition of them is named; else None.

    The site is the definition's first argument; further ones are in brackets.
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
