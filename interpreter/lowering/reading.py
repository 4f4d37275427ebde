"""What expressions read: names, the state, loops; and expressions with their definitions written out."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from gdl import model
from gdl.types import PLAYER, Type

_ROLES = {"mover": -1, "viewpoint": -2}
_STATE = frozenset(
    [
        "stack",
        "empty",
        "occupied",
        "piece",
        "site",
        "owner",
        "kind",
        "full",
        "can_move",
        "turn",
        "moves",
        "passes",
        "captures",
        "captured",
        "steps",
        "repeated",
        "cycle",
        "ended",
        "phase",
        "pieces",
    ]
)


def parts(e: object) -> "list[object]":
    """The expressions, paths and steps directly inside a node."""
    found: list[object] = []
    for name in e.__slots__ if hasattr(e, "__slots__") else ():
        if name in ("span", "type"):
            continue
        item = getattr(e, name)
        waiting = [item]
        while waiting:
            x = waiting.pop(0)
            if isinstance(x, tuple):
                waiting = [*x, *waiting]
            elif isinstance(x, model.Node | model.Path | model.Step):
                found.append(x)
    return found


def reads(e: object, slots: frozenset[int], game: model.Game) -> bool:
    """Whether an expression reads one of these names."""
    if isinstance(e, model.Local):
        return e.slot in slots
    return any(reads(p, slots, game) for p in parts(e))


def needs_loops(e: object) -> bool:
    """Whether an expression is more than a few operations."""
    if isinstance(
        e, model.Comprehension | model.Quantified | model.Reached | model.SomePath | model.PathEnds
    ):
        return True
    if isinstance(e, model.Apply | model.CanMake):
        return True
    if isinstance(e, model.Builtin) and e.name in ("can_move", "repeated", "cycle"):
        return True
    return any(needs_loops(p) for p in parts(e))


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
        case model.Builtin() if e.name in _STATE or (e.name == "sites" and game.board.is_growing):
            return None
        case model.Builtin(name="relative" | "last_rank" | "home_rank" | "rival" | "after"):
            return None
        case model.Apply() | model.CanMake():
            return None
    found: dict[int, Type] = {}
    for part in parts(e):
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
    made = rewritten(e, lambda part: written_out(part, game, given, player))
    return of_player(made, game) if isinstance(made, model.Builtin) else made


def rewritten(e: Any, change: Callable[[Any], Any]) -> Any:
    """An expression, path or step with what is directly inside it changed."""
    changed: dict[str, Any] = {}
    for f in fields(e):
        old = getattr(e, f.name)
        if f.name in ("span", "type"):
            continue
        if isinstance(old, model.Node | model.Path | model.Step):
            changed[f.name] = change(old)
        elif isinstance(old, tuple) and any(isinstance(x, model.Node | model.Step) for x in old):
            changed[f.name] = tuple(change(x) for x in old)
    return replace(e, **changed) if changed else e


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
    return _changed(e, lambda inner: resolved(inner, game))


def _changed(e: model.Expr, change: "Callable[[model.Expr], model.Expr]") -> model.Expr:
    """An expression with its direct parts changed. Paths stay as they are."""
    changed: dict[str, Any] = {}
    for name in e.__slots__:
        if name in ("span", "type"):
            continue
        item = getattr(e, name)
        if isinstance(item, model.Node):
            changed[name] = change(item)  # type: ignore[arg-type]
        elif isinstance(item, tuple) and any(isinstance(x, model.Node) for x in item):
            changed[name] = tuple(change(x) if isinstance(x, model.Node) else x for x in item)  # type: ignore[arg-type]
    return replace(e, **changed) if changed else e
