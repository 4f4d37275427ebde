"""Questions about a few known numbers are written out, one for each: what else they read is then judged as a set.

    some c in {0, 1}: all p in pieces: color(p) = c
    becomes   (all p in pieces: color(p) = 0) or (all p in pieces: color(p) = 1)

The sites of a colour that is known are a table, and those of one that a loop goes through are none.
"""

from dataclasses import replace
from typing import cast

from gdl.core import model
from gdl.core.types import NUMBER
from gdl.core.visit import nodes, rewritten, substituted
from interpreter.lowering.game.expression_analysis import all_of, any_of
from interpreter.lowering.game.partial_evaluation import constant

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
    values = _numbers(e)
    if not 0 < len(values) <= MOST_VALUES or len(values) * sum(1 for _ in nodes(e.body)) > MOST_PARTS:
        return e
    parts = [constant(substituted(e.body, {e.slot: value}), game) for value in values]
    return (all_of if e.is_all else any_of)(parts, e.span)


def _numbers(e: model.Quantified) -> tuple[model.Const, ...]:
    """The known numbers that are asked about, each once and in order; none where they are something else."""
    match e.source:
        case model.Const(span, value=tuple(values)) if e.source.type.element == NUMBER:
            return tuple(model.Const(span, NUMBER, value) for value in dict.fromkeys(values))
    return ()
