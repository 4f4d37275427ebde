"""What chance gave in a game that others have played: dice that a file or a saved game has are found again, by seeds that give them."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.engines.base import Engine, State
from interpreter.engines.errors import RecordError

Drawn: TypeAlias = Mapping[str, int]  # fields of the game, and what chance gave them
_TRIES = 2_000  # seeds: enough for what one in a hundred times comes


def fields_of(state: State) -> Mapping[str, object]:
    fields: Mapping[str, object] = state.position()["fields"]
    return fields


def applied(state: State, action: int, drawn: Drawn) -> State:
    """The state after an action in which chance gives these fields. Raises RecordError where it never does."""
    return (
        following(state, action, lambda after: drawn.items() <= fields_of(after).items())
        if drawn
        else state.apply(action)
    )


def following(state: State, action: int, fits: Callable[[State], bool]) -> State:
    """The first state after an action that fits, of those that chance may give. Raises RecordError."""
    if state.engine.game.is_hidden:
        raise RecordError("what chance gave can be chosen only where nothing is hidden")
    after = state.apply(action)
    for seed in range(_TRIES):
        if fits(after):
            return after
        after = state.resample(state.current_player, seed).apply(action)
    raise RecordError(f"chance cannot give what is said to follow `{state.action_to_string(action)}`")


def begun(engine: Engine, fits: Callable[[State], bool]) -> tuple[State, int]:
    """The first set-up that fits, and its seed. Raises RecordError."""
    for seed in range(_TRIES):
        if fits(state := engine.initial_state(seed)):
            return state, seed
    raise RecordError("no game begins with what chance is said to give at first")
