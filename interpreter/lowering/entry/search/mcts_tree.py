"""The memory of a Monte Carlo tree: nodes lie in blocks, each with all children of one node.

Numbers are in units of 1 / ONE. `roots` and `logs` are tables of 1 / sqrt(n) and sqrt(log(n)) for n below 2^16, in these
units, and behind that for n * 256.
"""

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import Search
from interpreter.shared.mcts_layout import (
    BLOCKS,
    COUNT,
    COUNTED,
    EDGE,
    HEAD,
    LINE,
    LINK,
    MEAN,
    OUTCOME,
    OUTCOMES,
    PLACES,
    SUMS,
)  # fmt: skip


class Tree(Search):
    """A node is the word where it begins. `SUMS` is what it has brought the player who chose it, and `MEAN` that divided by the visits; of a
    certain result, what it brings them. `LINK` holds three numbers: the place of the action that leads to the node; its outcome, which is
    0, or 1 more than the number of a row of `payoffs` if the result is certain; and its block, counted in lines from `base` on, 0 if the node
    was not expanded.

    A block is what belongs to a node that is expanded: the number of its children, how many of them have been visited, who moves
    and the decision; then the children, of which those come first that have been visited; and then its state. So a step down the tree goes to few lines of
    the processor's cache, one behind the other. `used` blocks of at most `room` are in use.

    `path` is the way down to the node at hand, `depth` below the root: of each node its block, its visits, and how many iterations
    are left until what it has brought is backed up; `found` is that, by player.

    `most` iterations are done at once. `free` and `end` bound the memory for blocks, `scratch` is for one state and what
    follows it. `least` and `greatest` are the payoffs that were met, `best_payoff` what no payoff exceeds. `plies` is the mean
    length of random games, times 16.

    `short` is 0, or the number of random actions after which `measures` measures, written from `values` on, say what a game is
    worth. `all_weights`, by player, `tempo` and `promises` are what `promised` goes by.
    """

    root: int
    used: int
    room: int
    payoffs: Words
    outcomes: int
    outcome_room: int
    path: Words
    depth: int
    patience: int
    found: Words
    players: int
    base: int
    free: int
    end: int
    scratch: int
    scratch_room: int
    least: int
    greatest: int
    best_payoff: int
    explore: int
    cut: int
    plies: int
    most: int
    iterations: int
    roots: Words
    logs: Words
    short: int
    measures: int
    values: int
    tempo: int
    all_weights: Words
    promises: Words


def block_of(t: Tree, node: int) -> int:
    """Where the block of a node begins that was expanded; `base` for any other."""
    return t.base + (t.memory[node + LINK] & BLOCKS) * LINE


def outcome_of(t: Tree, node: int) -> int:
    return (t.memory[node + LINK] >> OUTCOMES) & OUTCOME


def place_of(t: Tree, node: int) -> int:
    return t.memory[node + LINK] >> PLACES


def state_of(t: Tree, block: int) -> int:
    """Where the state of a block lies."""
    return block + HEAD + t.memory[block + COUNT] * EDGE


def put_outcome(t: Tree, node: int, outcome: int) -> None:
    t.memory[node + LINK] += (outcome - outcome_of(t, node)) << OUTCOMES


def write_node(t: Tree, node: int, place: int) -> None:
    t.memory[node + MEAN] = 0
    t.memory[node + COUNTED] = 0
    t.memory[node + SUMS] = 0
    t.memory[node + LINK] = place << PLACES
