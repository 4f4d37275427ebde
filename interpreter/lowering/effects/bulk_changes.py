"""Effects on many pieces at once: owners are sets of sites, and pools of cards are sets of kinds, so many change as easily as one.

What a loop goes through is judged before its first round, so the sets of all pools are taken before one of them changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gdl.core import model
from gdl.core.traits import dependencies
from gdl.core.types import PLAYER, set_of
from gdl.core.visit import reads
from interpreter.ir import op
from interpreter.lowering.effects import changes
from interpreter.lowering.effects.changes import place_meant
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.store.by_kind import make_all, move_all
from interpreter.lowering.values.sets import questions

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
    kind = source.type if source.type.base == "set" else set_of(source.type)
    chosen = model.Comprehension(source.span, kind, slot, source, e.condition, None)
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
