"""Attributes: columns of the table of kinds, asked of a kind or of a piece, whose rotation is taken into account."""

from gdl.boards.tiling import Direction
from gdl.checker import forms
from gdl.checker.coercion import as_piece
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.suggestions.arguments import other_name, unheard
from gdl.checker.suggestions.way_out import WayOut, writing
from gdl.core import model
from gdl.core.types import ANY, DIRECTION, KIND, NUMBER, PIECE, SITE, set_of
from gdl.source import Span
from gdl.tree import syntax

_MOST_INDICES = 8  # that a message names
Turn = tuple[model.Expr, model.Expr]  # by how many steps a piece is turned, and how many make a full turn


def check_attribute(node: syntax.Call, context: Context) -> model.Expr:
    """`COLUMN(x)` and `COLUMN(x, INDEX)` of a kind or a piece."""
    name = node.function.name
    column = context.names.columns[name]
    if len(node.arguments) != 1 + bool(column.by):
        _report_arguments(node, column, context)
        return forms.wrong(node.span)
    of = context.expression(node.arguments[0])
    if column.by and of.type.base == column.by and _are_swapped(node, of, column, context):
        return forms.wrong(node.span)
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


def _are_swapped(node: syntax.Call, of: model.Expr, column: model.Column, context: Context) -> bool:
    """Reports a column whose index stands before what it is asked of; whether it does."""
    first, second = (argument.span.in_one_line for argument in node.arguments)
    if unheard(node.arguments[1:], context)[0].type.base not in ("kind", "piece", "site"):
        return False
    way = writing(node.span, f"{column.name}({second}, {first})")
    context.reporter.report(
        "type-mismatch",
        of.span,
        f"`{column.name}` is asked of a kind, and the {column.by} stands behind it",
        f"a {of.type}",
        help=way.help,
        fixes=way.fixes,
    )
    return True


def _report_no_kind(of: model.Expr, column: model.Column, context: Context) -> None:
    """Reports a column that is asked of something that has no kind."""
    text = of.span.in_one_line
    if of.type.element in (PIECE, KIND, SITE):
        one, each = f"{column.name}(first({text}))", f"{{{column.name}(x) for x in {text}}}"
        way = WayOut(f"it is asked of one of them, as in `{one}`, or of each: `{each}`")
    else:
        way = other_name(of, PIECE, context) or other_name(of, KIND, context)
    context.reporter.report(
        "type-mismatch",
        of.span,
        f"`{column.name}` belongs to kinds, but this is a {of.type}",
        f"a {of.type}",
        others=way.places,
        help=way.help,
        fixes=way.fixes,
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
    else:
        made = expect(node, context, NUMBER)
    is_known = isinstance(made, model.Const) and not made.varies and made.type != ANY
    if isinstance(made, model.Const) and is_known and made.value not in column.index:
        directions = _directions(context)
        words = [str(directions[i].name if column.by == "direction" else i) for i in column.index]
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


def _report_arguments(node: syntax.Call, column: model.Column, context: Context) -> None:
    """Reports a column that is asked with too few or too many arguments."""
    name, names = column.name, context.names
    if not column.by:
        message, form = f"`{name}` is said of one piece or kind", f"{name}(k)"
    elif column.by == "direction":
        message = f"`{name}` has a value for each of several directions"
        form = f"{name}(k, {_directions(context)[column.index[0]].name})"
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
