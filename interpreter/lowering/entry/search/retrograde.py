"""Games in which positions come again, by numbers: all that can be reached, what follows each, and results that spread backwards.

A position is a number (`Rules.pack`), of which its state is made anew when it is looked at. Positions lie in the order in which
they are found; an index finds them by their numbers. A mark is what is known of a position, as the player sees it who acts in it: open
or a draw, or won or lost in so many actions (`interpreter.shared.machine_interface`). Who can win at once does, so
what else follows such a position is not looked for.

What follows the others is written down as a stream of records: the position's place; twice the number of those that follow, and
1 more where the game can be drawn at once; and for each of them twice its place, and 1 more if the other player acts there.
Layer after layer the stream is read, and what is settled is left out of it: who acts wins if something that follows is
lost, and loses if all is won. So the results spread without a list of what precedes a position, and the stream may lie on a disk.
"""

from typing import Protocol

from interpreter.ir.python import Halves, Shorts, Words
from interpreter.lowering.entry.search.rules import Rules, Search
from interpreter.shared.hashing import signed64
from interpreter.shared.machine_interface import (
    CYCLIC,
    DONE,
    DRAWN,
    FULL,
    OPEN,
    RUNNING,
    STOPPED,
    UNEVEN,
    UNFIT,
    WIN,
    WRONG,
)

GAMES, PLIES = 20, 200  # in which positions may come again
HEAD = 2  # numbers before those that follow
_FACTOR = signed64(0x9E3779B97F4A7C15)
_HALF = signed64(0xD6E8FEB86659FD93)


class Gathered(Search, Protocol):
    """`codes` are the numbers of `count` of at most `room` positions, of which `next` is looked at next; `index` has `slots` places,
    of which each holds 1 more than a position's. `most` more are looked at in one call.

    `used` numbers of `stream` are in use. `layer` is how many actions it takes to win or lose what is settled now, `settled`
    how many positions that were.

    `at` is where a state is made of its number, `scratch` where those go that follow it; `pairs` are two words for each of these,
    its number and whether the other player acts. `queue` and `seen` belong to `check`.
    """

    codes: Words
    marks: Shorts
    index: Halves
    slots: int
    count: int
    room: int
    next: int
    most: int
    stream: Halves
    used: int
    stream_room: int
    layer: int
    settled: int
    at: int
    code: int
    scratch: int
    scratch_room: int
    pairs: Words
    pair_room: int
    other: int
    queue: Halves
    seen: Words
    queued: int
    is_own: int
    is_win: int


def slot_of(g: Gathered, code: int) -> int:
    """The place of the index at which a number is looked for first."""
    spread = code * _FACTOR
    spread = (spread ^ (spread >> 32)) * _HALF
    return ((spread >> 33) * g.slots) >> 31


def slot_with(g: Gathered, code: int) -> int:
    """The place of the index that holds a position; the empty one for it if it was not found yet."""
    slot = slot_of(g, code)
    while g.index[slot] != 0 and g.codes[g.index[slot] - 1] != code:
        slot = slot + 1 if slot + 1 < g.slots else 0
    return slot


def place_of(g: Gathered, code: int) -> int:
    """The place of a position; -1 if it was not found yet."""
    return g.index[slot_with(g, code)] - 1


def added(g: Gathered, code: int) -> int:
    """The place of a position, a new one if it is met for the first time."""
    slot = slot_with(g, code)
    if g.index[slot] != 0:
        return g.index[slot] - 1
    g.codes[g.count] = code
    g.count += 1
    g.index[slot] = g.count
    return g.count - 1


def reindex(rules: Rules, g: Gathered) -> None:
    """Makes the index anew, which is empty."""
    for place in range(g.count):
        slot = slot_of(g, g.codes[place])
        while g.index[slot] != 0:
            slot = slot + 1 if slot + 1 < g.slots else 0
        g.index[slot] = place + 1


def begin(rules: Rules, g: Gathered) -> None:
    """The first position is the state that lies at `at`."""
    code = rules.pack(g.at)
    g.status = DONE
    if code < 0:
        g.status = UNFIT
    elif g.count == 0:
        added(g, code)


def wander(rules: Rules, g: Gathered) -> None:
    """Random games from the state at `at` on; the status says whether a position comes again in one of them, but for the number of
    actions so far."""
    g.status = DONE
    for _ in range(GAMES):
        rules.copy(g.scratch, g.at)
        count = 0
        while count < PLIES and not rules.is_over(g.scratch) and g.status == DONE:
            code = rules.pack(g.scratch)
            for k in range(count):
                if g.pairs[k] == code:
                    g.status = CYCLIC
            g.pairs[count] = code
            count += 1
            rules.play_out(g.scratch, 1)
    rules.error = 0


def explore(rules: Rules, g: Gathered) -> None:
    """Goes on until all positions are found, a room is full, or `most` more positions have been looked at."""
    g.status = RUNNING
    last = g.next + g.most
    while g.next < g.count and g.next < last:
        if g.stop != 0:
            g.status = STOPPED
            return
        if g.marks[g.next] == OPEN:
            rules.unpack(g.codes[g.next], g.at)
            count = rules.look(g.at)
            if count * g.size > g.scratch_room or 2 * count > g.pair_room or g.count + count > g.room:
                g.status = FULL
                return
            if g.used + HEAD + count > g.stream_room:
                return
            note(rules, g, count)
            if rules.error != 0:
                g.status = WRONG
            if g.status != RUNNING:
                return
        g.next += 1
        g.nodes = g.next
    if g.next == g.count:
        g.status = DONE
    elif g.next == last:
        g.status = STOPPED


def note(rules: Rules, g: Gathered, count: int) -> None:
    """Writes down what follows the state at `at`, or what it is worth where that is known at once."""
    place = g.next
    mover = rules.player(g.at)
    if rules.is_over(g.at):
        value = payoff(rules, g, g.at, mover)
        g.marks[place] = DRAWN if value == 0 else WIN if value > 0 else -WIN
        return
    rules.expand(g.at, g.scratch)
    can_draw = 0
    found = 0
    for k in range(count):
        child = g.scratch + k * g.size
        if rules.is_over(child):
            value = payoff(rules, g, child, mover)
            if value > 0:
                g.marks[place] = WIN + 1
                return
            if value == 0:
                can_draw = 1
        else:
            code = rules.pack(child)
            if code < 0:
                g.status = UNFIT
                return
            g.pairs[2 * found] = code
            g.pairs[2 * found + 1] = 0 if rules.player(child) == mover else 1
            found += 1
    if found == 0:
        g.marks[place] = DRAWN if can_draw != 0 else -(WIN + 1)
        return
    at = g.used + HEAD
    for k in range(found):
        other = g.pairs[2 * k + 1]
        following = added(g, g.pairs[2 * k])
        mark = -g.marks[following] if other != 0 else g.marks[following]
        if mark > -WIN or mark <= -(WIN + g.layer):
            g.stream[at] = 2 * following + other
            at += 1
    g.stream[g.used] = place
    g.stream[g.used + 1] = 2 * (at - g.used - HEAD) + can_draw
    g.used = at


def payoff(rules: Rules, g: Gathered, at: int, player: int) -> int:
    """What a player gets at the end of the game, and the other loses, if there is another one."""
    value = rules.value(at, 0)
    if g.other != 0 and rules.value(at, g.other) != -value:
        g.status = UNEVEN
    return -value if player != 0 else value


def spread(rules: Rules, g: Gathered) -> None:
    """Reads the stream once, settles what is won or lost in `layer` actions, and leaves out what need not be read again."""
    g.settled = 0
    end = g.used
    at = 0
    to = 0
    while at < end:
        place = g.stream[at]
        head = g.stream[at + 1]
        first = at + HEAD
        at = first + (head >> 1)
        if g.marks[place] == OPEN:
            can_draw = head & 1
            left = to + HEAD
            is_won = False
            for i in range(first, at):
                edge = g.stream[i]
                mark = g.marks[edge >> 1]
                if edge & 1 != 0:
                    mark = -mark
                if mark >= WIN and mark < WIN + g.layer:
                    is_won = True
                    break
                if mark == DRAWN or mark == -DRAWN:
                    can_draw = 1
                elif mark > -WIN or mark <= -(WIN + g.layer):
                    g.stream[left] = edge
                    left += 1
            if is_won:
                g.marks[place] = WIN + g.layer
                g.settled += 1
            elif left > to + HEAD:
                g.stream[to] = place
                g.stream[to + 1] = 2 * (left - to - HEAD) + can_draw
                to = left
            elif can_draw != 0:
                g.marks[place] = DRAWN
            else:
                g.marks[place] = -(WIN + g.layer)
                g.settled += 1
    g.used = to
    g.status = DONE


def weigh(rules: Rules, g: Gathered) -> None:
    """What the `used` actions are worth to the player who acts in the state at `at`, as marks in `pairs`; `code` is its number."""
    g.code = rules.pack(g.at)
    g.used = rules.look(g.at)
    mover = rules.player(g.at)
    rules.expand(g.at, g.scratch)
    for k in range(g.used):
        g.pairs[k] = mark_of(rules, g, g.scratch + k * g.size, mover)


def mark_of(rules: Rules, g: Gathered, at: int, player: int) -> int:
    """The mark of a state as a player sees it; its place lies in `next`, -1 where it has none."""
    g.next = -1
    if rules.is_over(at):
        value = payoff(rules, g, at, player)
        return DRAWN if value == 0 else WIN if value > 0 else -WIN
    code = rules.pack(at)
    if code >= 0:
        g.next = place_of(g, code)
    mark = OPEN if g.next < 0 else g.marks[g.next]
    return mark if rules.player(at) == player else -mark


def check(rules: Rules, g: Gathered) -> None:
    """Proves what the marks say of the first position once more, by the rules and the marks alone.

    Where `is_win` is set: one player wins, who acts in the first position if `is_own` is set. In each position of theirs that can
    be reached an action leads to one that they win in fewer actions, and each of the other's actions does. Else the player does
    not lose: an action of theirs, or each of the other's, leads to where they have not lost. `queue` holds twice a place, and 1
    more where the player acts. `settled` is how many positions were looked at; the status is UNFIT if the proof fails.
    """
    g.status = RUNNING
    g.queue[0] = g.is_own
    g.seen[0] = 1 << g.is_own
    g.queued = 1
    g.settled = 0
    while g.settled < g.queued and g.status == RUNNING:
        if g.stop != 0:
            g.status = STOPPED
            return
        entry = g.queue[g.settled]
        rules.unpack(g.codes[entry >> 1], g.at)
        check_one(rules, g, entry)
        if rules.error != 0:
            g.status = WRONG
        g.settled += 1
        g.nodes = g.settled
    if g.status == RUNNING:
        g.status = DONE


def check_one(rules: Rules, g: Gathered, entry: int) -> None:
    """Looks whether the state at `at` is worth to the player what is said, if those are that follow, which are to be looked at."""
    is_own = entry & 1
    count = rules.look(g.at)
    mover = rules.player(g.at)
    said = g.marks[entry >> 1] if is_own != 0 else -g.marks[entry >> 1]
    if rules.is_over(g.at):
        value = payoff(rules, g, g.at, mover)
        value = value if is_own != 0 else -value
        if value < 0 or (g.is_win != 0 and value == 0):
            g.status = UNFIT
        return
    rules.expand(g.at, g.scratch)
    best = -1
    best_mark = 0
    for k in range(count):
        child = g.scratch + k * g.size
        mark = mark_of(rules, g, child, mover)
        mark = mark if is_own != 0 else -mark
        holds = mark >= WIN and mark < said
        if g.is_win == 0:
            holds = mark > -WIN and (g.next >= 0 or rules.is_over(child))
        if is_own == 0:
            if not holds:
                g.status = UNFIT
                return
            look_later(rules, g, child, mover, is_own)
        elif holds and (best < 0 or mark < best_mark):
            best = k
            best_mark = mark
    if is_own != 0:
        if best < 0:
            g.status = UNFIT
            return
        child = g.scratch + best * g.size
        mark_of(rules, g, child, mover)
        look_later(rules, g, child, mover, is_own)


def look_later(rules: Rules, g: Gathered, child: int, mover: int, is_own: int) -> None:
    """Notes that a state, whose place is `next` if it has one, is to be looked at, if that is not noted yet."""
    if g.next < 0:
        return
    acts = 0 if rules.player(child) == mover else 1
    entry = 2 * g.next + (is_own ^ acts)
    bit = 1 << (entry & 63)
    if g.seen[entry >> 6] & bit == 0:
        g.seen[entry >> 6] |= bit
        g.queue[g.queued] = entry
        g.queued += 1
