"""How many candidates there are, by loops whose last choice is counted as a set.

What the loops find can be noted: each batch of candidates that are counted together gets a row, in which `sampling` finds
the k-th one without the loops.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from gdl.core import model
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.candidate_sets import CandidateSets, add_up, candidate_sets
from interpreter.lowering.actions.candidates import each_mover, each_way, on_board, part_plans
from interpreter.lowering.actions.choices import chosen_type
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import SMALL_SET
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.sets import questions

# ---- the plan


@dataclass(frozen=True, slots=True)
class FreeChoice:
    """A choice on which nothing depends, from known values."""

    part: model.Choose
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LastSet:
    """The last choice of an action, from a set of sites: what is left of it by the conditions that follow.

    `is_noted`: while candidates are counted, this set is noted with the batch, so that it is not worked out again.
    """

    part: model.Choose
    conditions: tuple[tuple[model.Expr, ConditionPlan | None], ...]  # None: it does not read the choice
    is_noted: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """An action without its free choices; each of its candidates stands for `ways` ones.

    `last` are the choices that are counted as sets with the conditions behind them, by the index of their part.
    """

    action: model.Action
    free: tuple[FreeChoice, ...]
    sets: CandidateSets | None
    last: dict[int, LastSet]

    @property
    def ways(self) -> int:
        return math.prod(len(choice.values) for choice in self.free)


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


# ---- the code

Outer = tuple[int, ...]  # the names that are chosen before a batch, from the outermost loop on
Note = Callable[[Function, Var, Expr, Outer, Expr | None], None]


@dataclass(frozen=True, slots=True)
class Counter:
    """Adds up candidates. `note` is called for each batch, with the total, its size, the names chosen before it, and the
    members of the last choice, where that is a set."""

    counted: Counted
    total: Var
    note: Note | None = None

    def count(self, f: Function, among: Expr | None = None) -> None:
        """Adds up the candidates, whatever follows from them. `among`: the only sites from which pieces move."""
        plain, total = self.counted.action, self.total
        if self.counted.sets is not None:
            add_up(f, plain, self.counted.sets, total, among)
        elif plain.form == "move":
            each_mover(f, plain, on_board(among), lambda g: self._parts(g, 0, (plain.origin,)))
        else:
            self._parts(f, 0, ())
        f.b.assign(total, op.mul(Get(total), op.number(self.counted.ways)))

    def _add(self, f: Function, n: Expr, outer: Outer, members: Expr | None = None) -> None:
        f.b.assign(self.total, op.add(Get(self.total), n))
        if self.note is not None:
            self.note(f, self.total, n, outer, members)

    def _parts(self, f: Function, index: int, outer: Outer) -> None:
        """The candidates from the parts from `index` on."""
        b, action = f.b, self.counted.action
        if index == len(action.parts):
            self._add(f, op.ONE, outer)
            return
        match action.parts[index]:
            case model.Condition(condition=condition):
                with b.if_(f.truth(condition)):
                    self._parts(f, index + 1, outer)
            case model.Choose() as part if index in self.counted.last:
                members = b.materialize(members_left(f, self.counted.last[index]))
                self._add(f, b.materialize(op.count(members)), outer, members)
            case model.Choose() as part:
                with questions.each(f, part.source, part.name, False) as x:
                    f.bind(part.slot, chosen_type(part), x, part.name)
                    self._parts(f, index + 1, (*outer, part.slot))
            case model.Along():
                self._ways(f, index, outer)

    def _ways(self, f: Function, index: int, outer: Outer) -> None:
        b, action = f.b, self.counted.action
        before = b.materialize(Get(self.total))
        one_more = replace(self, note=None)
        parts = part_plans(action, action.parts[index:])
        each_way(f, action, parts, lambda g: one_more._add(g, op.ONE, ()), {})
        if self.note is not None:
            self.note(f, self.total, op.sub(Get(self.total), before), outer, None)


def members_left(f: Function, last: LastSet) -> Expr:
    """The set that a last choice is from, without what later conditions forbid."""
    size = f.facts.size_of_set(last.part.source)
    assert size is not None
    members: Expr = f.b.materialize(questions.bits(f, last.part.source))
    for condition, plan in last.conditions:
        if plan is not None:
            members = op.intersection(members, plan.members(f, size))
        else:
            holds = f.b.materialize(f.truth(condition))
            members = op.select(holds, f.b.materialize(members), op.empty_set(size))
    return members
