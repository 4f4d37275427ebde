"""Monte Carlo tree search, where nothing is hidden and nothing is chance.

* The choice in the tree is UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006), with one random game for
  each new node. A node keeps what the player who chooses it has got below it, which is max^n for any number of players
  (Sturtevant, "An Analysis of UCT in Multi-Player Games", 2008).
* Results that are certain are kept apart from means: a player who has an action that leads to the best result takes it, and a
  node all of whose actions are certain is so, too (Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008).
* When a node is expanded, everything that follows is looked at, as long as that costs less than the random game: an action
  that wins at once is never missed (Teytaud and Teytaud, "On the huge benefit of decisive moves", 2010). At the root that is
  always done, and for the answers to the action that is chosen at the end.
* Of many actions only as many are tried as the visits allow (progressive widening; Coulom, 2007).
* Random games may be cut off after `short` actions, and be judged there (`judging`).

Numbers are in units of 1 / ONE. `roots` and `logs` are tables of 1 / sqrt(n) and sqrt(log(n)) for n below 2^16, in these
units, and behind that for n * 256.
"""

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search
from interpreter.lowering.entry.search.judging import promised
from interpreter.lowering.entry.search.tables import looked_up
from interpreter.reports import DONE, ONE, RUNNING, STOPPED, WRONG

UNKNOWN = -1  # the number of children of a node that was not expanded
DEEPEST = 4000  # nodes on the way down


class Tree(Search):
    """The children of node n are `first[n]` to `first[n] + count[n]`, of which `tried[n]` have been visited.

    `place` is that of the action that leads to a node, `visits` and `sums` what it has brought the player who chose it, `mean`
    their quotient. `state` is where its state lies, 0 if nowhere. `mover` and `decision` belong to the state. `outcome` is 0,
    or tells that the result is certain: 1 more than the number of a row of `payoffs`.

    `most` iterations are done at once. `free` and `end` bound the memory for states, `scratch` is for one state and what
    follows it. `least` and `greatest` are the payoffs that were met, `best_payoff` what no payoff exceeds. `plies` is the mean
    length of random games, times 16.

    `short` is 0, or the number of random actions after which `measures` measures, written from `values` on, say what a game is
    worth. `all_weights`, by player, `tempo` and `promises` are what `judging` goes by.
    """

    root: int
    used: int
    room: int
    first: Words
    count: Words
    tried: Words
    place: Words
    visits: Words
    sums: Words
    mean: Words
    state: Words
    mover: Words
    decision: Words
    outcome: Words
    payoffs: Words
    outcomes: int
    outcome_room: int
    path: Words
    players: int
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


def plant(rules: Rules, t: Tree, at: int) -> None:
    """Makes a state the root: of the tree that there is, where it is found near the root, or of a new one."""
    known = find(rules, t, at)
    if known >= 0 and t.used * 2 < t.room and t.free * 2 < t.end + t.scratch:
        t.root = known
    else:
        t.used = 0
        t.outcomes = 0
        t.free = t.scratch + t.scratch_room
        t.root = new_node(t, 0)
        t.state[t.root] = t.free
        rules.copy(t.free, at)
        t.free += t.size
    look_ahead(rules, t)


def find(rules: Rules, t: Tree, at: int) -> int:
    """The node of a state among the root and the nodes up to three actions below it, -1 if it is not there."""
    if t.used == 0:
        return -1
    key = rules.key(at)
    t.path[0] = t.root
    low = 0
    high = 1
    for _ in range(4):
        last = high
        for i in range(low, last):
            node = t.path[i]
            if t.state[node] != 0:
                if rules.key(t.state[node]) == key:
                    return node
                for k in range(max(t.count[node], 0)):
                    if high < DEEPEST and t.visits[t.first[node] + k] > 0:
                        t.path[high] = t.first[node] + k
                        high += 1
        low = last
    return -1


def new_node(t: Tree, place: int) -> int:
    node = t.used
    t.used += 1
    t.count[node] = UNKNOWN
    t.tried[node] = 0
    t.place[node] = place
    t.visits[node] = 0
    t.sums[node] = 0
    t.mean[node] = 0
    t.state[node] = 0
    t.outcome[node] = 0
    return node


def grow(rules: Rules, t: Tree) -> None:
    """So many iterations, or until the result of the root is certain."""
    t.status = RUNNING
    for _ in range(t.most):
        if t.outcome[t.root] != 0 or t.stop != 0 or t.status != RUNNING:
            break
        iterate(rules, t)
        t.iterations += 1
    if t.outcome[t.root] != 0:
        t.status = DONE
    elif t.stop != 0:
        t.status = STOPPED


def iterate(rules: Rules, t: Tree) -> None:
    """Down the tree, one node more, a random game, and back up."""
    node = t.root
    depth = 0
    t.path[0] = node
    is_new = False
    while t.outcome[node] == 0 and not is_new and depth + 1 < DEEPEST:
        if t.count[node] == UNKNOWN and not expand(rules, t, node):
            break
        if t.outcome[node] != 0:
            break
        child = choose(rules, t, node)
        is_new = t.visits[child] == 0 or t.state[child] == 0
        if is_new and t.outcome[child] == 0:
            if t.state[child] == 0:
                reach(rules, t, node, child)
            else:
                rules.copy(t.scratch, t.state[child])
        node = child
        depth += 1
        t.path[depth] = node
    if t.outcome[node] != 0:
        back_up(t, depth, t.outcome[node])
        return
    if not is_new:
        rules.copy(t.scratch, t.state[node])
    back_up(t, depth, played(rules, t))


def played(rules: Rules, t: Tree) -> int:
    """A random game from the state in `scratch`: its payoffs are written behind those that are certain; 0 as their number."""
    length = rules.play_out(t.scratch, t.short if t.short != 0 else t.cut)
    t.plies += (length * 16 - t.plies) // 64
    row = t.outcomes * t.players
    is_over = rules.is_over(t.scratch) and rules.error == 0
    if is_over:
        for player in range(t.players):
            t.payoffs[row + player] = rules.value(t.scratch, player)
        widen(t, row)
    elif t.short != 0 and rules.error == 0:
        rules.measure(t.scratch, t.values)
        mover = rules.player(t.scratch)
        for player in range(t.players):
            first = player * t.measures
            tempo = t.tempo if player == mover else 0 - t.tempo
            t.payoffs[row + player] = promised(
                rules, t.memory, t.values, t.all_weights, first, t.measures, tempo, t.promises
            )
    else:
        for player in range(t.players):
            t.payoffs[row + player] = (t.least + t.greatest) // 2
    rules.error = 0
    return 0


def widen(t: Tree, row: int) -> None:
    """Notes the least and the greatest payoff."""
    for player in range(t.players):
        t.least = min(t.least, t.payoffs[row + player])
        t.greatest = max(t.greatest, t.payoffs[row + player])


def reach(rules: Rules, t: Tree, node: int, child: int) -> None:
    """Makes the state of a child, and keeps it if there is room; it lies in `scratch`, too, for a random game."""
    rules.copy(t.scratch, t.state[node])
    rules.decision = t.decision[node]
    rules.do(t.scratch, t.place[child])
    if rules.error != 0:
        rules.error = 0
        t.status = WRONG
    if rules.is_over(t.scratch):
        settle(rules, t, child, t.scratch)
    elif t.free + t.size <= t.end:
        t.state[child] = t.free
        rules.copy(t.free, t.scratch)
        t.free += t.size


def settle(rules: Rules, t: Tree, node: int, at: int) -> None:
    """The result of a node is that of a finished state."""
    if t.outcomes + 2 < t.outcome_room:
        row = t.outcomes * t.players
        for player in range(t.players):
            t.payoffs[row + player] = rules.value(at, player)
        widen(t, row)
        t.outcomes += 1
        t.outcome[node] = t.outcomes


def expand(rules: Rules, t: Tree, node: int) -> bool:
    """Gives a node its children; False if there is no room."""
    at = t.state[node]
    count = rules.look(at)
    if rules.is_over(at):
        settle(rules, t, node, at)
        return True
    if t.used + count > t.room or rules.error != 0:
        return False
    t.mover[node] = rules.player(at)
    t.decision[node] = rules.decision
    t.count[node] = count
    t.first[node] = t.used
    for k in range(count):
        new_node(t, k)
    if count * 32 <= t.plies:
        look_for_win(rules, t, node, count, False)
    return True


def look_for_win(rules: Rules, t: Tree, node: int, count: int, is_thorough: bool) -> None:
    """Settles a node that was looked at just now, if some action wins at once. To know that a game ends because nothing is legal
    any more (mate), what follows must be looked at, too: that is thorough."""
    if count * t.size > t.scratch_room or t.best_payoff > ONE:
        return
    rules.expand(t.state[node], t.scratch)
    if rules.error != 0:
        rules.error = 0
        return
    for k in range(count):
        at = t.scratch + k * t.size
        if is_thorough and not rules.is_over(at):
            rules.look(at)
            if rules.error != 0:
                rules.error = 0
                return
        if rules.is_over(at) and rules.value(at, t.mover[node]) >= t.best_payoff:
            settle(rules, t, node, at)
            for child in range(t.first[node], t.first[node] + count):
                if t.place[child] == k:
                    settle(rules, t, child, at)
            return


def look_ahead(rules: Rules, t: Tree) -> None:
    """Expands the root, and looks whether an action wins at once."""
    root = t.root
    if t.outcome[root] == 0 and (t.count[root] != UNKNOWN or expand(rules, t, root)) and t.outcome[root] == 0:
        rules.look(t.state[root])
        look_for_win(rules, t, root, t.count[root], True)


def look_for_answer(rules: Rules, t: Tree, child: int) -> None:
    """Looks whether an answer to one of the root's actions wins at once."""
    if t.outcome[child] == 0 and t.state[child] == 0:
        reach(rules, t, t.root, child)
    if t.outcome[child] != 0 or t.state[child] == 0:
        return
    if (t.count[child] != UNKNOWN or expand(rules, t, child)) and t.outcome[child] == 0:
        rules.look(t.state[child])
        look_for_win(rules, t, child, t.count[child], True)


def choose(rules: Rules, t: Tree, node: int) -> int:
    """The child to visit: a new one as long as few were tried, then that of the greatest upper bound."""
    count = t.count[node]
    tried = t.tried[node]
    first = t.first[node]
    visits = t.visits[node]
    if tried < count and (tried <= 8 or (tried - 1) * (tried - 1) * (tried - 1) <= 512 * visits):
        k = tried + rules.below(count - tried)
        exchange(t, first + tried, first + k)
        t.tried[node] = tried + 1
        return first + tried
    wide = t.explore * (t.greatest - t.least) // ONE * looked_up(t.logs, visits) // ONE
    found = -1
    upper = 0
    open_ = -1
    highest = 0
    for child in range(first, first + tried):
        if t.outcome[child] == 0:
            bound = t.mean[child] + wide * looked_up(t.roots, t.visits[child]) // ONE
            if open_ < 0 or bound > highest:
                open_ = child
                highest = bound
        else:
            bound = t.payoffs[(t.outcome[child] - 1) * t.players + t.mover[node]]
        if found < 0 or bound > upper:
            found = child
            upper = bound
    if t.outcome[found] == 0:
        return found
    # nothing more is to be learnt of what is certain
    if tried < count:
        t.tried[node] = tried + 1
        return first + tried
    return open_ if open_ >= 0 and (node == t.root or rules.below(2) == 0) else found


def exchange(t: Tree, a: int, b: int) -> None:
    """Exchanges two children, of which neither has children of its own that know their place."""
    if a != b:
        swap(t.place, a, b)
        swap(t.state, a, b)
        swap(t.outcome, a, b)
        swap(t.first, a, b)
        swap(t.count, a, b)
        swap(t.mover, a, b)
        swap(t.decision, a, b)


def swap(words: Words, a: int, b: int) -> None:
    held = words[a]
    words[a] = words[b]
    words[b] = held


def back_up(t: Tree, depth: int, outcome: int) -> None:
    """Adds a result to the nodes on the way: that of a row of `payoffs`, or if `outcome` is 0, that of the random game."""
    row = (outcome - 1 if outcome != 0 else t.outcomes) * t.players
    is_certain = outcome != 0
    for i in range(depth):
        level = depth - i
        node = t.path[level]
        parent = t.path[level - 1]
        t.visits[node] += 1
        t.sums[node] += t.payoffs[row + t.mover[parent]]
        t.mean[node] = t.sums[node] // t.visits[node]
        if is_certain:
            conclude(t, parent)
            is_certain = t.outcome[parent] != 0
    t.visits[t.path[0]] += 1


def conclude(t: Tree, node: int) -> None:
    """Whether the results of the children make that of a node certain."""
    if t.outcome[node] != 0:
        return
    mover = t.mover[node]
    found = 0
    highest = 0
    is_open = False
    for child in range(t.first[node], t.first[node] + t.count[node]):
        outcome = t.outcome[child]
        if outcome == 0:
            is_open = True
        else:
            payoff = t.payoffs[(outcome - 1) * t.players + mover]
            if found == 0 or payoff > highest:
                found = outcome
                highest = payoff
    if found != 0 and (highest >= t.best_payoff or not is_open):
        t.outcome[node] = found
