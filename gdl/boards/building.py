"""Boards from plans of their tilings: `build`; and what becomes of a board: `wrapped`, `growing`, `cropped`.

`TILINGS` has all tilings, by the word behind `board`. A new one is a module and a row there.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from gdl.boards.board import Board
from gdl.boards.graphs import Graph
from gdl.boards.hexes import Hexes
from gdl.boards.octagons import Octagons
from gdl.boards.squares import Squares
from gdl.boards.tiling import BoardError, Cell, Direction, Nowhere, Site, Tiling, check_size
from gdl.tree.words import Extent, Round

LEAST_ROUND = 3  # files, or ranks, of a board that goes round along them

Axes = tuple[str, str]  # the directions along which files and ranks count


def build(
    tiling: Tiling,
    form: Extent,
    sizes: Sequence[int],
    indices: Collection[int] | None = None,
    skip: str = "",
    axes: Axes | None = None,
) -> Board:
    """A board of a size. Raises BoardError where it is impossible.

    `indices`: the cells of the plan that exist, by their place in it; None for all. `skip` lists letters that name no file.
    """
    if form == "growing":
        return growing(tiling, sizes[0])
    plan = tiling.plan(form, sizes)
    letters = [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in skip.lower()]
    if not letters:
        raise BoardError("every letter is skipped; a board needs at least one letter to name its files")
    cells = [c for i, c in enumerate(plan.cells) if indices is None or i in indices]
    if not cells:
        raise BoardError("a board needs at least one site")
    sites = tuple(_site(i, c, letters) for i, c in enumerate(cells))
    directions = tuple(Direction(i, *row) for i, row in enumerate(tiling.compass))
    if axes is not None:
        sites = _renamed(sites, axes, directions, letters)
    at = {(s.ax, s.ay): s.index for s in sites}
    by_angle = {d.angle: d.index for d in directions}
    return Board(
        tiling=tiling,
        sites=sites,
        directions=directions,
        steps=tuple(
            tuple(at.get((s.ax + d.dx, s.ay + d.dy), -1) if tiling.leads(s, d) else -1 for s in sites)
            for d in directions
        ),
        opposite=tuple(by_angle[(d.angle + 180) % 360] for d in directions),
        files=plan.files,
        ranks=plan.ranks,
        adjacent=tuple(d.index for d in directions if tiling.is_adjacent(d)),
    )


def _site(index: int, cell: Cell, letters: Sequence[str]) -> Site:
    """A cell with its name. One that is named by another cell is in no file."""
    file, rank = (0, 0) if cell.end else (cell.file, cell.rank)
    name = f"{_file_name(cell.file, letters)}{cell.rank}{cell.end}"
    return Site(index, name, file, rank, cell.x, cell.y, cell.ax, cell.ay)


def _renamed(
    sites: tuple[Site, ...], axes: Axes, directions: Sequence[Direction], letters: Sequence[str]
) -> tuple[Site, ...]:
    """The sites of a board with files and ranks counted along two directions, from 1."""
    steps = {d.name: (d.dx, d.dy) for d in directions}
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


def wrapped(board: Board, parts: Sequence[Round]) -> Board:
    """A board of W by H cells that goes round: after its last file, rank or both comes the first.

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


def growing(tiling: Tiling, size: int) -> Board:
    """A window of `size` by `size` sites on a plane without an edge. Sites are named `x,y`, the middle one `0,0`."""
    check_size(f"a window of {size} x {size}", size, size * size)
    whole = build(tiling, "by", (size, size))
    low = -(size // 2)
    sites = tuple(
        replace(
            s, name=f"{s.file - 1 + low},{s.rank - 1 + low}", file=s.file - 1 + low, rank=s.rank - 1 + low
        )
        for s in whole.sites
    )
    return replace(whole, sites=sites, is_growing=True)


def cropped(board: Board, names: Iterable[str]) -> Board:
    """The part of a growing board around some of its sites, with a column or row more on every side."""
    held = [board.sites[i] for i in map(board.site, names) if i is not None] or [board.sites[board.at[0, 0]]]
    files, ranks = [s.file for s in held], [s.rank for s in held]
    return _cut(board, min(files) - 1, max(files) + 1, min(ranks) - 1, max(ranks) + 1)


@lru_cache(maxsize=16)  # a board grows more slowly than it is drawn
def _cut(board: Board, west: int, east: int, south: int, north: int) -> Board:
    """The part of a board between two files and two ranks."""
    kept = [s for s in board.sites if west <= s.file <= east and south <= s.rank <= north]
    index = {s.index: i for i, s in enumerate(kept)}
    return replace(
        board,
        sites=tuple(replace(s, index=i) for i, s in enumerate(kept)),
        steps=tuple(tuple(index.get(t[s.index], -1) for s in kept) for t in board.steps),
        files=east - west + 1,
        ranks=north - south + 1,
    )


def nowhere() -> Board:
    """The board of a game that needs none, such as one of cards in hands: it has no site."""
    return Board(Nowhere(), (), (), (), (), 0, 0, ())


def _file_name(file: int, letters: Sequence[str]) -> str:
    """a, b, ..., z, aa, ab, ...: counting with no digit for zero."""
    name = ""
    while file:
        file, digit = divmod(file - 1, len(letters))
        name = letters[digit] + name
    return name


TILINGS: Mapping[str, Tiling] = {t.name: t for t in (Squares(), Hexes(), Octagons(), Graph())}

SORTS = frozenset(sort for t in TILINGS.values() for sort in t.sorts(()))  # of cells, by name

FORMS = tuple(
    form for t in TILINGS.values() for kind, form in t.forms.items() if kind != "growing"
)  # as an author writes them
