"""Conditions on pieces with numbers as sets of the sites where these pieces stand.

What a condition asks of a piece is mostly where it stands, whose it is and of which kind. By the board it is then known
for each kind and each owner: `distance(a, b) in near(a)..far(a)` is one table for each range in the table of kinds, and
the pieces for which it holds are those of these kinds that stand in the set which that table has for the site of b.
"""

from dataclasses import dataclass

from gdl.core import model
from gdl.core.visit import nodes
from interpreter.ir import Expr, op
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.cases import asks, in_case
from interpreter.lowering.game.on_sites import SitesGiven, on_site
from interpreter.lowering.store.occupancy import of_value

MOST_CASES = 32  # kinds or owners that one condition is divided by


@dataclass(frozen=True, slots=True)
class OnSites:
    """A condition on a piece, as a set of sites. `given`: names that it reads, and which sites they are."""

    condition: model.Expr
    given: tuple[tuple[int, model.Expr], ...]
    plan: ConditionPlan

    def sites(self, f: Function) -> Expr:
        g = f.inner()
        for slot, e in self.given:
            g.forget(slot)  # a condition inside another one has names of its own
            g.bind(slot, e.type.or_none, g.scalar(e), "site")
        return self.plan.members(g, f.facts.sites)


def on_sites(e: model.Expr, slot: int, scope: Scope) -> OnSites | None:
    """The plan of a condition on the piece of a name; None where it is no set of sites."""
    facts = scope.facts
    if not facts.pieces.has_sets or facts.pieces.is_stacking or facts.board.is_growing:
        return None
    given = SitesGiven()
    said = on_site(e, frozenset({slot}), facts.sites, given)
    inner = scope.inner()
    for name, site in given.found.items():
        inner.types[name] = site.type.or_none
    plan = _planned(said, slot, inner)
    return None if plan is None else OnSites(e, tuple(given.found.items()), plan)


def _planned(e: model.Expr, slot: int, scope: Scope) -> ConditionPlan | None:
    whole = scope.condition(e, slot)
    if whole is not None:
        return whole
    match e:
        case model.And() | model.Or():
            left = _planned(e.left, slot, scope)
            right = None if left is None else _planned(e.right, slot, scope)
            if left is None or right is None:
                return None
            return AllOf(left, right) if isinstance(e, model.And) else AnyOf(left, right)
    return _by_cases(e, slot, "kind", scope) or _by_cases(e, slot, "owner", scope)


@dataclass(frozen=True, slots=True)
class AllOf:
    left: ConditionPlan
    right: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        left = f.b.materialize(self.left.members(f, size))
        return op.intersection(left, self.right.members(f, size))


@dataclass(frozen=True, slots=True)
class AnyOf:
    left: ConditionPlan
    right: ConditionPlan

    def members(self, f: Function, size: int) -> Expr:
        left = f.b.materialize(self.left.members(f, size))
        return op.union(left, self.right.members(f, size))


# ---- case by case


@dataclass(frozen=True, slots=True)
class Case:
    """What a condition comes to for pieces of some kinds, or of some owners (-1: nobody's)."""

    values: tuple[int, ...]
    condition: model.Expr
    plan: ConditionPlan


@dataclass(frozen=True, slots=True)
class ByCases:
    """A condition that is set algebra once the kind, or the owner, of the piece is known: a case for each."""

    of: str
    cases: tuple[Case, ...]

    def members(self, f: Function, size: int) -> Expr:
        found: Expr = op.empty_set(size)
        for case in self.cases:
            sites: Expr = op.empty_set(size)
            for value in case.values:
                sites = op.union(sites, of_value(f, self.of, value))
            found = op.union(found, op.intersection(sites, case.plan.members(f, size)))
            found = f.b.materialize(found)
        return found


def _by_cases(e: model.Expr, slot: int, of: str, scope: Scope) -> ByCases | None:
    facts = scope.facts
    count = facts.kinds if of == "kind" else facts.players
    if count > MOST_CASES or not any(asks(part, slot, of) for part in nodes(e)):
        return None
    values = range(count) if of == "kind" else range(-1, count)
    by_condition: dict[model.Expr, list[int]] = {}
    for value in values:
        by_condition.setdefault(in_case(e, slot, of, value, scope.game), []).append(value)
    cases = []
    for condition, chosen in by_condition.items():
        plan = _planned(condition, slot, scope)
        if plan is None:
            return None
        cases.append(Case(tuple(chosen), condition, plan))
    return ByCases(of, tuple(cases))
