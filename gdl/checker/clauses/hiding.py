"""`hide`: which sites and pieces a player does not see, or what of them. `known`: what they know nevertheless."""

from gdl.checker.clauses.turns import player_variable
from gdl.checker.coercion import element_type
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect_condition, expect_elements
from gdl.checker.expressions.texts import note
from gdl.core import model
from gdl.core.types import ANY, Type
from gdl.diagnostics.values import near
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
                help=_help(aspect.name, element, known),
            )
    return tuple(dict.fromkeys(a.name for a in aspects))


def _help(name: str, element: Type, known: list[str]) -> str:
    """What to write in place of an aspect that there is not."""
    if element.base == "site" and name in ("kind", "owner"):
        return "to hide what stands on a site, with its kind and its owner, write `hide piece of`"
    return near(name, known) or "what can be hidden: " + ", ".join(sorted(known))
