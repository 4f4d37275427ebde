"""The native engine: a game as machine code. It must give what the reference engine gives, only sooner.

A state is a block of bytes. What is asked of every state in a search (who acts, what is legal, what follows, who has
won) runs as machine code; what is asked for people (notation, positions, observations, reasons) is asked of the
reference engine, on the same position.
"""

import ctypes
import struct
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from gdl import model
from gdl.diagnostics import GameError, InternalError
from gdl.limits import MAX_PLIES
from gdl.model import Game
from gdl.visit import nodes
from interpreter import cache, ir
from interpreter.engines.base import Engine, Playout, State, Tally, at_least
from interpreter.engines.native import machine
from interpreter.engines.native.convert import Capacity, Converter
from interpreter.engines.native.fingerprint import VERSION, fingerprint
from interpreter.engines.native.replay import replayed
from interpreter.engines.native.state import NativeState as NativeState
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.hashing import MASK64, Random, mix64, signed64
from interpreter.ir.verify import problems
from interpreter.llvm.module import generate
from interpreter.lowering.batches import batch_layouts
from interpreter.lowering.lower import Lowered, lower, shape
from interpreter.lowering.scope import NotLowered
from interpreter.numbering import ActionNumbers

if TYPE_CHECKING:
    from interpreter.engines.batches import Batch
    from interpreter.engines.reference.batch import PlainBatch


def _batches(kind: str) -> Any:
    """The module for batches, loaded when one is made: NumPy takes a tenth of a second, and few need it."""
    return import_module(f"interpreter.engines.{kind}.batch")


def _numbers_at(buffer: Any, cell: ir.Cell) -> tuple[int, ...]:
    return struct.unpack_from(f"<{cell.count}{'b' if cell.width == 8 else 'q'}", buffer, cell.offset)


class _Spans:
    """Numbers in some spans."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self.spans = spans

    def __contains__(self, number: int) -> bool:
        return any(low <= number < high for low, high in self.spans)


def _is_written_by_choices(action: model.Action) -> bool:
    """Whether an action's notation says nothing but what was chosen."""
    if action.notation is None:
        return action.form != "move"
    chosen = {c.slot for c in action.choices}
    return action.again is None and all(
        isinstance(e, model.Template | model.If | model.Const)
        or (isinstance(e, model.Local) and e.slot in chosen)
        for e in nodes(action.notation)
    )


PARTS = 4  # of a series, for each thread


class _Search(threading.local):
    """Each thread's own memory for searching: the context, and two states. Two of its cells are at hand by themselves."""

    def __init__(self, layout: ir.Layout, state: int) -> None:
        self.context = ctypes.create_string_buffer(layout.size + 64)
        self.error = ctypes.c_int64.from_buffer(self.context, layout.cells["error"].offset)
        self.random = ctypes.c_int64.from_buffer(self.context, layout.cells["random"].offset)
        self.state = ctypes.create_string_buffer(state + 64)
        self.out = ctypes.create_string_buffer(state + 64)


class NativeEngine(Engine):
    """The engine for one game. What has no machine code, or not enough room, is answered by the reference engine."""

    def __init__(self, game: Game, checked: bool = False, keep: bool = True) -> None:
        self.game = game
        self.checked = checked
        self.keep = keep  # whether machine code is kept on disk
        self.reference = ReferenceEngine(game)
        self.numbers = ActionNumbers(game)
        try:
            pieces = len(self.reference.initial_state().data.place)
        except GameError:  # the set-up goes wrong: whoever asks for the first state is told
            pieces = len(game.board.sites)
        self.shape = shape(game, pieces)
        self.layout, self.context = self.shape.state, self.shape.context
        self.converter = Converter(self.shape.plan, self.layout)
        self.search = _Search(self.context, self.layout.size)
        self.deals = any(isinstance(e, model.Chance) for e in nodes(game.setup))

    @cached_property
    def lowered(self) -> Lowered:
        return lower(self.shape)

    @cached_property
    def text(self) -> str:
        """The program for LLVM."""
        return self.assembly(self.lowered)

    def assembly(self, lowered: Lowered) -> str:
        """For LLVM. A checked build is one of a program that was checked itself."""
        found = problems(lowered.program) if self.checked else []
        if found:
            raise InternalError(f"the lowered program is not well-formed: {found[0]}")
        return generate(lowered.program, self.checked, machine.host_features())

    @cached_property
    def layouts_for_many(self) -> Mapping[str, ir.Layout]:
        """The blocks of the program for many states at once."""
        return batch_layouts(self.shape.plan)

    @cached_property
    def machine_for_many(self) -> machine.Machine:
        """The machine code for many states at once."""
        key = cache.key("many", "" if not self.checked else "checked", fingerprint(self.game), VERSION)
        return machine.compile(lambda: self.assembly(lower(self.shape, True)), key, keep=self.keep)

    @cached_property
    def machine(self) -> machine.Machine:
        """The machine code, made when it is first needed, or taken from the cache."""
        key = cache.key("" if not self.checked else "checked", fingerprint(self.game), VERSION)
        return machine.compile(lambda: self.text, key, keep=self.keep)

    @cached_property
    def is_lowered(self) -> bool:
        """Whether there is machine code for the game."""
        try:
            return self.machine is not None
        except NotLowered:
            return False

    def runs(self, state: NativeState) -> bool:
        """Whether the machine code can be asked about a state."""
        return bool(state.memory) and self.is_lowered

    # ---- memory

    def get(self, memory: bytes, cell: str, index: int = 0) -> int:
        found = self.layout.cells[cell]
        at = found.offset + index * found.width // 8
        return int.from_bytes(memory[at : at + found.width // 8], "little", signed=True)

    def note(self, cell: str, values: list[int]) -> None:
        """Writes into this thread's context."""
        offset = self.context.cells[cell].offset
        array: Any = (ctypes.c_int64 * len(values)).from_buffer(self.search.context, offset)
        array[:] = values

    def seek(self, cell: str, count: int = 1) -> list[int]:
        offset = self.context.cells[cell].offset
        return list((ctypes.c_int64 * count).from_buffer(self.search.context, offset))

    def load(self, memory: bytes) -> None:
        ctypes.memmove(self.search.state, memory, self.layout.size)

    def begin(self, state: NativeState) -> None:
        self.load(state.memory)
        self.search.error.value = 0

    def has_stopped(self) -> bool:
        """Whether the machine code gave up: since a rule goes wrong in play, or more is asked than it has room for.

        The reference engine then says what is wrong, or gives the answer.
        """
        return self.search.error.value != 0

    def to_act(self, memory: bytes) -> int:
        if "waiting" in self.layout.cells and self.get(memory, "waiting") > 0:
            return self.get(memory, "demands")
        return self.get(memory, "mover")

    def used(self, memory: bytes) -> int:
        """How many bytes of a state are in use: the last cell is one that is seldom full."""
        *_, last = self.layout.cells.values()
        if last.name == "demands":
            words = self.get(memory, "waiting") * self.shape.plan.demand_words
        elif last.name.startswith("history."):
            words = self.get(memory, last.name.replace("history", "recorded", 1))
        else:
            return len(memory)
        return last.offset + 8 * words

    # ---- states

    @property
    def state_size(self) -> int:
        return self.layout.size

    def with_seed(self, memory: bytes, seed: int) -> bytes:
        if "seed" not in self.layout.cells:
            return memory
        at = self.layout.cells["seed"].offset
        return b"".join((memory[:at], (seed & MASK64).to_bytes(8, "little"), memory[at + 8 :]))

    def reseeded(self, state: NativeState, seed: int) -> NativeState:
        """The same position, with other chance to come."""
        if "seed" not in self.layout.cells:
            return state
        made = NativeState(self, self.with_seed(state.memory, seed))
        for name in ("_legal", "_status"):  # neither depends on chance to come
            if name in state.__dict__:
                made.__dict__[name] = state.__dict__[name]
        return made

    def initial_state(self, seed: int = 0) -> NativeState:
        if "machine" not in self.__dict__:  # a first state alone is not worth compiling for
            return self.from_reference(self.reference.initial_state(seed))
        self.load(self.with_seed(self.converter.blank, seed))
        self.note("error", [0])
        self.machine.call("setup", self.search.state, self.search.context)
        if self.has_stopped():
            return self.from_reference(self.reference.initial_state(seed))
        return NativeState(self, self.search.state.raw[: self.layout.size])

    def state(self, position: Mapping[str, Any]) -> NativeState:
        return self.from_reference(self.reference.state(position))

    def from_reference(self, state: State) -> NativeState:
        assert isinstance(state, ReferenceState)
        try:
            memory = self.converter.encode(state.data)
        except Capacity:
            memory = b""
        made = NativeState(self, memory)
        known = memory and "_legal" not in state.__dict__
        made.__dict__["reference"] = self.backed(made, state.data) if known else state
        return made

    def backed(self, state: NativeState, data: Data) -> ReferenceState:
        """A state of the reference engine that asks the machine code what is legal."""
        return ReferenceState(self.reference, data, lambda: self.numbered(state))

    def of_memory(self, memory: bytes) -> NativeState:
        """The state that lies in these bytes, which are this engine's own."""
        return NativeState(self, memory)

    def batch(self, n: int, seed: int = 0) -> "Batch":
        if not self.is_lowered:
            return self.plain(n, seed)
        made: Batch = _batches("native").NativeBatch(self, n, seed)
        return made

    def batch_of(self, states: Sequence[NativeState]) -> "Batch":
        self.refuse_others(*states)
        if not self.is_lowered:
            return self.plain(states)
        made: Batch = _batches("native").NativeBatch(self, states)
        return made

    def plain(self, states: Sequence[NativeState] | int, seed: int = 0) -> "PlainBatch":
        """A batch without machine code."""
        made: PlainBatch = _batches("reference").PlainBatch(self, states, lambda s: s.reference.data, seed)
        return made

    def from_bytes(self, data: bytes) -> NativeState:
        return self.from_reference(self.reference.from_bytes(data))

    @cached_property
    def written_by_number(self) -> "_Spans":
        """The actions whose notation follows from their number, whatever the position."""
        fixed = [a for a in self.game.actions if _is_written_by_choices(a)]
        return _Spans([self.numbers.span(a) for a in fixed])

    # ---- what is legal, what follows

    def legal(self, state: NativeState) -> dict[int, tuple[int, ...]]:
        return dict(sorted(self.listed(state)))

    def listed(self, state: NativeState) -> list[tuple[int, tuple[int, ...]]]:
        """The legal actions in the machine code's order: their numbers, and the words that it knows them by."""
        found = self.found(state) if self.runs(state) else None
        return [(action, ()) for action in state.reference.legal_actions()] if found is None else found

    def numbered(self, state: NativeState) -> list[int] | None:
        """The numbers of the legal actions, sorted, if machine code that is already there can list them."""
        if "machine" not in self.__dict__ or not state.memory:
            return None
        found = self.found(state)
        return None if found is None else sorted(number for number, _ in found)

    def found(self, state: NativeState) -> list[tuple[int, tuple[int, ...]]] | None:
        """What the machine code lists; None where it gives up."""
        self.begin(state)
        count: int = self.machine.call("legal", self.search.state, self.search.context)
        if self.has_stopped():
            return None
        width = self.shape.row
        words = self.seek("records", count * width)
        rows = [tuple(words[i * width : (i + 1) * width]) for i in range(count)]
        return [(self.number(row), row) for row in rows]

    def number(self, row: tuple[int, ...]) -> int:
        """The number of an action in a list: of one that goes on it is made of the digits of its steps."""
        if row[0] >= 0:
            return row[0]
        action = self.game.actions[-1 - row[0]]
        assert action.again is not None
        hop = self.numbers.hop_radix(action)
        code = row[2]
        for k in range(action.again.most - 1):
            code = code * hop + (row[3 + k] + 1 if k < row[1] else 0)
        return self.numbers.offsets[action.index] + code

    def play(self, state: NativeState, action: int, words: tuple[int, ...]) -> NativeState | None:
        """The state after an action in a list; None if the machine code cannot give it."""
        if not words:
            return None
        self.begin(state)
        self.note("wanted", list(words))
        search = self.search
        found = self.machine.call("play", search.state, search.context, search.out)
        if self.has_stopped():
            return None
        if not found:
            raise InternalError("the native engine does not find an action that it has listed")
        return NativeState(self, search.out.raw[: self.layout.size], (state, action))

    def status(self, state: NativeState) -> tuple[bool, list[float]]:
        if not self.runs(state):
            return state.reference.is_terminal, state.reference.returns
        self.begin(state)
        search = self.search
        over = self.machine.call("status", search.state, search.context, search.out)
        if self.has_stopped():
            return state.reference.is_terminal, state.reference.returns
        if not over:
            return False, [0.0] * len(self.game.players)
        return True, list(self.converter.returns(search.out.raw[: self.layout.size]))

    def hashed(self, state: NativeState) -> int:
        """The number of a state, the same as the reference engine's."""
        if "machine" not in self.__dict__ or not state.memory:  # one number alone is not worth compiling for
            return state.reference.rules().hashed()
        self.load(state.memory)
        return int(self.machine.call("hashed", self.search.state, self.search.context)) & MASK64

    # ---- loops

    def perft(self, state: State, depth: int) -> int:
        if self.game.has_chance:
            raise ValueError("sequences of actions are not counted in a game of chance")
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        depth = at_least("depth", depth, 0)
        if not self.runs(state):
            return self.reference.perft(state.reference, depth)
        self.begin(state)
        self.note("base", [0])
        leaves: int = self.machine.call("perft", self.search.state, self.search.context, depth)
        if self.seek("error")[0]:
            return self.reference.perft(state.reference, depth)
        return leaves

    def random_game(self, memory: bytes, seed: int, max_plies: int) -> tuple[int, bytes]:
        """How many actions a random game has, and its last state."""
        self.load(memory)
        self.note("error", [0])
        self.note("random", [signed64(mix64(seed & MASK64))])
        plies: int = self.machine.call("playout", self.search.state, self.search.context, max_plies)
        return plies, self.search.state.raw[: self.layout.size]

    def playout(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        if not self.runs(state):
            return self.explained(state, seed, max_plies)
        plies, memory = self.random_game(state.memory, seed, max_plies)
        if self.seek("error")[0]:
            return self.explained(state, seed, max_plies)
        last = NativeState(self, memory, lambda: self.last_of(state, seed, plies))
        return Playout(plies, last, not self.get(memory, "over"), lambda: self.actions_of(state, seed, plies))

    def outcome(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Sequence[float] | None:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        if not self.runs(state):
            return super().outcome(state, seed, max_plies)
        search, result = self.search, self.layout.cells["result"]
        self.begin(state)
        search.random.value = signed64(mix64(seed & MASK64))
        self.machine.call("playout", search.state, search.context, max_plies)
        if self.has_stopped():
            return super().outcome(state, seed, max_plies)
        if search.state[self.layout.cells["over"].offset] == b"\0":
            return None
        tops = _numbers_at(search.state, result)
        if "parts" not in self.layout.cells:
            return [float(top) for top in tops]
        parts = _numbers_at(search.state, self.layout.cells["parts"])
        return [top / part for top, part in zip(tops, parts, strict=True)]

    def actions_of(self, state: NativeState, seed: int, plies: int) -> list[int]:
        """The actions of a random game, found by playing it once more."""
        return [number for number, _ in islice(replayed(self, state, seed), plies)]

    def last_of(self, state: NativeState, seed: int, plies: int) -> tuple[NativeState, int] | None:
        """The last action of a random game, and the state that it was done in."""
        found = None
        for number, after in islice(replayed(self, state, seed), plies):
            found, state = (state, number), after
        return found

    def drawn(self, state: NativeState, random: int) -> tuple[bytes | None, int]:
        """The state after a random action of a game that is not over, and the random numbers' next state.

        None where the machine code gives up.
        """
        self.begin(state)
        self.search.random.value = signed64(random)
        self.machine.call("ply", self.search.state, self.search.context)
        memory = None if self.has_stopped() else self.search.state.raw[: self.layout.size]
        return memory, self.search.random.value & MASK64

    def explained(self, state: NativeState, seed: int, max_plies: int) -> Playout:
        """A random game that the machine code gave up, action by action, until the rule that goes wrong is met, if any."""
        made: list[int] = []
        for number, after in islice(replayed(self, state, seed), max_plies):
            made.append(number)
            state = after
        return Playout(len(made), state, not state.is_terminal, lambda: made)

    def series(self, seeds: Random, n: int, max_plies: int = MAX_PLIES, threads: int = 1) -> Tally:
        at_least("n", n, 0)
        at_least("threads", threads, 1)
        start = self.converter.blank if self.deals else self.initial_state().memory
        if not start or not self.is_lowered:
            return super().series(seeds, n, max_plies)
        if threads == 1:
            return self.games_of(start, seeds, n, max_plies)
        # games differ in length, so each thread takes several parts, the next when it is done with one
        parts = min(n, PARTS * threads)
        sizes = [n * (k + 1) // parts - n * k // parts for k in range(parts)]
        tally = Tally.of(len(self.game.players))
        pool = ThreadPoolExecutor(threads)
        try:
            waiting = [
                pool.submit(self.games_of, start, seeds.split(size), size, max_plies) for size in sizes
            ]
            for part in waiting:
                tally.add(part.result())
        finally:
            pool.shutdown(cancel_futures=True)
        return tally

    def games_of(self, start: bytes, seeds: Random, n: int, max_plies: int) -> Tally:
        """A series in this thread. Machine code lets other threads run."""
        search, players = self.search, len(self.game.players)
        before = seeds.state
        self.load(start)
        for cell, count in (("error", 1), ("plies", 1), ("cut", 1), ("tally", 3 * players)):
            self.note(cell, [0] * count)
        self.note("seeds", [signed64(seeds.state)])
        self.machine.call("series", search.state, search.context, n, max_plies)
        if self.seek("error")[0]:
            seeds.state = before
            return super().series(seeds, n, max_plies)
        seeds.state = self.seek("seeds")[0] & MASK64
        tally = self.seek("tally", 3 * players)
        losses, draws, wins = (tally[i::3] for i in range(3))
        return Tally(wins, draws, losses, self.seek("plies")[0], self.seek("cut")[0])

    def related(self, state: State, relation: str) -> list[tuple[int, int]]:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        return self.reference.related(state.reference, relation)

    def holding(self, state: State, definition: str) -> list[int]:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        return self.reference.holding(state.reference, definition)

    def scores(self, state: State, definition: str) -> list[Any]:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        return self.reference.scores(state.reference, definition)

    def evaluate(self, state: State, condition: str) -> bool:
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        return self.reference.evaluate(state.reference, condition)
