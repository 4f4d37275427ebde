"""Monte Carlo tree search: which action does best in random games, tried the more often the better it does.

* The tree and the choice in it: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006). A leaf is judged
  by one random game on the engine.
* Any number of players: each node holds what every player got below it, and who moves looks at his own part, which is
  max^n in the limit (Sturtevant, "An Analysis of UCT in Multi-Player Games", 2008).
* Hidden things and chance: every iteration goes through a state that the player cannot tell from the real one, down one
  tree for all of them, in which an action counts as tried and missed only where it was legal: single-observer information
  set MCTS (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Chance is part of that
  state. Where nothing is hidden and nothing is chance, all these states are one, and the tree keeps the states.
* Payoffs of any size: they are scaled to 0..1 by the least and the greatest that random games have shown so far.
* An action that wins at once is taken without more ado, where what follows is certain (Teytaud and Teytaud, "On the huge
  benefit of decisive moves", 2010).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from interpreter.engines.base import Random, State

EXPLORE = 0.8  # how much the choice in the tree is drawn to what was seldom tried; sqrt(2) suits values of 0 and 1 only
CUT = 2_000  # a random game as long as this says nothing
SERVES = 4  # iterations that go through one imagined state: making one costs about as much as a random game


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: iterations, or seconds."""

    iterations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.iterations}" if self.seconds is None else f"{self.seconds:g}s"


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: the action, how often each was tried, and after how many iterations."""

    action: int
    tried: dict[int, int]
    iterations: int


class Node:
    """What is known of the states after some actions. `offered`: how often this was one of the choices."""

    __slots__ = ("children", "offered", "state", "sums", "untried", "visits")

    def __init__(self, players: int, state: State | None) -> None:
        self.visits = 0
        self.offered = 0
        self.sums = [0.0] * players
        self.children: dict[int, Node] = {}
        self.untried: list[int] | None = None
        self.state = state  # where it is certain


class Search:
    """One search, from the seat of one player. `imagine` gives a state that he cannot tell from the real one."""

    def __init__(self, imagine: Callable[[int], State], random: Random) -> None:
        self.start = perf_counter()  # imagining is part of thinking
        self.imagine = imagine
        self.random = random
        self.imagined = imagine(random.below(1 << 32))
        self.engine = self.imagined.engine
        game = self.engine.game
        self.players = len(game.players)
        self.is_certain = not game.is_hidden and not game.has_chance
        self.serves = SERVES if game.is_hidden else 1
        self.root = Node(self.players, self.imagined if self.is_certain else None)
        self.least = math.inf
        self.greatest = -math.inf

    def run(self, budget: Budget) -> Thought:
        legal = self.imagined.legal_actions()
        sure = legal[0] if len(legal) == 1 else self.winning(legal)
        if sure is not None:
            return Thought(sure, {}, 0)
        done = 0
        while not self.is_over(budget, done):
            if done and done % self.serves == 0 and not self.is_certain:
                self.imagined = self.imagine(self.random.below(1 << 32))
            self.iterate(self.imagined)
            done += 1
        tried = {a: self.root.children[a].visits if a in self.root.children else 0 for a in legal}
        return Thought(self.best(legal), tried, done)

    def is_over(self, budget: Budget, done: int) -> bool:
        if budget.iterations is not None and done >= budget.iterations:
            return True
        return budget.seconds is not None and done > 0 and perf_counter() - self.start >= budget.seconds

    def winning(self, legal: Sequence[int]) -> int | None:
        """An action that wins at once."""
        if not self.is_certain:
            return None
        player = self.imagined.current_player
        for action in legal:
            after = self.imagined.apply(action)
            if after.is_terminal and is_won(after.returns, player):
                return action
        return None

    def best(self, legal: Sequence[int]) -> int:
        """The action tried most often; among equal ones that of the greatest value."""
        player = self.imagined.current_player
        found = [(n.visits, n.sums[player] / n.visits, -a) for a, n in self.root.children.items() if n.visits]
        return -max(found)[2] if found else legal[0]

    # ---- one iteration

    def iterate(self, state: State) -> None:
        """Down the tree, one node more, a random game, and back up."""
        node, path = self.root, [self.root]
        while True:
            legal = self.choices(node, state)
            if not legal:
                returns: Sequence[float] | None = state.returns
                break
            untried = self.untried(node, legal)
            if untried:
                at = self.random.below(len(untried))
                action, untried[at] = untried[at], untried[-1]
                untried.pop()
                state = state.apply(action)
                node.children[action] = child = Node(self.players, state if self.is_certain else None)
                child.offered = 1
                path.append(child)
                returns = self.played(state)
                break
            action, node = self.select(node, legal, state.current_player)
            state = node.state or state.apply(action)
            path.append(node)
        if returns is None:
            returns = [
                (self.least + self.greatest) / 2 if self.least <= self.greatest else 0.0
            ] * self.players
        for node in path:
            node.visits += 1
            node.sums = [a + b for a, b in zip(node.sums, returns, strict=True)]

    def choices(self, node: Node, state: State) -> Sequence[int]:
        """The legal actions; where the node knows them already, those that were tried."""
        if self.is_certain and node.untried is not None:
            return node.untried or tuple(node.children)
        return state.legal_actions()

    def untried(self, node: Node, legal: Sequence[int]) -> list[int]:
        if self.is_certain:
            if node.untried is None:
                node.untried = list(legal)
            return node.untried
        for action in legal:
            if action in node.children:
                node.children[action].offered += 1
        return [a for a in legal if a not in node.children]

    def played(self, state: State) -> Sequence[float] | None:
        """What each player gets in a random game; None if it has no end."""
        game = self.engine.playout(state, self.random.below(1 << 32), CUT)
        if game.is_cut_off:
            return None
        returns = game.state.returns
        self.least = min(self.least, *returns)
        self.greatest = max(self.greatest, *returns)
        return returns

    def select(self, node: Node, legal: Sequence[int], player: int) -> tuple[int, Node]:
        """The child with the greatest upper bound, in the eyes of the player to move."""
        span = self.greatest - self.least
        scale = 1 / span if span > 0 else 0.0
        least = self.least if span > 0 else 0.0
        certain = math.log(node.visits) if self.is_certain else 0.0
        found, bound = legal[0], -math.inf
        for action in legal:
            child = node.children[action]
            tries = certain or math.log(child.offered)
            value = (child.sums[player] / child.visits - least) * scale
            upper = value + EXPLORE * math.sqrt(tries / child.visits)
            if upper > bound:
                found, bound = action, upper
        return found, node.children[found]


def is_won(returns: Sequence[float], player: int) -> bool:
    """Whether a player has won alone, in a game of wins and losses."""
    return returns[player] == 1 and all(r in (-1, 0) for p, r in enumerate(returns) if p != player)


def think(imagine: Callable[[int], State], budget: Budget, random: Random) -> Thought:
    """Searches for a good action of the player who is to move in the states that `imagine` gives."""
    return Search(imagine, random).run(budget)
