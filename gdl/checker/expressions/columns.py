"""Attributes: columns of the table of kinds, asked of a kind or of a piece, whose rotation is taken into account."""

from gdl import model, syntax
from gdl.boards.tiling import Direction
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import as_piece, expect
from gdl.checker.expressions.fitting import silent
from gdl.checker.expressions.meant import unread
from gdl.checker.expressions.taken import asked_of_each
from gdl.source import Span
from gdl.types import ANY, DIRECTION, KIND, NUMBER, PIECE, PLAYER, SITE, set_of

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
        _report_no_kind(node, of, column, context)
        return forms.wrong(node.span)
    context.usage.read.add(name)
    made = model.Attribute(node.span, column.type, name, of, index)
    return _turned_value(made, turn, context)


def _are_swapped(node: syntax.Call, of: model.Expr, column: model.Column, context: Context) -> bool:
    """Reports a column whose index stands before what it is asked of; whether it does."""
    first, second = (argument.span.in_one_line for argument in node.arguments)
    if silent(node.arguments[1:], context)[0].type.base not in ("kind", "piece", "site"):
        return False
    context.reporter.report(
        "type-mismatch",
        of.span,
        f"`{column.name}` is asked of a kind, and the {column.by} stands behind it",
        f"a {of.type}",
        help=f"what is given has changed places: write `{column.name}({second}, {first})`",
    )
    return True


def _report_no_kind(node: syntax.Call, of: model.Expr, column: model.Column, context: Context) -> None:
    """Reports a column that is asked of something that has no kind."""
    help, others = unread(of.span, (PIECE, KIND, SITE), context)
    context.reporter.report(
        "type-mismatch",
        of.span,
        f"`{column.name}` belongs to kinds, but this is a {of.type}",
        f"a {of.type}",
        others=others,
        help=asked_of_each(node.span, column.name, column.type, node.arguments[0].span.text)
        if of.type.element in (PIECE, KIND, SITE)
        else help or _of_another(of, column, context),
    )


def _of_another(of: model.Expr, column: model.Column, context: Context) -> str:
    """The help for a column that is asked of what has no kind: what it may be asked of, such as what a player has."""
    local = {name: found for name in context.scope.visible() if (found := context.find(name)) is not None}
    asked = [name for name, found in local.items() if found.type.required in (KIND, PIECE)]
    of_one = f"write `{column.name}({asked[0]})`" if len(asked) == 1 and not column.by else ""
    if of.type.required == column.type.required and not of_one:
        return f"it is such a {column.type.required} already: write `{of.span.in_one_line}`"
    if of.type.required != PLAYER or column.type != NUMBER or column.by:
        return of_one
    text, names = of.span.in_one_line, context.names
    sets = [f"{name}({text})" for name, pool in names.pools.items() if pool.holder == "player"]
    sets += [f"pieces of {text}"] if names.board is not None and names.board.sites else []
    ways = " or ".join(f"`sum({column.name}(x) for x in {of_them})`" for of_them in sets)
    if not 0 < len(sets) <= _FEW:
        return of_one
    before = f"{of_one}, or ask it" if of_one else "it is asked"
    return f"{before} of each of their pieces, added up: {ways}"


_FEW = 3  # ways that are told


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
    first = node.arguments[0] if node.arguments else None
    of = first.name if isinstance(first, syntax.Name) else "k"
    if not column.by:
        message, example = f"`{name}` is said of one piece or kind", f"{name}({of})"
    elif column.by == "direction":
        message = f"`{name}` has a value for each of several directions"
        example = f"{name}({of}, {_direction_for(of, context)})"
    else:
        message = f"`{name}` has a value for each number of {column.index[0]}..{column.index[-1]}"
        example = f"{name}({of}, {column.index[0]})"
    context.reporter.report(
        "wrong-arguments",
        node.span,
        message,
        "which one?" if column.by and len(node.arguments) < 2 else "too much is given",
        others=[(names.declared[name], "the column is declared here")] if name in names.declared else (),
        help=f"write `{example}`" + _or_another(example, column, context),
    )


def _direction_for(of: str, context: Context) -> str:
    """A direction to ask a column for: one that is named here, or that towards another thing that is named here."""
    local = {name: found for name in sorted(context.scope.visible()) if (found := context.find(name))}
    named = [name for name, found in local.items() if found.type.required == DIRECTION]
    others = [n for n, found in local.items() if found.type.base in ("piece", "site") and n != of]
    if len(named) == 1:
        return named[0]
    return f"towards({of}, {others[0]})" if len(others) == 1 and of in local else "DIRECTION"


def _or_another(example: str, column: model.Column, context: Context) -> str:
    """What a direction may be, where none is named."""
    if not example.endswith("DIRECTION)"):
        return ""
    first = _directions(context)[column.index[0]].name
    return f": a direction such as {first}, one that is chosen, or that towards another site"


def _directions(context: Context) -> tuple[Direction, ...]:
    return context.names.board.directions if context.names.board is not None else ()
