"""Effects, as listed by `do`, `setup` and `settle`: one case for each form. A block has a scope of its own."""

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.effects.assignments import check_assign
from gdl.checker.effects.at_once import judged_before
from gdl.checker.effects.demands import check_then
from gdl.checker.effects.pieces import check_move_to, check_place
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import (
    element_type,
    expect,
    expect_condition,
    expect_source,
    filtered,
)
from gdl.checker.expressions.operators import check_equal
from gdl.checker.expressions.paths import check_path
from gdl.types import ANY, PIECE, PLAYER, set_of

Effects = tuple[model.Effect, ...]


def check_effects(nodes: tuple[syntax.Effect, ...], context: Context) -> Effects:
    """Effects in sequence; a name that one of them declares is visible to the next ones."""
    inner = context.inner()
    return tuple(effect for node in nodes for effect in _check_effect(node, inner))


def _check_effect(node: syntax.Effect, context: Context) -> Effects:
    """The core form of an effect: usually one, several for a demand, none after an error."""
    match node:
        case syntax.Place():
            return _some(check_place(node, context))
        case syntax.MoveTo():
            return (check_move_to(node, context),)
        case syntax.Remove():
            pieces = expect(node.what, context, set_of(PIECE), "pieces")
            return (model.Remove(node.span, pieces, node.is_capture),)
        case syntax.Swap():
            first = expect(node.first, context, PIECE.or_none, "a piece")
            return (model.Swap(node.span, first, expect(node.second, context, PIECE.or_none, "a piece")),)
        case syntax.Assign():
            return _some(check_assign(node, context))
        case syntax.Bind():
            return (_check_bind(node, context),)
        case syntax.Random():
            return (_check_random(node, context),)
        case syntax.Then():
            return check_then(node, context)
        case syntax.ThenTurn():
            return (model.NextTurn(node.span, expect(node.player, context, PLAYER.or_none, "a player")),)
        case syntax.Finish():
            return (model.Finish(node.span, check_result(node.result, context)),)
        case syntax.ForEach():
            return (_check_for_each(node, context),)
        case syntax.ForPath():
            inner = context.inner()
            path = check_path(node.path, inner)
            return (model.ForPath(node.span, path, check_effects(node.body, inner)),)
        case syntax.If():
            condition = expect_condition(node.condition, context)
            body, otherwise = check_effects(node.body, context), check_effects(node.otherwise, context)
            return (model.Branch(node.span, condition, body, otherwise),)
        case syntax.Match():
            return _check_match(node, context)
        case syntax.Simultaneously():
            body = judged_before(check_effects(node.body, context), context)
            return (model.Simultaneously(node.span, body),)


def _some(effect: model.Effect | None) -> Effects:
    return (effect,) if effect is not None else ()


def _check_bind(node: syntax.Bind, context: Context) -> model.Bind:
    """`let x = E`: a name that later effects may give another value."""
    value = context.expression(node.value)
    local = context.local(node.name.name, value.type, node.name.span)
    context.slots.variables.add(local.slot)
    return model.Bind(node.span, local.slot, value)


def _check_random(node: syntax.Random, context: Context) -> model.Chance:
    source = expect_source(node.source, context)
    local = context.local(node.name.name, element_type(source).or_none, node.name.span)
    return model.Chance(node.span, local.slot, filtered(source, local, node.condition, context))


def _check_for_each(node: syntax.ForEach, context: Context) -> model.ForEach:
    inner = context.inner()
    generators = []
    for generator in node.generators:
        source = expect_source(generator.source, inner)
        local = inner.local(generator.name.name, element_type(source), generator.span)
        generators.append((local.slot, source))
    condition = expect_condition(node.condition, inner) if node.condition is not None else None
    return model.ForEach(node.span, tuple(generators), condition, check_effects(node.body, inner))


def _check_match(node: syntax.Match, context: Context) -> Effects:
    """A table of cases becomes a chain of branches: the first row that matches is executed."""
    chain: Effects = ()
    for case in reversed(node.cases):
        condition = _check_case(node, case, context)
        body = check_effects(case.body, context)
        if condition is not None:
            chain = (model.Branch(case.span, condition, body, chain),)
    return chain


def _check_case(node: syntax.Match, case: syntax.Case, context: Context) -> model.Expr | None:
    """The condition that a row matches; None after an error."""
    given, asked = len(case.values), len(node.asked)
    if given != asked:
        context.reporter.report(
            "bad-table",
            case.values[0].span.to(case.values[-1].span),
            f"this row has {given} value{'s' * (given != 1)}, and {asked} {'is' if asked == 1 else 'are'} asked for",
            f"{abs(asked - given)} too {'few' if given < asked else 'many'}",
            others=[(node.asked[0].span.to(node.asked[-1].span), "asked for here")],
            help="`any` fits every value" if given < asked else "",
        )
        return None
    tests = []
    for wanted, value in zip(node.asked, case.values, strict=True):
        if isinstance(value, syntax.Name) and value.name == "any":
            continue
        test = check_equal(value.span, wanted, value, context)
        if test.type == ANY:
            return None
        tests.append(test)
    return forms.conjunction(case.span, tests)
