"""Kinds of pieces: names, tables, and kinds made by a rule, with the values that tell them apart.

A column has one value a kind, or one for each direction of a group or each number of a range. Kinds made by a rule are
all choices of values from some columns; once per rotation, of those that are each other turned only the least is kept.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from gdl import model, static, syntax
from gdl.checker.effects import Effects
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.types import ANY, BOOL, DIRECTION, KIND, NUMBER, TEXT, Type, set_of

MAX_KINDS = 1000
MAX_COMBINATIONS = 200_000
_MISSING: dict[str, Any] = {"number": 0, "bool": False, "set": (), "text": ""}


class Kinds(Effects):
    """Fills the tables of kinds and columns."""

    def kinds(self, clauses: Sequence[syntax.Kinds]) -> None:
        for clause in clauses:
            if clause.axes:
                self.generated(clause)
            elif clause.rows is None:
                for column in clause.columns:
                    if column.by is not None or column.numbers is not None:
                        self.report("bad-table", column.span, "a column has rows under it", "no row follows")
                    self.add_kind(column.name, {})
            else:
                self.table(clause, clause.rows)

    def add_kind(self, ident: syntax.Ident, attributes: dict[str, Any]) -> None:
        if self.names.declare(ident.name, ident.span):
            self.names.kinds[ident.name] = model.Kind(ident.name, ident.span, attributes)

    def finish_kinds(self, rotation: tuple[int, ...]) -> None:
        """What a kind's own table does not say is none, 0, false or empty. With a field that turns pieces, every kind
        has its `turns`: the rotations that look different, the least of those that look alike."""
        names = self.names
        for column in names.columns.values():
            is_complete = all(column.name in k.attributes for k in names.kinds.values())
            if not is_complete and column.type.base not in _MISSING:
                names.columns[column.name] = replace(column, type=column.type.or_none)
        for name, kind in list(names.kinds.items()):
            attributes: dict[str, Any] = dict(kind.attributes)
            for column in names.columns.values():
                missing = _MISSING.get(column.type.base)
                whole = (missing,) * len(column.index) if column.by else missing
                attributes.setdefault(column.name, whole)
            names.kinds[name] = model.Kind(name, kind.span, attributes)
        if not rotation:
            return
        turning = [c for c in names.columns.values() if c.by == "direction" and c.index == rotation]
        names.columns["turns"] = model.Column("turns", set_of(NUMBER))
        for name, kind in list(names.kinds.items()):
            looks = [
                tuple(self.shown(c, kind.attributes[c.name], r, rotation) for c in turning)
                for r in range(len(rotation))
            ]
            distinct = tuple(r for r, look in enumerate(looks) if looks.index(look) == r)
            names.kinds[name] = model.Kind(name, kind.span, {**kind.attributes, "turns": distinct})

    def shown(self, column: model.Column, values: Any, by: int, cycle: tuple[int, ...]) -> tuple[Any, ...]:
        """What a kind shows in each direction of the cycle when it is turned by so many steps."""
        moved = [values[(i - by) % len(cycle)] for i in range(len(cycle))]
        if column.type.base == "direction":
            moved = [cycle[(cycle.index(v) + by) % len(cycle)] if v in cycle else v for v in moved]
        return tuple(moved)

    # ---- columns

    def index(self, column: syntax.Column) -> tuple[str, tuple[int, ...]]:
        """What a column has a value for each of."""
        if column.numbers is not None:
            low, high = column.numbers
            if not low <= high < low + 1000:
                self.report("bad-range", column.span, f"{low} to {high} is no range of an index", "")
                return "number", (low,)
            return "number", tuple(range(low, high + 1))
        if column.by is None:
            return "", ()
        board = self.names.board
        groups = board.groups if board is not None else {}
        if column.by.name not in groups:
            self.report(
                "unknown-direction",
                column.by.span,
                f"the board has no group of directions `{column.by.name}`",
                "not a group",
                help=near(column.by.name, groups) or "its groups are " + ", ".join(sorted(groups)),
            )
            return "", ()
        return "direction", groups[column.by.name]

    def add_column(self, ident: syntax.Ident, kind: Type, by: str, index: tuple[int, ...]) -> bool:
        """Declares a column; tables may share one that has the same type."""
        names = self.names
        known = names.columns.get(ident.name)
        if known is None:
            if names.declare(ident.name, ident.span):
                names.columns[ident.name] = model.Column(ident.name, kind, by, index)
                names.add_symbols(kind)
                return True
            return False
        if (known.type.required, known.by, known.index) != (kind.required, by, index):
            self.report(
                "bad-table",
                ident.span,
                f"another table has a column `{ident.name}` with values of another type",
                f"a {kind} here",
                others=[(names.declared[ident.name], f"a {known.type} there")],
            )
            return False
        if kind.is_optional:
            names.columns[ident.name] = model.Column(ident.name, kind, by, index)
        return True

    # ---- tables

    def table(self, clause: syntax.Kinds, rows: tuple[syntax.Row, ...]) -> None:
        indices = [self.index(c) for c in clause.columns]
        widths = [max(1, len(i)) for _, i in indices]
        cells: list[list[tuple[Type, Any]]] = [[] for _ in clause.columns]
        read: list[tuple[syntax.Row, list[tuple[int, int]]]] = []
        order = tuple(
            dict.fromkeys(
                c.name
                for r in rows
                for c in r.cells
                if isinstance(c, syntax.Name) and not self.is_direction(c.name)
            )
        )
        for row in rows:
            if len(row.cells) != sum(widths):
                first, last = clause.columns[0].span, clause.columns[-1].span
                self.report(
                    "bad-table",
                    row.span,
                    f"this row has {len(row.cells)} values for {sum(widths)} columns",
                    "",
                    others=[(first.to(last), "the columns are named here")],
                )
                self.names.failed.add(row.name.name)
                continue
            places, at = [], 0
            for column, width in zip(cells, widths, strict=True):
                places.append((len(column), len(column) + width))
                column.extend(self.cell(c, order) for c in row.cells[at : at + width])
                at += width
            read.append((row, places))
        values = []
        for column_, typed, (by, index) in zip(clause.columns, cells, indices, strict=True):
            kind, made = self.column_type(column_, typed)
            values.append(made)
            self.add_column(column_.name, kind, by, index)
        for row, places in read:
            attributes: dict[str, Any] = {}
            for column_, made, (start, end), (by, _) in zip(
                clause.columns, values, places, indices, strict=True
            ):
                attributes[column_.name.name] = tuple(made[start:end]) if by else made[start]
            self.add_kind(row.name, attributes)

    def column_type(self, column: syntax.Column, cells: list[tuple[Type, Any]]) -> tuple[Type, list[Any]]:
        """The one type of a column's cells, and their values."""
        if {t for t, _ in cells} == {NUMBER, set_of(NUMBER)}:  # a number among ranges is a range of one
            cells = [(set_of(NUMBER), v if isinstance(v, tuple) else (v,)) for _, v in cells]
        types = {t for t, _ in cells if t.base != "none"}
        if len(types) > 1:
            self.report(
                "bad-table",
                column.name.span,
                f"the values of `{column.name.name}` are of different types: "
                + ", ".join(sorted(map(str, types))),
                "",
            )
        kind = next(iter(types), NUMBER)
        return kind.or_none if any(t.base == "none" for t, _ in cells) else kind, [v for _, v in cells]

    def is_direction(self, word: str) -> bool:
        return self.names.board is not None and self.names.board.direction(word) is not None

    def cell(self, node: syntax.Expr, symbols: tuple[str, ...]) -> tuple[Type, Any]:
        match node:
            case syntax.Number():
                return NUMBER, node.value
            case syntax.Text():
                return TEXT, node.value
            case syntax.Nothing():
                return Type("none", is_optional=True), None
            case syntax.Name(name="true") | syntax.Name(name="yes"):
                return BOOL, True
            case syntax.Name(name="false") | syntax.Name(name="no"):
                return BOOL, False
            case syntax.Name() if self.is_direction(node.name) and self.names.board is not None:
                return DIRECTION, self.names.board.direction(node.name)
            case syntax.Name():
                return self.symbol(node.name, symbols)
            case syntax.Binary():
                low, high = (
                    int(e.value if isinstance(e, syntax.Number) else str(e)) for e in (node.left, node.right)
                )
                return set_of(NUMBER), tuple(range(low, high + 1)) if high - low < 1000 else ()
            case _:
                return ANY, None

    def symbol(self, word: str, symbols: tuple[str, ...]) -> tuple[Type, int]:
        """A word of a table: of an enumeration that the game has already, else of the table's own."""
        for kind in self.enumerations():
            if word in kind.symbols and not set(symbols) - set(kind.symbols):
                return kind, kind.symbols.index(word)
        return Type("symbol", symbols=symbols), symbols.index(word)

    def enumerations(self) -> Iterable[Type]:
        return [t for types in self.names.symbols.values() for t in types]

    # ---- kinds made by a rule

    def generated(self, clause: syntax.Kinds) -> None:
        axes: list[tuple[syntax.Axis, str, tuple[int, ...], list[Any], list[str]]] = []
        size = 1
        for axis in clause.axes:
            by, index = self.index(axis.column)
            kind, values, words = self.axis_values(axis)
            if not self.add_column(axis.column.name, kind, by, index):
                return
            size *= len(values) ** max(1, len(index))
            axes.append((axis, by, index, values, words))
        if size > MAX_COMBINATIONS:
            self.report(
                "bad-table", clause.span, f"these are {size} combinations of values", "too many to go through"
            )
            return
        cycles = {index for _, by, index, _, _ in axes if by == "direction"}
        if clause.once_per_rotation and len(cycles) != 1:
            self.report(
                "bad-table",
                clause.span,
                "what is counted once per rotation has values for the directions of one group",
                "nothing turns" if not cycles else "several groups",
                help="write `mark by orthogonal in {...}`",
            )
            return
        condition, it = self.condition_on_kind(clause)
        made: list[tuple[str, dict[str, Any]]] = []
        for choice in product(
            *(
                product(range(len(v)), repeat=len(i)) if by else [(r,) for r in range(len(v))]
                for _, by, i, v, _ in axes
            )
        ):
            attributes, name = self.combined(axes, choice)
            if clause.once_per_rotation and not self.is_least(axes, choice, name):
                continue
            if condition is not None and not self.passes(condition, it, attributes):
                continue
            made.append((name, attributes))
        if not made or len(made) > MAX_KINDS:
            self.report(
                "bad-table",
                clause.span,
                f"this rule makes {len(made) or 'no'} kinds",
                f"1 to {MAX_KINDS} are possible",
            )
        for name, attributes in (
            sorted(made[:MAX_KINDS], key=lambda m: m[0]) if clause.once_per_rotation else made[:MAX_KINDS]
        ):
            self.add_kind(syntax.Ident(clause.span, name), attributes)

    def axis_values(self, axis: syntax.Axis) -> tuple[Type, list[Any], list[str]]:
        """The type of an axis, its values, and what stands for each in the name of a kind."""
        words = [v for v in axis.values if v.name is not None]
        if words and len(words) == len(axis.values):
            names = tuple(v.name.name for v in words if v.name is not None)
            if all(map(self.is_direction, names)) and self.names.board is not None:
                return DIRECTION, [self.names.board.direction(n) for n in names], list(names)
            kind, _ = self.symbol(names[0], names)
            short = [v.short.name if v.short else n for v, n in zip(words, names, strict=True)]
            return kind, [kind.symbols.index(n) for n in names], short
        if words:
            self.report("bad-table", axis.span, "words and numbers do not mix in one column", "")
            return NUMBER, [0], ["0"]
        numbers = [
            n
            for v in axis.values
            if v.numbers
            for n in range(v.numbers[0], min(v.numbers[1], v.numbers[0] + 1000) + 1)
        ]
        return NUMBER, numbers or [0], [str(n) for n in numbers or [0]]

    def combined(self, axes: Sequence[Any], choice: Sequence[tuple[int, ...]]) -> tuple[dict[str, Any], str]:
        """The values of one combination, and the name that they make: single letters run together, words by `_`."""
        attributes: dict[str, Any] = {}
        parts: list[str] = []
        for (axis, by, _, values, words), ranks in zip(axes, choice, strict=True):
            picked = tuple(values[r] for r in ranks)
            attributes[axis.column.name.name] = picked if by else picked[0]
            parts.extend(words[r] for r in ranks)
        name = ("" if all(len(p) == 1 and p.isalpha() for p in parts) else "_").join(parts)
        return attributes, name if name[:1].isalpha() else f"k{name}"

    def is_least(self, axes: Sequence[Any], choice: Sequence[tuple[int, ...]], name: str) -> bool:
        """Whether no turned combination has a name that comes before this one."""
        order = max(len(index) for _, by, index, _, _ in axes if by == "direction")
        for by in range(1, order):
            other = [
                tuple(ranks[(i - by) % order] for i in range(order)) if axis[1] == "direction" else ranks
                for axis, ranks in zip(axes, choice, strict=True)
            ]
            if self.combined(axes, other)[1] < name:
                return False
        return True

    def condition_on_kind(self, clause: syntax.Kinds) -> tuple[model.Expr | None, int]:
        if clause.condition is None:
            return None, 0
        scope = Scope()
        it = self.names.local(scope, "it", KIND, clause.condition.span)
        return self.condition(clause.condition, scope), it.slot

    def passes(self, condition: model.Expr, it: int, attributes: dict[str, Any]) -> bool:
        def table(node: model.Attribute, kind: Any, index: Any) -> Any:
            value = attributes.get(node.name)
            column = self.names.columns[node.name]
            if not column.by or value is None:
                return value
            return value[column.index.index(index)] if index in column.index else None

        try:
            return bool(static.value(condition, self.names.board, {it: 0}, table))
        except static.NotStatic:
            if condition.type != ANY:
                self.report(
                    "not-static",
                    condition.span,
                    "which kinds there are must be known before the game begins",
                    "",
                )
            return True
