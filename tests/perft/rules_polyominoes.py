"""The tiles of Polyominoes once more, drawn as squares on paper. Nothing here is shared with the engines."""

from itertools import product

Square = tuple[int, int]
Tile = frozenset[Square]

DRAWN = {
    "square": ["#"],
    "domino": ["##"],
    "bar": ["###"],
    "bend": ["##", "#."],
    "rod": ["####"],
    "block": ["##", "##"],
    "tee": ["###", ".#."],
    "skew": ["##.", ".##"],
    "ell": ["###", "#.."],
}


def looks(name: str) -> set[Tile]:
    """A tile in all rotations and reflections that look different, each moved to the lower left corner."""
    squares = [(x, y) for y, row in enumerate(DRAWN[name]) for x, sign in enumerate(row) if sign == "#"]
    found = set()
    for _ in range(4):
        squares = [(y, -x) for x, y in squares]
        for turned in (squares, [(-x, y) for x, y in squares]):
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            found.add(frozenset((x - left, y - low) for x, y in turned))
    return found


def around(tile: Tile) -> set[Square]:
    """The squares beside a tile."""
    return {(x + dx, y + dy) for x, y in tile for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - tile


def corners(tile: Tile) -> set[Square]:
    """The squares at the corners of a tile's squares."""
    return {(x + dx, y + dy) for x, y in tile for dx, dy in product((1, -1), repeat=2)}


def placements(size: int, own: Tile, others: Tile, hand: set[str], start: Square) -> set[tuple[str, Tile]]:
    """All tiles that can be laid, by name and squares. Files and ranks count from 1."""
    found = set()
    for name, x, y in product(hand, range(1, size + 1), range(1, size + 1)):
        for look in looks(name):
            tile = frozenset((x + dx, y + dy) for dx, dy in look)
            if max(max(square) for square in tile) > size or tile & (own | others) or around(tile) & own:
                continue
            if corners(tile) & own if own else start in tile:
                found.add((name, tile))
    return found
