"""Monte Carlo tree search: actions are tried in random games, the more often the better they do.

* The tree and the choice in it: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006). A leaf is judged
  by one random game on the engine.
* Any number of players: each node holds what every player got below it, and the mover looks at their own part, which is
  max^n in the limit (Sturtevant, "An Analysis of UCT in Multi-Player Games", 2008).
* Hidden things and chance: every iteration goes through a state that the player cannot tell from the real one, down one
  tree for all of them, in which an action counts as tried and missed only where it was legal: single-observer information
  set MCTS (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Chance is part of that
  state. Where nothing is hidden and nothing is chance, all these states are one, and the tree keeps the states.
* Payoffs of any size: they are scaled to 0..1 by the least and the greatest that random games have shown so far.
* An action that wins at once in all states that the real one may be is taken without a search, and none is taken to which an
  answer wins at once in all of them, if there is another one (Teytaud and Teytaud, "On the huge
  benefit of decisive moves", 2010).
"""

import math
from collections.abc import Callable, Collection, Sequence

from gdl.core.rules import has_payoffs
from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.single_states import followed, is_open
from interpreter.search.running import Budget, Imagine, Thought
from interpreter.shared.hashing import Random

# how much the choice in the tree favours what was seldom tried; sqrt(2) suits values of 0 and 1 only
EXPLORE = 0.8
CUT = 2_000  # actions; the result of a longer random game would mean nothing
WIDTH, WIDENING = 8.0, 1 / 3  # how many actions are tried at a node: a multiple of a power of its visits
LOOKED_THROUGH = 4_000  # nodes that are searched for the state at the next decision
OTHERS = 3  # imagined states in which an action must win, or lose, to be judged without a search
MORE = 12  # imagined states in which an action that wins in those must win as well
CHECKED = 64  # actions of the greatest merit that are checked for answers that win at once
SERVES = 4  # iterations that go through one imagined state: making one costs about as much as a random game


class Node:
    """The statistics of the states after some actions. `offered`: how often this was one of the choices.

    `untried` and `state` are known where the state is certain.
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
    """Searches from the seat of one player, and keeps what it has found from one of their decisions to the next.

    `least` and `greatest` are the payoffs that random games have shown so far.
    """

    def __init__(self) -> None:
        self.root: Node | None = None
        self.least = math.inf
        self.greatest = -math.inf
        # unless payoffs are any numbers: whether more could be had, nobody knows
        self.has_wins: bool | None = None

    def run(self, imagine: Imagine, budget: Budget, random: Random) -> Thought:
        """`imagine` gives a state that the player cannot tell from the real one."""
        start = budget.clock()  # imagining is part of thinking
        imagined = imagine(random.below(1 << 32))
        game = imagined.engine.game
        decision = Decision(self, imagined.engine, random, is_open(imagined))
        serves = SERVES if game.is_hidden else 1
        if self.has_wins is None:
            self.has_wins = not has_payoffs(game)
        legal = imagined.legal_actions()
        others: list[State] = []  # what the state may be as well
        if len(legal) > 1 and not decision.is_certain:
            others = [imagine(random.below(1 << 32)) for _ in range(OTHERS)]
        sure = legal[0] if len(legal) == 1 else None
        if sure is None and self.has_wins:
            sure = self._win([imagined, *others], legal, lambda: imagine(random.below(1 << 32)))
        known = self.known(imagined) if decision.is_certain else None
        root = self.root = known or decision.node(0, imagined)
        done, tried = 0, dict[int, int]()
        if sure is None:
            while not _is_over(budget, budget.clock() - start, done):
                if done and done % serves == 0 and not decision.is_certain:
                    imagined = imagine(random.below(1 << 32))
                decision.iterate(root, imagined)
                done += 1
            tried = {a: root.children[a].visits if a in root.children else 0 for a in legal}
        action = sure
        if action is None:
            ranked = by_merit(root, imagined.current_player, legal)
            action = self._safest(ranked, [imagined, *others][: OTHERS + 1])
        # the next decision may need the tree below the action, but not the rest
        self.root = root.children.get(action) if decision.is_certain else None
        return Thought(action, tried, done)

    @staticmethod
    def _win(states: list[State], legal: Sequence[int], imagine: Callable[[], State]) -> int | None:
        """An action that wins at once, whatever is hidden, as far as more states show than those that it was found in."""
        found = winning(states, legal)
        if found is None or len(states) == 1:
            return found
        return winning([*states, *(imagine() for _ in range(MORE))], legal)

    def _safest(self, ranked: list[int], states: list[State]) -> int:
        """The best action after which nobody else wins at once, among the few best ones; else the best."""
        if not self.has_wins:
            return ranked[0]
        return next((a for a in ranked[:CHECKED] if not loses_at_once(states, a)), ranked[0])

    def known(self, state: State) -> Node | None:
        """The node of a state, if an earlier search has met it: actions of others may have come between."""
        waiting = [self.root] if self.root is not None else []
        at = 0
        while at < min(len(waiting), LOOKED_THROUGH):
            node = waiting[at]
            if node.state is not None and node.state.is_same(state):
                return node
            waiting.extend(node.children.values())
            at += 1
        return None

    def saw(self, returns: Sequence[float]) -> None:
        """Widens the span of payoffs."""
        self.least = min(self.least, *returns)
        self.greatest = max(self.greatest, *returns)

    @property
    def middle(self) -> float:
        """The payoff of a game without a result."""
        return (self.least + self.greatest) / 2 if self.least <= self.greatest else 0.0


def by_merit(root: Node, player: int, legal: Sequence[int]) -> list[int]:
    """The actions, first those tried most often; among equal ones that of the greatest value, and then that tried last, since they
    are tried in random order."""
    tried = {action: at for at, action in enumerate(root.children)}

    def merit(action: int) -> tuple[float, ...]:
        node = root.children.get(action)
        if node is None or not node.visits:
            return 0, 0, -action
        return node.visits, node.sums[player] / node.visits, tried[action]

    return sorted(legal, key=merit, reverse=True)


def winning(states: Sequence[State], legal: Sequence[int]) -> int | None:
    """An action that wins at once in each of the states that the real one may be."""
    player = states[0].current_player

    def wins(state: State, action: int) -> bool:
        after = followed(state, action)
        return after is not None and _wins(after, player)

    return next((a for a in legal if all(wins(s, a) for s in states)), None)


def loses_at_once(states: Sequence[State], action: int) -> bool:
    """Whether an action loses, or an opponent who acts next can win at once, in each of the states that the real one may be."""
    player = states[0].current_player
    return all(_loses(state, action, player) for state in states)


def _loses(state: State, action: int, player: int) -> bool:
    """The same in one state. Where something goes wrong, nothing is known."""
    try:
        after = state.apply(action)
        opponent = after.current_player
        if after.is_terminal or opponent == player:
            return after.is_terminal and after.returns[player] < 0
        answers = (after.apply(a) for a in after.legal_actions())
        return any(_wins(answer, opponent) and answer.returns[player] < 0 for answer in answers)
    except GameError:
        if is_open(state):
            raise
        return False


def _wins(after: State, player: int) -> bool:
    return after.is_terminal and after.returns[player] == 1


class Decision:
    """The search for one decision. `is_certain`: nothing is hidden now and nothing is chance, so the tree keeps the states."""

    def __init__(self, search: Search, engine: Engine, random: Random, is_seen: bool) -> None:
        self.search, self.engine, self.random = search, engine, random
        self.players = len(engine.game.players)
        self.is_certain = is_seen and not engine.game.has_chance

    def node(self, action: int, state: State) -> Node:
        return Node(action, self.players, state if self.is_certain else None)

    def iterate(self, root: Node, state: State) -> None:
        """Down the tree, one node more, a random game, and back up. What goes wrong in an imagined state may not be so in the real
        one: it is worth as much as a game without a result."""
        path = [root]
        try:
            returns = self.descend(path, state)
        except GameError:
            if is_open(state):
                raise
            returns = None
        if returns is None:
            returns = [self.search.middle] * self.players
        for node in path:
            node.visits += 1
            sums = node.sums
            for player, value in enumerate(returns):
                sums[player] += value

    def descend(self, path: list[Node], state: State) -> Sequence[float] | None:
        """Adds the nodes that are visited to the path; what each player gets, None if a random game is cut off."""
        node = path[0]
        while True:
            found = self.step(node, state)
            if found is None:
                return state.returns
            action, child = found
            if child is None:
                state = state.apply(action)
                node.children[action] = child = self.node(action, state)
                path.append(child)
                return self.played(state)
            state = child.state or state.apply(action)
            node = child
            path.append(node)

    def step(self, node: Node, state: State) -> tuple[int, Node | None] | None:
        """The next action, and its node, None if it has not been tried; None at the end of a game."""
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
        """What each player gets in a random game; None if it is cut off."""
        returns = self.engine.outcome(state, self.random.below(1 << 32), CUT)
        if returns is not None:
            self.search.saw(returns)
        return returns

    def select(self, node: Node, tried: Collection[Node], player: int) -> Node:
        """The child with the greatest upper bound for the player to move."""
        span = self.search.greatest - self.search.least
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


def _is_over(budget: Budget, spent: float, done: int) -> bool:
    if budget.iterations is not None and done >= budget.iterations:
        return True
    return budget.seconds is not None and done > 0 and spent >= budget.seconds
