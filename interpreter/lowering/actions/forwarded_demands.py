"""Actions that change nothing and only demand what comes next: legal if that is, in the position as it stands.

    choice by_minion(k: kind)
      choose m in army(mover)
      do then must use(k, m)

Whether `use` is possible is asked of the state itself, with its arguments, and not of a copy in which a demand waits. That
is the same as long as settling would change nothing, which is asked once for all candidates (`rules/passing_on`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl import model
from gdl.traits import musts
from gdl.visit import nodes
from interpreter.lowering.function import Scope
from interpreter.lowering.refusals import Refused

RESET = ("captures", "steps", "remembered")  # cells that begin anew with each action
NAME = "passing on"


@dataclass(frozen=True, slots=True)
class PassedOn:
    """An action that only demands what comes next: judged by that, without a copy of the state. `demands`: how many, if any."""

    demands: int


def passed_on(action: model.Action, scope: Scope) -> PassedOn | Refused | None:
    """How an action is judged by what it demands; None for one that demands nothing that must be met."""
    if not any(True for _ in musts(action.effects)):
        return None
    reason = next(_reasons(action, scope), None)
    if reason is not None:
        return Refused(NAME, reason, action.span)
    return PassedOn(max(_counts(action.effects)))


def _reasons(action: model.Action, scope: Scope) -> Iterator[str]:
    game, cells = scope.game, scope.facts.state.cells
    if action.form == "move" or action.again is not None or action.finals:
        yield "it moves a piece, repeats, or has a `finally`"
    if game.requires or game.prefers:
        yield "`require` or `prefer` judges what it leads to"
    if any(name in cells for name in RESET) or any(
        f.until in ("action", "done") for f in game.fields.values()
    ):
        yield "captures, steps or fields of an action are asked for, which it sets back"
    if any(s.piece >= 0 and (not s.after or action.name in s.after) for s in game.settles):
        yield "settling asks which piece has moved"
    if not _only_demands(action.effects):
        yield "it changes something, or demands something of somebody else"
    elif len(_counts(action.effects) - {0}) > 1:
        yield "how many demands there are depends on a condition"
    if any(_takes_sets(demand, game) for demand in _demands(action)):
        yield "what it demands is given a set"


def _only_demands(effects: Sequence[model.Effect]) -> bool:
    for e in effects:
        match e:
            case model.Bind() | model.Demand(player=None):
                pass
            case model.Branch():
                if not (_only_demands(e.body) and _only_demands(e.otherwise)):
                    return False
            case _:
                return False
    return True


def _counts(effects: Sequence[model.Effect]) -> set[int]:
    """How many demands there may be."""
    found = {0}
    for e in effects:
        match e:
            case model.Demand():
                found = {n + 1 for n in found}
            case model.Branch():
                found = {n + m for n in found for m in _counts(e.body) | _counts(e.otherwise)}
            case _:
                pass
    return found


def _demands(action: model.Action) -> Iterator[model.Demand]:
    return (e for e in nodes(action.effects) if isinstance(e, model.Demand))


def _takes_sets(demand: model.Demand, game: model.Game) -> bool:
    named = (game.action(choice.action) for choice in demand.choices)
    return any(kind.base == "set" for action in named for _, _, kind in action.parameters)
