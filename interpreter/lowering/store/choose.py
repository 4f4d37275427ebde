"""Which store a game has: by how its pieces are named and how places hold them."""

from interpreter.lowering.facts.piece_plan import PiecePlan
from interpreter.lowering.function import Function
from interpreter.lowering.piece_store import PieceStore
from interpreter.lowering.store.by_kind import KindStore
from interpreter.lowering.store.by_site import SiteStore
from interpreter.lowering.store.numbered import NumberedStore
from interpreter.lowering.store.occupancy import Occupancy, SiteSets, SiteWords
from interpreter.lowering.store.places import ChainedPlaces, Places, SinglePlaces, StackedPlaces


def store_for(pieces: PiecePlan) -> PieceStore[Function]:
    occupancy: Occupancy = SiteWords() if pieces.is_huge else SiteSets()
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
