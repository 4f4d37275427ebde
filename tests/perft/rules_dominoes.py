"""The block game of dominoes once more, straight from its rules, with hands that are known. Nothing here is shared with the
engines.

A tile is its two numbers; the row is its two ends, None before the first tile.
"""

Tile = tuple[int, int]
Hands = tuple[frozenset[Tile], ...]  # that of who is to move first


def perft(hands: Hands, ends: tuple[int, int] | None, passes: int, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    if not hands[-1] or passes >= len(hands):  # who moved last has nothing left, or nobody could move
        return 0
    mine, others = hands[0], hands[1:]
    following: list[tuple[Tile, tuple[int, int]]] = []
    for a, b in mine:
        if ends is None:
            following.append(((a, b), (a, b)))
            continue
        left, right = ends
        if left in (a, b):
            following.append(((a, b), (b if a == left else a, right)))
        if right in (a, b) and left != right:
            following.append(((a, b), (left, b if a == right else a)))
    if not following:
        return perft((*others, mine), ends, passes + 1, depth - 1)
    return sum(perft((*others, mine - {tile}), row, 0, depth - 1) for tile, row in following)


FIRST = frozenset({(0, 1), (1, 2), (2, 2), (3, 5)})
SECOND = frozenset({(1, 1), (2, 5), (5, 6), (0, 3)})

if __name__ == "__main__":
    print([perft((FIRST, SECOND), None, 0, depth) for depth in range(1, 9)])
