"""What chance may give, by an action or in the set-up, as conditions with their probabilities: what the odds of a case say.

Spoken of are the fields of the game and of its players that differ, and who is to move. Where they do not depend on each other, each
value has its probability, else each combination.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from interpreter.analysis.case_schema import as_fraction
from interpreter.analysis.review.places import Place, places, value_at
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState

WAYS = 216  # of chance that are followed: three dice
_LISTED = 40  # probabilities that a person reads
_SAID = ("number", "bool", "symbol", "player", "kind", "direction")

Given: TypeAlias = tuple[tuple[Place, str], ...]  # places with what they hold, in words of the language
Odds: TypeAlias = Mapping[Given, Fraction]
NONE: Odds = {}
Outcomes: TypeAlias = Sequence[tuple[float, State]]


def of_action(state: ReferenceState, action: int) -> Odds:
    """What an action may bring; empty where nothing of it is decided by chance that can be said, or there is too much."""
    return _odds(state.engine, lambda: state.outcomes(action, WAYS))


def of_setup(engine: ReferenceEngine) -> Odds:
    """The same of the set-up."""
    return _odds(engine, lambda: engine.initial_outcomes(WAYS))


def conditions(odds: Odds) -> dict[str, str]:
    """The odds of a case."""
    return {" and ".join(_condition(*pair) for pair in given): str(p) for given, p in odds.items()}


def _odds(engine: ReferenceEngine, follow: Callable[[], Outcomes]) -> Odds:
    try:
        outcomes = follow()
    except (GameError, ValueError):  # too many ways
        return NONE
    said = [p for p in _said(engine.game) if p[0] == "fields" or not any(s.is_terminal for _, s in outcomes)]
    rows = [_values(engine.game, state, said) for _, state in outcomes]
    varying = [i for i, column in enumerate(zip(*rows, strict=True)) if len(set(column)) > 1]
    joint = defaultdict[Given, Fraction](Fraction)
    each = [defaultdict[Given, Fraction](Fraction) for _ in varying]
    for (p, _), row in zip(outcomes, rows, strict=True):
        share = as_fraction(p)
        joint[tuple(row[i] for i in varying)] += share
        for counter, i in zip(each, varying, strict=True):
            counter[row[i],] += share
    is_free = len(joint) == prod(map(len, each)) and all(
        p == prod((counter[value,] for counter, value in zip(each, given, strict=True)), start=Fraction(1))
        for given, p in joint.items()
    )
    found = {given: p for counter in each for given, p in counter.items()} if is_free else dict(joint)
    return dict(sorted(found.items())) if varying and len(found) <= _LISTED else {}


def _values(game: Game, state: State, said: Sequence[Place]) -> Given:
    found = places(state.position())
    return tuple((place, value_at(game, place, found.get(place))) for place in said)


def _said(game: Game) -> Iterator[Place]:
    for field in game.fields.values():
        if field.type.base in _SAID and field.holder == "game":
            yield "fields", field.name
        elif field.type.base in _SAID and field.holder == "player":
            yield from (("fields", field.name, p.name) for p in game.players)
    yield ("to_move",)


def _condition(place: Place, value: str) -> str:
    """That a place holds a value, in the language."""
    asked = "mover" if place == ("to_move",) else place[1] + "".join(f"({of})" for of in place[2:])
    if value in ("true", "false"):
        return asked if value == "true" else f"not {asked}"
    return f"{asked} = {value}"
