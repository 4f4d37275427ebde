"""How a long series of random games is played: action by action through calls, or as one loop into which all is written."""

from dataclasses import dataclass

from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.plans.actions import RulePlan
from interpreter.lowering.refusals import Refused, refusals

MOST_COPIES = 4  # of the code of an action, one for each player


@dataclass(frozen=True, slots=True)
class WholeGames:
    """One loop into which all is written, once for each player: it keeps the state in registers, and who moves is known."""

    copies: int


@dataclass(frozen=True, slots=True)
class ByActions:
    """A call for each action. `refused`: why it is not one loop."""

    refused: tuple[Refused, ...]


def series_plan(rules: RulePlan, facts: Facts) -> WholeGames | ByActions:
    game, features = facts.game, facts.features
    span, found = next(iter(game.turns.values())).span, list[Refused]()

    def refuse(why: str) -> None:
        found.append(Refused("whole games", why, span))

    if features.has_demands:
        refuse("actions demand others, which wait in memory")
    elif facts.players > MOST_COPIES:
        refuse("each player would have a copy of the code")
    for turn in game.turns.values():
        for action in map(rules.actions.__getitem__, turn.names):
            if not action.is_counted and action.lone is None:
                why = "its candidates are not just counted, so that states are kept in memory"
                found.append(Refused("whole games", why, action.action.span))
    return ByActions(refusals(*found)) if found else WholeGames(facts.players)
