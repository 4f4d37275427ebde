"""Positions as one number each: what of a state its number is made of, and how many values each part has.

A position is packed where it is known by what stands where, by fields with few values and by who acts in which phase, and where
all this fits into one word. What is taken to be so (every piece has an owner if all that are made have one; few of a kind
in a pool) is looked at whenever a state is packed, so a wrong guess is found and never a wrong number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from gdl.core import model
from gdl.core.rules import with_effects
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.limits import DEFAULT_LIMIT
from gdl.platform.dataclass import dataclass
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.symmetries import Symmetry

BITS = 62  # of a number
_MOST_PASSES = 4  # one behind the other
_MOST_BITS = 4  # for how many pieces of one kind a pool holds
_LEAST_LIMIT = 3  # on actions


@dataclass(frozen=True, slots=True)
class Digit:
    """A field as digits, `count` of them below `radix`: its value less `low`, and one more where 0 stands for none."""

    field: model.Field
    count: int
    low: int
    radix: int
    has_none: bool


@dataclass(frozen=True, slots=True)
class Packing:
    """`owners`: how many a piece may have, nobody included where that may be; `of_pieces`: the fields of pieces on the board.

    `bits`: of a pool's number of pieces of one kind. `movers`: how many players a position tells apart.
    """

    owners: int
    of_pieces: tuple[Digit, ...]
    site_radix: int
    bits: int
    fields: tuple[Digit, ...]
    phases: int
    movers: int
    passes: int


def packing(facts: Facts, found: list[Symmetry]) -> Packing | None:
    """How positions are packed; None where they cannot be."""
    game = facts.game
    if not _is_known_by_cells(facts):
        return None
    of_pieces = _digits(facts, [x for x in game.fields.values() if x.holder == "piece"])
    fields = _digits(facts, [x for x in game.fields.values() if x.holder != "piece"])
    if of_pieces is None or fields is None:
        return None
    owners = facts.players + any(map(_makes_ownerless, nodes(with_effects(game))))
    radix = max(1, facts.kinds) * owners * prod(digit.radix for digit in of_pieces)
    movers = 1 if any(s.exchanges for s in found) else facts.players
    passes = _MOST_PASSES if "passes" in facts.features.builtins else 1
    made = Packing(owners, of_pieces, radix + 1, 0, fields, len(game.phase_order), movers, passes)
    left = (1 << BITS) // _size(facts, made)
    held = game.pool_slots * facts.kinds
    bits = min(_MOST_BITS, (left.bit_length() - 1) // held) if held and left else 0
    if not left or (held and not bits):
        return None
    return replace(made, bits=bits)


def _size(facts: Facts, p: Packing) -> int:
    """How many numbers there are, but for what pools hold."""
    radices = [p.phases, p.movers, p.passes, *[p.site_radix] * facts.sites]
    for digit in p.fields:
        radices += [digit.radix] * digit.count
    return prod(radices)


def _is_known_by_cells(facts: Facts) -> bool:
    """Whether nothing tells positions apart but pieces, fields, mover, phase and passes; the limit on actions left aside."""
    game, features = facts.game, facts.features
    board = game.board
    odd_board = board.is_stacking or board.is_growing or facts.pieces.is_huge
    odd_rules = (
        game.histories or features.has_demands or features.has_chance or game.is_hidden or game.together
    )
    counted = features.builtins & {"turn", "moves"}
    ordered = any(pool.is_ordered for pool in game.pools.values())
    return not (odd_board or odd_rules or counted or ordered) and _is_limit_left_aside(game)


def _is_limit_left_aside(game: model.Game) -> bool:
    """Whether a limit on actions matters only by how many it takes to win: with the last of them only a player who has no other
    one may have lost."""
    fallbacks = (x for turn in game.turns.values() for x in turn.fallbacks)
    is_plain = all(x.word in ("pass", "lose", "draw") for x in fallbacks)
    return game.limit >= DEFAULT_LIMIT or (game.limit >= _LEAST_LIMIT and is_plain)


def _count(facts: Facts, field: model.Field) -> int:
    counts = {"player": facts.players, "site": facts.sites, "table": field.entries if field.keys else 1}
    return counts.get(field.holder, 1)


def _digits(facts: Facts, fields: Sequence[model.Field]) -> tuple[Digit, ...] | None:
    """Fields as digits; None where one cannot be."""
    found = [_digit(facts, field, _count(facts, field)) for field in fields]
    known = tuple(digit for digit in found if digit is not None)
    return known if len(known) == len(found) else None


def _digit(facts: Facts, field: model.Field, count: int) -> Digit | None:
    """A field as digits; None where its values are too many, or are not known."""
    has_none = field.type.is_optional
    if field.type.base == "number":
        if field.bounds is None:
            return None
        low, high = field.bounds
        return Digit(field, count, low, high - low + 1 + has_none, has_none)
    size = _values(facts, field.type)
    if size is None:
        return None
    if field.type.base == "bool" and not has_none:
        return Digit(field, count, 0, 2, False)
    return Digit(field, count, -1, size + 1, False)


def _values(facts: Facts, type_: Type) -> int | None:
    return None if type_.base in ("piece", "set") else facts.domains.size(type_)


def _makes_ownerless(e: object) -> bool:
    """Whether an effect may make a piece that nobody owns."""
    match e:
        case model.Place() | model.Stock():
            return e.owner is None
        case model.SetField(field="owner"):
            return e.value.type.is_optional
    return False


def places_of_pools(game: model.Game, sites: int) -> Iterator[tuple[int, int]]:
    """Each pool's place, and the player whose it is; -1 if it is the game's."""
    for pool in game.pools.values():
        for seat, slot in enumerate(game.slots_of(pool)):
            yield sites + slot, seat if pool.holder == "player" else -1
