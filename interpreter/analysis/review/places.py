"""Positions taken apart into places with their values, so that what differs can be said, and expected."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from gdl.core.arithmetic import plain_value
from gdl.core.model import Game
from interpreter.engines.notation import word
from interpreter.engines.position_parts import Position

Place: TypeAlias = tuple[str, ...]  # such as `pieces`, `b2`, or `fields`, `gold`, `Red`

_BOOKKEEPING = ("history", "seed", "next", "result", "pending", "moves", "turn", "passes")


def places(position: Position) -> dict[Place, Any]:
    """The value at each place; what a position leaves out is as it was declared, and has none."""
    found: dict[Place, Any] = {}
    for part, held in position.items():
        if part == "fields":
            held = {k: v for k, v in held.items() if k not in _BOOKKEEPING}
        _put(found, (part,), held)
    return found


def _put(found: dict[Place, Any], place: Place, value: Any) -> None:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            _put(found, (*place, str(name)), inner)
    elif value not in (None, "none", [], ""):
        found[place] = value


def apart(a: Mapping[Place, Any], b: Mapping[Place, Any]) -> list[Place]:
    """The places where two positions differ, those of the first one first."""
    return [p for p in dict.fromkeys((*a, *b)) if a.get(p) != b.get(p)]


def value_at(game: Game, place: Place, value: object) -> str:
    """What a position says is at a place, in words of the language; None stands for what it leaves out."""
    if value is None and len(place) > 1:
        field = game.fields.get(place[1])
        if field is not None and field.default is not None:
            value = word(game, field.default, field.type)
        elif place[1] == "phase":
            value = game.phases[0]
    return plain_value(value)


def expected(position: Mapping[Place, Any], wanted: Iterable[Place]) -> dict[str, Any]:
    """What a case expects at these places."""
    made: dict[str, Any] = {}
    for place in wanted:
        at = made
        for name in place[:-1]:
            at = at.setdefault(name, {})
        at[place[-1]] = position.get(place, "none")
    return made
