"""One plan for each action, and one for all rules: how candidates are found, tried, counted, drawn and listed."""

from collections.abc import Mapping
from dataclasses import dataclass

from gdl import model
from gdl.visit import same
from interpreter.lowering.actions.arrival import Landing, landing_of
from interpreter.lowering.actions.candidate_sets import CandidateSets, candidate_sets
from interpreter.lowering.actions.forwarded_demands import PassedOn, passed_on
from interpreter.lowering.actions.guarded_actions import Guarded, guarded
from interpreter.lowering.actions.guards import Guard, guard_of
from interpreter.lowering.actions.hoisted_choices import EarlyChoice, early_choices
from interpreter.lowering.actions.last_steps import Prediction, prediction
from interpreter.lowering.actions.listing import (
    are_worths_whole,
    is_preferred,
    is_replayed,
    may_meet_again,
    must_follow,
)
from interpreter.lowering.actions.names import Name, bound_names
from interpreter.lowering.actions.parts import PartPlan, part_plans
from interpreter.lowering.actions.sampling import Counted, Superset, counted, superset
from interpreter.lowering.actions.single_steps import LoneSteps, lone_steps
from interpreter.lowering.actions.split_counts import Spread, spread_of
from interpreter.lowering.facts.layout import OUTER_NAMES
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.refusals import Refused, refusals


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """How an action is run.

    `sets`: its candidates as sets; `parts`: how they are found one by one. `is_tried`: it is legal only if what follows is, so each candidate is done on a copy
    of the state. `guarded`: unless the guard says that it leaves the requirements as they were. `may_meet_again`: two
    candidates of a step may have the same choices. `superset`: out of which a random one is drawn, None where it is
    not. `is_replayed`: once listed, it can be done from its number. `keeps_best`: its list holds at any time only the best so far, as `prefer` says. `passed_on`: what it demands
    is asked of the state as it is. `landing`: how a move takes what it meets at its end. `spread`: how the last choices are counted at once. `lone`: how one that repeats is counted where nothing goes on. `refused`: why it has no candidate sets, guard or
    prediction, is not passed on, or has no lone steps.
    """

    action: model.Action
    names: tuple[Name, ...]
    sets: CandidateSets | None
    early: tuple[EarlyChoice, ...]
    parts: tuple[PartPlan, ...]
    is_tried: bool
    must_follow: bool
    is_preferred: bool
    guarded: Guarded | None
    may_meet_again: bool
    is_replayed: bool
    keeps_best: bool
    prediction: Prediction | None
    passed_on: PassedOn | None
    landing: Landing | None
    lone: LoneSteps | None
    counted: Counted
    spread: Spread | None
    superset: Superset | None
    refused: tuple[Refused, ...]

    @property
    def may_repeat(self) -> bool:
        """Whether two candidates may have the same choices; an action that repeats is listed in any case."""
        return self.action.again is not None or self.may_meet_again

    @property
    def is_guarded(self) -> bool:
        return self.guarded is not None

    @property
    def is_counted(self) -> bool:
        """Whether candidates are counted by sets, and legal as they are."""
        return self.sets is not None and not self.is_tried and not self.may_repeat

    @property
    def comes_once(self) -> bool:
        """Whether no action is found twice."""
        again = self.action.again
        return not (again is not None and again.is_once) and not self.may_meet_again

    @property
    def is_worth_drawing(self) -> bool:
        """Whether something is saved by drawing an action: conditions, tries, or choices from known sets."""
        drawn = self.superset
        return drawn is not None and (self.is_tried or bool(drawn.left_out) or bool(drawn.counted.free))


@dataclass(frozen=True, slots=True)
class RulePlan:
    """`guard`: what the requirements of all actions watch, if something is derived from them."""

    actions: Mapping[str, ActionPlan]
    guard: Guard | None

    @property
    def gates(self) -> tuple[model.Expr, ...]:
        """What must be true of a position so that a guard serves, each condition once."""
        found: list[model.Expr] = []
        for plan in self.actions.values():
            for gate in plan.guarded.gates if plan.guarded is not None else ():
                if not any(same(gate, other) for other in found):
                    found.append(gate)
        return tuple(found)

    def of(self, action: model.Action) -> ActionPlan:
        return self.actions[action.name]

    def may_be_lone(self, names: tuple[str, ...]) -> bool:
        """Whether a group's actions are counted by sets where no first step goes on."""
        return all(self.actions[name].is_counted or self.actions[name].lone for name in names)

    def is_listed(self, names: tuple[str, ...]) -> bool:
        """Whether a group's actions must be listed to know how many they are."""
        return any(self.actions[name].is_preferred or self.actions[name].may_repeat for name in names)


def rules_of(f: Function) -> RulePlan:
    return f.program.attached(RulePlan)


def plan_of(f: Function, action: model.Action) -> ActionPlan:
    return rules_of(f).of(action)


def plan_rules(scope: Scope) -> RulePlan:
    answer = guard_of(scope)
    guard = None if isinstance(answer, Refused) else answer
    again = {a.name: may_meet_again(a, scope) for a in scope.game.actions}
    best = _keeping_best(again, scope)
    actions = {a.name: _plan(a, answer, again[a.name], a.name in best, scope) for a in scope.game.actions}
    return RulePlan(actions, guard)


def _plan(
    action: model.Action, guard: Guard | Refused | None, meets_again: bool, keeps_best: bool, scope: Scope
) -> ActionPlan:
    early, preferred = early_choices(action, scope), is_preferred(action, scope.game)
    requires = any(not r.after or action.name in r.after for r in scope.game.requires)
    follows, may_repeat = must_follow(action), action.again is not None or meets_again
    is_tried = action.again is not None or follows or requires or preferred
    found = candidate_sets(action, scope)
    sets = None if isinstance(found, Refused) else found
    is_counted = sets is not None and not is_tried and not may_repeat
    loops = sum(isinstance(part, model.Choose) for part in action.parts) + (action.form == "move")
    chooses_sets = any(isinstance(part, model.ChooseSet) for part in action.parts)
    is_drawn = not (
        action.again is not None or preferred or action.parameters or is_counted or may_repeat or chooses_sets
    )
    tried = _tried(action, guard, preferred, scope) if is_tried else None
    predicted = prediction(action, early, preferred, scope)
    passed = passed_on(action, scope)
    landing = landing_of(action, scope.facts) if action.form == "move" else None
    plain = counted(action, may_repeat, scope, found)
    is_judged = follows or requires or preferred or meets_again
    lone = lone_steps(action, sets, landing, is_judged, scope)
    return ActionPlan(
        action=action,
        names=bound_names(action),
        sets=sets,
        early=early,
        parts=part_plans(action, action.parts, early),
        is_tried=is_tried,
        must_follow=follows,
        is_preferred=preferred,
        guarded=tried if isinstance(tried, Guarded) else None,
        may_meet_again=meets_again,
        is_replayed=is_replayed(action, scope),
        keeps_best=keeps_best,
        prediction=None if isinstance(predicted, Refused) else predicted,
        passed_on=None if isinstance(passed, Refused) else passed,
        landing=landing,
        lone=None if isinstance(lone, Refused) else lone,
        counted=plain,
        spread=spread_of(plain.action, scope) if isinstance(tried, Guarded) and plain.sets is None else None,
        superset=superset(action, may_repeat, scope) if is_drawn and loops <= OUTER_NAMES else None,
        refused=refusals(found, None if isinstance(tried, Guarded) else tried, predicted, passed, lone),
    )


def _tried(
    action: model.Action, guard: Guard | Refused | None, is_preferred: bool, scope: Scope
) -> Guarded | Refused:
    """Why each candidate of an action is done on a copy of the state, or how a guard spares most of them."""
    if is_preferred:
        return Refused("guard", "`prefer` compares what the actions lead to", scope.game.prefers[0].span)
    chosen = next((part for part in action.parts if isinstance(part, model.ChooseSet)), None)
    if chosen is not None:
        return Refused("guard", "it chooses several elements at once", chosen.span)
    if guard is None:
        return Refused(
            "guard", "what it demands, repeats or is required of it alone is judged of each", action.span
        )
    return guard if isinstance(guard, Refused) else guarded(action, guard, scope)


def _keeping_best(meets_again: Mapping[str, bool], scope: Scope) -> frozenset[str]:
    """The actions whose lists hold only the best so far.

    Not where a row may come twice: then the first of them is preferred, and that may be a lesser one.
    """
    game = scope.game
    if not are_worths_whole(scope):
        return frozenset()
    demanded = {a.name for a in scope.facts.demands.actions}
    once = {
        a.name
        for a in game.actions
        if not meets_again[a.name] and not (a.again is not None and a.again.is_once)
    }
    found = set()
    for action in game.actions:
        offers = [o.names for t in game.turns.values() for o in t.offers if action.name in o.names]
        together = {name for names in offers for name in names}
        if not together & demanded and together <= once:
            found.add(action.name)
    return frozenset(found)
