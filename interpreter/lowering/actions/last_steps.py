"""Steps behind which an action cannot be repeated: they are listed without being done, where that can be predicted.

Who moves by two dice tries few first steps and many second ones. What a second step leads to matters only for what is
judged of it: whether the action repeats, what is required, what is preferred. Where these read nothing but fields of the
game, and how many steps there were, they are computed from the fields' values before the step, as its effects will
change them. Only a step that may be repeated, or may go wrong, is done on a copy of the state. Without it games with two
dice play at 0.78 of their speed.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import assert_never

from gdl.core import model
from gdl.core.traits import has
from gdl.core.visit import names_read, nodes, reads
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.ir import Expr, Get, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.choices import names_before
from interpreter.lowering.actions.hoisted_choices import FEW, EarlyChoice, Left, each_possible, said_values
from interpreter.lowering.actions.listing import list_row
from interpreter.lowering.actions.search_mode import ANY, DEPTH, WAS, found_one, is_mode
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import Refused
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.truths import all_hold

_PLAIN = (
    model.Const
    | model.Role
    | model.Arithmetic
    | model.Compare
    | model.And
    | model.Or
    | model.Not
    | model.In
    | model.If
    | model.MakeSet
)


@dataclass(frozen=True, slots=True)
class NextChoice:
    """A choice of a further step, and its conditions that can be predicted. If nothing is left of it, there is no such step.

    `said`: values of which these conditions say that the choice is one.
    """

    choice: EarlyChoice
    conditions: tuple[model.Expr, ...]
    said: tuple[model.Expr, ...]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is known of a step before it is done.

    `values`: what its effects give the game's fields. `condition`: of a further step, if it can be predicted. All that
    is asked of the step's own choices is asked of `slot`'s alone, if that is not -1, which is a choice that is judged
    early.
    """

    values: tuple[model.SetField, ...]
    condition: model.Expr | None
    nexts: tuple[NextChoice, ...]
    requires: tuple[model.Expr, ...]
    prefers: tuple[model.Expr, ...]
    demands: bool
    slot: int


def prediction(
    action: model.Action, early: tuple[EarlyChoice, ...], is_preferred: bool, scope: Scope
) -> Prediction | Refused | None:
    again, game = action.again, scope.game
    if again is None:
        return None
    slots = frozenset(c.slot for c in action.repeated)
    values = tuple(e for e in action.effects if isinstance(e, model.SetField) and _is_given(e, slots, scope))
    copied = _copied(action, again, values, scope)
    if copied is not None:
        return copied
    done = (action.effects, action.finals, *(s.body for s in game.settles_after(action.name)))
    is_told = _teller(slots, _changed_fields(done, values), scope)

    requires = tuple(inlined(r.condition, game) for r in game.requires_after(action.name))
    prefers = tuple(inlined(p.value, game) for p in game.prefers) if is_preferred else ()
    judged = (*requires, *prefers, *(e.value for e in values))
    untold = next((e for e in judged if not is_told(e)), None)
    if untold is not None:
        return _refused(untold.span, "it reads more than fields of the game, choices and the number of steps")
    further = inlined(again.condition, game) if again.condition is not None else None
    condition = further if further is not None and is_told(further) else None
    nexts = tuple(_nexts(action, early, is_told, scope))
    demands, slot = has(done, "demands"), _only_choice((condition, *judged), nexts)
    return Prediction(values, condition, nexts, requires, prefers, demands, slot)


def _only_choice(asked: tuple[model.Expr | None, ...], nexts: tuple[NextChoice, ...]) -> int:
    """The slot of the early choice that is all that expressions read; -1 if there is no such one."""
    read = set(names_read(asked))
    return read.pop() if len(read) == 1 and read <= {n.choice.part.slot for n in nexts} else -1


def _copied(
    action: model.Action, again: model.Again, values: tuple[model.SetField, ...], scope: Scope
) -> Refused | None:
    """Why each step is done on a copy, if it must be."""
    settles = scope.game.settles_after(action.name)
    if again.is_once or scope.game.board.is_growing:
        why = "an action that is done once per outcome is compared by its outcome, and a growing board by itself"
        return _refused(again.span, why)
    repeated = next((s.span for s in settles if s.until_stable), None)
    if repeated is not None:
        return _refused(repeated, "this settling is repeated until nothing changes")
    doubtful = _first_unsafe((action.finals, *(s.body for s in settles)), (), scope)
    if doubtful is None:
        doubtful = _first_unsafe(action.effects, values, scope)
    return _refused(doubtful.span, _MAY_FAIL) if doubtful is not None else None


_MAY_FAIL = "this effect may go wrong in play, so each step is done on a copy"


def _refused(span: Span, why: str) -> Refused:
    return Refused("prediction of last steps", why, span)


def _first_unsafe(effects: object, values: tuple[model.SetField, ...], scope: Scope) -> model.Effect | None:
    """The first effect that may go wrong in play."""
    found = (e for e in nodes(effects) if isinstance(e, model.Effect) and not _is_safe(e, values, scope))
    return next(found, None)


def _changed_fields(effects: object, values: tuple[model.SetField, ...]) -> set[str]:
    """The fields that effects change to what cannot be predicted."""
    set_by = [e for e in nodes(effects) if isinstance(e, model.SetField)]
    changed = {e.field for e in set_by}
    return changed - {e.field for e in values if sum(x.field == e.field for x in set_by) == 1}


def _teller(slots: frozenset[int], changed: set[str], scope: Scope) -> Callable[[model.Expr], bool]:
    """Says whether the value of an expression after the step is known before it."""

    def is_told(e: model.Expr) -> bool:
        return _is_predictable(e, slots, scope) and not any(
            isinstance(x, model.GetField) and x.field in changed for x in nodes(e)
        )

    return is_told


def _nexts(
    action: model.Action,
    early: tuple[EarlyChoice, ...],
    is_told: Callable[[model.Expr], bool],
    scope: Scope,
) -> Iterator[NextChoice]:
    """The choices that are judged before all loops, with those of their conditions that can be predicted."""
    for choice in early:
        others = names_before(action, choice.index) - {choice.part.slot}
        told = tuple(c for c in choice.conditions if is_told(c) and not reads(c, others))
        if told:
            yield NextChoice(choice, told, said_values(choice.part, told, scope))


def _is_given(e: model.SetField, slots: frozenset[int], scope: Scope) -> bool:
    """Whether an effect gives a field of the game a value that can be predicted."""
    field = scope.game.fields.get(e.field)
    if field is None or field.holder != "game" or field.type.is_optional or scope.may_be_none(e.value):
        return False
    is_plain = field.type.base in ("number", "bool")
    return is_plain and _is_predictable(inlined(e.value, scope.game), slots, scope)


def _is_predictable(e: model.Expr, slots: frozenset[int], scope: Scope) -> bool:
    """Whether an expression reads nothing but choices, fields of the game and how many steps there were."""
    return scope.is_whole(e) and all(
        isinstance(x, _PLAIN)
        or (
            isinstance(x, model.Local)
            and x.slot in slots
            and x.type.base in ("number", "site", "kind", "player")
        )
        or (isinstance(x, model.GetField) and x.holder is None and not x.type.is_optional)
        or (isinstance(x, model.Builtin) and x.name == "steps")
        for x in nodes(e)
    )


def _is_safe(e: model.Effect, values: Iterable[model.SetField], scope: Scope) -> bool:
    """Whether an effect never goes wrong in play, apart from the effects inside it."""
    match e:
        case model.MoveTo():
            return scope.facts.pieces.is_stacking and not e.settings
        case model.SetField():
            field = scope.game.fields.get(e.field)
            is_free = field is None or field.type.base == "bool"  # an owner or a kind, or a truth
            return any(e is v for v in values) or (is_free and not scope.may_be_none(e.value))
        case model.Demand():
            return e.word != "must"
        case model.NextTurn():
            return not scope.may_be_none(e.player)
        case (
            model.Place()
            | model.Stock()
            | model.Simultaneously()
            | model.Acting()
            | model.Finish()
            | model.Chance()
        ):
            return False
        case (
            model.Remove()
            | model.SetPhase()
            | model.Bind()
            | model.ForEach()
            | model.ForPath()
            | model.Branch()
        ):
            return True
        case _:
            assert_never(e)


# ---- the code


def _after_step(f: Function, prediction: Prediction) -> tuple[Function, Expr]:
    """Where fields and `steps` have the values that they will have after the step; and whether these fit."""
    b, g = f.b, f.inner()
    fits: Expr = op.TRUE
    for e in prediction.values:
        field = f.facts.field(e.field)
        value = b.materialize(fields.in_cell(g, field, as_number(g.scalar(e.value))))
        if field.bounds is not None:
            low, high = field.bounds
            inside = op.and_(op.le(op.number(low), value), op.le(value, op.number(high)))
            fits = b.materialize(op.and_(fits, inside))
        g = g.predicting({field_cell(field): value})
    if f.has_cell("steps"):
        g = g.predicting({"steps": b.materialize(op.add(g.load("steps"), op.ONE))})
    return g, fits


def is_last(f: Function, plan: ActionPlan, prediction: Prediction) -> Expr:
    """Whether a step is known to be the last one, and to go well. Its choices are bound."""
    b, again = f.b, plan.action.again
    assert again is not None
    last = b.variable("last", op.FALSE)
    g, fits = _after_step(f, prediction)
    with b.if_(fits):
        b.assign(last, op.le(op.number(again.most), op.add(Get(DEPTH), op.number(2))))
        if prediction.condition is not None:
            is_repeated = b.materialize(g.truth(prediction.condition))
            b.assign(last, op.or_(Get(last), op.not_(is_repeated)))
        for following in prediction.nexts:
            part = following.choice.part
            with b.if_(op.not_(Get(last))):
                b.assign(last, op.TRUE)
                loops, h = b.loops, g.inner()
                with each_possible(h, part, following.said) as x:
                    h.forget(part.slot)  # the step's own choice keeps its variable
                    h.bind(part.slot, following.choice.type, x, part.name)
                    with b.if_(all_hold(h, following.conditions)):
                        b.assign(last, op.FALSE)
                        b.break_(loops)
    if prediction.demands:
        return op.and_(Get(last), op.eq(Get(WAS), op.ZERO))
    return Get(last)


def last_ones(f: Function, plan: ActionPlan, left: Left) -> Expr | None:
    """The values of the choice on which all depends that make a step the last one, judged before all loops."""
    prediction = plan.way(Prediction)
    if prediction is None or prediction.slot not in left:
        return None
    b = f.b
    (choice,) = (c for c in plan.one_by_one.early if c.part.slot == prediction.slot)
    found, g = b.variable("last", op.empty_set(FEW)), f.inner()
    with b.each_bit(choice.part.name, Get(left[prediction.slot])) as x:
        g.bind(choice.part.slot, choice.type, x, choice.part.name)
        with b.if_(is_last(g, plan, prediction)):
            b.assign(found, op.union(Get(found), op.singleton(x, FEW)))
    return Get(found)


def list_last(f: Function, plan: ActionPlan, prediction: Prediction) -> None:
    """Lists a last step without doing it, if it is legal."""
    b = f.b
    g, _ = _after_step(f, prediction)
    with b.if_(all_hold(g, prediction.requires)):
        with b.if_(is_mode(g, ANY)):
            g.count_up("count")
            found_one(g)
        list_row(g, plan, op.add(Get(DEPTH), op.ONE), prediction.prefers)
