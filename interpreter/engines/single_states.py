"""States of any engine, one after the other: random games, sequences that are counted, a position that is changed in place by keeping the
states before, and whether something is hidden.
"""

from __future__ import annotations

from gdl.diagnostics.values import GameError
from interpreter.engines.base import MutableState, Playout, State
from interpreter.engines.batches import as_words
from interpreter.engines.position_parts import contains_hidden
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import Random


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

    def legal_array(self) -> lazy_numpy.Ints:
        return as_words(self.legal_actions())

    def play(self, action: int) -> None:
        self._states.append(self._states[-1].apply(action))

    def undo(self) -> None:
        if len(self._states) == 1:
            raise IndexError("there is no action to take back")
        self._states.pop()

    def state(self) -> State:
        return self._states[-1]


def sequences(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are."""
    if depth <= 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(sequences(state.apply(a), depth - 1) for a in actions)


def random_game(state: State, random: Random, max_plies: int) -> Playout:
    """A random game, each legal action equally likely, of at most so many."""
    actions: list[int] = []
    while len(actions) < max_plies:
        legal = state.legal_actions()
        if not legal:
            return Playout(len(actions), state, False, lambda: actions)
        actions.append(random.pick(legal))
        state = state.apply(actions[-1])
    return Playout(len(actions), state, not state.is_terminal, lambda: actions)


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
