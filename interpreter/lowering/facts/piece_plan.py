"""How pieces are named, how many there may be, and which sets of sites say where they are.

*By site.* Where no piece is remembered beyond an action and each has a site of its own, a piece is named by its site. A
position is then little more than a few sets of sites.

*By number.* Otherwise every piece has a number, with its kind, owner, place and fields in cells, and places hold chains of
pieces. Pools keep the order of the language (by kind, owner and fields), so that iterating needs no sorting.

*By kind.* Where all pieces lie in pools and each kind has one piece at most, as the cards of a deck, a piece is named by its
kind, and a pool is a set of kinds.
"""

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from gdl.core import model
from gdl.core.builtins import TOUCHING
from gdl.core.rules import played, with_effects
from gdl.core.traits import doing, has
from gdl.core.types import SITE, Type
from gdl.core.visit import nodes
from gdl.limits import MANY_SITES
from gdl.platform.dataclass import dataclass

# ---- cards
#
# That each kind has one piece is not proved: a deck may be made again, once the cards have been removed, and whether they have
# been is known in play. So the rules must look as if it were so, a piece that comes twice is refused in play, and the reference
# engine goes on from there.

MOST_KINDS = 128  # two words of a set


def are_cards(game: model.Game) -> bool:
    """Whether pieces may be named by their kinds."""
    if game.board.sites or not game.pools or not 1 < len(game.kinds) <= MOST_KINDS:
        return False
    if any(pool.is_ordered for pool in game.pools.values()):
        return False
    if any(field.holder == "piece" for field in game.fields.values()):
        return False
    if any(map(_changes_pieces, nodes(with_effects(game)))):
        return False
    return all(_makes_each_once(unit, is_setup) for unit, is_setup in _units(game))


def has_owners(game: model.Game) -> bool:
    """Whether rules give pieces owners."""
    effects = list(nodes(with_effects(game)))
    return any(
        (isinstance(e, model.Stock) and e.owner is not None)
        or (isinstance(e, model.SetField) and e.field == "owner" and e.field not in game.fields)
        for e in effects
    )


def _units(game: model.Game) -> Iterator[tuple[object, bool]]:
    """The rules that are done as one, and whether they are the set-up."""
    yield game.setup, True
    for action in game.actions:
        yield (action.effects, action.finals), False
        if action.again is not None and has(action.effects, "makes"):
            yield (action.effects, action.effects), False  # twice, which is too often
    for settling in game.settles:
        yield settling.body, False


def _changes_pieces(e: object) -> bool:
    """Whether an effect gives a piece another kind, or is done on several pieces at once."""
    match e:
        case model.SetField(field="kind") | model.Simultaneously():
            return True
    return False


def _makes_each_once(unit: object, is_setup: bool) -> bool:
    """Whether a rule makes no pieces; or one of each kind, after others were removed if it is not the set-up."""
    makes = list(doing(unit, "makes"))
    if not makes:
        return True
    loops = [e for e in nodes(unit) if isinstance(e, model.ForEach | model.ForPath) and has(e.body, "makes")]
    if len(makes) != 1 or len(loops) != 1 or not (is_setup or has(unit, "removes")):
        return False
    return isinstance(loop := loops[0], model.ForEach) and _is_of_each_kind(loop)


def _is_of_each_kind(loop: model.ForEach) -> bool:
    match loop:
        case model.ForEach(
            generators=((slot, model.Const(value=tuple(kinds))),),
            body=(model.Stock(kind=model.Local(slot=made), times=model.Const(value=1)),),
        ):
            return made == slot and len(set(kinds)) == len(kinds)
    return False


# sites of a board of stacks whose topmost pieces are kept: on larger ones most stacks are low
MOST_TOPS = 128
FEW_KINDS = 3  # of which sets of sites tell as soon as a cell for each site would, and are kept in any case
SPARE = 24  # places for pieces of a position that has more than the set-up
SPARE_IN_STACKS = 512  # the same where pieces are made in pools or on stacks
SPARE_ON_SITES = 64  # the same beside one piece a site
FEW_PIECES = 16  # along which a walk is as short as a note of where it may begin


class Naming(Enum):
    """What stands for a piece in machine code."""

    BY_SITE = auto()
    BY_NUMBER = auto()
    BY_KIND = auto()


@dataclass(frozen=True, slots=True)
class PiecePlan:
    """`capacity`: how many pieces there can be at once. `places`: the sites and, behind them, the pools.

    `is_huge`: most of the board is unused: it is an array of words, and sets of sites are lists. `has_sets`: whose
    pieces are seen where, and of which kinds, are sets of sites. `has_kind_cells`: the kind of each piece has a cell; else
    the sets tell it. `keeps_tops`: the topmost piece of each site is kept
    beside its chain. `counts_pools`: how many each pool holds is kept. `has_owners`: whose each piece is has a cell.
    """

    naming: Naming
    capacity: int
    places: int
    is_huge: bool
    is_stacking: bool
    keeps_tops: bool
    has_sets: bool
    has_kind_sets: bool
    has_kind_cells: bool
    has_pools: bool
    counts_pools: bool
    has_owners: bool

    @property
    def are_named_by_site(self) -> bool:
        return self.naming is Naming.BY_SITE

    @property
    def are_kinds(self) -> bool:
        return self.naming is Naming.BY_KIND

    @property
    def has_chains(self) -> bool:
        """Whether a place may hold several pieces."""
        return self.naming is Naming.BY_NUMBER and (self.has_pools or self.is_stacking)

    @property
    def notes_walks(self) -> bool:
        """Whether notes beside the states say where a walk along a pool may begin."""
        return self.naming is Naming.BY_NUMBER and self.has_pools and self.capacity > FEW_PIECES

    @property
    def width(self) -> int:
        """The bits of a cell that holds a piece."""
        return 8 if self.capacity <= 127 else 16


def piece_plan(game: model.Game, ordered: frozenset[int], initial_pieces: int, are_kinds: bool) -> PiecePlan:
    """`are_kinds`: pieces may be named by their kinds."""
    sites, board = len(game.board.sites), game.board
    is_sparse = sites > MANY_SITES and (board.is_growing or board.is_stacking)
    is_huge = is_sparse and not any(map(_wants_sets, nodes(played(game))))
    naming = Naming.BY_KIND if are_kinds else _naming(game, ordered, is_huge)
    keeps_tops = board.is_stacking and sites <= MOST_TOPS
    has_sets = bool(sites) and not is_huge and (keeps_tops or not board.is_stacking)
    is_told_by_sets = naming is Naming.BY_SITE and has_sets and len(game.kinds) <= FEW_KINDS
    capacity = len(game.kinds) if are_kinds else _capacity(game, initial_pieces)
    return PiecePlan(
        naming=naming,
        capacity=capacity,
        places=sites + game.pool_slots,
        is_huge=is_huge,
        is_stacking=board.is_stacking,
        keeps_tops=keeps_tops,
        has_sets=has_sets,
        has_kind_sets=has_sets and len(game.kinds) > 1,
        has_kind_cells=len(game.kinds) > 1 and not is_told_by_sets and not are_kinds,
        has_pools=bool(game.pools),
        counts_pools=naming is Naming.BY_NUMBER and any(map(_counts_a_pool, nodes(played(game)))),
        has_owners=naming is Naming.BY_NUMBER or (are_kinds and has_owners(game)),
    )


def _counts_a_pool(e: object) -> bool:
    """Whether the number of a pool's pieces is asked for, or one of them is drawn."""
    match e:
        case model.Builtin(name="count", arguments=(model.PoolOf(),)) | model.Chance(source=model.PoolOf()):
            return True
    return False


def is_of_pieces(kind: Type) -> bool:
    return kind.base == "piece" or (kind.element is not None and kind.element.base == "piece")


# ---- names


def _naming(game: model.Game, ordered: frozenset[int], is_huge: bool) -> Naming:
    if game.board.is_stacking or game.pools or is_huge or _is_remembered(game):
        return Naming.BY_NUMBER
    names = (e for e in nodes(played(game)) if isinstance(e, model.Local))
    if ordered and any(e.slot in ordered and is_of_pieces(e.type) for e in names):
        return Naming.BY_NUMBER
    if any(map(_moves_several, nodes(with_effects(game)))):
        return Naming.BY_NUMBER
    return Naming.BY_SITE


def _is_remembered(game: model.Game) -> bool:
    """Whether a field or a demanded choice may hold a piece."""
    if any(f.type.base == "piece" for f in game.fields.values()):
        return True
    choices = (a for a in game.actions if a.form == "choice")
    return any(is_of_pieces(kind) for a in choices for _, _, kind in a.parameters)


def _moves_several(e: object) -> bool:
    """Whether an effect moves several pieces, so that they must keep their names: a loop over pieces or along paths, or all at once."""
    match e:
        case model.ForEach():
            sources = (s for s in nodes(e.generators) if isinstance(s, model.Node))
            over_pieces = any(is_of_pieces(s.type) for s in sources)
            return over_pieces and (has(e.body, "moves") or (has(e.body, "makes") and has(e.body, "removes")))
        case model.ForPath() | model.Simultaneously():
            return has(e.body, "moves")
    return False


def _wants_sets(e: object) -> bool:
    """Whether an expression or path is evaluated on sets of sites, however large the board."""
    match e:
        case model.Reached() | model.PathEnds() | model.Walk():
            return True
        case model.Attribute() | model.Builtin() if e.type.base == "set" and e.type.element == SITE:
            if not isinstance(e, model.Builtin):
                return True
            if e.name in ("sites", "borders", "nodes", "union", "difference", "single", *TOUCHING):
                return False
            return not (e.name == "neighbours" and len(e.arguments) == 1)
    return False


# ---- how many


def _capacity(game: model.Game, initial_pieces: int) -> int:
    """How many pieces there can be, when they have numbers."""
    made = list(_making((game.actions, game.settles)))
    if not made:
        return max(1, initial_pieces)
    if all(_replaces_captured(a, game) for a in game.actions):
        return initial_pieces + SPARE
    if game.board.is_stacking or any(isinstance(e, model.Stock) for e in made):
        return initial_pieces + SPARE_IN_STACKS
    return initial_pieces + len(game.board.sites) + SPARE_ON_SITES


def _making(effects: object) -> Iterable[model.Place | model.Stock]:
    """The effects that make pieces."""
    return [e for e in doing(effects, "makes") if isinstance(e, model.Place | model.Stock)]


def _replaces_captured(action: model.Action, game: model.Game) -> bool:
    """Whether the only new pieces of an action, and of what settles after it, replace pieces that have just gone.

    They are one for each kind that it has captured, or one for a piece that it takes away.
    """
    settles = game.settles_after(action.name)
    bodies = [action.effects, action.finals, *(s.body for s in settles)]
    making = [body for body in bodies if _making(body) and not _is_balanced(body)]
    if not making:
        return True
    is_repeated = action.again is not None or any(s.until_stable and _making(s.body) for s in settles)
    if is_repeated or len(making) > 1:
        return False
    made = list(_making(making[0]))
    return len(made) == 1 and _is_one(made[0]) and any(e is made[0] for e in _of_each_captured(making[0]))


def _of_each_captured(effects: tuple[model.Effect, ...]) -> Iterator[model.Effect]:
    """What is done once for each captured piece."""
    for e in effects:
        if isinstance(e, model.ForEach) and len(e.generators) == 1 and _is_captured(e.generators[0][1]):
            yield from e.body


def _is_balanced(effects: tuple[model.Effect, ...]) -> bool:
    """Whether as many named pieces are taken away as new ones are put on single sites."""
    gone = [e.pieces for e in effects if isinstance(e, model.Remove)]
    named = sum(isinstance(p, model.Local) for pieces in gone for p in getattr(pieces, "items", ()))
    made = list(_making(effects))
    singles = [e for e in made if isinstance(e, model.Place) and getattr(e.sites, "name", "") == "single"]
    return len(made) == len(singles) <= named and all(any(e is x for x in effects) for e in made)


def _is_one(e: model.Place | model.Stock) -> bool:
    return isinstance(e, model.Stock) and isinstance(e.times, model.Const) and e.times.value == 1


def _is_captured(e: model.Expr) -> bool:
    """Whether a set is what this action has captured, or holds a value for each of it."""
    match e:
        case model.Builtin(name="captured"):
            return True
        case model.Comprehension(is_bag=False):
            return _is_captured(e.source)
    return False
