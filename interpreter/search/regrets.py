"""CFR+ on the tree of a game: policies that approach an equilibrium.

Regrets of both players in turn, never below 0, and later policies weigh more (Tammelin, "Solving Large Imperfect Information
Games Using CFR+", 2014). The tree lies in arrays, level by level, so an iteration is a few dozen operations of NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from interpreter.search.secret_trees import Node, Policy, Tree

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


def cfr(
    tree: Tree, iterations: int = ITERATIONS, on_iteration: Callable[[int], None] = lambda i: None
) -> Policy:
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
        on_iteration(iteration)
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
