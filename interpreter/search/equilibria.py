"""Equilibria of small games with secrets, for two players whose payoffs add up to 0, and how far a policy is from them.

* The tree of a game holds every sequence of actions and of chance (`secret_trees`).
* CFR+ approaches an equilibrium (`regrets`).
* A linear program over sequences gives one exactly (Koller, Megiddo and von Stengel, 1994), by SciPy where that is installed.
* The exploitability of a policy is what best answers to it gain on average, 0 for an equilibrium.
"""

import json
from collections.abc import Callable
from functools import lru_cache

from gdl.core.model import Game
from interpreter import engine as make_engine
from interpreter.caching import cache
from interpreter.caching.fingerprint import VERSION, fingerprint
from interpreter.search.regrets import ITERATIONS, cfr
from interpreter.search.running import SearchError
from interpreter.search.secret_trees import Node, Policy, Tree, places_about, tree_of

SMALL = 20_000  # places of a tree that nobody is asked to wait for
PATIENCE = 0.0004  # seconds for each place that a tree may have, in which it must be made
MOST_ITERATIONS = 2_000
VISITS = 10_000_000  # of places, in all iterations
_FAR = 3  # an estimate that is so many times as large is believed

# ---- what is kept


@lru_cache(maxsize=4)
def _policy(name: str, box: "_Box", most: int) -> Policy:
    data = cache.read(name)
    tried, policy = json.loads(data) if data is not None else (0, {})
    if policy or tried >= most:
        return dict(policy)
    try:
        engine = make_engine(box.game)
        if places_about(engine) <= _FAR * most:
            tree = tree_of(engine, most, PATIENCE * most)
            policy = cfr(tree, min(MOST_ITERATIONS, max(ITERATIONS, VISITS // tree.nodes)))
    except SearchError:
        pass  # too large, or of another sort
    cache.write(name, json.dumps([most, policy]).encode())
    return dict(policy)


def kept_policy(game: Game, most: int = SMALL) -> Policy:
    """The policy of an equilibrium, computed when it is first asked for; empty for a game that is open, or whose tree has more than
    `most` places."""
    if not game.is_hidden or len(game.players) != 2:
        return {}
    limits = f"{PATIENCE} seconds, {ITERATIONS} to {MOST_ITERATIONS}, {VISITS}"  # they decide what is found
    return _policy(cache.key("equilibrium", VERSION, fingerprint(game), limits), _Box(game), most)


class _Box:
    """A game as an argument that does not count in a cache, which goes by its name there."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Box)

    def __hash__(self) -> int:
        return 0


# ---- how good a policy is


def value_of(tree: Tree, policy: Policy) -> float:
    """What the first player gets on average when both follow a policy."""

    def valued(node: Node) -> float:
        if not node.children:
            return node.payoff
        shares = node.chances if node.player < 0 else policy[node.known]
        return sum(p * valued(c) for p, c in zip(shares, node.children, strict=True) if p)

    return valued(tree.root)


def exploitability(tree: Tree, policy: Policy) -> float:
    """What best answers to a policy gain: half of the sum over both players."""
    return (best_answer(tree, policy, 0) + best_answer(tree, policy, 1)) / 2


def best_answer(tree: Tree, policy: Policy, me: int) -> float:
    """What a player gets who knows the policy of the other one, and answers it as well as they can."""
    places: dict[str, list[tuple[Node, float]]] = {}

    def reached(node: Node, chance: float) -> None:
        """Notes how likely the others lead to each decision of the player."""
        if node.player == me:
            places.setdefault(node.known, []).append((node, chance))
        shares = node.chances if node.player < 0 else policy[node.known]
        for i, child in enumerate(node.children):
            reached(child, chance if node.player == me else chance * shares[i])

    chosen: dict[str, int] = {}

    def best(known: str) -> int:
        if known not in chosen:
            totals = [0.0] * tree.actions[known]
            for node, chance in places[known]:
                for i, child in enumerate(node.children):
                    totals[i] += chance * valued(child)
            chosen[known] = max(range(len(totals)), key=totals.__getitem__)
        return chosen[known]

    def valued(node: Node) -> float:
        if not node.children:
            return node.payoff if me == 0 else -node.payoff
        if node.player == me:
            return valued(node.children[best(node.known)])
        shares = node.chances if node.player < 0 else policy[node.known]
        return sum(p * valued(c) for p, c in zip(shares, node.children, strict=True) if p)

    reached(tree.root, 1.0)
    return valued(tree.root)


def policy_of(tree: Tree, choose: Callable[[str], int], times: int) -> Policy:
    """The policy of whoever chooses, by so many choices at each decision. `choose` gets what the player knows."""
    found = {}
    for known, n in tree.actions.items():
        counts = [0] * n
        for _ in range(times):
            counts[choose(known)] += 1
        found[known] = [c / times for c in counts]
    return found
