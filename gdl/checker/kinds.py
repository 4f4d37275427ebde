"""Kinds of pieces: names, tables, and kinds made by a rule, with the values that tell them apart.

A column has one value a kind, or one for each direction of a group or each number of a range. Kinds made by a rule are
all choices of values from some columns; once per rotation, of those that are each other turned only the least is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from gdl import model, static, syntax
from gdl.checker import reaches
from gdl.checker.effects import Effects
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import ANY, BOOL, DIRECTION, KIND, NUMBER, TEXT, Type, set_of
from gdl.words import IndexedBy

MAX_KINDS = 1000
MAX_COMBINATIONS = 200_000
MAX_INDEX = 1000
_MISSING: dict[str, Any] = {"number": 0, "bool": False, "set": (), "text": ""}

Index = tuple[
    IndexedBy, tuple[int, ...]
]  # what a column has a value for each of: "", direction or number, and which
Parts = tuple[tuple[str, str], ...]  # what the name of a kind is made of
_YES = {"yes": True, "true": True, "no": False, "false": False}
_SORTS = {"bool": "yes or no", "set": "a range", "symbol": "a word", "any": "something else"}


@dataclass(frozen=True, slots=True)
class _Cell:
    """A value of a table, with its place."""

    span: Span
    type: Type
    value: Any


@dataclass(frozen=True, slots=True)
class _Axis:
    """A column of kinds made by a rule: its index, its values, and what stands for each in a kind's name."""

    name: str
    by: str
    index: tuple[int, ...]
    values: tuple[Any, ...]
    words: tuple[str, ...]

    def choices(self) -> list[tuple[int, ...]]:
        """All ways to pick the values of one kind, by their ranks."""
        return list(product(range(len(self.values)), repeat=max(1, len(self.index))))

    def turned(self, picked: tuple[int, ...], by: int) -> tuple[int, ...]:
        """What was picked for each direction, turned by so many steps."""
        if self.by != "direction":
            return picked
        return tuple(picked[(i - by) % len(picked)] for i in range(len(picked)))


class Kinds(Effects):
    """Fills the tables of kinds and columns."""

    def kinds(self, clauses: Sequence[syntax.Kinds]) -> None:
        self.ranks = self.ranked(clauses)
        for clause in clauses:
            if clause.axes:
                self.generated(clause)
            elif clause.rows is None:
                for column in clause.columns:
                    if column.by is not None or column.numbers is not None:
                        self.report(
                            "bad-table",
                            column.span,
                            f"`{column.name.name}` has values for each kind, and no kind follows",
                            "a column without rows",
                            help="write the kinds on indented lines, each with its values",
                        )
                    self.add_kind(column.name, {})
            else:
                self.table(clause, clause.rows)

    def ranked(self, clauses: Sequence[syntax.Kinds]) -> dict[str, int]:
        """The numbers of the kinds that are written out, for cells that name a kind; those made by a rule come last."""
        written = [c for c in clauses if not c.axes]
        if written != [*clauses[: len(written)]]:
            return {}
        names = [
            i.name
            for c in written
            for i in ([r.name for r in c.rows] if c.rows else [x.name for x in c.columns])
        ]
        return {name: i for i, name in enumerate(dict.fromkeys(names))}

    def add_kind(self, ident: syntax.Ident, attributes: dict[str, Any], made_of: Parts = ()) -> None:
        if self.names.declare(ident.name, ident.span):
            self.names.kinds[ident.name] = model.Kind(ident.name, ident.span, attributes, made_of)

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
            names.kinds[name] = replace(kind, attributes=attributes)
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
            names.kinds[name] = replace(kind, attributes={**kind.attributes, "turns": distinct})

    def shown(self, column: model.Column, values: Any, by: int, cycle: tuple[int, ...]) -> tuple[Any, ...]:
        """What a kind shows in each direction of the cycle when it is turned by so many steps."""
        moved = [values[(i - by) % len(cycle)] for i in range(len(cycle))]
        if column.type.base == "direction":
            moved = [cycle[(cycle.index(v) + by) % len(cycle)] if v in cycle else v for v in moved]
        return tuple(moved)

    # ---- columns

    def index(self, column: syntax.Column) -> Index | None:
        """What a column has a value for each of; None after an error."""
        if column.numbers is not None:
            low, high = column.numbers
            if low <= high < low + MAX_INDEX:
                return "number", tuple(range(low, high + 1))
            self.report(
                "bad-range",
                column.span,
                f"the range {low}..{high} holds {'too many numbers' if low <= high else 'nothing'}",
                f"at most {MAX_INDEX} numbers" if low <= high else "the lower number comes first",
                help="" if low <= high else f"write `{column.name.name} by {high}..{low}`",
            )
            return None
        if column.by is None:
            return "", ()
        board = self.names.board
        if board is None:  # its clause is wrong, and that is said already
            return None
        if column.by.name in board.groups:
            return "direction", board.groups[column.by.name]
        self.no_group(column.by)
        return None

    def no_group(self, ident: syntax.Ident) -> None:
        groups = self.names.board.groups if self.names.board is not None else {}
        self.report(
            "unknown-direction",
            ident.span,
            f"the board has no group of directions `{ident.name}`",
            "not a group",
            help=near(ident.name, groups) or "its groups are " + ", ".join(sorted(groups)),
        )

    def listed_index(self, by: str, index: tuple[int, ...]) -> str:
        """The directions or numbers for which a column has values, for people."""
        board = self.names.board
        if by == "direction" and board is not None:
            return ", ".join(board.directions[d].name for d in index)
        return f"{index[0]}..{index[-1]}"

    def add_column(self, ident: syntax.Ident, kind: Type, by: IndexedBy, index: tuple[int, ...]) -> bool:
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
            is_type = known.type.required != kind.required
            self.report(
                "bad-table",
                ident.span,
                f"another table has a column `{ident.name}` with "
                + ("values of another type" if is_type else "another index"),
                self.column_text(kind, by, index, is_type),
                others=[
                    (names.declared[ident.name], self.column_text(known.type, known.by, known.index, is_type))
                ],
                help="a column means the same in all tables; give one of them another name",
            )
            return False
        if kind.is_optional:
            names.columns[ident.name] = model.Column(ident.name, kind, by, index)
        return True

    def column_text(self, kind: Type, by: str, index: tuple[int, ...], is_type: bool) -> str:
        if is_type:
            return f"a {kind.required}"
        return f"a value for each of {self.listed_index(by, index)}" if by else "one value"

    # ---- tables

    def table(self, clause: syntax.Kinds, rows: tuple[syntax.Row, ...]) -> None:
        found = [self.index(c) for c in clause.columns]
        indices = [i for i in found if i is not None]
        whole = []
        if len(indices) == len(found):
            widths = [max(1, len(i)) for _, i in indices]
            whole = [r for r in rows if len(r.cells) == sum(widths)]
            self.report_uneven(clause, rows, indices)
        if not whole:
            self.names.failed.update(c.name.name for c in clause.columns)
            self.names.failed.update(c.name for r in rows for c in r.cells if isinstance(c, syntax.Name))
            for row in rows:
                self.add_kind(row.name, {})
            return
        attributes: dict[str, dict[str, Any]] = {r.name.name: {} for r in rows}
        words = self.words([c for r in rows for c in r.cells])
        at = 0
        for column, (by, index), width in zip(clause.columns, indices, widths, strict=True):
            nodes = [r.cells[at : at + width] for r in whole]
            if reaches.is_of_paths([c for cells in nodes for c in cells]):
                self.add_paths(
                    column, [(r.name, c) for r, cells in zip(whole, nodes, strict=True) for c in cells]
                )
                at += width
                continue
            own = self.words([c for cells in nodes for c in cells])
            kind, values = self.column_values(column, [self.cell(c, own, words) for n in nodes for c in n])
            self.add_column(column.name, kind, by, index)
            for number, row in enumerate(whole):
                made = values[number * width : (number + 1) * width]
                attributes[row.name.name][column.name.name] = tuple(made) if by else made[0]
            at += width
        for row in rows:
            self.add_kind(row.name, attributes[row.name.name])

    def add_paths(self, column: syntax.Column, rows: list[tuple[syntax.Ident, syntax.Expr]]) -> None:
        """A column of paths; several tables may have parts of it."""
        if not reaches.checked(column, rows, self.names.reporter):
            self.names.failed.add(column.name.name)
            return
        ident, known = self.names.paths.get(column.name.name, (column.name, []))
        self.names.paths[ident.name] = ident, [*known, *rows]

    def report_uneven(
        self, clause: syntax.Kinds, rows: tuple[syntax.Row, ...], indices: Sequence[Index]
    ) -> None:
        """Reports rows of the wrong length; those of one length are one mistake."""
        total = sum(max(1, len(i)) for _, i in indices)
        uneven: dict[int, list[syntax.Row]] = {}
        for row in rows:
            if len(row.cells) != total:
                uneven.setdefault(len(row.cells), []).append(row)
        takes = [
            f"`{c.name.name}` takes {len(i)} values, for {self.listed_index(by, i)}"
            for c, (by, i) in zip(clause.columns, indices, strict=True)
            if by
        ]
        columns = clause.columns[0].span.to(clause.columns[-1].span)
        for length, (first, *others) in uneven.items():
            self.report(
                "bad-table",
                first.span,
                f"this row has {_counted(length, 'value')} for {_counted(len(indices), 'column')}"
                + (f" that take {total}" if takes else ""),
                f"{abs(total - length)} too {'few' if length < total else 'many'}",
                others=[(columns, "the columns are named here"), *((r.span, "and here") for r in others[:5])],
                help="; ".join(takes)
                or ("" if length > total else "where a kind has no value, write `none`"),
            )

    def column_values(self, column: syntax.Column, cells: list[_Cell]) -> tuple[Type, list[Any]]:
        """The one type of a column's cells, and their values."""
        if {c.type for c in cells} == {NUMBER, set_of(NUMBER)}:  # a number among ranges is a range of one
            cells = [
                replace(c, type=set_of(NUMBER), value=c.value if isinstance(c.value, tuple) else (c.value,))
                for c in cells
            ]
        given = [c for c in cells if c.type.base != "none"]
        kind = given[0].type if given else NUMBER
        odd = next((c for c in given if c.type != kind), None)
        if odd is not None:
            self.report(
                "bad-table",
                odd.span,
                f"the values of `{column.name.name}` are of different types",
                _SORTS.get(odd.type.base, f"a {odd.type}"),
                others=[(given[0].span, _SORTS.get(kind.base, f"a {kind}"))],
            )
            self.names.failed.add(column.name.name)
        return kind.or_none if len(given) < len(cells) else kind, [c.value for c in cells]

    def words(self, cells: Iterable[syntax.Expr]) -> tuple[str, ...]:
        """The words of an enumeration that some cells spell, each once."""
        names = (c.name for c in cells if isinstance(c, syntax.Name))
        return tuple(dict.fromkeys(n for n in names if n not in _YES and not self.is_direction(n)))

    def is_direction(self, word: str) -> bool:
        return self.names.board is not None and self.names.board.direction(word) is not None

    def cell(self, node: syntax.Expr, own: tuple[str, ...], words: tuple[str, ...]) -> _Cell:
        """A cell of a table; `own` are the words of its column, `words` those of the table."""
        kind, value = self.cell_value(node, own, words)
        return _Cell(node.span, kind, value)

    def cell_value(self, node: syntax.Expr, own: tuple[str, ...], words: tuple[str, ...]) -> tuple[Type, Any]:
        match node:
            case syntax.Number():
                return NUMBER, node.value
            case syntax.Text():
                return TEXT, node.value
            case syntax.Nothing():
                return Type("none", is_optional=True), None
            case syntax.Name() if node.name in _YES:
                return BOOL, _YES[node.name]
            case syntax.Name() if self.is_direction(node.name) and self.names.board is not None:
                return DIRECTION, self.names.board.direction(node.name)
            case syntax.Name() if all(word in self.ranks for word in own):
                return KIND, self.ranks[node.name]
            case syntax.Name():
                return self.symbol(node.name, own, words)
            case syntax.Binary():
                low, high = (
                    int(e.value if isinstance(e, syntax.Number) else str(e)) for e in (node.left, node.right)
                )
                return set_of(NUMBER), tuple(range(low, high + 1)) if high - low < MAX_INDEX else ()
            case _:
                return ANY, None

    def symbol(self, word: str, own: tuple[str, ...], words: tuple[str, ...]) -> tuple[Type, int]:
        """A word of a table: of an enumeration of the game that has all words of its column, else of the table's."""
        for kind in self.enumerations():
            if set(own) <= set(kind.symbols):
                return kind, kind.symbols.index(word)
        return Type("symbol", symbols=words), words.index(word)

    def enumerations(self) -> Iterable[Type]:
        return [t for types in self.names.symbols.values() for t in types]

    # ---- kinds made by a rule

    def generated(self, clause: syntax.Kinds) -> None:
        names = self.names
        read = [self.axis(a) for a in clause.axes]
        axes = [a for a in read if a is not None]
        made = None
        if len(axes) == len(read) and self.can_be_made(clause, axes):
            made = self.combinations(clause, axes)
        if made is None:
            names.failed.update(a.column.name.name for a in clause.axes)
            names.failed.update(v.name.name for a in clause.axes for v in a.values if v.name is not None)
            names.broken |= {"kinds"}
            return
        if not 1 <= len(made) <= MAX_KINDS:
            where = clause.condition.span if clause.condition is not None and not made else clause.span
            self.report(
                "bad-table",
                where,
                f"this rule makes {len(made) or 'no'} kinds",
                f"at most {MAX_KINDS} are possible" if made else "no combination of values passes",
            )
        for name, attributes, made_of in made[:MAX_KINDS]:
            self.add_kind(syntax.Ident(clause.span, name), attributes, made_of)

    def can_be_made(self, clause: syntax.Kinds, axes: Sequence[_Axis]) -> bool:
        """Whether a rule has few enough combinations, and turns through one group if it counts rotations."""
        size = 1
        for axis in axes:
            size *= len(axis.values) ** max(1, len(axis.index))
        if size > MAX_COMBINATIONS:
            self.report(
                "bad-table",
                clause.span,
                f"these are {size} combinations of values",
                f"at most {MAX_COMBINATIONS} can be gone through",
                help="take fewer values, or values for fewer directions",
            )
            return False
        cycles = {axis.index for axis in axes if axis.by == "direction"}
        if clause.once_per_rotation and len(cycles) != 1:
            self.report(
                "bad-table",
                clause.span,
                "`once per rotation` needs values for the directions of one group",
                "these turn through different groups" if cycles else "nothing here has directions",
                help=f"write `kinds each {axes[0].name} by orthogonal in {{...}}`",
            )
            return False
        return True

    def combinations(
        self, clause: syntax.Kinds, axes: Sequence[_Axis]
    ) -> list[tuple[str, dict[str, Any], Parts]] | None:
        """The name, the values and what the name is made of, of every kind that a rule makes; None if this cannot be
        known."""
        errors = len(self.names.reporter.found)
        condition, it = self.condition_on_kind(clause)
        if len(self.names.reporter.found) > errors:
            return None
        made: list[tuple[str, dict[str, Any], Parts]] = []
        for picked in product(*(a.choices() for a in axes)):
            attributes, name = self.combined(axes, picked)
            if clause.once_per_rotation and not self.is_least(axes, picked, name):
                continue
            passes = condition is None or self.passes(condition, it, attributes)
            if passes is None:
                return None
            if passes:
                plain = [(a, ranks[0]) for a, ranks in zip(axes, picked, strict=True) if not a.by]
                made.append((name, attributes, tuple((a.name, a.words[rank]) for a, rank in plain)))
        return sorted(made, key=lambda m: m[0]) if clause.once_per_rotation else made

    def axis(self, node: syntax.Axis) -> _Axis | None:
        """One column of a rule, declared; None after an error."""
        index = self.index(node.column)
        found = self.axis_values(node)
        if index is None or found is None:
            return None
        kind, values, words = found
        if not self.add_column(node.column.name, kind, *index):
            return None
        return _Axis(node.column.name.name, *index, tuple(values), tuple(words))

    def axis_values(self, axis: syntax.Axis) -> tuple[Type, list[Any], list[str]] | None:
        """The type of an axis, its values, and what stands for each in the name of a kind."""
        words = [v for v in axis.values if v.name is not None]
        if words and len(words) < len(axis.values):
            is_first_word = axis.values[0].name is not None
            odd = next(v for v in axis.values if (v.name is not None) != is_first_word)
            self.report(
                "bad-table",
                odd.span,
                f"words and numbers do not mix in one column, here in `{axis.column.name.name}`",
                _SORTS["symbol"] if odd.name is not None else "a number",
                others=[(axis.values[0].span, _SORTS["symbol"] if is_first_word else "a number")],
            )
            return None
        if not words:
            written = {n: str(n) for n in self.axis_numbers(axis)}
            written |= {v.numbers[0]: v.short.name for v in axis.values if v.short and v.numbers}
            if len(set(written.values())) < len(written):
                shorts = [v for v in axis.values if v.short]
                self.stands_twice(shorts, [v.short.name for v in shorts if v.short])
                return None
            return (NUMBER, list(written), list(written.values())) if written else None
        names = tuple(v.name.name for v in words if v.name is not None)
        short = [v.short.name if v.short else n for v, n in zip(words, names, strict=True)]
        if self.stands_twice(words, names) or self.stands_twice(words, short):
            return None
        if all(map(self.is_direction, names)) and self.names.board is not None:
            return DIRECTION, [self.names.board.direction(n) for n in names], short
        kind, _ = self.symbol(names[0], names, names)
        return kind, [kind.symbols.index(n) for n in names], short

    def axis_numbers(self, axis: syntax.Axis) -> Iterator[int]:
        for value in axis.values:
            assert value.numbers is not None
            low, high = value.numbers
            if not low <= high < low + MAX_INDEX:
                self.report(
                    "bad-range",
                    value.span,
                    f"the range {low}..{high} holds {'too many numbers' if low <= high else 'nothing'}",
                    f"at most {MAX_INDEX} numbers" if low <= high else "the lower number comes first",
                )
                return
            yield from range(low, high + 1)

    def stands_twice(self, values: Sequence[syntax.AxisValue], written: Sequence[str]) -> bool:
        """Reports a value or a short form that stands twice in a column."""
        for at, word in enumerate(written):
            if word in written[:at]:
                self.report(
                    "duplicate-name",
                    values[at].span,
                    f"`{word}` stands for two values of this column",
                    "here again",
                    others=[(values[written.index(word)].span, "the first time")],
                    help="each value needs a name, and a short form after `as`, of its own",
                )
                return True
        return False

    def combined(
        self, axes: Sequence[_Axis], picked: Sequence[tuple[int, ...]]
    ) -> tuple[dict[str, Any], str]:
        """The values of one combination, and the name that they make: single letters, and a number behind them, run together;
        other words are joined by `_`."""
        attributes: dict[str, Any] = {}
        parts: list[str] = []
        for axis, ranks in zip(axes, picked, strict=True):
            values = tuple(axis.values[r] for r in ranks)
            attributes[axis.name] = values if axis.by else values[0]
            parts.extend(axis.words[r] for r in ranks)
        letters = parts[:-1] if len(parts) > 1 and parts[-1].isdecimal() else parts
        name = ("" if all(len(p) == 1 and p.isalpha() for p in letters) else "_").join(parts)
        return attributes, name if name[:1].isalpha() else f"k{name}"

    def is_least(self, axes: Sequence[_Axis], picked: Sequence[tuple[int, ...]], name: str) -> bool:
        """Whether no turned combination has a name that comes before this one."""
        order = max(len(a.index) for a in axes if a.by == "direction")
        turns = (
            [a.turned(ranks, by) for a, ranks in zip(axes, picked, strict=True)] for by in range(1, order)
        )
        return not any(self.combined(axes, t)[1] < name for t in turns)

    def condition_on_kind(self, clause: syntax.Kinds) -> tuple[model.Expr | None, int]:
        if clause.condition is None:
            return None, 0
        scope = Scope()
        it = self.names.local(scope, "it", KIND, clause.condition.span)
        return self.condition(clause.condition, scope), it.slot

    def passes(self, condition: model.Expr, it: int, attributes: dict[str, Any]) -> bool | None:
        """Whether a kind with these values passes; None where this cannot be known."""

        def table(node: model.Attribute, kind: Any, index: Any) -> Any:
            column = self.names.columns[node.name]
            value = attributes.get(node.name)
            if not column.by or value is None:
                return value
            return (
                value[column.index.index(index)] if index in column.index else _MISSING.get(column.type.base)
            )

        try:
            return bool(static.value(condition, self.names.board, {it: 0}, table))
        except static.NotStatic:
            self.report(
                "not-static",
                condition.span,
                "which kinds there are must be known before the game begins",
                "depends on the play",
                help="ask only what the kind `it` has in its columns",
            )
            return None


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
