"""Boards of squares and hexes as text: rows of cells; rows of hexes are offset by half a cell.

Where there are borders or nodes, rows of cells alternate with lines of these (`lattice_rows`). What stands on a border is a stroke
along it, what stands on a node is in its corner. On hexes these lines go up and down: the nodes are at their turns. Empty cells stay
blank then. Empty nodes are dots, and so are empty borders where the board has no nodes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gdl.boards.board import Board
from gdl.boards.tiling import Site
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import Piece
from interpreter.play.scene.scene import Scene
from interpreter.play.text.cells import EMPTY, LEAST_WIDTH, Cell, Cells
from interpreter.play.text.styled import Parts, linked, on_ground, placed, width_of

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


_PLAIN = "─│╱╲"
# of the players where there is no colour; what is aslant is a letter then
_STROKES = ("━┃", "═║", "┄┆", "┅┇")
_LEVEL, _UPRIGHT, _RISING, _FALLING = range(4)  # places in a set of strokes


def lattice_rows(cells: Cells, marks: Mapping[str, str]) -> list[Parts]:
    """The rows from the top, with the names of ranks and files. `marks`: one character left of a site's content."""
    board = cells.scene.board
    drawn = {s.name: cells.cell(s.name) for s in board.sites}
    frame = _Lattice.of(board, drawn)
    lines: dict[tuple[int, int], list[tuple[int, Parts]]] = {}
    for site in board.sites:
        for i, parts in enumerate(
            _content(site, cells, drawn[site.name], frame, marks.get(site.name, "")[:1])
        ):
            at = frame.column(site) - width_of(parts) // 2
            if cells.is_linked:
                parts = linked(parts, site.name)
            lines.setdefault((-frame.row(site), i), []).append((at, parts))
    for row in {s.y: s for s in board.cells}.values():
        for label in _labels(row, frame):
            lines[-frame.row(row), frame.height // 2].append(label)
    made = [placed(items) for _, items in sorted(lines.items(), key=lambda item: item[0])]
    return made if frame.is_hex else [*made, _names_below(board.cells, frame)]


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Where sites are. `pitch`: columns from cell to cell; `wide`: those of a node; `height`: lines of a row of cells."""

    board: Board
    is_hex: bool
    pitch: int
    wide: int
    height: int
    left: Fraction
    margin: int

    @classmethod
    def of(cls, board: Board, drawn: Mapping[str, Cell]) -> "_Lattice":
        is_hex = board.tiling.is_staggered
        wide = max((drawn[board.sites[s].name].width for s in board.nodes), default=1)
        content = max(drawn[s.name].width for s in board.cells)
        step = 4 if is_hex else 2  # so that nodes, and the strokes between them, stand in whole columns
        pitch = max(content + 2 + wide, 2 * (wide + 1) if is_hex else 4)
        pitch += -pitch % step
        labels = max(len(s.name) if is_hex else len(str(s.rank)) for s in board.cells)
        left = min(s.x for s in board.sites)
        height = max(len(drawn[s.name].lines) for s in board.cells)
        return cls(board, is_hex, pitch, wide, height, left, labels + 1 + (wide + 1) // 2)

    def column(self, site: Site) -> int:
        """The column of a site's middle."""
        return self.margin + int((site.x - self.left) * self.pitch)

    def row(self, site: Site) -> int:
        """Rows of cells have even numbers, the lines between them odd ones."""
        return round(2 * site.y)


# ---- what is drawn on a site


def _content(site: Site, cells: Cells, cell: Cell, frame: _Lattice, mark: str) -> list[Parts]:
    """The lines of a site, each as wide as its middle asks for."""
    match frame.board.sort(site.index):
        case "cell":
            return _of_cell(site, cells.scene, cell, frame, mark)
        case "border":
            return _of_border(site, cells, cell, frame, mark)
        case "node":
            parts = cell.lines[len(cell.lines) // 2]
            return [[(mark, MARKED)] if mark and _is_bare(cells.scene, site) else parts]


def _of_cell(site: Site, scene: Scene, cell: Cell, frame: _Lattice, mark: str) -> list[Parts]:
    """All of a cell between its borders: its ground, and what stands on it in the middle."""
    room = frame.pitch - frame.wide
    made = []
    for i, parts in enumerate(cell.lines):
        shown: Parts = [("", "")] if _is_bare(scene, site) and parts[0][0] == EMPTY else parts
        before = (room - width_of(shown)) // 2
        sign = mark if i == len(cell.lines) // 2 else ""
        made.append(
            [
                (" " * (before - len(sign)), cell.ground),
                (sign, f"{MARKED} {cell.ground}".strip()),
                *on_ground(shown, cell.ground),
                (" " * (room - before - width_of(shown)), cell.ground),
            ]
        )
    return made


def _of_border(site: Site, cells: Cells, cell: Cell, frame: _Lattice, mark: str) -> list[Parts]:
    """A stroke for the topmost piece; else the letters of fields, a mark or nothing."""
    way, room = _way(site, frame.board), frame.pitch - frame.wide
    stack = cells.scene.stacks.get(site.name)
    height = frame.height if way == _UPRIGHT else 1
    if stack and not mark:
        stroke = [(strokes(cells.looks, stack[-1])[way], cells.looks.style(stack[-1].owner, stack[-1].kind))]
        whole = [(stroke[0][0] * (room if way == _LEVEL else 1), stroke[0][1])]
        return [
            _lettered(whole, _letters(cells, stack)) if i == height // 2 else whole for i in range(height)
        ]
    shown: Parts = cell.lines[len(cell.lines) // 2]
    if mark:
        shown = [(mark, MARKED)]
    elif _is_bare(cells.scene, site) and shown[0][0] == EMPTY and frame.board.nodes:
        shown = [(" ", "")]
    blank: Parts = [(" ", "")]
    return [shown if i == height // 2 else blank for i in range(height)]


def _lettered(stroke: Parts, letters: str) -> Parts:
    """A stroke with letters in its middle."""
    text, style = stroke[0]
    before = max(0, (len(text) - len(letters)) // 2)
    return [(text[:before] + letters + text[before + len(letters) :], style)] if letters else stroke


def _letters(cells: Cells, stack: Sequence[Piece]) -> str:
    """What a stroke does not say: of which kind a piece is, where borders hold several, and how many there are."""
    return (
        _letter(cells, stack[-1])
        + cells.looks.details(stack[-1])
        + (str(len(stack)) if len(stack) > 1 else "")
    )


def _letter(cells: Cells, piece: Piece) -> str:
    """The letter of a piece's kind, where borders hold several kinds."""
    kinds = {p.kind for p in _on_borders(cells.scene)}
    return cells.looks.short_kinds.get(piece.kind, "?").upper() if len(kinds) > 1 else ""


def _is_bare(scene: Scene, site: Site) -> bool:
    """Whether nothing is on a site, and nothing is said of it."""
    name = site.name
    return not scene.stacks.get(name) and name not in scene.signs and name not in scene.hidden_sites


def _way(site: Site, board: Board) -> int:
    """Which stroke of a set lies along a border."""
    cell = board.sites[board.cell_beside(site.index)]
    dx, dy = site.x - cell.x, site.y - cell.y
    if not dy:
        return _UPRIGHT
    return _LEVEL if not dx else _FALLING if (dx > 0) == (dy > 0) else _RISING


def strokes(looks: Looks, piece: Piece) -> str:
    """The strokes of a piece on a border: level, upright, rising and falling."""
    if looks.colour or not piece.owner or len(looks.players) == 1:
        return _PLAIN
    letter = looks.short_players[piece.owner][:1]
    return _STROKES[looks.players.index(piece.owner) % len(_STROKES)] + 2 * letter


def _on_borders(scene: Scene) -> list[Piece]:
    names = [scene.board.sites[s].name for s in scene.board.borders]
    return [p for name in names for p in scene.stacks.get(name, ())]


def stroke_legend(cells: Cells) -> list[Parts]:
    """The strokes that are on the board, each with its piece."""
    shown: Parts = []
    found = {(p.owner, p.kind) for p in _on_borders(cells.scene)}
    for owner, kind in (
        (o, k) for k in cells.looks.kinds for o in (*cells.looks.players, "") if (o, k) in found
    ):
        piece = Piece(owner, kind, ())
        stroke = _letter(cells, piece).join(2 * strokes(cells.looks, piece)[0])
        gap = "   " if shown else ""
        shown += [
            (gap, ""),
            (stroke, cells.looks.style(owner, kind)),
            (f" {owner} {kind}".replace("  ", " "), ""),
        ]
    return [shown] if shown else []


# ---- names


def _labels(first: Site, frame: _Lattice) -> list[tuple[int, Parts]]:
    """The number of a rank; of a row of hexes the names of its first and last."""
    row = [s for s in frame.board.cells if s.y == first.y]
    west, east = min(row, key=lambda s: s.x), max(row, key=lambda s: s.x)
    half = frame.pitch // 2 + (frame.wide + 1) // 2
    name = west.name if frame.is_hex else str(west.rank)
    if not frame.is_hex:
        return [(frame.margin - 1 - (frame.wide + 1) // 2 - len(name), [(name, "dim")])]
    before = frame.column(west) - half - len(name)
    return [(before, [(name, "dim")]), (frame.column(east) + half + 1, [(east.name, "dim")])]


def _names_below(sites: Sequence[Site], frame: _Lattice) -> Parts:
    """The names of the files, each in the middle of its column."""
    named = {frame.column(s): s.names[0] for s in sites}
    return placed((at - len(name) // 2, [(name, "dim")]) for at, name in named.items())
