"""One way to think about any position: in machine code, through states where nothing is hidden and nothing is chance, else
through imagined states; and state by state where there is no machine code, or too little to do for it."""

from time import perf_counter

from interpreter.engines.base import State
from interpreter.engines.visibility import is_open
from interpreter.search.ismcts_parallel import DreamsTogether
from interpreter.search.mcts import Search
from interpreter.search.mcts_parallel import TreesTogether
from interpreter.search.slices import Budget, Clock
from interpreter.search.thought import Imagine, Recall, Thought, forgets
from interpreter.search.truncated_rollouts import Judge
from interpreter.shared.hashing import Random

RECALLING = (
    0.5  # seconds of thinking from which on it is worth some milliseconds to look back at what others did
)
FEW = 200  # iterations for which a search is not worth compiling


class Thinker:
    """Monte Carlo tree search from the seat of one player; what one decision finds helps the next one."""

    def __init__(self, judge: Judge | None = None, threads: int = 1) -> None:
        """With a judge, random games are cut off and judged. `threads`: how many think at once where the budget is in seconds."""
        self._judge, self._threads = judge, threads
        self._search = Search()
        self._tree: TreesTogether | None = None
        self._dream: DreamsTogether | None = None
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

    def _tree_for(self, state: State) -> TreesTogether | None:
        if "tree" not in self._known:
            self._known.add("tree")
            self._tree = TreesTogether.of(state, self._judge, self._threads)
        return self._tree

    def _dream_for(self, state: State) -> DreamsTogether | None:
        if "dream" not in self._known:
            self._known.add("dream")
            self._dream = DreamsTogether.of(state, self._judge, self._threads)
        return self._dream
