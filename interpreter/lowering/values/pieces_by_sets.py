"""Pieces that are chosen by their owner and kind alone, and by where they stand: their sites are an intersection of the state's
own sets and of tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import TypeAlias

from gdl.core import model
from gdl.core.visit import reads, substituted
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import all_of, conjuncts, kinds_said
from interpreter.lowering.game.partial_evaluation import constant, inlined, with_known_kinds
from interpreter.lowering.game.pieces_as_sites import SitesGiven, on_site


@dataclass(frozen=True, slots=True)
class OfKinds:
    kinds: frozenset[int]


@dataclass(frozen=True, slots=True)
class OwnedBy:
    player: model.Expr


@dataclass(frozen=True, slots=True)
class Excluded:
    of: "Allowed"


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


CHEAP = 40  # parts of a condition that is asked without a look at what is left

Allowed: TypeAlias = OfKinds | OwnedBy | Excluded | OnSites


@dataclass(frozen=True, slots=True)
class PiecesBySets:
    """The pieces of a source (None: all on the board) that pass all conditions. `are_owned`: they all have owners."""

    source: "PiecesBySets | None"
    allowed: tuple[Allowed, ...]
    are_owned: bool

    def sites(self, f: Function) -> Expr:
        """Where they stand. What costs much is asked last, and only if something is left."""
        found = f.occupied() if self.source is None else self.source.sites(f)
        costly = [a for a in self.allowed if _cost(a) > CHEAP]
        for allowed in self.allowed:
            if allowed not in costly:
                found = op.intersection(found, sites_allowed(f, allowed))
        if not costly:
            return f.b.materialize(found)
        left = f.b.variable("left", found)
        for allowed in sorted(costly, key=_cost):
            with f.b.if_(op.nonempty(Get(left))):
                f.b.assign(left, op.intersection(Get(left), sites_allowed(f, allowed)))
        return Get(left)

    @contextmanager
    def loop(self, f: Function, name: str) -> Iterator[Expr]:
        with f.b.each_bit("s", self.sites(f)) as site:
            yield f.pieces.seen_at(f, site)


def _cost(plan: object) -> int:
    """About how many operations a plan takes, as the number of its parts."""
    if isinstance(plan, tuple):
        return len(plan) + sum(map(_cost, plan))
    if not is_dataclass(plan) or isinstance(plan, model.Node):
        return 0
    return 1 + sum(_cost(getattr(plan, x.name)) for x in fields(plan) if x.name != "masks")


def sites_allowed(f: Function, allowed: Allowed) -> Expr:
    match allowed:
        case OfKinds(kinds):
            return sites_of_kinds(f, kinds)
        case OwnedBy(player):
            return f.load("own", f.materialized(player))
        case Excluded(of):
            return op.complement(sites_allowed(f, of))
        case OnSites():
            return allowed.sites(f)


def sites_of_kinds(f: Function, kinds: frozenset[int] | None) -> Expr:
    """The sites that hold pieces of some kinds; None: of all."""
    if kinds is None or f.facts.kinds == 1 or len(kinds) == f.facts.kinds:
        return f.occupied()
    made: Expr = op.empty_set(f.facts.sites)
    for kind in sorted(kinds):
        made = op.union(made, f.load("are", op.number(kind)))
    return made


def pieces_by_sets(e: model.Comprehension, scope: Scope) -> PiecesBySets | None:
    """A set of pieces that is looped over by the sites of its pieces; for a state at rest."""
    facts = scope.facts
    is_plain = facts.pieces.has_sets and not facts.pieces.is_stacking
    return plan_pieces(e, scope) if is_plain and element_of(e).base == "piece" else None


def plan_pieces(e: model.Expr, scope: Scope) -> PiecesBySets | None:
    """The sites of a set of pieces as an intersection; None where it says more than owners and kinds."""
    match e:
        case model.Builtin(name="pieces"):
            return PiecesBySets(None, (), False)
        case model.Comprehension(value=None):
            source = plan_pieces(e.source, scope)
            if source is None:
                return None
            conditions = conjuncts(e.condition) if e.condition is not None else []
            allowed = [_allowed(c, e.slot, scope) for c in conditions]
            plain = tuple(a for a in allowed if a is not None)
            if len(plain) < len(allowed):
                return None
            are_owned = source.are_owned or any(isinstance(c, model.Compare) for c in conditions)
            return PiecesBySets(source, plain, are_owned)
    return None


@dataclass(frozen=True, slots=True)
class PartBySets:
    """Pieces of which sets say a part of what is asked; `rest` is judged of each piece that they leave."""

    pieces: PiecesBySets
    rest: model.Expr | None


def part_by_sets(e: model.Comprehension, scope: Scope) -> PartBySets | None:
    """Numbered pieces that are chosen by a condition: as much of it as sets can say. Definitions are written out."""
    facts = scope.facts
    if e.condition is None or facts.domains.pieces is not None or not facts.pieces.has_sets:
        return None
    if facts.pieces.is_stacking or element_of(e.source).base != "piece":
        return None
    said = inlined(e.source, scope.game)
    source, conditions = plan_pieces(said, scope), conjuncts(e.condition)
    if source is None:
        of_source = _conditions(said, e.slot)
        if of_source is None:
            return None
        source, conditions = PiecesBySets(None, (), False), [*of_source, *conditions]
    parts = [p for condition in conditions for p in _taken_apart(condition, e.slot, scope)]
    quick = tuple(plan for plan, _ in parts if plan is not None)
    rest = sorted([p for plan, p in parts if plan is None], key=lambda p: isinstance(p, model.Apply))
    if not quick:
        return None
    pieces = PiecesBySets(source, quick, source.are_owned)
    return PartBySets(pieces, all_of(rest, e.span) if rest else None)


def _conditions(e: model.Expr, slot: int) -> list[model.Expr] | None:
    """What is asked of the pieces of a set, whose name has this slot; None where they are not chosen from all on the board."""
    match e:
        case model.Builtin(name="pieces"):
            return []
        case model.Comprehension(value=None):
            before = _conditions(e.source, slot)
            it = model.Local(e.span, element_of(e.source), slot, "it")
            asked = [] if e.condition is None else conjuncts(substituted(e.condition, {e.slot: it}))
            return None if before is None else [*before, *asked]
    return None


def _taken_apart(e: model.Expr, slot: int, scope: Scope) -> list[tuple[Allowed | None, model.Expr]]:
    """The parts of a condition, each with its plan where sets say it.

    A definition of which they say nothing stays as it is: a call.
    """
    game = scope.game
    match e:
        case model.And():
            return [*_taken_apart(e.left, slot, scope), *_taken_apart(e.right, slot, scope)]
        case model.Apply():
            definition = game.definitions[e.definition]
            given = dict(zip((s for _, s, _ in definition.parameters), e.arguments, strict=True))
            parts = _taken_apart(constant(substituted(definition.body, given), game), slot, scope)
            return parts if any(plan for plan, _ in parts) else [(None, e)]
    written = with_known_kinds(inlined(e, game), scope.kinds, game)
    return [(_allowed(written, slot, scope) or on_sites(written, slot, scope), e)]


def _allowed(e: model.Expr, slot: int, scope: Scope) -> Allowed | None:
    kinds = kinds_said(e, slot)
    if kinds is not None:
        return OfKinds(kinds)
    match e:
        case model.Not():
            inner = _allowed(e.operand, slot, scope)
            return Excluded(inner) if inner is not None else None
        case model.Compare(operator="=", left=model.Builtin(name="owner", arguments=(of,)), right=who):
            if isinstance(of, model.Local) and of.slot == slot and not reads(who, {slot}):
                is_player = who.type.base == "player" and not scope.may_be_none(who)
                return OwnedBy(who) if is_player else None
    return None


# ---- conditions on pieces with numbers as sets of the sites where they stand


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
    plan = inner.condition(said, slot)
    return None if plan is None else OnSites(e, tuple(given.found.items()), plan)
