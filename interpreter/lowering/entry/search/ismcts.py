"""Monte Carlo tree search through states that the player cannot tell from the real one: for chance and for secrets.

Each iteration begins in one of the imagined states, with other chance to come, and goes down one tree for all of them. A node
stands for the actions that lead to it, and an action counts as offered only where it was legal: single-observer information
set search (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012), which with chance alone is a tree
of actions without states. The choice in the tree and the number of actions that are tried are those of `mcts`.

Nodes are found by a table whose keys are made of the node above and the action. Numbers are in units of 1 / ONE.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import FACTOR, Rules, Search, looked_up, promised, renew
from interpreter.shared.machine_interface import DONE, ONE, RUNNING, STOPPED

DEEPEST = 4000  # nodes on the way down
NOBODY, FULL_TREE = -1, -2  # instead of a child


class Imagined(Search, Protocol):
    """`count` imagined states lie from `states` on. Node 0 is the root; `visits`, `offered` and `sums` (by player) belong to
    nodes, `used` of at most `room`. `places` is a table of nodes by `keys`, `slots` where each node stands in it.

    With `draws`, each iteration begins in one of the states that `drawn` names, which stand there as often as they are likely.

    `most` iterations are done at once. `child` is what `choose` has found. `at_root` are the children of the root, by the place
    of their actions in the list of one state. `scratch` is for one state. `least`, `greatest`, `roots`, `logs`, and what belongs
    to `short`, are as in `mcts`.
    """

    states: int
    count: int
    drawn: Words
    draws: int
    used: int
    room: int
    visits: Words
    offered: Words
    sums: Words
    places: Words
    keys: Words
    slots: Words
    mask: int
    path: Words
    payoffs: Words
    players: int
    scratch: int
    least: int
    greatest: int
    explore: int
    cut: int
    most: int
    iterations: int
    child: int
    at_root: Words
    roots: Words
    logs: Words
    short: int
    measures: int
    values: int
    tempo: int
    all_weights: Words
    promises: Words


def clear(rules: Rules, t: Imagined) -> None:
    """Forgets the tree."""
    for node in range(1, t.used):
        t.places[t.slots[node]] = 0
    t.used = 1
    t.visits[0] = 0
    t.iterations = 0


def dream(rules: Rules, t: Imagined) -> None:
    """So many iterations."""
    t.status = RUNNING
    for _ in range(t.most):
        if t.stop != 0:
            t.status = STOPPED
            return
        iterate(rules, t)
        t.iterations += 1
    t.status = DONE


def gather(rules: Rules, t: Imagined, at: int) -> None:
    """Writes the children of the root for the actions of a state, by their places; 0 where there is none."""
    count = rules.look(at)
    rules.list(at)
    for k in range(count):
        t.at_root[k] = max(0, t.places[slot_of(t, key_of(0, rules.word(k)))])


def iterate(rules: Rules, t: Imagined) -> None:
    """Down the tree in one of the states, one node more, a random game, and back up."""
    at = t.scratch
    world = t.drawn[rules.below(t.draws)] if t.draws > 0 else rules.below(t.count)
    rules.copy(at, t.states + world * t.size)
    renew(rules, at)
    depth = 0
    node = 0
    t.path[0] = 0
    is_new = False
    while not is_new and depth + 1 < DEEPEST:
        place = choose(rules, t, node, at)
        if t.child < 0:
            break
        rules.do(at, place)
        if rules.error != 0:
            break
        node = t.child
        is_new = t.visits[node] == 0
        depth += 1
        t.path[depth] = node
    if not rules.is_over(at) and rules.error == 0:
        rules.play_out(at, t.short if t.short != 0 else t.cut)
    back_up(rules, t, at, depth)


def choose(rules: Rules, t: Imagined, node: int, at: int) -> int:
    """The place of the action to visit, and in `child` its node: NOBODY at the end of a game, FULL_TREE without room."""
    count = rules.look(at)
    t.child = NOBODY
    if rules.is_over(at) or rules.error != 0:
        return 0
    rules.list(at)
    player = rules.player(at)
    wide = t.explore * (t.greatest - t.least) // ONE
    found = 0
    upper = 0
    tried = 0
    fresh = 0
    new = 0
    for k in range(count):
        child = t.places[slot_of(t, key_of(node, rules.word(k)))]
        if child == 0:
            fresh += 1
            if fresh == 1 or rules.below(fresh) == 0:
                new = k
        else:
            tried += 1
            t.offered[child] += 1
            visits = max(t.visits[child], 1)
            drawn = wide * looked_up(t.logs, t.offered[child]) // ONE * looked_up(t.roots, visits) // ONE
            bound = t.sums[child * t.players + player] // visits + drawn
            # of equal ones the first that was tried, at random, and not the first of the list
            if tried == 1 or bound > upper or (bound == upper and child < t.child):
                upper = bound
                found = k
                t.child = child
    visits_here = t.visits[node]
    if fresh > 0 and (tried <= 8 or (tried - 1) * (tried - 1) * (tried - 1) <= 512 * visits_here):
        t.child = new_node(t, key_of(node, rules.word(new)))
        return new
    return found


def new_node(t: Imagined, key: int) -> int:
    """A node with a key that no node has, or FULL_TREE."""
    if t.used >= t.room:
        return FULL_TREE
    node = t.used
    slot = slot_of(t, key)
    t.used += 1
    t.places[slot] = node
    t.keys[slot] = key
    t.slots[node] = slot
    t.visits[node] = 0
    t.offered[node] = 1
    for player in range(t.players):
        t.sums[node * t.players + player] = 0
    return node


def key_of(node: int, word: int) -> int:
    """A number for an action behind a node."""
    made = (word ^ (node * FACTOR)) * FACTOR
    made = (made ^ (made >> 29)) * FACTOR
    return made ^ (made >> 32)


def slot_of(t: Imagined, key: int) -> int:
    """Where a key stands in the table, or would stand."""
    slot = key & t.mask
    while t.places[slot] != 0 and t.keys[slot] != key:
        slot = (slot + 1) & t.mask
    return slot


def back_up(rules: Rules, t: Imagined, at: int, depth: int) -> None:
    """Adds what each player gets to the nodes on the way; a game without a result is worth the middle, if nothing is measured."""
    judge(rules, t, at)
    rules.error = 0
    for i in range(depth + 1):
        node = t.path[i]
        t.visits[node] += 1
        for player in range(t.players):
            t.sums[node * t.players + player] += t.payoffs[player]


def judge(rules: Rules, t: Imagined, at: int) -> None:
    """Writes what each player gets, or may expect."""
    is_over = rules.is_over(at) and rules.error == 0
    is_measured = t.short != 0 and not is_over and rules.error == 0
    if is_measured:
        rules.measure(at, t.values, t.measures)
    mover = rules.player(at)
    for player in range(t.players):
        if is_measured:
            tempo = t.tempo if player == mover else 0 - t.tempo
            first = player * t.measures
            t.payoffs[player] = promised(
                rules, t.memory, t.values, t.all_weights, first, t.measures, tempo, t.promises
            )
        elif is_over:
            t.payoffs[player] = rules.value(at, player)
            t.least = min(t.least, t.payoffs[player])
            t.greatest = max(t.greatest, t.payoffs[player])
        else:
            t.payoffs[player] = (t.least + t.greatest) // 2
