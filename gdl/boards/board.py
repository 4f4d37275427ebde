"""The finite geometry of boards: sites, directions, steps, distances, sides and leaps.

A `Board` is immutable; `gdl.boards` makes those of each tiling. Sites and directions are plain indices into
`Board.sites` and `Board.directions`; `site` and `direction` translate names into them. Site arguments must be indices
of the board: -1, which `steps` uses for "off the board", is not one.
"""

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from fractions import Fraction
from functools import cached_property

from gdl.boards.tiling import BoardError, Direction, Site, Tiling
from gdl.platform.dataclass import dataclass
from gdl.platform.on_demand import kept
from gdl.tree.words import Round, Sort

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

Offsets = tuple[tuple[int, int], ...]  # of leaps, on the lattice


@dataclass(frozen=True, eq=False)
class Board:
    """A board of cells, or a graph. `gdl.boards` makes one.

    `steps[d][s]` is the site one step from s in direction d, or -1. `opposite[d]` is the reverse of d.
    `adjacent` holds the directions of adjacency: those across the sides of cells.
    `files` and `ranks` are the measurements before cells were left out.

    `sites` are the cells, and behind them the `borders` and `nodes` of a board that has some (`gdl.lattice`). Steps lead
    from cells to cells.
    """

    tiling: Tiling
    sites: tuple[Site, ...] = field(repr=False)
    directions: tuple[Direction, ...] = field(repr=False)
    steps: tuple[tuple[int, ...], ...] = field(repr=False)
    opposite: tuple[int, ...]
    files: int
    ranks: int
    adjacent: tuple[int, ...]
    is_stacking: bool = False  # a site may hold several pieces
    is_growing: bool = False  # a window of a board without an edge: what is in play is what holds something
    borders: range = range(0)
    nodes: range = range(0)
    touching: Mapping[Sort, tuple[tuple[int, ...], ...]] = field(
        default_factory=dict, repr=False
    )  # of a board with borders or nodes: which sites of each sort touch a site
    bordering: tuple[tuple[int, ...], ...] = field(
        default=(), repr=False
    )  # like `steps`: the border on the way

    aliases: Mapping[str, int] = field(default_factory=dict, repr=False)  # other names of borders and nodes
    round: frozenset[Round] = frozenset()  # what goes round: after the last file or rank comes the first

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Board)
            and hash(self) == hash(other)
            and all(getattr(self, f.name) == getattr(other, f.name) for f in fields(self))
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Found once: boards are looked up often."""
        return hash((self.tiling.name, self.files, self.ranks, len(self.sites), self.steps))

    @cached_property
    def cells(self) -> tuple[Site, ...]:
        """The sites that are neither borders nor nodes."""
        return self.sites[: len(self.sites) - self.places]

    @property
    def has_circles(self) -> bool:
        """Whether lines may come back to where they began, or meet elsewhere."""
        return not self.tiling.has_lattice or bool(self.round)

    @property
    def places(self) -> int:
        """How many borders and nodes there are."""
        return len(self.borders) + len(self.nodes)

    def sort(self, s: int) -> Sort:
        """What a site is."""
        return "border" if s in self.borders else "node" if s in self.nodes else "cell"

    @cached_property
    def site_index(self) -> dict[str, int]:
        """Site names to indices; a border or node also by its other cells."""
        return {**self.aliases, **{s.name: s.index for s in self.sites}}

    @cached_property
    def lower_site_index(self) -> dict[str, int]:
        """The same, with names in lower case, for what people write."""
        return {name.lower(): site for name, site in self.site_index.items()}

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
        """Named groups of directions: any, and as the tiling has them orthogonal, diagonal and networks."""
        return self.tiling.groups(self.directions)

    @cached_property
    def sorts(self) -> dict[str, tuple[int, ...]]:
        """The cells of each form by its name, where the tiling has several."""
        return self.tiling.sorts(self.cells)

    @kept
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
        nearest = [
            self.directions[d].angle for d in self._nearest(facing_direction_angle, self.groups["any"])
        ]
        angle, slant = self.tiling.heading(facing_direction_angle, nearest)
        turns: dict[str, tuple[int, ...]] = {
            "forward": (0,),
            "backward": (180,),
            "left": (90,),
            "right": (-90,),
            "sideways": (90, -90),
            "forward_diagonal": (slant, -slant),
            "backward_diagonal": (180 + slant, 180 - slant),
        }
        # a board that the game does not have knows no directions
        among = self.groups.get("any" if word.endswith("_diagonal") else "orthogonal", ())
        return tuple(sorted({d for turn in turns[word] for d in self._nearest(angle + turn, among)}))

    def _nearest(self, angle: int, among: tuple[int, ...]) -> tuple[int, ...]:
        gaps = {
            d: abs((self.directions[d].angle - angle + 180) % 360 - 180)
            for d in among
            if self.directions[d].angle >= 0
        }
        least = min(gaps.values(), default=0)
        return tuple(d for d, gap in gaps.items() if gap == least)

    def distance(self, a: int, b: int, dirs: tuple[int, ...] | None = None) -> int | None:
        """The least number of steps from a to b along `dirs` (default `adjacent`); None if unreachable."""
        steps = self._flood(a, self.adjacent if dirs is None else dirs)[b]
        return None if steps < 0 else steps

    @kept
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

    def distance2(self, a: int, b: int) -> Fraction | int:
        """The squared straight-line distance between two sites, in lattice steps; the shorter way round."""
        s, t = self.sites[a], self.sites[b]
        return self._apart2(s.ax - t.ax, s.ay - t.ay)

    def distances2(self, a: int) -> list[Fraction | int]:
        """The squared straight-line distances from a site to all sites."""
        s, known = self.sites[a], self._known2
        row = []
        for t in self.sites:
            apart = s.ax - t.ax, s.ay - t.ay
            found = known.get(apart)
            if found is None:
                found = known[apart] = self._apart2(*apart)
            row.append(found)
        return row

    @cached_property
    def _known2(self) -> dict[tuple[Fraction | int, Fraction | int], Fraction | int]:
        """The squared distances that were asked for in rows, by how far apart sites are."""
        return {}

    def _apart2(self, dx: Fraction | int, dy: Fraction | int) -> Fraction | int:
        lean = self.tiling.lean(self.ranks)
        across, along = ((-1, 0, 1) if part in self.round else (0,) for part in ("files", "ranks"))
        return min(
            self.tiling.norm2(dx + i * self.files - k * lean, dy + k * self.ranks)
            for i in across
            for k in along
        )

    def centre_distance2(self, a: int) -> Fraction | int:
        """The squared straight-line distance from a site to `centre`, in lattice steps."""
        return self.tiling.norm2(self.sites[a].ax - self.centre[0], self.sites[a].ay - self.centre[1])

    @cached_property
    def centre(self) -> tuple[Fraction, Fraction]:
        """The lattice coordinates of the centre: on squares the middle of the box around the sites, on hexes their mean."""
        return self.tiling.centre(self.cells)

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
        if not self.cells:  # cards lie on no board
            return dict.fromkeys(SIDES, ())
        rows: dict[Fraction, list[Site]] = {}
        for s in self.cells:  # in rows from the bottom, each from the left
            rows.setdefault(s.y, []).append(s)
        found = {word: self.tiling.side(word, list(rows.values())) for word in ("east", "west")}
        for word, y in (("north", max(rows)), ("south", min(rows))):
            found[word] = tuple(s.index for s in rows[y])
        return found

    def turned(self, d: int, degrees: int) -> int | None:
        """The direction that lies so many degrees clockwise of d; None where there is none."""
        angle, network = self.directions[d].angle, self.directions[d].network
        wanted = (angle - degrees) % 360 if angle >= 0 else None
        found = (e.index for e in self.directions if e.angle == wanted and e.network == network)
        return next(found, None)

    @kept
    def half_turn(self, s: int) -> int | None:
        """The site where s comes to lie when the board is turned by 180 degrees about its centre."""
        x, y = self.centre
        return self._at.get(self.folded(2 * x - self.sites[s].ax, 2 * y - self.sites[s].ay))

    def mirrored(self, s: int, d: int) -> int | None:
        """The site opposite s behind a mirror that stands across direction d through the centre."""
        away = self.sites[s].ax - self.centre[0], self.sites[s].ay - self.centre[1]
        x, y = self.tiling.mirrored(*away, self.directions[d])
        return self._at.get(self.folded(x + self.centre[0], y + self.centre[1]))

    def towards(self, a: int, b: int) -> int | None:
        """The direction in which b lies on a straight line from a, or None: of several lines the shortest."""
        return self.bearings(a).get(b)

    @kept
    def bearings(self, a: int) -> dict[int, int]:
        """The direction of each site that lies on a straight line from a; of equal lines the first one holds."""
        lines = [(k, d.index, t) for d in self.directions for k, t in enumerate(self.line(a, d.index))]
        return {t: d for _, d, t in sorted(lines, reverse=True)}

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """Where north or south meets east or west; on hexes, where three neighbouring directions lead off the board."""
        leaving = [self.leaving(d.index) for d in self.directions]
        return tuple(sorted(self.tiling.corners({word: self.side(word) for word in SIDES}, leaving)))

    @cached_property
    def edge(self) -> tuple[int, ...]:
        """The sites that lack a neighbour in some orthogonal direction; of cells that have none, in a direction that they have."""
        dirs = [self.directions[d] for d in self.groups.get("orthogonal", ())]
        every = self.directions if self.sorts else dirs
        return tuple(
            s.index
            for s in self.cells
            if any(self.steps[d.index][s.index] < 0 and self.tiling.leads(s, d) for d in every)
        )

    @kept
    def leaving(self, *dirs: int) -> tuple[int, ...]:
        """The cells from which each of these directions leads off the board."""
        return tuple(s.index for s in self.cells if all(self.steps[d][s.index] < 0 for d in dirs))

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cells by file and rank."""
        return {(s.file, s.rank): s.index for s in self.cells if s.file or self.is_growing}

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each site the next ones in all directions."""
        return tuple(tuple(t[s] for t in self.steps if t[s] >= 0) for s in range(len(self.sites)))

    @cached_property
    def _at(self) -> dict[tuple[int | Fraction, int | Fraction], int]:
        return {(s.ax, s.ay): s.index for s in self.sites}

    def landing(self, x: int | Fraction, y: int | Fraction) -> int:
        """The site at a place of the lattice, which may lie behind a rim that the board goes round; -1 if none."""
        return self._at.get(self.folded(x, y), -1)

    def folded(self, x: int | Fraction, y: int | Fraction) -> tuple[int | Fraction, int | Fraction]:
        """A place of the lattice; of a board that goes round, the one of its places on the board itself."""
        if not self.round:
            return x, y
        file, rank = x + self.tiling.lean(y - 1), y
        file = (file - 1) % self.files + 1 if "files" in self.round else file
        rank = (rank - 1) % self.ranks + 1 if "ranks" in self.round else rank
        return file - self.tiling.lean(rank - 1), rank

    def cell_beside(self, border: int) -> int:
        """The nearest cell of a border, as the board is drawn: what goes round touches cells at both rims."""
        at = self.sites[border]
        return min(
            self.touching["cell"][border],
            key=lambda c: (self.sites[c].x - at.x) ** 2 + (self.sites[c].y - at.y) ** 2,
        )

    def leap(self, s: int, offsets: Offsets) -> tuple[int, ...]:
        """The cells to which one leap by any of the lattice offsets leads from a cell s, in index order."""
        return tuple(ride[0] for ride in self.rides(s, offsets))

    @kept
    def rides(self, s: int, offsets: Offsets) -> tuple[tuple[int, ...], ...]:
        """For each leap from s the sites that it and further leaps by the same offset lead to, until the board ends or a
        site repeats.

        They are in the order of their first sites, and of their offsets where these are the same.
        """
        found = []
        for steps in self.leaps(offsets):
            met, t = {s: None}, s  # a dict, as a set that keeps its order
            while (t := steps[t]) >= 0 and t not in met:
                met[t] = None
            if len(met) > 1:
                found.append(tuple(met)[1:])
        return tuple(sorted(found, key=lambda ride: ride[0]))

    @kept
    def leaps(self, offsets: Offsets) -> tuple[tuple[int, ...], ...]:
        """For each offset, like `steps` for a direction: where it leads from each site, -1 off the board.

        A leap round the board to where it began is none.
        """
        off = (-1,) * self.places
        found = ([self.landing(s.ax + dx, s.ay + dy) for s in self.cells] for dx, dy in offsets)
        return tuple((*(-1 if t == s else t for s, t in enumerate(reached)), *off) for reached in found)

    def offsets(self, a: int, b: int) -> Offsets:
        """The lattice offsets of an (a, b) leap in all turns and reflections; of (0, 0) none."""
        offsets = set()
        for dx, dy in (self.tiling.leap(a, b), self.tiling.leap(b, a)):
            for _ in range(self.tiling.turns):
                offsets.add((dx, dy))
                dx, dy = self.tiling.turned(dx, dy)
        return tuple(sorted(offsets - {(0, 0)}))

    def offsets_along(self, *legs: tuple[Iterable[int], int]) -> Offsets:
        """The lattice offsets of going so many steps in any of these directions, and then the same for the next leg."""
        found = {(0, 0)}
        for directions, steps in legs:
            ways = [(self.directions[d].dx * steps, self.directions[d].dy * steps) for d in directions]
            found = {(x + dx, y + dy) for x, y in found for dx, dy in ways}
        return tuple(sorted(found - {(0, 0)}))

    def line(self, s: int, d: int) -> tuple[int, ...]:
        """The sites met from s in direction d until the board ends or a site repeats; s is left out."""
        met, t = {s: None}, s  # a dict, as a set that keeps its order
        while (t := self.steps[d][t]) >= 0 and t not in met:
            met[t] = None
        return tuple(met)[1:]
