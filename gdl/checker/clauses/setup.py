"""The set-up: the effects that make the first position, with the mistakes that are visible before play."""

from collections.abc import Sequence

from gdl.checker.context import Context
from gdl.checker.effects.assignments import report_unfit
from gdl.checker.effects.dispatch import check_effects
from gdl.core import model, static
from gdl.tree import syntax


def check_setup(clauses: Sequence[syntax.Setup], context: Context) -> tuple[model.Effect, ...]:
    """The effects of all `setup` clauses."""
    found = tuple(e for clause in clauses for e in check_effects(clause.body, context))
    _report_impossible(found, context)
    return found


def _report_impossible(effects: Sequence[model.Effect], context: Context) -> None:
    """Reports values of fields, and numbers of pieces, that are known before play and impossible."""
    for effect in effects:
        match effect:
            case model.ForEach(condition=None):
                _report_impossible(effect.body, context)
            case model.SetField():
                report_unfit(effect.field, effect.value, context)
            case model.Stock() | model.Place() | model.MoveTo():
                for name, value in effect.settings:
                    report_unfit(name, value, context)
        times = static.known(effect.times, context.names.board) if isinstance(effect, model.Stock) else None
        is_wrong = times is not None and times[0] is None  # which is said
        if isinstance(effect, model.Stock) and times is not None and not is_wrong and not _is_count(times[0]):
            context.reporter.report(
                "bad-range",
                effect.times.span,
                f"how many pieces there are is a whole number from 0, not {times[0]}",
                "not a number of pieces",
            )


def _is_count(value: model.Value) -> bool:
    return isinstance(value, int) and value >= 0
