"""How demands that wait lie in a state: a row of words for each.

A row is the player, the word (`WORDS`), the number of alternatives, then for each of them its action and arguments.
"""

from dataclasses import dataclass

from gdl.core import model
from gdl.core.rules import with_effects
from gdl.core.visit import nodes
from gdl.tree.words import DemandWord
from interpreter.lowering.facts.domains import Domains

WORDS: tuple[DemandWord, ...] = ("", "may", "must")
HEAD = 3  # words before the alternatives
GONE = -2  # stands in a demand for a piece that has left the game


@dataclass(frozen=True, slots=True)
class DemandPlan:
    """`actions`: those that some demand names. `alternatives`: the most that one demand has."""

    actions: tuple[model.Action, ...]
    alternatives: int
    argument_words: int  # the most words that the arguments of one action take

    @property
    def alternative_words(self) -> int:
        return 1 + self.argument_words

    @property
    def row_words(self) -> int:
        return HEAD + self.alternatives * self.alternative_words


def demand_plan(game: model.Game, domains: Domains) -> DemandPlan:
    demands = [e for e in nodes(with_effects(game)) if isinstance(e, model.Demand)]
    named = {c.action for e in demands for c in e.choices}
    sizes = [sum(domains.argument_words(t, slot) for _, slot, t in a.parameters) for a in game.actions]
    return DemandPlan(
        actions=tuple(a for a in game.actions if a.name in named),
        alternatives=max((len(e.choices) for e in demands), default=1),
        argument_words=max(sizes, default=0),
    )
