"""Conditions taken apart and put together: what is joined by `and`, by `or`."""

from collections.abc import Sequence
from functools import reduce

from gdl.core import model
from gdl.core.types import BOOL
from gdl.source import Span


def conjuncts(e: model.Expr) -> list[model.Expr]:
    return [*conjuncts(e.left), *conjuncts(e.right)] if isinstance(e, model.And) else [e]


def disjuncts(e: model.Expr) -> list[model.Expr]:
    return [*disjuncts(e.left), *disjuncts(e.right)] if isinstance(e, model.Or) else [e]


def all_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `and`; true of none."""
    always: model.Expr = model.Const(span, BOOL, True)
    return reduce(lambda x, y: model.And(span, BOOL, x, y), parts) if parts else always


def any_of(parts: Sequence[model.Expr], span: Span) -> model.Expr:
    """The parts joined by `or`; false of none."""
    never: model.Expr = model.Const(span, BOOL, False)
    return reduce(lambda x, y: model.Or(span, BOOL, x, y), parts) if parts else never


def negated(e: model.Expr) -> model.Expr:
    return model.Not(e.span, e.type, e)


def is_one_of(e: model.Expr, items: Sequence[model.Expr], span: Span) -> model.Expr:
    """`x in {a, b}` as `x = a or x = b`."""
    return any_of([model.Compare(span, BOOL, "=", e, item) for item in items], span)
