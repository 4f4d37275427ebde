"""Conditions on a site, or on the piece that stands on it: what is there, whose it is, of which kind, which fields it has.

A condition may be about a site some steps from the named one: then the set is shifted back. Or it is about a direction, and
asks of the site to which the step from a known one leads: then these few sites are looked up in the set.
"""

from collections.abc import Callable
from typing import TypeAlias

from gdl.core import model
from gdl.core.types import BOOL, DIRECTION
from gdl.core.visit import nodes, reads, substituted
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.expression_analysis import needs_loops
from interpreter.lowering.game.partial_evaluation import constant, inlined
from interpreter.lowering.refusals import Refused
from interpreter.lowering.store.occupancy import anybodys, of_kinds
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.board_functions import shifted_back
from interpreter.lowering.values.conditions.plan import Answer, Final, Slots, no_algebra


@dataclass(frozen=True, slots=True)
class Leading:
    """The name is a direction, and the site is a step from another one. `turned`: in which direction, for each direction."""

    start: model.Expr
    turned: tuple[int, ...]


# (d, e): a step in direction d and one in direction e from the named site
Way: TypeAlias = tuple[int, ...] | Leading
_FAR = "the site is neither the element nor a known number of steps away from it"
_NO_SETS = "owners and kinds of pieces are not kept as sets on a board like this"


def way_to(site: model.Expr, slots: Slots, scope: Scope) -> Way | None:
    """Where a site is, as steps from the name: () for the name itself; None if it is not said so."""
    match site:
        case model.Local(slot=slot) if slot in slots and scope.facts.domains.is_site_like(site.type):
            return ()
        case model.Builtin(name="step", arguments=(start, model.Const(value=int(d)))):
            way = way_to(start, slots, scope)
            return (*way, d) if isinstance(way, tuple) else None
    return _leading(site, slots, scope) if reads(site, slots) else None


def _leading(site: model.Expr, slots: Slots, scope: Scope) -> Leading | None:
    """Of a site that is a step from one that does not depend on the name, which is a direction."""
    if scope.game.board.is_growing:
        return None  # whose sets are so large that only the words that are asked for are looked at
    match inlined(site, scope.game):
        case model.Builtin(name="step", arguments=(start, way)) if not (
            reads(start, slots) or needs_loops(start)
        ):
            names = [x for x in nodes(way) if isinstance(x, model.Local)]
            if not names or not all(x.slot in slots and x.type == DIRECTION for x in names):
                return None
            ways = range(len(scope.game.board.steps))
            turned = [
                _turned(way, {x.slot: model.Const(x.span, DIRECTION, d) for x in names}, scope) for d in ways
            ]
            known = tuple(d for d in turned if d is not None)
            return Leading(start, known) if len(known) == len(turned) else None
    return None


def _turned(way: model.Expr, given: dict[int, model.Const], scope: Scope) -> int | None:
    """A direction that depends on a known one."""
    match constant(substituted(way, given), scope.game):
        case model.Const(value=int(d)):
            return d
    return None


def pulled(f: Function, members: Expr, way: Way) -> Expr:
    """The sites from which a way leads into a set; or the directions in which it does."""
    if isinstance(way, Leading):
        return _led(f, members, way)
    for d in reversed(way):
        members = shifted_back(f, f.b.materialize(members), d)
    return members


def _led(f: Function, members: Expr, way: Leading) -> Expr:
    """The directions in which the step from a site leads into a set: without a branch, as nobody can foresee what is there."""
    b, count = f.b, len(way.turned)
    start = f.materialized(way.start)
    is_there = op.is_some(start) if f.may_be_none(way.start) else op.TRUE
    start = b.materialize(op.max_(start, op.ZERO))
    if not isinstance(members, ir.Load):
        scratch = b.allocate("words", f.program.words_layout(f.facts.sites))
        b.store(scratch, "set", members)
        members = ir.Load(scratch, "set", op.ZERO, ir.bits(f.facts.sites))
    steps = tuple(f.board.steps[d][s] for s in range(f.facts.sites) for d in way.turned)
    table, first = f.program.constant("leading", steps), b.materialize(op.mul(start, op.number(count)))
    found = b.variable("led", op.ZERO)
    with b.for_range("d", op.ZERO, op.number(count)) as d:
        there = b.materialize(f.lookup(table, op.add(first, d)))
        b.assign(found, op.bit_or(Get(found), op.shl(op.zext(op.contains(members, there)), d)))
    led = b.allocate("directions", f.program.words_layout(count))
    b.store(led, "word", op.select(is_there, Get(found), op.ZERO))
    return b.materialize(ir.Load(led, "set", op.ZERO, ir.bits(count)))


# ---- what stands there


def occupied(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    match e:
        case model.Builtin(name="empty" | "occupied", arguments=(site,)):
            way = way_to(site, slots, scope)
            if way is None:
                return Final(no_algebra(site, _FAR))
            return Occupied(way, e.name == "empty")
    return None


@dataclass(frozen=True, slots=True)
class Occupied:
    way: Way
    is_empty: bool

    def members(self, f: Function, size: int) -> Expr:
        held = f.occupied()
        return pulled(f, op.complement(held) if self.is_empty else held, self.way)


# ---- equality


def equality(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    if not isinstance(e, model.Compare) or e.operator != "=":
        return None
    reason: Refused | None = None
    for x, y in ((e.left, e.right), (e.right, e.left)):
        if reads(y, slots) or needs_loops(y):
            continue
        for strategy in _EQUALITIES:
            found = strategy(x, y, slots, scope)
            if isinstance(found, Refused):
                reason = reason or found
            elif found is not None:
                return found
    if reason is None and reads(e.left, slots) and reads(e.right, slots):
        return no_algebra(e, "both sides depend on the element")
    return reason


def _is_value(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    if not isinstance(x, model.Local) or x.slot not in slots:
        return None
    if x.type.base == "piece" and scope.facts.domains.size(x.type) is None:
        return no_algebra(x, "pieces have numbers of their own, and the elements are sites")
    return IsValue(y)


@dataclass(frozen=True, slots=True)
class IsValue:
    """The name is a value."""

    y: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        if self.y.type.base == "none":
            return op.empty_set(size)
        return op.singleton(as_number(f.scalar(self.y)), size)


def _is_placed_at(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    way = way_to(x, slots, scope)
    if y.type.base != "site" or way is None:
        return None
    return no_algebra(y, "the site may be none") if scope.may_be_none(y) else PlacedAt(way, y)


@dataclass(frozen=True, slots=True)
class PlacedAt:
    """A site some steps from the name is one that is sure to be there."""

    way: Way
    y: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        return pulled(f, op.singleton(as_number(f.scalar(self.y)), size), self.way)


def _way_of_piece(x: model.Expr, of: str, slots: Slots, scope: Scope) -> Way | None:
    """Of `owner(piece(s))` and the like where s is."""
    if not isinstance(x, model.Builtin) or x.name != of:
        return None
    (p,) = x.arguments
    is_name = isinstance(p, model.Local) and p.slot in slots and p.type.base == "piece"
    if is_name and scope.facts.domains.is_site_like(p.type):
        return ()
    return _way_of_top(p, slots, scope)


def _way_of_top(x: model.Expr, slots: Slots, scope: Scope) -> Way | None:
    """Of `piece(s)` where s is."""
    match x:
        case model.Builtin(name="piece", arguments=(site,)):
            return way_to(site, slots, scope)
    return None


def _is_owned(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    return _described(x, y, "owner", OwnedBy, slots, scope)


def _is_of_kind(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    return _described(x, y, "kind", OfKind, slots, scope)


def _described(
    x: model.Expr,
    y: model.Expr,
    of: str,
    make: "type[OwnedBy] | type[OfKind]",
    slots: Slots,
    scope: Scope,
) -> Answer:
    way = _way_of_piece(x, of, slots, scope)
    if way is None:
        return None
    if not scope.facts.pieces.has_sets:
        return no_algebra(x, _NO_SETS)
    # a way that leads off the board leads to none
    is_sure = not way or not (y.type.base == "none" or scope.may_be_none(y))
    return make(way, y) if is_sure else no_algebra(y, "it may be none, as is what lies off the board")


@dataclass(frozen=True, slots=True)
class OwnedBy:
    """The piece on a site is a player's; if the player is none, no player's piece is there."""

    way: Way
    y: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        return pulled(f, self._sites(f), self.way)

    def _sites(self, f: Function) -> Expr:
        if self.y.type.base == "none":
            return op.complement(anybodys(f))
        player, is_optional = f.materialized(self.y), f.may_be_none(self.y)
        own = f.load("own", op.max_(player, op.ZERO) if is_optional else player)
        if not is_optional:
            return own
        return op.select(op.is_none(player), op.complement(anybodys(f)), own)


@dataclass(frozen=True, slots=True)
class OfKind:
    """The piece on a site is of a kind; if the kind is none, nothing is there."""

    way: Way
    y: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        return pulled(f, self._sites(f), self.way)

    def _sites(self, f: Function) -> Expr:
        held = f.occupied()
        if self.y.type.base == "none":
            return op.complement(held)
        kind, is_optional = f.materialized(self.y), f.may_be_none(self.y)
        if f.facts.kinds == 1:
            return op.select(op.eq(kind, op.ZERO), held, op.complement(held))
        found = f.load("are", op.max_(kind, op.ZERO) if is_optional else kind)
        if not is_optional:
            return found
        return op.select(op.is_none(kind), op.complement(held), found)


def _is_no_piece(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    is_none = _way_of_top(x, slots, scope) == () and y.type.base == "none"
    return Occupied((), is_empty=True) if is_none else None


def _is_field_value(x: model.Expr, y: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """A field of a site has a value that its cells hold as it is: a known one, or one that something else decides."""
    if not isinstance(x, model.GetField) or not reads(x, slots):
        return None
    field = scope.facts.field(x.field)
    if field.type.base not in ("symbol", "player", "kind", "direction"):
        return no_algebra(x, f"values of a {field.type} are not compared side by side")
    way = _way_of_field(x, slots, scope)
    if way is None:
        return no_algebra(x, _NO_WAY)
    if isinstance(y, model.Const):
        return FieldIs(x.field, way, y.value)
    if way or scope.may_be_none(y) or y.type.base != field.type.base:
        return no_algebra(y, f"`{x.field}` is compared with what may be none, or asked some steps away")
    return FieldEquals(x.field, y)


_NO_WAY = "it is no field of a site that is the element or a known number of steps away from it"


def _way_of_field(x: model.GetField, slots: Slots, scope: Scope) -> Way | None:
    """Of a field of a site where the site is."""
    if x.holder is None or scope.facts.field(x.field).holder != "site" or scope.facts.pieces.is_huge:
        return None
    return way_to(x.holder, slots, scope) if x.holder.type.base == "site" else None


@dataclass(frozen=True, slots=True)
class FieldIs:
    """A field of a site has a value: all cells are compared at once. Off the board it has its default."""

    field: str
    way: Way
    value: model.Value

    def members(self, f: Function, size: int) -> Expr:
        field, sites = f.facts.field(self.field), f.facts.sites
        code = as_number(f.constant(self.value, field.type))
        held = ir.CompareAll(f.state, field_cell(field), code, ir.bits(sites))
        there = pulled(f, held, self.way)
        if not self.way or field.default != self.value:
            return there
        on_board = pulled(f, op.full_set(sites), self.way)
        return op.union(there, op.complement(on_board))


@dataclass(frozen=True, slots=True)
class FieldEquals:
    """A field of the site has a value that something else decides: all cells are compared at once."""

    field: str
    y: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        cell = field_cell(f.facts.field(self.field))
        sought = f.materialized(self.y)
        return f.b.materialize(ir.CompareAll(f.state, cell, sought, ir.bits(f.facts.sites)))


_EQUALITIES: tuple[Callable[[model.Expr, model.Expr, Slots, Scope], Answer], ...] = (
    _is_value,
    _is_placed_at,
    _is_owned,
    _is_of_kind,
    _is_no_piece,
    _is_field_value,
)


# ---- truths and kinds


def field_truth(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    if not isinstance(e, model.GetField) or e.type != BOOL:
        return None
    way = _way_of_field(e, slots, scope)
    return Final(no_algebra(e, _NO_WAY)) if way is None else FieldIs(e.field, way, True)


def kinds(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """`kind(piece(s)) in {...}`."""
    match e:
        case model.In(element=element, set=model.Const(value=tuple(values))):
            way = _way_of_piece(element, "kind", slots, scope)
            named = tuple(k for k in values if isinstance(k, int))
            if way is not None and scope.facts.pieces.has_kind_sets and len(named) == len(values):
                return KindsAt(way, named)
    return None


@dataclass(frozen=True, slots=True)
class KindsAt:
    """The piece on a site is of one of these kinds."""

    way: Way
    kinds: tuple[int, ...]

    def members(self, f: Function, size: int) -> Expr:
        return pulled(f, of_kinds(f, self.kinds), self.way)
