"""Several Monte Carlo trees for one position, each in a thread of its own: what they found at the root counts together.

That is root parallelism (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008): nothing is shared while they
think, so nobody waits. Trees have different random numbers, and a result that one of them proves ends the others.
"""

import os
from collections.abc import Sequence
from threading import Thread
from time import perf_counter

from interpreter.engines.base import State
from interpreter.search.slices import Budget, Clock
from interpreter.search.thought import Thought
from interpreter.search.tree import Child, TreeSearch, checked
from interpreter.search.truncated_rollouts import Judge
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import BUSY

MOST_THREADS = 4  # a machine may have more to do


def free_threads() -> int:
    """How many threads one bot takes that plays against the clock on the wall."""
    return min(MOST_THREADS, os.cpu_count() or 1)


class TreesTogether:
    """Searches from the seat of one player, in as many threads as there are trees."""

    def __init__(self, trees: Sequence[TreeSearch]) -> None:
        self.trees = trees

    @classmethod
    def of(cls, state: State, judge: Judge | None, threads: int) -> "TreesTogether | None":
        """See `TreeSearch.of`."""
        made = [tree for _ in range(threads) if (tree := TreeSearch.of(state, judge)) is not None]
        return cls(made) if made else None

    def run(
        self, state: State, budget: Budget, random: Random, clock: Clock = perf_counter
    ) -> Thought | None:
        """Thinks about a state that is not terminal; None if machine code cannot hold it. A number of iterations is for one
        thread, as it must repeat itself."""
        first = self.trees[0]
        if len(self.trees) == 1 or budget.iterations is not None:
            return first.run(state, budget, random, clock)
        start = clock()
        if not all(tree.plant(state, random) for tree in self.trees):
            return None
        if len(first.children()) > 1:
            self._think(budget, start, clock)
        chosen = checked(first, self.children)
        return first.thought(state, chosen, self.children(), sum(t.tree["iterations"] for t in self.trees))

    def _think(self, budget: Budget, start: float, clock: Clock) -> None:
        def think(tree: TreeSearch) -> None:
            tree.think(budget, start, clock)
            if tree.is_certain:
                self._stop()

        others = [Thread(target=think, args=(tree,), name=BUSY, daemon=True) for tree in self.trees[1:]]
        for thread in others:
            thread.start()
        try:
            think(self.trees[0])
        except BaseException:
            self._stop()
            raise
        finally:
            for thread in others:
                thread.join()

    def _stop(self) -> None:
        for tree in self.trees:
            tree.tree["stop"] = 1

    def children(self) -> list[Child]:
        """What all trees know of the root's actions; the nodes are those of the first tree."""
        return [together(found) for found in zip(*(t.children() for t in self.trees), strict=True)]


def together(found: Sequence[Child]) -> Child:
    """What several trees know of one action."""
    visits = sum(c.visits for c in found)
    sure = next((c for c in found if c.is_certain), None)
    payoff = sum(c.payoff * c.visits for c in found) / max(visits, 1) if sure is None else sure.payoff
    return Child(found[0].node, found[0].place, visits, payoff, sure is not None)
