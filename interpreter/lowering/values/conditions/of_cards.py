"""Conditions on pieces that are named by their kinds: what is asked of one is asked of its kind.

What the table of kinds says of a card and of something that is known before, `suit(k) = suit(led)`, is a table of sets: one for
each value of what is known.
"""

from typing import cast

from gdl.core import model
from gdl.core.types import KIND
from gdl.core.visit import names_bound, reads, rewritten
from gdl.platform.dataclass import dataclass
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import static_names
from interpreter.lowering.refusals import Refused
from interpreter.lowering.values.conditions.plan import Answer, Slots, Tabulated, is_dear, no_algebra

GIVEN = 1 << 21  # slots from here on stand for what is known before
_FEW_VALUES = ("kind", "symbol", "player", "bool")  # types of values that a table has rows for


def as_kinds(e: model.Expr, slots: Slots) -> model.Expr:
    """The same where names of pieces stand for their kinds."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(name="kind", arguments=(model.Local() as of,)) if of.slot in slots:
                return model.Local(part.span, KIND, of.slot, of.name)
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return cast(model.Expr, change(e))


# ---- one of two conditions


def one_of_two(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """One of two conditions, by one that does not read the name."""
    if not isinstance(e, model.If) or not scope.facts.pieces.are_kinds:
        return None
    if reads(e.condition, slots) or is_dear(e.condition, scope):
        return no_algebra(e.condition, "which condition holds depends on the element, or is dear")
    then = scope.algebra(e.then, *slots)
    if isinstance(then, Refused):
        return then
    otherwise = scope.algebra(e.otherwise, *slots)
    return otherwise if isinstance(otherwise, Refused) else OneOfTwo(e.condition, then, otherwise)


@dataclass(frozen=True, slots=True)
class OneOfTwo:
    """One of two sets, by a condition; the other one is not made."""

    condition: model.Expr
    then: ConditionPlan
    otherwise: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        condition = f.truth(self.condition)
        if isinstance(condition, Const):
            return (self.then if condition.value else self.otherwise).members(f, size)
        found = f.b.fresh("set", op.empty_set(size).type)
        with f.b.if_else(condition) as branch:
            f.b.assign(found, self.then.members(f, size))
            branch.otherwise()
            f.b.assign(found, self.otherwise.members(f, size))
        return Get(found)


# ---- by what is known


def by_known(e: model.Expr, slots: Slots, scope: Scope) -> Answer:
    """A condition that the table of kinds decides once some values are known, which do not depend on the element."""
    if not scope.facts.pieces.are_kinds:
        return None
    flat = as_kinds(scope.facts.tabulations.written_out(e), slots)
    known = _Known(slots | names_bound(flat), scope)
    said = known.lifted(flat)
    dear = next((part for part in known.found if is_dear(part, scope)), None)
    if dear is not None:
        return no_algebra(dear, "it is dear, so it is only asked where it matters")
    if sum(map(scope.may_be_none, known.found)) > 1:
        return no_algebra(e, "more than one of the values that it is asked about may be none")
    table = scope.facts.tabulations.of_condition(said, slots)
    if table is None:
        return None
    given = tuple((GIVEN + i, part) for i, part in enumerate(known.found))
    return ByKnown(given, Tabulated(said, slots, table))


class _Known:
    """Finds what does not depend on the element: the largest expressions whose values a table can have rows for."""

    def __init__(self, bound: Slots, scope: Scope) -> None:
        self.bound, self.scope = bound, scope
        self.found: list[model.Expr] = []

    def lifted(self, e: model.Expr) -> model.Expr:
        """The same with names in place of them."""
        return cast(model.Expr, self._change(e))

    def _change(self, part: object) -> object:
        if not isinstance(part, model.Node):
            return part
        if self._is_known(part):
            e = cast(model.Expr, part)
            if e not in self.found:
                self.found.append(e)
            return model.Local(e.span, e.type, GIVEN + self.found.index(e), "known")
        return rewritten(part, self._change)

    def _is_known(self, part: object) -> bool:
        if not isinstance(part, model.Expr) or isinstance(part, model.Const | model.Local | model.Role):
            return False
        if part.type.base not in _FEW_VALUES or reads(part, self.bound):
            return False
        return static_names(part, self.scope.game) is None


@dataclass(frozen=True, slots=True)
class ByKnown:
    """A table that is looked up by the values of what is `given`."""

    given: tuple[tuple[int, model.Expr], ...]
    table: Tabulated

    def members(self, f: Function, size: int) -> Expr:
        g = f.inner()
        for slot, e in self.given:
            g.forget(slot)  # a condition inside another one has names of its own
            kind = e.type.or_none if f.may_be_none(e) else e.type
            g.bind(slot, kind, g.scalar(e), "known")
        return self.table.members(g, size)
