"""Columns of paths in tables of kinds: each is a definition that gives the sites where a piece's path may end.

kinds     reach                                   let reach(piece: piece) =
  rook    (line orthogonal: empty*, any)   is       (line orthogonal from piece: empty*, any) if piece is rook
  knight  (leap 1, 2: any)                          else (leap 1, 2 from piece: any) if piece is knight else {}
"""

from collections.abc import Sequence
from dataclasses import replace

from gdl import syntax
from gdl.diagnostics import Reporter

PIECE = "piece"  # what a path in a cell calls the piece that it starts from
Rows = Sequence[tuple[syntax.Ident, syntax.Expr]]  # kinds, each with its cell


def is_of_paths(cells: Sequence[syntax.Expr]) -> bool:
    return any(isinstance(c, syntax.PathEnds) for c in cells)


def checked(column: syntax.Column, rows: Rows, reporter: Reporter) -> bool:
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
    first = next(c for _, c in rows if isinstance(c, syntax.PathEnds))
    for _, cell in rows:
        if isinstance(cell, syntax.PathEnds):
            if cell.path.start is not None:
                reporter.report(
                    "bad-path",
                    cell.path.start.span,
                    "a path in a table starts from the piece whose kind it is",
                    "cannot start elsewhere",
                    help="leave `from` out",
                )
                return False
        elif not isinstance(cell, syntax.Nothing):
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
    """The definition that a column of paths stands for."""
    span = column.span
    value: syntax.Expr = syntax.SetOf(span, ())
    for kind, cell in reversed(rows):
        if isinstance(cell, syntax.PathEnds):
            start = syntax.Name(cell.span, PIECE)
            path = replace(cell, path=replace(cell.path, start=start))
            is_kind = syntax.Is(kind.span, start, (syntax.Test(kind.span, "name", kind),))
            value = syntax.Conditional(cell.span, path, is_kind, value)
    parameter = syntax.Parameter(span, syntax.Ident(span, PIECE), syntax.Ident(span, PIECE))
    return syntax.Let(span, column, (parameter,), value, False)
