"""What a position is worth, and which moves are best, by Monte Carlo tree search: bit by bit, so that it can be watched and stopped.

A position is known by the states that somebody cannot tell from it. Where nothing is hidden, nothing is chance and two sides
play for wins, the search is in machine code; elsewhere it goes state by state, and knows what each player gets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.engines.single_states import is_open
from interpreter.search.mcts import SERVES, Decision, Node, Search
from interpreter.search.mcts_native import MctsSearch
from interpreter.search.running import Budget, Imagine
from interpreter.shared.hashing import Random

_AT_ONCE = 24  # iterations between two looks, where the search goes state by state


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move: its share of the attention from 0 to 1, and what the player to move is expected to get after it."""

    action: int
    share: float
    value: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is known so far. `values`: what each player is expected to get, in the payoffs of the game; `best`: all moves that
    were tried, the best first. `is_certain`: the values are proved."""

    iterations: int
    values: tuple[float, ...]
    best: tuple[Candidate, ...] = ()
    is_certain: bool = False


class Evaluator:
    """Evaluates positions of one game; the memory of the search is kept from one to the next."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._random = Random(seed)
        self._tree: MctsSearch | None = None
        self._is_known = False  # whether there is a search in machine code

    def steps(self, imagine: Imagine, seconds: float) -> Iterator[Evaluation]:
        """Better and better evaluations of a position, until it is known for certain; each takes about so many seconds more."""
        state = imagine(self._random.below(1 << 32))
        if state.is_terminal:
            yield Evaluation(0, tuple(state.returns), is_certain=True)
            return
        if is_open(state) and self._in_code(state):
            found = None
            for found in self._by_tree(state, seconds):
                yield found
            if found is not None:
                return
        yield from self._by_states(imagine, state, seconds)

    def _in_code(self, state: State) -> bool:
        if not self._is_known:
            self._is_known = True
            self._tree = MctsSearch.of(state) if len(self.game.players) <= 2 else None
        return self._tree is not None

    # ---- in machine code

    def _by_tree(self, state: State, seconds: float) -> Iterator[Evaluation]:
        """None at all where machine code cannot hold the state."""
        assert self._tree is not None
        done, is_certain = 0, False
        while not is_certain:
            thought = self._tree.run(state, Budget(seconds=seconds), self._random)
            if thought is None:
                return
            done, is_certain = done + thought.iterations, not thought.iterations
            tried = [
                (self._tree.bench.action(state, c.place), c.visits, c.payoff) for c in self._tree.children()
            ]
            found = self._evaluated(state, done, tried, thought.action)
            yield replace(found, is_certain=is_certain)

    def _evaluated(
        self, state: State, iterations: int, tried: Sequence[tuple[int, int, float]], first: int
    ) -> Evaluation:
        total = max(1, sum(visits for _, visits, _ in tried))
        found = [Candidate(a, visits / total, payoff) for a, visits, payoff in tried if visits or a == first]
        best = sorted(found, key=lambda c: (c.action != first, -c.share, -c.value))
        value, mover = best[0].value, state.current_player
        values = tuple(value if p == mover else -value for p in range(len(self.game.players)))
        return Evaluation(iterations, values, tuple(best))

    # ---- state by state

    def _by_states(self, imagine: Imagine, state: State, seconds: float) -> Iterator[Evaluation]:
        decision = Decision(Search(), state.engine, self._random, is_open(state))
        serves = SERVES if self.game.is_hidden else 1
        root, done, look = decision.node(0, state), 0, Stopwatch(seconds)
        while True:
            for _ in range(_AT_ONCE):
                if done and done % serves == 0 and not decision.is_certain:
                    state = imagine(self._random.below(1 << 32))
                decision.iterate(root, state)
                done += 1
            if look.is_over():
                yield _of_root(root, state.current_player, done)


class Stopwatch:
    """Says when so many seconds are over, again and again."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._since = seconds, perf_counter()

    def is_over(self) -> bool:
        if perf_counter() - self._since < self._seconds:
            return False
        self._since = perf_counter()
        return True


def _of_root(root: Node, mover: int, done: int) -> Evaluation:
    tried = [n for n in root.children.values() if n.visits]
    total = max(1, sum(n.visits for n in tried))
    ranked = sorted(tried, key=lambda n: (-n.visits, -n.sums[mover] / n.visits, n.action))
    values = tuple(s / ranked[0].visits for s in ranked[0].sums) if ranked else tuple(0.0 for _ in root.sums)
    found = (Candidate(n.action, n.visits / total, n.sums[mover] / n.visits) for n in ranked)
    return Evaluation(done, values, tuple(found))
