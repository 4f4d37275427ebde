"""States that look the same to the player to act, one exchange after the other.

Where the rules tie what a player sees to what they do not see, hardly any deal looks the same. So a walk begins with a state that
does, and exchanges two hidden things at a time: what looks the same is kept, all else is taken back. As each exchange is as likely as
its opposite, all states that can be reached are equally likely in the long run (N. Metropolis et al., Equation of state calculations by
fast computing machines, Journal of Chemical Physics 21, 1953).
"""

from interpreter.lowering.entry.search.asked import Rules
from interpreter.lowering.entry.search.chances import renew
from interpreter.lowering.entry.search.deals import MIX, Deals, choose_anew, is_noticed, throw_anew
from interpreter.shared.search_status import CHANGED, DONE, FULL, RENAMED, SAME


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
