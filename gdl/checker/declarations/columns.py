"""Columns of the tables of kinds: their index and type, and the values of kinds whose own table lacks a column.

A column has one value for each kind, or one for each direction of a group or each number of a range. A column of
paths becomes a definition that gives the sites where a piece's path may end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.expressions.attributes import index_text
from gdl.checker.names import walked
from gdl.core import model
from gdl.core.types import ANY, NUMBER, Type, missing, set_of
from gdl.core.visit import nodes
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Reporter
from gdl.limits import MAX_INDEX
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import IndexedBy

Attributes = dict[str, model.Value]  # the values of one kind, by their columns


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a column: one value for each of these directions, numbers or words, or (`by` is "") one value alone."""

    by: IndexedBy = ""
    items: tuple[int, ...] = ()
    words: Type | None = None

    @property
    def width(self) -> int:
        """How many cells a row has for the column."""
        return max(1, len(self.items))


def check_index(column: syntax.Column, context: Context) -> Index | None:
    """The index of a column; None after an error."""
    if column.numbers is not None:
        low, high = column.numbers
        if low <= high < low + MAX_INDEX:
            return Index("number", tuple(range(low, high + 1)))
        report_range(column, column.numbers, f"write `{column.name.name} by {high}..{low}`", context)
        return None
    if column.by is None:
        return Index()
    words = context.names.types.get(column.by.name)
    if words is not None:
        return Index("word", tuple(range(len(words.symbols))), words)
    board = context.names.board
    if board is None:  # its clause is wrong, and that is said already
        return None
    if column.by.name in board.groups:
        return Index("direction", board.groups[column.by.name])
    report_no_group(column.by, context)
    return None


def report_range(node: syntax.Node, numbers: tuple[int, int], way: str, context: Context) -> None:
    """Reports a range of numbers that is empty or too long; `way` is the help for an empty one."""
    low, high = numbers
    is_empty = low > high
    context.reporter.report(
        "bad-range",
        node.span,
        f"the range {low}..{high} holds {'nothing' if is_empty else 'too many numbers'}",
        "the lower number comes first" if is_empty else f"at most {MAX_INDEX} numbers",
        help=way if is_empty else "",
    )


def report_no_group(ident: syntax.Ident, context: Context) -> None:
    if context.names.is_excused(ident.name):
        return
    groups = context.names.board.groups if context.names.board is not None else {}
    context.reporter.report(
        "unknown-direction",
        ident.span,
        f"the board has no group of directions `{ident.name}`",
        "not a group",
        help=near(ident.name, groups) or "its groups are " + ", ".join(sorted(groups)),
    )


def listed(index: Index, context: Context) -> str:
    """The directions or numbers of an index, as text."""
    if index.by != "number":
        return ", ".join(index_text(index.by, index.words, i, context) for i in index.items)
    return f"{index.items[0]}..{index.items[-1]}"


def add_column(ident: syntax.Ident, kind: Type, index: Index, context: Context) -> bool:
    """Declares a column; tables may share a column of one type and index."""
    names = context.names
    made = model.Column(ident.name, kind, index.by, index.items, index.words)
    known = names.columns.get(ident.name)
    if known is None:
        if not _is_free(ident, kind, context):
            return False
        names.columns[ident.name] = made
        names.add_symbols(kind)
        return True
    if known.type.required == NUMBER and kind.required == set_of(NUMBER):
        known = _widen(known, context)
    if (known.type.required, Index(known.by, known.index, known.words)) != (kind.required, index):
        is_type = known.type.required != kind.required
        context.reporter.report(
            "bad-table",
            ident.span,
            f"another table has a column `{ident.name}` with "
            + ("values of another type" if is_type else "another index"),
            _column_text(made, is_type, context),
            others=[(names.declared[ident.name], _column_text(known, is_type, context))],
            help="a column means the same in all tables; give one of them another name",
        )
        return False
    if kind.is_optional:
        names.columns[ident.name] = made
    return True


def _widen(column: model.Column, context: Context) -> model.Column:
    """A column of numbers as one of ranges, each of one number, as a later table has ranges in it."""
    names, name = context.names, column.name
    kind = set_of(NUMBER)
    for known in [k for k in names.kinds.values() if name in k.attributes]:
        value = known.attributes[name]
        values = value if isinstance(value, tuple) else (value,)
        ranges = tuple(None if v is None else (v,) for v in values)
        attributes = {**known.attributes, name: ranges if column.by else ranges[0]}
        names.kinds[known.name] = replace(known, attributes=attributes)
    names.columns[name] = replace(column, type=kind.or_none if column.type.is_optional else kind)
    return names.columns[name]


def _is_free(ident: syntax.Ident, kind: Type, context: Context) -> bool:
    """Whether a new column can have its name; reports why not. It may have that of the type of its words."""
    words = context.names.types.get(ident.name)
    if words is None:
        return context.declare(ident.name, ident.span)
    if kind.required == words or kind == ANY:
        return True
    context.reporter.report(
        "bad-table",
        ident.span,
        f"a column that is named as the type `{ident.name}` holds its words",
        f"this holds a {kind}",
        others=[(context.names.declared[ident.name], "the type is declared here")],
        help=f"its words are {', '.join(words.symbols)}",
    )
    context.names.failed.add(ident.name)
    return False


def _column_text(column: model.Column, is_type: bool, context: Context) -> str:
    """A column's type, or what it has values for."""
    if is_type:
        return f"a {column.type.required}"
    return (
        f"a value for each of {listed(Index(column.by, column.index, column.words), context)}"
        if column.by
        else "one value"
    )


def add_kind(
    ident: syntax.Ident,
    attributes: Attributes,
    context: Context,
    made_of: tuple[tuple[str, str], ...] = (),
) -> None:
    """Declares a kind. `made_of`: the parts of its name, if a rule makes it."""
    if ident.span not in context.names.repeated and context.declare(ident.name, ident.span):
        context.names.kinds[ident.name] = model.Kind(ident.name, ident.span, attributes, made_of)


def complete_kinds(rotation: tuple[int, ...], context: Context) -> None:
    """Completes the values of all kinds.

    If a field turns pieces through `rotation`, every kind also gets its `turns`: the rotations that look different, and of
    those that look alike the least.
    """
    kinds, columns = context.names.kinds, context.names.columns
    for column in columns.values():
        is_complete = all(column.name in k.attributes for k in kinds.values())
        if not is_complete and missing(column.type) is None:
            columns[column.name] = replace(column, type=column.type.or_none)
    for name, kind in list(kinds.items()):
        attributes = dict(kind.attributes)
        for column in columns.values():
            value = missing(column.type)
            attributes.setdefault(column.name, (value,) * len(column.index) if column.by else value)
        kinds[name] = replace(kind, attributes=attributes, written=tuple(kind.attributes))
    if not rotation:
        return
    turning = [c for c in columns.values() if c.by == "direction" and c.index == rotation]
    columns["turns"] = model.Column("turns", set_of(NUMBER))
    for name, kind in list(kinds.items()):
        looks = [
            tuple(_shown(c, kind.attributes[c.name], turns, rotation) for c in turning)
            for turns in range(len(rotation))
        ]
        distinct = tuple(turns for turns, look in enumerate(looks) if looks.index(look) == turns)
        kinds[name] = replace(kind, attributes={**kind.attributes, "turns": distinct})


def _shown(
    column: model.Column, values: model.Value, turns: int, cycle: tuple[int, ...]
) -> tuple[model.Value, ...]:
    """The values of a kind for each direction of the cycle when it is turned by so many steps."""
    assert isinstance(values, tuple)
    moved = [values[(i - turns) % len(cycle)] for i in range(len(cycle))]
    if column.type.base == "direction":
        moved = [
            cycle[(cycle.index(v) + turns) % len(cycle)] if isinstance(v, int) and v in cycle else v
            for v in moved
        ]
    return tuple(moved)


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
