"""Dots and Boxes once more, straight from its rules, on a plane of dots. Nothing here is shared with the engines.

A line joins two dots one apart; dots are pairs of numbers from 0. A game is the order in which lines were drawn.
"""

from collections.abc import Sequence
from functools import cache

Dot = tuple[int, int]
Line = frozenset[Dot]


def lines(width: int, height: int) -> frozenset[Line]:
    """All lines of a field of so many boxes."""
    dots = [(x, y) for x in range(width + 1) for y in range(height + 1)]
    return frozenset(
        frozenset((a, b)) for a in dots for b in dots if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )


def sides(x: int, y: int) -> frozenset[Line]:
    """The four lines about the box whose lower left dot this is."""
    a, b, c, d = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
    return frozenset(map(frozenset, ((a, b), (b, c), (c, d), (d, a))))  # type: ignore[arg-type]


def closed(line: Line, drawn: frozenset[Line], width: int, height: int) -> list[Dot]:
    """The boxes that a line closes, by their lower left dots."""
    boxes = [(x, y) for x in range(width) for y in range(height)]
    return [box for box in boxes if line in sides(*box) and sides(*box) <= drawn | {line}]


def after(order: Sequence[Line], width: int, height: int, players: int) -> tuple[int, dict[Dot, int]]:
    """Who is to move after these lines, and who owns which box."""
    drawn: frozenset[Line] = frozenset()
    mover, owners = 0, dict[Dot, int]()
    for line in order:
        gained = closed(line, drawn, width, height)
        owners.update(dict.fromkeys(gained, mover))
        mover = mover if gained else (mover + 1) % players
        drawn |= {line}
    return mover, owners


@cache
def best_lead(drawn: frozenset[Line], width: int, height: int) -> int:
    """By how many of the boxes that are still open the player to move gets more than the other, if both play well."""
    leads = []
    for line in lines(width, height) - drawn:
        gained = len(closed(line, drawn, width, height))
        rest = best_lead(drawn | {line}, width, height)
        leads.append(gained + rest if gained else -rest)
    return max(leads, default=0)
