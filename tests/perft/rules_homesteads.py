"""Homesteads once more, straight from its rules, on a plane of points. Nothing here is shared with the engines.

A field is a hexagon about a point of a triangular lattice. Points are pairs of whole numbers: x in twelfths of the distance
of two fields, y in steps of which 4 make the side of a hexagon; so all middles and corners are exact.
"""

from dataclasses import dataclass, field

Point = tuple[int, int]
Edge = frozenset[Point]

CORNERS = ((0, 4), (6, 2), (6, -2), (0, -4), (-6, -2), (-6, 2))  # clockwise from the top


def fields(side: int) -> list[Point]:
    """The middles of the fields of a hexagon, row by row from the bottom."""
    found = []
    for row in range(1 - side, side):
        width = 2 * side - 1 - abs(row)
        found += [(12 * i - 6 * (width - 1), 6 * row) for i in range(width)]
    return found


def corners(middle: Point) -> list[Point]:
    return [(middle[0] + x, middle[1] + y) for x, y in CORNERS]


def edges(middle: Point) -> list[Edge]:
    around = corners(middle)
    return [frozenset((a, b)) for a, b in zip(around, around[1:] + around[:1], strict=True)]


@dataclass
class Table:
    """A game: who owns which road and which town, and who is to move."""

    side: int
    players: int
    mover: int = 0
    roads: dict[Edge, int] = field(default_factory=dict)
    towns: dict[Point, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.middles = fields(self.side)
        self.points = {p for m in self.middles for p in corners(m)}
        self.edges = {e for m in self.middles for e in edges(m)}

    def touches_road(self, point: Point) -> bool:
        return any(point in road and owner == self.mover for road, owner in self.roads.items())

    def legal(self) -> set[Point | Edge]:
        """The points for a town and the edges for a road; empty for a pass."""
        near = {a for e in self.edges for a in e if (e - {a}) & self.towns.keys()}
        rooms = {p for p in self.points if p not in self.towns and p not in near}
        if self.mover not in self.towns.values() and rooms:
            return set(rooms)
        starts = {p for p, owner in self.towns.items() if owner == self.mover}
        starts |= {p for p in self.points - self.towns.keys() if self.touches_road(p)}
        roads = {e for e in self.edges if e not in self.roads and e & starts}
        return {p for p in rooms if self.touches_road(p)} | roads

    def play(self, where: Point | Edge | None) -> None:
        if isinstance(where, frozenset):
            self.roads[where] = self.mover
        elif where is not None:
            self.towns[where] = self.mover
        self.mover = (self.mover + 1) % self.players

    def scores(self) -> list[int]:
        """How many fields each player owns."""
        holders = [{self.towns[p] for p in corners(m) if p in self.towns} for m in self.middles]
        return [holders.count({p}) for p in range(self.players)]
