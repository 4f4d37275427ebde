"""Ends of the game, and its limit."""

from collections.abc import Sequence

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.core import model, static
from gdl.core.types import ANY, BOOL, NUMBER
from gdl.limits import DEFAULT_LIMIT, MAX_LIMIT
from gdl.source import NOWHERE
from gdl.tree import syntax


def check_ends(clauses: Sequence[syntax.End], context: Context) -> tuple[model.Ending, ...]:
    """All ends, in the order in which they are asked."""
    return tuple(_check_ending(ending, context) for clause in clauses for ending in clause.endings)


def _check_ending(node: syntax.Ending, context: Context) -> model.Ending:
    condition: model.Expr = forms.const(node.span, BOOL, True)
    if node.condition is not None:
        condition = expect_condition(node.condition, context)
    return model.Ending(node.span, check_result(node.result, context), condition)


def check_limit(clauses: Sequence[syntax.Limit], context: Context) -> tuple[int, model.Result]:
    """The greatest number of actions, and the result after them."""
    for extra in clauses[1:]:
        context.reporter.report(
            "duplicate-clause",
            extra.span,
            "a game has one limit",
            "a second one",
            others=[(clauses[0].span, "the first one")],
            help="take one of them out",
        )
    if not clauses:
        return DEFAULT_LIMIT, model.Result(NOWHERE, "draw")
    clause = clauses[0]
    expr = expect(clause.moves, context, NUMBER)
    value = static.known(expr, context.names.board)
    moves = value[0] if value is not None else None
    if expr.type != ANY and (not isinstance(moves, int) or not 1 <= moves <= MAX_LIMIT):
        context.reporter.report(
            "bad-range",
            clause.moves.span,
            f"the limit is a whole number from 1 to {MAX_LIMIT}, known before the game begins",
            "",
        )
    return moves if isinstance(moves, int) else DEFAULT_LIMIT, check_result(clause.result, context)
