"""Forced wins in so many moves: can a player win with at most so many moves of their own, whatever the others do?

A table keeps of each position with how many moves the player has been found to win, and with how many not. An entry has four
words: key, least moves that suffice, most moves that do not, and whether games were left unfinished to say so.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search
from interpreter.shared.search_status import DONE, FULL, RUNNING, STOPPED, WRONG

NEVER_WON = 1 << 30
MOST_DEPTH = 4000


class Forced(Search, Protocol):
    """`moves` are those of `player`. `is_won` is the answer, `is_cut` whether games were left unfinished."""

    table: Words
    mask: int
    player: int
    moves: int
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
    if after > w.end or depth >= MOST_DEPTH or w.stop != 0:
        w.status = STOPPED if w.stop != 0 else FULL
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
