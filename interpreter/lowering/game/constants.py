"""Static evaluation: every expression that asks nothing of the state becomes its value.

`with_constants(game)` does so everywhere in a game, `constant(e, game)` in one part of it. Later stages then see at a
glance what is known: it is a `Const`. A definition that turns out to be a constant is its value wherever it is used, and
a condition that always holds is not asked: modules have many such, for games that want none.
"""

from dataclasses import replace
from typing import TypeVar, cast

from gdl.core import model, static
from gdl.core.evaluate import is_none
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
