"""Random games that machine code has played, once more, action by action.

Machine code draws an action and does it without naming it. It is named by its effect: of the legal actions, the one after
which the state is the same, byte for byte.
"""

from collections.abc import Iterator
from itertools import islice

from gdl.diagnostics.values import InternalError
from interpreter.engines.base import Playout
from interpreter.engines.native.state import NativeState, Origin
from interpreter.shared.hashing import MASK64, Random, mix64


def actions_of(state: NativeState, seed: int, plies: int) -> list[int]:
    """The actions of a random game from a state."""
    return [number for number, _ in islice(_replayed(state, seed), plies)]


def last_of(state: NativeState, seed: int, plies: int) -> "Origin | None":
    """The last action of a random game, and the state before it; None for a game without actions."""
    found = None
    for number, after in islice(_replayed(state, seed), plies):
        found, state = (state, number), after
    return found


def explained(state: NativeState, seed: int, max_plies: int) -> Playout:
    """A random game in which the machine code gave up. Raises GameError if a rule goes wrong in it."""
    made: list[int] = []
    for number, after in islice(_replayed(state, seed), max_plies):
        made.append(number)
        state = after
    return Playout(len(made), state, not state.is_terminal, lambda: made)


def _replayed(state: NativeState, seed: int) -> Iterator[tuple[int, NativeState]]:
    """The actions of a random game, each with the state after it, until the game is over.

    Where the machine code gives up, GameError is raised if an action goes wrong there. Otherwise it lacks room for the
    position, and the reference engine answers for the next action.
    """
    random, choice = mix64(seed & MASK64), Random(seed)
    calls = state.backing.calls
    while not state.is_terminal:
        found = None
        if state.runs:
            memory, random = calls.random_step(state.memory, random)
            if memory is not None:
                found = _named(state, memory)
            else:
                for number, _ in state.listed():
                    state.reference.apply(number)
        if found is None:
            number = choice.pick([n for n, _ in state.listed()])
            found = number, state.apply(number)
        yield found
        state = found[1]


def _named(state: NativeState, memory: bytes) -> tuple[int, NativeState]:
    """The legal action that leads to a block of memory, and the state there."""
    drawn = NativeState(state.backing, memory)
    for number, row in state.listed():
        after = state.played(number, row)
        if after is not None and after == drawn:
            return number, after
    raise InternalError("the native engine draws an action that it does not list")
