"""What a case expects of a position, compared with the position that came.

A position leaves out what is as it was declared, so a value that equals the default may be expected where nothing is
written. The pieces of a pool have no order. A piece may be written with fields at their defaults.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from gdl.core.arithmetic import plain_value
from gdl.core.model import Game
from interpreter.engines.base import Engine
from interpreter.engines.errors import PositionError
from interpreter.engines.notation import SPELT_TRUTHS, word
from interpreter.engines.position_parts import Position

Place: TypeAlias = tuple[str, ...]  # the names of the parts that lead to a value: `fields`, `gold`, `Red`

ABSENT = (None, "none")


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a position that is not as expected."""

    place: Place
    wanted: Any
    found: Any

    def __str__(self) -> str:
        name = ".".join(self.place)
        if self.wanted in ABSENT:
            return f"expected nothing at {name}, got {self.found}"
        wanted = dict(self.wanted) if isinstance(self.wanted, Mapping) else plain_value(self.wanted)
        return f"expected {name} to be {wanted}, got {'nothing' if self.found is None else plain_value(self.found)}"

    @property
    def is_on_board(self) -> bool:
        return self.place[0] in ("pieces", "sites")


def differences(engine: Engine, position: Position, wanted: Mapping[str, Any]) -> Iterator[Difference]:
    """Every named part that is not as expected; `none` means that it is absent."""
    yield from _within(engine, position, wanted, ())


def overlaid(position: Mapping[str, Any], wanted: Mapping[str, Any]) -> Position:
    """A position with the parts that are expected in place of what came."""
    made = dict(position)
    for given, value in wanted.items():
        key = _key(made, given)
        if value in ABSENT:
            made.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(made.get(key, {}), Mapping):
            made[key] = overlaid(made.get(key, {}), value)
        else:
            made[key] = value
    return made


def _within(
    engine: Engine, found: Mapping[str, Any], wanted: Mapping[str, Any], place: Place
) -> Iterator[Difference]:
    for key, value in wanted.items():
        here, there = (*place, plain_value(key)), found.get(_key(found, key))
        if here == ("fields", "moves") and there is None:
            there = found.get("turn", 1) - 1  # as many as turns were taken: then it is left out
        if here[0] == "pools" and len(here) > 1 and _is_held(value, there):
            in_order = engine.game.pools[here[1]].is_ordered and isinstance(value, list)
            is_same = _listed(value) == _listed(there) if in_order else _held(value) == _held(there)
            if not is_same:
                yield Difference(here, value, there)
        elif isinstance(value, Mapping):
            yield from _within(engine, there if isinstance(there, Mapping) else {}, value, here)
        elif value in ABSENT:
            if there not in (*ABSENT, {}, []):
                yield Difference(here, value, there)
        elif not _is_same(engine, here, value, there):
            yield Difference(here, value, _default(engine.game, here) if there is None else there)


def _key(held: Mapping[str, Any], given: Any) -> Any:
    """The key of a position that is meant: YAML reads `1` and `true` as a number and a truth, and a position may write words."""
    return next((key for key in held if plain_value(key) == plain_value(given)), given)


def _is_same(engine: Engine, place: Place, wanted: Any, found: Any) -> bool:
    """Whether a value is as expected, though it may be written otherwise."""
    if found is None:
        found = _default(engine.game, place)
    if isinstance(found, bool) and str(wanted).lower() in SPELT_TRUTHS:
        return found == SPELT_TRUTHS[str(wanted).lower()]
    if str(found) == str(wanted):
        return True
    return place[0] == "pieces" and found is not None and found == _as_written(engine, place, wanted)


def _as_written(engine: Engine, place: Place, wanted: Any) -> Any:
    """A piece, or the pieces of a site, as a position writes them."""
    try:
        return engine.state({"pieces": {place[-1]: wanted}}).position()["pieces"].get(place[-1])
    except PositionError:
        return wanted


def _default(game: Game, place: Place) -> Any:
    """What a position leaves out at a place, since it is as declared; None where that is nothing."""
    field = game.fields.get(place[1]) if place[0] in ("fields", "sites") and len(place) > 1 else None
    if field is not None and field.default is not None:
        is_plain = isinstance(field.default, bool | int | Fraction) and field.type.base in ("number", "bool")
        return field.default if is_plain else word(game, field.default, field.type)
    if place == ("fields", "phase"):
        return "main" if "main" in game.phases else game.phases[0]
    return 0 if place == ("fields", "passes") else None


# ---- pools: so many of each piece, in any order, but a list of an ordered one in its order --------------


def _is_held(wanted: Any, found: Any) -> bool:
    """Whether the contents of one pool are compared, and not those of each player's."""
    if isinstance(found, list) or isinstance(wanted, list):
        return True
    counts = isinstance(wanted, Mapping) and all(isinstance(n, int) for n in wanted.values())
    return found is None and (counts or (isinstance(wanted, str) and wanted != "none"))


def _listed(contents: Any) -> list[str]:
    """What is in an ordered pool, the lowest first."""
    return list(map(str, contents)) if isinstance(contents, list) else list(_held(contents).elements())


def _held(contents: Any) -> Counter[str]:
    """What is in a pool, written as a list, as a number for each, or as one piece."""
    if contents in (*ABSENT, {}, []):
        return Counter()
    if isinstance(contents, Mapping):
        return +Counter({str(k): int(n) for k, n in contents.items()})
    return Counter(map(str, contents)) if isinstance(contents, list) else Counter([str(contents)])
