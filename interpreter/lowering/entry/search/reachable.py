"""All positions that can be reached, each once, with what follows each: breadth first.

Positions are numbered as they are found. `from_` is the position that each was found from, so that the way to it is a
shortest one.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import Rules, Search
from interpreter.shared.machine_interface import DONE, FULL, RUNNING, STOPPED, WRONG


class Graph(Search, Protocol):
    """`index`: the places of positions by their keys, and 1 more; `mask` is one less than its length.

    Position k lies at `states + k * size`; what follows it are `edges` from `starts[k]` to `starts[k + 1]`. `payoffs` are
    those of the first player, `losses` those of `other`; both are 0 where the game continues, which `ends` tells.
    """

    index: Words
    mask: int
    keys: Words
    states: int
    count: int
    room: int
    next: int
    edges: Words
    starts: Words
    edge_room: int
    from_: Words
    movers: Words
    ends: Words
    payoffs: Words
    losses: Words
    other: int
    scratch: int
    scratch_room: int
    most: int


def begin(rules: Rules, g: Graph) -> None:
    """The first position is the state that lies in `scratch`."""
    place_of(rules, g, g.scratch)


def follow(rules: Rules, g: Graph) -> None:
    """What follows the state in `scratch`: `count` states from `states` on, behind it."""
    g.count = rules.look(g.scratch)
    g.states = g.scratch + g.size
    if not rules.is_over(g.scratch):
        rules.expand(g.scratch, g.states)


def explore(rules: Rules, g: Graph) -> None:
    """Goes on until all positions are found, memory is full, or `most` more positions have been looked at."""
    g.status = RUNNING
    last = g.next + g.most
    while g.next < g.count and g.next < last:
        if g.stop != 0:
            g.status = STOPPED
            return
        at = g.states + g.next * g.size
        first = g.starts[g.next]
        count = rules.look(at)
        if rules.error != 0:
            g.status = WRONG
            return
        is_full = first + count > g.edge_room or g.count + count > g.room
        if is_full or count * g.size > g.scratch_room:
            g.status = FULL
            return
        g.movers[g.next] = rules.player(at)
        if rules.is_over(at):
            g.ends[g.next] = 1
            g.payoffs[g.next] = rules.value(at, 0)
            g.losses[g.next] = rules.value(at, g.other)
        else:
            rules.expand(at, g.scratch)
            if rules.error != 0:
                g.status = WRONG
                return
            for k in range(count):
                g.edges[first + k] = place_of(rules, g, g.scratch + k * g.size)
            first += count
        g.next += 1
        g.starts[g.next] = first
    if g.next == g.count:
        g.status = DONE


def place_of(rules: Rules, g: Graph, at: int) -> int:
    """The number of a position, a new one if it is met for the first time."""
    key = rules.key(at)
    slot = key & g.mask
    while g.index[slot] != 0:
        known = g.index[slot] - 1
        if g.keys[known] == key:
            return known
        slot = (slot + 1) & g.mask
    g.index[slot] = g.count + 1
    g.keys[g.count] = key
    g.from_[g.count] = g.next
    rules.copy(g.states + g.count * g.size, at)
    g.count += 1
    return g.count - 1
