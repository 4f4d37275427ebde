"""Whether a player can reach a payoff, by depth-first proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and
its applications", 2002).

A position has two numbers: how much is still to be shown until it is sure that the player reaches the goal, and until it is sure
that they do not. The search goes where least is missing. What is missing of several positions together is the largest of
their numbers, and one more for each of the others (weak proof numbers; Ueda et al., 2008): a sum would count positions that are
reached in several ways each time. A new position begins with one to show, or with the number of its actions, where the
actions all have to be answered. The search is soon done with positions in which one side has few actions that matter,
where alpha-beta looks at all.

An entry of the table has two words: the key, and both numbers, which change places where players have (`rules.TURNED`). Four entries have a place together; one that is sure stays
longer. A position that comes again on its own way ends the search: what is missing would never be less. A
search that was stopped goes on where it was, as far down as its notes say: it would else leave many positions for others that
need as little.
"""

from interpreter.lowering.entry.search.rules import BARE, TURNED, Rules
from interpreter.lowering.entry.search.solver import MARKS, Solver, is_barred, payoff, stop_if_asked
from interpreter.shared.machine_interface import DONE, RUNNING, STOPPED, WRONG

SURE = 1 << 30  # more than is ever missing: the opposite is sure
SHIFT = 1 << 31
PATIENCE = 4  # the search stays until a quarter more is missing than elsewhere (Pawlewicz and Lew, 2007)
TOGETHER = 4  # entries of the table
NOTE = 4  # words for each position on the way: its key, the place of the action, and what may be missing behind it


def prove(rules: Rules, s: Solver, at: int) -> None:
    """What is missing of a position that is not over; 0 in `proved` or `refuted` once it is sure."""
    s.status = RUNNING
    s.best = -1
    s.resumed = 0
    both = lay_bare(rules, s, at, key_of(rules, s, at), SURE, SURE, s.free, 0)
    s.proved = both // SHIFT
    s.refuted = both % SHIFT
    if s.status == RUNNING:
        s.status = DONE


def key_of(rules: Rules, s: Solver, at: int) -> int:
    """The number of a position under the question that is asked: whether one player gets more is whether the other gets less."""
    key = rules.class_key(at)
    return key ^ ((s.turned_mark if key & TURNED != 0 else s.goal_mark) & BARE)


def seen_from(key: int, both: int) -> int:
    """Both numbers for the one player, from those for the other if they have changed places."""
    return both % SHIFT * SHIFT + both // SHIFT if key & TURNED != 0 else both


def both_of(is_own: bool, gain: int, cost: int) -> int:
    """Both numbers as one, from what is missing for what the mover wants and against it."""
    return gain * SHIFT + cost if is_own else cost * SHIFT + gain


def lay_bare(
    rules: Rules, s: Solver, at: int, key: int, most_proof: int, most_refutation: int, free: int, depth: int
) -> int:
    """Looks below a position until as much is missing as is allowed, or nothing. Both numbers as one."""
    s.nodes += 1
    count = rules.look(at)
    keys = free
    missing = keys + count
    states = missing + count
    after = states + count * s.size
    if is_barred(s, key, after, depth):
        return SHIFT + 1
    is_own = rules.player(at) == s.player
    rules.expand(at, states)
    if rules.error != 0:
        s.status = WRONG
        return SHIFT + 1
    if begin(rules, s, count, free, is_own):
        both = both_of(is_own, 0, SURE)
        keep_proof(rules, s, key, both)
        return both
    most_gain = most_proof if is_own else most_refutation
    most_cost = most_refutation if is_own else most_proof
    s.way[depth] = key
    s.marks[key & MARKS] += 1
    gain = 0
    cost = 0
    while s.status == RUNNING:
        weigh(s, keys, count, is_own)
        gain = s.gain
        cost = s.cost
        if gain >= most_gain or cost >= most_cost or gain == 0 or cost == 0:
            break
        stay = min(most_gain, s.second + s.second // PATIENCE + 1)
        pay = most_cost if most_cost >= SURE else most_cost - (s.more - 1)
        head(s, depth, key, stay, pay)
        best = s.best
        proof = s.stay if is_own else s.pay
        refutation = s.pay if is_own else s.stay
        child = states + best * s.size
        found = lay_bare(rules, s, child, s.memory[keys + best], proof, refutation, after, depth + 1)
        s.memory[missing + best] = found
        stop_if_asked(s)
    s.marks[key & MARKS] -= 1
    if gain == 0:
        cost = SURE
    if cost == 0:
        gain = SURE
        s.best = -1
    both = both_of(is_own, gain, cost)
    if s.status == RUNNING or s.status == STOPPED:
        keep_proof(rules, s, key, both)
    return both


def head(s: Solver, depth: int, key: int, stay: int, pay: int) -> None:
    """Where the search goes on: to the `best` action, as long as no more is missing behind it than `stay` for what the mover wants and
    `pay` against it. That is noted; while a search that was stopped comes back to where it was, it is what was noted then.
    """
    note = depth * NOTE
    if s.resumed == depth and depth < s.noted and s.notes[note] == key:
        s.resumed = depth + 1
        s.best = s.notes[note + 1]
        s.stay = s.notes[note + 2]
        s.pay = s.notes[note + 3]
    else:
        s.stay = stay
        s.pay = pay
        s.noted = depth + 1
        s.notes[note] = key
        s.notes[note + 1] = s.best
        s.notes[note + 2] = stay
        s.notes[note + 3] = pay


def weigh(s: Solver, keys: int, count: int, is_own: bool) -> None:
    """What is missing of a position by what is missing of those that follow, as far as the table knows by now: for what the
    mover wants in `gain`, of the `best` action and of the `second` one, and against it in `cost`, of `more` actions."""
    missing = keys + count
    gain = SURE
    second = SURE
    least = SURE
    greatest = 0
    more = 0
    best = -1
    for k in range(count):
        if s.memory[keys + k] != 0:
            found = proof_of(s, s.memory[keys + k])
            if found >= 0:
                s.memory[missing + k] = found
        both = s.memory[missing + k]
        to_gain = both // SHIFT if is_own else both % SHIFT
        to_pay = both % SHIFT if is_own else both // SHIFT
        if best < 0 or to_gain < gain or (to_gain == gain and to_pay < least):
            second = gain if best >= 0 else SURE
            gain = to_gain
            least = to_pay
            best = k
        else:
            second = min(second, to_gain)
        if to_pay > 0:
            more += 1
            greatest = max(greatest, to_pay)
    s.cost = greatest if greatest == 0 or greatest >= SURE else min(greatest + more - 1, SURE - 1)
    s.gain = gain
    s.second = second
    s.more = more
    s.best = best


def begin(rules: Rules, s: Solver, count: int, free: int, is_own: bool) -> bool:
    """Writes the keys of all that follows into memory, and what is missing there. Whether one is what the mover wants; it is then
    the `best`."""
    keys = free
    missing = keys + count
    states = missing + count
    for k in range(count):
        child = states + k * s.size
        found = -1
        actions = 0
        if not rules.is_over(child):
            s.memory[keys + k] = key_of(rules, s, child)
            found = proof_of(s, s.memory[keys + k])
            if found < 0:
                actions = rules.look(child)
        if rules.is_over(child):
            s.memory[keys + k] = 0
            found = SURE if payoff(rules, s, child) >= s.goal else SURE * SHIFT
        elif found < 0:
            found = SHIFT + actions if rules.player(child) == s.player else actions * SHIFT + 1
        s.memory[missing + k] = found
        if found == both_of(is_own, 0, SURE):
            s.best = k
            return True
    return False


def proof_of(s: Solver, key: int) -> int:
    """What the table says is missing of a position, both numbers as one; -1 if it knows nothing."""
    at = (key & s.proof_mask) * 2 * TOGETHER
    bare = key & BARE
    for i in range(TOGETHER):
        if s.proofs[at + 2 * i] == bare:
            return seen_from(key, s.proofs[at + 2 * i + 1])
    return -1


def keep_proof(rules: Rules, s: Solver, key: int, found: int) -> None:
    """Writes a position into the table: over an entry of its own, a free one, or one that is not sure."""
    at = (key & s.proof_mask) * 2 * TOGETHER
    bare = key & BARE
    first = rules.below(TOGETHER)
    to = at + 2 * first
    for i in range(TOGETHER):
        other = at + 2 * ((first + i) % TOGETHER)
        held = s.proofs[other + 1]
        if held // SHIFT != 0 and held % SHIFT != 0:
            to = other
    for i in range(TOGETHER):
        other = at + 2 * i
        if s.proofs[other] == bare or s.proofs[other] == 0:
            to = other
            break
    s.proofs[to] = bare
    s.proofs[to + 1] = seen_from(key, found)
