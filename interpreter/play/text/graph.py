"""Graph boards as text: sites with their names on a grid of characters, joined by lines; then the links that cannot be drawn.

A race is two facing rows of points as columns of pieces, with the bar between them, and the names of the points. Pieces lie from
the rim inwards; of many the last sign is their number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from interpreter.play.scene.boards import Link, facing_rows, links
from interpreter.play.scene.names import words
from interpreter.play.text.cells import EMPTY, Cells
from interpreter.play.text.grid import MARKED
from interpreter.play.text.styled import Parts, linked, on_ground, placed, width_of, wrapped_text

_SCALES = [Fraction(1, n) for n in (8, 6, 4, 3, 2)] + [Fraction(n) for n in (1, 2, 3, 4, 6, 8, 12)]
_ROWS = 2  # rows of characters a unit of y, at scale 1
_CROSSED = {frozenset("╱╲"): "╳", frozenset("─│"): "┼", frozenset("╳│"): "╳", frozenset("╳─"): "╳"}
_HEADS = {
    (0, 1): "→",
    (0, -1): "←",
    (-1, 0): "↑",
    (1, 0): "↓",
    (-1, 1): "↗",
    (1, 1): "↘",
    (1, -1): "↙",
    (-1, -1): "↖",
}


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows count downward from 0. `sites`: the place of each site's sign; `lines`: the characters between them."""

    sites: dict[int, tuple[int, int]]
    lines: dict[tuple[int, int], str]
    owners: dict[tuple[int, int], str]  # the networks to which they belong, or ""
    left_over: list[Link]
    height: int


def grid_of(board: Board, widths: Sequence[int]) -> Grid:
    """The grid of a board. `widths`: of the text of each site, in characters, from its sign on."""
    found = links(board)
    columns = max(widths) + 3 + (max(widths) + 3) % 2
    for scale in _SCALES:
        sites = _places(board, scale, columns)
        if _is_roomy(board, sites, found, widths):
            break
    taken = {(row, column + i) for site, (row, column) in sites.items() for i in range(-1, widths[site])}
    lines: dict[tuple[int, int], str] = {}
    owners: dict[tuple[int, int], str] = {}
    left_over = []
    for link in found:
        drawn = _line(board.sites[link.a], board.sites[link.b], sites, widths)
        if drawn and link.place:
            continue  # it lies on another network's, and is listed
        if not drawn or any(at in taken for at in drawn):
            left_over.append(link)
            continue
        if link.one_way:
            middle = list(drawn)[len(drawn) // 2]
            drawn[middle] = _head(sites[link.a], sites[link.b])
        for at, sign in drawn.items():
            other = lines.get(at, sign)
            owners[at] = link.network
            lines[at] = sign if other == sign else _CROSSED.get(frozenset((other, sign)), sign)
    return Grid(sites, lines, owners, left_over, max(row for row, _ in sites.values()) + 1)


def _places(board: Board, scale: Fraction, columns: int) -> dict[int, tuple[int, int]]:
    left, top = min(s.x for s in board.sites), max(s.y for s in board.sites)
    return {
        s.index: (round((top - s.y) * _ROWS * scale), round((s.x - left) * columns * scale))
        for s in board.sites
    }


def _is_roomy(
    board: Board, sites: dict[int, tuple[int, int]], found: list[Link], widths: Sequence[int]
) -> bool:
    """Whether no texts touch, and every line that can be drawn has a character to show itself."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for site, (row, column) in sites.items():
        rows.setdefault(row, []).append((column, site))
    for row_sites in rows.values():
        for (column, site), (other, _) in pairwise(sorted(row_sites)):
            if other - column < widths[site] + 2:
                return False
    return all(
        _slope(board.sites[k.a], board.sites[k.b]) is None
        or _line(board.sites[k.a], board.sites[k.b], sites, widths)
        for k in found
    )


def _slope(a: Site, b: Site) -> str | None:
    """The character of the line between two sites, or None when it runs neither straight nor diagonally."""
    dx, dy = b.x - a.x, b.y - a.y
    if dy == 0:
        return "─"
    if dx == 0:
        return "│"
    if abs(dx) != abs(dy):
        return None
    return "╱" if (dx > 0) == (dy > 0) else "╲"


def _line(
    a: Site, b: Site, sites: dict[int, tuple[int, int]], widths: Sequence[int]
) -> dict[tuple[int, int], str]:
    """The characters of the line between two sites; empty when there is none to draw or no room."""
    sign = _slope(a, b)
    if sign is None:
        return {}
    (row, column), (end_row, end_column) = sorted((sites[a.index], sites[b.index]))
    if sign == "─":
        left = min((a, b), key=lambda s: s.x)
        return {(row, c): sign for c in range(column + widths[left.index], end_column - 1)}
    steps = end_row - row
    return {
        (row + i, column + round(Fraction((end_column - column) * i, steps))): sign for i in range(1, steps)
    }


def _head(a: tuple[int, int], b: tuple[int, int]) -> str:
    """The arrow from one place towards another."""
    return _HEADS[_sign(b[0] - a[0]), _sign(b[1] - a[1])]


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def graph_rows(cells: Cells, marks: Mapping[str, str], width: int) -> list[Parts]:
    """The rows from the top. `marks`: one character left of a site. What is below
    the rows is wrapped at `width`."""
    sites = cells.scene.board.sites
    drawn = [cells.cell(s.name) for s in sites]
    contents: list[Parts] = [
        [*cell.lines[0], (" " + s.name, f"dim link {s.name}" if cells.is_linked else "dim")]
        for s, cell in zip(sites, drawn, strict=True)
    ]
    made = grid_of(cells.scene.board, [width_of(parts) for parts in contents])
    rows: list[dict[int, Parts]] = [{} for _ in range(made.height)]
    colours = cells.looks.network_colours()
    for (row, column), sign in made.lines.items():
        owner = made.owners[row, column]
        rows[row][column + 1] = [(sign, colours[owner].terminal if owner else "dim")]
    for index, (row, column) in made.sites.items():
        ground, mark = drawn[index].ground, marks.get(sites[index].name, "")[:1]
        before = (mark or " ", f"{MARKED} {ground}".strip() if mark else ground)
        rows[row][column] = [before, *on_ground(contents[index], ground)]
    lines = [placed(signs.items()) for signs in rows]
    below = _below(cells, made, width)
    return [*lines, [], *below] if below else lines


def _below(cells: Cells, made: Grid, width: int) -> list[Parts]:
    """The links that the rows do not show, and those of each network that players can own."""
    board, colours = cells.scene.board, cells.looks.network_colours()
    every = links(board) if colours else []
    listed = {"also joined": [k for k in made.left_over if not k.network]}
    listed |= {name: [k for k in every if k.network == name] for name in colours}
    below: list[Parts] = []
    for name, joined in listed.items():
        if joined:
            style = colours[name].terminal if name in colours else ""
            text = f"{words(name)}: " + ", ".join(_trails(board, joined))
            below += wrapped_text(text, width, style, indent=2, between=", ")
    return below


def _trails(board: Board, joined: Sequence[Link]) -> Iterator[str]:
    """Links as few rows of names, each of which goes on as long as a link leads on."""
    left = list(joined)
    while left:
        link = left.pop(0)
        trail, sign = [link.a, link.b], "→" if link.one_way else "-"
        while after := next((k for k in left if k.one_way == link.one_way and _goes_on(k, trail[-1])), None):
            left.remove(after)
            trail.append(after.b if after.a == trail[-1] else after.a)
        yield sign.join(board.sites[s].name for s in trail)


def _goes_on(link: Link, site: int) -> bool:
    return link.a == site or (link.b == site and not link.one_way)


_HIGH = 5  # pieces of a point that are drawn one by one
_WIDE = 3  # columns of a point, at least


def lane_rows(cells: Cells, marks: Mapping[str, str], width: int) -> list[Parts]:
    """The rows from the top; none for a board that is no race. `marks`: one character left of a site's first piece."""
    board = cells.scene.board
    facing = facing_rows(board)
    if facing is None:
        return []
    top, bottom = facing
    middle = (board.sites[top[0]].y + board.sites[bottom[0]].y) / 2
    between = [s for s in board.sites if s.index not in {*top, *bottom}]
    above = [s.index for s in between if s.y >= middle]
    under = [s.index for s in between if s.y < middle]
    wide = max(_WIDE, *(len(board.sites[i].name) for i in (*top, *bottom))) + 1
    steps = {x: at * wide for at, x in enumerate(sorted({s.x for s in board.sites}))}
    columns = [steps[s.x] for s in board.sites]
    names = [placed((columns[i], _name(cells, i)) for i in row) for row in facing]
    halves = [
        _half([(columns[i], _stack(cells, i, marks)) for i in row])
        for row in ([*top, *above], [*bottom, *under])
    ]
    told = "; ".join(
        f"in the middle {where}: " + ", ".join(board.sites[i].name for i in row)
        for where, row in (("above", above), ("below", under))
        if row
    )
    below = wrapped_text(told, width, "dim") if told else []
    return [names[0], *halves[0], [], *reversed(halves[1]), names[1], *below]


def _half(stacks: Sequence[tuple[int, Sequence[Parts]]]) -> list[Parts]:
    """Stacks at their columns as rows, from the edge of the board to its middle."""
    return [placed((at, stack[row]) for at, stack in stacks) for row in range(_HIGH)]


def _name(cells: Cells, index: int) -> Parts:
    name = cells.scene.board.sites[index].name
    return linked([(" ", ""), (name, "dim")], name) if cells.is_linked else [(" ", ""), (name, "dim")]


def _stack(cells: Cells, index: int, marks: Mapping[str, str]) -> list[Parts]:
    """The signs of a point from its rim inwards, each behind a mark or a space."""
    name = cells.scene.board.sites[index].name
    stack = cells.scene.stacks.get(name, [])
    signs = [(cells.looks.glyph(p.owner, p.kind), cells.looks.style(p.owner, p.kind)) for p in stack]
    if len(signs) > _HIGH:
        signs = [*signs[: _HIGH - 1], (str(len(stack)), signs[-1][1])]
    shown = signs or [(EMPTY, "dim")]
    shown += [(" ", "")] * (_HIGH - len(shown))
    mark = marks.get(name, "")[:1]
    made: list[Parts] = [
        [(mark if mark and n == 0 else " ", MARKED if mark and n == 0 else ""), sign]
        for n, sign in enumerate(shown)
    ]
    return [linked(parts, name) for parts in made] if cells.is_linked else made
