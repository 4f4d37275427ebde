"""Several searches for one decision, each in a thread of its own.

* Monte Carlo trees and searches through imagined states share nothing while they think, so nobody waits. What they found at the root
  counts together: root parallelism (Chaslot, Winands and van den Herik, "Parallel Monte-Carlo Tree Search", 2008). They have different
  random numbers, and a result that one tree proves ends the others.
* Alpha-beta searches share a table: what one of them has found there, the others need not look for. They look to different depths and
  try equal actions in different orders, so they are soon at different places (lazy SMP; Hyatt and Mann, "A Lock-less Transposition
  Table Implementation for Parallel Search", 2002, tell how a table is shared without locks). The first one goes by the clock;
  the action is that of the deepest look that came to its end.

A number of iterations is for one thread, as it must repeat itself.
"""

import os
from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread

from interpreter.engines.base import State
from interpreter.engines.searching import Block
from interpreter.search.alphabeta import ANSWERS, AlphaBetaSearch
from interpreter.search.ismcts_native import IsmctsSearch
from interpreter.search.mcts_native import Child, Evaluation, MctsSearch, checked
from interpreter.search.running import Budget, Imagine, OnLook, Recall, Thought, forgets, unseen
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import BUSY

MOST_THREADS = 4  # a machine may have more to do


def free_threads() -> int:
    """How many threads one bot takes that plays against the clock on the wall."""
    return min(MOST_THREADS, os.cpu_count() or 1)


def _run_all(
    first: Callable[[], None], others: Sequence[Callable[[], None]], records: Sequence[Block]
) -> None:
    """Runs the first search here and the others in threads, until all are done. Where the first one fails, the others are stopped
    by their records."""
    threads = [Thread(target=other, name=BUSY, daemon=True) for other in others]
    for thread in threads:
        thread.start()
    try:
        first()
    except BaseException:
        stop(records)
        raise
    finally:
        for thread in threads:
            thread.join()


def stop(records: Sequence[Block]) -> None:
    """Stops searches."""
    for record in records:
        record["stop"] = 1


class ParallelMcts:
    """Searches from the seat of one player, in as many threads as there are trees."""

    def __init__(self, trees: Sequence[MctsSearch]) -> None:
        self.trees = trees

    @classmethod
    def of(cls, state: State, evaluation: Evaluation | None, threads: int) -> "ParallelMcts | None":
        """See `MctsSearch.of`."""
        made = [tree for _ in range(threads) if (tree := MctsSearch.of(state, evaluation)) is not None]
        return cls(made) if made else None

    def run(self, state: State, budget: Budget, random: Random) -> Thought | None:
        """Thinks about a state that is not terminal; None if machine code cannot hold it."""
        first, records = self.trees[0], [tree.tree for tree in self.trees]
        if len(self.trees) == 1 or budget.iterations is not None:
            return first.run(state, budget, random)
        start = budget.clock()
        if not all(tree.plant(state, random) for tree in self.trees):
            return None

        def think(tree: MctsSearch) -> None:
            tree.think(budget, start)
            if tree.is_certain:
                stop(records)

        if len(first.children()) > 1:
            think_first, *others = (partial(think, tree) for tree in self.trees)
            _run_all(think_first, others, records)
        chosen = checked(first, self.children)
        return first.thought(state, chosen, self.children(), sum(record["iterations"] for record in records))

    def children(self) -> list[Child]:
        """What all trees know of the root's actions; the nodes are those of the first tree."""
        return [merge_children(found) for found in zip(*(t.children() for t in self.trees), strict=True)]


def merge_children(found: Sequence[Child]) -> Child:
    """What several trees know of one action."""
    visits = sum(c.visits for c in found)
    sure = next((c for c in found if c.is_certain), None)
    payoff = sum(c.payoff * c.visits for c in found) / max(visits, 1) if sure is None else sure.payoff
    return Child(found[0].node, found[0].place, visits, payoff, sure is not None)


class ParallelIsmcts:
    """Searches from the seat of one player, in as many threads as there are searches, each with imagined states of its own."""

    def __init__(self, dreams: Sequence[IsmctsSearch]) -> None:
        self.dreams = dreams

    @classmethod
    def of(cls, state: State, evaluation: Evaluation | None, threads: int) -> "ParallelIsmcts | None":
        """See `IsmctsSearch.of`."""
        made = [dream for _ in range(threads) if (dream := IsmctsSearch.of(state, evaluation)) is not None]
        return cls(made) if made else None

    def run(
        self, imagine: Imagine, budget: Budget, random: Random, recall: Recall = forgets
    ) -> Thought | None:
        """See `IsmctsSearch.run`."""
        first, *others = self.dreams
        if not others or budget.iterations is not None:
            return first.run(imagine, budget, random, recall)
        found, failed = list[Thought | None](), list[Exception]()

        def think(dream: IsmctsSearch, chance: Random) -> None:
            try:
                found.append(dream.run(imagine, budget, chance, recall))
            except (
                Exception
            ) as error:  # for the thread that asked: perhaps no state was found that looks the same
                failed.append(error)

        thinking = [partial(think, dream, Random(random.below(1 << 32))) for dream in others]
        _run_all(partial(think, first, random), thinking, [dream.record for dream in others])
        if failed:
            raise failed[0]
        return merge_thoughts([thought for thought in found if thought is not None])


def merge_thoughts(found: Sequence[Thought]) -> Thought | None:
    """What several searches have found. Each has chosen an action that is safe as far as it knows: of these the one that all of them
    together have tried most often, or one that is certain."""
    sure = next((thought for thought in found if not thought.tried), None)
    if sure is not None or not found:
        return sure
    tried = {action: sum(t.tried.get(action, 0) for t in found) for action in found[0].tried}
    chosen = max((t.action for t in found), key=tried.__getitem__)
    return Thought(chosen, tried, sum(t.iterations for t in found))


class ParallelAlphaBeta:
    """Alpha-beta from the seat of one player, in as many threads as there are searches."""

    def __init__(self, searches: Sequence[AlphaBetaSearch]) -> None:
        self.searches = searches

    def run(self, state: State, budget: Budget, random: Random, on_look: OnLook = unseen) -> Thought | None:
        """See `AlphaBetaSearch.run`. Chance is for one thread, as there is no table."""
        first, *others = self.searches
        if not others or budget.iterations is not None or first.found.game.has_chance:
            return first.run(state, budget, random, on_look)
        first.sit_down(state.current_player)
        table = first.record.arrays["table"]
        helpers = [o for o in others if o.prepare(state, table, Random(random.below(1 << 32)))]
        records, thoughts = [helper.record for helper in helpers], list[Thought | None]()

        def think() -> None:
            thoughts.append(first.run(state, budget, random, on_look))
            stop(records)

        _run_all(think, [partial(h.help, 1 + i % 2) for i, h in enumerate(helpers, 1)], records)
        thought = thoughts[0]
        return None if thought is None else self._deepest(state, thought, helpers)

    def remember(self, megabytes: int) -> None:
        """Gives each search a table of so many megabytes in place of its own, at most."""
        for search in self.searches:
            search.remember(megabytes)

    def stop(self) -> None:
        """Lets the search that runs come back at once with what it has, from another thread or from `on_look`."""
        stop([search.record for search in self.searches])

    def _deepest(self, state: State, thought: Thought, helpers: Sequence[AlphaBetaSearch]) -> Thought:
        """The thought of the first search, or what a helper has found that has looked deeper."""
        if not thought.tried:
            return thought  # which is certain
        first, count = self.searches[0], thought.iterations + sum(h.record["nodes"] for h in helpers)
        known = (helper for helper in helpers if helper.seen >= ANSWERS)  # else it may lose at once
        deepest = max((first, *known), key=lambda search: search.seen)
        action = thought.action if deepest is first else first.found.bench.action(state, deepest.place)
        return Thought(action, {action: count}, count)
