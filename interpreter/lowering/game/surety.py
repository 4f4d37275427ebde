"""Effects that cannot go wrong, whatever the position: those that may be left undone while it is judged what is legal.

The judgement is careful: an effect of which nothing is known may go wrong.
"""

from collections.abc import Mapping
from typing import TypeAlias

from gdl import model
from gdl.traits import traits
from gdl.visit import steps

Interval: TypeAlias = tuple[int, int]
Names: TypeAlias = Mapping[
    int, Interval | None
]  # names that are never none; of numbers the least and the greatest

_LARGE = 1 << 62


def names_of(action: model.Action) -> Names:
    """The names of an action that are never none: its choices, and what its path meets."""
    found: dict[int, Interval | None] = {}
    for choice in action.choices:
        if choice.values and None not in choice.values:
            numbers = [v for v in choice.values if isinstance(v, int) and choice.type.base == "number"]
            found[choice.slot] = (min(numbers), max(numbers)) if len(numbers) == len(choice.values) else None
    for part in action.parts:
        if isinstance(part, model.Along):
            met = [s.slot for s in steps(part.path.steps) if s.slot is not None and not s.collects]
            found.update(dict.fromkeys([part.to, action.piece, action.origin, *met]))
    return found


def is_sure(effect: model.Effect, names: Names, game: model.Game) -> bool:
    """Whether an effect, and all effects inside it, cannot go wrong."""
    match effect:
        case model.SetField(field=field, value=value) if field in game.fields:
            return _fits(value, game.fields[field], names, game)
        case model.SetField(field="kind", value=value):
            return _is_there(value, names, game)
        case model.ForEach() | model.ForPath() | model.Acting():
            return all(is_sure(e, names, game) for e in effect.body)
        case model.Branch():
            return all(is_sure(e, names, game) for e in (*effect.body, *effect.otherwise))
    return "fails" not in traits(effect)


def _fits(value: model.Expr, field: model.Field, names: Names, game: model.Game) -> bool:
    if field.bounds is not None:
        found = _interval(value, names, game)
        return found is not None and field.bounds[0] <= found[0] and found[1] <= field.bounds[1]
    return field.type.is_optional or _is_there(value, names, game)


def _is_there(e: model.Expr, names: Names, game: model.Game) -> bool:
    """Whether an expression is never none."""
    if e.type.is_optional:
        return False
    match e:
        case model.Const(value=value):
            return value is not None
        case model.Local(slot=slot):
            return slot in names
        case model.Role() | model.GetField():
            return True
        case model.If():
            return _is_there(e.then, names, game) and _is_there(e.otherwise, names, game)
        case model.Apply():
            return _is_there(game.definitions[e.definition].body, names, game)
        case model.Builtin(name="rival" | "after", arguments=(player,)):
            return _is_there(player, names, game)
        case model.Compare() | model.And() | model.Or() | model.Not() | model.In() | model.Quantified():
            return True
    return False


def _interval(e: model.Expr, names: Names, game: model.Game) -> Interval | None:
    """Between which whole numbers a value lies; None where that is unknown, or where it may be none."""
    match e:
        case model.Const(value=bool()):
            return None
        case model.Const(value=int(n)):
            return n, n
        case model.Local(slot=slot):
            return names.get(slot)
        case model.GetField(field=field) if not e.type.is_optional and field in game.fields:
            return game.fields[field].bounds
        case model.If():
            return _hull(_interval(e.then, names, game), _interval(e.otherwise, names, game))
        case model.Apply():
            return _interval(game.definitions[e.definition].body, names, game)
        case model.Builtin(name="count" | "captures"):
            return 0, _LARGE
        case model.Builtin(name="min" | "max" as name, arguments=(left, right)):
            pick = min if name == "min" else max
            one, other = _interval(left, names, game), _interval(right, names, game)
            return (pick(one[0], other[0]), pick(one[1], other[1])) if one and other else None
        case model.Arithmetic(operator="+" | "-"):
            one, other = _interval(e.left, names, game), _interval(e.right, names, game)
            if one is None or other is None:
                return None
            if e.operator == "+":
                return one[0] + other[0], one[1] + other[1]
            return one[0] - other[1], one[1] - other[0]
    return None


def _hull(one: Interval | None, other: Interval | None) -> Interval | None:
    return (min(one[0], other[0]), max(one[1], other[1])) if one and other else None
