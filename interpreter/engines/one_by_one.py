"""Changing a position in place by keeping states, one for each action: for whatever has no machine code."""

from __future__ import annotations

from interpreter import arrays
from interpreter.engines.base import MutableState, State
from interpreter.engines.batches import as_words


class KeptStates(MutableState):
    """The states since the beginning, the present one last."""

    def __init__(self, state: State) -> None:
        self.engine = state.engine
        self._states = [state]

    @property
    def current_player(self) -> int:
        return self._states[-1].current_player

    @property
    def is_terminal(self) -> bool:
        return self._states[-1].is_terminal

    @property
    def returns(self) -> list[float]:
        return self._states[-1].returns

    def legal_actions(self) -> list[int]:
        return self._states[-1].legal_actions()

    def legal_array(self) -> arrays.Ints:
        return as_words(self.legal_actions())

    def play(self, action: int) -> None:
        self._states.append(self._states[-1].apply(action))

    def undo(self) -> None:
        if len(self._states) == 1:
            raise IndexError("there is no action to take back")
        self._states.pop()

    def state(self) -> State:
        return self._states[-1]
