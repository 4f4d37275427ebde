"""Core forms that several nodes of the tree need, and implicit conversions of values.

A site given for a piece means the piece on it, a piece given for a site means its site, and a single value given for a set
means the set of that value.
"""

from collections.abc import Iterator, Sequence

from gdl.checker.context import Context
from gdl.core import model
from gdl.core.types import ANY, BOOL, KIND, NONE, PIECE, PLAYER, SITE, Type, fits, set_of
from gdl.source import Span
from gdl.tree.words import Side


def wrong(span: Span) -> model.Const:
    """The value of a wrong expression: its type is `any`, so that no further error follows from it."""
    return model.Const(span, ANY, None)


def const(span: Span, kind: Type, value: model.Value, varies: bool = False) -> model.Const:
    return model.Const(span, kind, value, varies)


def equal(span: Span, left: model.Expr, right: model.Expr) -> model.Compare:
    return model.Compare(span, BOOL, "=", left, right)


def takes(name: str, parameters: Sequence[tuple[str, Type]]) -> str:
    """What something with parameters is given, for a message; each parameter is its name and its type."""
    if not parameters:
        return f"write `{name}`"
    of = " and ".join(f"a {kind} {parameter}" for parameter, kind in parameters)
    return f"write `{name}({', '.join(p for p, _ in parameters)})` with {of}"


def such(name: str, parameters: Sequence[Type], result: Type) -> str:
    """How all are written of which a condition on one of them holds, behind another help; "" for anything else."""
    if result != BOOL or [p.base for p in parameters] not in (["site"], ["player"]):
        return ""
    those = f"{parameters[0].base}s"
    return f"; all such {those} are `({those} where {name}(it))`"


def negated(span: Span, operand: model.Expr) -> model.Not:
    return model.Not(span, BOOL, operand)


def conjunction(span: Span, tests: Sequence[model.Expr]) -> model.Expr:
    """Whether all tests hold; true of none."""
    made = tests[0] if tests else const(span, BOOL, True)
    for test in tests[1:]:
        made = model.And(span, BOOL, made, test)
    return made


def kind_of(span: Span, piece: model.Expr) -> model.Builtin:
    return model.Builtin(span, KIND.or_none, "kind", (piece,))


def owner_of(span: Span, piece: model.Expr) -> model.Builtin:
    return model.Builtin(span, PLAYER.or_none, "owner", (piece,))


def all_pieces(span: Span) -> model.Builtin:
    return model.Builtin(span, set_of(PIECE), "pieces", ())


def viewpoint(span: Span) -> model.Role:
    return model.Role(span, PLAYER, "viewpoint")


def owned(span: Span, side: Side, piece: model.Expr, has_teams: bool = False) -> model.Expr:
    """Whether the viewpoint owns a piece (`own`), or a player of another team does (`enemy`). `has_teams`: whether players may be
    in one team."""
    owner = owner_of(span, piece)
    mine = equal(span, owner, viewpoint(span))
    if side == "own":
        return mine
    team = model.Builtin(span, set_of(PLAYER), "team", (viewpoint(span),))
    ours = model.In(span, BOOL, owner, team)
    nobody = equal(span, owner, const(span, NONE, None))
    return model.And(span, BOOL, negated(span, nobody), negated(span, ours if has_teams else mine))


def conjuncts(condition: model.Expr) -> Iterator[model.Expr]:
    """The conditions that are joined by `and`."""
    if isinstance(condition, model.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition


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
