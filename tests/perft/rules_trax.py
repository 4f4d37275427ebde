"""Trax from its rule sheet, in plain Python: which tiles may be laid, which must follow, and who has made a loop or a line.

It shares nothing with the program that it is compared with. A tile is the set of the sides (0 north, 1 east, 2 south, 3
west) to which its white track leads; a layout maps (x, y) to tiles.
"""

from itertools import combinations

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
TILES = tuple(frozenset(pair) for pair in combinations(range(4), 2))
Layout = dict[tuple[int, int], frozenset[int]]


def entering(layout: Layout, x: int, y: int) -> dict[int, bool]:
    """Of an empty place, the sides to which a track leads, and whether it is white."""
    found = {}
    for side, (dx, dy) in enumerate(SIDES):
        tile = layout.get((x + dx, y + dy))
        if tile is not None:
            found[side] = (side + 2) % 4 in tile
    return found


def fitting(layout: Layout, x: int, y: int) -> list[frozenset[int]]:
    ends = entering(layout, x, y)
    return [tile for tile in TILES if all((side in tile) == white for side, white in ends.items())]


def empty_beside(layout: Layout) -> set[tuple[int, int]]:
    return {(x + dx, y + dy) for x, y in layout for dx, dy in SIDES} - set(layout)


def completed(layout: Layout) -> Layout | None:
    """With all forced tiles; none where three tracks of a colour meet."""
    layout = dict(layout)
    while True:
        forced = []
        for place in empty_beside(layout):
            ends = list(entering(layout, *place).values())
            if max(ends.count(True), ends.count(False)) > 2:
                return None
            if max(ends.count(True), ends.count(False)) == 2:
                forced.append(place)
        if not forced:
            return layout
        (layout[forced[0]],) = fitting(layout, *forced[0])


def following(layout: Layout) -> list[Layout]:
    """The layouts after each move."""
    if not layout:
        return [{(0, 0): frozenset({0, 2})}, {(0, 0): frozenset({0, 1})}]
    moves = ({**layout, place: tile} for place in empty_beside(layout) for tile in fitting(layout, *place))
    return [after for move in moves if (after := completed(move)) is not None]


def followed(
    layout: Layout, start: tuple[int, int], side: int, white: bool
) -> tuple[tuple[int, int], int] | None:
    """Where a track that leaves a tile by a side leads out of the layout; none for a loop."""
    (x, y), out = start, side
    while True:
        beyond = (x + SIDES[out][0], y + SIDES[out][1])
        if beyond not in layout:
            return (x, y), out
        if beyond == start:
            return None
        x, y = beyond
        (out,) = set(track_sides(layout, beyond, white)) - {(out + 2) % 4}


def track_sides(layout: Layout, place: tuple[int, int], white: bool) -> list[int]:
    return [side for side in range(4) if (side in layout[place]) == white]


def winners(layout: Layout, span: int) -> set[bool]:
    """Which colours (white: true) have a loop, or a line over the whole layout."""
    found = set()
    columns = [x for x, _ in layout]
    rows = [y for _, y in layout]
    rims = {
        0: max(rows, default=0),
        1: max(columns, default=0),
        2: min(rows, default=0),
        3: min(columns, default=0),
    }
    for place in layout:
        for white in (True, False):
            one, two = (followed(layout, place, side, white) for side in track_sides(layout, place, white))
            if one is None or two is None:
                found.add(white)
                continue
            if {one[1], two[1]} not in ({0, 2}, {1, 3}):
                continue
            if all(end[0][1 - side % 2] == rims[side] for end, side in ((one, one[1]), (two, two[1]))):
                high, low = max(one[1], two[1]) % 4, min(one[1], two[1])
                size = abs(rims[high] - rims[low]) + 1
                if size >= span:
                    found.add(white)
    return found
