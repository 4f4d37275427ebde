"""The sites of a board, as help for a name that none of them has."""

import re

from gdl.boards.board import Board
from gdl.diagnostics.similar_names import MANY, near

_FEW = 5  # sites that are named beside one
_COORDINATES = re.compile(r"([a-z]{1,2})([0-9]{1,2})")


def known_sites(board: Board, name: str = "") -> str:
    """The sites of a small board; of others from which site to which, and how borders and nodes are named. Of a name that lies
    among them the nearest ones."""
    cells = [site.name for site in board.cells]
    if not cells:
        return "there are none"
    around = _around(name, set(cells))
    if around and board.tiling.has_lattice:
        return f"the board leaves it out; beside it are {', '.join(around)}"
    is_lattice = board.tiling.has_lattice or len(cells) > MANY
    among = f"its sites are {cells[0]} to {cells[-1]}" if is_lattice else f"its sites are {', '.join(cells)}"
    places = {"borders": board.borders, "nodes": board.nodes}
    examples = [f"{sort} such as {board.sites[some[-1]].name}" for sort, some in places.items() if some]
    nearest = _nearest(name, cells) if is_lattice else ""
    others = ", with " + " and ".join(examples) if examples else ""
    return f"{among}{others}{f'; the nearest is {nearest}' if nearest else ''}"


def _nearest(name: str, cells: list[str]) -> str:
    """The site at the edge of a board beyond which one would lie in the same file or the same rank; "" if there is none."""
    found = _COORDINATES.fullmatch(name)
    if found is None:
        return ""
    places = [c for cell in cells if (c := _COORDINATES.fullmatch(cell)) is not None]
    in_file = [c for c in places if c[1] == found[1]]
    in_rank = [c for c in places if c[2] == found[2]]
    if bool(in_file) == bool(in_rank):
        return ""
    near_by = in_file or in_rank
    return min(near_by, key=lambda c: abs(int(c[2]) - int(found[2])) + abs(_file(c[1]) - _file(found[1])))[0]


def _file(letters: str) -> int:
    """The number of a file."""
    return len(letters) * 26 + ord(letters[-1])


def _around(name: str, cells: set[str]) -> list[str]:
    """The sites beside one that a board would have, if it were not left out."""
    found = re.fullmatch(r"([a-z])([0-9]+)", name)
    if found is None:
        return []
    file, rank = ord(found[1]), int(found[2])
    steps = [
        f"{chr(file + x)}{rank + y}"
        for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1))
    ]
    files, ranks = {cell[0] for cell in cells}, {cell[1:] for cell in cells}
    is_inside = found[1] in files and found[2] in ranks
    return [cell for cell in steps if cell in cells][:_FEW] if is_inside else []


def no_site(board: Board, name: str) -> str:
    """That a board has no site of a name, with what may be meant."""
    if not board.cells:
        return f"this game has no board, and so no site `{name}`"
    meant = near(name, list(board.site_index)) if not board.tiling.has_lattice else ""
    return f"the board has no site `{name}`: {meant or known_sites(board, name)}"
