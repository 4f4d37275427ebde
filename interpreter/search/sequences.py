"""The exact equilibrium of a small game with secrets: a linear program over the players' sequences, solved by SciPy (HiGHS).

The first player's program is: weights x of their sequences, and for everything the second player may know a number, so that
their best answer is as bad as can be (Koller, Megiddo and von Stengel, "Fast Algorithms for Finding Randomized Strategies in
Game Trees", 1994). The second player's is the same with the signs of payoffs changed.
"""

from dataclasses import dataclass, field

import numpy as np

from interpreter.search.running import SearchError
from interpreter.search.secret_trees import Node, Policy, Tree


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
    place = {
        known: own + 1 + i for i, known in enumerate(knowns)
    }  # variable `own` is the value at the beginning
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
