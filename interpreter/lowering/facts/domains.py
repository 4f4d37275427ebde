"""Which parts of the language a game uses, how many values each type has, and how a set of such values is kept: as bits where their
number is known and not too large, else as a list. What a game does not use costs nothing.
"""

from collections import Counter
from collections.abc import Mapping

from gdl.core import model
from gdl.core.rules import has_payoffs, played, with_effects
from gdl.core.traits import has
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.lowering.facts.piece_plan import PiecePlan
from interpreter.shared.numbering import NO_NUMBER


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


# ---- domains

ARGUMENT_ITEMS = 24  # elements of a list that is given to a demanded choice
MOST_NUMBERS = 256  # elements of a set of numbers
LONGEST_LIST = 4096


@dataclass(frozen=True, slots=True)
class Domains:
    """`pieces`: how many names pieces have, where sets of them are bits. `are_sites`: these names are sites.

    `ordered`: the names of sets that are lists.
    """

    sites: int
    players: int
    kinds: int
    directions: int
    pieces: int | None
    are_sites: bool
    capacity: int
    has_site_sets: bool
    ordered: frozenset[int]

    def size(self, kind: Type) -> int | None:
        """How many values a type has, if sets of it are bits."""
        match kind.base:
            case "site":
                return self.sites if self.has_site_sets else None
            case "piece":
                return self.pieces
            case "player":
                return self.players
            case "kind":
                return self.kinds
            case "direction":
                return self.directions
            case "symbol":
                return len(kind.symbols)
            case "bool":
                return 2
        return None

    def set_type(self, element: Type) -> ir.Type:
        """How a set of such elements is kept."""
        size = self.size(element)
        if size is not None:
            return ir.bits(size)
        limit = {"piece": self.capacity, "site": self.sites}.get(element.base, MOST_NUMBERS)
        return ir.list_(min(LONGEST_LIST, max(1, limit)))

    def type_in_name(self, kind: Type, slot: int | None) -> ir.Type:
        """How a set is kept in a name."""
        element = kind.element or kind
        size = self.size(element)
        return ir.list_(size) if slot in self.ordered and size is not None else self.set_type(element)

    def argument_words(self, kind: Type, slot: int | None = None) -> int:
        """How many words an argument of a demanded choice takes."""
        if kind.base != "set":
            return 1
        kept = self.type_in_name(kind, slot)
        return (kept.size + 63) // 64 if kept.name == "bits" else 1 + ARGUMENT_ITEMS

    def is_site_like(self, kind: Type) -> bool:
        """Whether values of a type are numbers of sites."""
        return kind.base == "site" or (kind.base == "piece" and self.are_sites)


def domains_of(game: model.Game, pieces: PiecePlan, ordered: frozenset[int]) -> Domains:
    sites = len(game.board.sites)
    return Domains(
        sites=sites,
        players=len(game.players),
        kinds=max(1, len(game.kinds)),
        directions=max(1, len(game.board.directions)),
        pieces=sites if pieces.are_named_by_site else len(game.kinds) if pieces.are_kinds else None,
        are_sites=pieces.are_named_by_site,
        capacity=pieces.capacity,
        has_site_sets=not pieces.is_huge,
        ordered=ordered,
    )


def element_of(e: model.Expr) -> Type:
    """The type of a set's elements; a value that is no set is a set of itself."""
    return e.type.element or e.type if e.type.base == "set" else e.type


def none_of(kind: Type) -> int:
    """What stands for none where a value of a type is wanted."""
    return NO_NUMBER if kind.base == "number" else ir.NONE
