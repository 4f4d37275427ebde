"""Several searches through imagined states for one decision, each in a thread of its own with states of its own: what they found at
the root counts together, as in `together`."""

from collections.abc import Sequence
from threading import Thread
from time import perf_counter

from interpreter.engines.base import State
from interpreter.search.ismcts_native import DreamSearch
from interpreter.search.slices import Budget, Clock
from interpreter.search.thought import Imagine, Recall, Thought, forgets
from interpreter.search.truncated_rollouts import Judge
from interpreter.shared.hashing import Random
from interpreter.shared.stopping import BUSY


class DreamsTogether:
    """Searches from the seat of one player, in as many threads as there are searches."""

    def __init__(self, dreams: Sequence[DreamSearch]) -> None:
        self.dreams = dreams

    @classmethod
    def of(cls, state: State, judge: Judge | None, threads: int) -> "DreamsTogether | None":
        """See `DreamSearch.of`."""
        made = [dream for _ in range(threads) if (dream := DreamSearch.of(state, judge)) is not None]
        return cls(made) if made else None

    def run(
        self,
        imagine: Imagine,
        budget: Budget,
        random: Random,
        clock: Clock = perf_counter,
        recall: Recall = forgets,
    ) -> Thought | None:
        """See `DreamSearch.run`. A number of iterations is for one thread, as it must repeat itself."""
        first, *others = self.dreams
        if not others or budget.iterations is not None:
            return first.run(imagine, budget, random, clock, recall)
        found, failed = list[Thought | None](), list[Exception]()

        def think(dream: DreamSearch, chance: Random) -> None:
            try:
                found.append(dream.run(imagine, budget, chance, clock, recall))
            except Exception as error:
                failed.append(
                    error
                )  # for the thread that asked: perhaps no state was found that looks the same

        threads = [
            Thread(target=think, args=(dream, Random(random.below(1 << 32))), name=BUSY, daemon=True)
            for dream in others
        ]
        for thread in threads:
            thread.start()
        try:
            think(first, random)
        except BaseException:
            for dream in others:
                dream.record["stop"] = 1
            raise
        finally:
            for thread in threads:
                thread.join()
        if failed:
            raise failed[0]
        return together([thought for thought in found if thought is not None])


def together(found: Sequence[Thought]) -> Thought | None:
    """What several searches have found. Each has chosen an action that is safe as far as it knows: of these the one that all of them
    together have tried most often, or one that is certain."""
    sure = next((thought for thought in found if not thought.tried), None)
    if sure is not None or not found:
        return sure
    tried = {action: sum(t.tried.get(action, 0) for t in found) for action in found[0].tried}
    chosen = max((t.action for t in found), key=tried.__getitem__)
    return Thought(chosen, tried, sum(t.iterations for t in found))
