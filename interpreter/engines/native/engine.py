"""The native engine: a game as machine code. It gives the same results as the reference engine, only sooner.

What is asked of every state in a search (who acts, what is legal, what follows, who has won) runs as machine code
(`calls`); what people ask for (notation, positions, observations, reasons) is asked of the reference engine, on the same
position. Where machine code gives up, the reference engine answers.

Random games that machine code has played are played once more, action by action, where somebody asks for their actions: it draws an
action and does it without naming it. Of the legal actions, it is the one after which the state is the same, byte for byte.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, TypeVar

from gdl.core import model
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError, InternalError
from gdl.limits import MAX_OUTCOMES, MAX_PLIES
from interpreter.engines import reference as reference_engine
from interpreter.engines.answers import KnownScore, Tally
from interpreter.engines.arguments import at_least
from interpreter.engines.base import Batch, Engine, MutableState, Playout, State
from interpreter.engines.beliefs import Past
from interpreter.engines.native.calls import SHALLOW, Calls, GaveUp
from interpreter.engines.native.compiled import Compiled
from interpreter.engines.native.state import Backing, NativeState, Origin, from_reference
from interpreter.engines.searching import Workbench
from interpreter.shared.hashing import MASK64, Random, mix64
from interpreter.shared.numbering import ActionNumbers

PARTS = 4  # of a series or a count, for each thread
T = TypeVar("T")


class NativeEngine(Engine):
    """The engine for one game.

    `checked` builds verify themselves, for tests; `keep` says whether machine code is kept on disk; `effort`, 0 to 3, how
    much it is optimised; None for quick code at first, and better code for what runs long; `counts_work` whether it counts
    what it does.
    """

    def __init__(
        self,
        game: Game,
        checked: bool = False,
        keep: bool = True,
        effort: int | None = None,
        counts_work: bool = False,
    ) -> None:
        self.game = game
        self.settings = (checked, keep, effort, counts_work)
        self.compiled = Compiled(game, self._count_pieces, checked, keep, effort, counts_work)
        self.calls = Calls(self.compiled, ActionNumbers(game))
        self.backing = Backing(self, self.calls, lambda: self._answering, lambda: self._in_place)
        self.deals = any(isinstance(e, model.Chance) for e in nodes(game.setup))
        self._every_first: NativeState | None = None  # where nothing depends on the seed, once it was made

    @cached_property
    def reference(self) -> "reference_engine.ReferenceEngine":
        """The engine that gives what machine code does not. A game that is only played by machine needs none."""
        return reference_engine.ReferenceEngine(self.game)

    @cached_property
    def _answering(self) -> "reference_engine.ReferenceEngine":
        """The same for what people ask, with machine code to list what is legal."""
        return reference_engine.ReferenceEngine(self.game, self.backing.listed)

    @cached_property
    def _in_place(self) -> Callable[[bytes], MutableState]:
        from interpreter.engines.native.in_place import StatesInARow  # which needs NumPy

        return partial(StatesInARow, self.backing)

    def _count_pieces(self) -> int:
        """How many pieces there are at the start."""
        try:
            return len(self.reference.initial_state().data.place)
        except GameError:  # the set-up goes wrong, which `initial_state` will report
            return len(self.game.board.sites)

    # ---- states

    @property
    def state_size(self) -> int:
        return self.compiled.layout.size

    def initial_state(self, seed: int = 0) -> NativeState:
        if self._every_first is not None:
            return self._every_first
        if self.compiled.is_at_hand:  # a first state alone is not worth compiling for
            try:
                made = NativeState(self.backing, self._first(seed))
            except GaveUp:
                pass
            else:
                if not self.deals and not self.calls.has_seed:
                    self._every_first = made
                return made
        return from_reference(self.backing, self.reference.initial_state(seed))

    def _first(self, seed: int) -> bytes:
        """The first state in memory. Where chance has no part in the set-up, only the seed tells them apart."""
        return self.calls.setup(seed) if self.deals else self.calls.with_seed(self._set_up, seed)

    @cached_property
    def _set_up(self) -> bytes:
        return self.calls.setup(0)

    def initial_outcomes(self, most: int = MAX_OUTCOMES) -> list[tuple[float, State]]:
        return [(p, from_reference(self.backing, s)) for p, s in self.reference.initial_outcomes(most)]

    def state(self, position: Mapping[str, Any]) -> NativeState:
        return from_reference(self.backing, self.reference.state(position))

    def from_bytes(self, data: bytes) -> NativeState:
        return from_reference(self.backing, self.reference.from_bytes(data))

    def _own(self, state: State) -> NativeState:
        """A state of this engine. Raises ValueError for another one."""
        self.refuse_others(state)
        assert isinstance(state, NativeState)
        return state

    # ---- batches

    def batch(self, n: int, seed: int = 0) -> Batch:
        from interpreter.engines.native.batch import NativeBatch, plain  # which needs NumPy

        if not self.compiled.is_lowered_for_many:
            return plain(self, n, seed)
        return NativeBatch(self.backing, self._start(), n, seed)

    def batch_of(self, states: Sequence[NativeState]) -> Batch:
        from interpreter.engines.native.batch import NativeBatch, plain

        self.refuse_others(*states)
        if not self.compiled.is_lowered_for_many:
            return plain(self, states)
        return NativeBatch(self.backing, self._start(), states)

    def _start(self) -> bytes:
        """The block of memory that games begin with: chance in the set-up is still to come."""
        return self.compiled.outline.blank if self.deals else self.initial_state().memory

    def past(self, state: State, player: int) -> Past | None:
        from interpreter.engines.native.belief_plans import past_of  # loads the reference engine

        return past_of(self._own(state), player)

    # ---- loops

    def perft(self, state: State, depth: int, threads: int = 1) -> int:
        if self.game.has_chance:
            raise ValueError("sequences of actions are not counted in a game of chance")
        state, depth = self._own(state), at_least("depth", depth, 0)
        if at_least("threads", threads, 1) > 1:
            return self._perft_by_parts(state, depth, threads)
        if state.runs:
            try:
                return self.calls.perft(state.memory, depth)
            except GaveUp:
                pass
        return self.reference.perft(state.reference, depth)

    def _perft_by_parts(self, state: NativeState, depth: int, threads: int) -> int:
        states, left = [state], depth
        while left > SHALLOW and 0 < len(states) < PARTS * threads:
            states, left = [s.apply(a) for s in states for a in s.legal_actions()], left - 1
        return sum(_side_by_side([partial(self.perft, s, left) for s in states], threads))

    def playout(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Playout:
        start = self._own(state)
        if start.runs:
            try:
                plies, memory = self.calls.random_game(start.memory, seed, max_plies)
            except GaveUp:
                pass
            else:
                last = NativeState(self.backing, memory, lambda: last_of(start, seed, plies))
                is_cut_off = not self.calls.get(memory, "over")
                return Playout(plies, last, is_cut_off, lambda: actions_of(start, seed, plies))
        return explained(start, seed, max_plies)

    def outcome(self, state: State, seed: int = 0, max_plies: int = MAX_PLIES) -> Sequence[float] | None:
        start = self._own(state)
        if start.runs:
            try:
                return self.calls.outcome(start.memory, seed, max_plies)
            except GaveUp:
                pass
        return super().outcome(state, seed, max_plies)

    def series(self, seeds: Random, n: int, max_plies: int = MAX_PLIES, threads: int = 1) -> Tally:
        at_least("n", n, 0)
        at_least("threads", threads, 1)
        start = self._start()
        if not start or not self.compiled.is_lowered:
            return super().series(seeds, n, max_plies)
        if threads == 1:
            return self._games(start, seeds, n, max_plies)
        # games differ in length, so each thread takes several parts, the next when it is done with one
        parts = min(n, PARTS * threads)
        sizes = [n * (k + 1) // parts - n * k // parts for k in range(parts)]
        tally = Tally.of(len(self.game.players))
        tasks = [partial(self._games, start, seeds.split(size), size, max_plies) for size in sizes]
        for part in _side_by_side(tasks, threads):
            tally.add(part)
        return tally

    def _games(self, start: bytes, seeds: Random, n: int, max_plies: int) -> Tally:
        """Random games in this thread."""
        try:
            return self.calls.series(start, seeds, n, max_plies)
        except GaveUp:
            return super().series(seeds, n, max_plies)

    # ---- searches

    def workbench(self) -> Workbench | None:
        """Where searches in machine code work; None where the game has no machine code."""
        from interpreter.engines.native.searching import NativeWorkbench
        from interpreter.lowering.refusals import NotLowered

        try:
            return NativeWorkbench(self.backing)
        except NotLowered:
            return None

    # ---- what the reference engine answers

    def judge(self, state: State) -> NativeState:
        own = self._own(state)
        judged = self.reference.judge(own.reference)
        return own if judged is own.reference else from_reference(self.backing, judged)

    def related(self, state: State, relation: str) -> list[tuple[int, int]]:
        return self.reference.related(self._own(state).reference, relation)

    def holding(self, state: State, definition: str) -> list[int]:
        return self.reference.holding(self._own(state).reference, definition)

    def decided(self, state: State) -> list[tuple[int, ...]]:
        return self.reference.decided(self._own(state).reference)

    def threats(self, state: State) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
        return self.reference.threats(self._own(state).reference) if self._has_threats else []

    @cached_property
    def _has_threats(self) -> bool:
        from interpreter.engines.reference.witnesses import forbidden  # loads the reference engine

        return bool(forbidden(self.game))

    def scores(self, state: State, definition: str) -> list[Any]:
        return self.reference.scores(self._own(state).reference, definition)

    def known_scores(self, state: State, definition: str, viewer: int | None) -> list[KnownScore]:
        return self.reference.known_scores(self._own(state).reference, definition, viewer)

    def evaluate(self, state: State, condition: str) -> bool:
        return self.reference.evaluate(self._own(state).reference, condition)


def _side_by_side(tasks: Sequence[Callable[[], T]], threads: int) -> Iterator[T]:
    """What tasks give, in their order; each thread takes the next when it is done with one."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        for waiting in [pool.submit(task) for task in tasks]:
            yield waiting.result()
    finally:
        pool.shutdown(cancel_futures=True)


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
