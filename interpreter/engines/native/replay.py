"""A random game that machine code has played, once more, action by action.

Machine code draws an action and does it without naming it. It is named by what it leads to: of the legal actions, the
one after which the state is the same, byte for byte.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.diagnostics import InternalError
from interpreter.hashing import MASK64, Random, mix64

if TYPE_CHECKING:
    from interpreter.engines.native.engine import NativeEngine, NativeState


def replayed(engine: "NativeEngine", state: "NativeState", seed: int) -> "Iterator[tuple[int, NativeState]]":
    """The actions of a random game with the states after them, until it is over.

    Where the machine code gives up, GameError is raised if an action goes wrong there; otherwise it was asked for more
    than it has room for, and the game goes on with the reference engine's answers.
    """
    random, chance = mix64(seed & MASK64), Random(seed)
    while not state.is_terminal:
        found = None
        if engine.runs(state):
            memory, random = engine.drawn(state, random)
            if memory is not None:
                found = _named(engine, state, memory)
            else:
                for number, _ in engine.listed(state):
                    state.reference.apply(number)
        if found is None:
            number = chance.pick([n for n, _ in engine.listed(state)])
            found = number, state.apply(number)
        yield found
        state = found[1]


def _named(engine: "NativeEngine", state: "NativeState", memory: bytes) -> "tuple[int, NativeState]":
    drawn = engine.of_memory(memory)
    for number, words in engine.listed(state):
        after = engine.play(state, number, words)
        if after == drawn:
            return number, after
    raise InternalError("the native engine draws an action that it does not list")
