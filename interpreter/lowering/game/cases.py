"""Conditions case by case: what they come to where the kind, or the owner, of the piece on a site is known."""

from collections.abc import Mapping
from typing import cast

from gdl.core import model
from gdl.core.types import KIND, PLAYER
from gdl.core.visit import rewritten
from interpreter.lowering.game.constants import constant
from interpreter.lowering.game.inlining import for_player


def asks(e: object, slot: int, of: str) -> bool:
    """Whether an expression is the kind, or the owner, of the piece on the site of a name."""
    match e:
        case model.Builtin(
            name=name, arguments=(model.Builtin(name="piece", arguments=(model.Local(slot=x),)),)
        ):
            return name == of and x == slot
    return False


def with_known_kinds(e: model.Expr, kinds: Mapping[int, int], game: model.Game) -> model.Expr:
    """What a condition says where the kinds of some named pieces are known."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(name="kind", arguments=(model.Local(slot=of),)) if of in kinds:
                return model.Const(part.span, KIND, kinds[of])
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return constant(cast(model.Expr, change(e)), game) if kinds else e


def in_case(e: model.Expr, slot: int, of: str, value: int, game: model.Game) -> model.Expr:
    """What a condition says where the kind, or the owner, is known."""
    kind = KIND if of == "kind" else PLAYER

    def change(part: object) -> object:
        if isinstance(part, model.Builtin) and asks(part, slot, of):
            known = value if value >= 0 else None
            return model.Const(part.span, kind if value >= 0 else part.type, known)
        made = rewritten(part, change) if isinstance(part, model.Node) else part
        return for_player(made, game) if isinstance(made, model.Builtin) else made

    return constant(cast(model.Expr, change(e)), game)
