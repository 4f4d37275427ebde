"""Boards of squares and hexes as rows of cells; rows of hexes are offset by half a cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gdl.boards.tiling import Site
from interpreter.play.scene.scene import Scene
from interpreter.play.text.cells import LEAST_WIDTH, Cell, Cells
from interpreter.play.text.styled import Parts, on_ground, width_of

MARKED = "bold yellow"  # the style of marks beside cells, and of bars between them


def board_rows(cells: Cells, marks: Mapping[str, str]) -> list[Parts]:
    """The rows from the top, with the names of ranks and files. `marks`: one character left of a site's cell."""
    drawn = {s.name: cells.cell(s.name) for s in cells.scene.board.cells}
    frame = _Frame.of(cells, drawn)
    if cells.has_tiles:
        drawn = {name: _centred(cell, frame.width) for name, cell in drawn.items()}
    scene = cells.scene
    west, south = _barred(scene, "west"), _barred(scene, "south")
    marks = {**dict.fromkeys(west, "│"), **{name: mark[:1] for name, mark in marks.items() if mark}}
    rows: dict[Fraction, list[Site]] = {}
    for site in scene.board.cells:
        rows.setdefault(site.y, []).append(site)
    lines: list[Parts] = []
    parts = scene.board.tiling.row_parts
    for y in range(int(max(rows) * parts), int(min(rows) * parts) - 1, -1):
        row = sorted(rows.get(Fraction(y, parts), ()), key=lambda s: s.x)
        lines += _row(row, drawn, frame, marks)
        below = [frame.starts[s.name] for s in row if s.name in south]
        if below:
            lines.append([(_bar(below, frame.width), MARKED)])
    if not frame.is_hex:
        lines.append([(_file_names(scene.board.cells, frame, cells.has_tiles), "dim")])
    return lines


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where cells are, in columns: their width, where each begins with its mark, and the margin for the names of ranks."""

    is_hex: bool
    width: int
    starts: Mapping[str, int]
    margin: int

    @classmethod
    def of(cls, cells: Cells, drawn: Mapping[str, Cell]) -> "_Frame":
        sites = cells.scene.board.cells
        is_hex = cells.scene.board.tiling.is_staggered
        width = max(cells.reserved, *(cell.width for cell in drawn.values()))
        if not is_hex:
            width = max(width, *(len(s.names[0]) for s in sites if s.names[1]))
        if cells.has_tiles:
            width = max(width + (width + 1) % 2, LEAST_WIDTH)
        pitch = width + 1 + (-width - 1) % cells.scene.board.tiling.column_parts
        left = min(s.x for s in sites)
        margin = 1 + max(len(s.name if is_hex else s.names[1]) for s in sites)
        return cls(is_hex, width, {s.name: margin + int((s.x - left) * pitch) for s in sites}, margin)


def _row(
    row: Sequence[Site], cells: Mapping[str, Cell], frame: _Frame, marks: Mapping[str, str]
) -> list[Parts]:
    """The lines of a row of cells; names and marks are beside the middle one."""
    if not row:
        return [[]]
    height = len(cells[row[0].name].lines)
    lines: list[Parts] = []
    for i in range(height):
        is_middle = i == height // 2
        line: Parts = []
        at = 0
        if is_middle:
            label = row[0].name if frame.is_hex else row[0].names[1]
            indent = (frame.starts[row[0].name] if frame.is_hex else frame.margin) - 1 - len(label)
            line += [(" " * indent, ""), (label, "dim")]
            at = indent + len(label)
        for site in row:
            cell = cells[site.name]
            mark = marks.get(site.name, "") if is_middle else ""
            line += [
                (" " * (frame.starts[site.name] - at), ""),
                (mark or " ", f"{MARKED} {cell.ground}".strip() if mark else cell.ground),
                *on_ground(cell.lines[i], cell.ground),
                (" " * (frame.width - width_of(cell.lines[i])), cell.ground),
            ]
            at = frame.starts[site.name] + 1 + frame.width
        if frame.is_hex and is_middle:
            line.append((f" {row[-1].name}", "dim"))
        lines.append(line)
    return [*lines, []] if height > 1 else lines


def _file_names(sites: Sequence[Site], frame: _Frame, has_tiles: bool) -> str:
    """The names of the files, each at the beginning of its column, or in the middle of tiles."""
    shift = 1 + (frame.width // 2 if has_tiles else 0)
    line, at = "", 0
    for column, name in sorted({(frame.starts[s.name] + shift, s.names[0]) for s in sites if s.names[1]}):
        line += " " * (column - at) + name
        at = column + len(name)
    return line


def _centred(cell: Cell, width: int) -> Cell:
    """A cell with its content in the middle of a wider one."""
    indent = (width - cell.width) // 2
    return Cell(tuple([(" " * indent, ""), *parts] for parts in cell.lines), cell.ground)


def _barred(scene: Scene, word: str) -> set[str]:
    """The sites of a board of squares that a bar cuts off from the next one in a direction."""
    if not scene.board.tiling.is_rectangular:
        return set()
    direction = scene.board.direction(word)
    if direction is None:
        return set()
    way = scene.board.steps[direction]
    bars = {(a, b) for a, b, sign in scene.joints if sign.glyph == "bar"}
    return {s.name for s in scene.board.cells if {(s.index, way[s.index]), (way[s.index], s.index)} & bars}


def _bar(starts: Sequence[int], width: int) -> str:
    """A line below the cells that begin at these columns."""
    return "".join(
        "─" if any(0 <= i - start <= width for start in starts) else " "
        for i in range(max(starts) + width + 1)
    )
