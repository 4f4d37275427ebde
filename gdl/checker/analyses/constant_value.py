"""Fields that are kept within their range from the wrong side, so that they are always given its end.

points(mover) := max(points(mover) + roll, 60)    -- of `field points of player: 0..60`; `min` was meant
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model


def find(facts: GameFacts) -> Iterator[Finding]:
    for write in facts.parts:
        field = facts.game.fields.get(write.field) if isinstance(write, model.SetField) else None
        if field is None or field.bounds is None or not isinstance(write, model.SetField):
            continue
        low, high = field.bounds
        match write.value:
            case model.Builtin(name="max", arguments=arguments) if any(
                n >= high for n in _numbers(arguments)
            ):
                what, end = "less", high
            case model.Builtin(name="min", arguments=arguments) if any(n <= low for n in _numbers(arguments)):
                what, end = "more", low
            case _:
                continue
        yield Finding(
            write.value.span,
            f"this is never {what} than {end}, and `{field.declared}` is {low} to {high}: it is always given {end}",
            "whatever is computed",
            others=((field.span, "its range"),),
            help="`min` keeps a number from being more, `max` from being less",
        )


def _numbers(arguments: tuple[model.Expr, ...]) -> list[int]:
    """The numbers among which a value is computed, where there is one beside them."""
    known = [
        a.value for a in arguments if isinstance(a, model.Const) and type(a.value) is int and not a.varies
    ]
    return known if len(arguments) > 1 and any(not isinstance(a, model.Const) for a in arguments) else []
