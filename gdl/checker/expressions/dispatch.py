"""One case for each form of expression. Every context carries `check_expression`."""

from dataclasses import replace

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.calls import check_call
from gdl.checker.expressions.floods import check_reached
from gdl.checker.expressions.lookup import look_up
from gdl.checker.expressions.operators import check_binary, check_conditional, check_unary
from gdl.checker.expressions.paths import check_path
from gdl.checker.expressions.pieces import check_holding
from gdl.checker.expressions.predicates import check_tests
from gdl.checker.expressions.sets import (
    check_nonempty,
    check_part,
    check_quantifier,
    check_set_literal,
)
from gdl.checker.expressions.texts import check_text
from gdl.core import model
from gdl.core.types import BOOL, NONE, NUMBER, SITE, Type, set_of
from gdl.tree import syntax


def check_expression(node: syntax.Expr, context: Context, expected: Type | None = None) -> model.Expr:
    """The typed core form of an expression; a mistake is reported and makes a value of type `any`."""
    match node:
        case syntax.Name():
            return look_up(node, context, expected)
        case syntax.Number():
            return forms.const(node.span, NUMBER, node.value)
        case syntax.Bool():
            return forms.const(node.span, BOOL, node.value)
        case syntax.Nothing():
            return _check_nothing(node, expected)
        case syntax.Text():
            return check_text(node, context)
        case syntax.Call():
            return check_call(node, context)
        case syntax.Binary():
            return check_binary(node, context)
        case syntax.Holding():
            return check_holding(node, context)
        case syntax.Unary():
            return check_unary(node, context)
        case syntax.Is():
            operand = context.expression(node.operand)
            return replace(check_tests(node.tests, operand, context), span=node.span)
        case syntax.Conditional():
            return check_conditional(node, context, expected)
        case syntax.Quantifier():
            return check_quantifier(node, context)
        case syntax.Nonempty():
            return check_nonempty(node, context)
        case syntax.SomePath():
            found = model.SomePath(node.span, BOOL, check_path(node.path, context.inner()))
            return found if node.word == "some" else forms.negated(node.span, found)
        case syntax.PathEnds():
            return model.PathEnds(node.span, set_of(SITE), check_path(node.path, context.inner()))
        case syntax.Filter() | syntax.Ordered() | syntax.Mapped():
            return check_part(node, context)
        case syntax.SetOf():
            return check_set_literal(node, context, expected)
        case syntax.Reached():
            return check_reached(node, context)


def _check_nothing(node: syntax.Nothing, expected: Type | None) -> model.Const:
    """`none`: no value, or the word `none` of an enumeration that has one."""
    if expected is not None and "none" in expected.symbols:
        return forms.const(node.span, expected.required, expected.symbols.index("none"))
    return forms.const(node.span, NONE, None)
