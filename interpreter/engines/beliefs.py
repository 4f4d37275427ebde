"""What bots are told of what a player does not see: how it may be dealt anew, and what the player remembers of the way there.

* A `Dealing` is the plan that machine code follows: cards that are dealt out anew, and things that change places.
* A `Past` says what others did, and which pieces were hidden where at that time. It follows from what the player has seen, but
  for the states themselves: of these only what is not hidden counts, since every hidden piece is made what it is in an imagined
  state (`lowering/entry/search/recalling.py`).
"""

from typing import TypeAlias

from gdl.platform.dataclass import dataclass

Card: TypeAlias = tuple[int, ...]  # a kind, an owner, and values of fields, as they stand in memory


@dataclass(frozen=True)
class Segment:
    """Cards that are shuffled with the last `taken` cards that were left over. The next `given` pieces get some of them, the others are
    left over for segments behind this one. What may be dealt here are the cards of the segments from `lowest` on."""

    cards: tuple[Card, ...]
    given: int
    taken: int
    lowest: int


@dataclass(frozen=True)
class Plan:
    """Pieces, by their names in memory, in the order in which the segments give them cards. `homes` are the segments of the cards that
    they are now."""

    pieces: tuple[int, ...]
    homes: tuple[int, ...]
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Mix:
    """Sites or pieces that exchange something, each way equally often: by the numbers of `reports`, or a field, first those of sites."""

    what: int
    items: tuple[int, ...]


@dataclass(frozen=True)
class Throw:
    """What chance alone has made of a piece: the number of a field, -1 for its kind, and what it may be. Behind the fields of pieces
    come hidden ones of players and of the game, whose `piece` is a seat or 0: each of them may be anything that the field holds."""

    piece: int
    field: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Waiting:
    """A player whose choice waits unseen, and the actions that it may be, as they stand in memory."""

    seat: int
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Dealing:
    """The plans, in the order of the tries, and what else is hidden. `fields` are the numbers of the cards' fields among those of pieces,
    which for exchanges are counted from `first_field` on."""

    plans: tuple[Plan, ...]
    mixes: tuple[Mix, ...]
    throws: tuple[Throw, ...]
    waiting: tuple[Waiting, ...]
    fields: tuple[int, ...]
    first_field: int

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to deal."""
        return not (self.plans[0].pieces or self.mixes or self.throws or self.waiting)


# ---- what a player remembers


Spot: TypeAlias = tuple[int, int]  # a place, and the height there where it is seen; else 0
Together: TypeAlias = tuple[int, ...]  # pieces among which nobody can tell one from the other


@dataclass(frozen=True)
class Step:
    """A state in which another player acted, as machine code keeps it, and the place of their action in its list.

    `mixed`: tracked pieces that came to lie together unseen, on the way back to this state, in the order of where they came from. `pieces`: the tracked pieces that were hidden here, each
    with its name in memory.
    """

    memory: bytes
    place: int
    mixed: tuple[Together, ...]
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Past:
    """The steps, the latest first. The tracked pieces are those hidden now, which lie at `spots`, and behind them those seen by now,
    which are `cards`. `fields` are the numbers of the cards' fields among those of pieces."""

    steps: tuple[Step, ...]
    spots: tuple[Spot, ...]
    cards: tuple[Card, ...]
    fields: tuple[int, ...]
