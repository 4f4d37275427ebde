"""All facts of a game in one value: what every stage of the lowering may look up."""

from dataclasses import field

from gdl.boards.board import Board
from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.lowering.facts.domains import Domains, Features, domains_of, element_of, features_of
from interpreter.lowering.facts.layout import DemandPlan, context_layout, demand_plan, state_layout
from interpreter.lowering.facts.order import is_canonical, ordered_names
from interpreter.lowering.facts.piece_plan import PiecePlan, are_cards, piece_plan
from interpreter.lowering.facts.tabulation import Tabulations
from interpreter.lowering.facts.value_ranges import optional_names, set_holds_none
from interpreter.shared.numbering import ActionNumbers

MOST_SITES_IN_PAIRS = 128  # beyond it a table over all pairs of sites is too large


@dataclass(frozen=True)
class Facts:
    """`ordered`: the names of sets that must keep their order. `optional`: the names that may hold none.

    `row`: the words of one action in a list.
    """

    game: model.Game
    numbers: ActionNumbers
    features: Features
    ordered: frozenset[int]
    optional: frozenset[int]
    pieces: PiecePlan
    domains: Domains
    demands: DemandPlan
    state: ir.Layout
    context: ir.Layout
    row: int
    tabulations: Tabulations = field(repr=False)

    @property
    def board(self) -> Board:
        return self.game.board

    @property
    def sites(self) -> int:
        return self.domains.sites

    @property
    def players(self) -> int:
        return self.domains.players

    @property
    def kinds(self) -> int:
        return self.domains.kinds

    def has_cell(self, name: str) -> bool:
        return name in self.state.cells

    def size_of_set(self, e: model.Expr) -> int | None:
        """How many values the elements of a set may have, if the set can be bits; one with `none` in it cannot."""
        return None if set_holds_none(e, self.game) else self.domains.size(element_of(e))

    def is_canonical(self, e: model.Expr) -> bool:
        """Whether a set comes in the order of its elements' numbers."""
        return is_canonical(e, self.game, self.ordered, self.pieces.are_kinds)

    def field(self, name: str) -> model.Field:
        return self.game.fields[name]

    @property
    def suits_pair_tables(self) -> bool:
        """Whether tables over pairs of sites serve to find out what pieces reach."""
        board = self.board
        is_plain = not board.is_stacking and not board.is_growing and not board.has_circles
        return self.pieces.has_sets and is_plain and 1 < self.sites <= MOST_SITES_IN_PAIRS

    @property
    def piece_fields(self) -> tuple[model.Field, ...]:
        return tuple(f for f in self.game.fields.values() if f.holder == "piece")


def facts_of(game: model.Game, initial_pieces: int) -> Facts:
    """All facts. `initial_pieces`: how many there are after the set-up."""
    features = features_of(game)
    are_kinds = are_cards(game)
    ordered = ordered_names(game, are_kinds)
    pieces = piece_plan(game, ordered, initial_pieces, are_kinds)
    domains = domains_of(game, pieces, ordered)
    demands = demand_plan(game, domains)
    row = max((_row_words(a.again) for a in game.actions), default=1)
    return Facts(
        game=game,
        numbers=ActionNumbers(game),
        features=features,
        ordered=ordered,
        optional=optional_names(game),
        pieces=pieces,
        domains=domains,
        demands=demands,
        state=state_layout(game, features, pieces, domains, demands),
        context=context_layout(features, domains, row, pieces.notes_walks),
        row=row,
        tabulations=Tabulations(game, domains),
    )


def _row_words(again: model.Again | None) -> int:
    """An action's number; of one that repeats its index, its depth, its steps' codes and perhaps its outcome."""
    return 1 if again is None else 3 + again.most + again.is_once
