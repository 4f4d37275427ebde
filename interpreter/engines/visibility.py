"""What a position hides from the player to whom it is shown."""

from gdl.diagnostics.values import GameError
from interpreter.engines.base import State
from interpreter.engines.parts import contains_hidden


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
