"""What is known of values before they are computed: whether numbers are whole, how large they can be, what may be none."""

from collections.abc import Container
from collections.abc import Set as AbstractSet
from fractions import Fraction

from gdl.core import model
from gdl.core.builtins import OF_NUMBERS
from gdl.core.rules import played
from gdl.core.types import NONE
from gdl.core.visit import nodes

# ---- numbers

UNBOUNDED = 1 << 64  # the bound of a number of which nothing is known
SMALL = 1 << 31  # bounds places, distances, turns and the like
_TAKEN = frozenset(("first", "last", "nth", "first_of", "last_of"))  # what gives elements of a set
MOST_ADDED = 1 << 12  # elements that a sum may have


def is_whole(e: model.Expr, game: model.Game, fractions: Container[int] = ()) -> bool:
    """Whether a number, or every number of a set, is whole. `fractions`: the names of numbers that may not be."""
    if e.type.base not in ("number", "set"):
        return True
    match e:
        case model.Const():
            values = e.value if isinstance(e.value, tuple) else (e.value,)
            return not any(isinstance(v, Fraction) for v in values)
        case model.Local():
            return e.slot not in fractions
        case model.Arithmetic(operator="/"):
            return False
        case model.Arithmetic():
            both = is_whole(e.left, game, fractions) and is_whole(e.right, game, fractions)
            return e.operator in ("div", "..") or both
        case model.If():
            return is_whole(e.then, game, fractions) and is_whole(e.otherwise, game, fractions)
        case model.Builtin():
            return _is_whole_builtin(e, game, fractions)
        case model.Ordered():
            return is_whole(e.source, game, fractions)
        case model.Comprehension():
            return is_whole(e.value if e.value is not None else e.source, game, fractions)
        case model.MakeSet():
            return all(is_whole(item, game, fractions) for item in e.items)
        case model.Attribute():
            return not any(isinstance(k.attributes.get(e.name), Fraction) for k in game.kinds)
        case model.Apply():
            definition = game.definitions[e.definition]
            given = all(is_whole(a, game, fractions) for a in e.arguments)
            return given and is_whole(definition.body, game, fractions)
    return True


def _is_whole_builtin(e: model.Builtin, game: model.Game, fractions: Container[int]) -> bool:
    if e.name in OF_NUMBERS or e.name == "abs":
        return all(is_whole(a, game, fractions) for a in e.arguments)
    if e.name in _TAKEN:
        return is_whole(e.arguments[0], game, fractions)
    if e.name == "distance2" and e.arguments[1].type.base == "point":
        sites = range(len(game.board.sites))
        return all(game.board.centre_distance2(s).denominator == 1 for s in sites)
    return True


def bound_of(e: model.Expr, game: model.Game) -> int:
    """A number that no value of a whole expression exceeds, with or without its sign."""
    match e:
        case model.Const():
            values = e.value if isinstance(e.value, tuple) else (e.value,)
            return max((abs(v) for v in values if isinstance(v, int)), default=0)
        case model.GetField():
            bounds = game.fields[e.field].bounds
            return UNBOUNDED if bounds is None else max(map(abs, bounds))
        case model.Attribute():
            column = [k.attributes.get(e.name) for k in game.kinds]
            numbers = [x for v in column for x in (v if isinstance(v, tuple) else (v,))]
            return max((abs(x) for x in numbers if isinstance(x, int)), default=0)
        case model.If():
            return max(bound_of(e.then, game), bound_of(e.otherwise, game))
        case model.Apply():
            return bound_of(game.definitions[e.definition].body, game)
        case model.Arithmetic(operator="+" | "-"):
            return bound_of(e.left, game) + bound_of(e.right, game)
        case model.Arithmetic(operator="*"):
            return bound_of(e.left, game) * bound_of(e.right, game)
        case model.Arithmetic(operator="div" | "mod"):
            return max(bound_of(e.left, game), bound_of(e.right, game))
        case model.Builtin(name="sum", arguments=(model.Comprehension(value=model.Node() as value),)):
            return bound_of(value, game) * MOST_ADDED
        case model.Builtin(name="sum"):
            return UNBOUNDED
        case model.Builtin(name=name) if name in _TAKEN:
            return bound_of(e.arguments[0], game)
        case model.Builtin(name=name) if name in OF_NUMBERS or name == "abs":
            return max(bound_of(a, game) for a in e.arguments)
        case model.Builtin():
            return SMALL
    return UNBOUNDED


# ---- none: parameters may be given it, and sets to choose from may hold it, whatever their types say


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
        case model.Const():  # what is none once something in it is known: the rival of nobody
            return e.value is None
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
        case model.Comprehension(value=None) | model.Ordered():
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
