"""Scores: what the players would have if the result of the game were reckoned now.

A game whose result is `highest F wins` or `lowest F wins` has the score F. It is told only to who may know it: not when
it asks about a pool that not everybody sees, or in which something is hidden from the observer, nor when something else
is hidden from him.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from gdl import model
from gdl.visit import followed, nodes
from interpreter.engines.base import Engine, State
from interpreter.engines.notation import plain_value
from interpreter.play.scene import contains_hidden


@dataclass(frozen=True, slots=True)
class Score:
    """A definition's value for each player, as text."""

    name: str
    values: Mapping[str, str]


def score(engine: Engine, state: State, position: Mapping[str, Any]) -> Score | None:
    """The score in a state for whom a position is shown to; None if there is none, or it would tell a secret."""
    game = engine.game
    name = _scored(game)
    if not name:
        return None
    shown = {part: position.get(part) for part in ("pieces", "sites", "fields")}
    secret = {name for name, held in position.get("pools", {}).items() if contains_hidden({name: held})}
    if contains_hidden(position) and (contains_hidden(shown) or _asks_hidden(game, name, secret)):
        return None
    values = engine.scores(state, name)
    return Score(name, {p.name: plain_value(v) for p, v in zip(game.players, values, strict=True)})


def _scored(game: model.Game) -> str:
    """The definition that a highest or lowest score is of: that of an end, else of a turn, else of the limit."""
    for part in (*game.ends, *game.turns.values(), game.limit_result, *game.actions):
        for node in nodes(part):
            if isinstance(node, model.Result) and node.form in ("highest", "lowest"):
                return node.score
    return ""


def _asks_hidden(game: model.Game, name: str, secret: Set[str]) -> bool:
    """Whether a definition, or one that it uses, asks about a pool of these, or one that not everybody sees, or keeps a
    piece in mind."""
    closed = secret | {pool.name for pool in game.pools.values() if pool.viewers != "all"}
    for node in followed(game.definitions[name], game.definitions):
        if isinstance(node, model.PoolOf) and node.name in closed:
            return True
        if isinstance(node, model.GetField) and game.fields[node.field].type.base == "piece":
            return True
    return False
