"""Go on a torus once more, straight from its rules: each side of the board touches the opposite one. Nothing here is shared
with the engines.

A point is its column and its row, from 0; the stones of each colour are a set of points. Suicide is forbidden, a simple ko
may not be taken back at once, and two passes end the game.
"""

from dataclasses import dataclass

Point = tuple[int, int]
Stones = frozenset[Point]


@dataclass(frozen=True)
class Position:
    """`own` are the stones of who is to move; `ko` may not be taken at once."""

    size: int
    own: Stones = frozenset()
    other: Stones = frozenset()
    ko: Point | None = None
    passes: int = 0


def beside(size: int, at: Point) -> list[Point]:
    x, y = at
    return [((x + dx) % size, (y + dy) % size) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]


def chain(size: int, stones: Stones, at: Point) -> set[Point]:
    """The chain of a stone among all stones of its colour."""
    found, waiting = {at}, [at]
    while waiting:
        for p in beside(size, waiting.pop()):
            if p in stones and p not in found:
                found.add(p)
                waiting.append(p)
    return found


def captured(size: int, stones: Stones, against: Stones) -> set[Point]:
    """All of these stones that have no empty point beside their chain."""
    dead: set[Point] = set()
    for at in stones:
        group = chain(size, stones, at)
        if all(p in stones or p in against for s in group for p in beside(size, s)):
            dead |= group
    return dead


def after(position: Position, at: Point) -> Position | None:
    """The position after a stone is put there, as the other player sees it; None where that is forbidden."""
    size = position.size
    if at in position.own | position.other or at == position.ko:
        return None
    own = position.own | {at}
    near = frozenset(p for p in beside(size, at) if p in position.other)
    dead = {p for p in captured(size, position.other, own) if chain(size, position.other, p) & near}
    other = position.other - dead
    if not dead and at in captured(size, own, other):
        return None
    single = chain(size, own, at) == {at}
    free = [p for p in dict.fromkeys(beside(size, at)) if p not in own and p not in other]
    ko = free[0] if len(dead) == 1 and single and len(free) == 1 else None
    return Position(size, other, own, ko)


def perft(position: Position, depth: int) -> int:
    if position.passes == 2 or depth == 0:
        return int(depth == 0)
    points = [(x, y) for x in range(position.size) for y in range(position.size)]
    following = [p for p in (after(position, at) for at in points) if p is not None]
    passed = Position(position.size, position.other, position.own, None, position.passes + 1)
    return sum(perft(p, depth - 1) for p in (*following, passed))


if __name__ == "__main__":
    for size, depth in ((3, 6), (4, 4), (5, 3)):
        print(size, [perft(Position(size), d) for d in range(1, depth + 1)])
