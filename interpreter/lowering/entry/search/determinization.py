"""States that look the same to the player to act: what is hidden is dealt anew, each way equally often.

Each deal is made on a copy of one state, in its memory, and looked at: it must hide the same from the player, and offer the same
actions. Which things exchange what, and within which limits, is found for a decision by the engine
(`interpreter/engines/native/belief_plans.py`).

Where the rules tie what a player sees to what they do not see, hardly any deal looks the same. So a walk begins with a state that
does, and exchanges two hidden things at a time: what looks the same is kept, all else is taken back. As each exchange is as likely as
its opposite, all states that can be reached are equally likely in the long run (N. Metropolis et al., Equation of state calculations by
fast computing machines, Journal of Chemical Physics 21, 1953).
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import Rules, Search, renew
from interpreter.shared.machine_interface import CHANGED, DONE, FULL, RENAMED, SAME

ROW = 4  # words of a segment, and of a throw
MIX = 3  # words of a mix
SHIFT = 0x9E3779B1
ASKED = 16  # how often a player chooses again, until it is an action that the others cannot tell from the real one


class Deals(Search, Protocol):
    """`base` is the state whose hidden things are dealt anew.

    Of `tries` tries the first follow the first plan, and try k follows plan `plans[k]`. What belongs to plan p: `starts[4 p]` is the
    first of its `pieces`, and from `starts[4 p + 1]` to `starts[4 p + 2]` are its `segments`. Each is a row: its first card, how many it has,
    how many of its cards the next pieces get, and how many cards left over from the segments before are shuffled with its own.
    Cards are rows of `cards`: a kind, an owner, and a value for each of `fields` numbers in `field_numbers`. `left` is room.

    `mixes` are `mix_count` rows for what changes places, each way equally often: what it is (a number of `Rules.exchange`), the first of the
    `items`, and how many there are. `mixed` is how many items there are in all, and `rows` the row of each.

    `throws` are `throw_count` rows for what chance alone has made of a piece: the piece, -1 for its kind or the number of a field, the first of the
    values in `values`, and how many there are. `seats` are the `seat_count` players whose choices wait, with the actions that
    could be theirs: from `alike[seats[3 k + 1]]` on, `seats[3 k + 2]` of them. `aside` is room for a state.

    `sight`, `count` and `offer` are what the base hides, how many actions it offers, and which.

    Where no deal fits, a walk has up to `steps` steps from the state at `reached`, `enough` of them exchanges. In each of `slots` places is the piece `names`, which
    belongs to the segment `parts`, and what it is to the segment `homes`; into a segment belong those from `lowest` on as well. Fields of pieces have numbers for
    exchanges from `first_field` on.
    """

    base: int
    tries: int
    plans: Words
    starts: Words
    pieces: Words
    segments: Words
    cards: Words
    fields: int
    field_numbers: Words
    left: Words
    mixes: Words
    mix_count: int
    items: Words
    mixed: int
    rows: Words
    throws: Words
    throw_count: int
    values: Words
    seats: Words
    seat_count: int
    alike: Words
    aside: int
    sight: int
    count: int
    offer: int
    walks: int
    steps: int
    enough: int
    reached: int
    slots: int
    names: Words
    parts: Words
    homes: Words
    lowest: Words
    first_field: int


def is_noticed(rules: Rules, d: Deals, at: int) -> bool:
    """Whether a player sees or may do something else in a state than in the base, or a rule has gone wrong."""
    is_same = rules.error == 0 and looks_alike(rules, d, at) and rules.error == 0
    rules.error = 0
    return not is_same


def looks_alike(rules: Rules, d: Deals, at: int) -> bool:
    """Whether a state hides the same as the base, and offers the same actions."""
    if rules.sight(at) != d.sight:
        return False
    count = rules.look(at)
    if rules.error != 0 or rules.is_over(at) or count != d.count:
        return False
    return offered(rules, at, count) == d.offer


def offered(rules: Rules, at: int, count: int) -> int:
    """A number for the actions of a state that was looked at, whatever their order."""
    rules.list(at)
    made = 0
    for k in range(count):
        word = rules.word(k) * SHIFT
        word = (word ^ (word >> 29)) * SHIFT
        made += word ^ (word >> 32)
    return made


def throw_anew(rules: Rules, d: Deals, at: int) -> None:
    """What chance alone has made of pieces, such as dice, may be anything that it can be."""
    for t in range(d.throw_count):
        piece = d.throws[t * ROW]
        field = d.throws[t * ROW + 1]
        value = d.values[d.throws[t * ROW + 2] + rules.below(d.throws[t * ROW + 3])]
        if field < 0:
            rules.give_kind(at, piece, value)
        else:
            rules.give_field(at, piece, field, value)


def choose_anew(rules: Rules, d: Deals, at: int) -> None:
    """Each player whose choice waits unseen has made another one at random, if one is found."""
    for k in range(d.seat_count):
        for _ in range(ASKED):
            if is_chosen(rules, d, at, k):
                break


def is_chosen(rules: Rules, d: Deals, at: int, k: int) -> bool:
    """Whether a choice at random was one of those that could be the real one: it is then made."""
    seat = d.seats[k * MIX]
    rules.copy(d.aside, at)
    rules.ask_again(d.aside, seat)
    count = rules.look(d.aside)
    if rules.error != 0 or rules.is_over(d.aside) or count == 0:
        return False
    rules.list(d.aside)
    rules.do(d.aside, rules.below(count))
    chosen = rules.choice(d.aside, seat)
    for i in range(d.seats[k * MIX + 2]):
        if d.alike[d.seats[k * MIX + 1] + i] == chosen:
            rules.take_choice(at, d.aside, seat)
            return True
    return False


# ---- deals


def begin(rules: Rules, d: Deals) -> None:
    """Notes what the player sees of the base."""
    d.walks = 0
    d.count = rules.look(d.base)
    d.offer = offered(rules, d.base, d.count)
    d.sight = rules.sight(d.base)
    d.status = DONE if rules.error == 0 and not rules.is_over(d.base) else FULL
    rules.error = 0


def deal(rules: Rules, d: Deals, at: int) -> None:
    """Writes a state that looks the same; `status` is DONE if one was found."""
    if d.walks == 0:
        for k in range(d.tries):
            rules.copy(at, d.base)
            renew(rules, at)
            give_out(rules, d, at, d.plans[k] * ROW)
            mix(rules, d, at)
            throw_anew(rules, d, at)
            choose_anew(rules, d, at)
            if not is_noticed(rules, d, at):
                d.status = DONE
                return
        d.walks = 1
        rules.copy(d.reached, d.base)
    walk(rules, d, at)


def give_out(rules: Rules, d: Deals, at: int, plan: int) -> None:
    """Shuffles the cards of a plan, and gives them to its pieces."""
    piece = d.starts[plan]
    left = 0
    for s in range(d.starts[plan + 1], d.starts[plan + 2]):
        for i in range(d.segments[s * ROW + 1]):
            d.left[left] = d.segments[s * ROW] + i
            left += 1
        count = d.segments[s * ROW + 1] + d.segments[s * ROW + 3]
        shuffle(rules, d.left, left - count, count)
        for _ in range(d.segments[s * ROW + 2]):
            left -= 1
            give(rules, d, at, d.pieces[piece], d.left[left])
            piece += 1


def shuffle(rules: Rules, words: Words, first: int, count: int) -> None:
    """Each order is equally likely (Fisher and Yates)."""
    for i in range(count - 1):
        j = i + rules.below(count - i)
        held = words[first + i]
        words[first + i] = words[first + j]
        words[first + j] = held


def give(rules: Rules, d: Deals, at: int, piece: int, card: int) -> None:
    row = card * (2 + d.fields)
    rules.become(at, d.base, piece, d.cards[row], d.cards[row + 1])
    for i in range(d.fields):
        rules.give_field(at, piece, d.field_numbers[i], d.cards[row + 2 + i])


def mix(rules: Rules, d: Deals, at: int) -> None:
    """Shuffles what sites hold, and single aspects of pieces and sites."""
    for m in range(d.mix_count):
        first = d.mixes[m * MIX + 1]
        count = d.mixes[m * MIX + 2]
        for i in range(count - 1):
            j = i + rules.below(count - i)
            if i != j:
                rules.exchange(at, d.mixes[m * MIX], d.items[first + i], d.items[first + j])


# ---- walks


def walk(rules: Rules, d: Deals, at: int) -> None:
    """Goes on from the state at `reached`, and writes the one that it comes to; `status` is DONE if it came anywhere."""
    moved = 0
    for _ in range(d.steps):
        if moved < d.enough and step(rules, d, at):
            moved += 1
    rules.copy(at, d.reached)
    renew(rules, at)
    throw_anew(rules, d, at)
    choose_anew(rules, d, at)
    if is_noticed(rules, d, at):
        rules.copy(at, d.reached)
        renew(rules, at)
    d.status = DONE if moved > 0 else FULL


def step(rules: Rules, d: Deals, room: int) -> bool:
    """One exchange, if nobody notices it."""
    first = rules.below(d.slots + d.mixed)
    if first < d.slots:
        return trade(rules, d, first, rules.below(d.slots), room)
    row = d.rows[first - d.slots] * MIX
    one = d.items[first - d.slots]
    other = d.items[d.mixes[row + 1] + rules.below(d.mixes[row + 2])]
    what = d.mixes[row]
    if one == other:
        return False
    changed = rules.exchange(d.reached, what, one, other)
    if changed == SAME:
        return False
    if not is_kept(rules, d, room):
        rules.exchange(d.reached, what, one, other)
        return False
    if changed == RENAMED:
        rename(d, one, other)
    return True


def trade(rules: Rules, d: Deals, one: int, other: int, room: int) -> bool:
    """The pieces in two places become each other, if they may be there."""
    if one == other or not may_hold(d, one, d.homes[other]) or not may_hold(d, other, d.homes[one]):
        return False
    first = d.names[one]
    second = d.names[other]
    changed = exchange(rules, d, first, second)
    if changed == SAME:
        return False
    if not is_kept(rules, d, room):
        exchange(rules, d, first, second)
        return False
    home = d.homes[one]
    d.homes[one] = d.homes[other]
    d.homes[other] = home
    if changed == RENAMED:
        rename(d, first, second)
    return True


def rename(d: Deals, one: int, other: int) -> None:
    """What had one of two names has the other one now."""
    for slot in range(d.slots):
        name = d.names[slot]
        if name == one:
            d.names[slot] = other
        if name == other:
            d.names[slot] = one


def may_hold(d: Deals, slot: int, home: int) -> bool:
    """Whether a card of some segment may be in a place."""
    segment = d.parts[slot]
    return d.lowest[segment] <= home and home <= segment


def exchange(rules: Rules, d: Deals, one: int, other: int) -> int:
    changed = rules.trade(d.reached, one, other)
    for i in range(d.fields):
        if (
            rules.exchange(d.reached, d.first_field + d.field_numbers[i], one, other) != SAME
            and changed == SAME
        ):
            changed = CHANGED
    return changed


def is_kept(rules: Rules, d: Deals, room: int) -> bool:
    rules.copy(room, d.reached)
    return not is_noticed(rules, d, room)
