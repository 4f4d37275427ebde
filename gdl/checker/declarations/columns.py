"""Columns of the tables of kinds: what each has a value for, its type, and what kinds have that their table does not say.

A column has one value a kind, or one for each direction of a group or each number of a range.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gdl import model, syntax
from gdl.checker.context import Context
from gdl.diagnostics import near
from gdl.limits import MAX_INDEX
from gdl.types import NUMBER, Type, set_of
from gdl.words import IndexedBy

_MISSING: Mapping[str, model.Value] = {"number": 0, "bool": False, "set": (), "text": ""}
Attributes = dict[str, model.Value]  # the values of one kind, by their columns


@dataclass(frozen=True, slots=True)
class Index:
    """What a column has a value for each of: `by` is "" (one value), direction or number; `items` says which."""

    by: IndexedBy = ""
    items: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """How many cells a row has for the column."""
        return max(1, len(self.items))


def check_index(column: syntax.Column, context: Context) -> Index | None:
    """What a column has a value for each of; None after an error."""
    if column.numbers is not None:
        low, high = column.numbers
        if low <= high < low + MAX_INDEX:
            return Index("number", tuple(range(low, high + 1)))
        report_range(column, column.numbers, f"write `{column.name.name} by {high}..{low}`", context)
        return None
    if column.by is None:
        return Index()
    board = context.names.board
    if board is None:  # its clause is wrong, and that is said already
        return None
    if column.by.name in board.groups:
        return Index("direction", board.groups[column.by.name])
    report_no_group(column.by, context)
    return None


def report_range(node: syntax.Node, numbers: tuple[int, int], way: str, context: Context) -> None:
    """Reports a range of numbers that is empty or too long; `way` is how to turn an empty one round."""
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
    groups = context.names.board.groups if context.names.board is not None else {}
    context.reporter.report(
        "unknown-direction",
        ident.span,
        f"the board has no group of directions `{ident.name}`",
        "not a group",
        help=near(ident.name, groups) or "its groups are " + ", ".join(sorted(groups)),
    )


def listed(index: Index, context: Context) -> str:
    """The directions or numbers for which a column has values, for people."""
    board = context.names.board
    if index.by == "direction" and board is not None:
        return ", ".join(board.directions[d].name for d in index.items)
    return f"{index.items[0]}..{index.items[-1]}"


def add_column(ident: syntax.Ident, kind: Type, index: Index, context: Context) -> bool:
    """Declares a column; tables may share one that has the same type."""
    names = context.names
    made = model.Column(ident.name, kind, index.by, index.items)
    known = names.columns.get(ident.name)
    if known is None:
        if not context.declare(ident.name, ident.span):
            return False
        names.columns[ident.name] = made
        names.add_symbols(kind)
        return True
    if (known.type.required, known.by, known.index) != (kind.required, index.by, index.items):
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


def _column_text(column: model.Column, is_type: bool, context: Context) -> str:
    """A column's type, or what it has values for."""
    if is_type:
        return f"a {column.type.required}"
    return (
        f"a value for each of {listed(Index(column.by, column.index), context)}" if column.by else "one value"
    )


def add_kind(
    ident: syntax.Ident,
    attributes: Attributes,
    context: Context,
    made_of: tuple[tuple[str, str], ...] = (),
) -> None:
    """Declares a kind. `made_of`: what its name is made of, if a rule makes it."""
    if context.declare(ident.name, ident.span):
        context.names.kinds[ident.name] = model.Kind(ident.name, ident.span, attributes, made_of)


def missing(column: model.Column) -> model.Value:
    """What a kind has where its table says nothing: 0, false, an empty set or text, else none."""
    return _MISSING.get(column.type.base)


def complete_kinds(rotation: tuple[int, ...], context: Context) -> None:
    """Gives kinds what their own table does not say: none, 0, false or empty.

    With a field that turns pieces through `rotation`, every kind has its `turns`: the rotations that look different, the
    least of those that look alike.
    """
    kinds, columns = context.names.kinds, context.names.columns
    for column in columns.values():
        is_complete = all(column.name in k.attributes for k in kinds.values())
        if not is_complete and column.type.base not in _MISSING:
            columns[column.name] = replace(column, type=column.type.or_none)
    for name, kind in list(kinds.items()):
        attributes = dict(kind.attributes)
        for column in columns.values():
            value = missing(column)
            attributes.setdefault(column.name, (value,) * len(column.index) if column.by else value)
        kinds[name] = replace(kind, attributes=attributes)
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
    """What a kind shows in each direction of the cycle when it is turned by so many steps."""
    assert isinstance(values, tuple)
    moved = [values[(i - turns) % len(cycle)] for i in range(len(cycle))]
    if column.type.base == "direction":
        moved = [
            cycle[(cycle.index(v) + turns) % len(cycle)] if isinstance(v, int) and v in cycle else v
            for v in moved
        ]
    return tuple(moved)
