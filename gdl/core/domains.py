"""How many values a choice may have: the public domains of choices, from which actions get their numbers.

A set that is chosen is one value. Its elements are in increasing order, so it has a place among all sets of its size: its
rank in the combinatorial number system (D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3). Where elements
may come several times, as kinds do, the i-th of them counts i more, which makes them differ.
"""

import math

from gdl.core.model import Action, Choice, Field, Game, Value
from gdl.core.types import Type


def field_values(field: Field, game: Game) -> tuple[Value, ...]:
    """All values that a field may have, none last."""
    kind = field.type
    values = type_values(kind, game)
    if field.bounds is not None:
        values = tuple(range(field.bounds[0], field.bounds[1] + 1))
    return (*values, None) if kind.is_optional else values


def type_values(kind: Type, game: Game) -> tuple[Value, ...]:
    """All values of a type but none; nothing for numbers, texts, sets and pieces."""
    if kind.base == "bool":
        return False, True
    sizes = {
        "player": len(game.players),
        "site": len(game.board.sites),
        "direction": len(game.board.directions),
        "kind": len(game.kinds),
        "symbol": len(kind.symbols),
    }
    return tuple(range(sizes.get(kind.base, 0)))


def describing_fields(game: Game) -> tuple[Field, ...]:
    """The fields of pieces that tell pieces on one site apart, beside owner and kind."""
    return tuple(f for f in game.fields.values() if f.holder == "piece" and f.type.base != "piece")


def is_described(choice: Choice, game: Game) -> bool:
    """Whether a choice is of pieces that are known by what they are, since sites hold several."""
    return game.board.is_stacking and (choice.type.element or choice.type).base == "piece"


def repeats(choice: Choice, game: Game) -> bool:
    """Whether an element of a chosen set may come several times: a kind, for pieces off the board, or a description."""
    return is_described(choice, game) or choice.is_by_kind


def sets_of_size(count: int, size: int, may_repeat: bool) -> int:
    """How many sets of a size there are of so many elements."""
    return math.comb(count + size - 1 if may_repeat and size else count, size)


def values_of(choice: Choice, game: Game) -> int:
    """How many values a choice may have."""
    count = len(choice.values)
    if is_described(choice, game):
        fields = (len(field_values(f, game)) for f in describing_fields(game))
        count = len(game.board.sites) * (len(game.players) + 1) * len(game.kinds) * math.prod(fields)
    if choice.sizes is None:
        return count
    least, most = choice.sizes
    return sum(sets_of_size(count, size, repeats(choice, game)) for size in range(least, most + 1))


def numbers_of(action: Action, game: Game) -> int:
    """How many numbers an action needs for its choices."""
    return math.prod(max(1, values_of(c, game)) for c in action.choices)
