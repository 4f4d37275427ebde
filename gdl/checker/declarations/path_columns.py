"""Columns of paths in tables of kinds: each is a definition that gives the sites where a piece's path may end.

kinds     reach                                   let reach(piece: piece) =
  rook    (line orthogonal: empty*, any)   is       (line orthogonal from piece: empty*, any) if piece is rook
  knight  (leap 1, 2: any)                          else (leap 1, 2 from piece: any) if piece is knight else {}

Several paths are joined by `+`: a piece may go along each of them. Where the rules ask `reach(k, p)`, what another kind's
path gives for a piece, a second definition has the kind as a parameter of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gdl.checker.names import walked
from gdl.core.visit import nodes
from gdl.diagnostics.values import Reporter
from gdl.source import Span
from gdl.tree import syntax

PIECE = "piece"  # the parameter: the piece from which a path in a cell starts
_KIND = "walked kind"  # the parameter: whose path it is; no name that a rule can write
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


def as_definitions(columns: PathColumns, clauses: Sequence[syntax.Clause]) -> list[syntax.Let]:
    """All columns of paths as definitions; those that the clauses ask for a kind and a piece, also for both."""
    calls = (n for n in nodes(tuple(clauses)) if isinstance(n, syntax.Call)) if columns else ()
    asked = {call.function.name for call in calls if len(call.arguments) == 2}
    return [
        *(_as_definition(ident, rows) for ident, rows in columns.values()),
        *(_as_walked(ident, rows) for name, (ident, rows) in columns.items() if name in asked),
    ]


def _as_definition(column: syntax.Ident, rows: Rows) -> syntax.Let:
    """What a column gives for a piece, by its kind."""

    def is_kind(kind: syntax.Ident) -> syntax.Expr:
        start = syntax.Name(kind.span, PIECE)
        return syntax.Is(kind.span, start, (syntax.Test(kind.span, "name", kind),))

    span = column.span
    parameter = syntax.Parameter(span, syntax.Ident(span, PIECE), syntax.Ident(span, PIECE))
    return syntax.Let(span, column, (parameter,), _cases(span, rows, is_kind), False)


def _as_walked(column: syntax.Ident, rows: Rows) -> syntax.Let:
    """What a column gives for a piece that goes as another kind does."""

    def is_kind(kind: syntax.Ident) -> syntax.Expr:
        given, named = syntax.Name(kind.span, _KIND), syntax.Name(kind.span, kind.name)
        return syntax.Binary(kind.span, "=", given, named)

    span = column.span
    parameters = [
        syntax.Parameter(span, syntax.Ident(span, name), syntax.Ident(span, sort))
        for name, sort in ((_KIND, "kind"), (PIECE, PIECE))
    ]
    name = syntax.Ident(span, walked(column.name))
    return syntax.Let(span, name, tuple(parameters), _cases(span, rows, is_kind), False)


def _cases(span: Span, rows: Rows, is_kind: Callable[[syntax.Ident], syntax.Expr]) -> syntax.Expr:
    """The paths of the kind for which a condition holds."""
    value: syntax.Expr = syntax.SetOf(span, ())
    for kind, cell in reversed(rows):
        if paths_of(cell):
            value = syntax.Conditional(cell.span, _started(cell), is_kind(kind), value)
    return value


def _started(cell: syntax.Expr) -> syntax.Expr:
    """A cell's paths, starting from the piece."""
    match cell:
        case syntax.PathEnds():
            return replace(cell, path=replace(cell.path, start=syntax.Name(cell.span, PIECE)))
        case syntax.Binary():
            return replace(cell, left=_started(cell.left), right=_started(cell.right))
    return cell
