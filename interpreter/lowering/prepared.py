"""Rewrites of a checked game, and facts about it: enough to lay out its states and to read them, before anything is lowered.

Where machine code is kept on disk, nothing else of the lowering is ever loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass

from gdl.core import model
from interpreter.lowering.facts.facts import Facts, facts_of
from interpreter.lowering.function import Function
from interpreter.lowering.game.few_values import with_few_values_written_out
from interpreter.lowering.game.first_conditions import with_first_conditions
from interpreter.lowering.game.fraction_indices import with_fraction_indices
from interpreter.lowering.game.known_paths import with_known_paths
from interpreter.lowering.game.partial_evaluation import with_constants
from interpreter.lowering.game.preferences import with_preferred_groups
from interpreter.lowering.piece_store import PieceStore
from interpreter.lowering.store.choose import store_for

REWRITES: tuple[Callable[[model.Game], model.Game], ...] = (
    with_preferred_groups,
    with_fraction_indices,
    with_constants,
    with_few_values_written_out,
    with_first_conditions,
    with_known_paths,
)


@dataclass(frozen=True)
class Prepared:
    """A game before it is lowered: what is known of it, and how its pieces lie in memory."""

    facts: Facts
    pieces: PieceStore[Function]


def prepare(game: model.Game, initial_pieces: int) -> Prepared:
    """`initial_pieces`: how many there are after the set-up."""
    for rewrite in REWRITES:
        game = rewrite(game)
    facts = facts_of(game, initial_pieces)
    return Prepared(facts, store_for(facts.pieces))
