"""Static evaluation: every expression that asks nothing of the state becomes its value.

`with_constants(game)` does so everywhere in a game, `constant(e, game)` in one part of it. Later stages then see at a
glance what is known: it is a `Const`.
"""

from dataclasses import replace
from typing import TypeVar, cast

from gdl import model, static
from gdl.visit import children, free_names, rewritten

T = TypeVar("T")

_MISSING: dict[str, model.Value] = {"number": 0, "bool": False, "set": (), "text": ""}

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


def with_constants(game: model.Game) -> model.Game:
    folded = rewritten(game, lambda part: constant(part, game))
    return replace(
        folded,
        definitions={name: constant(d, game) for name, d in game.definitions.items()},
        turns={phase: constant(turn, game) for phase, turn in game.turns.items()},
        histories={name: constant(h, game) for name, h in game.histories.items()},
    )


def constant(part: T, game: model.Game) -> T:
    """A part of a game in which the largest static expressions are constants."""
    made = rewritten(part, lambda inner: constant(inner, game))
    if isinstance(made, model.Node) and not isinstance(made, model.Const | model.Local | _DYNAMIC):
        if all(isinstance(e, model.Const) for e in children(made)) or _is_closed(made):
            return cast(T, _evaluated(made, game))
    return made


def _is_closed(e: model.Node) -> bool:
    """Whether an expression binds names of its own and reads no others."""
    return isinstance(e, model.Comprehension | model.Quantified) and not free_names(e)


def _evaluated(e: model.Node, game: model.Game) -> model.Node:
    try:
        value = static.value(
            cast(model.Expr, e), game.board, None, lambda a, kind, index: column(game, a, kind, index)
        )
    except (static.NotStatic, TypeError, ZeroDivisionError):
        return e
    return model.Const(e.span, e.type, value)


def column(game: model.Game, e: model.Attribute, kind: model.Value, index: model.Value) -> model.Value:
    """A cell of the table of kinds; what a column's type has for missing values where there is none."""
    missing = _MISSING.get(e.type.base)
    if kind is None:
        return missing
    assert isinstance(kind, int)
    value = game.kinds[kind].attributes[e.name]
    if e.index is None:
        return value
    by = game.columns[e.name].index
    if index not in by or not isinstance(value, tuple):
        return missing
    assert isinstance(index, int)
    return value[by.index(index)]
