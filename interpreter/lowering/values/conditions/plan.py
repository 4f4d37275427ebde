"""The condition plan: an ordered list of strategies, each of which says how a condition becomes a set, or that it cannot.

`slots` are names that all stand for the value that is looked for. The strategies are asked in their order, and the first
plan is taken. One that refuses may leave the condition to those behind it; with `Final` nobody else is asked.
"""

from collections.abc import Callable
from typing import TypeAlias

from gdl.core import model
from gdl.core.types import BOOL
from gdl.core.visit import children, nodes, reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, op
from interpreter.lowering.facts.tabulation import Tabulation
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import is_kind_of, is_one_of, needs_loops
from interpreter.lowering.game.partial_evaluation import MOVER, inlined
from interpreter.lowering.game.pieces_as_sites import with_pieces_as_sites
from interpreter.lowering.refusals import Refused
from interpreter.lowering.terms import as_number
from interpreter.lowering.values import names
from interpreter.lowering.values.sets import questions

# ---- what is dear
#
# A condition that takes loops is asked only where it matters, piece by piece. Of cards less is dear: where pools are sets of kinds,
# a question about all cards of a pool is a few operations.

FEW = 8  # elements of a known set that are gone through


def is_dear(e: model.Expr, scope: Scope) -> bool:
    """Whether an expression takes loops that are more than a few operations."""
    if not needs_loops(e):
        return False
    return not scope.facts.pieces.are_kinds or not _is_light(scope.facts.tabulations.written_out(e), scope)


def _is_light(e: object, scope: Scope) -> bool:
    match e:
        case model.Quantified():
            return _is_light(e.source, scope) and _is_asked_lightly(e.source, e.slot, e.body, scope)
        case model.Comprehension():
            if e.value is not None and not is_kind_of(e.value, e.slot):
                return False
            condition = e.condition
            is_plain = condition is None or _is_asked_lightly(e.source, e.slot, condition, scope)
            return is_plain and _is_light(e.source, scope)
        case model.Reached() | model.SomePath() | model.PathEnds() | model.CanMake():
            return False
    parts = list(children(e))
    return all(_is_light(part, scope) for part in parts) if parts else not needs_loops(e)


def _is_asked_lightly(source: model.Expr, slot: int, condition: model.Expr, scope: Scope) -> bool:
    """Whether a condition on the elements of a set is set algebra, or is asked of few elements."""
    if isinstance(source, model.Const) and isinstance(source.value, tuple) and len(source.value) <= FEW:
        return _is_light(condition, scope)
    return scope.facts.size_of_set(source) is not None and scope.condition(condition, slot) is not None


# ---- strategies and their answers

Slots: TypeAlias = frozenset[int]
Strategy: TypeAlias = Callable[[model.Expr, Slots, Scope], "Answer"]


@dataclass(frozen=True, slots=True)
class Final:
    """The condition is no set algebra, whatever other strategies would say."""

    refused: Refused


Answer: TypeAlias = ConditionPlan | Refused | Final | None


def first_answer(
    strategies: tuple[Strategy, ...], e: model.Expr, slots: Slots, scope: Scope
) -> ConditionPlan | Refused:
    """The first plan; else the first reason that a strategy gave."""
    reason: Refused | None = None
    for strategy in strategies:
        found = strategy(e, slots, scope)
        if isinstance(found, Final):
            return found.refused
        if isinstance(found, Refused):
            reason = reason or found
        elif found is not None:
            return found
    return reason or no_algebra(e, "no strategy combines sets for a condition of this form")


def no_algebra(e: model.Expr, why: str) -> Refused:
    return Refused("set algebra", why, e.span)


# ---- what is not about the name


def apart(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """A condition that does not read the name holds for all of its values, or for none."""
    if reads(e, slots):
        return None
    if is_dear(e, scope):
        return Final(
            no_algebra(
                e, "it does not depend on the element and is dear, so it is only asked where it matters"
            )
        )
    return Apart(e)


@dataclass(frozen=True, slots=True)
class Apart:
    e: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        return op.select(f.truth(self.e), op.full_set(size), op.empty_set(size))


# ---- logic


def logic(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    match e:
        case model.And() | model.Or():
            sides = _both(e.left, e.right, slots, scope)
            if isinstance(sides, Refused):
                return Final(sides)
            return Intersection(*sides) if isinstance(e, model.And) else Union(*sides)
        case model.Not():
            inner = scope.algebra(e.operand, *slots)
            return Final(inner) if isinstance(inner, Refused) else Complement(inner)
    return None


def _both(
    left: model.Expr, right: model.Expr, slots: Slots, scope: Scope
) -> tuple[ConditionPlan, ConditionPlan] | Refused:
    """Two conditions as sets, or why one of them is none."""
    first = scope.algebra(left, *slots)
    if isinstance(first, Refused):
        return first
    second = scope.algebra(right, *slots)
    return second if isinstance(second, Refused) else (first, second)


@dataclass(frozen=True, slots=True)
class Intersection:
    left: ConditionPlan
    right: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        left = self.left.members(f, size)
        return op.intersection(left, self.right.members(f, size))


@dataclass(frozen=True, slots=True)
class Union:
    left: ConditionPlan
    right: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        left = self.left.members(f, size)
        return op.union(left, self.right.members(f, size))


@dataclass(frozen=True, slots=True)
class Complement:
    of: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        return op.complement(self.of.members(f, size))


def same_truth(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """Two truths that are equal, neither of which the board decides."""
    match e:
        case model.Compare(operator="=") if e.left.type == e.right.type == BOOL:
            if scope.facts.tabulations.of_condition(e, slots) is not None:
                return None
            sides = _both(e.left, e.right, slots, scope)
            return Final(sides) if isinstance(sides, Refused) else Same(*sides)
    return None


@dataclass(frozen=True, slots=True)
class Same:
    left: ConditionPlan
    right: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        left = f.b.materialize(self.left.members(f, size))
        return op.complement(op.symmetric_difference(left, self.right.members(f, size)))


# ---- definitions


def definition(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """A definition that is given the name: its body, a condition on its parameter."""
    if not isinstance(e, model.Apply):
        return None
    said, inner = scope.game.definitions[e.definition], set()
    given: list[tuple[int, model.Expr]] = []
    for (_, slot, kind), a in zip(said.parameters, e.arguments, strict=True):
        if isinstance(a, model.Local) and a.slot in slots and kind.base == a.type.base:
            inner.add(slot)
        elif reads(a, slots) or is_dear(inlined(a, scope.game), scope) or kind.base == "set":
            why = f"`{said.name}` is given a set, or more than the element and what is known before the loop"
            return _unless_cards(no_algebra(e, why), scope)
        else:
            given.append((slot, a))
    child = scope.inner()
    for _, slot, kind in said.parameters:
        child.types[slot] = kind
    if not inner:
        return _unless_cards(no_algebra(e, f"no parameter of `{said.name}` stands for the element"), scope)
    body = child.algebra(said.body, *inner)
    if isinstance(body, Refused):
        return _unless_cards(body, scope)
    return Inlined(e, tuple(given), body)


def _unless_cards(refused: Refused, scope: Scope) -> Answer:
    """Conditions on cards may still be tables, with the definition written out."""
    return refused if scope.facts.pieces.are_kinds else Final(refused)


@dataclass(frozen=True, slots=True)
class Inlined:
    """`given`: the parameters that are not the name, and what they are given."""

    e: model.Apply
    given: tuple[tuple[int, model.Expr], ...]
    body: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        g = f.inner()
        kinds = {slot: kind for _, slot, kind in f.game.definitions[self.e.definition].parameters}
        for slot, a in self.given:
            is_whole = f.scope.is_whole(a) if kinds[slot].base == "number" else True
            bound = g.variable_for(kinds[slot], f"x{slot}", is_whole, slot)
            names.assign(g, bound, kinds[slot], a)
            g.point(slot, kinds[slot], bound)
        return self.body.members(g, size)


# ---- membership


def membership(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    match e:
        case model.In(element=model.Local(slot=slot), set=members) if slot in slots:
            if reads(members, slots):
                return Final(no_algebra(e, "the set depends on the element"))
            if scope.facts.size_of_set(members) is None:
                return Final(
                    no_algebra(e, "the set is a list, because its elements are not few known values")
                )
            return Members(members)
    return None


@dataclass(frozen=True, slots=True)
class Members:
    """The name is an element of a set."""

    of: model.Expr

    def members(self, f: Function, size: int) -> Expr:
        return questions.bits(f, self.of)


def one_of(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """`x in {a, b}` as `x = a or x = b`."""
    match e:
        case model.In(set=model.MakeSet(items=items)):
            found = scope.algebra(is_one_of(e.element, items, e.span), *slots)
            return Final(found) if isinstance(found, Refused) else found
    return None


# ---- what the board decides


def tabulated(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    if scope.facts.pieces.are_named_by_site:
        e = with_pieces_as_sites(e, slots)
    table = scope.facts.tabulations.of_condition(e, slots)
    if table is None and any(isinstance(part, model.Apply) for part in nodes(e)):
        e = inlined(e, scope.game)
        table = scope.facts.tabulations.of_condition(e, slots)
    if table is None:
        return no_algebra(
            e, "it asks about the position, and no strategy combines sets for a condition of this form"
        )
    return Tabulated(e, slots, table)


@dataclass(frozen=True, slots=True)
class Tabulated:
    """A condition that asks nothing of the state: looked up by the other names in it."""

    e: model.Expr
    slots: Slots
    table: Tabulation

    def members(self, f: Function, size: int) -> Expr:
        table = self.table
        if not table.others:
            return op.members((i for i in range(size) if table.masks[0] >> i & 1), size)
        index: Expr = op.ZERO
        is_none: Expr = op.FALSE
        for slot, n in zip(table.others, table.sizes, strict=True):
            value = as_number(_role(f, slot) if slot < 0 else f.local(slot))
            if slot >= 0 and (f.scope.types[slot].is_optional or slot in f.facts.optional):
                value = f.b.materialize(value)
                is_none = op.or_(is_none, op.is_none(value))
                value = op.max_(value, op.ZERO)
            index = op.add(op.mul(index, op.number(n)), value)
        found = f.table("mask", table.masks, index, size)
        if is_none == op.FALSE:
            return found
        at_none = f.facts.tabulations.where_none(self.e, self.slots, table.others, size)
        return op.select(is_none, op.members((i for i in range(size) if at_none >> i & 1), size), found)


def _role(f: Function, slot: int) -> Expr:
    return f.mover if slot == MOVER else f.viewpoint
