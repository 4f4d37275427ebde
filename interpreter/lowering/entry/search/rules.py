"""What searches ask of a game: `Rules`, which `answers` writes for each game, and what several searches make of the answers.

Searches are Python functions that become functions of the program (`interpreter.ir.python`). A state is where it begins in
memory, in words of eight bytes; `memory` of a search's record is all memory by the same numbers.
"""

from typing import Protocol

from interpreter.ir.python import Record, Words
from interpreter.shared.hashing import GAMMA
from interpreter.shared.machine_interface import HALF, STEP

TURNED = 1 << 62  # a bit of `Rules.class_key`
BARE = ~TURNED  # all others
LOWER, UPPER, EXACT = 1, 2, 3  # what a table knows of a value: a bound, or the value itself
ALL = 1 << 30  # measures: whatever there is


class Rules(Record, Protocol):
    """The rules, in the memory that they work in.

    `error` is not 0 once a rule has gone wrong, or a list was too long. `random` is the state of the random numbers, `salt`
    the beginning of keys. `decision` is the one that `look` has found, `kept` where the next state goes that follows.
    """

    error: int
    random: int
    salt: int
    decision: int
    kept: int

    def look(self, at: int) -> int:
        """How many actions are legal. If none is, the game is over, and the result is written into the state."""
        ...

    def list(self, at: int) -> int:
        """Lists the legal actions of the state that was looked at; how many rows the list has."""
        ...

    def word(self, row: int) -> int:
        """A number for the action in a row of the list."""
        ...

    def expand(self, at: int, to: int) -> None:
        """Writes the states that follow the one that was looked at, in the order of the list. Not in games of chance."""
        ...

    def do(self, at: int, place: int) -> None:
        """Does the action with a place in the list, on the state that was looked at itself."""
        ...

    def copy(self, to: int, at: int) -> None: ...

    def is_over(self, at: int) -> bool: ...

    def value(self, at: int, player: int) -> int:
        """What a player gets at the end, in the units of `interpreter.shared.machine_interface`."""
        ...

    def player(self, at: int) -> int:
        """Who acts."""
        ...

    def key(self, at: int) -> int:
        """A number that tells states apart, but for what the rules do not look at; never 0."""
        ...

    def class_key(self, at: int) -> int:
        """The same number for all states that a symmetry of the game lays onto each other; never 0.

        Where it lets the players change places, the bit `TURNED` is set in those in which they have, and with them what the
        game is worth to them; in games of this kind that is always so when the second one acts, and never when the first one does.
        """
        ...

    def pack(self, at: int) -> int:
        """A number by which a state is known that is not over, the same for all that a symmetry lays onto each other; -1 where it
        does not fit into one. Limits on actions are left aside."""
        ...

    def unpack(self, number: int, to: int) -> None:
        """Writes a state that has a number, in which no action was counted."""
        ...

    def measure(self, at: int, to: int, wanted: int) -> int:
        """Writes what is measured of a state (`interpreter.shared.search_measures`) into memory, at least the first `wanted` numbers; how many it has
        written."""
        ...

    def sight(self, at: int) -> int:
        """A number for what the rules hide from the player to act, and for what they know beside what they see."""
        ...

    def give_kind(self, at: int, piece: int, kind: int) -> None:
        """Makes a piece one of another kind, where it is."""
        ...

    def become(self, at: int, before: int, piece: int, kind: int, owner: int) -> None:
        """Makes what is where a piece is in the state `before` one of another kind and owner."""
        ...

    def give_field(self, at: int, piece: int, field: int, value: int) -> None:
        """Gives a piece's field, by its number among these, a value as its cell holds it."""
        ...

    def kind_of(self, at: int, piece: int) -> int: ...

    def owner_of(self, at: int, piece: int) -> int:
        """Whose a piece is, -1 for nobody."""
        ...

    def place_of(self, at: int, piece: int) -> int:
        """Where a piece is: a site or, behind the sites, a pool."""
        ...

    def field_of(self, at: int, piece: int, field: int) -> int:
        """What the cell of a piece's field holds, by the field's number among these."""
        ...

    def trade(self, at: int, one: int, other: int) -> int:
        """Two pieces become each other, but for their fields; what has changed, by the numbers of `reports`."""
        ...

    def exchange(self, at: int, what: int, one: int, other: int) -> int:
        """Two sites or pieces exchange something, by the numbers of `reports` or that of a field; what has changed."""
        ...

    def ask_again(self, at: int, seat: int) -> None:
        """Forgets what was chosen while choices wait, and lets a player choose."""
        ...

    def choice(self, at: int, seat: int) -> int:
        """The action that a player has chosen while choices wait."""
        ...

    def take_choice(self, at: int, before: int, seat: int) -> None:
        """Gives a player the choice that waits in the state `before`."""
        ...

    def reseed(self, at: int, seed: int) -> None:
        """Gives a state other chance to come."""
        ...

    def seed(self, at: int) -> int:
        """What decides the chance to come; 0 in games without chance."""
        ...

    def below(self, n: int) -> int:
        """A random number from 0 to n-1."""
        ...

    def play_out(self, at: int, most: int) -> int:
        """Random actions to the end of the game, or so many; how many there were."""
        ...


class Search(Record, Protocol):
    """What every search has: all memory, the room for one state, a flag to stop it, and how far it has come."""

    memory: Words
    size: int
    stop: int
    nodes: int
    status: int


# ---- other chance to come


SEEDS = 1 << 32
FACTOR = GAMMA - (1 << 64)  # as a signed number


def renew(rules: Rules, at: int) -> None:
    """Gives a state other chance to come."""
    rules.reseed(at, rules.below(SEEDS) * FACTOR)


# ---- what a search knows of a value


def bound_of(value: int, low: int, high: int) -> int:
    """What was found of a value by a search between two numbers."""
    return LOWER if value >= high else UPPER if value <= low else EXACT


# ---- what a position promises


SCALE = 256  # units of a weight in one of an evaluation


def promised(
    rules: Rules, memory: Words, values: int, weights: Words, first: int, count: int, tempo: int, table: Words
) -> int:
    """What a player may expect, in units of 1 / ONE, where `count` measures were written from `values` on. Their weights begin
    with number `first`; `tempo` is added; `table` is the payoff that odds come to, for each `STEP` of an evaluation."""
    total = 0
    for i in range(count):
        total += weights[first + i] * memory[values + i]
    at = (total // SCALE + tempo) // STEP + HALF
    return table[min(max(at, 0), HALF * 2)]


# ---- roots and logarithms


TABLE = 1 << 16


def looked_up(table: Words, n: int) -> int:
    """The number of a table for n."""
    return table[n] if n < TABLE else table[TABLE + (min(n, TABLE * 255) >> 8)]
