"""The memory and the calls of searches in machine code, for one game."""

import ctypes

import numpy as np

from interpreter.engines.base import State
from interpreter.engines.beliefs import Dealing, Spot
from interpreter.engines.native.state import Backing, NativeState
from interpreter.engines.searching import Block, Numbers, Workbench
from interpreter.lowering.entry.search.records import layouts, state_words
from interpreter.shared.machine_interface import ONE

_ANY_PAYOFF = 1 << 40
_SLACK = 8  # words behind a block, as machine code reads whole words


class NativeWorkbench(Workbench):
    """Raises NotLowered where the game has no machine code."""

    def __init__(self, backing: Backing) -> None:
        self.backing = backing
        self.compiled = backing.calls.compiled
        self.code = self.compiled.code_for_search
        self.code.machine  # noqa: B018 - which shows whether there is any
        self.layouts = layouts(self.compiled.context)
        self.state_words = state_words(self.compiled.layout)
        self.most_payoff = _ANY_PAYOFF if "denominator" in self.compiled.layout.cells else ONE
        self.rules = self._block("context")

    def actions(self, state: State) -> list[int]:
        assert isinstance(state, NativeState)
        return [action for action, _ in state.listed()]

    def dealing(self, state: State) -> Dealing | None:
        from interpreter.engines.native.belief_plans import dealing_of  # loads the reference engine

        assert isinstance(state, NativeState)
        return dealing_of(state)

    def hidden(self, state: State) -> dict[Spot, list[int]]:
        from interpreter.engines.native.belief_plans import hidden_at  # loads the reference engine

        assert isinstance(state, NativeState)
        return hidden_at(state)

    def _block(self, layout: str) -> Block:
        found = self.layouts[layout]
        places = {c.name: c.offset // 8 for c in found.cells.values() if c.bytes_each == 8}
        return Block(places, found.size // 8 + _SLACK)

    def record(self, name: str) -> Block:
        made = self._block(name)
        made["size"] = self.state_words
        return made

    def run(self, name: str, record: Block, *more: int) -> None:
        self.rules["error"] = 0
        self.code.call(name, self.rules.words.ctypes.data, record.words.ctypes.data, *more)

    def make_best(self) -> None:
        self.code.improve()

    def put(self, state: State, at: int) -> bool:
        assert isinstance(state, NativeState)
        if not state.memory:
            return False
        self.write(state.memory, at)
        return True

    def write(self, memory: bytes, at: int) -> None:
        ctypes.memmove(at * 8, memory, len(memory))

    def take(self, at: int) -> NativeState:
        return NativeState(self.backing, ctypes.string_at(at * 8, self.compiled.layout.size))

    def room_for(self, words: int) -> tuple[Numbers, int]:
        room = np.zeros(words + _SLACK, np.int64)
        return room, room.ctypes.data // 8
