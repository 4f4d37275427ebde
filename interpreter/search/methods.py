"""The ways to think about any position, by name: each goes through states that the player cannot tell from the real one.

* `mcts`: Monte Carlo tree search with random games to the end. In machine code it goes through states where nothing is hidden and
  nothing is chance, else through imagined states; and state by state where there is no machine code, or too little to do for it.
* `mcts-eval`: the same with random games that are cut off and judged by what was learnt of the game.
* `alphabeta`: alpha-beta by what was learnt, where nothing is hidden now; where chance decides, expectimax.

Where a game has nothing to learn, or a position is not for alpha-beta, each of them is `mcts`.
"""

from time import perf_counter

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.engines.single_states import is_open
from interpreter.search.alphabeta import LookSearch
from interpreter.search.learnt_evaluation import Judge, learnt_judge
from interpreter.search.mcts import Search
from interpreter.search.parallel import ParallelDreams, ParallelLooks, ParallelTrees
from interpreter.search.running import Budget, Clock, Imagine, Recall, Thought, Way, forgets
from interpreter.shared.hashing import Random

RECALLING = 0.5  # seconds of thinking; from so many on it pays to look back at what others did
FEW = 200  # iterations for which a search is not worth compiling


class Thinker:
    """Monte Carlo tree search from the seat of one player; what one decision finds helps the next one."""

    def __init__(self, judge: Judge | None = None, threads: int = 1) -> None:
        """With a judge, random games are cut off and judged. `threads`: how many think at once where the budget is in seconds."""
        self._judge, self._threads = judge, threads
        self._search = Search()
        self._tree: ParallelTrees | None = None
        self._dream: ParallelDreams | None = None
        self._known = set[str]()  # which searches in machine code were asked for

    def run(
        self,
        imagine: Imagine,
        budget: Budget,
        random: Random,
        clock: Clock = perf_counter,
        recall: Recall = forgets,
    ) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one; `clock` measures the seconds of the budget."""
        found = None
        if budget.iterations is None or budget.iterations >= FEW:
            state = imagine(random.below(1 << 32))
            if not state.engine.game.has_chance and is_open(state):
                tree = self._tree_for(state)
                found = None if tree is None else tree.run(state, budget, random, clock)
            else:
                dream = self._dream_for(state)
                is_long = budget.seconds is not None and budget.seconds >= RECALLING
                then = recall if is_long else forgets
                found = None if dream is None else dream.run(imagine, budget, random, clock, then)
        return found or self._search.run(imagine, budget, random, clock)

    def _tree_for(self, state: State) -> ParallelTrees | None:
        if "tree" not in self._known:
            self._known.add("tree")
            self._tree = ParallelTrees.of(state, self._judge, self._threads)
        return self._tree

    def _dream_for(self, state: State) -> ParallelDreams | None:
        if "dream" not in self._known:
            self._known.add("dream")
            self._dream = ParallelDreams.of(state, self._judge, self._threads)
        return self._dream


class Looking:
    """Alpha-beta or expectimax where it can be, else Monte Carlo tree search."""

    def __init__(self, search: ParallelLooks | None, threads: int = 1) -> None:
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


def learnt_search(game: Game, threads: int = 1) -> ParallelLooks | None:
    """Alpha-beta in so many threads, or with chance expectimax; None where the game has no evaluation."""
    judge = learnt_judge(game)
    if judge is None:
        return None
    threads = 1 if game.has_chance else threads
    return ParallelLooks([LookSearch(judge.found, judge.weights) for _ in range(threads)])


def way(name: str, game: Game, threads: int = 1) -> Way:
    """A way to think about a game, by its name, in so many threads if it can use them. The first one that needs it learns for some
    seconds, which is kept."""
    if name == "alphabeta":
        return Looking(learnt_search(game, threads), threads)
    return Thinker(learnt_judge(game) if name == "mcts-eval" else None, threads)
