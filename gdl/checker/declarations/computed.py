"""What follows from the values of a combination: whether it makes a kind, the kind's computed columns, and its name.

All of it is known before the game begins. A name of a column stands for its value, and `it` for the kind.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from gdl.boards.building import nowhere
from gdl.checker.context import Context
from gdl.checker.declarations.cells import spelt, word_type
from gdl.checker.declarations.columns import Attributes, Index, add_column
from gdl.checker.expressions.conversions import expect_condition
from gdl.checker.expressions.texts import check_text
from gdl.core import model, static
from gdl.core.arithmetic import in_digits
from gdl.core.builtins import BY_NAME
from gdl.core.types import ANY, KIND, NUMBER, Type, set_of
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax

_OF_COLUMNS = ("number", "bool", "symbol", "text", "direction")  # the bases of types that a column may have


@dataclass(frozen=True, slots=True)
class Expressions:
    """What a rule asks of each combination. `slots`: of the columns that have one value, by their names."""

    it: int
    slots: Mapping[str, int]
    condition: model.Expr | None
    columns: tuple[tuple[str, model.Expr], ...]
    name: model.Expr | None


def check_expressions(clause: syntax.Kinds, context: Context) -> Expressions | None:
    """The expressions of a rule whose axes are declared; None after an error."""
    errors = len(context.reporter.found)
    idents = [*(a.column.name for a in clause.axes), *(c.name for c in clause.computed)]
    if context.has_repeated(idents, "columns of this rule"):
        return None
    inner = context.outer()
    it = inner.local("it", KIND, clause.span)
    slots: dict[str, int] = {}
    for axis in clause.axes:
        column = context.names.columns[axis.column.name.name]
        if not column.by:
            slots[column.name] = inner.local(column.name, column.type, axis.column.span).slot
    condition = expect_condition(clause.condition, inner) if clause.condition is not None else None
    columns: list[tuple[str, model.Expr]] = []
    for node in clause.computed:
        made = _check_column(node, inner)
        if made is None:
            context.names.failed.add(node.name.name)
            continue
        columns.append((node.name.name, made))
        slots[node.name.name] = inner.local(node.name.name, made.type, node.name.span).slot
    name = check_text(clause.named, inner) if clause.named is not None else None
    if len(context.reporter.found) > errors:
        return None
    read = {n.slot for n in nodes((columns, condition, name)) if isinstance(n, model.Local)}
    context.usage.read.update(column for column, slot in slots.items() if slot in read)
    return Expressions(it.slot, slots, condition, tuple(columns), name)


def _check_column(node: syntax.ComputedColumn, context: Context) -> model.Expr | None:
    """The value of a computed column, which is declared; None after an error."""
    words = spelt(_leaves(node.value), context)
    is_of_words = bool(words) and not any(_is_named(w, context) for w in words)
    made = context.expression(node.value, word_type(words, words, context) if is_of_words else None)
    if made.type == ANY:
        return None
    if made.type.base not in _OF_COLUMNS and made.type != set_of(NUMBER):
        context.reporter.report(
            "bad-table",
            node.value.span,
            f"expected the value of a column, but this is a {made.type}",
            f"a {made.type}",
            help="a column holds numbers, words, texts or directions, ranges of numbers, or whether something holds",
        )
        return None
    return made if add_column(node.name, made.type, Index(), context) else None


def _is_named(word: str, context: Context) -> bool:
    """Whether a word has a meaning here, and so is none of the column's own."""
    names = context.names
    is_site = names.board is not None and names.board.site(word) is not None
    return is_site or word in BY_NAME or word in context.everything().difference(names.symbols)


def _leaves(node: syntax.Expr) -> Iterator[syntax.Expr]:
    """The values among which conditions decide."""
    if isinstance(node, syntax.Conditional):
        yield from _leaves(node.then)
        yield from _leaves(node.otherwise)
    else:
        yield node


@dataclass(frozen=True, slots=True)
class Combination:
    """A kind as far as its axes make it. `written`: what stands for the value of a column in the name."""

    name: str
    attributes: Attributes
    written: Mapping[str, str]


def completed(of: Expressions, one: Combination, context: Context) -> Combination | None:
    """A combination with its computed columns and its name; None if it makes no kind. Raises `static.NotStatic`, after a report, if
    something depends on play."""
    attributes = dict(one.attributes)
    table = static.Table(context.names.columns, (attributes,))
    board = context.names.board or nowhere()
    names: dict[int, model.Value] = {of.it: 0}
    names |= {slot: attributes[name] for name, slot in of.slots.items() if name in attributes}

    def known(expr: model.Expr) -> model.Value:
        try:
            return static.value(expr, board, names, table)
        except static.NotStatic:
            context.reporter.report(
                "not-static",
                expr.span,
                "which kinds there are must be known before the game begins",
                "depends on the play",
                help="ask only what the kind `it` has in its columns",
            )
            raise

    if of.condition is not None and not known(of.condition):
        return None
    for column, expr in of.columns:
        attributes[column] = names[of.slots[column]] = known(expr)
    if of.name is None:
        return Combination(one.name, attributes, one.written)
    by_slot = {of.slots[name]: written for name, written in one.written.items()}
    pieces = of.name.pieces if isinstance(of.name, model.Template) else (of.name,)
    name = "".join(
        p
        if isinstance(p, str)
        else by_slot[p.slot]
        if isinstance(p, model.Local) and p.slot in by_slot
        else _written(known(p), p.type)
        for p in pieces
    )
    return Combination(name, attributes, one.written)


def _written(value: model.Value, kind: Type) -> str:
    match value:
        case int() if kind.base == "symbol":
            return kind.symbols[value]
        case int() | Fraction() if kind.required == NUMBER:
            return in_digits(value)
        case str():
            return value
        case _:
            return ""


def report_name(name: str, span: Span, is_repeated: bool, context: Context) -> None:
    """Reports what a rule names a kind, where that is no word, or names another kind already."""
    if is_repeated:
        message, label = f"this names two kinds `{name}`", "the same for both"
        help = "write all columns into the name in which kinds differ"
    else:
        message, label = f"this names a kind `{name}`, and the name of a kind is a word", "not a word"
        help = 'a word has letters, digits and `_`, and begins with a letter: `named "card_{value}"`'
    context.reporter.report("bad-table", span, message, label, help=help)
