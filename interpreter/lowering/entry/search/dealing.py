"""States that look the same to the player to act: what pieces are that are hidden is dealt anew, each way equally often.

Which pieces exchange what they are, and within which limits, is found for a decision by the engine
(`interpreter/engines/native/dealing.py`). Here each deal is made on a copy of one state, in its memory, and looked at: it must hide
the same from the player, and offer the same actions.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search
from interpreter.lowering.entry.search.chances import renew
from interpreter.reports import DONE, FULL

ROW = 4  # words of a segment, and of a throw
SHIFT = 0x9E3779B1


class Deals(Search, Protocol):
    """`base` is the state whose hidden pieces are dealt anew.

    Of `tries` tries the first follow the first plan, and try k follows plan `plans[k]`. What belongs to plan p: `starts[4 p]` is the
    first of its `pieces`, and from `starts[4 p + 1]` to `starts[4 p + 2]` are its `segments`. Each is a row of cards, shuffled by
    themselves: the first card, how many there are, how many of them the next pieces get, and whether all that are left over
    from here and before are then shuffled for the pieces behind these. Cards are rows of `cards`: a kind, an owner, and a value for
    each of `fields` numbers in `field_numbers`. `order` and `left` are room.

    `throws` are `throw_count` rows for what chance alone has made of a piece: the piece, -1 for its kind or the number of a field, the first of the
    values in `values`, and how many there are.

    `sight`, `count` and `offer` are what the base hides, how many actions it offers, and which.
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
    order: Words
    left: Words
    throws: Words
    throw_count: int
    values: Words
    sight: int
    count: int
    offer: int


def begin(rules: Rules, d: Deals) -> None:
    """Notes what the player sees of the base."""
    d.count = rules.look(d.base)
    d.offer = offered(rules, d.base, d.count)
    d.sight = rules.sight(d.base)
    d.status = DONE if rules.error == 0 and not rules.is_over(d.base) else FULL
    rules.error = 0


def deal(rules: Rules, d: Deals, at: int) -> None:
    """Writes a state that looks the same; `status` is DONE if one was found."""
    for k in range(d.tries):
        rules.copy(at, d.base)
        renew(rules, at)
        give_out(rules, d, at, d.plans[k] * ROW)
        throw_anew(rules, d, at)
        fits = rules.error == 0 and looks_alike(rules, d, at)
        if rules.error == 0 and fits:
            d.status = DONE
            return
        rules.error = 0
    d.status = FULL


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


def give_out(rules: Rules, d: Deals, at: int, plan: int) -> None:
    """Shuffles the cards of a plan, and gives them to its pieces."""
    piece = d.starts[plan]
    left = 0
    for s in range(d.starts[plan + 1], d.starts[plan + 2]):
        first = d.segments[s * ROW]
        count = d.segments[s * ROW + 1]
        given = d.segments[s * ROW + 2]
        shuffle(rules, d.order, first, count)
        for i in range(count):
            if i < given:
                give(rules, d, at, d.pieces[piece], d.order[first + i])
                piece += 1
            else:
                d.left[left] = d.order[first + i]
                left += 1
        if d.segments[s * ROW + 3] != 0:
            shuffle(rules, d.left, 0, left)
            for i in range(left):
                give(rules, d, at, d.pieces[piece], d.left[i])
                piece += 1
            left = 0


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
