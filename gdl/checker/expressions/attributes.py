"""What is asked of something by a name that the game declares: definitions, fields, and columns of the table of kinds.

A field of pairs is a table. Its entry is a number that the values in the brackets give. A field of a piece and something
else is a field of pieces for each value of the other, so that pieces carry it along; a test finds out which one is meant. Of a
column, the rotation of a piece is taken into account.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from gdl.boards.tiling import Direction
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, fitted
from gdl.checker.forms import as_piece, convert
from gdl.checker.names import walked
from gdl.checker.suggestions.by_type import (
    instead,
    other_name,
)
from gdl.core import model, static
from gdl.core.types import ANY, DIRECTION, ENTRY, KIND, NUMBER, PIECE, SITE, Type, set_of
from gdl.diagnostics.values import Suggestion
from gdl.source import Span
from gdl.tree import syntax
from gdl.tree.words import IndexedBy


def apply(
    span: Span,
    name: str,
    arguments: tuple[model.Expr, ...],
    nodes: tuple[syntax.Expr, ...],
    context: Context,
    name_span: Span | None = None,
) -> model.Expr:
    """A definition with arguments. `nodes`: the arguments in the text, which may be too many or too few."""
    definition = context.names.definitions[name]
    context.usage.used.add(name)
    count, written = len(definition.parameters), name.removesuffix(walked(""))
    if max(len(arguments), len(nodes)) != count:
        context.reporter.report(
            "wrong-arguments",
            name_span or span,
            f"`{written}` takes {count} argument{'s' * (count != 1)}, not {max(len(nodes), len(arguments))}",
            "",
            others=[(definition.span, "declared here")],
            help=forms.takes(written, [(parameter, kind) for parameter, _, kind in definition.parameters])
            + forms.such(written, [k for *_, k in definition.parameters if not nodes], definition.body.type),
            subjects=[written],
        )
        return forms.wrong(span)
    made = []
    for (parameter, _, kind), argument in zip(definition.parameters, arguments, strict=True):
        converted = convert(argument, kind, context)
        if converted is None:
            context.reporter.report(
                "type-mismatch",
                argument.span,
                f"`{parameter}` is a {kind}, but this is {argument.type.as_noun}",
                argument.type.as_noun,
                others=[(definition.span, f"`{written}` is declared here")],
                suggestion=instead(argument, kind, context),
                is_once=True,
            )
            return forms.wrong(span)
        made.append(converted)
    known = static.known(definition.body, context.names.board) if not made else None
    if known is not None and known[0] is not None:  # only a `none` that is written is an element of a set
        return forms.const(span, definition.body.type, *known)
    return model.Apply(span, definition.body.type, name, tuple(made))


Made = TypeVar("Made")


def check_holders(
    span: Span, field: model.Field, nodes: Sequence[syntax.Expr], context: Context
) -> tuple[model.Expr, ...] | None:
    """What a field is said of, as its types demand; None after an error."""
    wanted = context.names.holders_of(field)
    if len(nodes) != len(wanted):
        report_holders(span, field, len(nodes), context)
        return None
    return tuple(_holder(node, kind, field, context) for node, kind in zip(nodes, wanted, strict=True))


def _holder(node: syntax.Expr, kind: Type, field: model.Field, context: Context) -> model.Expr:
    """What has a field. A field of kinds that pieces are asked for, or the other way round, is one mistake, which is mostly made where
    it is declared."""
    if kind not in (KIND, PIECE) or isinstance(node, syntax.Nothing):
        wanted = kind if isinstance(node, syntax.Nothing) else kind.or_none
        return expect(node, context, wanted, f"a {kind.required}")
    given = context.expression(node, kind.or_none)
    if given.type.required not in (KIND, PIECE) or convert(given, kind.or_none, context) is not None:
        return fitted(node, given, context, kind.or_none, f"a {kind.required}")
    other = given.type.required
    context.reporter.report(
        "type-mismatch",
        node.span,
        f"`{field.declared}` is a field of each {kind}, but this is {given.type.as_noun}",
        given.type.as_noun,
        others=[(field.span, f"declared here: `of {kind}`")],
        help=f"a field of each {other} is declared `of {other}`"
        + (f"; the kind of a piece is `kind({node.span.in_one_line})`" if other == PIECE else ""),
        is_once=True,
    )
    return forms.wrong(node.span)


_LETTERS = {"player": "pq", "site": "st", "piece": "ab", "kind": "kl", "number": "nm"}


def report_holders(span: Span, field: model.Field, given: int, context: Context) -> None:
    """Reports a field that is said of too few or too many things."""
    wanted = context.names.holders_of(field)
    letters = [_LETTERS.get(kind.base, "xy") for kind in wanted]
    named = [(letters[i][i], kind) for i, kind in enumerate(wanted)]
    context.reporter.report(
        "wrong-arguments",
        span,
        f"`{field.declared}` is said of {' and '.join(f'a {kind}' for kind in wanted)}",
        f"given {given}",
        others=[(field.span, "declared here")],
        help=forms.takes(field.declared, named),
    )


def read_field(span: Span, field: model.Field, holders: Sequence[model.Expr], context: Context) -> model.Expr:
    """The value of a field for these holders: that of the table's entry, or of the part that is meant."""
    context.usage.read.add(field.declared)

    def read(part: model.Field, holder: model.Expr) -> model.Expr:
        return model.GetField(span, part.type, part.name, holder)

    def choose(condition: model.Expr, then: model.Expr, otherwise: model.Expr) -> model.Expr:
        return model.If(span, field.type, condition, then, otherwise)

    default: model.Expr = forms.const(span, field.type, field.default)
    return _of_part(span, field, holders, context, read, choose, default)


def write_field(
    span: Span, field: model.Field, holders: Sequence[model.Expr], value: model.Expr, context: Context
) -> model.Effect | None:
    """Gives a field a value for these holders; None where they are known to be nothing."""
    context.usage.written.add(field.declared)

    def write(part: model.Field, holder: model.Expr) -> model.Effect | None:
        return model.SetField(span, part.name, holder, value)

    def choose(
        condition: model.Expr, then: model.Effect | None, otherwise: model.Effect | None
    ) -> model.Effect | None:
        assert then is not None
        return model.Branch(span, condition, (then,), () if otherwise is None else (otherwise,))

    return _of_part(span, field, holders, context, write, choose, None)


def _of_part(
    span: Span,
    field: model.Field,
    holders: Sequence[model.Expr],
    context: Context,
    make: Callable[[model.Field, model.Expr], Made],
    choose: Callable[[model.Expr, Made, Made], Made],
    otherwise: Made,
) -> Made:
    """What is made of the field and its holder; of a field of pieces and something else, of the part that is meant."""
    paired = context.names.paired.get(field.declared)
    if paired is None:
        return make(field, entry(field.keys, holders, span) if field.holder == "table" else holders[0])
    piece, other = holders if paired.is_first else reversed(holders)
    parts = list(zip(paired.key.values, paired.parts, strict=True))
    known = static.known(other, context.names.board)
    if known is not None:
        part = next((p for value, p in parts if value == known[0]), None)
        return otherwise if part is None else make(part, piece)
    for value, part in reversed(parts):
        is_it = forms.equal(span, other, forms.const(span, paired.key.type, value))
        otherwise = choose(is_it, make(part, piece), otherwise)
    return otherwise


def entry(keys: Sequence[model.Key], holders: Sequence[model.Expr], span: Span) -> model.Expr:
    """Where in a table the value for these holders stands."""
    at: model.Expr = forms.const(span, ENTRY, 0)
    for key, holder in zip(keys, holders, strict=True):
        is_sure = not (holder.type.is_optional or at.type.is_optional or key.type == NUMBER)
        bounds = (_const_number(span, key.least), _const_number(span, len(key.values)))
        at = model.Builtin(span, ENTRY if is_sure else ENTRY.or_none, "entry", (at, holder, *bounds))
    return at


def _const_number(span: Span, value: int) -> model.Const:
    return forms.const(span, NUMBER, value)


def key_text(key: Type, value: model.Value, context: Context) -> str:
    """A value as it stands in the name of a part of a field, and in positions."""
    names = context.names
    assert isinstance(value, int)
    match key.base:
        case "player":
            return names.players[value].name
        case "kind":
            return list(names.kinds)[value]
        case "site" | "direction" if names.board is not None:
            of_board = names.board.sites if key.base == "site" else names.board.directions
            return of_board[value].name
        case "symbol":
            return key.symbols[value]
        case _:
            return str(value).lower()


_MOST_INDICES = 8  # that a message names
Turn = tuple[model.Expr, model.Expr]  # by how many steps a piece is turned, and how many make a full turn


def check_attribute(node: syntax.Call, context: Context) -> model.Expr:
    """`COLUMN(x)` and `COLUMN(x, INDEX)` of a kind or a piece."""
    name = node.function.name
    column = context.names.columns[name]
    if len(node.arguments) != 1 + bool(column.by):
        _report_column(node, column, context)
        return forms.wrong(node.span)
    of = context.expression(node.arguments[0])
    index = _check_index(node.arguments[1], column, context) if column.by else None
    turn: Turn | None = None
    if of.type.base in ("piece", "site"):
        piece = as_piece(of, context)
        turn = _turn_of(node.span, piece, column, context)
        if turn is not None and index is not None:
            back = model.Arithmetic(node.span, NUMBER, "-", forms.const(node.span, NUMBER, 0), turn[0])
            index = _turned(index, (back, turn[1]))
        of = forms.kind_of(of.span, piece)
    if of.type.base not in ("kind", "any"):
        _report_no_kind(of, column, context)
        return forms.wrong(node.span)
    context.usage.read.add(name)
    made = model.Attribute(node.span, column.type, name, of, index)
    return _turned_value(made, turn, context)


def _report_no_kind(of: model.Expr, column: model.Column, context: Context) -> None:
    """Reports a column that is asked of something that has no kind."""
    text = of.span.in_one_line
    if of.type.element in (PIECE, KIND, SITE):
        one, each = f"{column.name}(first({text}))", f"{{{column.name}(x) for x in {text}}}"
        way = Suggestion(f"it is asked of one of them, as in `{one}`, or of each: `{each}`")
    else:
        way = other_name(of, PIECE, context) or other_name(of, KIND, context)
    context.reporter.report(
        "type-mismatch",
        of.span,
        f"`{column.name}` belongs to kinds, but this is a {of.type}",
        f"a {of.type}",
        suggestion=way,
    )


def _turned_value(made: model.Attribute, turn: Turn | None, context: Context) -> model.Expr:
    """Directions in a column are turned with their piece."""
    if turn is not None and made.type.base == "direction":
        return _turned(made, turn)
    if turn is not None and made.type == set_of(DIRECTION):
        local = context.unnamed(DIRECTION, made.span)
        return model.Comprehension(made.span, made.type, local.slot, made, None, _turned(local, turn))
    return made


def _turn_of(span: Span, piece: model.Expr, column: model.Column, context: Context) -> Turn | None:
    """How a piece is turned, if the column depends on it."""
    field = next((f for f in context.names.fields.values() if f.rotation), None)
    is_directed = column.type.base == "direction" or column.type == set_of(DIRECTION)
    if field is None or not (is_directed or column.index == field.rotation):
        return None
    context.usage.read.add(field.name)
    order = forms.const(span, NUMBER, len(field.rotation))
    return model.GetField(span, field.type, field.name, piece), order


def _turned(direction: model.Expr, turn: Turn) -> model.Expr:
    return model.Builtin(direction.span, DIRECTION.or_none, "turned", (direction, *turn))


def _check_index(node: syntax.Expr, column: model.Column, context: Context) -> model.Expr:
    """The direction or number for which a column is asked; one that the column never has is reported."""
    if column.by == "direction":
        made = expect(node, context, DIRECTION.or_none, "a direction")
    elif column.words is not None:
        made = expect(node, context, column.words.or_none, f"a {column.words}")
    else:
        made = expect(node, context, NUMBER)
    is_known = isinstance(made, model.Const) and not made.varies and made.type != ANY
    if isinstance(made, model.Const) and is_known and made.value not in column.index:
        words = [index_text(column.by, column.words, i, context) for i in column.index]
        context.reporter.report(
            "bad-range",
            node.span,
            f"`{column.name}` has no value for this {column.by}",
            "always 0, false, empty or `none`",
            help="it has values for "
            + ", ".join(words[:_MOST_INDICES])
            + (", ..." if len(words) > _MOST_INDICES else ""),
        )
    return made


def index_text(by: IndexedBy, words: Type | None, value: int, context: Context) -> str:
    """A direction, word or number for which a column has a value, as it is written."""
    if words is not None:
        return words.symbols[value]
    return _directions(context)[value].name if by == "direction" else str(value)


def _report_column(node: syntax.Call, column: model.Column, context: Context) -> None:
    """Reports a column that is asked with too few or too many arguments."""
    name, names = column.name, context.names
    if not column.by:
        message, form = f"`{name}` is said of one piece or kind", f"{name}(k)"
    elif column.by == "direction":
        message = f"`{name}` has a value for each of several directions"
        form = f"{name}(k, {_directions(context)[column.index[0]].name})"
    elif column.words is not None:
        message, form = (
            f"`{name}` has a value for each {column.words}",
            f"{name}(k, {column.words.symbols[0]})",
        )
    else:
        message = f"`{name}` has a value for each number of {column.index[0]}..{column.index[-1]}"
        form = f"{name}(k, {column.index[0]})"
    context.reporter.report(
        "wrong-arguments",
        node.span,
        message,
        "which one?" if column.by and len(node.arguments) < 2 else "too much is given",
        others=[(names.declared[name], "the column is declared here")] if name in names.declared else (),
        help=f"it is asked as in `{form}`",
    )


def _directions(context: Context) -> tuple[Direction, ...]:
    return context.names.board.directions if context.names.board is not None else ()
