"""What is known of values before they are computed: whether numbers are whole, how large they can be, what may be none."""

from collections.abc import Container, Iterable
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
            return not any(isinstance(v, Fraction) for v in _each(e.value))
        case model.Local():
            return e.slot not in fractions
        case model.Arithmetic(operator="/"):
            return False
        case model.Attribute():
            return not any(isinstance(k.attributes.get(e.name), Fraction) for k in game.kinds)
        case model.Builtin(name="distance2") if e.arguments[1].type.base == "point":
            return all(game.board.centre_distance2(s).denominator == 1 for s in range(len(game.board.sites)))
    return all(is_whole(part, game, fractions) for part in _made_of(e, game))


def _made_of(e: model.Expr, game: model.Game) -> tuple[model.Expr, ...]:
    """The numbers, or sets of numbers, that make a value whole where they are whole."""
    match e:
        case model.Arithmetic(operator="+" | "-" | "*" | "mod"):
            return e.left, e.right
        case model.If():
            return e.then, e.otherwise
        case model.Builtin(name=name) if name in OF_NUMBERS or name == "abs":
            return e.arguments
        case model.Builtin(name=name) if name in _TAKEN:
            return e.arguments[:1]
        case model.Ordered():
            return (e.source,)
        case model.Comprehension():
            return (e.value if e.value is not None else e.source,)
        case model.MakeSet():
            return e.items
        case model.Apply():
            return *e.arguments, game.definitions[e.definition].body
    return ()


def _each(value: model.Value) -> tuple[model.Value, ...]:
    """The values of a constant or a column: those of a set, or the one."""
    return value if isinstance(value, tuple) else (value,)


def bound_of(e: model.Expr, game: model.Game) -> int:
    """A number that no value of a whole expression exceeds, with or without its sign."""
    match e:
        case model.Const():
            return _greatest(_each(e.value))
        case model.GetField():
            bounds = game.fields[e.field].bounds
            return UNBOUNDED if bounds is None else max(map(abs, bounds))
        case model.Attribute():
            return _greatest(x for k in game.kinds for x in _each(k.attributes.get(e.name)))
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
        case model.Builtin():
            return _bound_of_builtin(e, game)
    return UNBOUNDED


def _bound_of_builtin(e: model.Builtin, game: model.Game) -> int:
    match e.name, e.arguments:
        case "sum", (model.Comprehension(value=model.Node() as value),):
            return bound_of(value, game) * MOST_ADDED
        case "sum", _:
            return UNBOUNDED
        case name, arguments if name in _TAKEN:
            return bound_of(arguments[0], game)
        case name, arguments if name in OF_NUMBERS or name == "abs":
            return max(bound_of(a, game) for a in arguments)
    return SMALL


def _greatest(values: Iterable[model.Value]) -> int:
    """The greatest whole number among values, without its sign."""
    return max((abs(v) for v in values if isinstance(v, int)), default=0)


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
