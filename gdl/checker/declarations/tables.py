"""Kinds of pieces: names alone, tables with columns, and those that `generated` makes by a rule."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from gdl.checker.context import Context
from gdl.checker.declarations.cells import (
    Words,
    check_cell,
    check_column_type,
    spelt,
    type_of_column,
)
from gdl.checker.declarations.columns import (
    Attributes,
    Index,
    PathColumns,
    add_column,
    add_kind,
    check_index,
    check_path_column,
    holds_paths,
    listed,
)
from gdl.checker.declarations.generated import check_generated
from gdl.diagnostics.similar_names import is_slip, possible
from gdl.tree import syntax


def check_kinds(clauses: Sequence[syntax.Kinds], context: Context) -> PathColumns:
    """Declares kinds and columns; returns the columns of paths, which become definitions."""
    ranks = _ranks(clauses)
    paths: PathColumns = {}
    _report_rows_again(clauses, context)
    for clause in clauses:
        if clause.axes:
            check_generated(clause, context)
        elif clause.rows is None:
            _check_names(clause, context)
        else:
            _check_table(clause, clause.rows, ranks, paths, context)
    return paths


def _report_rows_again(clauses: Sequence[syntax.Kinds], context: Context) -> None:
    """Reports tables of one file that have rows for the kinds of the first one: a kind has one row, with all of its columns."""
    tables = [c.rows for c in clauses if c.rows]
    named = {row.name.name: row for row in (tables or [()])[0]}
    again = [
        [r for r in rows if r.name.name in named and r.span.source == named[r.name.name].span.source]
        for rows in tables[1:]
    ]
    again = [rows for rows in again if len(rows) > 1]
    if not again:
        return
    row = again[0][0]
    context.reporter.report(
        "duplicate-name",
        row.name.span,
        f"`{row.name.name}` and other kinds have a row in the table above already",
        "a second row",
        others=[
            (named[row.name.name].name.span, "the first one"),
            *((rows[0].name.span, "and here") for rows in again[1:]),
        ],
        help="a kind has one row: write the columns of these tables side by side, in one table",
    )
    context.names.repeated |= {row.name.span for rows in again for row in rows}


def _ranks(clauses: Sequence[syntax.Kinds]) -> dict[str, int]:
    """The indices of the kinds that are written out, for cells that name a kind; empty if kinds made by a rule come first."""
    written = [c for c in clauses if not c.axes]
    if written != [*clauses[: len(written)]]:
        return {}
    names = [
        i.name for c in written for i in ([r.name for r in c.rows] if c.rows else [x.name for x in c.columns])
    ]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}


def _check_names(clause: syntax.Kinds, context: Context) -> None:
    """Kinds without a table."""
    if _report_owned(clause, context):
        return
    for column in clause.columns:
        if column.by is not None or column.numbers is not None:
            context.reporter.report(
                "bad-table",
                column.span,
                f"`{column.name.name}` has values for each kind, and no kind follows",
                "a column without rows",
                help="write the kinds on indented lines, each with its values",
            )
        add_kind(column.name, {}, context)


def _report_owned(clause: syntax.Kinds, context: Context) -> bool:
    """Reports kinds of players, `kinds man of White, man of Black`, which are read as many names; declares the kinds."""
    names = [c.name for c in clause.columns]
    players = {p.name for p in context.names.players}
    owned = [
        (kind, of, who)
        for kind, of, who in zip(names, names[1:], names[2:], strict=False)
        if of.name == "of" and who.name in players
    ]
    if not owned:
        return False
    kind, of, who = owned[0]
    context.reporter.report(
        "bad-table",
        of.span.to(who.span),
        "a kind belongs to no player: each of them may have pieces of it",
        "whose it is",
        help=f"a piece gets its owner where it is placed: `place {kind.name} of {who.name} on SITES`",
    )
    left = {of.span for _, of, _ in owned} | {who.span for _, _, who in owned}
    for name in {n.name: n for n in names if n.span not in left}.values():
        add_kind(name, {}, context)
    return True


def _check_table(
    clause: syntax.Kinds,
    rows: tuple[syntax.Row, ...],
    ranks: Mapping[str, int],
    paths: PathColumns,
    context: Context,
) -> None:
    found = [check_index(c, context) for c in clause.columns]
    indices = [i for i in found if i is not None]
    whole: list[syntax.Row] = []
    if context.has_repeated([c.name for c in clause.columns], "columns of this table"):
        indices = []
    if len(indices) == len(found):
        whole = [r for r in rows if len(r.cells) == sum(i.width for i in indices)]
        own = dict(
            zip((c.name.name for c in clause.columns), zip(clause.columns, indices, strict=True), strict=True)
        )
        whole = [_with_changes(r, own, context) if r.changes else r for r in whole]
        if not any(r.cells or r.changes for r in rows) and not any(i.by for i in indices):
            _report_list(clause.columns, rows, context)
            return
        _report_uneven(clause.columns, rows, indices, context)
    if len(whole) < len(rows):  # which value is missing is not known, nor what its column holds
        failed = context.names.failed
        failed.update(c.name.name for c in clause.columns)
        failed.update(c.name for r in rows for c in r.cells if isinstance(c, syntax.Name))
        for row in rows:
            add_kind(row.name, {}, context)
        return
    for row, attributes in zip(
        rows, _check_columns(clause, whole, indices, ranks, paths, context), strict=True
    ):
        add_kind(row.name, attributes, context)


def _check_columns(
    clause: syntax.Kinds,
    rows: Sequence[syntax.Row],
    indices: Sequence[Index],
    ranks: Mapping[str, int],
    paths: PathColumns,
    context: Context,
) -> list[Attributes]:
    """Declares the columns of a table; the values of each row."""
    attributes: list[Attributes] = [{} for _ in rows]
    of_table = spelt([c for r in rows for c in r.cells], context)
    at = 0
    for column, index in zip(clause.columns, indices, strict=True):
        cells = [r.cells[at : at + index.width] for r in rows]
        at += index.width
        flat = [c for row in cells for c in row]
        of_rows = [(r.name, c) for r, own in zip(rows, cells, strict=True) for c in own]
        if holds_paths(flat):
            _add_paths(column, of_rows, paths, context)
            continue
        is_of_words = all(isinstance(c, syntax.Name | syntax.Nothing) for c in flat)
        own = spelt(flat, context)
        named = type_of_column(column.name.name, own, context)
        words = Words(own, of_table, ranks, is_of_words, named)
        if named is None:
            _warn_of_a_slip(flat, context)
        kind, values = check_column_type(column, [check_cell(c, words, context) for c in flat], context)
        if named is None and kind.base == "symbol" and _holds_sites(column, kind.symbols, of_rows, context):
            continue
        add_column(column.name, kind, index, context)
        for number, held in enumerate(attributes):
            made = values[number * index.width : (number + 1) * index.width]
            held[column.name.name] = tuple(made) if index.by else made[0]
    return attributes


def _holds_sites(
    column: syntax.Column,
    words: Sequence[str],
    rows: Sequence[tuple[syntax.Ident, syntax.Expr]],
    context: Context,
) -> bool:
    """Whether all words of a column are sites of the board, which it cannot hold; reports it."""
    board, name = context.names.board, column.name.name
    if board is None or context.names.is_board_guessed or any(board.site(w) is None for w in words):
        return False
    row, cell = next((row, cell) for row, cell in rows if isinstance(cell, syntax.Name))
    context.names.failed.add(name)
    context.reporter.report(
        "bad-table",
        cell.span,
        f"a column holds no sites, and all values of `{name}` are sites of the board",
        "a site",
        others=[(context.names.board_span, "the board"), (column.span, "the column")],
        help=f"what each kind has on the board is defined: `let {name}(k: kind) = {cell.span.text} if k = {row.name} else ...`",
    )
    return True


def _warn_of_a_slip(cells: Sequence[syntax.Expr], context: Context) -> None:
    """Warns of a word that stands in one cell, nowhere else, and is almost one that the column repeats."""
    words = spelt(cells, context)
    times = Counter(c.name for c in cells if isinstance(c, syntax.Name) and c.name in words)
    for cell in cells:
        if not isinstance(cell, syntax.Name) or cell.name not in words or context.rules.counts[cell.name] > 1:
            continue
        like = next((w for w, n in times.items() if n > 1 and is_slip(cell.name, w)), None)
        if like is not None:
            context.reporter.report(
                "unused-definition",
                cell.span,
                f"`{cell.name}` stands nowhere else, and is a word of its own",
                f"not `{like}`",
                help=f"did you mean `{like}`?",
            )


def _add_paths(
    column: syntax.Column,
    rows: list[tuple[syntax.Ident, syntax.Expr]],
    paths: PathColumns,
    context: Context,
) -> None:
    """A column of paths; several tables may have parts of it."""
    if not check_path_column(column, rows, context.reporter):
        context.names.failed.add(column.name.name)
        return
    ident, known = paths.get(column.name.name, (column.name, []))
    paths[ident.name] = ident, [*known, *rows]


def _with_changes(
    row: syntax.Row, own: Mapping[str, tuple[syntax.Column, Index]], context: Context
) -> syntax.Row:
    """A row with the cells of those that change it. `own`: the columns of its table."""
    widths = [index.width for _, index in own.values()]
    start = dict(zip(own, accumulate(widths, initial=0), strict=False))
    cells = list(row.cells)
    for change in row.changes:
        columns = [c for c in change.columns if _is_in_table(c, row, own, context)]
        indices = [own[c.name.name][1] for c in columns]
        if len(columns) < len(change.columns):
            continue
        _report_uneven(columns, change.rows or (), indices, context)
        fresh = [c for r in change.rows or () for c in r.cells]
        for column, index in zip(columns, indices, strict=True):
            at = start[column.name.name]
            cells[at : at + index.width], fresh = (
                fresh[: index.width] if len(fresh) >= index.width else cells[at : at + index.width],
                fresh[index.width :],
            )
    return replace(row, cells=tuple(cells), changes=())


def _is_in_table(
    column: syntax.Column,
    row: syntax.Row,
    own: Mapping[str, tuple[syntax.Column, Index]],
    context: Context,
) -> bool:
    """Whether a column of a row that changes another one is one of its table, with the same index; else that is reported."""
    name = column.name.name
    there, index = own.get(name, (None, None))
    if there is None:
        other, text = row.name, f"the table of `{row.name.name}` has no column `{name}`"
        help = possible(name, list(own))
    elif (there.by and there.by.name, there.numbers) != (column.by and column.by.name, column.numbers):
        each = (
            f"a value for each of {listed(index, context)}"
            if index and index.by
            else "one value for each kind"
        )
        other, text, help = there.name, f"`{name}` has {each}", f"write `{there.span.text}`"
    else:
        return True
    context.reporter.report(
        "bad-change",
        column.span,
        text,
        "there is no such column",
        others=[(other.span, "the table stands here")],
        help=help,
    )
    return False


def _report_list(columns: Sequence[syntax.Column], rows: tuple[syntax.Row, ...], context: Context) -> None:
    """Reports a table of nothing but names: a list that goes on in further lines. All of them are kinds."""
    names = [*(c.name for c in columns), *(r.name for r in rows)]
    context.reporter.report(
        "bad-table",
        rows[0].span,
        f"`{rows[0].name.name}` is a row of a table here, and no row has a value",
        "a row",
        others=[(columns[0].span.to(columns[-1].span), "the first line of a table names its columns")],
        help=f"kinds without values stand in one line: `kinds {', '.join(n.name for n in names)}`",
    )
    for name in names:
        add_kind(name, {}, context)


def _report_uneven(
    columns: Sequence[syntax.Column], rows: tuple[syntax.Row, ...], indices: Sequence[Index], context: Context
) -> None:
    """Reports rows of the wrong length; those of one length are one mistake."""
    total = sum(i.width for i in indices)
    uneven: dict[int, list[syntax.Row]] = {}
    for row in rows:
        if len(row.cells) != total:
            uneven.setdefault(len(row.cells), []).append(row)
    takes = [
        f"`{c.name.name}` takes {len(i.items)} values, for {listed(i, context)}"
        for c, i in zip(columns, indices, strict=True)
        if i.by
    ]
    named = columns[0].span.to(columns[-1].span)
    for length, (first, *others) in uneven.items():
        if length > total and _report_joined(first, context):
            continue
        context.reporter.report(
            "bad-table",
            first.span,
            f"this row has {_counted(length, 'value')} for {_counted(len(indices), 'column')}"
            + (f" that take {total}" if takes else ""),
            f"{abs(total - length)} too {'few' if length < total else 'many'}",
            others=[(named, "the columns are named here"), *((r.span, "and here") for r in others[:5])],
            help="; ".join(takes)
            or _range_in(first)
            or (
                f"the name of a kind is one word: `{first.name.name}_{first.cells[0].name}`"
                if length == total + 1 and isinstance(first.cells[0], syntax.Name)
                else "each value has a column of its own"
                if length > total
                else _missing(columns, first, total - length)
            ),
        )


def _missing(columns: Sequence[syntax.Column], row: syntax.Row, number: int) -> str:
    """The help for a row with too few values."""
    last = " and ".join(f"`{c.name.name}`" for c in columns[-number:])
    written = row.name.span.to(row.cells[-1].span if row.cells else row.name.span).in_one_line
    values = " ".join(["none"] * number)
    return f"a kind without a value has `none`; for {last} that is `{written} {values}`"


def _range_in(row: syntax.Row) -> str:
    """The help for a row that has `1-6` as a cell, which is read as the numbers 1 and -6."""
    for one, other in pairwise(row.cells):
        is_joined = one.span.end == other.span.start and other.span.text.startswith("-")
        if is_joined and one.span.text.isdecimal():
            return f"a range has two dots: `{one.span.text}..{other.span.text.removeprefix('-')}`"
    return ""


def _report_joined(row: syntax.Row, context: Context) -> bool:
    """Reports a row that stands deeper than the one above and so goes on with it; whether there is one."""
    start = row.span.start
    below = next((c for c in row.cells if "\n" in row.span.source.text[start : c.span.start]), None)
    if below is None:
        return False
    joined = row.cells[row.cells.index(below) :]
    context.names.failed |= {c.name for c in joined if isinstance(c, syntax.Name)}
    context.reporter.report(
        "bad-table",
        below.span.to(row.cells[-1].span),
        "this line stands deeper than the row above, and so goes on with it",
        "too deep",
        others=[(row.name.span, "the row above")],
        help="begin all rows in the same column",
    )
    return True


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
