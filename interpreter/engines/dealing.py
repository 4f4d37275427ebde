"""What a player does not see of a position, as cards that are dealt out anew: the plan that machine code follows."""

from dataclasses import dataclass
from typing import TypeAlias

Card: TypeAlias = tuple[int, ...]  # a kind, an owner, and values of fields, as they stand in memory
Throw: TypeAlias = tuple[
    int, int | None, tuple[int, ...]
]  # a piece, the number of a field or None for its kind, what it may be


@dataclass(frozen=True)
class Segment:
    """Cards that are shuffled by themselves. The first pieces get the first of them; what is left over up to here is shuffled for the next
    ones if the segment `is_last` of its group."""

    cards: tuple[Card, ...]
    given: int
    is_last: bool


@dataclass(frozen=True)
class Plan:
    """Pieces, by their names in memory, in the order in which the segments give them cards."""

    pieces: tuple[int, ...]
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Dealing:
    """The plans, in the order of the tries, and what chance alone has made of pieces. `fields` are the numbers of the cards' fields
    among those of pieces."""

    plans: tuple[Plan, ...]
    throws: tuple[Throw, ...]
    fields: tuple[int, ...]
