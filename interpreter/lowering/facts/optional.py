"""Which names and values may be none, whatever their type says: parameters that are given it, choices from sets with it."""

from collections.abc import Set as AbstractSet

from gdl.core import model
from gdl.core.rules import played
from gdl.core.types import NONE
from gdl.core.visit import nodes


def optional_names(game: model.Game) -> frozenset[int]:
    """The slots of the names that may hold none."""
    given: list[tuple[int, model.Expr]] = []
    for e in nodes(played(game)):
        match e:
            case model.Apply():
                slots = [slot for _, slot, _ in game.definitions[e.definition].parameters]
                given.extend(zip(slots, e.arguments, strict=True))
            case model.Demanded():
                slots = [slot for _, slot, _ in game.action(e.action).parameters]
                given.extend(zip(slots, e.arguments, strict=True))
            case model.Bind():
                given.append((e.slot, e.value))
            case model.Choose() | model.Comprehension() | model.Quantified() if holds_none(e.source):
                given.append((e.slot, model.Const(e.span, NONE, None)))
    found: set[int] = set()
    while True:
        more = {slot for slot, e in given if may_be_none(e, found, game)} - found
        if not more:
            return frozenset(found)
        found |= more


def holds_none(e: model.Expr) -> bool:
    """Whether a set is written with none in it."""
    return any(
        isinstance(x, model.Const) and (x.value is None or (isinstance(x.value, tuple) and None in x.value))
        for x in nodes(e)
    )


def may_be_none(e: model.Expr, names: AbstractSet[int], game: model.Game) -> bool:
    """Whether a value may be none; `names` are the slots that may hold it."""
    if e.type.is_optional or e.type.base == "none":
        return True
    match e:
        case model.Local():
            return e.slot in names
        case model.Attribute():  # what the table of kinds does not say
            return e.type.base not in ("number", "bool", "text", "set")
        case model.If():
            return may_be_none(e.then, names, game) or may_be_none(e.otherwise, names, game)
        case model.Apply():
            return may_be_none(game.definitions[e.definition].body, names, game)
        case model.Builtin(name="rival" | "after" | "opposite" | "turned" | "entry"):
            return any(may_be_none(a, names, game) for a in e.arguments)
    return False


def set_holds_none(e: model.Expr, game: model.Game) -> bool:
    """Whether none may be an element of a set. What is computed for each element of another set drops it."""
    match e:
        case model.Const(value=tuple(values)):
            return None in values
        case model.MakeSet(items=items):
            return any(isinstance(i, model.Const) and i.value is None for i in items)
        case model.Comprehension(value=None):
            return set_holds_none(e.source, game)
        case model.Comprehension(value=model.Node() as value) if e.joins_sets:
            return set_holds_none(value, game)
        case model.Builtin(name="union", arguments=(left, right)):
            return set_holds_none(left, game) or set_holds_none(right, game)
        case model.Builtin(name="difference" | "first_of" | "last_of", arguments=(left, _)):
            return set_holds_none(left, game)
        case model.If():
            return set_holds_none(e.then, game) or set_holds_none(e.otherwise, game)
        case model.Apply():
            return set_holds_none(game.definitions[e.definition].body, game)
    return False
