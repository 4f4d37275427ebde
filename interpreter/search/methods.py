"""The ways to think about any position, by name, and which of them is the best for a game.

* `mcts`: Monte Carlo tree search with random games to the end. In machine code it goes through states where nothing is hidden and
  nothing is chance, else through imagined states; and state by state where there is no machine code, or too little to do for it.
* `mcts-eval`: the same with random games that are cut off and judged by what was learnt of the game.
* `alphabeta`: alpha-beta by what was learnt, where nothing is hidden now; where chance decides, expectimax.

Where a game has nothing to learn, or a position is not for alpha-beta, each of them is `mcts`.

What a game's traits allow says which is the best, and where that leaves several, a few trial games, which are kept. Small games with
secrets for two have an equilibrium. Else Monte Carlo tree search plays against the others that the game allows: with random games that are judged early,
and alpha-beta, where something can be learnt of the game. Seats are swapped, openings are random, and all think for the same
processor time of this thread.
"""

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import thread_time

from gdl.core.model import Game
from interpreter import engine as make_engine
from interpreter.caching import cache
from interpreter.caching.fingerprint import rules_hash
from interpreter.caching.stamps import VERSION
from interpreter.engines.base import State
from interpreter.engines.searching import workbench
from interpreter.engines.single_states import is_open
from interpreter.search import weights
from interpreter.search.alphabeta import AlphaBetaSearch, measured_once
from interpreter.search.equilibria import kept_policy
from interpreter.search.mcts import Search
from interpreter.search.mcts_native import Evaluation, learnt_evaluation
from interpreter.search.parallel import ParallelAlphaBeta, ParallelIsmcts, ParallelMcts
from interpreter.search.running import Budget, Imagine, Method, Recall, Thought, forgets
from interpreter.search.training_games import opened, points_of
from interpreter.shared.hashing import Random

RECALLING = 0.5  # seconds of thinking; from so many on it pays to look back at what others did
FEW = 200  # iterations of a decision for which a search is not worth compiling
MANY = 1000  # of all decisions together, for which it is


class MctsMethod:
    """Monte Carlo tree search from the seat of one player; what one decision finds helps the next one."""

    def __init__(self, evaluation: Evaluation | None = None, threads: int = 1) -> None:
        """With an evaluation, random games are cut off and judged by it. `threads`: how many think at once where the budget is in seconds."""
        self._evaluation, self._threads = evaluation, threads
        self._search = Search()
        self._mcts: ParallelMcts | None = None
        self._ismcts: ParallelIsmcts | None = None
        self._known = set[str]()  # which searches in machine code were asked for
        self._iterations = 0  # of all decisions

    def run(self, imagine: Imagine, budget: Budget, random: Random, recall: Recall = forgets) -> Thought:
        """See `Method`."""
        found = None
        self._iterations += budget.iterations or 0
        if budget.iterations is None or budget.iterations >= FEW or self._iterations >= MANY:
            state = imagine(random.below(1 << 32))
            if not state.engine.game.has_chance and is_open(state):
                mcts = self._mcts_for(state)
                found = None if mcts is None else mcts.run(state, budget, random)
            else:
                ismcts = self._ismcts_for(state)
                is_long = budget.seconds is not None and budget.seconds >= RECALLING
                then = recall if is_long else forgets
                found = None if ismcts is None else ismcts.run(imagine, budget, random, then)
        return found or self._search.run(imagine, budget, random)

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

    def run(self, imagine: Imagine, budget: Budget, random: Random, recall: Recall = forgets) -> Thought:
        """See `Method`."""
        if self._search is not None:
            state = imagine(random.below(1 << 32))
            found = self._search.run(state, budget, random) if is_open(state) else None
            if found is not None:
                return found
        return self._instead.run(imagine, budget, random, recall)


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


SECONDS = 12.0  # of processor time for the trial games of two ways; a busy machine does not decide it
SECONDS_HIDDEN = 30.0  # the same of a way that thinks about hidden things, too: such games are longer, and each action takes more
SECONDS_FOR_ALL = 60.0  # the same of all games for what is bundled with the program
_THINKING, _IMAGINING = (
    Budget(seconds=0.02, clock=thread_time),
    Budget(seconds=0.03, clock=thread_time),
)  # for open positions, and for hidden ones
_GAMES = 16
_LEAD = 6  # games that one side has won more than the other, behind which no more are needed
_OPENING = 4  # random actions
_LONGEST = 1_000  # actions; a longer game is a draw


@dataclass(frozen=True, slots=True)
class Trials:
    """What the trial games of a challenger against the best so far came to: its points in so many games."""

    points: float
    games: int

    @property
    def is_better(self) -> bool:
        """Whether it has a standard deviation more than half of the points at least: a few games say little, and the best so far is
        known to do without what was learnt."""
        return self.games > 0 and 2 * self.points - self.games >= math.sqrt(self.games)

    @property
    def is_clear(self) -> bool:
        """Whether it has the lead that ends a trial, which one of two equal sides gets in one of seven."""
        return 2 * self.points - self.games >= _LEAD


def best_bot(game: Game) -> str:
    """The bot to take for a game: "cfr" or one of the names in `methods`. The first answer takes some seconds, and is kept; of bundled
    games it is known."""
    known = weights.bundled_search(game)
    return known if known is not None else measure_best_bot(game)


def measure_best_bot(game: Game, for_all: bool = False) -> str:
    """The same, found out by trial games here. `for_all`: by longer ones, for all who get the program and do not find it out anew."""
    if game.is_hidden and len(game.players) == 2 and kept_policy(game):
        return "cfr"
    if learnt_evaluation(game) is None:
        return "mcts"
    best = "mcts"
    for challenger in ("alphabeta", "mcts-eval"):
        if for_all:
            is_better = trials(game, challenger, best, SECONDS_FOR_ALL).is_clear
        else:
            is_better = _cached_trials(game, challenger, best).is_better
        if is_better:
            best = challenger
    return best


def _cached_trials(game: Game, challenger: str, best: str) -> Trials:
    known = weights.read(game)
    learnt = repr(known.games if known is not None else 0)
    name = cache.key("trials", VERSION, rules_hash(game), learnt, challenger, best)
    kept = cache.read(name)
    if kept is not None:
        return Trials(**json.loads(kept))
    found = trials(game, challenger, best)
    cache.write(name, json.dumps(asdict(found)).encode())
    return found


def trials(game: Game, challenger: str, best: str, seconds: float | None = None) -> Trials:
    """Plays as many games as there is time for, in pairs with the same opening. A last game that was not ended does not count."""
    if seconds is None:
        is_long = game.is_hidden and challenger != "alphabeta"
        seconds = SECONDS_HIDDEN if is_long else SECONDS
    engine, random = make_engine(game), Random(1)
    sides = method_named(challenger, game), method_named(best, game)
    start = engine.initial_state()
    for side in sides:
        _decided(start, side, random)  # machine code is made by now
    points, games, until = 0.0, 0, thread_time() + seconds
    while games < _GAMES and thread_time() < until:
        if games % 2 == 0:
            start = opened(engine.initial_state(games), _OPENING, random)
        result = _played(start, sides, games % 2, random, until)
        if result is None:
            break
        points, games = points + result, games + 1
        if abs(2 * points - games) >= _LEAD:
            break
    return Trials(points, games)


def _played(
    state: State, sides: tuple[Method, Method], seat: int, random: Random, until: float
) -> float | None:
    """The points of the challenger, who has every seat of the parity of `seat`; None if there was no time."""
    plies = 0
    while not state.is_terminal and plies < _LONGEST:
        if thread_time() > until:
            return None
        side = sides[0 if state.current_player % 2 == seat else 1]
        state, plies = state.apply(_decided(state, side, random)), plies + 1
    return points_of(state, seat)


def _decided(state: State, side: Method, random: Random) -> int:
    """The action that a side takes, which knows what the player to move knows."""
    legal, player = state.legal_actions(), state.current_player
    if len(legal) == 1:
        return legal[0]
    imagine: Callable[[int], State] = lambda seed: state.resample(player, seed)  # noqa: E731
    budget = _IMAGINING if state.engine.game.is_hidden else _THINKING
    return side.run(imagine, budget, random, lambda: state.past(player)).action
