"""Columns of paths in tables of kinds: each is a definition that gives the sites where a piece's path may end.

kinds     reach                                   let reach(piece: piece) =
  rook    (line orthogonal: empty*, any)   is       (line orthogonal from piece: empty*, any) if piece is rook
  knight  (leap 1, 2: any)                          else (leap 1, 2 from piece: any) if piece is knight else {}

Several paths are joined by `+`: a piece may go along each of them.
"""

from collections.abc import Sequence
from dataclasses import replace

from gdl import syntax
from gdl.diagnostics import Reporter

PIECE = "piece"  # what a path in a cell calls the piece that it starts from
Rows = Sequence[tuple[syntax.Ident, syntax.Expr]]  # kinds, each with its cell
PathColumns = dict[
    str, tuple[syntax.Ident, list[tuple[syntax.Ident, syntax.Expr]]]
]  # by name: where it is named, rows


def holds_paths(cells: Sequence[syntax.Expr]) -> bool:
    return any(paths_of(c) for c in cells)


def paths_of(cell: syntax.Expr) -> list[syntax.PathEnds]:
    """The paths that a cell joins; none if it holds something else."""
    match cell:
        case syntax.PathEnds():
            return [cell]
        case syntax.Binary(operator="+"):
            return [*paths_of(cell.left), *paths_of(cell.right)]
    return []


def check_path_column(column: syntax.Column, rows: Rows, reporter: Reporter) -> bool:
    """Whether a column holds paths of pieces, and nothing else; reports what is wrong."""
    ident = column.name
    if column.by is not None or column.numbers is not None:
        reporter.report(
            "bad-table",
            column.span,
            f"`{ident.name}` holds paths, and a path has no value for each direction or number",
            "a path is one value",
            help=f"write `{ident.name}` alone, or a column for each path",
        )
        return False
    first = next(c for _, c in rows if paths_of(c))
    for _, cell in rows:
        for ends in paths_of(cell):
            if ends.path.start is not None:
                reporter.report(
                    "bad-path",
                    ends.path.start.span,
                    "a path in a table starts from the piece whose kind it is",
                    "cannot start elsewhere",
                    help="leave `from` out",
                )
                return False
        if not paths_of(cell) and not isinstance(cell, syntax.Nothing):
            reporter.report(
                "bad-table",
                cell.span,
                f"the values of `{ident.name}` are of different types",
                "no path",
                others=[(first.span, "a path")],
                help="write `none` where a kind has no path",
            )
            return False
    return True


def as_definition(column: syntax.Ident, rows: Rows) -> syntax.Let:
    """The definition that a column of paths means."""
    span = column.span
    value: syntax.Expr = syntax.SetOf(span, ())
    for kind, cell in reversed(rows):
        if paths_of(cell):
            start = syntax.Name(cell.span, PIECE)
            is_kind = syntax.Is(kind.span, start, (syntax.Test(kind.span, "name", kind),))
            value = syntax.Conditional(cell.span, _started(cell), is_kind, value)
    parameter = syntax.Parameter(span, syntax.Ident(span, PIECE), syntax.Ident(span, PIECE))
    return syntax.Let(span, column, (parameter,), value, False)


def _started(cell: syntax.Expr) -> syntax.Expr:
    """A cell's paths, starting from the piece."""
    match cell:
        case syntax.PathEnds():
            return replace(cell, path=replace(cell.path, start=syntax.Name(cell.span, PIECE)))
        case syntax.Binary():
            return replace(cell, left=_started(cell.left), right=_started(cell.right))
    return cell
