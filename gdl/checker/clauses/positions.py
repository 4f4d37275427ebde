"""Repetition: `position` clauses say when two positions are the same, and how many are remembered."""

from collections.abc import Sequence

from gdl.checker.coercion import convert
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.core import model, static
from gdl.core.types import NUMBER, SITE, Type, set_of
from gdl.limits import DEFAULT_REMEMBERED, MAX_REMEMBERED
from gdl.tree import syntax

_SCALARS = ("bool", "number", "player", "site", "direction", "piece", "kind", "symbol", "any")
_MEMBERS = ("player", "site", "direction", "kind", "symbol", "any")


def check_positions(
    clauses: Sequence[syntax.Position], limit: int, context: Context
) -> dict[str, model.History]:
    """All `position` clauses. `limit`: the greatest number of actions in the game."""
    made = {}
    for clause in clauses:
        features = tuple(f for part in clause.parts for f in _check_features(part, context))
        most = _check_most(clause.most, limit, context)
        made[clause.name.name] = model.History(clause.span, clause.name.name, features, most)
    return made


def _check_most(node: syntax.Expr | None, limit: int, context: Context) -> int:
    """How many positions are remembered."""
    if node is None:
        return min(limit, DEFAULT_REMEMBERED)
    expr = expect(node, context, NUMBER)
    known = static.known(expr, context.names.board)
    most = known[0] if known is not None else None
    if isinstance(most, int) and 1 <= most <= MAX_REMEMBERED:
        return most
    if expr.type == NUMBER:
        context.reporter.report(
            "bad-range",
            node.span,
            f"how many positions are remembered is a whole number from 1 to {MAX_REMEMBERED}, known before the game begins",
            "",
        )
    return 1


def _check_features(part: syntax.Expr, context: Context) -> tuple[model.Feature, ...]:
    """What positions are compared by; a field or pool without brackets means all of its values."""
    names = context.names
    name = part.name if isinstance(part, syntax.Name) else ""
    if name == "pieces":
        return (model.Feature("pieces"),)
    if name in names.pools:
        return (model.Feature("pool", name),)
    fields = tuple(f for f in names.fields.values() if f.declared == name)
    if fields:
        context.usage.read.add(name)
        field = fields[0]
        if field.until in ("done", "turn"):
            context.reporter.report(
                "constant-condition",
                part.span,
                f"`{name}` is reset when the turn passes on, so it never tells two positions apart",
                "always its default",
                others=[(field.span, "declared here")],
            )
        return tuple(model.Feature("field", f.name) for f in fields)
    value = context.expression(part)
    if value.type.base == "set":
        element = value.type.element
        if element is not None and element.base == "piece":  # a piece is where it is
            value = convert(value, set_of(SITE), context) or value
            element = SITE
        if element is None or element.base not in _MEMBERS:
            _report_no_feature(part, value.type, context)
    elif value.type.base not in _SCALARS:
        _report_no_feature(part, value.type, context)
    return (model.Feature("value", "", value),)


def _report_no_feature(part: syntax.Expr, kind: Type, context: Context) -> None:
    context.reporter.report(
        "type-mismatch",
        part.span,
        f"positions are not told apart by a {kind}",
        f"a {kind}",
        help="name what must be the same: `pieces`, a pool, a field, `mover`, a number, a set of sites",
    )
