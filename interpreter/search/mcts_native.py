"""Monte Carlo tree search in machine code, for positions in which nothing is hidden, and games without chance.

`lowering/entry/search/mcts.py` is the search itself. Here are its memory, its time, and the choice at the end. And what
was learnt of a game, as the search uses it: random games end after a few actions, and what is learnt says what they are worth.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import thread_time

import numpy as np

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.engines.searching import Block, Numbers, Workbench, workbench
from interpreter.search import weights
from interpreter.search.alphabeta import Measured, measured_once
from interpreter.search.mcts import CUT, EXPLORE
from interpreter.search.running import Budget, Slices, Thought
from interpreter.search.weights import LOGIT, Weights, promises
from interpreter.shared.hashing import Random, signed64
from interpreter.shared.machine_interface import ONE
from interpreter.shared.mcts_layout import (
    BLOCKS,
    COUNT,
    COUNTED,
    EDGE,
    HEAD,
    LEVEL,
    LINE,
    LINK,
    MEAN,
    MOVER,
    OUTCOME,
    OUTCOMES,
    PLACES,
    VISITS,
)  # fmt: skip

SECONDS = 3.0  # of learning, where nobody has asked for more
SHORT = 6  # random actions before a position is judged
LONGER = 40  # the same in games with secrets: much of what is judged there is guessed, and more actions say more of it


@dataclass(frozen=True)
class Evaluation:
    """A game with its measures, and what these are worth."""

    found: Measured
    weights: Weights

    def bench(self) -> Workbench:
        """A workbench of its own: others may search at the same time."""
        return self.found.apart().bench

    def sit_down(self, record: Block) -> None:
        """Gives a search what it judges by."""
        measures = self.weights.counted(self.found.terms)
        rows = self.weights.matrix(self.found.terms).reshape(len(self.found.game.players), -1)
        record.hold("all_weights", rows[:, :measures].reshape(-1).copy())
        record.hold("promises", promises())
        record.arrays["memory of measures"], record["values"] = self.found.bench.room_for(
            len(self.found.terms.terms)
        )
        record["measures"] = measures
        record["short"] = LONGER if self.found.game.is_hidden else SHORT
        record["tempo"] = round(self.weights.tempo * LOGIT)


def learnt_evaluation(game: Game) -> Evaluation | None:
    """None where the game has no evaluation: payoffs, one player, no machine code, or nothing to count."""
    from interpreter.search.training import train  # slow to load, and needed once for a game

    found = measured_once(game)
    if found is None or not found.terms.terms:
        return None
    with found.learning:
        known = weights.read(game)
        if known is None:
            known = train(found, SECONDS, clock=thread_time)
            weights.keep(game, known)
    return Evaluation(found, known)


_BLOCKS = 1 << 20
_OUTCOMES = OUTCOME - 1  # results that are certain
_MEMORY = 1 << 24  # words for blocks
_SCRATCH = 1 << 21  # words for a state and what follows it
_TABLE = 1 << 16  # of roots and logarithms
_WAY = 4_096
_ALL = (1 << 64) - 1
PATIENCE = 5  # a node visited n times more is backed up after 1 + n / 2^PATIENCE iterations below it
_FIRST = 16  # iterations of the first slice


@dataclass(frozen=True, slots=True)
class Child:
    """An action at the root: its node, its place in the list, how often it was tried, its mean payoff, and whether its result is certain."""

    node: int
    place: int
    visits: int
    payoff: float
    is_certain: bool


class MctsSearch:
    """Searches from the seat of one player, and keeps the tree from one of their decisions to the next."""

    def __init__(self, bench: Workbench, players: int, evaluation: Evaluation | None = None) -> None:
        self.bench, self.evaluation = bench, evaluation
        self.tree = _tree(bench, players)
        if evaluation is not None:
            evaluation.sit_down(self.tree)
        _, self.at = self.room = bench.room_for(bench.state_words)

    @classmethod
    def of(cls, state: State, evaluation: Evaluation | None = None) -> "MctsSearch | None":
        """A search for the game of a state; None if chance has a part in it, or there is no machine code. Of a game with secrets it
        must be given open positions only. With an evaluation, random games are cut off and judged by it."""
        game = state.engine.game
        if game.has_chance:
            return None
        bench = workbench(state.engine) if evaluation is None else evaluation.bench()
        return None if bench is None else cls(bench, len(game.players), evaluation)

    def run(self, state: State, budget: Budget, random: Random) -> Thought | None:
        """Thinks about a state that is not terminal; None if machine code cannot hold it."""
        start = budget.clock()
        if not self.plant(state, random):
            return None
        if len(self.children()) > 1:
            self.think(budget, start)
        chosen = checked(self, self.children)
        return self.thought(state, chosen, self.children(), self.tree["iterations"])

    def plant(self, state: State, random: Random) -> bool:
        """Makes a state the root; whether machine code can hold it."""
        if not self.bench.put(state if self.evaluation is None else self.evaluation.found.taken(state), self.at):
            return False
        self.bench.rules["random"] = signed64(random.below(1 << 32))
        self.tree["iterations"] = self.tree["stop"] = 0
        self.bench.run("mcts.plant", self.tree, self.at)
        return True

    def think(self, budget: Budget, start: float) -> None:
        """Iterations from `start` until the budget is spent, the result is certain, or `stop` is set."""
        tree, slices = self.tree, Slices(budget, start, _FIRST)
        while not self.is_certain and not tree["stop"]:
            tree["most"] = slices.begin(tree["iterations"])
            if not tree["most"]:
                break
            self.bench.run("mcts.grow", tree)
            if not slices.end():
                break
        self.bench.run("mcts.rest", tree)

    @property
    def is_certain(self) -> bool:
        """Whether the result of the root is certain."""
        return self._outcome(self._word(self.tree["root"] + LINK)) != 0

    def thought(self, state: State, chosen: Child, children: Sequence[Child], iterations: int) -> Thought:
        actions = self.bench.actions(state)
        return Thought(actions[chosen.place], {actions[c.place]: c.visits for c in children}, iterations)

    def look_for_answer(self, child: Child) -> None:
        """Looks whether an answer to one of the root's actions wins at once."""
        self.bench.run("mcts.look_for_answer", self.tree, child.node)

    def children(self) -> list[Child]:
        """What is known of the root's actions."""
        tree, payoffs = self.tree, self.tree.arrays["payoffs"]
        block = tree["base"] + (self._word(tree["root"] + LINK) & BLOCKS) * LINE
        mover, players = self._word(block + MOVER), tree["players"]
        found = []
        for node in range(block + HEAD, block + HEAD + self._word(block + COUNT) * EDGE, EDGE):
            link = self._word(node + LINK) & _ALL
            outcome = self._outcome(link)
            payoff = int(payoffs[(outcome - 1) * players + mover]) if outcome else self._word(node + MEAN)
            visits = self._word(node + COUNTED) >> VISITS
            found.append(Child(node, link >> PLACES, visits, payoff / ONE, outcome != 0))
        return sorted(found, key=lambda c: c.place)

    def _word(self, at: int) -> int:
        """A word of the tree's memory."""
        return int(self.tree.arrays["memory of blocks"][at - self.tree["scratch"]])

    def _outcome(self, link: int) -> int:
        return link >> OUTCOMES & OUTCOME


def checked(search: MctsSearch, known: Callable[[], list[Child]]) -> Child:
    """The action to take by what is `known`; of one that is not certain the answers are looked at."""
    while True:
        chosen = best(known())
        if chosen.is_certain:
            return chosen
        search.look_for_answer(chosen)
        if not next(c for c in known() if c.node == chosen.node).is_certain:
            return chosen


def best(children: list[Child]) -> Child:
    """The action to take: one that certainly brings more than any other may, else the one tried most often, but not one that
    certainly brings less than another one is sure to. Of equal ones it is that tried last, and they are tried in random order: the
    order of the list would favour players whose good actions come first in it."""
    sure = max((c.payoff for c in children if c.is_certain), default=-math.inf)
    open_ = [c for c in children if not c.is_certain]
    if not open_ or sure >= max(1.0, *(c.payoff for c in open_)):
        return max(
            (c for c in children if c.is_certain and c.payoff == sure), key=lambda c: (c.visits, c.node)
        )
    return max(open_, key=lambda c: (c.visits, c.payoff, c.node))


def _tree(bench: Workbench, players: int) -> Block:
    tree = bench.record("Tree")
    tree.hold("payoffs", np.zeros((_OUTCOMES + 2) * players, np.int64))
    tree.hold("path", np.zeros(_WAY * LEVEL, np.int64))
    tree.hold("found", np.zeros(_WAY * players, np.int64))
    tree["patience"] = PATIENCE
    hold_tables(tree)
    memory, tree["scratch"] = bench.room_for(_SCRATCH + _MEMORY)
    tree.arrays["memory of blocks"] = memory
    tree["scratch_room"], tree["end"] = _SCRATCH, tree["scratch"] + _SCRATCH + _MEMORY
    tree["base"] = -(-(tree["scratch"] + _SCRATCH) // LINE) * LINE
    tree["room"], tree["outcome_room"] = _BLOCKS, _OUTCOMES
    tree["players"], tree["cut"], tree["explore"] = players, CUT, int(EXPLORE * ONE)
    tree["best_payoff"] = bench.most_payoff
    if bench.most_payoff == ONE:
        tree["least"], tree["greatest"] = -ONE, ONE
    return tree


def hold_tables(record: Block) -> None:
    """The roots and logarithms that choices in a tree go by (`lowering/entry/search/rules.py`)."""
    record.hold("roots", _roots())
    record.hold("logs", _logs())


@cache
def _roots() -> Numbers:
    return _table(lambda n: 1 / math.sqrt(n))


@cache
def _logs() -> Numbers:
    return _table(lambda n: math.sqrt(math.log(n)))


def _table(function: Callable[[float], float]) -> Numbers:
    """A function of 0..2^16-1, and behind it of the multiples of 256, in units of 1 / ONE; 0 counts as 1."""
    fine = [int(ONE * function(max(n, 1))) for n in range(_TABLE)]
    coarse = [int(ONE * function(max(n, 1) * 256.0)) for n in range(_TABLE)]
    return np.array(fine + coarse, np.int64)
