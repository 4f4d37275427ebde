"""Warnings about fields that are kept within their range from the wrong side, so that they are always given its end.

points(mover) := max(points(mover) + roll, 60)    -- of `field points of player: 0..60`; `min` was meant
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import stated
from gdl.visit import nodes

_OTHER = {"max": "min", "min": "max"}


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports what is given to a field and is at least the most that it may have, or at most the least; and what is added to a
    field, and gives it much at once."""
    for write in nodes(stated(game)):
        field = game.fields.get(write.field) if isinstance(write, model.SetField) else None
        value = write.value if isinstance(write, model.SetField) else None
        if (
            field is None
            or field.bounds is None
            or not isinstance(value, model.Builtin)
            or value.name not in _OTHER
        ):
            continue
        numbers = [
            a.value
            for a in value.arguments
            if isinstance(a, model.Const) and isinstance(a.value, int) and not a.varies
        ]
        computed = next((a for a in value.arguments if not isinstance(a, model.Const)), None)
        if len(value.arguments) == 2 and len(numbers) == 1 and computed is not None:
            _report(field, field.bounds, value, numbers[0], computed, reporter)


def _report(
    field: model.Field,
    bounds: tuple[int, int],
    value: model.Builtin,
    number: int,
    computed: model.Expr,
    reporter: Reporter,
) -> None:
    low, high = bounds
    is_max, operator = (
        value.name == "max",
        computed.operator if isinstance(computed, model.Arithmetic) else "",
    )
    is_own = any(isinstance(n, model.GetField) and n.field == field.name for n in nodes(computed))
    begins = field.default if isinstance(field.default, int) else low
    text = computed.span.in_one_line
    if number >= high if is_max else number <= low:
        what = f"`{field.declared}` is {low} to {high}: it is always given {high if is_max else low}"
    elif is_own and operator == ("+" if is_max else "-") and (number > begins if is_max else number < begins):
        what = f"what is {'added' if is_max else 'taken'} does not matter at first, as `{field.declared}` begins with {begins}"
    else:
        return
    reporter.report(
        "constant-value",
        value.span,
        f"this is never {'less' if is_max else 'more'} than {number}, and {what}",
        "whatever is computed",
        others=[(field.span, "its range")],
        help="`min` keeps a number from being more, `max` from being less: write "
        + (
            f"`max({text}, {low})`"
            if operator == "-" and is_max
            else f"`{_OTHER[value.name]}({text}, {number})`"
        ),
    )
