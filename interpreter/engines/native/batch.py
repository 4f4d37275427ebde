"""Many games at once in machine code: states one behind the other in one array, and a row of figures for each.

Machine code does not answer for every row: a position may not fit into its cells, or a rule goes wrong. Such rows are
marked in their figures, and single states answer for them, one by one.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gdl.diagnostics.values import GameError
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.batches import NOTHING, Board, Loose, Sight, as_words
from interpreter.engines.native.calls import numbers_of
from interpreter.engines.native.state import Backing, NativeState
from interpreter.engines.reference.batch import PlainBatch, Seeable
from interpreter.lowering.ending.game_ends import number_of_end
from interpreter.lowering.entry.many import FINE, UNPLAYED, UNSEEN
from interpreter.shared.lazy_numpy import Ints
from interpreter.shared.machine_interface import Layout
from interpreter.shared.numbering import NO_NUMBER

_SLACK = 64  # bytes behind the last state


def kind_of(layout: Layout) -> "np.dtype[Any]":
    """A layout as NumPy sees it; cells of more than one element are arrays."""
    cells = layout.cells.values()
    return np.dtype({
        "names": [c.name for c in cells],
        "formats": [(f"<i{c.bytes_each}", (c.count,)) if c.count > 1 else f"<i{c.bytes_each}" for c in cells],
        "offsets": [c.offset for c in cells],
        "itemsize": layout.size,
    })  # fmt: skip


class NativeBatch(Batch):
    """`memory` holds the states, a row of bytes for each, laid out as machine code wants it.

    `start` is the state that games begin with, or empty where it does not fit.
    """

    def __init__(
        self, backing: Backing, start: bytes, states: Sequence[NativeState] | int, seed: int = 0
    ) -> None:
        n = states if isinstance(states, int) else len(states)
        super().__init__(backing.engine, n, seed)
        self.backing, self.start = backing, start
        self.calls, self.compiled = backing.calls, backing.calls.compiled
        self.code = self.compiled.code_for_many
        size, layouts = self.compiled.layout.size, self.compiled.layouts_for_many
        # whole words, so that every state is where the machine code may read words
        room = np.zeros(n * size // 8 + _SLACK // 8, np.int64)
        self.memory: NDArray[np.uint8] = room.view(np.uint8)[: n * size].reshape(n, size)
        self.rows = np.zeros(n, kind_of(layouts["row"]))
        self.spot = kind_of(layouts["spot"])
        self.aside: dict[int, NativeState] = {}  # states that do not fit into memory
        if isinstance(states, int):
            self.reset(np.arange(n))
        else:
            for row, state in enumerate(states):
                self._put(row, state)
            self._look()

    # ---- what is asked

    @property
    def current_player(self) -> NDArray[np.int8]:
        found: NDArray[np.int8] = self.rows["player"].copy()
        return found

    @property
    def work(self) -> int:
        return self.code.machine.work

    @property
    def is_terminal(self) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.rows["over"] != 0
        return found

    @property
    def ended_by(self) -> Ints:
        found = self.rows["over"].astype(np.int64) - number_of_end(0)
        for row, state in self.aside.items():
            if state.is_terminal:
                found[row] = plain(self.engine, [state]).ended_by[0]
        return np.maximum(found, -1)

    @property
    def returns(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.rows["top"] / np.maximum(self.rows["bottom"], 1)
        return found.reshape(len(self), len(self.game.players))

    @property
    def counts(self) -> Ints:
        found: Ints = self.rows["count"].copy()
        return found

    def actions(self, row: int) -> list[int]:
        return [] if self.rows["over"][row] else [number for number, _ in self.state(row).listed()]

    def state(self, row: int) -> NativeState:
        return self.aside.get(row) or NativeState(self.backing, self.memory[row].tobytes())

    def _numbers(self, counts: Ints) -> Ints:
        width = self.compiled.outline.row_words
        words = np.zeros(int(counts.sum()) * width, np.int64)
        self._call("batch_legal", self.memory, self.rows, len(self), words, len(words))
        listed = words.reshape(-1, width)
        numbers = numbers_of(listed, self.calls) if width > 1 else words
        for row in (self.rows["error"] != FINE).nonzero()[0]:
            start = int(counts[:row].sum())
            numbers[start : start + counts[row]] = as_words(self.actions(int(row)))
        return numbers

    def _board(self) -> Board:
        spots = self._spots()
        owners, kinds = spots["owner"].copy(), spots["kind"].copy()
        for row, state in self.aside.items():
            one = plain(self.engine, [state]).board(full=True)
            owners[row], kinds[row] = one.owners[0], one.kinds[0]
        return Board(owners, kinds)

    def _spots(self) -> "NDArray[Any]":
        sites = len(self.game.board.sites)
        spots = (
            np.full((len(self), sites), -1, self.spot)
            if not sites
            else np.empty((len(self), sites), self.spot)
        )
        if sites:
            self._call("batch_board", self.memory, len(self), spots)
        return spots

    def _field(self, name: str) -> NDArray[np.generic]:
        field, layout = self.game.fields[name], self.compiled.layout
        cell = layout.cells[f"{field.holder}.{field.name}"]
        found = self._cells(cell.name)
        base = field.type.base
        if field.holder == "piece":
            piece = np.maximum(self._spots()["piece"], 0)
            found = np.take_along_axis(found, piece.astype(np.int64), 1)
        if base == "number" and field.type.is_optional:
            found[found == -(1 << (cell.width - 1))] = NO_NUMBER
        elif base == "piece":
            place = np.take_along_axis(self._cells("place"), np.maximum(found, 0), 1)
            found = np.where((found < 0) | (place >= len(self.game.board.sites)), -1, place)
        for row, state in self.aside.items():
            found[row] = plain(self.engine, [state]).field(name, full=True)[0]
        if field.holder == "game":
            found = found[:, 0]
        elif field.holder == "table":
            found = found.reshape(len(self), *(len(key.values) for key in field.keys))
        return found.astype(np.bool_) if base == "bool" and not field.type.is_optional else found

    def seen_by(self, player: int) -> Sight:
        if self.aside or self.game.is_hidden:
            return plain(self.engine, [self.state(row) for row in range(len(self))]).seen_by(player)
        spots = self._spots()
        fields = {
            name: self._field(name).astype(np.int64).reshape(len(self), -1) for name in self.game.fields
        }
        for field in self.game.fields.values():
            if field.holder == "piece":  # what an empty site has means nothing
                fields[field.name][spots["kind"] < 0] = NO_NUMBER if field.type.base == "number" else NOTHING
        return Sight(
            player,
            self.current_player.astype(np.int64),
            self._cells("phase")[:, 0],
            spots["owner"].astype(np.int64),
            spots["kind"].astype(np.int64),
            *self._loose(spots["piece"]),
            fields,
            np.zeros(spots.shape, np.bool_),
        )

    def _loose(self, tops: "NDArray[Any]") -> tuple[Loose, Loose]:
        """The pieces of stacks below the topmost ones, and the pieces off the board."""
        if "place" not in self.compiled.layout.cells:  # each piece is that of its site
            return Loose.of([]), Loose.of([])
        places, cells = self._cells("place"), self.compiled.layout.cells
        owners = self._cells("owner") if "owner" in cells else np.full_like(places, NOTHING)
        # where pieces are named by their kinds
        named = np.broadcast_to(np.arange(places.shape[1]), places.shape)
        kinds = self._cells("kind") if "kind" in cells else named
        sites = len(self.game.board.sites)
        is_below, is_held = (places >= 0) & (places < sites), places >= sites
        rows, at = np.nonzero(tops >= 0)
        is_below[rows, tops[rows, at]] = False

        def loose(chosen: NDArray[np.bool_], first: int) -> Loose:
            return Loose(np.nonzero(chosen)[0], places[chosen] - first, owners[chosen], kinds[chosen])

        return loose(is_below, 0), loose(is_held, sites)

    def _cells(self, name: str) -> Ints:
        cell = self.compiled.layout.cells[name]
        part = self.memory[:, cell.offset : cell.offset + cell.count * cell.bytes_each]
        return np.ascontiguousarray(part).view(f"<i{cell.bytes_each}").astype(np.int64)

    # ---- what is done

    def _step(self, places: Ints) -> None:
        rows = self.rows
        alone = [(int(row), int(places[row])) for row in rows["error"].nonzero()[0] if not rows["over"][row]]
        rows["chosen"] = places
        self._call("batch_step", self.memory, rows, len(self))
        if not alone and not rows["error"].any():
            return
        done = {row for row, _ in alone}
        failed = [int(row) for row in np.flatnonzero(rows["error"] == UNPLAYED) if row not in done]
        trouble: GameError | None = None
        for row, place in [*alone, *((row, int(places[row])) for row in failed)]:
            try:
                state = self.state(row)
                self._put(row, state.apply(state.listed()[place][0]))
            except GameError as error:
                trouble = trouble or error
        self._look()
        if trouble is not None:
            raise trouble

    def _begin(self, rows: Ints) -> None:
        for row in rows:
            self.aside.pop(int(row), None)
        self.rows["seed"][rows] = self.begun_with[rows]
        self.rows["error"][rows] = FINE
        self.rows["fresh"][rows] = 1
        if self.start:
            block = ctypes.create_string_buffer(self.start, len(self.start) + _SLACK)
            self._call("batch_begin", self.memory, self.rows, len(self), first=block)
        else:
            self.rows["error"][rows] = UNPLAYED
        for row in np.flatnonzero(self.rows["error"] == UNPLAYED):
            if row in rows:
                state = self.engine.initial_state(int(self.begun_with[row]))
                assert isinstance(state, NativeState)
                self._put(int(row), state)
        self._look()

    def _put(self, row: int, state: NativeState) -> None:
        """Gives a row another state; `_look` must follow."""
        self.aside.pop(row, None)
        self.rows["error"][row] = FINE
        self.rows["fresh"][row] = 1
        # what does not fit leaves an empty state, since all rows are gone through
        self.memory[row] = np.frombuffer(state.memory or self.compiled.outline.blank, np.uint8)
        if not state.memory:
            self.aside[row] = state
            self.rows["error"][row] = UNSEEN
            self.rows["fresh"][row] = 0

    def _look(self) -> None:
        """Brings the figures of rows with another state up to date; where machine code cannot, the single state does."""
        if self.rows["fresh"].any():
            self._call("batch_look", self.memory, self.rows, len(self))
        for row in np.flatnonzero(self.rows["error"] == UNSEEN):
            state = self.state(int(row))
            self.rows["player"][row] = state.current_player
            self.rows["over"][row] = state.is_terminal
            self.rows["count"][row] = 0 if state.is_terminal else len(state.listed())
            shares = [r.as_integer_ratio() for r in state.returns]
            self.rows["top"][row] = [top for top, _ in shares] if len(shares) > 1 else shares[0][0]
            self.rows["bottom"][row] = [bottom for _, bottom in shares] if len(shares) > 1 else shares[0][1]

    def _call(self, name: str, *given: Any, first: Any = None) -> None:
        """Calls a function of the machine code; arrays are given by their addresses. Other threads run meanwhile."""
        context = () if name == "batch_board" else (self.calls.workspace.context,)
        before = () if first is None else (first,)
        arguments = [g.ctypes.data if isinstance(g, np.ndarray) else g for g in given]
        self.code.call(name, *before, *context, *arguments)


def plain(engine: Engine, states: Sequence[NativeState] | int, seed: int = 0) -> PlainBatch:
    """A batch without machine code."""

    def reference(state: State) -> Seeable:
        assert isinstance(state, NativeState)
        return state.reference

    return PlainBatch(engine, states, reference, seed)
