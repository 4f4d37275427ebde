"""What a position hides from the player to whom it is shown."""

from collections.abc import Mapping
from typing import Any

from gdl.diagnostics.values import GameError
from interpreter.engines.answers import HIDDEN
from interpreter.engines.base import State


def contains_hidden(position: Any) -> bool:
    """Whether any part of a position, or of a value in it, is hidden."""
    match position:
        case Mapping():
            return any(contains_hidden(v) for v in position.values())
        case list() | tuple():
            return any(contains_hidden(v) for v in position)
        case str():
            return HIDDEN in position.split() or f"={HIDDEN}" in position
        case _:
            return False


def followed(state: State, action: int) -> State | None:
    """The state after an action; None where something goes wrong in it and it may only be imagined, as something is hidden."""
    try:
        return state.apply(action)
    except GameError:
        if is_open(state):
            raise
        return None


def is_open(state: State) -> bool:
    """Whether nothing is hidden from the player to move now, whatever the game hides at other times."""
    return not state.engine.game.is_hidden or not contains_hidden(state.observation(state.current_player))
