"""Scores: what each player would have if the game ended now.

A game whose result is `highest F wins` or `lowest F wins` has the score F. It is shown only to observers who may know it:
not if it depends on a pool that not everybody sees, or that hides something from the observer, nor if something else than
a pool does.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from gdl import model
from gdl.visit import followed
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.engines.results import scored
from interpreter.hiding import contains_hidden


@dataclass(frozen=True, slots=True)
class Score:
    """A definition's value for each player, as text."""

    name: str
    values: Mapping[str, str]


def score(engine: Engine, state: State, position: Mapping[str, Any]) -> Score | None:
    """The score in a state, for the observer of a position; None if there is none, or it would reveal a secret."""
    game = engine.game
    name = scored(game)
    if not name:
        return None
    shown = {part: position.get(part) for part in ("pieces", "sites", "fields")}
    secret = {name for name, held in position.get("pools", {}).items() if contains_hidden({name: held})}
    if contains_hidden(position) and (contains_hidden(shown) or _asks_hidden(game, name, secret)):
        return None
    values = engine.scores(state, name)
    return Score(name, {p.name: plain_value(v) for p, v in zip(game.players, values, strict=True)})


def _asks_hidden(game: model.Game, name: str, secret: Set[str]) -> bool:
    """Whether a definition, or one that it uses, depends on one of these pools, on a pool that not everybody sees, or on a
    field that holds a piece."""
    closed = secret | {pool.name for pool in game.pools.values() if pool.viewers != "all"}
    for node in followed(game.definitions[name], game.definitions):
        if isinstance(node, model.PoolOf) and node.name in closed:
            return True
        if isinstance(node, model.GetField) and game.fields[node.field].type.base == "piece":
            return True
    return False
