"""What expressions read: names, the state, loops; and expressions with their definitions written out."""

from typing import Any

from gdl import model, visit
from gdl.builtins import facts
from gdl.types import PLAYER, Type

_LOOPS = (
    model.Comprehension
    | model.Quantified
    | model.Reached
    | model.SomePath
    | model.PathEnds
    | model.Apply
    | model.CanMake
)
_ROLES = {"mover": -1, "viewpoint": -2}


def reads(e: object, slots: frozenset[int], game: model.Game) -> bool:
    """Whether an expression reads one of these names."""
    return visit.reads(e, slots)


def needs_loops(e: object) -> bool:
    """Whether an expression is more than a few operations."""
    return any(
        isinstance(part, _LOOPS)
        or (isinstance(part, model.Builtin) and facts(part.name).reads & {"legal", "history"})
        for part in visit.nodes(e)
    )


def free_names(e: object, game: model.Game) -> dict[int, Type] | None:
    """The names that an expression reads and their types, roles among them; None if it asks about the state."""
    match e:
        case model.Local():
            return {e.slot: e.type}
        case model.Role():
            return {_ROLES[e.name]: e.type}
        case (
            model.GetField()
            | model.PoolOf()
            | model.SomePath()
            | model.Reached()
            | model.Template()
            | model.PathEnds()
        ):
            return None
        case model.Builtin() if facts(e.name).reads - ({"extent"} if not game.board.is_growing else set()):
            return None
        case model.Apply() | model.CanMake():
            return None
    found: dict[int, Type] = {}
    for part in visit.children(e):
        inner = free_names(part, game)
        if inner is None:
            return None
        found |= inner
    match e:
        case model.Comprehension() | model.Quantified():
            found.pop(e.slot, None)
    return found


def written_out(
    e: Any, game: model.Game, given: dict[int, model.Expr] | None = None, player: int | None = None
) -> Any:
    """An expression with its definitions written out, paths too; seen by a player, if one is given."""
    given = given or {}
    if isinstance(e, model.Role) and e.name == "viewpoint" and player is not None:
        return model.Const(e.span, PLAYER, player)
    if isinstance(e, model.Local) and e.slot in given:
        return given[e.slot]
    if isinstance(e, model.Apply):
        definition = game.definitions[e.definition]
        values = [written_out(a, game, given, player) for a in e.arguments]
        slots = [slot for _, slot, _ in definition.parameters]
        return written_out(definition.body, game, dict(zip(slots, values, strict=True)), player)
    made = visit.rewritten(e, lambda part: written_out(part, game, given, player))
    return of_player(made, game) if isinstance(made, model.Builtin) else made


def of_player(e: model.Builtin, game: model.Game) -> model.Expr:
    """What a builtin says of a known player, as far as the board says it."""
    match e.name, e.arguments:
        case "relative", (model.Const(value=str(word)), model.Const(value=int(player))):
            facing = game.players[player].facing
            return e if facing is None else model.Const(e.span, e.type, game.board.relative(word, facing))
        case (("last_rank" | "home_rank"), (model.Const(value=int(player)),)):
            facing = game.players[player].facing
            if facing is None:
                return e
            word = "forward" if e.name == "last_rank" else "backward"
            board = game.board
            ahead = (*board.relative(word, facing), *board.relative(f"{word}_diagonal", facing))
            ends = (s for s in range(len(board.sites)) if all(board.steps[d][s] < 0 for d in ahead))
            return model.Const(e.span, e.type, tuple(ends) if ahead else ())
        case "rival", (model.Const(value=int(player)),):
            return model.Const(e.span, e.type, 1 - player)
        case "after", (model.Const(value=int(player)),):
            return model.Const(e.span, e.type, (player + 1) % len(game.players))
    return e


def resolved(e: model.Expr, game: model.Game) -> model.Expr:
    """The same with roles as names, so that they can be given values."""
    if isinstance(e, model.Role):
        return model.Local(e.span, e.type, _ROLES[e.name], e.name)
    return visit.rewritten(e, lambda inner: resolved(inner, game) if isinstance(inner, model.Expr) else inner)
