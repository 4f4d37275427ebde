"""Positions as planes for networks: what a player sees of a board, one layer of numbers for each thing that may be there.

* A `Grid` says where each site is in a layer: rows and columns that keep neighbours together as far as a rectangle can.
* Groups are the layers of pieces, pools, fields and turns, what each is called, and how it is filled from a `Sight`. Players are
  counted from the one who looks: the same network serves every seat. A group is given its part of the array, rows by planes by
  cells, filled with zeros.
* A `PlanePlan` has all layers of a game, with their names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import TypeAlias

from gdl.boards.board import Board
from gdl.core.model import Field, Game, Pool
from gdl.platform.dataclass import dataclass
from interpreter.engines.batches import NOTHING, UNKNOWN, UNSEEN, Sight, fitting
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import NO_NUMBER

# ---- where sites are


MOST_EMPTY = 8  # times as many cells as sites; where a rectangle would be emptier, the sites are a row


@dataclass(frozen=True, slots=True)
class Grid:
    """`cells[s]` is the cell of site s, row by row from the top, as boards are drawn: the last rank first."""

    height: int
    width: int
    cells: lazy_numpy.Ints

    @property
    def is_full(self) -> bool:
        """Whether every cell is a site."""
        return len(self.cells) == self.height * self.width

    @property
    def sites(self) -> lazy_numpy.Ints:
        """The site of each cell, -1 where there is none: an array of rows by columns."""
        found = lazy_numpy.np.full(self.height * self.width, -1, lazy_numpy.np.int64)
        found[self.cells] = lazy_numpy.np.arange(len(self.cells))
        return found.reshape(self.height, self.width)


def grid_of(board: Board) -> Grid:
    """Files and ranks where these tell the sites apart, else the lattice with borders and nodes between the cells, else a row."""
    named = [(Fraction(s.file), Fraction(s.rank)) for s in board.sites]
    lattice = [(Fraction(s.ax), Fraction(s.ay)) for s in board.sites]
    for points in (named, lattice):
        grid = _rectangle(points)
        if grid is not None:
            return grid
    return Grid(1, max(1, len(board.sites)), lazy_numpy.np.arange(len(board.sites)))


def _rectangle(points: Sequence[tuple[Fraction, Fraction]]) -> Grid | None:
    """Points on whole rows and columns; None where two are the same, or where most of the rectangle would be empty."""
    if not points or len(set(points)) < len(points):
        return None
    columns, rows = (_whole([point[axis] for point in points]) for axis in (0, 1))
    width, height = max(columns) + 1, max(rows) + 1
    if width * height > MOST_EMPTY * len(points):
        return None
    cells = [(height - 1 - row) * width + column for column, row in zip(columns, rows, strict=True)]
    return Grid(height, width, lazy_numpy.np.array(cells, lazy_numpy.np.int64))


def _whole(values: Sequence[Fraction]) -> list[int]:
    """Values as whole numbers from 0 that keep their distances."""
    scale, least = lcm(*(v.denominator for v in values)), min(values)
    return [int((v - least) * scale) for v in values]


# ---- groups of planes


Canvas: TypeAlias = "lazy_numpy.NDArray[lazy_numpy.np.float32]"
MOST_ENTRIES = 256  # planes of one field; a larger one is left out


class Group(ABC):
    """Planes that belong together."""

    names: tuple[str, ...]

    @abstractmethod
    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None: ...


def seats(game: Game) -> list[str]:
    """The players as one of them sees them: themselves, then the others in the order of their turns."""
    others = ["enemy"] if len(game.players) == 2 else [f"player +{i}" for i in range(1, len(game.players))]
    return ["own", *others]


@dataclass(frozen=True, slots=True)
class Sorts:
    """Pieces by owner and kind. In a game that hides something, also by what is not known of them."""

    players: int
    owners: tuple[str, ...]
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> Sorts:
        owners = [*seats(game), "nobody's", *(["somebody's"] if game.is_hidden else [])]
        kinds = [*(k.name for k in game.kinds), *(["unknown piece"] if game.is_hidden else [])]
        return cls(len(game.players), tuple(owners), tuple(kinds))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{owner} {kind}" for owner, kind in product(self.owners, self.kinds))

    def numbers(self, owners: lazy_numpy.Ints, kinds: lazy_numpy.Ints, viewer: int) -> lazy_numpy.Ints:
        """The sort of each piece: its place in `names`."""
        return self.owner(owners, viewer) * len(self.kinds) + self.kind(kinds)

    def owner(self, owners: lazy_numpy.Ints, viewer: int) -> lazy_numpy.Ints:
        """The place of each owner in `owners`."""
        beyond = lazy_numpy.np.where(owners == UNKNOWN, self.players + 1, self.players)
        return lazy_numpy.np.where(owners >= 0, (owners - viewer) % self.players, beyond)

    def kind(self, kinds: lazy_numpy.Ints) -> lazy_numpy.Ints:
        """The place of each kind in `kinds`."""
        return lazy_numpy.np.where(kinds == UNKNOWN, len(self.kinds) - 1, kinds)


class Holes(Group):
    """The sites: 1 where a cell is one."""

    names = ("site",)

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        canvas[:, 0, grid.cells] = 1


class Unseen(Group):
    """1 where the player does not see what stands there."""

    names = ("hidden site",)

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        canvas[:, 0, grid.cells] = sight.unseen


class Pieces(Group):
    """1 where a piece of this sort stands; of a stack the topmost one."""

    def __init__(self, game: Game) -> None:
        self.sorts = Sorts.of(game)
        self.names = self.sorts.names

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        rows, sites = lazy_numpy.np.nonzero(sight.kinds != NOTHING)
        sorts = self.sorts.numbers(sight.owners[rows, sites], sight.kinds[rows, sites], sight.viewer)
        canvas[rows, sorts, grid.cells[sites]] = 1


class Below(Group):
    """How many pieces of this sort are under the topmost one."""

    def __init__(self, game: Game) -> None:
        self.sorts = Sorts.of(game)
        self.names = tuple(f"{name} below" for name in self.sorts.names)

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        below = sight.below
        sorts = self.sorts.numbers(below.owners, below.kinds, sight.viewer)
        lazy_numpy.np.add.at(canvas, (below.rows, sorts, grid.cells[below.places]), 1)


class Held(Group):
    """How many pieces of each kind are in a place off the board, and how many of each owner where they may differ, all over
    the plane. `pool` None: somewhere on the board."""

    def __init__(self, game: Game, pool: Pool | None) -> None:
        self.sorts = Sorts.of(game)
        self.players = len(game.players)
        self.count = 1 if pool is None else len(game.slots_of(pool))
        self.is_of_players = pool is not None and pool.holder == "player"
        self.slot = game.pool_slots if pool is None else pool.slot
        self.owners = () if pool is not None and pool.is_owned else self.sorts.owners
        holders = [""]
        if self.is_of_players:
            holders = [f"{seat} " for seat in seats(game)]
        elif pool is not None and pool.key is not None:
            holders = [f"{word} " for word in pool.key.words]
        name = "somewhere" if pool is None else f"in {{}}{pool.name}"
        counted = [*self.sorts.kinds, *(f"{owner} pieces" for owner in self.owners)]
        self.names = tuple(f"{what} {name.format(h)}" for h, what in product(holders, counted))

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        held, count = sight.held, self.count
        mine = (held.places >= self.slot) & (held.places < self.slot + count)
        holders = held.places[mine] - self.slot
        if self.is_of_players:
            holders = (holders - sight.viewer) % self.players
        first = holders * (len(self.names) // count)
        counts = lazy_numpy.np.zeros(canvas.shape[:2], lazy_numpy.np.float32)
        lazy_numpy.np.add.at(counts, (held.rows[mine], first + self.sorts.kind(held.kinds[mine])), 1)
        if self.owners:
            behind = first + len(self.sorts.kinds)
            owners = self.sorts.owner(held.owners[mine], sight.viewer)
            lazy_numpy.np.add.at(counts, (held.rows[mine], behind + owners), 1)
        canvas[:] = counts[:, :, None]


class Turn(Group):
    """Whose turn it is, and in which phase, all over the plane."""

    def __init__(self, game: Game) -> None:
        self.players = len(game.players)
        phases = game.phase_order if len(game.phases) > 1 else ()
        self.has_phases = bool(phases)
        self.names = (*(f"{seat} turn" for seat in seats(game)), *(f"phase {name}" for name in phases))

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        rows = lazy_numpy.np.arange(len(canvas))
        canvas[rows, (sight.movers - sight.viewer) % self.players] = 1
        if self.has_phases:
            canvas[rows, self.players + sight.phases] = 1


class Values(Group):
    """A field: the planes of each of its holders that is no site, one after the other.

    A number is scaled from its bounds to 0..1, and a truth is 0 or 1: both are -1 for none and for what is hidden. A word,
    a player, a kind or a direction has a plane for each value. A site or a piece that the game, a player or a table names is 1 in
    its cell; where sites or pieces name one, the plane has its number, from 1, as a part of all.
    """

    def __init__(self, field: Field, game: Game) -> None:
        self.field, self.players = field, len(game.players)
        self.sites = len(game.board.sites)
        self.holders, self.is_spatial = _holders(field, game)
        self.words = _words(field, game)
        self.points = field.type.base in ("site", "piece") and not self.is_spatial
        labels = [f"{field.name} {holder}".rstrip() for holder in self.holders]
        self.names = tuple(f"{label} {word}".rstrip() for label, word in product(labels, self.words or [""]))

    def fill(self, canvas: Canvas, sight: Sight, grid: Grid) -> None:
        values = self._turned(sight)  # rows by planes of holders by sites, or by 1
        if self.words:
            if self.field.type.base == "player":
                values = lazy_numpy.np.where(values >= 0, (values - sight.viewer) % self.players, values)
            shown = (values[:, :, None, :] == lazy_numpy.np.arange(len(self.words))[:, None]).astype(
                lazy_numpy.np.float32
            )
            shown = shown.reshape(len(values), len(self.names), values.shape[2])
        elif self.points:
            shown = lazy_numpy.np.zeros((len(values), len(self.holders), self.sites), lazy_numpy.np.float32)
            rows, holders = lazy_numpy.np.nonzero(values[:, :, 0] >= 0)
            shown[rows, holders, values[rows, holders, 0]] = 1
        else:
            shown = self._scaled(values)
        if shown.shape[2] == 1 and not (self.is_spatial or self.points):
            canvas[:] = shown
        else:
            canvas[:, :, grid.cells] = shown

    def _turned(self, sight: Sight) -> lazy_numpy.Ints:
        """The values with the holders that are players in the order of the viewer's seats."""
        field, values = self.field, sight.fields[self.field.name]
        rows = len(values)
        seats = (lazy_numpy.np.arange(self.players) + sight.viewer) % self.players
        match field.holder:
            case "site" | "piece":
                return values.reshape(rows, 1, self.sites)
            case "player":
                return values[:, seats].reshape(rows, -1, 1)
            case "table":
                values = values.reshape(rows, *(len(key.values) for key in field.keys))
                for axis, key in enumerate(field.keys, 1):
                    if key.type.base == "player":
                        values = lazy_numpy.np.take(values, seats, axis)
                if self.is_spatial:
                    at = next(i for i, key in enumerate(field.keys, 1) if key.type.base == "site")
                    return lazy_numpy.np.moveaxis(values, at, -1).reshape(rows, -1, self.sites)
        return values.reshape(rows, -1, 1)

    def _scaled(self, values: lazy_numpy.Ints) -> Canvas:
        is_known = (values != UNSEEN) & (values != NO_NUMBER)
        base = self.field.type.base
        if base != "number":
            is_known &= values >= 0
        low, high = self.field.bounds or (0, 1)
        if base in ("site", "piece"):
            low, high = -1, self.sites - 1
        elif base == "bool":
            low, high = 0, 1
        scaled = (values - low) / max(1, high - low)
        return lazy_numpy.np.where(is_known, scaled, -1).astype(lazy_numpy.np.float32)


def _holders(field: Field, game: Game) -> tuple[list[str], bool]:
    """The names of a field's holders, and whether it has a value for each site, too."""
    match field.holder:
        case "site" | "piece":
            return ["" if field.holder == "site" else "of the piece"], True
        case "player":
            return seats(game), False
        case "table":
            keys = field.keys
            is_spatial = sum(key.type.base == "site" for key in keys) == 1
            others = [k for k in keys if k.type.base != "site"] if is_spatial else list(keys)
            parts = [
                seats(game) if k.type.base == "player" else [_named(v, k.type.base, game) for v in k.values]
                for k in others
            ]
            return [" ".join(words) for words in product(*parts)], is_spatial
    return [""], False


def _named(value: object, base: str, game: Game) -> str:
    """A value of a key, in words."""
    listed: dict[str, Sequence[object]] = {
        "site": [s.name for s in game.board.sites],
        "kind": [k.name for k in game.kinds],
        "direction": [d.name for d in game.board.directions],
    }
    return str(listed[base][value]) if base in listed and isinstance(value, int) else str(value)


def _words(field: Field, game: Game) -> list[str]:
    """The values of a field that has a plane for each."""
    match field.type.base:
        case "symbol":
            return list(field.type.symbols)
        case "player":
            return seats(game)
        case "kind":
            return [k.name for k in game.kinds]
        case "direction":
            return [d.name for d in game.board.directions]
    return []


# ---- all planes of a game


Planes: TypeAlias = "lazy_numpy.NDArray[lazy_numpy.np.float32]"


class PlanePlan:
    """The planes of one game.

    `names` says what each plane shows and `shape` is planes by rows by columns. `sites` is the site of each cell, -1 where
    there is none. `left_out`: the fields that would take too many planes.
    """

    def __init__(self, game: Game) -> None:
        self.grid = grid_of(game.board)
        fields = [Values(field, game) for field in game.fields.values()]
        self.left_out = tuple(g.field.name for g in fields if len(g.names) > MOST_ENTRIES)
        self.groups = [
            *_of_rules(game, self.grid.is_full),
            *(g for g in fields if len(g.names) <= MOST_ENTRIES),
        ]
        self.names = tuple(name for group in self.groups for name in group.names)
        self.shape = len(self.names), self.grid.height, self.grid.width

    @property
    def sites(self) -> lazy_numpy.Ints:
        return self.grid.sites

    def drawn(self, sight: Sight, out: Planes | None = None) -> Planes:
        """The planes of each row: an array of rows by `shape`, which is `out` where that is given.

        Raises ValueError for an `out` of another shape or type.
        """
        shape = (len(sight.movers), *self.shape)
        made = fitting(out, shape, lazy_numpy.np.float32)
        flat = made.reshape(shape[0], shape[1], -1)
        at = 0
        for group in self.groups:
            group.fill(flat[:, at : at + len(group.names)], sight, self.grid)
            at += len(group.names)
        return made


def _of_rules(game: Game, is_full: bool) -> Iterator[Group]:
    """The planes of all but the fields."""
    if game.board.sites:
        if not is_full:
            yield Holes()
        yield Pieces(game)
        if game.board.is_stacking:
            yield Below(game)
        if any(hide.hides_sites for hide in game.hides):
            yield Unseen()
        if any("site" in hide.aspects for hide in game.hides):
            yield Held(game, None)
    for pool in game.pools.values():
        yield Held(game, pool)
    yield Turn(game)
