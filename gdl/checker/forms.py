"""Core forms that several nodes of the tree need, such as the kind of a piece or an equality."""

from collections.abc import Iterator, Sequence

from gdl.core import model
from gdl.core.types import ANY, BOOL, KIND, NONE, PIECE, PLAYER, Type, set_of
from gdl.source import Span
from gdl.tree.words import Side


def wrong(span: Span) -> model.Const:
    """The value of a wrong expression: its type is `any`, so that no further error follows from it."""
    return model.Const(span, ANY, None)


def const(span: Span, kind: Type, value: model.Value, varies: bool = False) -> model.Const:
    return model.Const(span, kind, value, varies)


def equal(span: Span, left: model.Expr, right: model.Expr) -> model.Compare:
    return model.Compare(span, BOOL, "=", left, right)


def takes(name: str, parameters: Sequence[tuple[str, str]]) -> str:
    """What something with parameters is given, for a message; each parameter is its name and its type."""
    if not parameters:
        return f"write `{name}`"
    of = " and ".join(f"a {kind} {parameter}" for parameter, kind in parameters)
    return f"write `{name}({', '.join(p for p, _ in parameters)})` with {of}"


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
    """Whether the viewpoint owns a piece (`own`), another player of the team does (`ally`), or a player of another team
    does (`enemy`). `has_teams`: whether players may be in one team."""
    owner = owner_of(span, piece)
    mine = equal(span, owner, viewpoint(span))
    if side == "own":
        return mine
    team = model.Builtin(span, set_of(PLAYER), "team", (viewpoint(span),))
    ours = model.In(span, BOOL, owner, team)
    if side == "ally":
        return model.And(span, BOOL, ours, negated(span, mine))
    nobody = equal(span, owner, const(span, NONE, None))
    return model.And(span, BOOL, negated(span, nobody), negated(span, ours if has_teams else mine))


def conjuncts(condition: model.Expr) -> Iterator[model.Expr]:
    """The conditions that are joined by `and`."""
    if isinstance(condition, model.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    else:
        yield condition
