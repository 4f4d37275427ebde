"""Many games at once on the reference engine, one after the other: to compare with, and for what has no machine code."""

from collections.abc import Callable, Sequence
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from gdl.diagnostics.values import GameError
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.batches import Board, as_words
from interpreter.engines.planes.sight import Sight
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.sights import Seeable, sight_of
from interpreter.shared.lazy_numpy import Ints
from interpreter.shared.numbering import NO_NUMBER


class PlainBatch(Batch):
    """Keeps a state for each row. `reference` gives a state as the reference engine has it."""

    def __init__(
        self,
        engine: Engine,
        states: Sequence[State] | int,
        reference: Callable[[State], Seeable],
        seed: int = 0,
    ) -> None:
        super().__init__(engine, states if isinstance(states, int) else len(states), seed)
        self.reference = reference
        self.states: list[State] = []
        if isinstance(states, int):
            self.reset(np.arange(states))
        else:
            self.states = list(states)

    @property
    def current_player(self) -> NDArray[np.int8]:
        return np.array([s.current_player for s in self.states], np.int8)

    @property
    def is_terminal(self) -> NDArray[np.bool_]:
        return np.array([s.is_terminal for s in self.states], np.bool_)

    @property
    def ended_by(self) -> Ints:
        found = [-1] * len(self)
        for row, ended in enumerate(state.ended for state in self.states):
            for index, end in enumerate(self.game.ends if ended is not None else ()):
                if ended is not None and end.span.contains(ended.span):
                    found[row] = index
        return np.array(found, np.int64)

    @property
    def returns(self) -> NDArray[np.float64]:
        found = np.array([s.returns for s in self.states], np.float64)
        return found.reshape(len(self), len(self.game.players))

    @property
    def counts(self) -> Ints:
        return np.array([len(s.legal_actions()) for s in self.states], np.int64)

    def _numbers(self, counts: Ints) -> Ints:
        return as_words([a for s in self.states for a in s.legal_actions()])

    def actions(self, row: int) -> list[int]:
        return self.states[row].legal_actions()

    def state(self, row: int) -> State:
        return self.states[row]

    def _board(self) -> Board:
        shape = (len(self), len(self.game.board.sites))
        board = Board(np.full(shape, -1, np.int16), np.full(shape, -1, np.int16))
        for row, state in enumerate(self.states):
            data = self.reference(state).data
            for site, stack in enumerate(data.cells):
                if stack:
                    owner = data.owner[stack[-1]]
                    board.kinds[row, site] = data.kind[stack[-1]]
                    board.owners[row, site] = -1 if owner is None else owner
        return board

    def _field(self, name: str) -> NDArray[np.generic]:
        field, sites = self.game.fields[name], range(len(self.game.board.sites))
        none = NO_NUMBER if field.type.base == "number" else -1

        def told(data: Data, value: Any) -> int:
            if value is None:
                return none
            assert isinstance(value, int)
            if field.type.base == "piece":
                at = data.place.get(value, len(sites))
                return at if at < len(sites) else -1
            return int(value)

        found = []
        for state in self.states:
            data = self.reference(state).data
            match field.holder:
                case "game":
                    found.append([told(data, data.game_fields[name])])
                case "player":
                    found.append([told(data, v) for v in data.player_fields[name]])
                case "site":
                    found.append([told(data, v) for v in data.site_fields[name]])
                case "table":
                    found.append([told(data, v) for v in data.tables[name]])
                case "piece":
                    held: dict[int, Any] = data.piece_fields[name]
                    tops = [data.cells[s][-1] if data.cells[s] else None for s in sites]
                    found.append(
                        [told(data, None if p is None else held.get(p, field.default)) for p in tops]
                    )
                case _:
                    assert_never(field.holder)
        made = np.array(found, np.int64)
        if field.holder == "game":
            made = made.reshape(len(self))
        elif field.holder == "table":
            made = made.reshape(len(self), *(len(key.values) for key in field.keys))
        return made.astype(np.bool_) if field.type.base == "bool" and not field.type.is_optional else made

    def seen_by(self, player: int) -> Sight:
        return sight_of(self.game, [self.reference(state) for state in self.states], player)

    def _step(self, places: Ints) -> None:
        trouble: GameError | None = None
        for row, state in enumerate(self.states):
            if not state.is_terminal:
                try:
                    self.states[row] = state.apply(state.legal_actions()[places[row]])
                except GameError as error:
                    trouble = trouble or error
        if trouble is not None:
            raise trouble

    def _begin(self, rows: Ints) -> None:
        for row in rows:  # a slice, because a new batch has no rows yet: each is put behind those before it
            self.states[row : row + 1] = [self.engine.initial_state(int(self.begun_with[row]))]
