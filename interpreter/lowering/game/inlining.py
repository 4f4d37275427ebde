"""Expressions with their definitions written out, seen by a player where one is given."""

from collections.abc import Mapping
from typing import TypeVar, cast

from gdl.core import model
from gdl.core.types import PLAYER
from gdl.core.visit import rewritten
from interpreter.lowering.game.constants import constant

T = TypeVar("T")

MOVER, VIEWPOINT = -1, -2  # slots that stand for the roles
ROLES = {"mover": MOVER, "viewpoint": VIEWPOINT}


def inlined(
    e: T, game: model.Game, given: Mapping[int, model.Expr] | None = None, player: int | None = None
) -> T:
    """An expression, path or step with its definitions written out.

    `given`: expressions in place of names. `player`: who the viewpoint is, if that is known.
    """
    return constant(cast(T, _inlined(e, game, given or {}, player)), game)


def _inlined(e: object, game: model.Game, given: Mapping[int, model.Expr], player: int | None) -> object:
    if isinstance(e, model.Role) and e.name == "viewpoint" and player is not None:
        return model.Const(e.span, PLAYER, player)
    if isinstance(e, model.Local) and e.slot in given:
        return given[e.slot]
    if isinstance(e, model.Apply):
        definition = game.definitions[e.definition]
        values = [cast(model.Expr, _inlined(a, game, given, player)) for a in e.arguments]
        slots = [slot for _, slot, _ in definition.parameters]
        return _inlined(definition.body, game, dict(zip(slots, values, strict=True)), player)
    made = rewritten(e, lambda part: _inlined(part, game, given, player))
    return for_player(made, game) if isinstance(made, model.Builtin) else made


def for_player(e: model.Builtin, game: model.Game) -> model.Expr:
    """What a builtin says of a known player, as far as the board says it."""
    match e.name, e.arguments:
        case "relative", (model.Const(value=str(word)), model.Const(value=int(player))):
            facing = game.players[player].facing
            return e if facing is None else model.Const(e.span, e.type, game.board.relative(word, facing))
        case (("last_rank" | "home_rank"), (model.Const(value=int(player)),)):
            if game.players[player].facing is None:
                return e
            return model.Const(e.span, e.type, rank_of_player(e.name == "last_rank", player, game))
        case "rival", (model.Const(value=int(player)),):
            return model.Const(e.span, e.type, 1 - player)
        case "after", (model.Const(value=int(player)),):
            return model.Const(e.span, e.type, (player + 1) % len(game.players))
    return e


def rank_of_player(is_last: bool, player: int, game: model.Game) -> tuple[int, ...]:
    """The sites from which no step leads forward for a player, straight or diagonally; or none leads backward."""
    facing, board = game.players[player].facing, game.board
    if facing is None:
        return ()
    word = "forward" if is_last else "backward"
    ahead = (*board.relative(word, facing), *board.relative(f"{word}_diagonal", facing))
    return board.leaving(*ahead) if ahead else ()


def with_roles_as_names(e: T) -> T:
    """The same with roles as names, so that they can be given values. Paths stay as they are."""

    def change(part: object) -> object:
        if isinstance(part, model.Role):
            return model.Local(part.span, part.type, ROLES[part.name], part.name)
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return cast(T, change(e))
