"""What a player remembers of the way to a position: what others did, and which pieces were hidden where at that time.

A `Past` follows from what the player has seen, but for the states themselves: of these only what is not hidden counts, since every
hidden piece is made what it is in an imagined state (`lowering/entry/search/recalling.py`).
"""

from dataclasses import dataclass
from typing import TypeAlias

from interpreter.engines.dealing import Card

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
