"""What is certain a few actions ahead: which actions win at once, whether one lets the next player win at once, and whether a
player can win with at most so many moves of their own, whatever the others do.

A game may also end because nothing is legal any more, which is known only when a state was looked at: mate, for instance. So
everything that follows is looked at here, which searches cannot afford at each of their nodes.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import Rules, Search
from interpreter.shared.machine_interface import DONE, FULL, RUNNING, STOPPED, WRONG

# ---- one or two actions ahead


class Glance(Search, Protocol):
    """Of `count` actions, `words` name each, and `wins` tells whether it wins at once. `room` words from `free` on may be used.

    `is_lost`: the action that was asked about loses, or may be answered by a win. `best_payoff` is what no payoff exceeds.
    """

    words: Words
    wins: Words
    count: int
    most: int
    free: int
    room: int
    best_payoff: int
    is_lost: int


def find_wins(rules: Rules, g: Glance, at: int) -> None:
    """Which actions of a state win at once; `status` is DONE if that is known of all."""
    g.status = RUNNING
    g.count = rules.look(at)
    if rules.is_over(at) or g.count > g.most or g.count * g.size > g.room:
        g.count = 0
        g.status = FULL
        return
    player = rules.player(at)
    rules.list(at)
    for k in range(g.count):
        g.words[k] = rules.word(k)
        g.wins[k] = 0
    rules.expand(at, g.free)
    if rules.error != 0:
        rules.error = 0
        g.count = 0
        g.status = WRONG
        return
    for k in range(g.count):
        if is_won(rules, g, g.free + k * g.size, player):
            g.wins[k] = 1
        if g.stop != 0:
            g.status = STOPPED
            return
    g.status = DONE


def find_answer(rules: Rules, g: Glance, at: int, place: int) -> None:
    """Whether an action of a state loses at once, or an answer to it wins at once for somebody else."""
    g.status = RUNNING
    g.is_lost = 0
    player = rules.player(at)
    rules.look(at)
    after = g.free
    rules.copy(after, at)
    rules.do(after, place)
    if rules.error == 0:
        count = rules.look(after)
        if rules.is_over(after):
            g.is_lost = 1 if rules.value(after, player) < 0 else 0
        elif rules.player(after) != player and (count + 1) * g.size <= g.room:
            other = rules.player(after)
            first = after + g.size
            rules.expand(after, first)
            for k in range(count):
                child = first + k * g.size
                if is_won(rules, g, child, other) and rules.value(child, player) < 0:
                    g.is_lost = 1
                if g.is_lost != 0 or g.stop != 0 or rules.error != 0:
                    break
    g.status = DONE if rules.error == 0 and g.stop == 0 else WRONG
    rules.error = 0


def is_won(rules: Rules, g: Glance, at: int, player: int) -> bool:
    """Whether a state is the end of a game that a player has won. One that goes wrong is none."""
    if not rules.is_over(at):
        rules.look(at)
        if rules.error != 0:
            rules.error = 0
            return False
    return rules.is_over(at) and rules.value(at, player) >= g.best_payoff


# ---- in so many moves


NEVER_WON = 1 << 30
MOST_DEPTH = 4000


class Forced(Search, Protocol):
    """`moves` are those of `player`, `most` the positions that may be looked at. `is_won` is the answer, `is_cut` whether games
    were left unfinished."""

    table: Words
    mask: int
    player: int
    moves: int
    most: int
    end: int
    free: int
    is_won: int
    is_cut: int


def force(rules: Rules, w: Forced, at: int) -> None:
    w.status = RUNNING
    w.is_cut = 0
    w.is_won = 1 if wins(rules, w, at, w.moves, w.free, 0) else 0
    if w.status == RUNNING:
        w.status = DONE


def wins(rules: Rules, w: Forced, at: int, moves: int, free: int, depth: int) -> bool:
    """Whether `player` wins with so many moves. Memory from `free` on may be used."""
    w.nodes += 1
    count = rules.look(at)
    if rules.is_over(at):
        return rules.value(at, w.player) > 0
    is_own = rules.player(at) == w.player
    if is_own and moves == 0:
        w.is_cut = 1
        return False
    key = rules.key(at)
    entry = (key & w.mask) * 4
    if w.table[entry] == key:
        if moves >= w.table[entry + 1]:
            return True
        if moves <= w.table[entry + 2]:
            w.is_cut |= w.table[entry + 3]
            return False
    after = free + count * w.size
    is_stopped = w.stop != 0 or w.nodes >= w.most
    if is_stopped or after > w.end or depth >= MOST_DEPTH:
        w.status = STOPPED if is_stopped else FULL
        return False
    rules.expand(at, free)
    if rules.error != 0:
        w.status = WRONG
        return False
    was_cut = w.is_cut
    w.is_cut = 0
    rest = moves - 1 if is_own else moves
    is_won = not is_own
    for k in range(count):
        if wins(rules, w, free + k * w.size, rest, after, depth + 1) == is_own:
            is_won = is_own
            break
        if w.status != RUNNING:
            return False
    if w.table[entry] != key:
        w.table[entry] = key
        w.table[entry + 1] = NEVER_WON
        w.table[entry + 2] = -1
    if is_won:
        w.table[entry + 1] = moves
    else:
        w.table[entry + 2] = moves
        w.table[entry + 3] = w.is_cut
    w.is_cut |= was_cut
    return is_won
