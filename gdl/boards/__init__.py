"""Boards: their tilings (`tiling`), their geometry (`board`), and how they are built (`building`, `graphs`, `lattice`).

`square`, `hex_rows`, `hex_rhombus`, `hexagon` and `octagons` make boards of measurements, for what is not a rule file. All raise
BoardError.
"""

from collections.abc import Callable, Sequence

from gdl.boards.board import Board
from gdl.boards.building import Axes, build
from gdl.boards.hexes import Hexes
from gdl.boards.octagons import Octagons
from gdl.boards.squares import Squares
from gdl.boards.tiling import Tiling
from gdl.tree.words import Extent

__all__ = ["Keep", "hex_rhombus", "hex_rows", "hexagon", "octagons", "square"]

Keep = Callable[[int, int], bool]
"""Which cells exist, by file and rank."""


def square(width: int, height: int, keep: Keep | None = None, skip: str = "") -> Board:
    """A board of squares; `skip` lists letters that name no file."""
    return _made(Squares(), "by", (width, height), keep, skip)


def hex_rows(lengths: Sequence[int], keep: Keep | None = None, axes: Axes | None = None) -> Board:
    """Rows of hexes of these lengths from top to bottom, all centred.

    With `axes`, files count along the first of two directions and ranks along the second.
    """
    return _made(Hexes(), "rows", lengths, keep, axes=axes)


def hex_rhombus(width: int, height: int, keep: Keep | None = None, axes: Axes | None = None) -> Board:
    """`height` rows of `width` hexes, each row half a hex to the left of the one below it."""
    return _made(Hexes(), "by", (width, height), keep, axes=axes)


def hexagon(side: int, keep: Keep | None = None, axes: Axes | None = None) -> Board:
    """A regular hexagon of hexes, `side` along each side."""
    return _made(Hexes(), "side", (side,), keep, axes=axes)


def octagons(width: int, height: int) -> Board:
    """A board of octagons, with squares between them."""
    return _made(Octagons(), "by", (width, height))


def _made(
    tiling: Tiling,
    form: Extent,
    sizes: Sequence[int],
    keep: Keep | None = None,
    skip: str = "",
    axes: Axes | None = None,
) -> Board:
    cells = tiling.plan(form, sizes).cells if keep is not None else ()
    indices = None if keep is None else {i for i, c in enumerate(cells) if keep(c.file, c.rank)}
    return build(tiling, form, sizes, indices, skip, axes)
