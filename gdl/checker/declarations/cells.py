"""The values in tables of kinds: numbers, ranges, words, directions, kinds, yes and no, texts, none."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gdl.checker.context import Context
from gdl.checker.declarations.columns import report_range
from gdl.core import model
from gdl.core.types import ANY, BOOL, DIRECTION, KIND, NONE, NUMBER, TEXT, Type, set_of
from gdl.diagnostics.similar_names import is_slip, near
from gdl.limits import MAX_INDEX
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

_YES = {"yes": True, "true": True, "no": False, "false": False}
_SORTS = {"bool": "yes or no", "set": "a range", "symbol": "a word", "any": "something else"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a table, with its place."""

    span: Span
    type: Type
    value: model.Value


@dataclass(frozen=True, slots=True)
class Words:
    """What decides the meaning of a word in a cell: the words of its column and of its table, the indices of the kinds that are
    written out, and the type that the column's words belong to, where that is known."""

    of_column: tuple[str, ...]
    of_table: tuple[str, ...]
    kinds: Mapping[str, int]
    is_of_words: bool = True  # whether the column has nothing but words and none
    type: Type | None = None


def sort_of(kind: Type) -> str:
    """What errors about tables call a type."""
    return _SORTS.get(kind.base, f"a {kind}")


def spelt(cells: Iterable[syntax.Expr], context: Context) -> tuple[str, ...]:
    """The words in some cells that belong to an enumeration, each once."""
    names = (c.name for c in cells if isinstance(c, syntax.Name))
    return tuple(dict.fromkeys(n for n in names if n not in _YES and not is_direction(n, context)))


def is_direction(word: str, context: Context) -> bool:
    return context.names.board is not None and context.names.board.direction(word) is not None


def check_cell(node: syntax.Expr, words: Words, context: Context) -> Cell:
    """The value of a cell; the type is `any` if it is no value."""
    kind, value = _value(node, words, context)
    return Cell(node.span, kind, value)


def _value(node: syntax.Expr, words: Words, context: Context) -> tuple[Type, model.Value]:
    match node:
        case syntax.Number():
            return NUMBER, node.value
        case syntax.Text():
            return TEXT, node.value
        case syntax.Nothing():
            return NONE, None
        case syntax.Name() if words.type is not None:
            if node.name in words.type.symbols:
                return words.type, words.type.symbols.index(node.name)
            _report_no_word(node, words.type, context)
            return ANY, None
        case syntax.Name() if node.name in _YES:
            return BOOL, _YES[node.name]
        case syntax.Name() if context.names.board is not None and is_direction(node.name, context):
            return DIRECTION, context.names.board.direction(node.name)
        case syntax.Name() if all(word in words.kinds for word in words.of_column):
            return KIND, words.kinds[node.name]
        case syntax.Name() if _may_be_lost_kind(node, words, context):
            return ANY, None
        case syntax.Name() if meant := _kind_meant(node, words, context):
            context.reporter.report(
                "unknown-piece",
                node.span,
                f"no piece is named `{node.name}`",
                "all other words of this column are kinds"
                if len(words.of_column) > 1
                else "not a kind of piece",
                help=f"did you mean `{meant}`?",
            )
            return ANY, None
        case syntax.Name():
            kind = word_type(words.of_column, words.of_table, context)
            return kind, kind.symbols.index(node.name)
        case syntax.Binary():
            low, high = (
                int(e.value if isinstance(e, syntax.Number) else str(e)) for e in (node.left, node.right)
            )
            if not low <= high < low + MAX_INDEX:
                report_range(node, (low, high), f"write `{high}..{low}`", context)
                return set_of(NUMBER), ()
            return set_of(NUMBER), tuple(range(low, high + 1))
        case _:
            return ANY, None


def type_of_column(name: str, own: tuple[str, ...], context: Context) -> Type | None:
    """The named type whose words a column holds: one of its name, or one that has all of its words but for a slip."""
    types, counts = context.names.types, context.rules.counts
    if name in types:
        return types[name]
    for kind in types.values():
        others = [w for w in own if w not in kind.symbols]
        if len(others) == 1 < len(own) and counts[others[0]] <= 1 and near(others[0], kind.symbols):
            return kind
    return None


def _report_no_word(node: syntax.Name, kind: Type, context: Context) -> None:
    context.reporter.report(
        "bad-table",
        node.span,
        f"`{node.name}` is no {kind}",
        "not one of its words",
        others=[(context.names.declared[kind.name], "its words are named here")],
        help=near(node.name, kind.symbols) or f"its words are {', '.join(kind.symbols)}",
    )


def _may_be_lost_kind(node: syntax.Name, words: Words, context: Context) -> bool:
    """Whether a word may be a kind of which the row could not be read, among kinds."""
    broken = context.names.broken
    return node.name in broken and all(word in words.kinds or word in broken for word in words.of_column)


def _kind_meant(node: syntax.Name, words: Words, context: Context) -> str:
    """The kind that a word of a column stands for by a slip: the other words of the column are kinds, and the rules have the
    word nowhere else."""
    others = [word for word in words.of_column if word != node.name]
    if not words.is_of_words or node.name in words.kinds or any(word not in words.kinds for word in others):
        return ""
    if context.rules.counts[node.name] > 1:
        return ""
    return next((kind for kind in words.kinds if is_slip(node.name, kind)), "")


def word_type(own: tuple[str, ...], words: tuple[str, ...], context: Context) -> Type:
    """The enumeration that a column's own words belong to: one of the game that has them all, else that of `words`."""
    known = (t for types in context.names.symbols.values() for t in types)
    return next((t for t in known if set(own) <= set(t.symbols)), Type("symbol", symbols=words))


def check_column_type(
    column: syntax.Column, cells: list[Cell], context: Context
) -> tuple[Type, list[model.Value]]:
    """The one type of a column's cells, and their values."""
    known = context.names.columns.get(column.name.name)
    # a number among ranges is a range of one, also of ranges in another table
    if {c.type for c in cells} | ({known.type} if known else set()) == {NUMBER, set_of(NUMBER)}:
        cells = [
            replace(c, type=set_of(NUMBER), value=c.value if isinstance(c.value, tuple) else (c.value,))
            for c in cells
        ]
    given = [c for c in cells if c.type.base != "none"]
    if any(c.type == ANY for c in given):  # it is told already, and what the others are may follow from it
        context.names.failed.add(column.name.name)
        return ANY, [None for _ in cells]
    kind = max(given, key=lambda c: [g.type for g in given].count(c.type)).type if given else NUMBER
    odd = next((c for c in given if c.type != kind), None)
    if odd is not None:
        context.reporter.report(
            "bad-table",
            odd.span,
            f"the values of `{column.name.name}` are of different types",
            sort_of(odd.type),
            others=[(next(c.span for c in given if c.type == kind), sort_of(kind))],
            help="a column holds numbers, words, texts, paths, or `yes` and `no`, and `none` where a kind has no value",
        )
        context.names.failed.add(column.name.name)
    return kind.or_none if len(given) < len(cells) else kind, [c.value for c in cells]
