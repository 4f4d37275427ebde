"""Several alpha-beta searches of one position that share a table, each in a thread of its own: what one of them has found in the table,
the others need not look for.

Threads look to different depths and try equal actions in different orders, so they are soon at different places (lazy SMP; Hyatt
and Mann, "A Lock-less Transposition Table Implementation for Parallel Search", 2002, tell how a table is shared without locks). The
first one goes by the clock; the action is that of the deepest look that came to its end.
"""

from collections.abc import Sequence
from threading import Thread
from time import perf_counter

from interpreter.engines.base import State
from interpreter.search.alphabeta import ANSWERS, LookSearch
from interpreter.search.slices import Budget, Clock
from interpreter.search.thought import Thought
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import BUSY


class LooksTogether:
    """Searches from the seat of one player, in as many threads as there are searches."""

    def __init__(self, searches: Sequence[LookSearch]) -> None:
        self.searches = searches

    def run(
        self, state: State, budget: Budget, random: Random, clock: Clock = perf_counter
    ) -> Thought | None:
        """See `LookSearch.run`. A number of positions is for one thread, as it must repeat itself; so is chance, where there is no table."""
        first, *others = self.searches
        if not others or budget.iterations is not None or first.found.game.has_chance:
            return first.run(state, budget, random, clock)
        first.sit_down(state.current_player)
        table = first.record.arrays["table"]
        helpers = [o for o in others if o.prepare(state, table, Random(random.below(1 << 32)))]
        threads = [
            Thread(target=helper.help, args=(1 + i % 2,), name=BUSY, daemon=True)
            for i, helper in enumerate(helpers, 1)
        ]
        for thread in threads:
            thread.start()
        try:
            thought = first.run(state, budget, random, clock)
        finally:
            for helper in helpers:
                helper.record["stop"] = 1
            for thread in threads:
                thread.join()
        return None if thought is None else self._deepest(state, thought, helpers)

    def _deepest(self, state: State, thought: Thought, helpers: Sequence[LookSearch]) -> Thought:
        """The thought of the first search, or what a helper has found that has looked deeper."""
        if not thought.tried:
            return thought  # which is certain
        first, count = self.searches[0], thought.iterations + sum(h.record["nodes"] for h in helpers)
        known = (helper for helper in helpers if helper.seen >= ANSWERS)  # else it may lose at once
        deepest = max((first, *known), key=lambda search: search.seen)
        action = thought.action if deepest is first else first.found.bench.action(state, deepest.place)
        return Thought(action, {action: count}, count)
