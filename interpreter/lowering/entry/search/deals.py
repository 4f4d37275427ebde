"""What is dealt of a state that a player sees only in part: its record, and what every way of dealing does.

Which things exchange what, and within which limits, is found for a decision by the engine (`interpreter/engines/native/belief_plans.py`).
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search

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

    Where no deal fits, a walk has up to `steps` steps (`walking`) from the state at `reached`, `enough` of them exchanges. In each of `slots` places is the piece `names`, which
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
