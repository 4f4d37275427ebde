"""What plans of tilings share: the bounds of a board's size, and points of the lattice."""

from fractions import Fraction

from gdl.boards.tiling import BoardError, Point
from gdl.limits import MAX_SITES


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
