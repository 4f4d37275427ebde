"""What others did earlier, in states that a player imagines now: whether they could.

The engine has noted the states of the way (`interpreter/engines/native/recalling.py`). A state that is imagined now says what hidden
pieces are; here they become that in each state before, one step back after the other. Pieces that lay together unseen are
mixed on the way back, since the player cannot tell which of them came from where.

Where others could not have done what they did, a state is not what it is imagined to be: whoever has no heart plays none.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules, Search

STEP = 2  # words of a step in `firsts`


class Past(Search, Protocol):
    """`steps` earlier states begin at `bases`, the latest first; `names` are the words of the actions that were taken there.

    `tracked` pieces are followed. Piece t is `ids[t]` in the states that are imagined, or -1 if it is seen by now and is card t
    of `cards`: rows of a kind, an owner and `fields` values, as in `dealing`. `held` are such rows, what each is.

    What belongs to step s begins at `firsts[STEP * s]`, and what belongs to the next one ends it: rows of `mixed` (where in
    `members`, and how many, are mixed before this step), and of `written` (a tracked piece, and its name there).

    `missed` is for each state how many of the actions were not legal. `base` is room for a state.
    """

    steps: int
    bases: Words
    names: Words
    tracked: int
    ids: Words
    cards: Words
    held: Words
    fields: int
    field_numbers: Words
    firsts: Words
    mixed: Words
    members: Words
    written: Words
    base: int
    missed: Words


def name_of(rules: Rules, p: Past, at: int, place: int) -> None:
    """Writes the word of the action with a place in the list of a state."""
    rules.look(at)
    rules.list(at)
    p.names[p.steps] = rules.word(place)


def look_back(rules: Rules, p: Past, at: int, count: int) -> None:
    """Looks back from so many imagined states."""
    for k in range(count):
        hold(rules, p, at + k * p.size)
        p.missed[k] = 0
        for s in range(p.steps):
            for g in range(p.firsts[s * STEP], p.firsts[(s + 1) * STEP]):
                mix(rules, p, p.mixed[2 * g], p.mixed[2 * g + 1])
            rules.copy(p.base, p.bases[s])
            for i in range(p.firsts[s * STEP + 1], p.firsts[(s + 1) * STEP + 1]):
                become(rules, p, p.base, p.written[2 * i + 1], p.written[2 * i] * (2 + p.fields))
            if not could_do(rules, p, p.names[s]):
                p.missed[k] += 1


def hold(rules: Rules, p: Past, at: int) -> None:
    """Takes what the tracked pieces are from an imagined state."""
    width = 2 + p.fields
    for t in range(p.tracked):
        piece = p.ids[t]
        if piece < 0:
            for i in range(width):
                p.held[t * width + i] = p.cards[t * width + i]
        else:
            p.held[t * width] = rules.kind_of(at, piece)
            p.held[t * width + 1] = rules.owner_of(at, piece)
            for i in range(p.fields):
                p.held[t * width + 2 + i] = rules.field_of(at, piece, p.field_numbers[i])


def become(rules: Rules, p: Past, at: int, piece: int, row: int) -> None:
    rules.give_kind(at, piece, p.held[row])
    rules.give_owner(at, piece, p.held[row + 1])
    for i in range(p.fields):
        rules.give_field(at, piece, p.field_numbers[i], p.held[row + 2 + i])


def mix(rules: Rules, p: Past, first: int, count: int) -> None:
    """Pieces that lay together unseen exchange what they are, each order being equally likely (Fisher and Yates). They are sorted before:
    how they lay, no player can tell, so nothing may depend on it."""
    for i in range(1, count):
        j = i
        while j > 0 and is_less(p, p.members[first + j], p.members[first + j - 1]):
            swap(p, p.members[first + j], p.members[first + j - 1])
            j -= 1
    for i in range(count - 1):
        swap(p, p.members[first + i], p.members[first + i + rules.below(count - i)])


def is_less(p: Past, one: int, other: int) -> bool:
    width = 2 + p.fields
    for w in range(width):
        mine = p.held[one * width + w]
        theirs = p.held[other * width + w]
        if mine != theirs:
            return mine < theirs
    return False


def swap(p: Past, one: int, other: int) -> None:
    width = 2 + p.fields
    for w in range(width):
        kept = p.held[one * width + w]
        p.held[one * width + w] = p.held[other * width + w]
        p.held[other * width + w] = kept


def could_do(rules: Rules, p: Past, name: int) -> bool:
    """Whether an action was legal in the state before that lies at `base`."""
    rules.error = 0
    count = rules.look(p.base)
    if rules.error == 0 and not rules.is_over(p.base):
        rules.list(p.base)
        for k in range(count):
            if rules.word(k) == name:
                return True
    rules.error = 0
    return False
