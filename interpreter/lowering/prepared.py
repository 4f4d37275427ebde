"""Rewrites of a checked game, and facts about it: enough to lay out its states and to read them, before anything is lowered.

Where machine code is kept on disk, nothing else of the lowering is ever loaded.
"""

from collections.abc import Callable

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.lowering.facts.facts import Facts, facts_of
from interpreter.lowering.facts.piece_plan import PiecePlan
from interpreter.lowering.function import Function
from interpreter.lowering.game.action_rewrites import with_first_conditions, with_known_paths
from interpreter.lowering.game.known_numbers import with_few_values_written_out, with_fraction_indices
from interpreter.lowering.game.partial_evaluation import with_constants
from interpreter.lowering.game.preferences import with_preferred_groups
from interpreter.lowering.memory import Occupancy, PieceStore
from interpreter.lowering.store.by_kind import KindStore
from interpreter.lowering.store.by_site import SiteStore
from interpreter.lowering.store.numbered import NumberedStore
from interpreter.lowering.store.occupancy import SiteSets, SiteWords
from interpreter.lowering.store.places import ChainedPlaces, Places, SinglePlaces, StackedPlaces

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


def store_for(pieces: PiecePlan) -> PieceStore[Function]:
    """The store of a game: by how its pieces are named and how places hold them."""
    occupancy: Occupancy[Function] = SiteWords() if pieces.is_huge else SiteSets()
    if pieces.are_named_by_site:
        return SiteStore(occupancy)
    if pieces.are_kinds:
        return KindStore(SiteSets())
    places: Places
    if pieces.keeps_tops:
        places = StackedPlaces(occupancy)
    elif pieces.has_chains:
        places = ChainedPlaces(occupancy, pieces.is_stacking)
    else:
        places = SinglePlaces(occupancy)
    return NumberedStore(occupancy, places, pieces.is_stacking, pieces.has_pools)
