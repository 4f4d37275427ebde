"""The value of a state under best play, by alpha-beta search to the end of the game.

Each position is looked at once: a table keeps its value or a bound of it. Before an action is tried, the table is asked
about all that follows (enhanced transposition cutoffs; Schaeffer and Plaat, "New Advances in Alpha-Beta Searching", 1996).
Then come the actions that have cut off most often where they were tried of late: anywhere (the history heuristic; Schaeffer,
1989; relative: Winands et al., 2006), and as an answer to the action before (the countermove heuristic; Uiterwijk, 1992).
The first position's actions are sounded out by random games. A position that comes again on its own way ends the search: what
is in the table would then depend on the way there.

Positions that a symmetry of the game lays onto each other are one. An entry of the table has two words: the key, and value
* 2^20 + best place * 4 + kind of bound. The first of two entries is that with more work below it, the second the latest. Where
players have changed places (`rules.TURNED`), the table holds what the position is worth to the other one.

As long as nothing but the greatest payoff and the least has been met, each answer is one or the other, and one question is
enough: it serves both players. Once there is one between them, whether the value is above the middle is asked first.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import BARE, EXACT, LOWER, TURNED, UPPER, Rules, Search, bound_of
from interpreter.shared.machine_interface import BETWEEN, CYCLIC, DONE, FULL, RUNNING, STOPPED, UNEVEN, WRONG

MARKS = 4095  # counters that tell quickly that a key is not on the way, less one
MOST_DEPTH = 4000  # of the way
HISTORY = 1 << 13  # actions of a player that are told apart
ANSWERS = (1 << 18) - 1  # pairs of an action and the one before, less one
SURE = 1 << 20  # of an action that has always cut off
ANYWHERE, HERE = 256, 16  # the latest results count one part in so many: of an action, and of an answer
WEIGHT = 4  # of an answer, against the same action anywhere
GAMES, PLIES = 100, 400  # random games for each action of the first position, and how long they may be
PLACES = (1 << 18) - 1


class Solver(Search, Protocol):
    """`player` is the one whose payoff is the value, and all others keep it low; `greatest` and `least` bound it.
    `is_between` is 1 once there was a payoff between them. The search is stopped when `most_nodes` have been looked at.

    `table` has pairs of entries, `mask` is the number of those in use less one, and grows with the search up to `most_mask`;
    `works` is the work in the first one of each. `value` and
    `bound` are what `recall` has found, `best` the place that it names or that `decide` has found last.

    The rest belongs to `proof_numbers`: `proofs` has `proof_mask` + 1 groups of entries, `player` is asked for a payoff of `goal` or more,
    `goal_mark` tells the keys of different goals apart, `turned_mark` is that of what the other player is asked for, and `proved`
    and `refuted` are what is missing.
    `gain`, `second`, `cost` and `more` are what `weigh` has found last, `stay` and `pay` what `head` has.
    `notes` are about the first `noted` positions of its way when it was stopped, of which `resumed` are on the present one.
    """

    table: Words
    works: Words
    mask: int
    most_mask: int
    player: int
    other: int
    greatest: int
    least: int
    is_between: int
    most_nodes: int
    end: int
    free: int
    way: Words
    marks: Words
    history: Words
    answers: Words
    value: int
    bound: int
    best: int
    proofs: Words
    proof_mask: int
    goal: int
    goal_mark: int
    turned_mark: int
    proved: int
    refuted: int
    gain: int
    second: int
    cost: int
    more: int
    stay: int
    pay: int
    notes: Words
    noted: int
    resumed: int


def solve(rules: Rules, s: Solver, at: int) -> None:
    """The value of a state lies in `value`, the place of a best action in `best`."""
    s.status = RUNNING
    middle = (s.least + s.greatest) // 2
    key = rules.class_key(at)
    recall(s, key)
    if s.bound == 0:
        sound_out(rules, s, at)
    s.best = -1
    value = 0
    if s.is_between == 0:
        value = decide(rules, s, at, key, s.least, s.greatest, s.free, 0, 0)
        if s.status == BETWEEN:
            s.status = RUNNING
    if s.is_between != 0 and s.status == RUNNING:
        value = decide(rules, s, at, key, middle, s.greatest, s.free, 0, 0)
        if value <= middle and s.status == RUNNING:
            value = decide(rules, s, at, key, s.least, middle, s.free, 0, 0)
    if s.status == RUNNING:
        s.best = keeping_place(rules, s, at, value)
    s.value = value
    if s.status == RUNNING:
        s.status = DONE


def keeping_place(rules: Rules, s: Solver, at: int, value: int) -> int:
    """The place of an action that keeps the value of a state; -1 at the end. The table may name the place of another
    position, which a symmetry lays onto this one."""
    count = rules.look(at)
    if rules.is_over(at):
        return -1
    is_own = rules.player(at) == s.player
    hint = max(s.best, 0)
    if lay_out(rules, s, at, count, s.free, is_own, -1) == value and s.best >= 0:
        return s.best
    keys = s.free + count * 2
    after = keys + count + count * s.size
    for i in range(count):
        k = (hint + i) % count
        if s.memory[keys + k] != 0 and s.status == RUNNING:
            child = keys + count + k * s.size
            if decide(rules, s, child, s.memory[keys + k], value - 1, value + 1, after, 0, 0) == value:
                return k
    return 0


def decide(
    rules: Rules, s: Solver, at: int, key: int, least: int, most: int, free: int, depth: int, last: int
) -> int:
    """The value, as far as it lies between `least` and `most`. Memory from `free` on may be used; `last` is the mark of the action
    that has led here, and 1 more."""
    s.nodes += 1
    before = s.nodes
    if s.nodes > s.mask and s.mask < s.most_mask:
        grow(s)
    count = rules.look(at)
    if rules.is_over(at):
        return payoff(rules, s, at)
    recall(s, key)
    known = s.best if s.bound != 0 else -1
    if s.bound != 0 and is_answered(s, least, most):
        return s.value
    keys = free + count * 2  # behind the marks of the actions and their order
    after = keys + count + count * s.size
    if is_barred(s, key, after, depth):
        return 0
    is_own = rules.player(at) == s.player
    value = lay_out(rules, s, at, count, free, is_own, known)
    if rules.error != 0:
        s.status = WRONG
        return 0
    best = s.best
    s.way[depth] = key
    s.marks[key & MARKS] += 1
    low = max(least, value) if is_own else least
    high = most if is_own else min(most, value)
    tried = 0
    while low < high and tried < count and s.status == RUNNING:
        k = choose(s, free, count, tried, best, last)
        child = keys + count + k * s.size
        mark = s.memory[free + k]
        found = decide(rules, s, child, s.memory[keys + k], low, high, after, depth + 1, mark + 1)
        if found > value if is_own else found < value:
            value = found
            best = k
            low = max(low, value) if is_own else low
            high = high if is_own else min(high, value)
        tried += 1
    s.marks[key & MARKS] -= 1
    stop_if_asked(s)
    if s.status == RUNNING:
        if low >= high:
            learn(s, free, count, tried, best, last)
        keep_value(s, key, value, surest_bound(s, value, least, most), best, s.nodes - before + 1)
    s.best = max(best, 0)  # where all actions are as bad, any will do
    return value


def sound_out(rules: Rules, s: Solver, at: int) -> None:
    """How good the actions of the first position look in random games, as a beginning for what is learnt about them."""
    count = rules.look(at)
    states = s.free + 2 * count
    to = states + count * s.size
    if rules.is_over(at) or to + s.size > s.end:
        return
    is_own = rules.player(at) == s.player
    mark_all(rules, s, at, count, s.free, is_own)
    rules.expand(at, states)
    unit = max(1, (s.greatest - s.least) // SURE)
    for k in range(count):
        total = 0
        for _ in range(GAMES):
            if s.stop != 0:
                return
            rules.copy(to, states + k * s.size)
            rules.play_out(to, PLIES)
            if rules.is_over(to):
                value = rules.value(to, s.player)
                total += (value - s.least if is_own else s.greatest - value) // unit
            else:
                total += (s.greatest - s.least) // 2 // unit
        s.answers[pair_of(0, s.memory[s.free + k])] = total // GAMES
    rules.error = 0


def payoff(rules: Rules, s: Solver, at: int) -> int:
    """What `player` gets at the end of the game, and `other` loses, if there is another one."""
    found = rules.value(at, s.player)
    if s.is_between == 0 and found > s.least and found < s.greatest:
        s.is_between = 1
        s.status = BETWEEN
    if s.other != s.player and rules.value(at, s.other) != -found:
        s.status = UNEVEN
    return found


def is_answered(s: Solver, least: int, most: int) -> bool:
    """Whether what the table knows of a value suffices."""
    if s.bound == EXACT:
        return True
    return s.value >= most if s.bound == LOWER else s.value <= least


def surest_bound(s: Solver, value: int, least: int, most: int) -> int:
    """What was found of a value: no payoff lies beyond the greatest one and the least."""
    bound = bound_of(value, least, most)
    if (value >= s.greatest and bound == LOWER) or (value <= s.least and bound == UPPER):
        return EXACT
    return bound


def stop_if_asked(s: Solver) -> None:
    if s.stop != 0 or s.nodes >= s.most_nodes:
        s.status = STOPPED


def is_barred(s: Solver, key: int, after: int, depth: int) -> bool:
    """Whether there is no way on: no room for what follows, or the position stands above itself. The status says which."""
    if after > s.end or depth >= MOST_DEPTH:
        s.status = FULL
        return True
    if is_on_way(s, key, depth):
        s.status = CYCLIC
        return True
    return False


def is_on_way(s: Solver, key: int, depth: int) -> bool:
    """Whether a position stands above itself, or one that a symmetry lays onto it: then the same way leads on for ever."""
    if s.marks[key & MARKS] > 0:
        for i in range(depth):
            if (s.way[i] ^ key) & BARE == 0:
                return True
    return False


def lay_out(rules: Rules, s: Solver, at: int, count: int, free: int, is_own: bool, known: int) -> int:
    """Writes what follows a state into memory: marks of the actions, their order, keys and states.

    The value that the states which follow are known to give; `best` is then the place of the one that gives it, or else the
    place that is known from before.
    """
    keys = free + count * 2
    mark_all(rules, s, at, count, free, is_own)
    rules.expand(at, keys + count)
    value = s.least if is_own else s.greatest
    best = known
    for k in range(count):
        child = keys + count + k * s.size
        if rules.is_over(child):
            s.memory[keys + k] = 0
            s.bound = EXACT
            s.value = payoff(rules, s, child)
        else:
            s.memory[keys + k] = rules.class_key(child)
            recall(s, s.memory[keys + k])
        is_reached = s.bound == EXACT or s.bound == (LOWER if is_own else UPPER)
        if is_reached and (s.value > value if is_own else s.value < value):
            value = s.value
            best = k
    s.best = best
    return value


def mark_all(rules: Rules, s: Solver, at: int, count: int, free: int, is_own: bool) -> None:
    """Writes the marks of the actions into memory, and behind them their order."""
    side = HISTORY if is_own else 0
    rules.list(at)
    for k in range(count):
        s.memory[free + k] = side + ((rules.word(k) * 0x9E3779B1 >> 12) & (HISTORY - 1))
        s.memory[free + count + k] = k


def pair_of(last: int, mark: int) -> int:
    """The place of what is known of an action as an answer to the one before."""
    return (last * 0x9E3779B1 + mark * 0x85EBCA6B >> 8) & ANSWERS


def choose(s: Solver, free: int, count: int, tried: int, best: int, last: int) -> int:
    """The next action to try: first the best one that is known, then the one that has cut off most elsewhere."""
    order = free + count
    found = tried
    highest = -1
    for i in range(tried, count):
        k = s.memory[order + i]
        if tried == 0 and k == best:
            found = i
            break
        mark = s.memory[free + k]
        merit = s.history[mark] + WEIGHT * s.answers[pair_of(last, mark)]
        if merit > highest:
            found = i
            highest = merit
    k = s.memory[order + found]
    s.memory[order + found] = s.memory[order + tried]
    s.memory[order + tried] = k
    return k


def learn(s: Solver, free: int, count: int, tried: int, best: int, last: int) -> None:
    """Notes which action has cut off, and which were tried before it in vain."""
    for i in range(tried):
        k = s.memory[free + count + i]
        mark = s.memory[free + k]
        pair = pair_of(last, mark)
        reached = SURE if k == best else 0
        s.history[mark] += (reached - s.history[mark]) // ANYWHERE
        s.answers[pair] += (reached - s.answers[pair]) // HERE


def recall(s: Solver, key: int) -> None:
    """What the table knows of a position; `bound` is 0 if nothing."""
    bare = key & BARE
    at = (key & s.mask) * 4
    if s.table[at] != bare:
        at += 2
    s.bound = 0
    if s.table[at] == bare:
        held = s.table[at + 1]
        s.bound = turned_bound(key, held & 3)
        s.best = (held >> 2) & PLACES
        s.value = -(held // (1 << 20)) if key & TURNED != 0 else held // (1 << 20)


def turned_bound(key: int, bound: int) -> int:
    """The kind of bound for the one player, from that for the other if they have changed places."""
    return LOWER + UPPER - bound if key & TURNED != 0 and bound != EXACT else bound


def keep_value(s: Solver, key: int, value: int, bound: int, best: int, work: int) -> None:
    """Writes a position into the table."""
    bare = key & BARE
    pair = key & s.mask
    at = pair * 4
    if s.table[at] == bare or s.works[pair] <= work:
        s.works[pair] = work
    else:
        at += 2
    s.table[at] = bare
    kept = -value if key & TURNED != 0 else value
    s.table[at + 1] = kept * (1 << 20) + max(best, 0) * 4 + turned_bound(key, bound)


def grow(s: Solver) -> None:
    """Takes twice as much of the table into use, since fresh memory is dear: what belongs behind the old part moves there."""
    old = s.mask + 1
    s.mask = 2 * old - 1
    for pair in range(old):
        for entry in range(2):
            at = pair * 4 + entry * 2
            if s.table[at] & old != 0:
                s.table[at + old * 4] = s.table[at]
                s.table[at + old * 4 + 1] = s.table[at + 1]
                s.table[at] = 0
                if entry == 0:
                    s.works[pair + old] = s.works[pair]
                    s.works[pair] = 0
