"""Races as text: two facing rows of points as columns of pieces, the bar between them, and the names of the points.

Pieces lie from the rim inwards. Of many the last sign is their number.
"""

from collections.abc import Mapping

from interpreter.play.scene.boards import facing_rows
from interpreter.play.text.cells import EMPTY, Cells
from interpreter.play.text.rows import MARKED
from interpreter.play.text.styled import Parts, linked, width_of, wrapped_text

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
    between = [s.index for s in board.sites if s.index not in {*top, *bottom}]
    upper = [*top, *(i for i in between if board.sites[i].y >= middle)]
    lower = [*bottom, *(i for i in between if i not in upper)]
    columns = {x: at for at, x in enumerate(sorted({s.x for s in board.sites}))}
    wide = max(_WIDE, *(len(board.sites[i].name) for i in (*top, *bottom))) + 1
    names = [_across([(columns[board.sites[i].x], _name(cells, i)) for i in row], wide) for row in facing]
    halves = []
    for row in (upper, lower):
        drawn = [(columns[board.sites[i].x], _stack(cells, i, marks)) for i in row]
        halves.append([_across([(at, stack[n]) for at, stack in drawn], wide) for n in range(_HIGH)])
    told = "; ".join(
        f"in the middle {where}: " + ", ".join(board.sites[i].name for i in row if i in between)
        for where, row in (("above", upper), ("below", lower))
        if any(i in between for i in row)
    )
    below = wrapped_text(told, width, "dim") if told else []
    return [names[0], *halves[0], [], *reversed(halves[1]), names[1], *below]


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


def _across(items: list[tuple[int, Parts]], wide: int) -> Parts:
    """Texts in their columns, side by side."""
    line: Parts = []
    at = 0
    for column, parts in sorted(items, key=lambda item: item[0]):
        line += [(" " * (column * wide - at), ""), *parts]
        at = column * wide + width_of(parts)
    return line
