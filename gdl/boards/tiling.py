"""What a board is made of: a `Tiling` gives the directions, the places and the outlines of its cells.

A board asks its tiling where a step leads, how long a way is, where a mirror sends a cell and where its sides are. Pictures and
drawings ask it for outlines and rows. Nobody asks which tiling it is: what makes sense on some boards alone is a capability,
such as `is_rectangular`. Each tiling is one module beside this one, and `TILINGS` in `building` lists them.

Lattice coordinates keep all geometry exact; each tiling says what they count. Places in the plane count columns and rows, with y
upward; a row is `rise` columns high. Angles are degrees counterclockwise from east.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from gdl.limits import MAX_SITES
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Extent

Coordinate = int | Fraction
Point = tuple[Fraction, Fraction]  # on the lattice
Outline = tuple[tuple[float, float], ...]  # corners, in columns right of and above the middle of a cell


class BoardError(ValueError):
    """A board that cannot be built, or a question it cannot answer; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place of a board. `file` and `rank` count from 1, at the left and at the bottom; a cell that lies in none has 0.

    (`x`, `y`) is where to draw it, in columns and rows from 1, with y upward; (`ax`, `ay`) is its lattice position.
    """

    index: int
    name: str
    file: int
    rank: int
    x: Fraction
    y: Fraction
    ax: Coordinate
    ay: Coordinate

    @property
    def names(self) -> tuple[str, str]:
        """The two parts of the name: of the file and of the rank. The second is empty for a cell that lies in no rank."""
        file, comma, rank = self.name.partition(",")
        if comma:
            return file, rank
        letters = self.name.rstrip("0123456789")
        return letters, self.name.removeprefix(letters)


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction of the lattice: its angle in degrees counterclockwise from east, and its step.

    `network`: of a graph, to whose links of one sort it belongs; empty for links of no sort.
    """

    index: int
    name: str
    angle: int
    dx: int
    dy: int
    network: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a plan, before it has a name. `end` stands behind a name that is another cell's own; such a cell is in no file."""

    file: int
    rank: int
    x: Fraction
    y: Fraction
    ax: int
    ay: int
    end: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells of a whole board in the order of their indices: by rows from the bottom, each from the left."""

    files: int
    ranks: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides and corners of a cell: the end of a name, and where it lies on the lattice from the middle of the cell.

    A border or node takes the first of these names that leads back to a cell. `ends`: the corners at which a side ends.
    """

    borders: Mapping[str, Point]
    nodes: Mapping[str, Point]
    ends: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Tiling(ABC):
    """A way to fill the plane with cells. What is written here holds for squares; other tilings say what differs.

    name            the word behind `board`
    cells           what its cells are called together
    compass         the directions, clockwise: the name, the angle, the step on the lattice
    forms           the forms in which its size is given, as an author writes them
    turns           so many equal turns lead once round
    rise            how high a row is, in columns
    column_parts    into how many equal parts cells divide a column
    row_parts       into how many equal parts cells divide a row
    sides           where borders and nodes lie, if cells may have them
    is_rectangular  cells are squares in straight files and ranks
    is_staggered    rows begin at different places, and files are not upright: each has its name at the end of its line
    has_lattice     a step is the same way on the lattice everywhere, so that there are leaps, files and ranks
    has_outlines    cells touch; without outlines they are points that lines join
    has_axes        files and ranks may run along directions of the author's choice
    can_wrap        a board of W x H may go round
    """

    name: ClassVar[str]
    cells: ClassVar[str]
    compass: ClassVar[tuple[tuple[str, int, int, int], ...]]
    forms: ClassVar[Mapping[Extent, str]]
    turns: ClassVar[int] = 4
    rise: ClassVar[float] = 1.0
    column_parts: ClassVar[int] = 1
    row_parts: ClassVar[int] = 1
    sides: ClassVar[Sides | None] = None
    is_rectangular: ClassVar[bool] = False
    is_staggered: ClassVar[bool] = False
    has_lattice: ClassVar[bool] = True
    has_outlines: ClassVar[bool] = True
    has_axes: ClassVar[bool] = False
    can_wrap: ClassVar[bool] = False

    @abstractmethod
    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        """The cells of a board of a size, in one of `forms`. Raises BoardError where it is impossible."""

    # ---- directions

    def leads(self, site: Site | Cell, direction: Direction) -> bool:
        """Whether a cell has a neighbour in a direction, on a plane without an edge."""
        return True

    def is_adjacent(self, direction: Direction) -> bool:
        """Whether a step in a direction crosses a side of a cell."""
        return not (direction.dx and direction.dy)

    def groups(self, directions: Sequence[Direction]) -> dict[str, tuple[int, ...]]:
        """The named groups of directions."""
        return {
            "orthogonal": tuple(d.index for d in directions if not (d.dx and d.dy)),
            "diagonal": tuple(d.index for d in directions if d.dx and d.dy),
            "any": tuple(d.index for d in directions),
        }

    def heading(self, angle: int, nearest: Sequence[int]) -> tuple[int, int]:
        """Where a player looks who faces an angle, and how far from it the forward diagonals are.

        `nearest`: the angles of the directions nearest to it.
        """
        return angle, 45

    # ---- measures, on the lattice

    def norm2(self, dx: Coordinate, dy: Coordinate) -> Coordinate:
        """The squared length of a way, in columns, as it is drawn."""
        return dx * dx + dy * dy

    def turned(self, dx: int, dy: int) -> tuple[int, int]:
        """A way after one of `turns`."""
        return -dy, dx

    def leap(self, a: int, b: int) -> tuple[int, int]:
        """The way of an (a, b) leap."""
        return a, b

    def mirrored(self, x: Coordinate, y: Coordinate, direction: Direction) -> tuple[Coordinate, Coordinate]:
        """A way behind a mirror that stands across a direction."""
        if direction.angle % 180 == 0:
            return -x, y
        if direction.angle % 90 == 0:
            return x, -y
        return (y, x) if direction.angle % 180 == 135 else (-y, -x)

    def lean(self, ranks: Coordinate) -> Coordinate:
        """By how many files a rank lies left of the one so many ranks below it, where a board goes round."""
        return 0

    # ---- the parts of a board

    def centre(self, sites: Sequence[Site]) -> Point:
        """The lattice position of the centre: the middle of the box around the cells."""
        xs, ys = [s.ax for s in sites], [s.ay for s in sites]
        return Fraction(min(xs) + max(xs), 2), Fraction(min(ys) + max(ys), 2)

    def side(self, word: str, rows: Sequence[Sequence[Site]]) -> tuple[int, ...]:
        """The cells of the east or west side, from rows of cells from the left: those of the outermost column."""
        columns = [s.x for row in rows for s in row]
        outermost = max(columns) if word == "east" else min(columns)
        return tuple(s.index for row in rows for s in row if s.x == outermost)

    def corners(self, sides: Mapping[str, Sequence[int]], leaving: Sequence[Sequence[int]]) -> set[int]:
        """The corners. `leaving`: for each direction the cells from which it leads off the board."""
        return {*sides["north"], *sides["south"]} & {*sides["east"], *sides["west"]}

    def sorts(self, sites: Sequence[Site]) -> dict[str, tuple[int, ...]]:
        """The cells of each form, by its name, where cells have several."""
        return {}

    # ---- the plane

    def outline(self, site: Site) -> Outline:
        """The corners of a cell, counterclockwise; empty without outlines."""
        return ()

    def room(self, site: Site) -> float:
        """The radius of a disc that fits well into a cell, in columns."""
        return 0.385

    def across(self, dx: Fraction, dy: Fraction) -> Fraction:
        """How many columns a way on the lattice leads to the right."""
        return dx


@dataclass(frozen=True)
class Nowhere(Tiling):
    """What the board of a game is made of that needs none."""

    name = "none"
    cells = "sites"
    compass = ()
    forms: ClassVar[Mapping[Extent, str]] = {}
    has_outlines = False

    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        raise BoardError("there is no such board")

    def groups(self, directions: Sequence[Direction]) -> dict[str, tuple[int, ...]]:
        return {"any": ()}


def check_size(what: str, least: int, count: int) -> None:
    """Raises BoardError where a board would have no cells, or too many: before any of them is made."""
    if least < 1:
        raise BoardError(f"{what} is impossible; a board needs at least one site")
    if count > MAX_SITES:
        raise BoardError(f"{what} has {count} sites; at most {MAX_SITES} are possible")


def points(scale: Fraction, **steps: tuple[int, int]) -> dict[str, Point]:
    """Named points, each a part of a step."""
    return {name: (scale * x, scale * y) for name, (x, y) in steps.items()}


def halves(**steps: tuple[int, int]) -> dict[str, Point]:
    """Named points halfway along steps."""
    return points(Fraction(1, 2), **steps)
