"""Scores: what each player would have if the game ended now.

A game whose result is `highest F wins` or `lowest F wins` has the score F. An observer is shown what they may know of it: of a sum
the terms that they see, as `21 + ?`, and `?` where nothing is known. A score of which nobody's part is known is left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engines.answers import KnownScore
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.engines.results import scored
from interpreter.hiding import contains_hidden

_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Score:
    """A definition's value for each player, as text."""

    name: str
    values: Mapping[str, str]


def score(engine: Engine, state: State, position: Mapping[str, Any]) -> Score | None:
    """The score in a state, for the observer of a position; None if there is none, or nothing of it may be known."""
    game = engine.game
    name = scored(game)
    if not name:
        return None
    if not contains_hidden(position):
        known = [KnownScore(v, True) for v in engine.scores(state, name)]
    else:
        found = _observer(state, position)
        if found is None:
            return None
        known = engine.known_scores(state, name, *found)
    if all(k.value is None for k in known):
        return None
    return Score(name, {p.name: _text(k) for p, k in zip(game.players, known, strict=True)})


def _text(known: KnownScore) -> str:
    if known.value is None:
        return _UNKNOWN
    return plain_value(known.value) if known.is_whole else f"{plain_value(known.value)} + {_UNKNOWN}"


def _observer(state: State, position: Mapping[str, Any]) -> tuple[int | None] | None:
    """A viewer who sees this position of the state: whoever sees the same knows the same. None where nobody does, as it is another state's."""
    if state.public() == position:
        return (None,)
    players = range(len(state.engine.game.players))
    return next(((p,) for p in players if state.observation(p) == position), None)
