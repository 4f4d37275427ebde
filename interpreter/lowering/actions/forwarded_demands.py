"""Actions that change nothing and only demand what comes next: legal if that is, in the position as it stands.

    choice by_minion(k: kind)
      choose m in army(mover)
      do then must use(k, m)

Whether `use` is possible is asked of the state itself, with its arguments, and not of a copy in which a demand waits. That
is the same as long as settling would change nothing, which is asked once for all candidates.

rests.N(state, context, mover) -> bool      whether the settling that follows would change nothing
may.A(state, context, mover, ...) -> bool   whether every demand of the action A that must be met can be

Demands that are asked about while others are stand for some that would wait. `asked` in the context counts them, as no more
than a certain number may wait.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from gdl.core import model
from gdl.core.traits import musts
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.limits import MAX_PENDING
from interpreter import ir
from interpreter.ir import BOOL, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, rules_of
from interpreter.lowering.actions.names import handed, parameters_of, take
from interpreter.lowering.actions.search_mode import ANY, asking, clear
from interpreter.lowering.effects.dispatch import do, for_each, for_path
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function, Scope
from interpreter.lowering.refusals import NotLowered, Refused
from interpreter.lowering.terms import Rational, as_number
from interpreter.lowering.values import names

RESET = ("captures", "steps", "remembered")  # cells that begin anew with each action
NAME = "forwarded demands"


@dataclass(frozen=True, slots=True)
class ForwardedDemands:
    """An action that only demands what comes next: judged by that, without a copy of the state. `demands`: how many, if any."""

    demands: int


def forwarded_demands(action: model.Action, scope: Scope) -> ForwardedDemands | Refused | None:
    """How an action is judged by what it demands; None for one that demands nothing that must be met."""
    if not any(True for _ in musts(action.effects)):
        return None
    reason = next(_reasons(action, scope), None)
    if reason is not None:
        return Refused(NAME, reason, action.span)
    return ForwardedDemands(max(_counts(action.effects)))


def _reasons(action: model.Action, scope: Scope) -> Iterator[str]:
    game, cells = scope.game, scope.facts.state.cells
    if action.form == "move" or action.again is not None or action.finals:
        yield "it moves a piece, repeats, or has a `finally`"
    if game.requires or game.prefers:
        yield "`require` or `prefer` judges what it leads to"
    if any(name in cells for name in RESET) or any(
        f.until in ("action", "done") for f in game.fields.values()
    ):
        yield "captures, steps or fields of an action are asked for, which it sets back"
    if any(s.piece >= 0 and (not s.after or action.name in s.after) for s in game.settles):
        yield "settling asks which piece has moved"
    if not _only_demands(action.effects):
        yield "it changes something, or demands something of somebody else"
    elif len(_counts(action.effects) - {0}) > 1:
        yield "how many demands there are depends on a condition"
    if any(_takes_sets(demand, game) for demand in _demands(action)):
        yield "what it demands is given a set"


def _only_demands(effects: Sequence[model.Effect]) -> bool:
    for e in effects:
        match e:
            case model.Bind() | model.Demand(player=None):
                pass
            case model.Branch():
                if not (_only_demands(e.body) and _only_demands(e.otherwise)):
                    return False
            case _:
                return False
    return True


def _counts(effects: Sequence[model.Effect]) -> set[int]:
    """How many demands there may be."""
    found = {0}
    for e in effects:
        match e:
            case model.Demand():
                found = {n + 1 for n in found}
            case model.Branch():
                found = {n + m for n in found for m in _counts(e.body) | _counts(e.otherwise)}
            case _:
                pass
    return found


def _demands(action: model.Action) -> Iterator[model.Demand]:
    return (e for e in nodes(action.effects) if isinstance(e, model.Demand))


def _takes_sets(demand: model.Demand, game: model.Game) -> bool:
    named = (game.action(choice.action) for choice in demand.choices)
    return any(kind.base == "set" for action in named for _, _, kind in action.parameters)


# ---- the code


def rests(f: Function, plan: ActionPlan) -> Expr:
    """Whether settling would change nothing after an action that changes nothing, and there is room for its demands."""
    way = plan.way(ForwardedDemands)
    assert way is not None
    name = plan.action.name
    clauses = [(i, c) for i, c in enumerate(f.game.settles, 1) if not c.after or name in c.after]

    def write(g: Function) -> None:
        for _, clause in clauses:
            _leave_if_changing(g.inner(), clause.body)
        g.b.ret(op.TRUE)

    waiting = op.add(f.load("waiting"), f.load_context("asked"))
    room = op.le(waiting, op.number(MAX_PENDING - way.demands))
    if not clauses:
        return room
    made = f.define(
        f"rests.{'.'.join(str(i) for i, _ in clauses)}", (STATE, CONTEXT, MOVER), BOOL, write, Get(MOVER)
    )
    return op.and_(room, ir.Call(made, (*f.arguments, f.mover), BOOL))


@contextmanager
def with_those_asked(f: Function, tried: Expr) -> Iterator[None]:
    """On a copy that something is done on, demands wait that were only asked about so far."""
    if not any(plan.way(ForwardedDemands) for plan in rules_of(f).actions.values()):
        yield
        return
    asked = f.b.materialize(f.load_context("asked"))
    f.at(tried).store("waiting", op.add(f.load("waiting"), asked))
    f.store_context("asked", op.ZERO)
    yield
    f.store_context("asked", asked)


def _leave_if_changing(f: Function, effects: Sequence[model.Effect]) -> None:
    """Leaves the function with false where effects might change something."""
    for e in effects:
        match e:
            case model.Bind():
                do(f, (e,))
            case model.ForEach():
                for_each(f, e.generators, e.condition, partial(_leave_if_changing, effects=e.body))
            case model.ForPath():
                for_path(f, e.path, partial(_leave_if_changing, effects=e.body))
            case model.Branch():
                with f.b.if_else(f.truth(e.condition)) as branch:
                    _leave_if_changing(f.inner(), e.body)
                    branch.otherwise()
                    _leave_if_changing(f.inner(), e.otherwise)
            case _:
                f.b.ret(op.FALSE)
                return


def is_met(f: Function, plan: ActionPlan) -> Expr:
    """Whether all that an action demands can be met; its names are bound."""
    way = plan.way(ForwardedDemands)
    assert way is not None
    variables, demands = parameters_of(f, plan.names), op.number(way.demands)

    def write(g: Function) -> None:
        take(g, plan.names, variables)
        is_possible = g.b.variable("possible", op.TRUE)
        g.count_up("asked", demands)
        with asking(g, ANY):
            _judge(g, plan.action.effects, is_possible)
        g.store_context("asked", op.sub(g.load_context("asked"), demands))
        g.b.ret(Get(is_possible))

    name = f.define(f"may.{plan.action.name}", (STATE, CONTEXT, MOVER, *variables), BOOL, write, Get(MOVER))
    return ir.Call(name, (*f.arguments, f.mover, *handed(f, plan.names)), BOOL)


def _judge(f: Function, effects: Sequence[model.Effect], is_possible: Var) -> None:
    for e in effects:
        match e:
            case model.Branch():
                with f.b.if_else(f.truth(e.condition)) as branch:
                    _judge(f.inner(), e.body, is_possible)
                    branch.otherwise()
                    _judge(f.inner(), e.otherwise, is_possible)
            case model.Demand(word="must"):
                with f.b.if_(Get(is_possible)):
                    _look_for(f, e)
                    f.b.assign(is_possible, op.ne(f.load_context("found"), op.ZERO))
            case model.Demand():
                pass
            case _:
                do(f, (e,))


def _look_for(f: Function, demand: model.Demand) -> None:
    """Looks for an action that meets a demand; then `found` is 1."""
    clear(f, "found")
    f = f.looking_up()
    for number, choice in enumerate(demand.choices):
        with f.b.if_(op.eq(f.load_context("found"), op.ZERO) if number else op.TRUE):
            g = f.inner()
            do(g, tuple(model.Bind(demand.span, slot, value) for slot, value in choice.binds))
            action = g.game.action(choice.action)
            given = [
                _argument(g, e, kind)
                for (_, _, kind), e in zip(action.parameters, choice.arguments, strict=True)
            ]
            g.b.invoke(g.scope.forms.enumeration(g, action), *g.arguments, g.state, g.mover, *given)


def _argument(f: Function, e: model.Expr, kind: Type) -> Expr:
    value = names.typed(f, e, kind)
    if isinstance(value, Rational):
        raise NotLowered("a fraction given to a demanded choice")
    if kind.base == "bool" and not kind.is_optional:
        return value
    return f.b.materialize(as_number(value))
