"""What others did earlier, in states that a player imagines now: whether they could.

The engine has noted the states of the way (`interpreter/engines/native/belief_plans.py`). A state that is imagined now says what hidden
pieces are; here they become that in each state before, one step back after the other. Pieces that lay together unseen are
mixed on the way back, since the player cannot tell which of them came from where.

Where others could not have done what they did, a state is not what it is imagined to be: whoever has no heart plays none.
"""

from typing import Protocol

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.rules import Rules, Search

FREE = -1  # instead of a kind: nothing has been found for a row yet
STEP = 2  # words of a step in `firsts`


class Past(Search, Protocol):
    """`steps` earlier states begin at `bases`, the latest first; `names` are the words of the actions that were taken there.

    `tracked` pieces are followed. The first `now` of them are hidden now: they lie at the places `spots`, and are called `ids` in the states
    that are imagined. The others are seen by now, and are what their row of `cards` says: a kind, an owner and `fields` values, as
    in `determinization`. `held` are such rows, what each is.

    What belongs to step s begins at `firsts[STEP * s]`, and what belongs to the next one ends it: rows of `mixed` (where in
    `members`, and how many, are mixed before this step), and of `written` (a tracked piece, and its name there).

    `missed` is for each state how many of the actions were not legal. `base` is room for a state.
    """

    steps: int
    bases: Words
    names: Words
    tracked: int
    now: int
    spots: Words
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
                become(rules, p, p.bases[s], p.written[2 * i + 1], p.written[2 * i] * (2 + p.fields))
            if not could_do(rules, p, p.names[s]):
                p.missed[k] += 1


def hold(rules: Rules, p: Past, at: int) -> None:
    """Takes what the tracked pieces are from an imagined state: the first ones by where they lie, as a name may stand for what a piece is."""
    width = 2 + p.fields
    for i in range(p.tracked * width):
        p.held[i] = p.cards[i]
    for t in range(p.now):
        piece = p.ids[t]
        place = rules.place_of(at, piece)
        row = 0
        while row < p.now and (p.spots[row] != place or p.held[row * width] != FREE):
            row += 1
        if row < p.now:
            p.held[row * width] = rules.kind_of(at, piece)
            p.held[row * width + 1] = rules.owner_of(at, piece)
            for i in range(p.fields):
                p.held[row * width + 2 + i] = rules.field_of(at, piece, p.field_numbers[i])


def become(rules: Rules, p: Past, before: int, piece: int, row: int) -> None:
    """Makes a piece of the state at `base`, which lies where it lay before, what a row says."""
    rules.become(p.base, before, piece, p.held[row], p.held[row + 1])
    for i in range(p.fields):
        rules.give_field(p.base, piece, p.field_numbers[i], p.held[row + 2 + i])


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
