"""What the lowering decides about a game before it begins: how pieces are named, how sets are kept, how many pieces there may be.

*By site.* Where no piece is remembered beyond an action, and each has a site of its own, a piece is named by its site:
then a position is little more than a few sets of sites.

*By identity.* Otherwise every piece has a number, with its kind, owner, place and fields in cells, and places hold
chains of pieces: `first` of a place, `next` of a piece. Pools are kept in the order of the language (by kind, owner
and fields), so that iterating needs no sorting.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from gdl import model
from gdl.builtins import facts
from gdl.limits import MANY_SITES
from gdl.types import NONE, SITE, Type
from gdl.visit import followed, nodes
from interpreter import ir
from interpreter.lowering.order import ordered_names
from interpreter.numbering import NO_NUMBER

ARGUMENT_ITEMS = 24  # of a set given to a demanded choice
MOST_TOPS = (
    128  # sites of a board of stacks whose topmost pieces are kept: on larger ones most stacks are low
)
SPARE = 24  # places for pieces of a position that has more than the set-up


@dataclass(frozen=True)
class Plan:
    """What the lowering decides about a game before it begins."""

    game: model.Game
    initial_pieces: int

    @cached_property
    def sites(self) -> int:
        return len(self.game.board.sites)

    @cached_property
    def players(self) -> int:
        return len(self.game.players)

    @cached_property
    def kinds(self) -> int:
        return max(1, len(self.game.kinds))

    @property
    def board_is_growing(self) -> bool:
        return self.game.board.is_growing

    @cached_property
    def has_many_sites(self) -> bool:
        """Whether sets of sites are lists, and the board an array of words: on a very large one whose rules ask for no
        floods, walks or the like."""
        return self.sites > MANY_SITES and not any(map(_wants_sets, nodes(self.everything)))

    @cached_property
    def places(self) -> int:
        return self.sites + self.game.pool_slots

    @cached_property
    def by_site(self) -> bool:
        game = self.game
        if game.board.is_stacking or game.pools or self.has_many_sites:
            return False
        if any(f.type.base == "piece" for f in game.fields.values()):
            return False
        if any(is_of_pieces(t) for a in game.actions if a.form == "choice" for _, _, t in a.parameters):
            return False
        if self.ordered and any(
            isinstance(e, model.Local) and e.slot in self.ordered and is_of_pieces(e.type)
            for e in nodes(self.everything)
        ):
            return False
        return not any(_moves_in_a_loop(e) for e in nodes(self.rules))

    @cached_property
    def rules(self) -> tuple[object, ...]:
        """Everything that effects can stand in."""
        return self.game.setup, self.game.actions, self.game.settles

    @cached_property
    def everything(self) -> tuple[object, ...]:
        g = self.game
        return (
            *self.rules,
            tuple(g.definitions.values()),
            g.requires,
            g.prefers,
            g.ends,
            g.skips,
            tuple(g.turns.values()),
            g.limit_result,
            tuple(g.histories.values()),
        )

    @cached_property
    def keeps_tops(self) -> bool:
        """Whether the topmost piece of each site is kept, beside the chain that begins with the lowest."""
        return self.game.board.is_stacking and self.sites <= MOST_TOPS

    @cached_property
    def builtins(self) -> frozenset[str]:
        return frozenset(e.name for e in nodes(self.everything) if isinstance(e, model.Builtin))

    @cached_property
    def capacity(self) -> int:
        """How many pieces there can be, when they have numbers."""
        made = [
            e
            for e in nodes((self.game.actions, self.game.settles))
            if isinstance(e, model.Place | model.Stock)
        ]
        if not made:
            return max(1, self.initial_pieces)
        if all(_comes_for_captured(a, self.game) for a in self.game.actions):
            return self.initial_pieces + SPARE
        if self.game.board.is_stacking or any(isinstance(e, model.Stock) for e in made):
            return self.initial_pieces + 512
        return self.initial_pieces + self.sites + 64

    @cached_property
    def piece_width(self) -> int:
        return 8 if self.capacity <= 127 else 16

    @cached_property
    def has_demands(self) -> bool:
        return any(isinstance(e, model.Demand) for e in nodes(self.rules))

    @cached_property
    def demanded(self) -> frozenset[str]:
        """The actions that some demand names."""
        demands = (e for e in nodes(self.rules) if isinstance(e, model.Demand))
        return frozenset(c.action for e in demands for c in e.choices)

    @cached_property
    def alternatives(self) -> int:
        return max((len(e.choices) for e in nodes(self.rules) if isinstance(e, model.Demand)), default=1)

    @cached_property
    def argument_words(self) -> int:
        """The most words that the arguments of one demanded action take."""
        sizes = [sum(self.words(t, slot) for _, slot, t in a.parameters) for a in self.game.actions]
        return max(sizes, default=0)

    @property
    def alternative_words(self) -> int:
        return 1 + self.argument_words

    @property
    def demand_words(self) -> int:
        """Player, word, number of alternatives; then for each its action and arguments."""
        return 3 + self.alternatives * self.alternative_words

    @cached_property
    def is_once(self) -> bool:
        """Whether some action is done once per outcome."""
        return any(a.again is not None and a.again.is_once for a in self.game.actions)

    @cached_property
    def has_payoffs(self) -> bool:
        return any(isinstance(e, model.Result) and e.form == "payoff" for e in nodes(self.everything))

    def keeps_number(self, history: model.History) -> bool:
        """Whether a position's number, once asked for, holds until the next action: nothing that it reads changes when
        the turn passes on, and no demand is made by itself in between."""
        if self.has_demands or any(f.until in ("done", "turn") for f in self.game.fields.values()):
            return False
        return not any(
            isinstance(e, model.CanMake) or (isinstance(e, model.Builtin) and facts(e.name).passes)
            for e in followed(history.features, self.game.definitions)
        )

    @cached_property
    def counts_captures(self) -> bool:
        return bool(self.builtins & {"captures", "captured"})

    @cached_property
    def board_fields(self) -> tuple[model.Field, ...]:
        return tuple(self.game.fields.values())

    @cached_property
    def piece_fields(self) -> tuple[model.Field, ...]:
        return tuple(f for f in self.game.fields.values() if f.holder == "piece")

    @cached_property
    def may_be_none(self) -> frozenset[int]:
        """Names that may hold none whatever their type says: parameters that are given it, choices from sets with it."""
        given: list[tuple[int, model.Expr]] = []
        for e in nodes(self.everything):
            match e:
                case model.Apply():
                    slots = [slot for _, slot, _ in self.game.definitions[e.definition].parameters]
                    given.extend(zip(slots, e.arguments, strict=True))
                case model.Demanded():
                    slots = [slot for _, slot, _ in self.game.action(e.action).parameters]
                    given.extend(zip(slots, e.arguments, strict=True))
                case model.Bind():
                    given.append((e.slot, e.value))
                case model.Choose() | model.Comprehension() | model.Quantified() if _holds_none(e.source):
                    given.append((e.slot, model.Const(e.span, NONE, None)))
        found: set[int] = set()
        while True:
            more = {slot for slot, e in given if may_be_none(e, found, self.game)} - found
            if not more:
                return frozenset(found)
            found |= more

    # ---- types

    def domain(self, kind: Type) -> int | None:
        """How many values a type has, if sets of it are kept as bits."""
        match kind.base:
            case "site":
                return None if self.has_many_sites else self.sites
            case "piece":
                return self.sites if self.by_site else None
            case "player":
                return self.players
            case "kind":
                return self.kinds
            case "direction":
                return max(1, len(self.game.board.directions))
            case "symbol":
                return len(kind.symbols)
            case "bool":
                return 2
        return None

    def set_type(self, kind: Type) -> ir.Type:
        """How a set of such elements is kept."""
        size = self.domain(kind)
        if size is not None:
            return ir.bits(size)
        limit = {"piece": self.capacity, "site": self.sites}.get(kind.base, 256)
        return ir.list_(min(4096, max(1, limit)))

    @cached_property
    def ordered(self) -> frozenset[int]:
        """The names of sets that are lists, since their order may not be that of their elements' numbers."""
        return ordered_names(self.game)

    def kept_type(self, kind: Type, slot: int | None) -> ir.Type:
        """How a set is kept in a name."""
        element = kind.element or kind
        size = self.domain(element)
        return ir.list_(size) if slot in self.ordered and size is not None else self.set_type(element)

    def words(self, kind: Type, slot: int | None = None) -> int:
        """How many words an argument of a demanded choice takes."""
        if kind.base != "set":
            return 1
        kept = self.kept_type(kind, slot)
        return (kept.size + 63) // 64 if kept.name == "bits" else 1 + ARGUMENT_ITEMS

    def none_of(self, kind: Type) -> int:
        return NO_NUMBER if kind.base == "number" else ir.NONE


def _holds_none(e: model.Expr) -> bool:
    """Whether a set is written with none in it."""
    return any(
        isinstance(x, model.Const) and (x.value is None or (isinstance(x.value, tuple) and None in x.value))
        for x in nodes(e)
    )


def may_be_none(e: model.Expr, names: AbstractSet[int], game: model.Game) -> bool:
    if e.type.is_optional or e.type.base == "none":
        return True
    match e:
        case model.Local():
            return e.slot in names
        case model.Attribute():  # what a kind's table does not say
            return e.type.base not in ("number", "bool", "text", "set")
        case model.If():
            return may_be_none(e.then, names, game) or may_be_none(e.otherwise, names, game)
        case model.Apply():
            return may_be_none(game.definitions[e.definition].body, names, game)
        case model.Builtin(name="rival" | "after" | "opposite" | "turned"):
            return any(may_be_none(a, names, game) for a in e.arguments)
    return False


def is_of_pieces(kind: Type) -> bool:
    return kind.base == "piece" or (kind.element is not None and kind.element.base == "piece")


def _comes_for_captured(action: model.Action, game: model.Game) -> bool:
    """Whether the only new pieces of an action, and of what settles after it, are one for each kind that it has captured, or
    for a piece that it takes away: there are hardly ever more of them than have just gone."""
    settles = [s for s in game.settles if not s.after or action.name in s.after]
    bodies = [action.effects, action.finals, *(s.body for s in settles)]
    making = [body for body in bodies if _made(body) and not _is_balanced(body)]
    if not making:
        return True
    if action.again is not None or len(making) > 1 or any(s.until_stable and _made(s.body) for s in settles):
        return False
    made = _made(making[0])
    loops = [
        e
        for e in making[0]
        if isinstance(e, model.ForEach) and len(e.generators) == 1 and _is_captured(e.generators[0][1])
    ]
    return len(made) == 1 and any(e is made[0] and _is_one(made[0]) for loop in loops for e in loop.body)


def _is_balanced(effects: tuple[model.Effect, ...]) -> bool:
    """Whether as many named pieces are taken away as new ones are put on single sites."""
    gone = [e.pieces for e in effects if isinstance(e, model.Remove)]
    named = sum(isinstance(p, model.Local) for pieces in gone for p in getattr(pieces, "items", ()))
    made = _made(effects)
    singles = [e for e in made if isinstance(e, model.Place) and getattr(e.sites, "name", "") == "single"]
    return len(made) == len(singles) <= named and all(any(e is x for x in effects) for e in made)


def _made(effects: tuple[model.Effect, ...]) -> "list[model.Place | model.Stock]":
    """The effects that make pieces."""
    return [e for e in nodes(effects) if isinstance(e, model.Place | model.Stock)]


def _is_one(e: "model.Place | model.Stock") -> bool:
    return isinstance(e, model.Stock) and isinstance(e.times, model.Const) and e.times.value == 1


def _is_captured(e: model.Expr) -> bool:
    """What this action has captured, or a value for each of it."""
    match e:
        case model.Builtin(name="captured"):
            return True
        case model.Comprehension(is_bag=False):
            return _is_captured(e.source)
    return False


def _moves_in_a_loop(e: object) -> bool:
    """A loop over pieces that moves pieces, or one along paths: then the pieces must keep their names."""
    match e:
        case model.ForEach():
            over_pieces = any(
                is_of_pieces(s.type)
                for s in (*(g[1] for g in e.generators), *nodes(e.generators))
                if isinstance(s, model.Node)
            )
            made = any(isinstance(x, model.Place) for x in nodes(e.body))
            gone = any(isinstance(x, model.Remove) for x in nodes(e.body))
            moved = any(isinstance(x, model.Shift | model.Swap) for x in nodes(e.body))
            return over_pieces and (moved or (made and gone))
        case model.ForPath() | model.Simultaneously():
            return any(isinstance(x, model.Shift | model.Swap) for x in nodes(e.body))
    return False


# ---- cells -----------------------------------------------------------------------------------------


def _wants_sets(e: object) -> bool:
    """Whether an expression or path is worked out on sets of sites, however large the board."""
    match e:
        case model.Reached() | model.PathEnds() | model.Walk():
            return True
        case model.Attribute() | model.Builtin() if e.type.base == "set" and e.type.element == SITE:
            is_plain = isinstance(e, model.Builtin) and e.name in ("sites", "union", "difference", "single")
            return not (
                is_plain
                or (isinstance(e, model.Builtin) and e.name == "neighbours" and len(e.arguments) == 1)
            )
    return False
