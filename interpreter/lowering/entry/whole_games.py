"""How a long series of random games is played: action by action through calls, or as one loop into which all is written."""

from dataclasses import dataclass

from gdl import model
from gdl.visit import nodes
from interpreter.lowering.actions.action_plan import RulePlan
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.game.inlining import inlined
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


def _floods_for_each(e: object) -> bool:
    """Whether a condition takes a flood for each of several elements."""
    loops = (x for x in nodes(e) if isinstance(x, model.Quantified | model.Comprehension))
    return any(isinstance(part, model.Reached) for loop in loops for part in nodes(_asked(loop)))


def _asked(loop: model.Quantified | model.Comprehension) -> object:
    """What a loop asks of each element."""
    return loop.body if isinstance(loop, model.Quantified) else (loop.condition, loop.value)


def series_plan(rules: RulePlan, facts: Facts) -> WholeGames | ByActions:
    game, features = facts.game, facts.features
    span, found = next(iter(game.turns.values())).span, list[Refused]()

    def refuse(why: str) -> None:
        found.append(Refused("whole games", why, span))

    if features.has_demands:
        refuse("actions demand others, which wait in memory")
    elif facts.players > MOST_COPIES:
        refuse("each player would have a copy of the code")
    flood = next((e for e in game.ends if _floods_for_each(inlined(e.condition, game))), None)
    if flood is not None:
        why = "an end takes a flood for each of several elements, beside which an action is short"
        found.append(Refused("whole games", why, flood.span))
    for turn in game.turns.values():
        for action in map(rules.actions.__getitem__, turn.names):
            if not action.is_counted and action.lone is None:
                why = "its candidates are not just counted, so that states are kept in memory"
                found.append(Refused("whole games", why, action.action.span))
    return ByActions(refusals(*found)) if found else WholeGames(facts.players)
