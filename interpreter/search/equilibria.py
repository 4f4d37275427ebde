"""Equilibria of small games with secrets, for two players whose payoffs add up to 0.

The tree of a game (`secret_trees`) holds every sequence of actions and of chance.

* CFR+ approaches an equilibrium: regrets of both players in turn, never below 0, and later policies weigh more (Tammelin, "Solving
  Large Imperfect Information Games Using CFR+", 2014). The tree lies in arrays, level by level, so an iteration is a few dozen
  operations of NumPy.
* A linear program over the players' sequences gives one exactly (Koller, Megiddo and von Stengel, "Fast Algorithms for Finding
  Randomized Strategies in Game Trees", 1994), solved by SciPy (HiGHS). The first player's is: weights x of their sequences, and for
  everything the second player may know a number, so that their best answer is as bad as can be. The second player's is the
  same with the signs of payoffs changed.
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gdl.core.model import Game
from interpreter import engine as make_engine
from interpreter.caching import cache
from interpreter.caching.fingerprint import ByRules
from interpreter.caching.stamps import VERSION
from interpreter.search.running import SearchError
from interpreter.search.secret_trees import Node, Policy, Tree, places_about, tree_of

# ---- CFR+


ITERATIONS = 500

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Level:
    """What leads from the places of one level to those of the next one.

    `inner` are the places that have children; `children` the numbers of these from the first on to the last, `firsts` where
    among them those of each inner place begin. Of each child: its `parent`, the `edge` that leads to it, a place among the
    shares, and the `owner` who chooses it, -1 for chance.
    """

    inner: Places
    children: slice
    firsts: Places
    parents: Places
    edges: Places
    owners: Places


class _Flat:
    """The tree in arrays. `shares` of actions come first, action by action of all that players may know, and then those of chance."""

    def __init__(self, tree: Tree) -> None:
        self.sizes = np.array(list(tree.actions.values()), np.int64)
        self.begins = np.cumsum(self.sizes) - self.sizes
        self.actions = int(self.sizes.sum())
        numbers = dict(zip(tree.actions, self.begins.tolist(), strict=True))
        chances: list[float] = []
        payoffs: list[float] = []
        self.levels: list[_Level] = []
        level, first = [tree.root], 0
        while level:
            payoffs += [node.payoff for node in level]
            edges: list[int] = []
            for node in level:
                if node.player >= 0:
                    begin = numbers[node.known]
                    edges += range(begin, begin + len(node.children))
                elif node.children:
                    begin = self.actions + len(chances)
                    edges += range(begin, begin + len(node.children))
                    chances += node.chances
            following = [child for node in level for child in node.children]
            if following:
                self.levels.append(_level(level, first, np.array(edges, np.int64)))
            first += len(level)
            level = following
        self.payoffs, self.chances = np.array(payoffs), np.array(chances)

    def evened(self, weights: Floats) -> Floats:
        """Weights of actions as shares, all alike where all are 0; behind them those of chance."""
        totals = np.repeat(np.add.reduceat(weights, self.begins), self.sizes) if self.actions else weights
        alike = 1 / np.repeat(self.sizes, self.sizes)
        shares = np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), alike)
        return np.concatenate([shares, self.chances])


def _level(nodes: list[Node], first: int, edges: Places) -> _Level:
    counts = np.array([len(node.children) for node in nodes], np.int64)
    places = np.arange(first, first + len(nodes))
    begin = first + len(nodes)
    inner = counts > 0
    return _Level(
        places[inner],
        slice(begin, begin + int(counts.sum())),
        (np.cumsum(counts) - counts)[inner],
        np.repeat(places, counts),
        edges,
        np.repeat(np.array([node.player for node in nodes], np.int64), counts),
    )


def cfr(tree: Tree, iterations: int = ITERATIONS) -> Policy:
    """The average policy of so many iterations of CFR+."""
    flat = _Flat(tree)
    regrets, sums = np.zeros(flat.actions), np.zeros(flat.actions)
    shares = flat.evened(regrets)
    for iteration in range(1, iterations + 1):
        for me in (0, 1):
            gains, visits = _walked(flat, shares, me)
            sums += iteration * visits
            regrets = np.maximum(0.0, regrets + gains)
            shares = flat.evened(regrets)
    found = flat.evened(sums).tolist()
    ends = [*flat.begins.tolist(), flat.actions]
    return {known: found[a:b] for known, (a, b) in zip(tree.actions, pairwise(ends), strict=True)}


def _walked(flat: _Flat, shares: Floats, me: int) -> tuple[Floats, Floats]:
    """For each action what the player `me` would gain by it on average, and how likely they themselves take it. The other
    player's are 0."""
    count = len(flat.payoffs)
    mine, others = np.ones(count), np.ones(count)
    for level in flat.levels:
        taken, is_own = shares[level.edges], level.owners == me
        mine[level.children] = mine[level.parents] * np.where(is_own, taken, 1.0)
        others[level.children] = others[level.parents] * np.where(is_own, 1.0, taken)
    values = flat.payoffs if me == 0 else -flat.payoffs
    values = values.copy()
    gains, visits = np.zeros(flat.actions), np.zeros(flat.actions)
    for level in reversed(flat.levels):
        values[level.inner] = np.add.reduceat(shares[level.edges] * values[level.children], level.firsts)
        is_own = level.owners == me
        edges, parents = level.edges[is_own], level.parents[is_own]
        gained = others[parents] * (values[level.children][is_own] - values[parents])
        gains += np.bincount(edges, gained, flat.actions)
        visits += np.bincount(edges, mine[level.children][is_own], flat.actions)
    return gains, visits


# ---- the linear program


@dataclass
class _Sequences:
    """Of one player: sequences by what they knew and did last, numbered from 1, and for all they know the one before."""

    numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)


def equilibrium(tree: Tree) -> tuple[float, Policy]:
    """What the first player gets under best play, and a policy of both. Raises SearchError without SciPy, or if it gives up."""
    sides = _Sequences(), _Sequences()
    payoffs: dict[tuple[int, int], float] = {}

    def walk(node: Node, last: tuple[int, int], chance: float) -> None:
        if not node.children:
            payoffs[last] = payoffs.get(last, 0.0) + chance * node.payoff
            return
        for i, child in enumerate(node.children):
            if node.player < 0:
                walk(child, last, chance * node.chances[i])
                continue
            side = sides[node.player]
            side.before[node.known] = last[node.player]
            number = side.numbers.setdefault((node.known, i), len(side.numbers) + 1)
            walk(child, (number, last[1]) if node.player == 0 else (last[0], number), chance)

    walk(tree.root, (0, 0), 1.0)
    value, first = _solved(sides[0], sides[1], payoffs, tree)
    turned = {(b, a): -p for (a, b), p in payoffs.items()}
    _, second = _solved(sides[1], sides[0], turned, tree)
    return value, {**first, **second}


def _solved(
    mine: _Sequences, theirs: _Sequences, payoffs: dict[tuple[int, int], float], tree: Tree
) -> tuple[float, Policy]:
    """The value for a player, and their policy."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    own, others, knowns = len(mine.numbers) + 1, len(theirs.numbers) + 1, list(theirs.before)
    # variable `own` is the value at the beginning
    place = {known: own + 1 + i for i, known in enumerate(knowns)}
    rows, columns, entries = list[int](), list[int](), list[float]()

    def put(row: int, column: int, entry: float) -> None:
        rows.append(row)
        columns.append(column)
        entries.append(entry)

    put(0, own, 1.0)  # number of what they know - those behind the sequence - payoffs of it <= 0
    for (known, _), number in theirs.numbers.items():
        put(number, place[known], 1.0)
    for known in knowns:
        put(theirs.before[known], place[known], -1.0)
    for (a, b), payoff in payoffs.items():
        put(b, a, -payoff)
    size = own + 1 + len(knowns)
    limits = coo_array((entries, (rows, columns)), shape=(others, size)).tocsr()
    rows, columns, entries = [], [], []
    put(0, 0, 1.0)
    for i, (known, before) in enumerate(mine.before.items(), 1):
        put(i, before, -1.0)
        for action in range(tree.actions[known]):
            put(i, mine.numbers[known, action], 1.0)
    flows = coo_array((entries, (rows, columns)), shape=(len(mine.before) + 1, size)).tocsr()
    wanted = np.zeros(len(mine.before) + 1)
    wanted[0] = 1.0
    cost = np.zeros(size)
    cost[own] = -1.0
    bounds = [(0.0, None)] * own + [(None, None)] * (size - own)
    found = linprog(cost, limits, np.zeros(others), flows, wanted, bounds, method="highs")
    if not found.success:
        raise SearchError(f"the linear program was not solved: {found.message}")
    policy = {}
    for known in mine.before:
        weights = [max(0.0, float(found.x[mine.numbers[known, i]])) for i in range(tree.actions[known])]
        total = sum(weights)
        policy[known] = [w / total if total > 1e-12 else 1 / len(weights) for w in weights]
    return -float(found.fun), policy


# ---- what is kept


SMALL = 20_000  # places of a tree that nobody is asked to wait for
PATIENCE = 0.0004  # seconds for each place that a tree may have, in which it must be made
MOST_ITERATIONS = 2_000
VISITS = 10_000_000  # of places, in all iterations
_FAR = 3  # an estimate that is so many times as large is believed

# ---- what is kept


@lru_cache(maxsize=4)
def _policy(rules: ByRules, name: str, most: int) -> Policy:
    data = cache.read(name)
    tried, policy = json.loads(data) if data is not None else (0, {})
    if policy or tried >= most:
        return dict(policy)
    try:
        engine = make_engine(rules.game)
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
    rules = ByRules.of(game)
    return _policy(rules, cache.key("equilibrium", VERSION, rules.rules, limits), most)
