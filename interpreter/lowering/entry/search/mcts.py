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
* Random games may be cut off after `short` actions, and be judged there (`promised`).
"""

from interpreter.lowering.entry.search.mcts_tree import (
    Tree,
    block_of,
    outcome_of,
    place_of,
    put_outcome,
    state_of,
    write_node,
)
from interpreter.lowering.entry.search.rules import Rules, looked_up, promised
from interpreter.shared.machine_interface import DONE, ONE, RUNNING, STOPPED, WRONG
from interpreter.shared.mcts_layout import (
    BLOCK,
    COUNT,
    COUNTED,
    DECISION,
    DEEPEST,
    DRAWN,
    EDGE,
    HEAD,
    LEFT,
    LEVEL,
    LINE,
    LINK,
    MEAN,
    MOVER,
    NODE,
    SEEN,
    SUMS,
    TRIED,
    VISITS,
)  # fmt: skip


def plant(rules: Rules, t: Tree, at: int) -> None:
    """Makes a state the root: of the tree that there is, where it is found near the root, or of a new one."""
    known = find(rules, t, at)
    if known >= 0 and t.used * 2 < t.room and t.free * 2 < t.end + t.base:
        t.root = known
    else:
        t.used = 0
        t.outcomes = 0
        t.root = t.base
        write_node(t, t.root, 0)
        t.free = t.base + LINE
        rules.copy(t.scratch, at)
        expand(rules, t, t.root)
    look_thoroughly(rules, t, t.root)
    t.depth = 0
    enter(t, t.root, 1 << 62)


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
            block = block_of(t, t.path[i])
            if block != t.base:
                if rules.key(state_of(t, block)) == key:
                    return t.path[i]
                for k in range(t.memory[block + TRIED]):
                    if high < DEEPEST:
                        t.path[high] = block + HEAD + k * EDGE
                        high += 1
        low = last
    return -1


def grow(rules: Rules, t: Tree) -> None:
    """So many iterations, or until the result of the root is certain."""
    t.status = RUNNING
    until = t.iterations + t.most
    while t.iterations < until and outcome_of(t, t.root) == 0 and t.stop == 0 and t.status == RUNNING:
        descend(rules, t)
        count_result(rules, t)
        t.iterations += 1
        while t.depth > 0 and (
            t.path[t.depth * LEVEL + LEFT] <= 0 or outcome_of(t, t.path[t.depth * LEVEL]) != 0
        ):
            leave(t)
    if outcome_of(t, t.root) != 0:
        t.status = DONE
    elif t.stop != 0:
        t.status = STOPPED


def rest(rules: Rules, t: Tree) -> None:
    """Backs up what was found since, as far as the root."""
    while t.depth > 0:
        leave(t)
    t.memory[t.root + COUNTED] = t.path[SEEN] << VISITS


def enter(t: Tree, node: int, left: int) -> None:
    """Goes to a node below the one at hand, or to the root, for at most so many iterations."""
    at = t.depth * LEVEL
    t.path[at + NODE] = node
    t.path[at + BLOCK] = block_of(t, node)
    t.path[at + SEEN] = t.memory[node + COUNTED] >> VISITS
    t.path[at + LEFT] = left
    for player in range(t.players):
        t.found[t.depth * t.players + player] = 0


def descend(rules: Rules, t: Tree) -> None:
    """Down the tree, and one node more, whose state is then in `scratch`, if its result is not certain."""
    at = t.depth * LEVEL
    node = t.path[at + NODE]
    block = t.path[at + BLOCK]
    while outcome_of(t, node) == 0 and block != t.base and t.depth + 1 < DEEPEST:
        above = block
        node = choose(rules, t, node, t.path[at + SEEN], block)
        visits = t.memory[node + COUNTED] >> VISITS
        t.depth += 1
        at += LEVEL
        if visits != 0 and block_of(t, node) == t.base and outcome_of(t, node) == 0:
            reach(rules, t, above, node)
            expand(rules, t, node)
        enter(t, node, 1 + (visits >> t.patience))
        block = t.path[at + BLOCK]
    if outcome_of(t, node) == 0:
        if block != t.base:
            rules.copy(t.scratch, state_of(t, block))
        else:
            reach(rules, t, t.path[at - LEVEL + BLOCK], node)
            if rules.is_over(t.scratch):
                settle(rules, t, node, t.scratch)


def count_result(rules: Rules, t: Tree) -> None:
    """A random game, if the result of the node at hand is not certain; the result counts for that node."""
    at = t.depth * LEVEL
    outcome = outcome_of(t, t.path[at + NODE])
    if outcome == 0:
        played(rules, t)
    row = (outcome - 1 if outcome != 0 else t.outcomes) * t.players
    t.path[at + SEEN] += 1
    t.path[at + LEFT] -= 1
    for player in range(t.players):
        t.found[t.depth * t.players + player] += t.payoffs[row + player]


def leave(t: Tree) -> None:
    """Back to the node above, for which counts what was found."""
    at = t.depth * LEVEL
    node = t.path[at + NODE]
    visits = t.path[at + SEEN]
    above = at - LEVEL
    mover = t.memory[t.path[above + BLOCK] + MOVER]
    row = t.depth * t.players
    before = t.memory[node + COUNTED] >> VISITS
    t.path[above + SEEN] += visits - before
    t.path[above + LEFT] -= visits - before
    sums = t.memory[node + SUMS] + t.found[row + mover]
    t.memory[node + SUMS] = sums
    for player in range(t.players):
        t.found[row - t.players + player] += t.found[row + player]
    t.depth -= 1
    outcome = outcome_of(t, node)
    if outcome == 0:
        t.memory[node + MEAN] = sums // visits
        t.memory[node + COUNTED] = (visits << VISITS) + looked_up(t.roots, visits)
        return
    t.memory[node + MEAN] = t.payoffs[(outcome - 1) * t.players + mover]
    t.memory[node + COUNTED] = visits << VISITS
    if outcome_of(t, t.path[above + NODE]) == 0:
        put_outcome(t, t.path[above + NODE], concluded(t, t.path[above + BLOCK]))


def played(rules: Rules, t: Tree) -> None:
    """A random game from the state in `scratch`: its payoffs are written behind those that are certain."""
    length = rules.play_out(t.scratch, t.short if t.short != 0 else t.cut)
    t.plies += (length * 16 - t.plies) // 64
    row = t.outcomes * t.players
    is_over = rules.is_over(t.scratch) and rules.error == 0
    if is_over:
        for player in range(t.players):
            t.payoffs[row + player] = rules.value(t.scratch, player)
        widen(t, row)
    elif t.short != 0 and rules.error == 0:
        rules.measure(t.scratch, t.values, t.measures)
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


def widen(t: Tree, row: int) -> None:
    """Notes the least and the greatest payoff."""
    for player in range(t.players):
        t.least = min(t.least, t.payoffs[row + player])
        t.greatest = max(t.greatest, t.payoffs[row + player])


def reach(rules: Rules, t: Tree, block: int, node: int) -> None:
    """Makes the state of one of the nodes of a block, in `scratch`. It is kept for a node that is expanded: most never are."""
    rules.copy(t.scratch, state_of(t, block))
    rules.decision = t.memory[block + DECISION]
    rules.do(t.scratch, place_of(t, node))
    if rules.error != 0:
        rules.error = 0
        t.status = WRONG


def settle(rules: Rules, t: Tree, node: int, at: int) -> None:
    """The result of a node is that of a finished state."""
    if t.outcomes + 2 < t.outcome_room:
        row = t.outcomes * t.players
        for player in range(t.players):
            t.payoffs[row + player] = rules.value(at, player)
        widen(t, row)
        t.outcomes += 1
        put_outcome(t, node, t.outcomes)


def expand(rules: Rules, t: Tree, node: int) -> bool:
    """Gives a node whose state is in `scratch` its block, or its result; False if there is no room."""
    count = rules.look(t.scratch)
    if rules.is_over(t.scratch):
        settle(rules, t, node, t.scratch)
        return outcome_of(t, node) != 0
    block = (t.free + LINE - 1) // LINE * LINE
    free = block + HEAD + count * EDGE + t.size
    if t.used >= t.room or free > t.end or rules.error != 0:
        rules.error = 0
        return False
    t.used += 1
    t.free = free
    t.memory[node + LINK] += (block - t.base) // LINE
    t.memory[block + COUNT] = count
    t.memory[block + TRIED] = 0
    t.memory[block + MOVER] = rules.player(t.scratch)
    t.memory[block + DECISION] = rules.decision
    for k in range(count):
        write_node(t, block + HEAD + k * EDGE, k)
    rules.copy(state_of(t, block), t.scratch)
    if count * 32 <= t.plies:
        look_for_win(rules, t, node, block, False)
    return True


def look_for_win(rules: Rules, t: Tree, node: int, block: int, is_thorough: bool) -> None:
    """Settles a node that was looked at just now, if some action wins at once. To know that a game ends because nothing is legal
    any more (mate), what follows must be looked at, too: that is thorough."""
    count = t.memory[block + COUNT]
    mover = t.memory[block + MOVER]
    if count * t.size > t.scratch_room or t.best_payoff > ONE:
        return
    rules.expand(state_of(t, block), t.scratch)
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
        if rules.is_over(at) and rules.value(at, mover) >= t.best_payoff:
            settle(rules, t, node, at)
            for i in range(count):
                child = block + HEAD + i * EDGE
                if place_of(t, child) == k:
                    settle(rules, t, child, at)
            return


def look_for_answer(rules: Rules, t: Tree, child: int) -> None:
    """Looks whether an answer to one of the root's actions wins at once."""
    if outcome_of(t, child) == 0 and block_of(t, child) == t.base:
        reach(rules, t, block_of(t, t.root), child)
        expand(rules, t, child)
    look_thoroughly(rules, t, child)


def look_thoroughly(rules: Rules, t: Tree, node: int) -> None:
    """Looks whether an action wins at once, also if that is known only to who looks at what follows."""
    block = block_of(t, node)
    if outcome_of(t, node) == 0 and block != t.base:
        rules.look(state_of(t, block))
        look_for_win(rules, t, node, block, True)


def choose(rules: Rules, t: Tree, node: int, visits: int, block: int) -> int:
    """The child to visit: a new one as long as few were tried, then that of the greatest upper bound."""
    count = t.memory[block + COUNT]
    tried = t.memory[block + TRIED]
    first = block + HEAD
    fresh = first + tried * EDGE
    if tried < count and (tried <= 8 or (tried - 1) * (tried - 1) * (tried - 1) <= 512 * visits):
        exchange(t, fresh, fresh + rules.below(count - tried) * EDGE)
        t.memory[block + TRIED] = tried + 1
        return fresh
    wide = t.explore * (t.greatest - t.least) // ONE * looked_up(t.logs, visits) // ONE
    found = first
    upper = t.memory[first + MEAN] + wide * (t.memory[first + COUNTED] & DRAWN) // ONE
    child = first + EDGE
    while child < fresh:
        bound = t.memory[child + MEAN] + wide * (t.memory[child + COUNTED] & DRAWN) // ONE
        if bound > upper:
            found = child
            upper = bound
        child += EDGE
    if t.memory[found + COUNTED] & DRAWN != 0:
        return found
    # nothing more is to be learnt of what is certain
    if tried < count:
        t.memory[block + TRIED] = tried + 1
        return fresh
    open_ = best_open(t, first, fresh, wide)
    return open_ if open_ >= 0 and (node == t.root or rules.below(2) == 0) else found


def best_open(t: Tree, first: int, end: int, wide: int) -> int:
    """Of the nodes whose results are not certain that of the greatest upper bound, -1 if there is none."""
    found = -1
    upper = 0
    for i in range((end - first) // EDGE):
        child = first + i * EDGE
        drawn = t.memory[child + COUNTED] & DRAWN
        bound = t.memory[child + MEAN] + wide * drawn // ONE
        if drawn != 0 and (found < 0 or bound > upper):
            found = child
            upper = bound
    return found


def exchange(t: Tree, a: int, b: int) -> None:
    """Exchanges two children that have not been visited."""
    held = t.memory[a + LINK]
    t.memory[a + LINK] = t.memory[b + LINK]
    t.memory[b + LINK] = held


def concluded(t: Tree, block: int) -> int:
    """The outcome of a node that follows from those of its children; 0 if it is not certain."""
    mover = t.memory[block + MOVER]
    found = 0
    highest = 0
    is_open = False
    for i in range(t.memory[block + COUNT]):
        outcome = outcome_of(t, block + HEAD + i * EDGE)
        if outcome == 0:
            is_open = True
        else:
            payoff = t.payoffs[(outcome - 1) * t.players + mover]
            if found == 0 or payoff > highest:
                found = outcome
                highest = payoff
    return found if found != 0 and (highest >= t.best_payoff or not is_open) else 0
