"""The best action where chance decides in the open: the mean of what may come of each one (expectimax; Michie, "Game-Playing and
Game-Learning Automata", 1966), over samples of what chance does (Kearns, Mansour and Ng, "A Sparse Sampling Algorithm for
Near-Optimal Planning in Large Markov Decision Processes", 2002).

* All actions of a position meet the same draws, so that their difference says more than that of either alone. An action that
  draws nothing is looked at once.
* Values are what the player at the root may expect, in units of 1 / ONE, since means of anything else would mean nothing.
  They have the best of each choice of their own, and the worst of each one of the others.
* Only the actions that seem best behind one ply are looked at further.
"""

from interpreter.lowering.entry.search.alphabeta import Look, side_of
from interpreter.lowering.entry.search.rules import FACTOR, SEEDS, Rules, promised
from interpreter.shared.machine_interface import DONE, ONE, RUNNING, STOPPED

WIDTH = 6  # actions of a position that are looked at further
FEWEST = 3  # samples of an action, of which half as many are taken with each ply
MOST = 8 * ONE  # more than any value


def expect(rules: Rules, a: Look, at: int) -> None:
    """Looks to depth `depth` from a state that is not over, at `samples` outcomes of each action that draws there."""
    a.status = RUNNING
    a.best = -1
    value = expected(rules, a, at, a.depth, a.free, 0)
    if a.status == RUNNING:
        a.value = value
        a.status = DONE


def expected(rules: Rules, a: Look, at: int, depth: int, free: int, ply: int) -> int:
    """What a state is worth behind `depth` actions. Memory from `free` on may be used."""
    count = rules.look(at)
    if rules.is_over(at):
        return paid(rules, a, at)
    decision = rules.decision
    sign = side_of(rules, a, at)
    child = free + count
    if child + a.size > a.end:
        return hoped(rules, a, at)
    base = rules.below(SEEDS)
    begin = rules.below(count)
    best = 0 - MOST
    place = 0
    for i in range(count):
        k = (begin + i) % count  # of equal ones each may be taken
        value = mean(rules, a, at, decision, k, base, 1, child, ply) * sign
        a.memory[free + k] = value
        if a.status != RUNNING:
            return 0
        if value > best:
            best = value
            place = k
            if ply == 0 and depth == 1:
                a.best = k
    if depth > 1:
        best = 0 - MOST
        for _ in range(min(WIDTH, count)):
            k = 0
            for j in range(count):
                if a.memory[free + j] > a.memory[free + k]:
                    k = j
            a.memory[free + k] = 0 - 2 * MOST
            value = mean(rules, a, at, decision, k, base, depth, child, ply) * sign
            if a.status != RUNNING:
                return 0
            if value > best:
                best = value
                place = k
    if ply == 0:
        a.best = place
    return best * sign


def mean(
    rules: Rules, a: Look, at: int, decision: int, place: int, base: int, depth: int, child: int, ply: int
) -> int:
    """What an action of a state that was looked at is worth, as the mean of what chance makes of it."""
    total = 0
    done = 0
    samples = max(a.samples >> ply, FEWEST)
    while done < samples and a.status == RUNNING:
        rules.copy(child, at)
        rules.decision = decision
        seed = (base + done) * FACTOR
        rules.reseed(child, seed)
        rules.do(child, place)
        has_drawn = rules.seed(child) != seed
        if rules.error != 0:
            rules.error = 0
            total += hoped(rules, a, at)
        elif depth > 1:
            total += expected(rules, a, child, depth - 1, child + a.size, ply + 1)
        else:
            total += paid(rules, a, child) if rules.is_over(child) else hoped(rules, a, child)
        a.nodes += 1
        if a.nodes > a.most_nodes or a.stop != 0:
            a.status = STOPPED
        done += 1
        if not has_drawn:
            break
    return total // max(done, 1)


def paid(rules: Rules, a: Look, at: int) -> int:
    """What the player at the root gets at the end."""
    return min(max(rules.value(at, a.player), 0 - ONE), ONE)


def hoped(rules: Rules, a: Look, at: int) -> int:
    """What a state that is not over promises the player at the root, by its evaluation."""
    count = rules.measure(at, a.values, a.weighed)
    tempo = a.tempo * side_of(rules, a, at)
    return promised(rules, a.memory, a.values, a.weights, 0, count, tempo, a.promises)
