"""States that look the same to the player to act: what is hidden is dealt anew, each way equally often.

Each deal is made on a copy of one state, in its memory, and looked at: it must hide the same from the player, and offer the same
actions. Where none fits, states are walked to instead (`walking`).
"""

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules
from interpreter.lowering.entry.search.chances import renew
from interpreter.lowering.entry.search.deals import (
    MIX,
    ROW,
    Deals,
    choose_anew,
    is_noticed,
    offered,
    throw_anew,
)
from interpreter.lowering.entry.search.walking import walk
from interpreter.shared.search_status import DONE, FULL


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
