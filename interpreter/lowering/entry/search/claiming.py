"""Claims about every position: they are measured in states that lie in a row, and in games that look for a counterexample.

Games are random, or directed: every second action of a directed game leads to that position, of all that follow, in which one
claim is nearest to failing (search-based testing; Korel, "Automated Software Test Data Generation", 1990). Half of the
directed games begin where that claim was nearest to failing so far.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import ALL, Rules, Search
from interpreter.shared.machine_interface import DONE, ONE, RUNNING, STOPPED

CONDITION, WINNERS, HIGHEST, LOWEST, PAYOFF = range(5)  # what a claim is about
FAR = 1 << 60
DEEPEST = 4096  # actions of a game
SHORT = 16  # actions of half of the games
PATIENCE = 400  # directed games from the nearest position before it is forgotten


class Claims(Search, Protocol):
    """`claims` claims. Claim k is about a condition, or about a result, by `forms[k]`; its measures begin with number `firsts[k]`.

    A condition has one measure, 0 where the claim fails, and else how far it is from failing. A result has one for each player:
    whether they win, or their score. `teams` are the players' teams.

    `broken[k]` is 0, or 1 more than the state in the row where the claim fails, or 1 if the game ends in `ways` from
    `k * DEEPEST` on, of length `lengths[k]`, leads there. `from_` to `to` are the states of a row that begins at `states`.
    Games begin with the state at `start` and have at most `longest` actions; `game` counts them. `nearest`, `elites`,
    `elite_ways`, `elite_lengths` and `stale` are about the position in which a claim was nearest to failing.
    """

    claims: int
    forms: Words
    firsts: Words
    broken: Words
    ways: Words
    lengths: Words
    teams: Words
    players: int
    wanted: Words
    values: int
    states: int
    from_: int
    to: int
    start: int
    at: int
    scratch: int
    scratch_room: int
    most: int
    longest: int
    game: int
    is_directed: int
    way: Words
    nearest: Words
    elites: int
    elite_ways: Words
    elite_lengths: Words
    stale: Words


def check(rules: Rules, c: Claims) -> None:
    """Which claims fail in the states of a row, all of which were looked at."""
    for i in range(c.from_, c.to):
        at = c.states + i * c.size
        rules.measure(at, c.values, ALL)
        for k in range(c.claims):
            if c.broken[k] == 0 and fails(rules, c, at, k):
                c.broken[k] = i + 1
        c.nodes += 1
    c.status = DONE


def fails(rules: Rules, c: Claims, at: int, k: int) -> bool:
    """Whether a claim fails in a state of which the measures lie in `values`."""
    first = c.values + c.firsts[k]
    if c.forms[k] == CONDITION:
        return c.memory[first] == 0
    if not rules.is_over(at):
        return False
    expect(c, first, c.forms[k])
    is_other = False
    for player in range(c.players):
        if rules.value(at, player) != c.wanted[player]:
            is_other = True
    return not is_other


def expect(c: Claims, first: int, form: int) -> None:
    """Writes what the players get by a result into `wanted`."""
    best = c.memory[first]
    for player in range(c.players):
        value = c.memory[first + player]
        best = min(best, value) if form == LOWEST else max(best, value)
    count = 0
    for player in range(c.players):
        c.wanted[player] = 0
        for partner in range(c.players):
            value = c.memory[first + partner]
            is_winner = value != 0 if form == WINNERS else value == best
            if is_winner and c.teams[partner] == c.teams[player]:
                c.wanted[player] = 1
        count += c.wanted[player]
    is_draw = count == 0 or (count == c.players and c.players > 1)
    for player in range(c.players):
        if form == PAYOFF:
            c.wanted[player] = c.memory[first + player] * ONE
        elif is_draw:
            c.wanted[player] = 0
        else:
            c.wanted[player] = ONE if c.wanted[player] == 1 else 0 - ONE


def wander(rules: Rules, c: Claims) -> None:
    """So many games, or until all claims are broken."""
    c.status = RUNNING
    for _ in range(c.most):
        k = target(c)
        if k < 0 or c.status != RUNNING:
            break
        play(rules, c, k)
        c.game += 1
    if c.status == RUNNING:
        c.status = DONE


def target(c: Claims) -> int:
    """The claim that the next game is about: those that still hold take turns. -1 if there is none."""
    for i in range(c.claims):
        k = (c.game + i) % c.claims
        if c.broken[k] == 0:
            return k
    return -1


def play(rules: Rules, c: Claims, k: int) -> None:
    """One game. Of four two are directed, one of them from where the claim was nearest to failing; half of all are short."""
    turn = c.game // c.claims
    is_directed = c.is_directed != 0 and turn % 2 == 1
    most = min(c.longest, SHORT) if turn % 8 < 4 else c.longest
    depth = 0
    rules.copy(c.at, c.start)
    if is_directed and turn % 4 == 3 and c.nearest[k] < FAR:
        rules.copy(c.at, c.elites + k * c.size)
        depth = c.elite_lengths[k]
        for i in range(depth):
            c.way[i] = c.elite_ways[k * DEEPEST + i]
        c.stale[k] += 1
        if c.stale[k] > PATIENCE:
            c.nearest[k] = FAR
    most = min(depth + most, c.longest)
    while c.status == RUNNING:
        if c.stop != 0:
            c.status = STOPPED
            return
        count = rules.look(c.at)
        if rules.error != 0:
            rules.error = 0
            return
        judge(rules, c, depth)
        if c.broken[k] != 0 or depth >= most or rules.is_over(c.at):
            return
        c.way[depth] = step(rules, c, k, count, is_directed)
        depth += 1
        if rules.error != 0:
            rules.error = 0
            return


def judge(rules: Rules, c: Claims, depth: int) -> None:
    """Looks which claims fail in the present state, and keeps it for those that are nearer to failing than ever."""
    rules.measure(c.at, c.values, ALL)
    c.nodes += 1
    for k in range(c.claims):
        if c.broken[k] == 0:
            if fails(rules, c, c.at, k):
                c.broken[k] = 1
                c.lengths[k] = depth
                for i in range(depth):
                    c.ways[k * DEEPEST + i] = c.way[i]
            elif c.forms[k] == CONDITION and not rules.is_over(c.at):
                value = c.memory[c.values + c.firsts[k]]
                if value < c.nearest[k]:
                    c.nearest[k] = value
                    c.stale[k] = 0
                    rules.copy(c.elites + k * c.size, c.at)
                    c.elite_lengths[k] = depth
                    for i in range(depth):
                        c.elite_ways[k * DEEPEST + i] = c.way[i]


def step(rules: Rules, c: Claims, k: int, count: int, is_directed: bool) -> int:
    """Makes the next action; its place."""
    if is_directed and c.forms[k] == CONDITION and count * c.size <= c.scratch_room and rules.below(2) == 0:
        rules.expand(c.at, c.scratch)
        if rules.error == 0:
            best = -1
            least = 0
            ties = 0
            for i in range(count):
                rules.measure(c.scratch + i * c.size, c.values, ALL)
                value = c.memory[c.values + c.firsts[k]]
                if best < 0 or value < least:
                    best = i
                    least = value
                    ties = 1
                elif value == least:
                    ties += 1
                    if rules.below(ties) == 0:
                        best = i
            rules.copy(c.at, c.scratch + best * c.size)
            return best
        rules.error = 0
        rules.look(c.at)
    place = rules.below(count)
    rules.do(c.at, place)
    return place
