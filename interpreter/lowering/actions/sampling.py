"""A larger set of candidates, out of which a random action is drawn: without the conditions that are dear to judge, and
without choices on which nothing depends.

What is drawn is judged by what was left out, and drawn again if it is not legal. Each legal action is then as likely as
any other (rejection sampling: von Neumann 1951).
"""

import math
from dataclasses import dataclass, replace

from gdl import model
from gdl.visit import reads
from interpreter.lowering.actions.candidate_sets import CandidateSets, candidate_sets
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import SMALL_SET
from interpreter.lowering.function import ConditionPlan, Scope
from interpreter.lowering.game.logic import all_of, conjuncts
from interpreter.lowering.game.reads import needs_loops
from interpreter.lowering.refusals import Refused


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A condition that is judged of what was drawn. If it filters a set, `slot` names an element of it, here the `chosen` one."""

    condition: model.Expr
    slot: int | None = None
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class FreeChoice:
    """A choice on which nothing depends, from known values."""

    part: model.Choose
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """An action without its free choices; each of its candidates stands for `ways` ones.

    `last` are the choices that are counted as sets with the conditions behind them, by the index of their part.
    """

    action: model.Action
    free: tuple[FreeChoice, ...]
    sets: CandidateSets | None
    last: "dict[int, LastSet]"

    @property
    def ways(self) -> int:
        return math.prod(len(choice.values) for choice in self.free)


@dataclass(frozen=True, slots=True)
class LastSet:
    """The last choice of an action, from a set of sites: what is left of it by the conditions that follow.

    `is_noted`: while candidates are counted, this set is noted with the batch, so that it is not worked out again.
    """

    part: model.Choose
    conditions: tuple[tuple[model.Expr, ConditionPlan | None], ...]  # None: it does not read the choice
    is_noted: bool


@dataclass(frozen=True, slots=True)
class Superset:
    """The larger set: candidates of a relaxed action, counted, and what is judged of the one that is drawn."""

    counted: Counted
    left_out: tuple[LeftOut, ...]


def superset(action: model.Action, may_repeat: bool, scope: Scope) -> Superset:
    for keeps_sets in (True, False):
        relaxed, left_out = _relaxed(action, keeps_sets, scope)
        found = counted(relaxed, may_repeat, scope)
        if found.sets is not None:
            break
    return Superset(found, tuple(left_out))


# ---- counting


def counted(
    action: model.Action, may_repeat: bool, scope: Scope, known: CandidateSets | Refused | None = None
) -> Counted:
    """`known`: the candidate sets of the action, if they are known."""
    plain, free = _without_free_choices(action)
    if may_repeat:
        answer = None
    else:
        answer = known if known is not None and plain is action else candidate_sets(plain, scope)
    sets = None if isinstance(answer, Refused) else answer
    last = {
        index: found
        for index, part in enumerate(plain.parts)
        if isinstance(part, model.Choose) and (found := _last_set(plain, index, part, scope)) is not None
    }
    return Counted(plain, tuple(free), sets, last)


def _without_free_choices(action: model.Action) -> tuple[model.Action, list[FreeChoice]]:
    """An action without its choices from known sets on which nothing depends, and these with their values."""
    free: list[FreeChoice] = []
    for part in action.parts:
        match part:
            case model.Choose(source=model.Const(value=tuple(found))):
                values = tuple(int(v) for v in dict.fromkeys(found) if isinstance(v, int))
                if len(values) == len(dict.fromkeys(found)):
                    free.append(FreeChoice(part, values))
    others = sum(not isinstance(p, model.Condition) for p in action.parts) - len(free)
    if free and not others and action.form != "move":  # something must be left to be counted
        free.remove(max(free, key=lambda choice: len(choice.values)))
    slots = {choice.part.slot for choice in free}
    parts = tuple(p for p in action.parts if not any(p is choice.part for choice in free))
    if not free or any(reads(p, slots) for p in parts):
        return action, []
    choices = tuple(c for c in action.choices if c.slot not in slots)
    return replace(action, name=f"{action.name} alone", parts=parts, choices=choices), free


def _last_set(action: model.Action, index: int, part: model.Choose, scope: Scope) -> LastSet | None:
    """A choice that is the last one, from a set that can be counted with the conditions that follow."""
    if scope.facts.size_of_set(part.source) is None or part.source.type.base != "set":
        return None
    if element_of(part.source).base != "site":
        return None
    conditions: list[tuple[model.Expr, ConditionPlan | None]] = []
    for following in action.parts[index + 1 :]:
        if not isinstance(following, model.Condition):
            return None
        plan = scope.condition(following.condition, part.slot)
        if plan is None:
            return None
        conditions.append((following.condition, plan if reads(following.condition, {part.slot}) else None))
    return LastSet(part, tuple(conditions), scope.facts.sites <= SMALL_SET)


# ---- what is left out


def _relaxed(action: model.Action, keeps_sets: bool, scope: Scope) -> tuple[model.Action, list[LeftOut]]:
    """The action without the conditions that are left out, and these.

    `keeps_sets`: of a move along a path, what is set algebra stays, however many loops it would take to ask it of one end.
    """
    last, is_sites = -1, False
    for i, part in enumerate(action.parts):
        if isinstance(part, model.Along):
            last, is_sites = i, False
        elif isinstance(part, model.Choose) and not isinstance(part.source, model.Const):
            last, is_sites = i, element_of(part.source).base == "site"
    kept: list[model.Part] = []
    left_out: list[LeftOut] = []
    for i, part in enumerate(action.parts):
        if i > last and isinstance(part, model.Condition) and _is_dear(action, last, is_sites, part, scope):
            if not (keeps_sets and _is_of_an_end(action, part, scope)):
                left_out.append(LeftOut(part.condition))
            else:
                kept.append(part)
        elif i == last and isinstance(part, model.Choose) and is_sites:
            kept.append(_unfiltered(part, left_out, scope))
        else:
            kept.append(part)
    return replace(action, name=f"{action.name} relaxed", parts=tuple(kept)), left_out


def _is_dear(action: model.Action, last: int, is_sites: bool, part: model.Condition, scope: Scope) -> bool:
    if not is_sites:
        return needs_loops(part.condition)
    choice = action.parts[last]
    assert isinstance(choice, model.Choose)
    return scope.condition(part.condition, choice.slot) is None


def _is_of_an_end(action: model.Action, part: model.Condition, scope: Scope) -> bool:
    """Whether a condition is a set of sites from which a piece moves, or of those to which it moves."""
    if action.form != "move":
        return False
    ends = (action.piece, action.origin), (action.to,)
    return any(scope.condition(part.condition, *slots) is not None for slots in ends)


def _unfiltered(choice: model.Choose, left_out: list[LeftOut], scope: Scope) -> model.Choose:
    """A choice out of a set of which only what is set algebra is judged."""
    source = choice.source
    if not isinstance(source, model.Comprehension) or source.value is not None or source.condition is None:
        return choice
    conditions = conjuncts(source.condition)
    masks = [c for c in conditions if scope.condition(c, source.slot) is not None]
    left_out += [LeftOut(c, source.slot, choice.slot) for c in conditions if c not in masks]
    condition = all_of(masks, source.span) if masks else None
    return replace(choice, source=replace(source, condition=condition))
