"""Choices of known numbers, and questions about them, as machine code judges them best."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import cast

from gdl.core import model
from gdl.core.types import BOOL, NUMBER
from gdl.core.visit import nodes, rewritten, substituted
from interpreter.lowering.game.expression_analysis import all_of, any_of
from interpreter.lowering.game.partial_evaluation import constant

# ---- questions about a few known numbers are written out, one for each: what else they read is then judged as a set
#
#     some c in {0, 1}: all p in pieces: color(p) = c
#     becomes   (all p in pieces: color(p) = 0) or (all p in pieces: color(p) = 1)
#
# The sites of a colour that is known are a table, and those of one that a loop goes through are none.

MOST_VALUES = 4
MOST_PARTS = 60  # of what is written once for each value


def with_few_values_written_out(game: model.Game) -> model.Game:
    """The same game without quantifiers over few known numbers."""

    def change(part: object) -> object:
        made = rewritten(part, change)
        return _written_out(made, game) if isinstance(made, model.Quantified) else made

    definitions = {name: cast(model.Definition, change(d)) for name, d in game.definitions.items()}
    return replace(rewritten(game, change), definitions=definitions)


def _written_out(e: model.Quantified, game: model.Game) -> model.Expr:
    values = _asked_about(e)
    if not 0 < len(values) <= MOST_VALUES or len(values) * sum(1 for _ in nodes(e.body)) > MOST_PARTS:
        return e
    parts = [constant(substituted(e.body, {e.slot: value}), game) for value in values]
    return (all_of if e.is_all else any_of)(parts, e.span)


def _asked_about(e: model.Quantified) -> tuple[model.Const, ...]:
    """The known numbers that are asked about, each once and in order; none where they are something else."""
    match e.source:
        case model.Const(span, value=tuple(values)) if e.source.type.element == NUMBER:
            return tuple(model.Const(span, NUMBER, value) for value in dict.fromkeys(values))
    return ()


# ---- choices of numbers that are not all whole become choices of their indices
#
# Machine code passes on whole numbers alone. Of `choose x in {0.5, 1, 1.5}` the choice is 0, 1 or 2, and an expression for the
# number with that index replaces x. The actions' numbers stay the same, since they are made of ranks.

Numbers = tuple[int | Fraction, ...]


def with_fraction_indices(game: model.Game) -> model.Game:
    """The same game; itself, where all choices are whole."""
    actions = tuple(_indexed(action) for action in game.actions)
    return (
        game
        if all(a is b for a, b in zip(actions, game.actions, strict=True))
        else replace(game, actions=actions)
    )


def _indexed(action: model.Action) -> model.Action:
    for part in action.parts:
        if isinstance(part, model.Choose) and (numbers := _numbers(part, action)):
            read = _of_index(numbers, part)
            source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
            values = tuple(range(len(numbers)))
            ranks = model.Const(source.span, source.type, values)
            wanted = replace(part, source=ranks)
            parts: list[model.Part] = []
            for other in action.parts:
                if other is not part:
                    parts.append(substituted(other, {part.slot: read}))
                    continue
                parts.append(wanted)
                if isinstance(part.source, model.Comprehension) and part.source.condition is not None:
                    condition = substituted(part.source.condition, {part.source.slot: read})
                    parts.append(model.Condition(part.span, condition))
            effects, finals, again = substituted(
                (action.effects, action.finals, action.again), {part.slot: read}
            )
            choices = tuple(replace(c, values=values) if c.slot == part.slot else c for c in action.choices)
            made = replace(
                action, parts=tuple(parts), choices=choices, effects=effects, finals=finals, again=again
            )
            return _indexed(made)
    return action


def _numbers(part: model.Choose, action: model.Action) -> Numbers | None:
    """The numbers that may be chosen, if they are known, and some are not whole. They are the public ones, in order."""
    source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
    if isinstance(part.source, model.Comprehension) and part.source.value is not None:
        return None
    match source:
        case model.Const(value=tuple(values)):
            found = list(values)
        case model.MakeSet(items=items) if all(isinstance(i, model.Const) for i in items):
            found = [i.value for i in items if isinstance(i, model.Const)]
        case _:
            return None
    numbers = [v for v in found if isinstance(v, int | Fraction)]
    if len(numbers) < len(found) or not any(isinstance(v, Fraction) for v in numbers):
        return None
    (domain,) = (c.values for c in action.choices if c.slot == part.slot)
    in_order = tuple(sorted(set(numbers)))
    return in_order if in_order == tuple(domain) else None


def _of_index(numbers: Numbers, part: model.Choose) -> model.Expr:
    """The number with the rank that is chosen."""
    span = part.span
    rank = model.Local(span, NUMBER, part.slot, part.name)

    def also(otherwise: model.Expr, place: int) -> model.Expr:
        is_it = model.Compare(span, BOOL, "=", rank, model.Const(span, NUMBER, place))
        return model.If(span, NUMBER, is_it, model.Const(span, NUMBER, numbers[place]), otherwise)

    last: model.Expr = model.Const(span, NUMBER, numbers[-1])
    return reduce(also, reversed(range(len(numbers) - 1)), last)
