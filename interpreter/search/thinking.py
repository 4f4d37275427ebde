"""One way to think about any game: in machine code where nothing is hidden and nothing is chance, else state by state."""

from collections.abc import Callable
from time import perf_counter

from interpreter.engines.base import State
from interpreter.hashing import Random
from interpreter.search.mcts import Budget, Search, Thought
from interpreter.search.tree import TreeSearch

FEW = 200  # iterations for which a search is not worth compiling


class Thinker:
    """Monte Carlo tree search from the seat of one player; what one decision finds helps the next one."""

    def __init__(self) -> None:
        self._search = Search()
        self._tree: TreeSearch | None = None
        self._is_known = False  # whether there is a tree in machine code

    def run(
        self,
        imagine: Callable[[int], State],
        budget: Budget,
        random: Random,
        clock: Callable[[], float] = perf_counter,
    ) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one; `clock` measures the seconds of the budget."""
        if budget.iterations is None or budget.iterations >= FEW:
            state = imagine(random.below(1 << 32))
            if not self._is_known:
                self._tree, self._is_known = TreeSearch.of(state), True
            found = None if self._tree is None else self._tree.run(state, budget, random, clock)
            if found is not None:
                return found
        return self._search.run(imagine, budget, random, clock)
