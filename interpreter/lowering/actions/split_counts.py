"""Counting by one set for all that follows it: a choice of a site, and behind it only conditions and choices of few values.

For each value of the choices behind, the conditions leave a part of the set. A move that may raise its piece is thus two
sets of destinations, which are counted, and no destination is looked at.
"""

from dataclasses import dataclass
from itertools import product

from gdl import model
from gdl.types import Type
from gdl.visit import reads, substituted
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Scope
from interpreter.lowering.game.inlining import inlined
from interpreter.lowering.game.logic import conjuncts

MOST_CASES = 8


@dataclass(frozen=True, slots=True)
class Case:
    """Which of the sites are left for some values: `once` are conditions that do not ask about a site, `each` are sets."""

    once: tuple[model.Expr, ...]
    each: tuple[ConditionPlan, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The choice of a site with its place among the parts of an action, and a case for all values of the choices behind it."""

    index: int
    part: model.Choose
    cases: tuple[Case, ...]


def spread_of(action: model.Action, scope: Scope) -> Spread | None:
    """None where no choice of a site is followed by conditions and choices of few values alone."""
    for index, part in enumerate(action.parts):
        if isinstance(part, model.Choose) and element_of(part.source).base == "site":
            cases = _cases(part, action.parts[index + 1 :], scope)
            return Spread(index, part, cases) if cases is not None else None
    return None


def _cases(part: model.Choose, behind: tuple[model.Part, ...], scope: Scope) -> tuple[Case, ...] | None:
    if scope.facts.size_of_set(part.source) is None or part.source.type.base != "set":
        return None
    choices = [(p.slot, _values(p.source)) for p in behind if isinstance(p, model.Choose)]
    conditions = [p.condition for p in behind if isinstance(p, model.Condition)]
    if not choices or len(choices) + len(conditions) < len(behind):
        return None
    every = list(product(*(values for _, values in choices)))
    if not 0 < len(every) <= MOST_CASES:
        return None
    found = []
    for values in every:
        given = {slot: value for (slot, _), value in zip(choices, values, strict=True)}
        case = _case(part.slot, [_folded(substituted(c, given)) for c in conditions], scope)
        if case is None:
            return None
        found.append(case)
    return tuple(found)


def _values(source: model.Expr) -> tuple[model.Expr, ...]:
    """The elements of a set that is written down, each once."""
    match source:
        case model.Const(value=tuple(values)):
            kind = source.type.element
            return _constants(source, kind, values) if kind is not None else ()
        case model.MakeSet(items=items) if all(isinstance(x, model.Const) for x in items):
            values = tuple(x.value for x in items if isinstance(x, model.Const))
            return _constants(source, items[0].type, values) if items else ()
    return ()


def _constants(source: model.Expr, kind: Type, values: tuple[model.Value, ...]) -> tuple[model.Expr, ...]:
    return tuple(model.Const(source.span, kind, v) for v in dict.fromkeys(values))


def _folded(e: model.Expr) -> model.Expr:
    """An expression without the side that a known truth rules out."""
    match e:
        case model.If(condition=model.Const(value=bool(holds))):
            return _folded(e.then if holds else e.otherwise)
    return e


def _case(slot: int, conditions: list[model.Expr], scope: Scope) -> Case | None:
    once: list[model.Expr] = []
    each: list[ConditionPlan] = []
    for e in (part for c in conditions for part in conjuncts(c)):
        whole = scope.condition(e, slot) if reads(e, {slot}) else None
        if whole is not None:
            each.append(whole)
            continue
        for part in conjuncts(inlined(e, scope.game)):
            if not reads(part, {slot}):
                once.append(part)
            elif (plan := scope.condition(part, slot)) is not None:
                each.append(plan)
            else:
                return None
    return Case(tuple(once), tuple(each))
