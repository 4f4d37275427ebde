"""Which parts of the language a game uses: what it does not use costs nothing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gdl.core import model
from gdl.core.rules import has_payoffs, played, with_effects
from gdl.core.traits import has
from gdl.core.visit import nodes


@dataclass(frozen=True, slots=True)
class Features:
    """`builtins`: the names of those that some rule asks for. `asked`: how often the rules ask for each definition."""

    builtins: frozenset[str]
    asked: Mapping[str, int]
    has_payoffs: bool
    has_demands: bool
    has_chance: bool
    deals: bool  # chance has a part in the set-up
    is_once: bool  # some action is done once per outcome
    is_any_order: bool  # the steps of some action may be done in any order

    @property
    def counts_captures(self) -> bool:
        return bool(self.builtins & {"captures", "captured"})


def features_of(game: model.Game) -> Features:
    all_nodes = list(nodes(played(game)))
    repeated = [a.again for a in game.actions if a.again is not None]
    return Features(
        builtins=frozenset(e.name for e in all_nodes if isinstance(e, model.Builtin)),
        asked=Counter(e.definition for e in all_nodes if isinstance(e, model.Apply)),
        has_payoffs=has_payoffs(game),
        has_demands=has(with_effects(game), "demands"),
        has_chance=game.has_chance or has(with_effects(game), "draws"),
        deals=has(game.setup, "draws"),
        is_once=any(again.is_once for again in repeated),
        is_any_order=any(again.is_any_order for again in repeated),
    )
