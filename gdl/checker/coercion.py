"""Implicit conversions of values.

A site given for a piece means the piece on it, a piece given for a site means its site, and a single value given for a set
means the set of that value.
"""

from gdl.checker.context import Context
from gdl.core import model
from gdl.core.types import ANY, PIECE, SITE, Type, fits


def convert(expr: model.Expr, wanted: Type, context: Context) -> model.Expr | None:
    """The expression converted to the wanted type, or None."""
    if fits(expr.type, wanted):
        return expr
    if wanted.base == "piece" and expr.type.base == "site":
        return model.Builtin(expr.span, PIECE.or_none, "piece", (expr,))
    if wanted.base == "site" and expr.type.base == "piece":
        return model.Builtin(expr.span, SITE.or_none, "site", (expr,))
    if wanted.base == "set" and wanted.element is not None and expr.type.base != "set":
        inner = convert(expr, wanted.element, context)
        return single(inner, wanted) if inner is not None else None
    if wanted.base == "set" and wanted.element is not None and expr.type.element is not None:
        local = context.unnamed(expr.type.element, expr.span)
        inner = convert(local, wanted.element, context)
        if inner is not None and wanted.element.base in ("site", "piece"):
            return model.Comprehension(expr.span, wanted, local.slot, expr, None, inner)
    return None


def single(expr: model.Expr, kind: Type) -> model.Expr:
    """A value as a set of one element; `none` as the empty set."""
    if expr.type.is_optional and expr.type.base != "none":
        return model.Builtin(expr.span, kind, "single", (expr,))
    return model.MakeSet(expr.span, kind, (expr,))


def as_piece(expr: model.Expr, context: Context) -> model.Expr:
    """A piece as it is, a site as the piece on it."""
    made = convert(expr, PIECE.or_none, context)
    assert made is not None
    return made


def element_type(source: model.Expr) -> Type:
    """The type of a set's elements."""
    return (source.type.element or ANY) if source.type.base == "set" else ANY
