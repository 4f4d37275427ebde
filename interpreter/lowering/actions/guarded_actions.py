"""Which actions a guard serves: those that leave what requirements watch as it was, except for where pieces leave or come.

A move leaves its start. An action that puts a piece of a pool on an empty site takes nothing away: it breaks no requirement
that holds; without it games with drops count their actions at 0.84 of their speed. What may go wrong in an action is asked of the
position, once for all its candidates, where a comparison says so.

    guard(state, context, mover) -> sites       those from which the mover's pieces may not move without being tried
"""

from collections.abc import Iterable

from gdl.core import model
from gdl.core.traits import traits
from gdl.core.types import BOOL, KIND, NUMBER, PIECE, set_of
from gdl.core.visit import nodes, same
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Trait
from interpreter import ir
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, RulePlan, rules_of
from interpreter.lowering.actions.guards import Guard, watch_all
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function, Scope
from interpreter.lowering.game.expression_analysis import says_empty
from interpreter.lowering.game.sure_effects import is_sure, names_of, overshoot
from interpreter.lowering.refusals import Refused

_QUIET: frozenset[Trait] = frozenset(("changes", "writes", "fails"))


@dataclass(frozen=True, slots=True)
class Guarded:
    """An action whose candidates are legal without being tried where the guard does not hold a site.

    `site` is its name: where the piece starts, or the empty site that it is put on. `gates`: what else must be true of the
    position.
    """

    site: int
    is_put: bool
    gates: tuple[model.Expr, ...]


@dataclass(frozen=True, slots=True)
class _Put:
    """A piece from the mover's pool goes to an empty site."""

    effect: model.MoveTo
    site: int
    found: model.Comprehension  # the pieces of the pool from which it is
    kind: model.Expr


def guarded(action: model.Action, guard: Guard, scope: Scope) -> Guarded | Refused:
    """How a guard spares an action's candidates from being tried, or why each must be."""
    put = _put(action, scope.game)
    unsuited = _unsuited(action, put, scope.game)
    if unsuited is not None:
        return unsuited
    settling = tuple(c.body for c in scope.game.settles_after(action.name))
    effects = tuple(e for e in (*action.effects, *action.finals) if put is None or e is not put.effect)
    gates = _gates(action, (*effects, *(e for body in settling for e in body)), scope)
    if isinstance(gates, Refused):
        return gates
    for e in nodes((effects, settling)):
        if isinstance(e, model.Effect) and not _is_quiet(e, action, guard, scope.game):
            return Refused("guard", "this effect may change what a requirement asks about", e.span)
    if put is None:
        return Guarded(action.origin, False, gates)
    return Guarded(put.site, True, (*gates, *_gates_of_kind(put, guard)))


def _unsuited(action: model.Action, put: _Put | None, game: model.Game) -> Refused | None:
    """Why an action is of no form, or under no requirements, that a guard serves."""
    if action.again is not None or (action.form != "move" and put is None):
        why = "only a `move`, or what puts a piece of a pool on an empty site, leaves most of the position as it was"
        return Refused("guard", why, action.span)
    applying = game.requires_after(action.name)
    of_some = next((r.span for r in applying if r.after), None)
    if applying and of_some is None:
        return None
    return Refused("guard", "it is not under requirements of all actions alone", of_some or action.span)


# ---- what may go wrong


def _gates(
    action: model.Action, effects: tuple[model.Effect, ...], scope: Scope
) -> tuple[model.Expr, ...] | Refused:
    """What must be true before an action so that its effects cannot go wrong."""
    names, game = names_of(action), scope.game
    of_kinds = [e for e in nodes(action.effects) if isinstance(e, model.SetField) and e.field == "kind"]
    parts = action.parts if len(of_kinds) < 2 else ()  # a kind that was set is no longer what conditions said
    said = tuple(p.condition for p in parts if isinstance(p, model.Condition))
    found: list[model.Expr] = []
    for effect in effects:
        if is_sure(effect, names, game, said):
            continue
        gate = _gate(effect, effects, game)
        if gate is None:
            why = "this effect may go wrong, which is found out when the action is tried"
            return Refused("guard", why, effect.span)
        found.append(gate)
    return tuple(found)


def _gate(effect: model.Effect, effects: tuple[model.Effect, ...], game: model.Game) -> model.Expr | None:
    """Between which numbers a field must be so that what is made of it fits, where nothing else gives it a value."""
    if not isinstance(effect, model.SetField) or effect.field not in game.fields:
        return None
    if effect.holder is not None and not isinstance(effect.holder, model.Role):
        return None
    writing = [e for e in nodes(effects) if isinstance(e, model.SetField) and e.field == effect.field]
    if len(writing) != 1:
        return None
    bounds = game.fields[effect.field].bounds
    over = overshoot(effect.value, effect.field, effect.holder, game)
    if bounds is None or over is None:
        return None
    span, now = effect.span, model.GetField(effect.span, NUMBER, effect.field, effect.holder)
    low, high = (model.Const(span, NUMBER, n) for n in (bounds[0] + over[0], bounds[1] - over[1]))
    least = model.Compare(span, BOOL, "<=", low, now)
    return model.And(span, BOOL, least, model.Compare(span, BOOL, "<=", now, high))


# ---- what changes


def _is_quiet(e: model.Effect, action: model.Action, guard: Guard, game: model.Game) -> bool:
    """Whether an effect changes nothing that a guarded requirement asks about: pieces' places, owners and kinds."""
    if isinstance(e, model.Stock):  # what comes into a pool stands on no site
        return True
    if not traits(e) <= _QUIET:
        return False
    if not isinstance(e, model.SetField):
        return True
    if e.field == "owner":
        return False
    if e.field != "kind":
        return True  # guarded requirements read no fields
    if not (isinstance(e.holder, model.Local) and e.holder.slot == action.piece):
        return False
    given = _values(e.value, action, game)
    return given is not None and not given & guard.kinds


def _values(e: model.Expr, action: model.Action, game: model.Game) -> frozenset[int] | None:
    """The kinds that an expression may give."""
    if isinstance(e, model.Local):
        sources = [p.source for p in action.parts if isinstance(p, model.Choose) and p.slot == e.slot]
        return _values(sources[0], action, game) if sources and isinstance(sources[0], model.Const) else None
    if isinstance(e, model.Attribute):
        if e.index is not None:
            return None
        rows = (kind.attributes.get(e.name) for kind in game.kinds)
        return frozenset(v for v in rows if isinstance(v, int))
    if not isinstance(e, model.Const):
        return None
    values = e.value if isinstance(e.value, tuple) else (e.value,)
    return frozenset(v for v in values if isinstance(v, int))


# ---- a piece of a pool


def _put(action: model.Action, game: model.Game) -> _Put | None:
    """What puts a piece on an empty site, if that is the whole action: the piece is in the pool, and the site is empty."""
    match action.effects:
        case (
            model.MoveTo(
                piece=model.Builtin(
                    name="first",
                    arguments=(
                        model.Comprehension(
                            source=model.PoolOf(holder=model.Role(name="mover")), value=None
                        ) as found,
                    ),
                ),
                to=model.Local(slot=site),
                settings=(),
            ) as effect,
        ) if action.form == "action" and not action.finals:
            pass
        case _:
            return None
    match found.condition:
        case model.Compare(
            operator="=", left=model.Builtin(name="kind", arguments=(model.Local(slot=it),)), right=kind
        ) if it == found.slot:
            put = _Put(effect, site, found, kind)
            return put if _is_there(put, action) and _is_empty(site, action, game) else None
    return None


def _is_there(put: _Put, action: model.Action) -> bool:
    """Whether the pool is known to hold a piece of the kind: it is one of the pool's kinds."""
    for part in action.parts:
        match part:
            case model.Choose(
                slot=slot,
                source=model.Comprehension(
                    slot=it,
                    source=source,
                    condition=None,
                    value=model.Builtin(name="kind", arguments=(model.Local(slot=of),)),
                ),
            ) if isinstance(put.kind, model.Local) and slot == put.kind.slot and of == it:
                return same(source, put.found.source)
            case model.Condition(
                condition=model.In(
                    element=kind,
                    set=model.Comprehension(
                        slot=it,
                        source=source,
                        condition=None,
                        value=model.Builtin(name="kind", arguments=(model.Local(slot=of),)),
                    ),
                )
            ) if of == it and same(kind, put.kind):
                return same(source, put.found.source)
    return False


def _is_empty(site: int, action: model.Action, game: model.Game) -> bool:
    """Whether the site is chosen from empty ones."""
    return any(
        isinstance(of := part.source, model.Comprehension)
        and of.value is None
        and says_empty(of.condition, of.slot, game)
        for part in action.parts
        if isinstance(part, model.Choose) and part.slot == site
    )


def _gates_of_kind(put: _Put, guard: Guard) -> tuple[model.Expr, ...]:
    """That no piece of the pool is of a kind that requirements ask about."""
    if not guard.kinds or (isinstance(put.kind, model.Const) and put.kind.value not in guard.kinds):
        return ()
    span, found = put.found.span, put.found
    kind = model.Builtin(span, KIND, "kind", (model.Local(span, PIECE, found.slot, "it"),))
    watched = model.In(span, BOOL, kind, model.Const(span, set_of(KIND), tuple(sorted(guard.kinds))))
    return (model.Not(span, BOOL, model.Quantified(span, BOOL, False, found.slot, found.source, watched)),)


# ---- the code


def guarded_sites(f: Function) -> Var:
    """The parameter of an action's functions that holds the sites."""
    return Var("guard", ir.bits(f.facts.sites))


def guard_for(f: Function, names: Iterable[str]) -> Expr | None:
    """The sites for a decision about some actions, found once; None if no action is guarded."""
    rules = rules_of(f)
    guard = rules.way(Guard)
    if guard is None or not any(rules.actions[name].way(Guarded) for name in names):
        return None
    watches, gates, sites = guard.watches, _all_gates(rules), guarded_sites(f)

    def write(g: Function) -> None:
        found = g.b.variable("sites", op.empty_set(g.facts.sites))
        for gate in gates:
            with g.b.if_(op.not_(g.truth(gate))):
                g.b.ret(op.full_set(g.facts.sites))
        watch_all(g, watches, found)
        g.b.ret(Get(found))

    name = f.define("guard", (STATE, CONTEXT, MOVER), sites.type, write, Get(MOVER))
    return f.b.materialize(ir.Call(name, (*f.arguments, f.mover), sites.type))


def _all_gates(rules: RulePlan) -> tuple[model.Expr, ...]:
    """What must be true of a position so that a guard serves, each condition once."""
    found: list[model.Expr] = []
    for plan in rules.actions.values():
        guarded = plan.way(Guarded)
        for gate in guarded.gates if guarded is not None else ():
            if not any(same(gate, other) for other in found):
                found.append(gate)
    return tuple(found)


def guard_given(plan: ActionPlan, guard: Expr | None) -> tuple[Expr, ...]:
    """What the enumeration of an action is given of the guard."""
    if plan.way(Guarded) is None:
        return ()
    assert guard is not None
    return (guard,)


def is_safe(f: Function, plan: ActionPlan) -> Expr:
    """Whether a candidate is legal without being tried."""
    guarded = plan.way(Guarded)
    assert guarded is not None
    return op.not_(op.contains(Get(guarded_sites(f)), f.local(guarded.site)))
