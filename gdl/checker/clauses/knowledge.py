"""What players do not see (`hide`) and know nevertheless (`known`), and which positions a game remembers (`position`)."""

from collections.abc import Sequence

from gdl.checker.clauses.turns import player_variable
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, expect_condition, expect_elements
from gdl.checker.expressions.texts import note
from gdl.checker.forms import convert, element_type
from gdl.core import model, static
from gdl.core.types import ANY, NUMBER, SITE, Type, set_of
from gdl.diagnostics.similar_names import near
from gdl.limits import DEFAULT_REMEMBERED, MAX_REMEMBERED
from gdl.tree import syntax

OF_PIECES = ("kind", "owner", "site")  # what can be hidden of pieces beside columns and fields
OF_SITES = ("piece",)  # what can be hidden of sites beside fields


def check_hide(clause: syntax.Hide, context: Context) -> model.Hide:
    """`hide ASPECTS of X in SET from VIEWER where C`."""
    inner = context.outer()
    viewer = player_variable(clause.viewer, "from", "from viewer where viewer = {} and ...", inner)
    source = expect_elements(clause.source, inner)
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
    aspects = _check_aspects(clause.aspects, element, context)
    note(clause.means, "hide", "", clause, inner)
    return model.Hide(clause.span, item.slot, source, viewer.slot, condition, aspects)


def check_known(clause: syntax.Known, context: Context) -> model.Known:
    """`known to VIEWER: VALUE`."""
    inner = context.outer()
    viewer = player_variable(clause.viewer, "to", "known to viewer: ... if viewer = {} else none", inner)
    value = inner.expression(clause.value)
    note(clause.means, "known", "", clause, inner)
    element = value.type.element or value.type
    if element.base in ("piece", "text", "position"):
        context.reporter.report(
            "type-mismatch",
            clause.value.span,
            f"it is known what a value is, and this is a {value.type}",
            "says nothing by itself",
            help="name what is known of it, such as its kind: `known to viewer: kind(...)`",
        )
    return model.Known(clause.span, viewer.slot, value)


def _check_aspects(aspects: tuple[syntax.Ident, ...], element: Type, context: Context) -> tuple[str, ...]:
    """What is hidden of each element; nothing named means all of it."""
    names = context.names
    known = [f.name for f in names.fields.values() if f.holder == element.base]
    if element.base == "piece":
        known += [*OF_PIECES, *names.columns]
    if element.base == "site":
        known += OF_SITES
    for aspect in aspects:
        if element.base != "any" and aspect.name not in known and not names.is_excused(aspect.name):
            context.reporter.report(
                "unknown-name",
                aspect.span,
                f"`{aspect.name}` is nothing that can be hidden of a {element.base}",
                f"no field of {element.base}s"
                + (
                    ", no column, and none of `kind`, `owner` and `site`"
                    if element.base == "piece"
                    else ", and not `piece`, which is what stands there"
                ),
                help=_help_for_aspect(aspect.name, element, known),
            )
    return tuple(dict.fromkeys(a.name for a in aspects))


def _help_for_aspect(name: str, element: Type, known: list[str]) -> str:
    """What to write in place of an aspect that there is not."""
    if element.base == "site" and name in ("kind", "owner"):
        return "to hide what stands on a site, with its kind and its owner, write `hide piece of`"
    return near(name, known) or "what can be hidden: " + ", ".join(sorted(known))


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
