"""The finite geometry of boards: sites, directions, steps, distances, sides and leaps.

In go the measurements of a board (`square`, `hex_rows`, `hex_rhombus`, `hexagon`), with an optional test of
which cells exist; out comes an immutable `Board`. Sites and directions are plain indices into `Board.sites`
and `Board.directions`; `site` and `direction` translate names into them. Site arguments must be indices of
the board: -1, which `steps` uses for "off the board", is not one.

Lattice coordinates keep all geometry exact. On squares they are (file, rank). On hexes they are axial, with
east = (1, 0), northeast = (0, 1) and northwest = (-1, 1), and a step has length 1 in every direction. Drawing
positions count columns and rows; whoever draws hexes to scale multiplies y by sqrt(3)/2.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

MAX_SITES = 4096
RELATIVE = ("forward", "backward", "forward_diagonal", "backward_diagonal", "left", "right", "sideways")
FACINGS = {
    "north": 90,
    "northeast": 45,
    "east": 0,
    "southeast": 315,
    "south": 270,
    "southwest": 225,
    "west": 180,
    "northwest": 135,
    "up": 90,
    "down": 270,
}
SIDES = ("north", "south", "east", "west")

Keep = Callable[[int, int], bool]

_SQUARE_DIRECTIONS = (
    ("north", 90, 0, 1),
    ("northeast", 45, 1, 1),
    ("east", 0, 1, 0),
    ("southeast", 315, 1, -1),
    ("south", 270, 0, -1),
    ("southwest", 225, -1, -1),
    ("west", 180, -1, 0),
    ("northwest", 135, -1, 1),
)
_HEX_DIRECTIONS = (
    ("northeast", 60, 0, 1),
    ("east", 0, 1, 0),
    ("southeast", 300, 1, -1),
    ("southwest", 240, 0, -1),
    ("west", 180, -1, 0),
    ("northwest", 120, -1, 1),
)


class BoardError(ValueError):
    """A board that cannot be built, or a question it cannot answer; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Site:
    """One place of a board. `file` and `rank` count from 1, at the left and at the bottom.

    (`x`, `y`) is where to draw it, in columns and rows with y upward; (`ax`, `ay`) is its lattice position.
    """

    index: int
    name: str
    file: int
    rank: int
    x: Fraction
    y: Fraction
    ax: int
    ay: int


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction of the lattice: its angle in degrees counterclockwise from east, and its step."""

    index: int
    name: str
    angle: int
    dx: int
    dy: int


@dataclass(frozen=True, eq=False)
class Board:
    """A board of squares or hexes. Build one with `square`, `hex_rows`, `hex_rhombus` or `hexagon`.

    `steps[d][s]` is the site one step from s in direction d, or -1. `opposite[d]` is the reverse of d.
    `adjacent` holds the directions of adjacency: the four orthogonal ones on squares, all six on hexes.
    `files` and `ranks` are the measurements before cells were left out.
    """

    shape: str
    sites: tuple[Site, ...] = field(repr=False)
    directions: tuple[Direction, ...] = field(repr=False)
    steps: tuple[tuple[int, ...], ...] = field(repr=False)
    opposite: tuple[int, ...]
    files: int
    ranks: int
    adjacent: tuple[int, ...]

    @cached_property
    def site_index(self) -> dict[str, int]:
        """Site names to indices."""
        return {s.name: s.index for s in self.sites}

    def site(self, name: str) -> int | None:
        """The index of the site called `name`, or None."""
        return self.site_index.get(name)

    @cached_property
    def _direction_index(self) -> dict[str, int]:
        return {d.name: d.index for d in self.directions}

    def direction(self, name: str) -> int | None:
        """The index of the direction called `name`, or None."""
        return self._direction_index.get(name)

    @cached_property
    def groups(self) -> dict[str, tuple[int, ...]]:
        """Named groups of directions: orthogonal, any, and on squares diagonal.

        On hexes orthogonal is a synonym of any.
        """
        every = tuple(range(len(self.directions)))
        if self.shape == "hex":
            return {"orthogonal": every, "any": every}
        diagonal = tuple(d.index for d in self.directions if d.dx and d.dy)
        orthogonal = tuple(d for d in every if d not in diagonal)
        return {"orthogonal": orthogonal, "diagonal": diagonal, "any": every}

    def relative(self, word: str, facing_direction_angle: int) -> tuple[int, ...]:
        """The directions that `word` (one of RELATIVE) means to a player facing that angle, in index order.

        forward, backward, left and right are the orthogonal directions nearest to the facing turned by 0,
        180, 90 and -90 degrees; both directions when two are equally near. sideways is left and right.
        On squares, the forward diagonals are the directions nearest to the facing turned by 45 either way.
        On hexes, a facing with one nearest direction is taken to be that direction, and the forward diagonals
        are its two neighbours; a facing midway between two directions has those two as forward diagonals.
        The backward diagonals are the forward diagonals of the opposite facing.
        """
        if word not in RELATIVE:
            raise BoardError(f"{word!r} is not a relative direction; the words are {', '.join(RELATIVE)}")
        angle, slant = facing_direction_angle, 45
        if self.shape == "hex":
            ahead = self._nearest(angle, self.groups["any"])
            slant = 60 if len(ahead) == 1 else 0
            if len(ahead) == 1:
                # Compass words such as northeast (45) are not hex angles; without this the left of
                # "northeast" would differ from the left of the hex direction of that name (60).
                angle = self.directions[ahead[0]].angle
        turns: dict[str, tuple[int, ...]] = {
            "forward": (0,),
            "backward": (180,),
            "left": (90,),
            "right": (-90,),
            "sideways": (90, -90),
            "forward_diagonal": (slant, -slant),
            "backward_diagonal": (180 + slant, 180 - slant),
        }
        among = self.groups["any" if word.endswith("_diagonal") else "orthogonal"]
        return tuple(sorted({d for turn in turns[word] for d in self._nearest(angle + turn, among)}))

    def _nearest(self, angle: int, among: tuple[int, ...]) -> tuple[int, ...]:
        gaps = {d: abs((self.directions[d].angle - angle + 180) % 360 - 180) for d in among}
        least = min(gaps.values())
        return tuple(d for d in among if gaps[d] == least)

    def distance(self, a: int, b: int, dirs: tuple[int, ...] | None = None) -> int | None:
        """The least number of steps from a to b along `dirs` (default `adjacent`); None if unreachable."""
        dirs = self.adjacent if dirs is None else dirs
        table = self._distances.get((a, dirs))
        if table is None:
            table = self._distances[a, dirs] = self._flood(a, dirs)
        return None if table[b] < 0 else table[b]

    @cached_property
    def _distances(self) -> "dict[tuple[int, tuple[int, ...]], array[int]]":
        return {}

    def _flood(self, start: int, dirs: tuple[int, ...]) -> "array[int]":
        # Two bytes suffice, as no distance reaches MAX_SITES, and keep a full table of a large board small.
        table = array("h", [-1]) * len(self.sites)
        table[start] = 0
        queue = [start]
        for s in queue:  # the queue grows while it is read: breadth first
            for d in dirs:
                t = self.steps[d][s]
                if t >= 0 and table[t] < 0:
                    table[t] = table[s] + 1
                    queue.append(t)
        return table

    def distance2(self, a: int, b: int) -> Fraction:
        """The squared straight-line distance between two sites, in lattice steps."""
        s, t = self.sites[a], self.sites[b]
        return self._norm2(s.ax - t.ax, s.ay - t.ay)

    def centre_distance2(self, a: int) -> Fraction:
        """The squared straight-line distance from a site to `centre`, in lattice steps."""
        return self._norm2(self.sites[a].ax - self.centre[0], self.sites[a].ay - self.centre[1])

    def _norm2(self, dx: Fraction | int, dy: Fraction | int) -> Fraction:
        return Fraction(dx * dx + dy * dy + (dx * dy if self.shape == "hex" else 0))

    @cached_property
    def centre(self) -> tuple[Fraction, Fraction]:
        """Lattice coordinates: on squares the middle of the box around the sites, on hexes their mean."""
        xs, ys = [s.ax for s in self.sites], [s.ay for s in self.sites]
        if self.shape == "hex":
            return Fraction(sum(xs), len(xs)), Fraction(sum(ys), len(ys))
        return Fraction(min(xs) + max(xs), 2), Fraction(min(ys) + max(ys), 2)

    def side(self, word: str) -> tuple[int, ...]:
        """The sites of the north, south, east or west side, in index order.

        north and south are the sites of greatest and least rank. east and west are the sites of greatest and
        least file on squares, and on hexes the last and first site of every rank.
        """
        if word not in SIDES:
            raise BoardError(f"a board has no side called {word!r}; its sides are {', '.join(SIDES)}")
        return self._sides[word]

    @cached_property
    def _sides(self) -> dict[str, tuple[int, ...]]:
        # Sites are ordered by rank then file, so the last written of a rank is its last or first site.
        last = {s.rank: s.index for s in self.sites}
        first = {s.rank: s.index for s in reversed(self.sites)}
        found = {"east": tuple(last.values()), "west": tuple(sorted(first.values()))}
        if self.shape == "square":
            files = [s.file for s in self.sites]
            for word, file in (("east", max(files)), ("west", min(files))):
                found[word] = tuple(s.index for s in self.sites if s.file == file)
        for word, rank in (("north", max(last)), ("south", min(last))):
            found[word] = tuple(s.index for s in self.sites if s.rank == rank)
        return found

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The sites where north or south meets east or west: four of the six corners of a hexagon."""
        ends = {*self.side("north"), *self.side("south")}
        return tuple(sorted(ends & {*self.side("east"), *self.side("west")}))

    @cached_property
    def edge(self) -> tuple[int, ...]:
        """The sites that lack a neighbour in some orthogonal direction (on hexes: in any direction)."""
        dirs = self.groups["orthogonal"]
        return tuple(s.index for s in self.sites if any(self.steps[d][s.index] < 0 for d in dirs))

    @cached_property
    def _at(self) -> dict[tuple[int, int], int]:
        return {(s.ax, s.ay): s.index for s in self.sites}

    def leap(self, s: int, a: int, b: int) -> tuple[int, ...]:
        """The sites one (a, b) leap from s, in index order: the lattice offset in all turns and reflections.

        A leap of (0, 0) leads nowhere.
        """
        offsets = set()
        for dx, dy in ((a, b), (b, a)):
            for _ in range(6 if self.shape == "hex" else 4):
                offsets.add((dx, dy))
                dx, dy = (-dy, dx + dy) if self.shape == "hex" else (-dy, dx)
        offsets.discard((0, 0))
        x, y = self.sites[s].ax, self.sites[s].ay
        return tuple(sorted(self._at[x + dx, y + dy] for dx, dy in offsets if (x + dx, y + dy) in self._at))

    def line(self, s: int, d: int) -> tuple[int, ...]:
        """The sites met from s in direction d until the board ends or a site repeats; s is left out."""
        met, t = {s: None}, s  # a dict, as a set that keeps its order
        while (t := self.steps[d][t]) >= 0 and t not in met:
            met[t] = None
        return tuple(met)[1:]


def square(width: int, height: int, keep: Keep | None = None, skip: str = "") -> Board:
    """A board of squares; keep(file, rank) says which exist, `skip` lists letters that name no file."""
    what = f"a square board of {width} x {height}"
    _check_size(what, min(width, height), width * height)
    cells = [(f, r, Fraction(f), f) for r in range(1, height + 1) for f in range(1, width + 1)]
    return _build("square", width, height, cells, keep, skip)


def hex_rows(lengths: Sequence[int], keep: Keep | None = None) -> Board:
    """Rows of hexes of these lengths from top to bottom, all centred; a1 is at the left of the bottom row."""
    if not lengths:
        raise BoardError("a board needs at least one site")
    for i, length in enumerate(lengths):
        if length < 1:
            raise BoardError(f"row {i + 1} from the top has length {length}; a row needs at least one hex")
    for i, (upper, lower) in enumerate(pairwise(lengths)):
        if (upper - lower) % 2 == 0:
            raise BoardError(
                f"rows {i + 1} and {i + 2} from the top have lengths {upper} and {lower}; the lengths of "
                "neighbouring rows must differ by an odd number for the hexes to interlock"
            )
    _check_size(f"a hex board of {len(lengths)} rows", 1, sum(lengths))
    widest, bottom, cells = max(lengths), lengths[-1], []
    for rank, length in enumerate(reversed(lengths), 1):
        # Half columns by which the row starts right of the bottom row, less the half column that the axial
        # axis leans right with each rank. The rule on lengths makes the sum even.
        shift = ((bottom - length) - (rank - 1)) // 2
        x = Fraction(widest - length, 2)
        cells += [(f, rank, x + f, f + shift) for f in range(1, length + 1)]
    return _build("hex", widest, len(lengths), cells, keep)


def hex_rhombus(width: int, height: int, keep: Keep | None = None) -> Board:
    """`height` rows of `width` hexes, each row half a hex to the left of the one below it."""
    _check_size(f"a hex rhombus of {width} x {height}", min(width, height), width * height)
    places = [(f, r) for r in range(1, height + 1) for f in range(1, width + 1)]
    cells = [(f, r, f + Fraction(height - r, 2), f - (r - 1)) for f, r in places]
    return _build("hex", width, height, cells, keep)


def hexagon(side: int, keep: Keep | None = None) -> Board:
    """A regular hexagon of hexes, `side` along each side."""
    _check_size(f"a hexagon of side {side}", side, 3 * side * (side - 1) + 1)
    return hex_rows([*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)], keep)


def _check_size(what: str, least: int, count: int) -> None:
    # Counted before `keep` is asked, so that a huge board is refused before any work is done.
    if least < 1:
        raise BoardError(f"{what} is impossible; a board needs at least one site")
    if count > MAX_SITES:
        raise BoardError(f"{what} has {count} sites; at most {MAX_SITES} are possible")


def _build(
    shape: str,
    files: int,
    ranks: int,
    cells: Iterable[tuple[int, int, Fraction, int]],
    keep: Keep | None,
    skip: str = "",
) -> Board:
    """The board of cells (file, rank, x, ax) in index order; y and ay are the rank."""
    letters = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in skip.lower()]
    if not letters:
        raise BoardError("every letter is skipped; a board needs at least one letter to name its files")
    kept = [c for c in cells if keep is None or keep(c[0], c[1])]
    if not kept:
        raise BoardError("a board needs at least one site")
    sites = tuple(
        Site(i, f"{_file_name(f, letters)}{r}", f, r, x, Fraction(r), ax, r)
        for i, (f, r, x, ax) in enumerate(kept)
    )
    table = _HEX_DIRECTIONS if shape == "hex" else _SQUARE_DIRECTIONS
    directions = tuple(Direction(i, *row) for i, row in enumerate(table))
    at = {(s.ax, s.ay): s.index for s in sites}
    by_angle = {d.angle: d.index for d in directions}
    return Board(
        shape=shape,
        sites=sites,
        directions=directions,
        steps=tuple(tuple(at.get((s.ax + d.dx, s.ay + d.dy), -1) for s in sites) for d in directions),
        opposite=tuple(by_angle[(d.angle + 180) % 360] for d in directions),
        files=files,
        ranks=ranks,
        adjacent=tuple(d.index for d in directions if shape == "hex" or not (d.dx and d.dy)),
    )


def _file_name(file: int, letters: Sequence[str]) -> str:
    """a, b, ..., z, aa, ab, ...: counting with no digit for zero."""
    name = ""
    while file:
        file, digit = divmod(file - 1, len(letters))
        name = letters[digit] + name
    return name
