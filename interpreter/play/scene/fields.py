"""Which fields of a game are shown beside the board, and which of them are dice.

Bookkeeping is left out: fields of the game that name a place or a piece, or hold a truth, that last no longer than an
action, and counters that only a draw asks about; fields of players that name a place or a piece, or hold a choice that waits. What chance alone gives a number from 1 to 6 is a die.
"""

from collections.abc import Iterator
from functools import lru_cache

from gdl import core, model
from gdl.visit import followed, nodes

_SILENT = ("site", "piece", "direction", "bool")
_PLACES = ("site", "piece", "direction")
_SHORT = ("done", "action")  # lifetimes
_FACES = range(1, 7)


def is_bookkeeping(game: model.Game, name: str) -> bool:
    """Whether a field is of no use to players who look at the board."""
    return name in _bookkeeping(Key(game))


def dice(game: model.Game) -> tuple[str, ...]:
    """The fields of the game that are dice, in their order."""
    return _dice(Key(game))


class Key:
    """A game as a key: games are compared by identity here, as their values are large."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.game is self.game


@lru_cache(maxsize=64)
def _bookkeeping(key: Key) -> frozenset[str]:
    game = key.game
    found = set()
    asked = _asked_but_for_draws(game)
    for field in game.fields.values():
        if field.holder == "player" and (field.type.base in _PLACES or _waits(game, field)):
            found.add(field.name)  # where something was, or a choice that waits for the others'
        if field.holder != "game":
            continue
        is_counter = field.type.base == "number" and field.name not in asked
        if field.type.base in _SILENT or field.until in _SHORT or is_counter:
            found.add(field.name)
    return frozenset(found) - set(_dice(key))


def _waits(game: model.Game, field: model.Field) -> bool:
    """Whether a player's field holds what they have chosen while the choices of all wait: the action, or a choice of it."""
    if not any(turn.is_together for turn in game.turns.values()):
        return False
    actions = {a.name for a in game.actions}
    return "." in field.name or (field.type.base == "symbol" and {*field.type.symbols} <= actions)


def has_chosen(game: model.Game, name: str) -> bool:
    """Whether a player with a value of this field has made a choice that waits for those of the others."""
    field = game.fields.get(name)
    return field is not None and "." not in name and field.holder == "player" and _waits(game, field)


def _asked_but_for_draws(game: model.Game) -> set[str]:
    """The fields that something else than a draw, or an assignment to themselves, asks about."""
    rules: list[object] = [
        game.actions, game.settles, game.requires, game.prefers, tuple(game.turns.values()), game.limit_result,
        tuple(e for e in game.ends if e.result.form != "draw"),
    ]  # fmt: skip
    found: set[str] = set()
    for part in rules:
        own = {
            id(read)
            for node in nodes(part)
            if isinstance(node, core.SetField)
            for read in nodes(node.value)
            if isinstance(read, core.GetField) and read.field == node.field
        }
        for node in followed(part, game.definitions):
            if isinstance(node, core.GetField) and id(node) not in own:
                found.add(node.field)
    return found


@lru_cache(maxsize=64)
def _dice(key: Key) -> tuple[str, ...]:
    game = key.game
    rules = (game.setup, game.actions, game.settles)
    thrown = {n.slot for n in nodes(rules) if isinstance(n, core.Chance) and _is_die(n.source)}
    given: dict[str, list[bool]] = {}
    for name, value in _assignments(rules):
        if not isinstance(value, core.Const):
            given.setdefault(name, []).append(isinstance(value, core.Local) and value.slot in thrown)
    fields = [f for f in game.fields.values() if f.holder == "game" and f.type.base == "number"]
    return tuple(f.name for f in fields if all(given.get(f.name, (False,))))


def _assignments(rules: object) -> Iterator[tuple[str, core.Expr]]:
    for node in nodes(rules):
        if isinstance(node, core.SetField):
            yield node.field, node.value


def _is_die(source: core.Expr) -> bool:
    """Whether a set is that of the numbers from 1 to 6, or a part of it from which one was taken before."""
    for node in nodes(source):
        match node:
            case core.Arithmetic(operator="..", left=core.Const(value=low), right=core.Const(value=high)):
                return (low, high) == (_FACES[0], _FACES[-1])
            case core.Const(value=tuple() as values):
                return values == tuple(_FACES)
    return False
