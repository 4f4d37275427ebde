"""The ways to think about any position, by name: each goes through states that the player cannot tell from the real one.

* `mcts`: Monte Carlo tree search with random games to the end.
* `mcts-eval`: the same with random games that are cut off and judged by what was learnt of the game.
* `alphabeta`: alpha-beta by what was learnt, where nothing is hidden now; where chance decides, expectimax.

Where a game has nothing to learn, or a position is not for alpha-beta, each of them is `mcts`.
"""

from time import perf_counter

from gdl.core.model import Game
from interpreter.engines.visibility import is_open
from interpreter.search.alphabeta_parallel import LooksTogether
from interpreter.search.search_dispatch import Thinker
from interpreter.search.slices import Budget, Clock
from interpreter.search.thought import Imagine, Recall, Thought, Way, forgets
from interpreter.search.trained import learnt_judge, learnt_search
from interpreter.shared.hashing import Random

WAYS = ("mcts", "mcts-eval", "alphabeta")


class Looking:
    """Alpha-beta or expectimax where it can be, else Monte Carlo tree search."""

    def __init__(self, search: LooksTogether | None, threads: int = 1) -> None:
        self._search, self._instead = search, Thinker(threads=threads)

    def run(
        self,
        imagine: Imagine,
        budget: Budget,
        random: Random,
        clock: Clock = perf_counter,
        recall: Recall = forgets,
    ) -> Thought:
        """See `Way`."""
        if self._search is not None:
            state = imagine(random.below(1 << 32))
            found = self._search.run(state, budget, random, clock) if is_open(state) else None
            if found is not None:
                return found
        return self._instead.run(imagine, budget, random, clock, recall)


def way(name: str, game: Game, threads: int = 1) -> Way:
    """A way to think about a game, one of `WAYS`, in so many threads if it can use them. The first one that needs it learns for some seconds, which is kept."""
    if name == "alphabeta":
        return Looking(learnt_search(game, threads), threads)
    return Thinker(learnt_judge(game) if name == "mcts-eval" else None, threads)
