"""Boards of each shape: from measurements, with an optional test of which cells exist, or from the tracks of a graph.

`square`, `hex_rows`, `hex_rhombus`, `hexagon` and `graph` make a `Board`; `growing` makes a window of an endless one, of
which `cropped` is a part. `nowhere` is the board of a game that has none. All raise BoardError.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from gdl.board import Board, BoardError, Direction, Site
from gdl.limits import MAX_SITES
from gdl.words import BoardShape, Round

LEAST_ROUND = 3  # files, or ranks, of a board that goes round along them

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


def square(width: int, height: int, keep: Keep | None = None, skip: str = "") -> Board:
    """A board of squares; keep(file, rank) says which exist, `skip` lists letters that name no file."""
    what = f"a square board of {width} x {height}"
    _check_size(what, min(width, height), width * height)
    cells = [(f, r, Fraction(f), f) for r in range(1, height + 1) for f in range(1, width + 1)]
    return _build("square", width, height, cells, keep, skip)


def hex_rows(lengths: Sequence[int], keep: Keep | None = None, axes: tuple[str, str] | None = None) -> Board:
    """Rows of hexes of these lengths from top to bottom, all centred; a1 is at the left of the bottom row.

    With `axes`, files count along the first of two directions and ranks along the second.
    """
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
    return _build("hex", widest, len(lengths), cells, keep, axes=axes)


def hex_rhombus(
    width: int, height: int, keep: Keep | None = None, axes: tuple[str, str] | None = None
) -> Board:
    """`height` rows of `width` hexes, each row half a hex to the left of the one below it."""
    _check_size(f"a hex rhombus of {width} x {height}", min(width, height), width * height)
    places = [(f, r) for r in range(1, height + 1) for f in range(1, width + 1)]
    cells = [(f, r, f + Fraction(height - r, 2), f - (r - 1)) for f, r in places]
    return _build("hex", width, height, cells, keep, axes=axes)


def hexagon(side: int, keep: Keep | None = None, axes: tuple[str, str] | None = None) -> Board:
    """A regular hexagon of hexes, `side` along each side."""
    _check_size(f"a hexagon of side {side}", side, 3 * side * (side - 1) + 1)
    return hex_rows([*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)], keep, axes)


def _check_size(what: str, least: int, count: int) -> None:
    # Counted before `keep` is asked, so that a huge board is refused before any work is done.
    if least < 1:
        raise BoardError(f"{what} is impossible; a board needs at least one site")
    if count > MAX_SITES:
        raise BoardError(f"{what} has {count} sites; at most {MAX_SITES} are possible")


def _build(
    shape: BoardShape,
    files: int,
    ranks: int,
    cells: Iterable[tuple[int, int, Fraction, int]],
    keep: Keep | None,
    skip: str = "",
    axes: tuple[str, str] | None = None,
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
    if axes is not None:
        sites = _renamed(sites, axes, letters)
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


def _renamed(sites: tuple[Site, ...], axes: tuple[str, str], letters: Sequence[str]) -> tuple[Site, ...]:
    """The sites of a hex board with files and ranks counted along two directions, from 1."""
    steps = {name: (dx, dy) for name, _, dx, dy in _HEX_DIRECTIONS}
    for name in axes:
        if name not in steps:
            raise BoardError(f"a hex board has no direction `{name}`; its directions are {', '.join(steps)}")
    (a, b), (c, d) = steps[axes[0]], steps[axes[1]]
    area = a * d - b * c
    if not area:
        raise BoardError(f"`{axes[0]}` and `{axes[1]}` run along the same line; two axes must cross")
    # The lattice position is file * (a, b) + rank * (c, d); two hex directions span the lattice: area is 1 or -1.
    found = [((s.ax * d - s.ay * c) * area, (a * s.ay - b * s.ax) * area) for s in sites]
    least = min(f for f, _ in found), min(r for _, r in found)
    made = []
    for site, (file, rank) in zip(sites, found, strict=True):
        f, r = int(file - least[0] + 1), int(rank - least[1] + 1)
        made.append(replace(site, name=f"{_file_name(f, letters)}{r}", file=f, rank=r))
    return tuple(made)


def graph(
    tracks: Sequence[tuple[Sequence[str], bool]],
    spots: Mapping[str, tuple[Fraction, Fraction]] = MappingProxyType({}),
) -> Board:
    """A board of sites joined by tracks: each is the names of its sites in order, and whether it leads one way only.

    A site stands where `spots` says, else where a name such as `d3` says, else all stand on a circle. The links of
    a straight track have the compass direction nearest to them; a track that bends has two directions of its own, so
    that a line continues along it.
    """
    names = list(dict.fromkeys(n for sites, _ in tracks for n in sites))
    unknown = next((n for n in spots if n not in names), None)
    if unknown is not None:
        raise BoardError(f"`{unknown}` is on no track of this board")
    _check_size("a graph", len(names), len(names))
    places = _places(names, spots)
    names.sort(key=lambda n: (places[n][1], places[n][0]))
    index = {n: i for i, n in enumerate(names)}
    files = sorted({places[n][0] for n in names})
    ranks = sorted({places[n][1] for n in names})
    sites = tuple(
        Site(i, n, files.index(places[n][0]) + 1, ranks.index(places[n][1]) + 1, *places[n], *places[n])
        for i, n in enumerate(names)
    )
    table: dict[str, tuple[int, dict[int, int]]] = {}  # a direction's name: its angle and its steps
    back: dict[str, str] = {}
    for number, (track, is_one_way) in enumerate(tracks, 1):
        links = [(index[a], index[b]) for a, b in pairwise(track)]
        angles = {_compass(sites[a], sites[b]) for a, b in links}
        if any(a == b for a, b in links):
            raise BoardError(f"`{track[0]}` cannot be joined to itself")
        backs = [] if is_one_way else [(b, a) for a, b in links]
        if (fork := _fork(links, backs)) is not None:
            raise BoardError(
                f"this track passes `{names[fork]}` more than once, and goes on to different sites: "
                "write it as two tracks, with a comma between them"
            )
        angle = angles.pop() if len(angles) == 1 else -1
        name = _COMPASS[angle] if angle >= 0 else f"way{number}"
        other = _COMPASS[(angle + 180) % 360] if angle >= 0 else f"back{number}"
        while _clashes(table, name, links) or _clashes(table, other, backs):
            name, other = name + "_", other + "_"
        table.setdefault(name, (angle, {}))[1].update(links)
        turned = (angle + 180) % 360 if angle >= 0 else -1
        table.setdefault(other, (turned, {}))[1].update(backs)
        back[name], back[other] = other, name
    order = sorted(table, key=lambda n: ((90 - table[n][0]) % 360 if table[n][0] >= 0 else 360, n.count("_")))
    directions = tuple(Direction(i, n, table[n][0], 0, 0) for i, n in enumerate(order))
    return Board(
        shape="graph",
        sites=sites,
        directions=directions,
        steps=tuple(tuple(table[n][1].get(s, -1) for s in range(len(sites))) for n in order),
        opposite=tuple(order.index(back[n]) for n in order),
        files=len(files),
        ranks=len(ranks),
        adjacent=tuple(range(len(order))),
    )


def wrapped(board: Board, parts: Sequence[Round]) -> Board:
    """A board of W by H squares or hexes that goes round: after its last file, rank or both comes the first.

    The last rank lies beside the first as it would if the board stood there once more: on hexes the files go on northwest.
    """
    for part in parts:
        count = board.files if part == "files" else board.ranks
        if count < LEAST_ROUND:
            raise BoardError(
                f"{part} that go round must be {LEAST_ROUND} at least, so that the sites on both sides differ; "
                f"this board has {count}"
            )
    made = replace(board, round=frozenset(parts))
    ways = ([made.landing(s.ax + d.dx, s.ay + d.dy) for s in made.sites] for d in made.directions)
    return replace(made, steps=tuple(map(tuple, ways)))


def growing(shape: BoardShape, size: int) -> Board:
    """A window of `size` by `size` sites on a plane without an edge. Sites are named `x,y`, the middle one `0,0`."""
    _check_size(f"a window of {size} x {size}", size, size * size)
    whole = square(size, size) if shape == "square" else hex_rhombus(size, size)
    low = -(size // 2)
    sites = tuple(
        replace(
            s, name=f"{s.file - 1 + low},{s.rank - 1 + low}", file=s.file - 1 + low, rank=s.rank - 1 + low
        )
        for s in whole.sites
    )
    return replace(whole, sites=sites, is_growing=True)


def cropped(board: Board, names: Iterable[str], rim: int = 1) -> Board:
    """The part of a growing board around some of its sites, with `rim` columns and rows more on every side."""
    held = [board.sites[i] for i in map(board.site, names) if i is not None] or [board.sites[board.at[0, 0]]]
    files, ranks = [s.file for s in held], [s.rank for s in held]
    kept = [
        s
        for s in board.sites
        if min(files) - rim <= s.file <= max(files) + rim and min(ranks) - rim <= s.rank <= max(ranks) + rim
    ]
    index = {s.index: i for i, s in enumerate(kept)}
    return replace(
        board,
        sites=tuple(replace(s, index=i) for i, s in enumerate(kept)),
        steps=tuple(tuple(index.get(t[s.index], -1) for s in kept) for t in board.steps),
        files=max(files) - min(files) + 1 + 2 * rim,
        ranks=max(ranks) - min(ranks) + 1 + 2 * rim,
    )


def nowhere() -> Board:
    """The board of a game that needs none, such as one of cards in hands: it has no site."""
    return Board("none", (), (), (), (), 0, 0, ())


_COMPASS = {angle: name for name, angle, _, _ in _SQUARE_DIRECTIONS}


def _clashes(
    table: Mapping[str, tuple[int, dict[int, int]]], name: str, links: list[tuple[int, int]]
) -> bool:
    """Whether a link leads elsewhere than the direction of this name already does."""
    steps = table[name][1] if name in table else {}
    return any(steps.get(a, b) != b for a, b in links)


def _fork(*tracks: list[tuple[int, int]]) -> int | None:
    """A site from which links of one track lead to different sites; None if there is none."""
    for links in tracks:
        steps: dict[int, int] = {}
        for a, b in links:
            if steps.setdefault(a, b) != b:
                return a
    return None


def _places(
    names: Sequence[str], spots: Mapping[str, tuple[Fraction, Fraction]]
) -> dict[str, tuple[Fraction, Fraction]]:
    made: dict[str, tuple[Fraction, Fraction]] = {}
    for i, name in enumerate(names):
        place = spots.get(name) or place_of(name)
        if place is not None:
            made[name] = place
        else:
            angle = math.pi / 2 - 2 * math.pi * i / len(names)
            radius = max(1.0, len(names) / 6)
            made[name] = (
                Fraction(round(100 * radius * (1 + math.cos(angle))), 100) + 1,
                Fraction(round(100 * radius * (1 + math.sin(angle))), 100) + 1,
            )
    return made


def place_of(name: str) -> tuple[Fraction, Fraction] | None:
    """Where a site of a graph stands whose name says so: `d3` in the fourth column and the third row."""
    match = re.fullmatch(r"([a-z])([0-9]{1,2})", name)
    return None if match is None else (Fraction(ord(match[1]) - ord("a") + 1), Fraction(int(match[2])))


def _compass(a: Site, b: Site) -> int:
    """The compass angle nearest to the way from one site to another, in degrees counterclockwise from east."""
    return round(math.degrees(math.atan2(b.y - a.y, b.x - a.x)) / 45) * 45 % 360


def _file_name(file: int, letters: Sequence[str]) -> str:
    """a, b, ..., z, aa, ab, ...: counting with no digit for zero."""
    name = ""
    while file:
        file, digit = divmod(file - 1, len(letters))
        name = letters[digit] + name
    return name
