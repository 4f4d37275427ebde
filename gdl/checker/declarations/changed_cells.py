"""Cells of a table that a later clause changes: `COLUMN(KIND) = CELL`."""

from collections.abc import Sequence
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.declarations.columns import Index, listed
from gdl.diagnostics.values import possible
from gdl.tree import syntax


def with_changes(
    rows: Sequence[syntax.Row],
    columns: Sequence[syntax.Column],
    indices: Sequence[Index],
    context: Context,
) -> list[syntax.Row]:
    """The rows of a table with the cells that are changed."""
    return [_changed(row, columns, indices, context) if row.changes else row for row in rows]


def _changed(
    row: syntax.Row, columns: Sequence[syntax.Column], indices: Sequence[Index], context: Context
) -> syntax.Row:
    cells = list(row.cells)
    for change in row.changes:
        at = 0
        for column, index in zip(columns, indices, strict=True):
            if column.name.name == change.column.name:
                place = _place(change, column, index, context)
                if place is not None:
                    cells[at + place] = change.value
                break
            at += index.width
        else:
            named = [c.name.name for c in columns]
            text = f"the table of `{row.name.name}` has no column `{change.column.name}`"
            _report(change.column, text, row.name, possible(change.column.name, named), context)
    return replace(row, cells=tuple(cells), changes=())


def _place(change: syntax.CellChange, column: syntax.Column, index: Index, context: Context) -> int | None:
    """Which of the cells of its column a change means."""
    name, board = column.name.name, context.names.board
    items = [board.directions[d].name if index.by == "direction" and board else str(d) for d in index.items]
    asked = change.index
    if not items and asked is None:
        return 0
    if not items:
        text = f"`{name}` has one value for each kind"
        _report(asked or change, text, column.name, f"write `{name}({change.kind.name}) = ...`", context)
        return None
    form = f"write `{name}({change.kind.name}, {items[0]}) = ...`"
    if asked is None:
        text = f"`{name}` has a value for each of {listed(index, context)}"
        _report(change.column, text, column.name, form, context)
        return None
    word = asked.name if isinstance(asked, syntax.Ident) else str(asked.value)
    if word not in items:
        text = f"`{name}` has values for {listed(index, context)}, and none for {word}"
        _report(asked, text, column.name, form, context)
        return None
    return items.index(word)


def _report(node: syntax.Node, message: str, other: syntax.Ident, help: str, context: Context) -> None:
    context.reporter.report(
        "bad-change",
        node.span,
        message,
        "there is no such cell",
        others=[(other.span, "the table stands here")],
        help=help,
    )
