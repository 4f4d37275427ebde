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
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from time import perf_counter

from interpreter.engines.base import State
from interpreter.hashing import Random

EXPLORE = 0.8  # how much the choice in the tree is drawn to what was seldom tried; sqrt(2) suits values of 0 and 1 only
CUT = 2_000  # a random game as long as this says nothing
WIDTH, WIDENING = 8.0, 1 / 3  # how many actions are tried at a node: a multiple of a power of its visits
LOOKED_THROUGH = 4_000  # nodes among which the state at the next decision is looked for
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
    """What is known of the states after some actions. `offered`: how often this was one of the choices.

    `untried` is known where the state is certain.
    """

    __slots__ = ("action", "children", "offered", "state", "sums", "untried", "visits")

    def __init__(self, action: int, players: int, state: State | None) -> None:
        self.action = action
        self.visits = 0
        self.offered = 1
        self.sums = [0.0] * players
        self.children: dict[int, Node] = {}
        self.untried: list[int] | None = None
        self.state = state  # where it is certain


class Search:
    """Searches from the seat of one player, and keeps what it has found from one of his decisions to the next."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.least = math.inf
        self.greatest = -math.inf

    def run(self, imagine: Callable[[int], State], budget: Budget, random: Random) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one."""
        start = perf_counter()  # imagining is part of thinking
        self.random = random
        imagined = imagine(random.below(1 << 32))
        self.engine = imagined.engine
        game = self.engine.game
        self.players = len(game.players)
        self.is_certain = not game.is_hidden and not game.has_chance
        serves = SERVES if game.is_hidden else 1
        legal = imagined.legal_actions()
        sure = legal[0] if len(legal) == 1 else self.winning(imagined, legal)
        root = self.root = self.known(imagined) or self.node(0, imagined)
        if sure is not None:
            return self.decided(root, sure, {}, 0)
        done = 0
        while not _is_over(budget, start, done):
            if done and done % serves == 0 and not self.is_certain:
                imagined = imagine(random.below(1 << 32))
            self.iterate(root, imagined)
            done += 1
        tried = {a: root.children[a].visits if a in root.children else 0 for a in legal}
        return self.decided(root, self.best(root, imagined.current_player, legal), tried, done)

    def decided(self, root: Node, action: int, tried: dict[int, int], done: int) -> Thought:
        """What is below the action may be needed again, what is beside it not."""
        self.root = root.children.get(action) if self.is_certain else None
        return Thought(action, tried, done)

    def known(self, state: State) -> Node | None:
        """The node of a state, if it was met when thinking before: some actions of others may have come between."""
        waiting = [self.root] if self.root is not None and self.is_certain else []
        at = 0
        while at < min(len(waiting), LOOKED_THROUGH):
            node = waiting[at]
            if node.state is not None and node.state.is_same(state):
                return node
            waiting.extend(node.children.values())
            at += 1
        return None

    def node(self, action: int, state: State) -> Node:
        return Node(action, self.players, state if self.is_certain else None)

    def winning(self, state: State, legal: Sequence[int]) -> int | None:
        """An action that wins at once."""
        if not self.is_certain:
            return None
        player = state.current_player
        for action in legal:
            after = state.apply(action)
            if after.is_terminal and is_won(after.returns, player):
                return action
        return None

    def best(self, root: Node, player: int, legal: Sequence[int]) -> int:
        """The action tried most often; among equal ones that of the greatest value."""
        nodes = [n for n in root.children.values() if n.visits]
        found = [(n.visits, n.sums[player] / n.visits, -n.action) for n in nodes if n.action in legal]
        return -max(found)[2] if found else legal[0]

    # ---- one iteration

    def iterate(self, root: Node, state: State) -> None:
        """Down the tree, one node more, a random game, and back up."""
        node, path = root, [root]
        while True:
            found = self.step(node, state)
            if found is None:
                returns: Sequence[float] | None = state.returns
                break
            action, child = found
            if child is None:
                state = state.apply(action)
                node.children[action] = child = self.node(action, state)
                path.append(child)
                returns = self.played(state)
                break
            state = child.state or state.apply(action)
            node = child
            path.append(node)
        if returns is None:
            middle = (self.least + self.greatest) / 2 if self.least <= self.greatest else 0.0
            returns = [middle] * self.players
        for node in path:
            node.visits += 1
            sums = node.sums
            for player, value in enumerate(returns):
                sums[player] += value

    def step(self, node: Node, state: State) -> tuple[int, Node | None] | None:
        """An action to go on with, and its node, None if it has not been tried; None at the end of a game."""
        if self.is_certain:
            if node.untried is None:
                node.untried = state.legal_actions()
            fresh = node.untried
            tried: Collection[Node] = node.children.values()
        else:
            legal = state.legal_actions()
            tried = [node.children[a] for a in legal if a in node.children]
            fresh = [a for a in legal if a not in node.children] if len(tried) < len(legal) else []
            for child in tried:
                child.offered += 1
        if fresh and len(tried) < most_tried(node.visits):
            at = self.random.below(len(fresh))
            action, fresh[at] = fresh[at], fresh[-1]
            fresh.pop()
            return action, None
        if not tried:
            return None
        child = self.select(node, tried, state.current_player)
        return child.action, child

    def played(self, state: State) -> Sequence[float] | None:
        """What each player gets in a random game; None if it has no end."""
        returns = self.engine.outcome(state, self.random.below(1 << 32), CUT)
        if returns is not None:
            self.least = min(self.least, *returns)
            self.greatest = max(self.greatest, *returns)
        return returns

    def select(self, node: Node, tried: Collection[Node], player: int) -> Node:
        """The child with the greatest upper bound, in the eyes of the player to move."""
        span = self.greatest - self.least
        scale = 1 / span if span > 0 else 0.0
        found, bound = node, -math.inf
        wide = EXPLORE * math.sqrt(math.log(node.visits)) if self.is_certain else 0.0
        for child in tried:
            visits = child.visits
            if wide:
                drawn = wide / math.sqrt(visits)
            else:
                drawn = EXPLORE * math.sqrt(math.log(child.offered) / visits)
            upper = child.sums[player] * scale / visits + drawn
            if upper > bound:
                found, bound = child, upper
        return found


def most_tried(visits: int) -> int:
    """How many actions of a node may have been tried when it has been visited so often."""
    return 1 + int(WIDTH * visits**WIDENING)


def _is_over(budget: Budget, start: float, done: int) -> bool:
    if budget.iterations is not None and done >= budget.iterations:
        return True
    return budget.seconds is not None and done > 0 and perf_counter() - start >= budget.seconds


def is_won(returns: Sequence[float], player: int) -> bool:
    """Whether a player has won alone, in a game of wins and losses."""
    return returns[player] == 1 and all(r in (-1, 0) for p, r in enumerate(returns) if p != player)


def think(imagine: Callable[[int], State], budget: Budget, random: Random) -> Thought:
    """Searches for a good action of the player who is to move in the states that `imagine` gives."""
    return Search().run(imagine, budget, random)
