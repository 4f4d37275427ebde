"""Comparisons of numbers of sites as set algebra: fields of few values, and sums and counts over what is near each site.

`count(n in neighbours(s) where n is own) > 2` is computed for all s at once: the set of own pieces is shifted along every
distance between related sites, and the shifted sets are added up digit by digit. The sum is thus turned round: from each
site that counts to those for which it counts.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from gdl.core import model
from gdl.core.types import NUMBER
from gdl.core.visit import nodes, reads
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Const, Expr, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, those
from interpreter.lowering.game.partial_evaluation import asks_owner, inlined, with_owner
from interpreter.lowering.game.pieces_as_sites import SitesGiven, over_sites, with_pieces_as_sites
from interpreter.lowering.store.occupancy import of_owner
from interpreter.lowering.values.conditions.of_sites import way_to
from interpreter.lowering.values.conditions.plan import Answer, Slots, no_algebra
from interpreter.lowering.values.sets import questions

MOST_VALUES = 8  # of a field that is taken apart into digits
# distances between related sites: neighbours on hexes and squares, leaps, what is two steps away
MOST_SHIFTS = 32


class NumberPlan(Protocol):
    """A number of each site, not below 0."""

    def planes(self, f: Function, size: int) -> list[Expr]:
        """Its digits, the least first."""


def compared(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """Two numbers of which at least one is a sum, a count or a field of the site that is looked for."""
    if not isinstance(e, model.Compare) or e.left.type.base != "number" or e.right.type.base != "number":
        return None
    flat = inlined(e, scope.game)
    if not any(map(_is_worth_it, nodes(flat))):
        return None
    left, right = _planned(flat.left, slots, scope), _planned(flat.right, slots, scope)
    if left is None or right is None:
        return no_algebra(
            e, "one of the numbers is no known one, and no field, sum or count over sites near the element"
        )
    if isinstance(left, Known) and isinstance(right, Known):
        return None
    return Compared(e.operator, left, right)


def some_near(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """Something is related to the site that is looked for: the sets of what is related are shifted, and joined."""
    if not isinstance(e, model.Quantified) or e.is_all:
        return None
    flat: model.Expr = inlined(e, scope.game)
    if not isinstance(flat, model.Quantified):  # whether it holds is known before the play
        return None
    of = those(flat.slot, flat.source, flat.body, flat.span)
    found = _sum(model.Builtin(flat.span, NUMBER, "count", (of,)), slots, scope)
    return SomeNear(found) if isinstance(found, NearSum) else None


@dataclass(frozen=True, slots=True)
class SomeNear:
    """Something is related to the site."""

    of: "NearSum"

    def members(self, f: Function, size: int) -> Expr:
        return self.of.anywhere(f, size)


def _is_worth_it(e: object) -> bool:
    return isinstance(e, model.GetField) or (isinstance(e, model.Builtin) and e.name in ("sum", "count"))


@dataclass(frozen=True, slots=True)
class Compared:
    """Numbers of all sites, compared digit by digit."""

    operator: str
    left: NumberPlan
    right: NumberPlan

    def members(self, f: Function, size: int) -> Expr:
        if self.operator == "=" and isinstance(self.left, NearSum) and self.right == Known(0):
            return op.complement(self.left.anywhere(f, size))
        left, right = self.left.planes(f, size), self.right.planes(f, size)
        if self.operator == "=":
            found = same(left, right, size)
        else:
            found = less(left, right, size, self.operator == "<=")
        return f.b.materialize(found)


def _planned(e: model.Expr, slots: Slots, scope: Scope) -> NumberPlan | None:
    for strategy in _NUMBERS:
        found = strategy(e, slots, scope)
        if found is not None:
            return found
    return None


# ---- known numbers and fields


def _known(e: model.Expr, slots: Slots, scope: Scope) -> NumberPlan | None:
    match e:
        case model.Const(value=int(value)) if not isinstance(value, bool) and value >= 0:
            return Known(value)
    return None


@dataclass(frozen=True, slots=True)
class Known:
    """The same number everywhere."""

    value: int

    def planes(self, f: Function, size: int) -> list[Expr]:
        digits = [self.value >> k & 1 for k in range(self.value.bit_length())]
        return [op.full_set(size) if digit else op.empty_set(size) for digit in digits]


def _field(e: model.Expr, slots: Slots, scope: Scope) -> NumberPlan | None:
    """A field of few values: of the site, of the piece with that name, or of the piece on the site."""
    if not isinstance(e, model.GetField) or e.holder is None or scope.facts.pieces.is_huge:
        return None
    field, holder = scope.facts.field(e.field), e.holder
    if field.bounds is None or field.type.base != "number" or field.type.is_optional:
        return None
    least, most = field.bounds
    if least < 0 or most - least >= MOST_VALUES:
        return None
    of_piece = isinstance(holder, model.Builtin) and holder.name == "piece"
    if isinstance(holder, model.Builtin) and holder.name == "piece":
        (holder,) = holder.arguments
    way = way_to(holder, slots, scope)
    is_fitting = (
        field.holder == "piece" if of_piece or holder.type.base == "piece" else field.holder == "site"
    )
    if way != () or not is_fitting or (field.holder == "piece" and scope.facts.domains.pieces is None):
        return None
    return FieldOfSite(e.field, of_piece)


@dataclass(frozen=True, slots=True)
class FieldOfSite:
    """A field of few values: all cells are compared with each value at once. `of_piece`: where no piece stands, it has its default."""

    field: str
    of_piece: bool

    def planes(self, f: Function, size: int) -> list[Expr]:
        field = f.facts.field(self.field)
        assert field.bounds is not None
        least, most = field.bounds
        found: list[Expr] = [op.empty_set(size)] * most.bit_length()
        for value in range(max(1, least), most + 1):
            cells = ir.CompareAll(f.state, field_cell(field), op.number(value), ir.bits(size))
            held = f.b.materialize(cells)
            for k in range(len(found)):
                if value >> k & 1:
                    found[k] = op.union(found[k], held)
        if self.of_piece:
            assert isinstance(field.default, int)
            found = [op.intersection(plane, f.occupied()) for plane in found]
            found = [
                op.union(plane, op.complement(f.occupied())) if field.default >> k & 1 else plane
                for k, plane in enumerate(found)
            ]
        return [f.b.materialize(plane) for plane in found]


# ---- sums over related sites


@dataclass(frozen=True, slots=True)
class Relation:
    """Which sites count for which: by the distance between their numbers, the sites that something that far counts for."""

    distances: tuple[int, ...]
    masks: tuple[int, ...]


def _sum(e: model.Expr, slots: Slots, scope: Scope) -> NumberPlan | None:
    match e:
        case model.Builtin(
            name="sum", arguments=(model.Comprehension(is_bag=True, value=model.Node() as value) as of,)
        ):
            worth = _planned(value, frozenset({of.slot}), scope)
            if worth is None or isinstance(worth, NearSum):
                return None
        case model.Builtin(name="count", arguments=(model.Comprehension(value=None) as of,)):
            worth = Known(1)
        case _:
            return None
    of = _of_sites(of, scope)
    if of.condition is None or scope.facts.size_of_set(of.source) != scope.facts.sites:
        return None
    if not scope.facts.domains.is_site_like(element_of(of.source)):
        return None
    return _near_sum(of, worth, slots, scope)


def _of_sites(of: model.Comprehension, scope: Scope) -> model.Comprehension:
    """The same over sites, where pieces on the board have numbers."""
    facts = scope.facts
    if facts.domains.pieces is not None or not facts.pieces.has_sets or facts.pieces.is_stacking:
        return of
    given = SitesGiven()
    there = over_sites(of, facts.sites, given)
    return of if there is None or given.found else there


def _near_sum(of: model.Comprehension, worth: NumberPlan, slots: Slots, scope: Scope) -> NumberPlan | None:
    mine: list[model.Expr] = []
    both: list[model.Expr] = []
    condition = of.condition
    assert condition is not None
    source = of.source
    if reads(source, slots):  # `neighbours(s)`, as a condition on what is counted
        it = model.Local(of.span, element_of(of.source), of.slot, "it")
        both.append(model.In(of.span, condition.type, it, source))
    for part in conjuncts(condition):
        if reads(part, slots):
            both.append(part)
        else:
            mine.append(part)
    if not both:
        return None
    plans = [scope.condition(part, of.slot) for part in mine]
    groups = _groups(all_of(both, of.span), of.slot, slots, scope)
    if groups is None or any(p is None for p in plans):
        return None
    found = tuple(p for p in plans if p is not None)
    return NearSum(of, None if reads(source, slots) else source, found, worth, groups)


def _groups(e: model.Expr, counted: int, slots: Slots, scope: Scope) -> "tuple[Group, ...] | None":
    """How what counts is related to the sites: at once, or for each owner of the piece that counts."""
    relation = _relation(e, counted, slots, scope)
    if relation is not None:
        return (Group(None, relation),)
    if not any(asks_owner(part, counted) for part in nodes(e)):
        return None
    groups = []
    for player in range(-1, scope.facts.players):
        said = with_owner(e, counted, player, scope.game)
        if isinstance(said, model.Const) and not said.value:
            continue
        relation = _relation(said, counted, slots, scope)
        if relation is None:
            return None
        groups.append(Group(player, relation))
    return tuple(groups)


def _relation(e: model.Expr, counted: int, slots: Slots, scope: Scope) -> Relation | None:
    by_site = scope.facts.pieces.are_named_by_site
    plain = with_pieces_as_sites(e, slots | {counted}) if by_site else e
    table = scope.facts.tabulations.of_condition(plain, frozenset({counted}))
    if table is None or len(table.others) != 1 or table.others[0] not in slots:
        return None
    shifts: dict[int, int] = {}
    for x, mask in enumerate(table.masks):
        while mask:
            c = (mask & -mask).bit_length() - 1  # the least member: few of many sites are related
            shifts[x - c] = shifts.get(x - c, 0) | 1 << x
            mask &= mask - 1
    in_order = sorted(shifts)
    masks = tuple(shifts[distance] for distance in in_order)
    return Relation(tuple(in_order), masks) if len(shifts) <= MOST_SHIFTS else None


@dataclass(frozen=True, slots=True)
class Group:
    """A relation of what counts to sites. `owner`: whose pieces alone count by it (-1: nobody's); None: all do."""

    owner: int | None
    relation: Relation


@dataclass(frozen=True, slots=True)
class NearSum:
    """A sum or a count over the sites, or the pieces, that are related to each site: shifted sets, added up.

    `source`: what is counted; None: all sites. `conditions` limit it.
    """

    e: model.Comprehension
    source: model.Expr | None
    conditions: tuple[ConditionPlan, ...]
    worth: NumberPlan
    groups: tuple[Group, ...]

    def planes(self, f: Function, size: int) -> list[Expr]:
        counted = self._counted(f, size)
        digits = [f.b.materialize(op.intersection(p, counted)) for p in self.worth.planes(f, size)]
        return total(f, [self._shifted(f, digit) for digit in digits])

    def anywhere(self, f: Function, size: int) -> Expr:
        """Where the sum is not 0: something that counts is related to the site."""
        counted = self._counted(f, size)
        digits: Expr = op.empty_set(size)
        for plane in self.worth.planes(f, size):
            digits = op.union(digits, plane)
        found: Expr = op.empty_set(size)
        for moved in self._shifted(f, f.b.materialize(op.intersection(digits, counted))):
            found = op.union(found, moved)
        return f.b.materialize(found)

    def _counted(self, f: Function, size: int) -> Expr:
        """The sites that count."""
        b = f.b
        counted: Expr = (
            op.full_set(size) if self.source is None else b.materialize(questions.bits(f, self.source))
        )
        for condition in self.conditions:
            counted = op.intersection(counted, condition.members(f, size))
        return b.materialize(counted)

    def _shifted(self, f: Function, members: Expr) -> list[Expr]:
        """A set of what counts, as a set of the sites for which it counts, for each distance."""
        found = []
        for group in self.groups:
            those = members
            if group.owner is not None:
                those = f.b.materialize(op.intersection(members, of_owner(f, group.owner)))
            for distance, mask in zip(group.relation.distances, group.relation.masks, strict=True):
                moved = op.intersection(op.shift(those, distance), Const(mask, members.type))
                found.append(f.b.materialize(moved))
        return found


_NUMBERS: tuple[Callable[[model.Expr, Slots, Scope], NumberPlan | None], ...] = (_known, _field, _sum)


# ---- numbers of all sites as planes: a set of sites for each binary digit, the least first
#
# Sets are added and compared digit by digit with the operations of an adder in hardware, so that 64 sums cost a few operations on
# words (bit slicing: Lamport 1975, "Multiple byte processing with full-word instructions").


Planes = Sequence[Expr]


def total(f: Function, by_weight: list[list[Expr]]) -> list[Expr]:
    """The sum of many numbers. `by_weight`: the sets that count 1, those that count 2, 4, ...; they are used up."""
    b, made = f.b, []
    weight = 0
    while weight < len(by_weight):
        left = by_weight[weight]
        if weight + 1 == len(by_weight) and len(left) > 1:
            by_weight.append([])
        while len(left) > 1:
            x, y = left.pop(), left.pop()
            either = b.materialize(op.symmetric_difference(x, y))
            both = op.intersection(x, y)
            if left:
                z = left.pop()
                both = op.union(both, op.intersection(either, z))
                either = op.symmetric_difference(either, z)
            left.append(b.materialize(either))
            by_weight[weight + 1].append(b.materialize(both))
        made += left
        weight += 1
    return made


def of_width(planes: Planes, width: int, size: int) -> list[Expr]:
    """As many digits as another number has."""
    return [*planes, *[op.empty_set(size)] * (width - len(planes))]


def less(left: Planes, right: Planes, size: int, or_same: bool = False) -> Expr:
    """Where one number is less than another, or also where they are the same."""
    width = max(len(left), len(right))
    found: Expr = op.full_set(size) if or_same else op.empty_set(size)
    for x, y in zip(of_width(left, width, size), of_width(right, width, size), strict=True):
        differs = op.symmetric_difference(x, y)
        found = op.union(op.intersection(y, differs), op.difference(found, differs))
    return found


def same(left: Planes, right: Planes, size: int) -> Expr:
    """Where two numbers are the same."""
    width = max(len(left), len(right))
    differs: Expr = op.empty_set(size)
    for x, y in zip(of_width(left, width, size), of_width(right, width, size), strict=True):
        differs = op.union(differs, op.symmetric_difference(x, y))
    return op.complement(differs)
