"""Borders and nodes of cells, as further sites of a board: `with_places(board, sorts)`.

A border is a side of a cell, a node is a corner. Both lie on the lattice of the cells, halfway or a third of the way to the
next ones, so that all geometry stays exact. Each is named by a cell that it touches and the side on which it lies: `b2n` is
north of `b2`. The cell is the one to its south or west, where that exists; so only those on the rim have other names.

What touches what follows from the cells, whether the board has these sites or not: a cell touches its sides, its corners
and the cells behind its sides; a border its cells, its ends and the borders that meet it there; a node the borders that
meet in it, their cells and their other ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from gdl.boards.board import Board
from gdl.boards.tiling import BoardError, Direction, Point, Sides, Site
from gdl.limits import MAX_SITES
from gdl.tree.words import Sort

_HALF = Fraction(1, 2)


def with_places(board: Board, sorts: Iterable[Sort]) -> Board:
    """A board of cells alone, with borders, nodes or both behind them. Raises BoardError where it can have none."""
    if board.is_growing:
        raise BoardError("a growing board has no borders and nodes; give the board a size")
    if board.tiling.sides is None:
        raise BoardError(f"a board of {board.tiling.cells} has no borders and nodes")
    sides, wanted = board.tiling.sides, set(sorts)
    lattice = _Lattice(sides, {_point(s): s for s in board.sites}, board)
    borders = _in_rows(lattice.sides) if "border" in wanted else []
    nodes = _in_rows(lattice.corners) if "node" in wanted else []
    first, second = len(board.sites), len(board.sites) + len(borders)
    count = second + len(nodes)
    if count > MAX_SITES:
        raise BoardError(
            f"with its borders and nodes the board has {count} sites; at most {MAX_SITES} are possible"
        )
    sites = (
        *board.sites,
        *(lattice.site(first + i, p, sides.borders) for i, p in enumerate(borders)),
        *(lattice.site(second + i, p, sides.nodes) for i, p in enumerate(nodes)),
    )
    index = {_point(s): s.index for s in sites}
    around = [lattice.touching(_point(s)) for s in sites]
    return replace(
        board,
        sites=sites,
        steps=tuple((*steps, *([-1] * (count - first))) for steps in board.steps),
        borders=range(first, second),
        nodes=range(second, count),
        aliases={
            name: first + i
            for places, offsets, first in ((borders, sides.borders, first), (nodes, sides.nodes, second))
            for i, p in enumerate(places)
            for name in lattice.names(p, offsets)
        },
        touching={
            sort: tuple(tuple(sorted(index[p] for p in near[sort] if p in index)) for near in around)
            for sort in around[0]
        },
        bordering=tuple(
            tuple(lattice.crossed(zip(sites, around, strict=True), d, index)) for d in board.directions
        ),
    )


def _point(site: Site) -> Point:
    return Fraction(site.ax), Fraction(site.ay)


def _in_rows(points: Iterable[Point]) -> list[Point]:
    """From the bottom to the top, and in each row from the left."""
    return sorted(points, key=lambda p: (p[1], p[0]))


class _Lattice:
    """The sides and corners of all cells, and what touches what.

    `sides` has the cells of each border, `ends` its two nodes; `corners` has the cells of each node, `meeting` its borders.
    """

    def __init__(self, parts: Sides, cells: Mapping[Point, Site], board: Board) -> None:
        self.parts, self.cells, self.board = parts, cells, board
        self.sides: dict[Point, set[Point]] = {}
        self.ends: dict[Point, set[Point]] = {}
        self.corners: dict[Point, set[Point]] = {}
        self.meeting: dict[Point, set[Point]] = {}
        for cell in cells:
            for name, offset in parts.borders.items():
                border = self.moved(cell, offset)
                ends = {self.moved(cell, parts.nodes[end]) for end in parts.ends[name]}
                self.sides.setdefault(border, set()).add(cell)
                self.ends[border] = ends
                for node in ends:
                    self.corners.setdefault(node, set()).add(cell)
                    self.meeting.setdefault(node, set()).add(border)

    def moved(self, p: Point, by: Point) -> Point:
        """A place of the board; what lies behind a rim that it goes round lies at the other one."""
        x, y = self.board.folded(p[0] + by[0], p[1] + by[1])
        return Fraction(x), Fraction(y)

    def crossed(
        self,
        sites: Iterable[tuple[Site, Mapping[Sort, set[Point]]]],
        way: Direction,
        index: Mapping[Point, int],
    ) -> Iterator[int]:
        """The borders half a step away in a direction from sites, each given with what touches it; -1 where there is none."""
        for site, near in sites:
            p = self.moved(_point(site), (_HALF * way.dx, _HALF * way.dy))
            yield index.get(p, -1) if p in near["border"] else -1

    def touching(self, p: Point) -> dict[Sort, set[Point]]:
        """What touches a cell, a border or a node, by its sort."""
        if p in self.cells:
            borders = {self.moved(p, offset) for offset in self.parts.borders.values()}
            nodes = {self.moved(p, offset) for offset in self.parts.nodes.values()}
            return {
                "cell": {c for b in borders for c in self.sides[b]} - {p},
                "border": borders,
                "node": nodes,
            }
        if p in self.sides:
            borders = {b for n in self.ends[p] for b in self.meeting[n]} - {p}
            return {"cell": self.sides[p], "border": borders, "node": self.ends[p]}
        nodes = {n for b in self.meeting[p] for n in self.ends[b]} - {p}
        return {"cell": self.corners[p], "border": self.meeting[p], "node": nodes}

    def names(self, p: Point, offsets: Mapping[str, Point]) -> dict[str, Site]:
        """The names of a border or node, each with its cell: of these offsets those that lead back to one."""
        behind = ((name, self.cells.get(self.moved(p, (-dx, -dy)))) for name, (dx, dy) in offsets.items())
        return {f"{cell.name}{name}": cell for name, cell in behind if cell is not None}

    def site(self, index: int, p: Point, offsets: Mapping[str, Point]) -> Site:
        """A border or node, under the first of its names."""
        name, cell = next(iter(self.names(p, offsets).items()))
        dx, dy = p[0] - cell.ax, p[1] - cell.ay
        across = self.board.tiling.across(dx, dy)
        return Site(index, name, cell.file, cell.rank, cell.x + across, cell.y + dy, *p)
