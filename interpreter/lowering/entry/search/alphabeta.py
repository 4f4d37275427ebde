"""The best action as far as a search to some depth sees: alpha-beta with an evaluation, for games without chance and secrets
(for those with chance see `expectimax`).

* The player at the root has the best of each choice of their own, and the worst of each one of the others: for two players
  that is minimax, for more it takes all others for one side (paranoid; Sturtevant and Korf, "On Pruning Techniques for
  Multi-Player Games", 2000).
* Deepening by steps, a table, principal variation search (Marsland, "A Review of Game-Tree Pruning", 1986), reductions of
  late actions, the history heuristic (Schaeffer, 1989) and killers: the actions that cut off last at the same depth (Akl and
  Newborn, "The Principal Continuation and the Killer Heuristic", 1977).
* Positions are evaluated by the game's measures, weighted by `weights`. All that follows is evaluated when it is made, and
  tried in that order. Behind the last ply only those actions are followed that change the evaluation by at least `loud`
  in favour of the player who acts: captures and promotions, whatever they are called (quiescence; Beal, 1990).

An entry of the table has two words: `value * 2^24 + depth * 2^16 + place * 4 + kind of bound`, and before it the key, of which the
bits that are set in the other word are turned. Several threads may share the table without waiting for each other: of an entry whose
words two of them have written, the key does not fit (Hyatt and Mann, "A Lock-less Transposition Table Implementation for Parallel
Search", 2002).
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import EXACT, LOWER, SCALE, Rules, Search, bound_of, renew
from interpreter.shared.machine_interface import DONE, FULL, RUNNING, STOPPED, WRONG

WIN = 1 << 26  # less one for each action until then
SOON = WIN - 2000  # values beyond it are wins
MOST_VALUE = 1 << 24  # of an evaluation
NO_PLACE = (1 << 14) - 1
HISTORY = 1 << 12  # actions of a side that are told apart
DEEPEST = 120
LATE = 4  # actions that are tried in full
LATER = 12  # actions behind which two plies are left out
QUIET_PLIES = 12


class Look(Search, Protocol):
    """`player` looks for an action to depth `depth`; `is_own` says which players are on their side.

    `best` is the place of the best action found, -1 if none yet, `value` its value; `most_nodes` positions may be looked at in
    all. `values` is where measures are written, `measures` how many there are, of which the first `weighed` count, `tempo` what it is worth to be the one to
    act. `most_history` is the most that an action gains in the order of trying by what it has cut off elsewhere. States lie from
    `free` to `end`. `samples` outcomes of an action are looked at where chance decides, and `promises` are what `promised` goes by.
    """

    table: Words
    mask: int
    history: Words
    killers: Words
    weights: Words
    is_own: Words
    measures: int
    weighed: int
    values: int
    tempo: int
    loud: int
    most_history: int
    player: int
    depth: int
    free: int
    end: int
    best: int
    value: int
    most_nodes: int
    teams: Words
    all_weights: Words
    players: int
    rows: int
    count: int
    opening: int
    noise: int
    longest: int
    is_over: int
    samples: int
    promises: Words
    payoffs: Words
    bound: int
    known: int
    known_depth: int
    known_value: int


def look(rules: Rules, a: Look, at: int) -> None:
    """Looks to depth `depth` from a state that is not over; the best action of the last depth is tried first."""
    a.status = RUNNING
    a.best = -1
    value = search(rules, a, at, rules.key(at), 0 - WIN, WIN, a.depth, a.free, 0)
    if a.status == RUNNING:
        a.value = value
        a.status = DONE


def evaluate(rules: Rules, a: Look, at: int) -> int:
    """What a state seems to be worth to the player at the root."""
    if rules.is_over(at):
        return result(rules, a, at, 0)
    count = rules.measure(at, a.values, a.weighed)
    total = 0
    for i in range(count):
        total += a.weights[i] * a.memory[a.values + i]
    total = total // SCALE
    total += a.tempo * side_of(rules, a, at)
    return min(max(total, 0 - MOST_VALUE), MOST_VALUE)


def side_of(rules: Rules, a: Look, at: int) -> int:
    """1 where the player at the root acts, or one on their side; -1 where another one does."""
    return 1 if a.is_own[rules.player(at)] != 0 else 0 - 1


def result(rules: Rules, a: Look, at: int, ply: int) -> int:
    """What a finished game is worth to the player at the root: a win the more, the sooner."""
    payoff = rules.value(at, a.player)
    if payoff > 0:
        return WIN - ply
    return ply - WIN if payoff < 0 else 0


def search(
    rules: Rules, a: Look, at: int, key: int, low: int, high: int, depth: int, free: int, ply: int
) -> int:
    """The value for the side to act, as far as it lies between `low` and `high`. Memory from `free` on may be used."""
    a.nodes += 1
    if a.nodes > a.most_nodes or a.stop != 0:
        a.status = STOPPED
        return 0
    count = rules.look(at)
    sign = side_of(rules, a, at)
    if rules.is_over(at):
        return result(rules, a, at, ply) * sign
    recall(a, key)
    first = a.known if a.bound != 0 else NO_PLACE
    if ply > 0 and is_answered(a, low, high, depth, ply):
        return a.known_value
    states = free + count * 3  # behind the evaluations, the order and the marks of the actions
    after = states + count * a.size
    if after > a.end or ply >= DEEPEST:
        return cut_short(rules, a, at, ply, FULL) * sign
    lay_out(rules, a, at, count, free, sign, first, depth)
    if rules.error != 0:
        return cut_short(rules, a, at, ply, WRONG) * sign
    if ply == 0:
        shuffle(rules, a, free + count, count, 1 if first < count else 0)
    if depth <= 1:
        return settle(rules, a, at, key, count, low, high, free, ply, sign, first)
    best = 0 - WIN * 2
    best_place = 0
    lowest = low
    for i in range(count):
        k = pick(a, free, count, i, first, depth, ply)
        value = descend(rules, a, free, count, k, i, low, high, depth, ply, sign)
        if a.status != RUNNING:
            return 0
        if value > best:
            best = value
            best_place = k
            if ply == 0:
                a.best = k
                a.value = value
            low = max(low, value)
            if low >= high:
                learn(a, free, count, i, depth, ply)
                break
    keep(a, key, best, bound_of(best, lowest, high), best_place, depth, ply)
    return best


def is_answered(a: Look, low: int, high: int, depth: int, ply: int) -> bool:
    """Whether what `recall` has found is the answer: as deep a look, and sure enough. A win is then counted from the root."""
    if a.bound == 0 or a.known_depth < depth:
        return False
    if a.known_value > SOON:
        a.known_value -= ply
    elif a.known_value < 0 - SOON:
        a.known_value += ply
    if a.bound == EXACT:
        return True
    return a.known_value >= high if a.bound == LOWER else a.known_value <= low


def cut_short(rules: Rules, a: Look, at: int, ply: int, status: int) -> int:
    """The evaluation of a state whose actions cannot be looked at; at the root that is no answer, and the status says why."""
    rules.error = 0
    if ply == 0:
        a.status = status
    return evaluate(rules, a, at)


def descend(
    rules: Rules,
    a: Look,
    free: int,
    count: int,
    k: int,
    i: int,
    low: int,
    high: int,
    depth: int,
    ply: int,
    sign: int,
) -> int:
    """The value of an action, the i-th that is tried: the first in full, the others by whether they are better."""
    states = free + count * 3
    child = states + k * a.size
    after = states + count * a.size
    if rules.is_over(child):
        return result(rules, a, child, ply + 1) * sign
    key = rules.key(child)
    is_same = side_of(rules, a, child) == sign
    rest = depth - 1
    if i > 0:
        if i >= LATE and depth >= 3:
            rest -= 2 if i >= LATER and depth >= 5 else 1
        value = narrow(rules, a, child, key, low, rest, after, ply, is_same)
        if value > low and rest < depth - 1 and a.status == RUNNING:
            value = narrow(rules, a, child, key, low, depth - 1, after, ply, is_same)
        if value <= low or value >= high or a.status != RUNNING:
            return value
    if is_same:
        return search(rules, a, child, key, low, high, depth - 1, after, ply + 1)
    return 0 - search(rules, a, child, key, 0 - high, 0 - low, depth - 1, after, ply + 1)


def narrow(
    rules: Rules, a: Look, child: int, key: int, low: int, depth: int, after: int, ply: int, is_same: bool
) -> int:
    """Whether an action is better than `low`."""
    if is_same:
        return search(rules, a, child, key, low, low + 1, depth, after, ply + 1)
    return 0 - search(rules, a, child, key, 0 - low - 1, 0 - low, depth, after, ply + 1)


def settle(
    rules: Rules,
    a: Look,
    at: int,
    key: int,
    count: int,
    low: int,
    high: int,
    free: int,
    ply: int,
    sign: int,
    first: int,
) -> int:
    """The last ply: each action is worth what the position behind it is, once it is quiet."""
    best = 0 - WIN * 2
    best_place = 0
    lowest = low
    states = free + count * 3
    after = states + count * a.size
    here = evaluate(rules, a, at) * sign
    for i in range(count):
        k = pick(a, free, count, i, first, 1, ply)
        if ply == 0 and i == 0:
            a.best = k  # the best at first sight, also for a look that is cut short before it ends
        child = states + k * a.size
        if rules.is_over(child):
            value = result(rules, a, child, ply + 1) * sign
        else:
            is_same = side_of(rules, a, child) == sign
            value = a.memory[free + k]
            if is_same:
                value = max(value, here)  # whoever goes on may do so well
            elif value > low:
                value = 0 - quiet(rules, a, child, 0 - high, 0 - max(low, best), after, QUIET_PLIES)
        if a.status != RUNNING:
            return 0
        if value > best:
            best = value
            best_place = k
            if ply == 0:
                a.best = k
                a.value = value
            low = max(low, value)
            if low >= high:
                break
    keep(a, key, best, bound_of(best, lowest, high), best_place, 1, ply)
    return best


def quiet(rules: Rules, a: Look, at: int, low: int, high: int, free: int, left: int) -> int:
    """The value for the side to act when only loud actions are followed, or none."""
    a.nodes += 1
    sign = side_of(rules, a, at)
    here = evaluate(rules, a, at) * sign
    if here >= high or left == 0 or a.loud == 0:
        return here
    if a.nodes > a.most_nodes or a.stop != 0:
        a.status = STOPPED
        return 0
    count = rules.look(at)
    if rules.is_over(at):
        return result(rules, a, at, DEEPEST) * sign
    states = free + count * 3
    after = states + count * a.size
    if after > a.end:
        return here
    lay_out(rules, a, at, count, free, sign, NO_PLACE, 0)
    if rules.error != 0:
        rules.error = 0
        return here
    best = here
    low = max(low, best)
    for i in range(count):
        k = pick(a, free, count, i, NO_PLACE, 0, 0)
        seen = a.memory[free + k]
        if seen < here + a.loud or seen <= low:
            break  # those behind it are worse
        child = states + k * a.size
        if rules.is_over(child):
            value = result(rules, a, child, DEEPEST) * sign
        elif side_of(rules, a, child) == sign:
            value = quiet(rules, a, child, low, high, after, left - 1)
        else:
            value = 0 - quiet(rules, a, child, 0 - high, 0 - low, after, left - 1)
        if a.status != RUNNING:
            return 0
        best = max(best, value)
        low = max(low, value)
        if low >= high:
            break
    return best


def play(rules: Rules, a: Look, at: int) -> None:
    """One game against itself from a state: `opening` random actions, and then the best by a look of `depth` plies, one where there are
    too many actions for more, or in one of `noise` decisions a random one. Behind the opening each position has a row, from `rows` on: what
    is measured, who acts, how many actions are legal; `count` is the number of rows. `payoffs` are 0 if the game is not over."""
    ply = 0
    depth = a.depth
    a.count = 0
    a.status = RUNNING
    while ply < a.longest and a.status == RUNNING:
        count = rules.look(at)
        if rules.is_over(at) or rules.error != 0:
            break
        if ply >= a.opening:
            row = a.rows + a.count * (a.measures + 2)
            rules.measure(at, row, a.measures)
            a.memory[row + a.measures] = rules.player(at)
            a.memory[row + a.measures + 1] = count
            a.count += 1
        place = rules.below(count)
        renew(rules, at)  # what is looked at is not the chance that comes
        if ply >= a.opening and a.noise != 0 and rules.below(a.noise) != 0 and count > 1:
            look_for_mover(rules, a, at, depth if count * count <= a.most_nodes else 1)
            if a.best >= 0:
                place = a.best
            renew(rules, at)
            rules.look(at)
        rules.do(at, place)
        ply += 1
    a.is_over = 1 if rules.is_over(at) and rules.error == 0 else 0
    for p in range(a.players):
        a.payoffs[p] = rules.value(at, p) if a.is_over != 0 else 0
    rules.error = 0


def look_for_mover(rules: Rules, a: Look, at: int, depth: int) -> None:
    """Looks for the best action of whoever acts, by their own weights."""
    a.player = rules.player(at)
    for p in range(a.players):
        a.is_own[p] = 1 if a.teams[p] == a.teams[a.player] else 0
    for i in range(a.measures):
        a.weights[i] = a.all_weights[a.player * a.measures + i]
    a.nodes = 0
    a.best = -1
    for i in range(2 * a.mask + 2):
        a.table[i] = 0  # it is about another player, or another game
    search(rules, a, at, rules.key(at), 0 - WIN, WIN, depth, a.free, 0)
    if a.status == STOPPED and a.stop == 0:
        a.status = RUNNING  # an exchange of captures took too long: the best so far is taken
    rules.error = 0


def gauge(rules: Rules, a: Look, at: int) -> None:
    """A random game from a state on. By how much each action that was legal in it changes the evaluation in favour of the player
    who acts is written from `rows` on, `longest` numbers at most; `count` is how many there are."""
    a.count = 0
    count = rules.look(at)
    while not rules.is_over(at) and rules.error == 0 and a.count + count <= a.longest:
        states = a.free + count * 3
        if states + count * a.size > a.end:
            break
        sign = side_of(rules, a, at)
        here = evaluate(rules, a, at) * sign
        lay_out(rules, a, at, count, a.free, sign, NO_PLACE, 0)
        for k in range(count):
            if not rules.is_over(states + k * a.size):
                a.memory[a.rows + a.count] = a.memory[a.free + k] - here
                a.count += 1
        renew(rules, at)
        rules.look(at)
        rules.do(at, rules.below(count))
        count = rules.look(at)
    rules.error = 0


def lay_out(rules: Rules, a: Look, at: int, count: int, free: int, sign: int, first: int, depth: int) -> None:
    """Writes what follows a state into memory: evaluations for the side to act, the order, marks, and states."""
    states = free + count * 3
    marks = free + count * 2
    side = HISTORY if sign > 0 else 0
    if depth > 1:
        rules.list(at)
        for k in range(count):
            a.memory[marks + k] = side + ((rules.word(k) * 0x9E3779B1 >> 12) & (HISTORY - 1))
    rules.expand(at, states)
    for k in range(count):
        a.memory[free + k] = evaluate(rules, a, states + k * a.size) * sign
        a.memory[free + count + k] = k
    if first < count:
        a.memory[free + count + first] = 0
        a.memory[free + count] = first


def shuffle(rules: Rules, a: Look, order: int, count: int, begin: int) -> None:
    """Puts the actions behind the first ones into random order, so that of equal ones each may be taken: the order of the list would
    favour players whose good actions come first in it."""
    for i in range(begin, count):
        other = i + rules.below(count - i)
        held = a.memory[order + i]
        a.memory[order + i] = a.memory[order + other]
        a.memory[order + other] = held


def pick(a: Look, free: int, count: int, tried: int, first: int, depth: int, ply: int) -> int:
    """The next action to try: the one that the table names, then by evaluation and by what has cut off elsewhere."""
    order = free + count
    if tried == 0 and first < count:
        return first
    found = tried
    most = merit(a, free, count, a.memory[order + tried], depth, ply)
    for i in range(tried + 1, count):
        value = merit(a, free, count, a.memory[order + i], depth, ply)
        if value > most:
            found = i
            most = value
    k = a.memory[order + found]
    a.memory[order + found] = a.memory[order + tried]
    a.memory[order + tried] = k
    return k


def merit(a: Look, free: int, count: int, k: int, depth: int, ply: int) -> int:
    """How promising an action is. In the last ply only its evaluation is known."""
    if depth <= 1:
        return a.memory[free + k]
    mark = a.memory[free + count * 2 + k]
    found = a.memory[free + k] + min(a.history[mark], a.most_history)
    if a.killers[ply * 2] == mark or a.killers[ply * 2 + 1] == mark:
        found += a.most_history
    return found


def learn(a: Look, free: int, count: int, tried: int, depth: int, ply: int) -> None:
    """Notes which action has cut off."""
    mark = a.memory[free + count * 2 + a.memory[free + count + tried]]
    a.history[mark] += depth * depth
    if a.killers[ply * 2] != mark:
        a.killers[ply * 2 + 1] = a.killers[ply * 2]
        a.killers[ply * 2] = mark


def recall(a: Look, key: int) -> None:
    """What the table knows of a position; `bound` is 0 if nothing."""
    at = (key & a.mask) * 2
    a.bound = 0
    held = a.table[at + 1]
    if a.table[at] ^ held == key:
        a.bound = held & 3
        a.known = (held >> 2) & NO_PLACE
        a.known_depth = (held >> 16) & 255
        a.known_value = held // (1 << 24)


def keep(a: Look, key: int, value: int, bound: int, place: int, depth: int, ply: int) -> None:
    """Writes a position into the table; of a win how many actions it is away from there."""
    if value > SOON:
        value += ply
    elif value < 0 - SOON:
        value -= ply
    at = (key & a.mask) * 2
    held = value * (1 << 24) + (min(depth, 255) << 16) + min(place, NO_PLACE) * 4 + bound
    a.table[at] = key ^ held
    a.table[at + 1] = held
