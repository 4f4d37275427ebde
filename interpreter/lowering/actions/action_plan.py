"""What is known of an action before its code is written: one plan for each action, and one for all rules.

What all modules ask of an action is a field. A strategy that suits only some actions has a module of its own, with a plan and
the code that it emits: its plan is among `ways`, and `plan.way(SingleSteps)` gives it to the module that it is from.
"""

from collections.abc import Mapping
from typing import TypeVar

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.lowering.actions.candidate_sets import CandidateSets
from interpreter.lowering.actions.candidates import OneByOne
from interpreter.lowering.actions.choices import Name
from interpreter.lowering.actions.counting import Counted
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import Refused

T = TypeVar("T")


def first_of(kind: type[T], plans: tuple[object, ...]) -> T | None:
    return next((plan for plan in plans if isinstance(plan, kind)), None)


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """How an action is run.

    `sets`: its candidates as sets; `one_by_one`: how they are found by loops; `counted`: how they are counted by
    loops of which the last is a set. `is_tried`: it is legal only if what follows is, so each candidate is done on a copy of the
    state. `is_counted`: candidates are counted by sets, and legal as they are. `may_meet_again`: two candidates of a step may have the
    same choices. `is_replayed`: once listed, it can be done from its number. `keeps_best`: its list holds at any time only the
    best so far, as `prefer` says. `is_onto_empty`: a move that meets nothing at its end. `ways`: the strategies that suit it
    beside, each by its own plan. `refused`: why others do not.
    """

    action: model.Action
    names: tuple[Name, ...]
    sets: CandidateSets | None
    one_by_one: OneByOne
    is_tried: bool
    must_follow: bool
    is_preferred: bool
    may_meet_again: bool
    is_replayed: bool
    keeps_best: bool
    is_counted: bool
    is_onto_empty: bool
    counted: Counted
    ways: tuple[object, ...]
    refused: tuple[Refused, ...]

    def way(self, kind: type[T]) -> T | None:
        """The plan of a strategy; None where it does not suit."""
        return first_of(kind, self.ways)

    @property
    def may_repeat(self) -> bool:
        """Whether two candidates may have the same choices; an action that repeats is listed in any case."""
        return self.action.again is not None or self.may_meet_again

    @property
    def comes_once(self) -> bool:
        """Whether no action is found twice."""
        again = self.action.again
        return not (again is not None and again.is_once) and not self.may_meet_again


@dataclass(frozen=True, slots=True)
class RulePlan:
    """`ways`: the strategies that suit the rules of all actions."""

    actions: Mapping[str, ActionPlan]
    ways: tuple[object, ...]

    def way(self, kind: type[T]) -> T | None:
        return first_of(kind, self.ways)

    def of(self, action: model.Action) -> ActionPlan:
        return self.actions[action.name]

    def is_listed(self, names: tuple[str, ...]) -> bool:
        """Whether a group's actions must be listed to know how many they are."""
        return any(self.actions[name].is_preferred or self.actions[name].may_repeat for name in names)


def rules_of(f: Function) -> RulePlan:
    return f.program.attached(RulePlan)


def plan_of(f: Function, action: model.Action) -> ActionPlan:
    return rules_of(f).of(action)
