"""Effects that cannot go wrong, whatever the position: those that may be left undone while it is judged what is legal.

The judgement is careful: an effect of which nothing is known may go wrong.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from gdl.core import model
from gdl.core.traits import traits
from gdl.core.visit import nodes, same, steps
from interpreter.lowering.game.expression_analysis import conjuncts
from interpreter.lowering.game.partial_evaluation import inlined

Interval: TypeAlias = tuple[int, int]
# names that are never none; of numbers the least and the greatest
Names: TypeAlias = Mapping[int, Interval | None]

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


def is_sure(effect: model.Effect, names: Names, game: model.Game, said: tuple[model.Expr, ...] = ()) -> bool:
    """Whether an effect, and all effects inside it, cannot go wrong. `said`: conditions that hold where it is done."""
    match effect:
        case model.SetField(field=field, value=value) if field in game.fields:
            return _fits(value, game.fields[field], names, game)
        case model.SetField(field="kind", value=value):
            return _is_there(value, names, game) or _is_said(value, said, game)
        case model.Stock(owner=None | model.Role(), times=model.Const(), settings=()):
            return _is_there(effect.kind, names, game)
        case model.ForEach():
            computed = [slot for slot, of in effect.generators if _is_computed(of)]
            return _are_sure(effect.body, {**names, **dict.fromkeys(computed)}, game, said)
        case model.ForPath() | model.Acting():
            return _are_sure(effect.body, names, game, said)
        case model.Branch():
            return _are_sure(effect.body, names, game, (*said, effect.condition)) and _are_sure(
                effect.otherwise, names, game, said
            )
    return "fails" not in traits(effect)


def _are_sure(
    effects: tuple[model.Effect, ...], names: Names, game: model.Game, said: tuple[model.Expr, ...]
) -> bool:
    """The same of effects one after the other, the later of which may use names that the former bind."""
    known = dict(names)
    for effect in effects:
        if not is_sure(effect, known, game, said):
            return False
        if isinstance(effect, model.Bind) and _is_there(effect.value, known, game):
            known[effect.slot] = None
    return True


def _fits(value: model.Expr, field: model.Field, names: Names, game: model.Game) -> bool:
    if field.bounds is not None:
        found = _interval(value, names, game)
        return found is not None and field.bounds[0] <= found[0] and found[1] <= field.bounds[1]
    return field.type.is_optional or _is_there(value, names, game)


def _is_computed(of: model.Expr) -> bool:
    """Whether a set is what was captured, or computed for each element of another one, so that none is not in it."""
    match of:
        case model.Comprehension():
            return of.value is not None
        case model.Builtin():
            return of.name == "captured"
    return False


def _is_said(e: model.Expr, said: tuple[model.Expr, ...], game: model.Game) -> bool:
    """Whether conditions say of what the table of kinds has for a piece that it is there."""
    value = inlined(e, game)
    match value:
        case model.Attribute(kind=model.Builtin(name="kind", arguments=(model.Local(),))):
            return any(_says_there(c, value) for c in _implied(said, game))
    return False


def _implied(said: tuple[model.Expr, ...], game: model.Game) -> list[model.Expr]:
    """The single conditions, where one says which side of another applies."""
    every = [part for c in said for part in conjuncts(inlined(c, game))]
    found = list(every)
    for e in every:
        if isinstance(e, model.If) and any(same(e.condition, c) for c in every):
            found += conjuncts(e.then)
    return found


def _says_there(e: model.Expr, value: model.Expr) -> bool:
    match e:
        case model.In(element=of, set=model.Builtin(name="kinds") | model.Const(value=tuple())):
            values = e.set.value if isinstance(e.set, model.Const) else ()
            holds_none = isinstance(values, tuple) and None in values
            return same(of, value) and not holds_none
        case model.Not(operand=model.Compare(operator="=", left=of, right=model.Const(value=None))):
            return same(of, value)
    return False


def overshoot(e: model.Expr, field: str, holder: model.Expr | None, game: model.Game) -> Interval | None:
    """How far below and above the bounds of a field a new value of it may come, if that goes with the value it had.

    With so much room left below and above, the new value fits.
    """
    value, of = inlined(e, game), game.fields[field]
    reading = [part for part in nodes(value) if isinstance(part, model.GetField) and part.field == field]
    if of.bounds is None or not all(same(part.holder, holder) for part in reading):
        return None
    found = _interval(value, {}, game)
    if found is None:
        return None
    low, high = of.bounds
    down, up = max(0, low - found[0]), max(0, found[1] - high)
    narrowed = replace(of, bounds=(low + down, high - up))
    fitting = _interval(value, {}, replace(game, fields={**game.fields, field: narrowed}))
    if low + down > high - up or fitting is None or fitting[0] < low or fitting[1] > high:
        return None
    return down, up


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
