"""Partial evaluation: what of the rules is known before play.

Every expression that asks nothing of the state becomes its value: `with_constants(game)` does so everywhere in a game,
`constant(e, game)` in one part of it. Later stages then see at a glance what is known: it is a `Const`. A definition that
turns out to be a constant is its value wherever it is used, and a condition that always holds is not asked: modules have
many such, for games that want none. `inlined` writes definitions out, `with_owner` and `with_known_kinds` say what a
condition comes to where the owner or the kind of a piece is known.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, cast

from gdl.core import model, static
from gdl.core.evaluate import is_none
from gdl.core.types import KIND, PLAYER
from gdl.core.visit import children, free_names, rewritten

T = TypeVar("T")

# What a state, a definition or a player decides: never known.
_DYNAMIC = (
    model.Role
    | model.GetField
    | model.PoolOf
    | model.Apply
    | model.Reached
    | model.SomePath
    | model.PathEnds
    | model.CanMake
    | model.Template
)
_PLAIN = model.Const | model.Local | model.Role


def with_constants(game: model.Game) -> model.Game:
    definitions: dict[str, model.Definition] = dict(game.definitions)
    known = -1
    while known != (known := sum(isinstance(d.body, model.Const) for d in definitions.values())):
        game = replace(game, definitions=definitions)
        definitions = {name: constant(d, game) for name, d in definitions.items()}
    folded = rewritten(game, lambda part: constant(part, game))
    return replace(
        folded,
        definitions=definitions,
        turns={phase: constant(turn, game) for phase, turn in game.turns.items()},
        histories={name: constant(h, game) for name, h in game.histories.items()},
    )


def constant(part: T, game: model.Game) -> T:
    """A part of a game in which the largest static expressions are constants."""
    made = rewritten(part, lambda inner: constant(inner, game))
    if isinstance(part, model.MakeSet) and isinstance(made, model.MakeSet):
        made = replace(made, items=_items(part, made))
    match made:
        case model.Apply():
            return cast(T, _applied(made, game))
        case model.Comprehension(condition=model.Const(value=True)):
            return cast(T, _unconditional(made))
    if not isinstance(made, model.Node) or isinstance(made, model.Const | model.Local | _DYNAMIC):
        return made
    if all(isinstance(e, model.Const) for e in children(made)) or _is_closed(made):
        return cast(T, _evaluated(made, game))
    if isinstance(made, model.And | model.Or) and isinstance(made.left, model.Const):
        return cast(T, _decided(made, made.left))
    if isinstance(made, model.And | model.Or) and isinstance(made.right, model.Const):
        return cast(T, _undisturbed(made, made.right))
    return made


def _applied(e: model.Apply, game: model.Game) -> model.Expr:
    """The value of a definition that is a constant. Arguments that would be worked out, and might fail, are kept."""
    body = game.definitions[e.definition].body
    if not isinstance(body, model.Const) or not all(isinstance(a, _PLAIN) for a in e.arguments):
        return e
    return replace(body, span=e.span, type=e.type)


def _unconditional(e: model.Comprehension) -> model.Expr:
    """A comprehension without its condition, which always holds; its source, where nothing is left to do."""
    if e.value is None and not e.is_bag and e.source.type == e.type:
        return e.source
    return replace(e, condition=None)


def _decided(e: model.And | model.Or, left: model.Const) -> model.Expr:
    """`and` or `or` of which the left side is known: the other side is not asked, or it alone counts."""
    if isinstance(e, model.And) != bool(left.value):
        return replace(left, value=bool(left.value), type=e.type)
    return e.right if e.right.type == e.type else e


def _undisturbed(e: model.And | model.Or, right: model.Const) -> model.Expr:
    """`and` or `or` whose right side is known: the left side alone counts, unless the right one decides.

    Even then the left side is asked, which may go wrong.
    """
    is_neutral = isinstance(e, model.And) == bool(right.value)
    return e.left if is_neutral and e.left.type == e.type else e


def _items(before: model.MakeSet, after: model.MakeSet) -> tuple[model.Expr, ...]:
    """The items of a set that are left: one that turns out to be none is no element, unless `none` was written."""
    pairs = zip(before.items, after.items, strict=True)
    return tuple(new for old, new in pairs if is_none(old) or not is_none(new))


def _is_closed(e: model.Node) -> bool:
    """Whether an expression binds names of its own and reads no others."""
    return isinstance(e, model.Comprehension | model.Quantified) and not free_names(e)


def _evaluated(e: model.Node, game: model.Game) -> model.Node:
    try:
        value = static.value(cast(model.Expr, e), game.board, None, static.table_of(game))
    except (static.NotStatic, TypeError, ZeroDivisionError):
        return e
    return model.Const(e.span, e.type, value)


# ---- definitions written out, seen by a player where one is given


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


# ---- what conditions come to where the owner of the piece on a site, or the kind of a piece, is known


def asks_owner(e: object, slot: int) -> bool:
    """Whether an expression is the owner of the piece on the site of a name."""
    match e:
        case model.Builtin(
            name="owner", arguments=(model.Builtin(name="piece", arguments=(model.Local(slot=x),)),)
        ):
            return x == slot
    return False


def with_known_kinds(e: model.Expr, kinds: Mapping[int, int], game: model.Game) -> model.Expr:
    """What a condition says where the kinds of some named pieces are known."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(name="kind", arguments=(model.Local(slot=of),)) if of in kinds:
                return model.Const(part.span, KIND, kinds[of])
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return constant(cast(model.Expr, change(e)), game) if kinds else e


def with_owner(e: model.Expr, slot: int, owner: int, game: model.Game) -> model.Expr:
    """What a condition says where the owner of the piece on the site of a name is known; -1: nobody."""
    known = (PLAYER, owner) if owner >= 0 else (PLAYER.or_none, None)

    def change(part: object) -> object:
        if isinstance(part, model.Builtin) and asks_owner(part, slot):
            return model.Const(part.span, *known)
        made = rewritten(part, change) if isinstance(part, model.Node) else part
        return for_player(made, game) if isinstance(made, model.Builtin) else made

    return constant(cast(model.Expr, change(e)), game)
