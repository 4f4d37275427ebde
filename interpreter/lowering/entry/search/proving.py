"""Proof-number search: can a player reach a payoff, whatever the others do?

Depth-first proof-number search with thresholds (Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications",
2002), with the larger steps of Pawlewicz and Lew ("Improving Depth-First PN-Search: 1 + epsilon Trick", 2007), and with the
largest number instead of the sum where numbers add up, since positions meet again (Ueda, Hashimoto, Hashimoto and Iida,
"Weak Proof-Number Search", 2008). A position that comes again on its own way ends the search: what is in the table would
then depend on the way there.

An entry of the table has four words: key, proof number, disproof number, and the work that is in it. Of two entries one
keeps what took more work.
"""

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search
from interpreter.reports import CYCLIC, DONE, FULL, NEVER, RUNNING, STOPPED, WRONG

ENTRY = 4  # words
MARKS = 4095  # counters that tell quickly that a key is not on the way, less one
MOST_DEPTH = 4000  # of the way
PROVED, DISPROVED = -1, -2  # stand for keys of states in which the game is over


class Proof(Search):
    """`mask`: the number of pairs of entries, less one. `end`: behind the free memory. `way`: the keys of the states above.

    `proof` and `disproof` are the numbers of the position that was looked at last.
    """

    table: Words
    mask: int
    player: int
    goal: int
    end: int
    free: int
    way: Words
    marks: Words
    proof: int
    disproof: int


def prove(rules: Rules, p: Proof, at: int) -> None:
    """Whether `player` can get at least `goal` from a state: `proof` or `disproof` is then 0."""
    p.status = RUNNING
    p.proof = 1
    p.disproof = 1
    prove_at(rules, p, at, rules.key(at), NEVER, NEVER, p.free, 0)
    if p.status == RUNNING:
        p.status = DONE


def settle(p: Proof, key: int, proof: int, disproof: int, work: int) -> None:
    """What a search of a position has come to."""
    p.proof = proof
    p.disproof = disproof
    keep(p, key, proof, disproof, work)


def prove_at(
    rules: Rules, p: Proof, at: int, key: int, most_proof: int, most_disproof: int, free: int, depth: int
) -> None:
    """Searches until one of the position's numbers reaches its limit. Memory from `free` on may be used."""
    p.nodes += 1
    before = p.nodes
    count = rules.look(at)
    if rules.is_over(at):
        is_reached = rules.value(at, p.player) >= p.goal
        settle(p, key, 0 if is_reached else NEVER, NEVER if is_reached else 0, 1)
        return
    keys = free + count * p.size
    if keys + count > p.end or depth >= MOST_DEPTH:
        p.status = FULL
        return
    if p.marks[key & MARKS] > 0:
        for i in range(depth):
            if p.way[i] == key:
                p.status = CYCLIC
                return
    is_own = rules.player(at) == p.player
    rules.expand(at, free)
    if rules.error != 0:
        p.status = WRONG
        return
    for k in range(count):
        child = free + k * p.size
        if rules.is_over(child):
            is_reached = rules.value(child, p.player) >= p.goal
            p.memory[keys + k] = PROVED if is_reached else DISPROVED
            if is_reached == is_own:
                settle(p, key, 0 if is_own else NEVER, NEVER if is_own else 0, 1)
                return
        else:
            p.memory[keys + k] = rules.key(child)
    p.way[depth] = key
    p.marks[key & MARKS] += 1
    while True:
        # of its own moves the best one counts, of the others' all: numbers are turned so that `own` is the least of them
        own = NEVER
        second = NEVER
        best = 0
        others = 0
        waiting = 0
        for k in range(count):
            found(p, p.memory[keys + k])
            mine = p.proof if is_own else p.disproof
            theirs = p.disproof if is_own else p.proof
            if theirs > 0:
                waiting += 1
                others = max(others, theirs)
            if mine < own:
                second = own
                own = mine
                best = k
            elif mine < second:
                second = mine
        if others < NEVER and waiting > 1:
            others = others + waiting - 1
        proof = own if is_own else others
        disproof = others if is_own else own
        if p.stop != 0:
            p.status = STOPPED
        is_settled = proof >= most_proof or disproof >= most_disproof or p.status != RUNNING
        if is_settled or proof == 0 or disproof == 0:
            settle(p, key, proof, disproof, p.nodes - before + 1)
            break
        wider = min(second + second // 4 + 1, NEVER)
        most_own = min(most_proof if is_own else most_disproof, wider)
        most_others = most_disproof if is_own else most_proof
        if most_others < NEVER:
            most_others = most_others - waiting + 1
        proof = most_own if is_own else most_others
        disproof = most_others if is_own else most_own
        child = free + best * p.size
        prove_at(rules, p, child, p.memory[keys + best], proof, disproof, keys + count, depth + 1)
    p.marks[key & MARKS] -= 1


def found(p: Proof, key: int) -> None:
    """The numbers of a position, 1 and 1 if it is not known."""
    p.proof = 1
    p.disproof = 1
    if key == PROVED or key == DISPROVED:
        p.proof = 0 if key == PROVED else NEVER
        p.disproof = NEVER if key == PROVED else 0
        return
    at = (key & p.mask) * 2 * ENTRY
    if p.table[at] != key:
        at = at + ENTRY
    if p.table[at] == key:
        p.proof = p.table[at + 1]
        p.disproof = p.table[at + 2]


def keep(p: Proof, key: int, proof: int, disproof: int, work: int) -> None:
    """Writes a position into the table, over the less work of two."""
    at = (key & p.mask) * 2 * ENTRY
    if p.table[at] != key and (p.table[at + ENTRY] == key or p.table[at + 3] > work):
        at = at + ENTRY
    p.table[at] = key
    p.table[at + 1] = proof
    p.table[at + 2] = disproof
    p.table[at + 3] = work
