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
from interpreter.engines.searching import workbench
from interpreter.engines.single_states import is_open
from interpreter.search.alphabeta import AlphaBetaSearch, measured_once
from interpreter.search.learnt_evaluation import Evaluation, learnt_evaluation
from interpreter.search.mcts import Search
from interpreter.search.parallel import ParallelAlphaBeta, ParallelIsmcts, ParallelMcts
from interpreter.search.running import Budget, Clock, Imagine, Method, Recall, Thought, forgets
from interpreter.shared.hashing import Random

RECALLING = 0.5  # seconds of thinking; from so many on it pays to look back at what others did
FEW = 200  # iterations for which a search is not worth compiling


class MctsMethod:
    """Monte Carlo tree search from the seat of one player; what one decision finds helps the next one."""

    def __init__(self, evaluation: Evaluation | None = None, threads: int = 1) -> None:
        """With an evaluation, random games are cut off and judged by it. `threads`: how many think at once where the budget is in seconds."""
        self._evaluation, self._threads = evaluation, threads
        self._search = Search()
        self._mcts: ParallelMcts | None = None
        self._ismcts: ParallelIsmcts | None = None
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
                mcts = self._mcts_for(state)
                found = None if mcts is None else mcts.run(state, budget, random, clock)
            else:
                ismcts = self._ismcts_for(state)
                is_long = budget.seconds is not None and budget.seconds >= RECALLING
                then = recall if is_long else forgets
                found = None if ismcts is None else ismcts.run(imagine, budget, random, clock, then)
        return found or self._search.run(imagine, budget, random, clock)

    def _mcts_for(self, state: State) -> ParallelMcts | None:
        if "mcts" not in self._known:
            self._known.add("mcts")
            self._mcts = ParallelMcts.of(state, self._evaluation, self._threads)
        return self._mcts

    def _ismcts_for(self, state: State) -> ParallelIsmcts | None:
        if "ismcts" not in self._known:
            self._known.add("ismcts")
            self._ismcts = ParallelIsmcts.of(state, self._evaluation, self._threads)
        return self._ismcts


class AlphaBetaMethod:
    """Alpha-beta or expectimax where it can be, else Monte Carlo tree search."""

    def __init__(self, search: ParallelAlphaBeta | None, threads: int = 1) -> None:
        self._search, self._instead = search, MctsMethod(threads=threads)

    def run(
        self,
        imagine: Imagine,
        budget: Budget,
        random: Random,
        clock: Clock = perf_counter,
        recall: Recall = forgets,
    ) -> Thought:
        """See `Method`."""
        if self._search is not None:
            state = imagine(random.below(1 << 32))
            found = self._search.run(state, budget, random, clock) if is_open(state) else None
            if found is not None:
                return found
        return self._instead.run(imagine, budget, random, clock, recall)


def learnt_alphabeta(game: Game, threads: int = 1) -> ParallelAlphaBeta | None:
    """Alpha-beta in so many threads, or with chance expectimax; None where the game has no evaluation."""
    evaluation = learnt_evaluation(game)
    if evaluation is None:
        return None
    threads = 1 if game.has_chance else threads
    return ParallelAlphaBeta([AlphaBetaSearch(evaluation.found, evaluation.weights) for _ in range(threads)])


def make_best_code(name: str, state: State) -> None:
    """Waits for the best machine code of the method with a name, instead of thinking with quick code until it is there."""
    found = None if name == "mcts" else measured_once(state.engine.game)
    bench = workbench(state.engine if found is None else found.engine)
    if bench is not None:
        bench.make_best()


def method_named(name: str, game: Game, threads: int = 1) -> Method:
    """A way to think about a game, by its name, in so many threads if it can use them. The first one that needs it learns for some
    seconds, which is kept."""
    if name == "alphabeta":
        return AlphaBetaMethod(learnt_alphabeta(game, threads), threads)
    return MctsMethod(learnt_evaluation(game) if name == "mcts-eval" else None, threads)
