"""One plan for each action, and one for all rules: which strategies find, try, count, draw and list its candidates."""

from collections.abc import Mapping

from gdl.core import model
from gdl.core.traits import has_musts
from interpreter.lowering.actions.action_plan import ActionPlan, RulePlan
from interpreter.lowering.actions.candidate_sets import candidate_sets
from interpreter.lowering.actions.candidates import one_by_one
from interpreter.lowering.actions.choices import bound_names
from interpreter.lowering.actions.counting import counted
from interpreter.lowering.actions.demands import forwarded_demands
from interpreter.lowering.actions.guarded_actions import Guarded, guarded
from interpreter.lowering.actions.guards import Guard, guard_of
from interpreter.lowering.actions.hoisted_choices import early_choices
from interpreter.lowering.actions.last_steps import prediction
from interpreter.lowering.actions.listing import (
    are_worths_whole,
    is_preferred,
    is_replayed,
    may_meet_again,
)
from interpreter.lowering.actions.sampling import superset
from interpreter.lowering.actions.single_steps import single_steps
from interpreter.lowering.function import Scope
from interpreter.lowering.game.expression_analysis import is_onto_empty
from interpreter.lowering.refusals import Refused, accepted, refusals


def plan_rules(scope: Scope) -> RulePlan:
    answer = guard_of(scope)
    guard = accepted(answer)
    again = {a.name: may_meet_again(a, scope) for a in scope.game.actions}
    best = _keeping_best(again, scope)
    actions = {a.name: _plan(a, answer, again[a.name], a.name in best, scope) for a in scope.game.actions}
    return RulePlan(actions, (guard,) if guard is not None else ())


def _plan(
    action: model.Action, guard: Guard | Refused | None, meets_again: bool, keeps_best: bool, scope: Scope
) -> ActionPlan:
    early, preferred = early_choices(action, scope), is_preferred(action, scope.game)
    requires = bool(scope.game.requires_after(action.name))
    follows, may_repeat = has_musts(action.effects), action.again is not None or meets_again
    is_tried = action.again is not None or follows or requires or preferred
    found = candidate_sets(action, scope)
    sets = None if isinstance(found, Refused) else found
    is_counted = sets is not None and not is_tried and not may_repeat
    plain = counted(action, may_repeat, scope, found)
    onto_empty = action.form == "move" and is_onto_empty(action, scope.game)
    tried = _tried(action, guard, preferred, scope) if is_tried else None
    ways = (
        tried,
        prediction(action, early, preferred, scope),
        forwarded_demands(action, scope),
        single_steps(action, sets, onto_empty, follows or requires or preferred or meets_again, scope),
        superset(action, scope) if not (preferred or is_counted or may_repeat) else None,
    )
    return ActionPlan(
        action=action,
        names=bound_names(action),
        sets=sets,
        one_by_one=one_by_one(action, early),
        is_tried=is_tried,
        must_follow=follows,
        is_preferred=preferred,
        may_meet_again=meets_again,
        is_replayed=is_replayed(action, scope),
        keeps_best=keeps_best,
        is_counted=is_counted,
        is_onto_empty=onto_empty,
        counted=plain,
        ways=tuple(way for way in map(accepted, ways) if way is not None),
        refused=refusals(found, *ways),
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
    Without it draughts in which the most must be captured play at 0.9 of their speed.
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
    found = once - demanded
    offers = [frozenset(o.names) for t in game.turns.values() for o in t.offers]
    # all that is offered together is listed alike
    while mixed := [names for names in offers if names & found and not names <= found]:
        found = found.difference(*mixed)
    return frozenset(found)
