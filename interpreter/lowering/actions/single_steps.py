"""Actions that repeat, where no first step can be followed by another: then each first step is an action, and all are counted
as members of sets.

Chains are rare among actions that may be chains. Whether there are any is asked of all first steps at once. If none goes
on, nothing is listed, and no position is compared with another.
"""

from dataclasses import dataclass

from gdl import model
from interpreter.lowering.actions.arrival import Landing, OnEmpty
from interpreter.lowering.actions.candidate_sets import CandidateSets, LineSets
from interpreter.lowering.actions.repeatable_steps import ChainSets, chain_sets
from interpreter.lowering.function import Scope
from interpreter.lowering.refusals import Refused


@dataclass(frozen=True, slots=True)
class LoneSteps:
    """If no first step can be followed by another, first steps are counted as members of sets, and one is drawn from them.

    `chains`: how it is known which can; where they are refused, each first step is done on a copy to find out.
    """

    sets: LineSets
    chains: ChainSets | Refused


def lone_steps(
    action: model.Action,
    sets: CandidateSets | None,
    landing: Landing | None,
    is_judged: bool,
    scope: Scope,
) -> LoneSteps | Refused | None:
    """`is_judged`: whether what an action leads to decides if it is legal, or what it is worth."""
    again, facts = action.again, scope.facts
    if again is None or not isinstance(sets, LineSets):
        return None
    if is_judged or action.parameters or facts.features.has_demands:
        return _refused(again, "what an action leads to is judged, or it is demanded")
    if again.is_once and not (isinstance(landing, OnEmpty) and _are_told_apart(action, scope)):
        return _refused(again, "two first steps of one piece may lead to the same position")
    return LoneSteps(sets, chain_sets(action, sets, scope))


def _refused(again: model.Again, why: str) -> Refused:
    return Refused("lone steps", why, again.span)


def _are_told_apart(action: model.Action, scope: Scope) -> bool:
    """Whether a piece that came to an empty site stays there, and nothing else comes to one: so its ends tell steps apart."""
    settles = (s for s in scope.game.settles if not s.after or action.name in s.after)
    return all(map(_stays, (*action.effects, *action.finals))) and not any(settles)


def _stays(e: model.Effect) -> bool:
    match e:
        case model.Remove(is_capture=captures):
            return captures  # which never takes away the piece that moves
        case model.SetField() | model.Bind():
            return True
        case model.Branch(body=body, otherwise=otherwise):
            return all(map(_stays, (*body, *otherwise)))
        case model.ForEach(body=body):
            return all(map(_stays, body))
    return False
