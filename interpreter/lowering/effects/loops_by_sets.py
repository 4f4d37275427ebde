"""Loops whose rounds are sets, and loops that are done at once.

`for s in sites, p in players where A do` needs no look at every site: for each player there is the set of sites for which A
holds. Whether there is any round at all is thus known before the first one. Owners are sets of sites, and pools of cards are sets
of kinds, so many change as easily as one. What a loop goes through is judged before its first round, so the sets of all pools are
taken before one of them changes.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import TypeAlias

from gdl.core import model
from gdl.core.traits import dependencies
from gdl.core.types import PLAYER
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, op
from interpreter.lowering.effects import changes
from interpreter.lowering.effects.changes import place_meant
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import those
from interpreter.lowering.store.by_kind import make_all, move_all
from interpreter.lowering.values.sets import questions

# ---- rounds of several names: a set for each value of the others

MOST_SETS = 8  # values of the other names

Generator = tuple[int, model.Expr]


@dataclass(frozen=True, slots=True)
class RoundsBySets:
    """The rounds of a loop: of the name `by_set` a set for each of the known values of the other names."""

    by_set: int
    generators: tuple[Generator, ...]
    values: tuple[tuple[int, ...], ...]
    condition: ConditionPlan

    def sets(self, f: Function) -> list[Expr]:
        """The sets, one for each of `values`."""
        found = []
        for chosen in self.values:
            g = f.inner()
            others = [x for i, x in enumerate(self.generators) if i != self.by_set]
            for (slot, source), value in zip(others, chosen, strict=True):
                g.bind(slot, element_of(source), op.number(value))
            source = self.generators[self.by_set][1]
            size = f.facts.size_of_set(source)
            assert size is not None
            members = op.intersection(questions.bits(g, source), self.condition.members(g, size))
            found.append(f.b.materialize(members))
        return found

    def gather(self, f: Function, add: Callable[[list[Expr]], None]) -> None:
        """Adds the values of all names for every round, in the language's order."""
        sets, at = self.sets(f), self.by_set
        for before in dict.fromkeys(chosen[:at] for chosen in self.values):
            mine = [(c, s) for c, s in zip(self.values, sets, strict=True) if c[:at] == before]
            among = mine[0][1]
            for _, more in mine[1:]:
                among = op.union(among, more)
            with f.b.each_bit("e", f.b.materialize(among)) as x:
                for chosen, members in mine:
                    with f.b.if_(op.contains(members, x)):
                        numbers: list[Expr] = [op.number(v) for v in chosen]
                        add([*numbers[:at], x, *numbers[at:]])

    def is_any(self, f: Function) -> Expr:
        """Whether there is any round."""
        found: Expr = op.FALSE
        for members in self.sets(f):
            found = op.or_(found, op.nonempty(members))
        return found


def rounds_by_sets(
    generators: tuple[Generator, ...], condition: model.Expr | None, scope: Scope
) -> RoundsBySets | None:
    if condition is None:
        return None
    known = [_known(source) for _, source in generators]
    sizes = [scope.facts.size_of_set(source) for _, source in generators]
    large = max(range(len(generators)), key=lambda i: (sizes[i] or 0, -i))
    others = [values for i, values in enumerate(known) if i != large]
    slot, source = generators[large]
    if sizes[large] is None or not scope.facts.is_canonical(source) or element_of(source).base == "piece":
        return None
    values = tuple(product(*[v for v in others if v is not None]))
    if any(v is None for v in others) or len(values) > MOST_SETS:
        return None
    inner = scope.inner()
    for other, of in generators:
        inner.types[other] = element_of(of)
    plan = inner.condition(condition, slot)
    return None if plan is None else RoundsBySets(large, generators, values, plan)


def _known(e: model.Expr) -> tuple[int, ...] | None:
    match e:
        case model.Const(value=tuple(values)) if element_of(e).base in ("player", "kind", "direction"):
            return tuple(v for v in values if isinstance(v, int))
    return None


def may_change(f: Function, body: tuple[model.Effect, ...]) -> Expr | None:
    """Whether effects do anything at all, where that can be told from sets; None where it cannot."""
    found: Expr = op.FALSE
    for e in body:
        match e:
            case model.Simultaneously(body=inner):
                there = may_change(f, inner)
            case model.ForEach(generators=generators, condition=condition):
                plan = rounds_by_sets(generators, condition, f.scope)
                there = None if plan is None else plan.is_any(f)
            case _:
                return None
        if there is None:
            return None
        found = op.or_(found, f.b.materialize(there))
    return found


# ---- owners


def are_owners_set_at_once(f: Function, e: model.ForEach) -> bool:
    """`for s in S do owner(s) := mover` as set algebra; whether it is of this form, and done."""
    facts = f.facts
    if len(e.generators) != 1 or len(e.body) != 1 or not facts.pieces.are_named_by_site:
        return False
    (slot, source), effect = e.generators[0], e.body[0]
    if not isinstance(effect, model.SetField) or effect.field != "owner" or "owner" in f.game.fields:
        return False
    if not _is_named(effect.holder, slot) or not _is_given(effect.value, slot):
        return False
    chosen = those(slot, source, e.condition, source.span)
    if facts.size_of_set(chosen) != facts.sites or not f.has_cell("own") or f.has_cell("pieces_code"):
        return False
    b = f.b
    value = changes.new_value(f, effect)
    pieces = b.materialize(op.intersection(questions.bits(f, chosen), f.occupied()))
    for p in range(facts.players):
        f.store("own", op.difference(f.load("own", op.number(p)), pieces), op.number(p))
    with b.if_(op.is_some(value)):
        f.store("own", op.union(f.load("own", value), pieces), value)
    return True


def _is_named(e: model.Expr | None, slot: int) -> bool:
    """Whether an expression is the name, or the piece that stands there."""
    match e:
        case model.Builtin(name="piece", arguments=(of,)):
            return _is_named(of, slot)
        case model.Local(slot=of):
            return of == slot
    return False


def _is_given(e: model.Expr, slot: int) -> bool:
    """Whether a player is the same in every round, whatever changes."""
    match e:
        case model.Builtin(name="rival" | "after", arguments=(of,)):
            return _is_given(of, slot)
        case model.Local(slot=of):
            return of != slot
    return isinstance(e, model.Const | model.Role)


# ---- cards of a pool

_MOST_POOLS = 8  # out of which cards are moved by one effect


@dataclass(frozen=True, slots=True)
class MadeAtOnce:
    """A card of each of some kinds comes to a pool."""

    kinds: tuple[int, ...]
    to: model.PoolOf


@dataclass(frozen=True, slots=True)
class MovedAtOnce:
    """All cards of a pool, or of the pools of some holders, go to another one. `slot`: the name of the holder."""

    source: model.PoolOf
    to: model.PoolOf
    slot: int | None
    holders: tuple[int, ...]


DeckPlan: TypeAlias = MadeAtOnce | MovedAtOnce


def deck_plan(e: model.ForEach, scope: Scope) -> DeckPlan | None:
    """How a loop is done at once; None of any other loop."""
    if not scope.facts.pieces.are_kinds or e.condition is not None:
        return None
    match e:
        case model.ForEach(
            generators=((slot, model.Const(value=tuple(kinds))),),
            body=(model.Stock(kind=model.Local(slot=made), owner=None, times=model.Const(value=1)) as stock,),
        ) if made == slot and _is_steady(stock.pool, {slot}, scope):
            return MadeAtOnce(tuple(k for k in kinds if isinstance(k, int)), stock.pool)
        case model.ForEach(
            generators=((slot, model.PoolOf() as source),),
            body=(model.MoveTo(piece=model.Local(slot=moved), to=model.PoolOf() as to),),
        ) if moved == slot and _is_steady(to, {slot}, scope):
            return MovedAtOnce(source, to, None, ())
        case model.ForEach(
            generators=(
                (holder, model.Const(value=tuple(holders)) as known),
                (slot, model.PoolOf(holder=model.Local(slot=held)) as source),
            ),
            body=(model.MoveTo(piece=model.Local(slot=moved), to=model.PoolOf() as to),),
        ) if moved == slot and held == holder and _is_steady(to, {slot}, scope):
            players = tuple(p for p in holders if isinstance(p, int))
            if known.type.element == PLAYER and len(players) <= _MOST_POOLS:
                return MovedAtOnce(source, to, holder, players)
    return None


def _is_steady(pool: model.PoolOf, slots: set[int], scope: Scope) -> bool:
    """Whether a pool is the same one for all cards, wherever the others have gone."""
    if pool.holder is None:
        return True
    changing = dependencies(pool.holder, scope.game.definitions) & {"pieces", "pools", "legal"}
    return not changing and not reads(pool.holder, slots)


def done_at_once(f: Function, plan: DeckPlan) -> None:
    match plan:
        case MadeAtOnce(kinds, pool):
            to, is_optional = place_meant(f, pool)
            with f.b.if_(op.is_some(to) if is_optional else op.TRUE):
                make_all(f, kinds, to)
        case MovedAtOnce():
            _move(f, plan)


def _move(f: Function, plan: MovedAtOnce) -> None:
    taken = []
    for g in _rounds(f, plan):
        place, _ = place_meant(g, plan.source)
        taken.append((place, g.b.materialize(questions.bits(g, plan.source))))
    for g, (place, cards) in zip(_rounds(f, plan), taken, strict=True):
        to, is_optional = place_meant(g, plan.to)
        with f.b.if_(op.and_(op.is_some(place), op.is_some(to) if is_optional else op.TRUE)):
            move_all(g, cards, place, to)


def _rounds(f: Function, plan: MovedAtOnce) -> Iterator[Function]:
    if plan.slot is None:
        yield f.inner()
    for player in plan.holders if plan.slot is not None else ():
        g = f.inner()
        g.forget(plan.slot or 0)
        g.bind(plan.slot or 0, PLAYER, op.number(player), "p")
        yield g
