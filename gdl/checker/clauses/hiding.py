"""`hide`: which sites and pieces a player does not see."""

from gdl import model, syntax
from gdl.checker.clauses.turns import player_variable
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import element_type, expect_condition, expect_source
from gdl.types import ANY


def check_hide(clause: syntax.Hide, context: Context) -> model.Hide:
    """`hide X in SET from VIEWER where C`."""
    inner = context.outer()
    viewer = player_variable(clause.viewer, "from", "from viewer where viewer = {} and ...", inner)
    source = expect_source(clause.source, inner)
    element = element_type(source)
    if element.base not in ("site", "piece", "any"):
        context.reporter.report(
            "type-mismatch",
            clause.source.span,
            f"sites and pieces can be hidden, and this is a {source.type}",
            "cannot be hidden",
            help="write `hide s in sites from ...` or `hide p in pieces from ...`",
        )
        element = ANY
    item = inner.local(clause.name.name, element, clause.name.span)
    condition = expect_condition(clause.condition, inner)
    return model.Hide(clause.span, item.slot, source, viewer.slot, condition)
