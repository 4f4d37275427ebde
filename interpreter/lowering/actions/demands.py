"""Demands that wait: which actions they allow, whether they can be met, and those that are met by themselves.

demand(state, context, out, row)        goes through the actions of the demand that begins at a word
possible(state, context, row) -> bool   whether a demand can be met
queue(state, before)                    new demands come before those that waited, and the first of these is met

An action that changes nothing and only demands what comes next is legal if that is, in the position as it stands:

    choice by_minion(k: kind)
      choose m in army(mover)
      do then must use(k, m)

Whether `use` is possible is asked of the state itself, with its arguments, and not of a copy in which a demand waits. That
is the same as long as settling would change nothing, which is asked once for all candidates.

rests.N(state, context, mover) -> bool      whether the settling that follows would change nothing
may.A(state, context, mover, ...) -> bool   whether every demand of the action A that must be met can be

Demands that are asked about while others are stand for some that would wait. `asked` in the context counts them, as no more
than a certain number may wait. Without it games of nested choices play at 0.64 of their speed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from gdl.core import model
from gdl.core.traits import has_musts
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.limits import MAX_PENDING
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of, rules_of
from interpreter.lowering.actions.apply_action import do_by_itself, is_made_by_itself, reset
from interpreter.lowering.actions.candidates import candidates
from interpreter.lowering.actions.choices import handed, parameter_names, parameters_of, take
from interpreter.lowering.actions.guarded_actions import guard_for, guard_given
from interpreter.lowering.actions.search_mode import (
    ANY,
    asking,
    choosing,
    clear,
    hide_steps,
    leave_if_found,
    show_steps,
)
from interpreter.lowering.effects.changes import load_argument
from interpreter.lowering.effects.dispatch import do, for_each, for_path
from interpreter.lowering.facts.layout import GONE, HEAD, WORDS
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function, Scope
from interpreter.lowering.refusals import NotLowered, Refused
from interpreter.lowering.terms import Rational, as_number
from interpreter.lowering.values import names

_ROW, _BEFORE = Var("row", INT), Var("before", INT)


def waiting(f: Function) -> Expr:
    return f.load("waiting") if f.facts.features.has_demands else op.ZERO


def is_word(f: Function, word: str) -> Expr:
    """Whether the first demand says `may`, or `must`."""
    return op.eq(f.load("demands", op.ONE), op.number(WORDS.index(word)))


# ---- the actions of a demand


def actions_of(f: Function) -> str:
    """The function that goes through the actions of a demand."""

    def write(g: Function) -> None:
        b, plan = g.b, g.facts.demands
        g = g.moved_by(b.materialize(g.load("demands", Get(_ROW))))
        choices = g.load("demands", op.add(Get(_ROW), op.number(HEAD - 1)))
        guard = guard_for(g, [a.name for a in plan.actions])
        with b.for_range("k", op.ZERO, choices) as k:
            place = op.mul(k, op.number(plan.alternative_words))
            base = b.materialize(op.add(op.add(Get(_ROW), op.number(HEAD)), place))
            index = b.materialize(g.load("demands", base))
            for action in plan.actions:
                enumeration = g.scope.forms.enumeration(g, action)
                with b.if_(op.eq(index, op.number(action.index))):
                    arguments, possible = _arguments(g, action, base)
                    with b.if_(possible):
                        given = (*guard_given(plan_of(g, action), guard), *arguments)
                        b.invoke(enumeration, *g.arguments, Get(OUT), g.mover, *given)
            leave_if_found(g)

    return f.define("demand", (STATE, CONTEXT, OUT, _ROW), VOID, write)


def _arguments(f: Function, action: model.Action, base: Expr) -> tuple[list[Expr], Expr]:
    """What a demand gives to an action, and whether all the pieces in it are still there."""
    made: list[Expr] = []
    possible: Expr = op.TRUE
    at = 1
    for _, slot, kind in action.parameters:
        value = load_argument(f, slot, kind, base, at)
        if value.type.name != "list":
            value = f.b.materialize(value)
        if kind.base == "piece":
            possible = op.and_(possible, op.ne(value, op.number(GONE)))
        made.append(value)
        at += f.facts.domains.argument_words(kind, slot)
    return made, possible


# ---- whether a demand can be met


def is_possible(f: Function, row: Expr) -> Expr:
    def write(g: Function) -> None:
        b = g.b
        g = _when_asked(g, Get(_ROW))
        with asking(g, ANY), choosing(g):
            b.invoke(actions_of(g), *g.arguments, g.state, Get(_ROW))
            found = b.materialize(g.load_context("found"))
        b.ret(op.ne(found, op.ZERO))

    name = f.define("possible", (STATE, CONTEXT, _ROW), BOOL, write)
    return ir.Call(name, (*f.arguments, row), BOOL)


def _when_asked(f: Function, row: Expr) -> Function:
    """The function at the state in which a demand is to be met.

    The action that demanded it is over then, and fields that last until it is done are reset, unless the demand is met
    by itself and so is a part of the action.
    """
    if all(field.until != "done" for field in f.game.fields.values()):
        return f
    b, plan = f.b, f.facts.demands
    asked = b.allocate("asked", "state")
    b.copy(asked, f.state)
    choices = f.load("demands", op.add(row, op.number(HEAD - 1)))
    index = f.load("demands", op.add(row, op.number(HEAD)))
    plain = [a.index for a in plan.actions if not a.choices]
    is_plain = op.contains(op.members(plain, len(f.game.actions)), index) if plain else op.FALSE
    is_must = op.ne(f.load("demands", op.add(row, op.ONE)), op.number(WORDS.index("may")))
    is_part = op.and_(op.and_(is_plain, op.eq(choices, op.ONE)), is_must)
    with b.if_(op.not_(is_part)):
        reset(f.at(asked), "done")
    return f.at(asked)


def is_kept(f: Function) -> Expr:
    """Whether the first demand stays although it is impossible, as not everybody may see that it is."""
    plan = f.facts.demands
    private = [a.index for a in plan.actions if a.is_private]
    if not private:
        return op.FALSE
    b = f.b
    kept = b.variable("kept", op.FALSE)
    width = op.number(plan.alternative_words)
    with b.if_(is_word(f, "may")), b.for_range("k", op.ZERO, f.load("demands", op.number(HEAD - 1))) as k:
        index = f.load("demands", op.add(op.number(HEAD), op.mul(k, width)))
        with b.if_(op.contains(op.members(private, len(f.game.actions)), index)):
            b.assign(kept, op.TRUE)
    return Get(kept)


# ---- the queue


def queue(f: Function, before: Expr) -> None:
    """Puts the new demands before those that waited before the action."""

    def write(g: Function) -> None:
        b, words = g.b, op.number(g.facts.demands.row_words)
        old, n = Get(_BEFORE), b.materialize(g.load("waiting"))
        fresh = b.materialize(op.sub(n, old))

        def move(kept: Expr, first: Expr, last: Expr, to: Expr) -> None:
            with b.for_range("i", op.mul(first, words), op.mul(last, words)) as i:
                distance = op.mul(op.sub(to, first), words)
                g.store("demands", g.load("demands", i, kept), op.add(i, distance))

        with b.if_(op.lt(op.ZERO, old)):
            kept = b.allocate("kept", "state")
            b.copy(kept, g.state)
            move(kept, old, n, op.ZERO)
            move(kept, op.ONE, old, fresh)
            g.store("waiting", op.sub(n, op.ONE))

    f.b.invoke(f.define("queue", (STATE, _BEFORE), VOID, write), f.state, before)


def drop(f: Function) -> None:
    """Takes away the first demand."""
    words = op.number(f.facts.demands.row_words)
    rest = f.b.materialize(op.mul(op.sub(f.load("waiting"), op.ONE), words))
    with f.b.for_range("i", op.ZERO, rest) as i:
        f.store("demands", f.load("demands", op.add(i, words)), i)
    f.store("waiting", op.sub(f.load("waiting"), op.ONE))


# ---- demands that leave nothing to choose


def make_by_itself(f: Function) -> Expr:
    """Carries out the first demand if it leaves nothing to choose; whether it did."""
    b = f.b
    did = b.variable("did", op.FALSE)
    with b.if_(op.lt(op.ZERO, f.load("waiting"))):
        is_single = op.eq(f.load("demands", op.number(HEAD - 1)), op.ONE)
        is_plain = op.not_(is_word(f, "may"))
        index = b.materialize(f.load("demands", op.number(HEAD)))
        before = b.materialize(f.load("waiting"))
        player = b.materialize(f.load("demands", op.ZERO))
        with b.if_(op.and_(is_single, is_plain)):
            for action in f.facts.demands.actions:
                if not is_made_by_itself(f, action):
                    continue
                function = _by_itself(f, plan_of(f, action))
                with b.if_(op.and_(op.eq(index, op.number(action.index)), op.not_(Get(did)))):
                    arguments, _ = _arguments(f, action, op.number(HEAD))
                    b.invoke(function, *f.arguments, player, *arguments)
                    b.assign(did, op.TRUE)
            with b.if_(Get(did)):
                queue(f, before)
    return Get(did)


def _by_itself(f: Function, plan: ActionPlan) -> str:
    """`self.A(state, context, mover, arguments)`: carries out a demanded choice that leaves nothing to choose."""
    given = parameter_names(plan.action)
    variables = parameters_of(f, given)

    def write(g: Function) -> None:
        take(g, given, variables)
        steps = hide_steps(g)

        def leaf(h: Function) -> None:
            show_steps(h, steps)
            do_by_itself(h, plan)
            h.b.ret()

        candidates(g, plan.one_by_one, leaf)
        show_steps(g, steps)

    return f.define(f"self.{plan.action.name}", (STATE, CONTEXT, MOVER, *variables), VOID, write, Get(MOVER))


# ---- actions that only demand what comes next


RESET = ("captures", "steps", "remembered")  # cells that begin anew with each action
NAME = "forwarded demands"


@dataclass(frozen=True, slots=True)
class ForwardedDemands:
    """An action that only demands what comes next: judged by that, without a copy of the state. `demands`: how many, if any."""

    demands: int


def forwarded_demands(action: model.Action, scope: Scope) -> ForwardedDemands | Refused | None:
    """How an action is judged by what it demands; None for one that demands nothing that must be met."""
    if not has_musts(action.effects):
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
    if any(s.piece >= 0 for s in game.settles_after(action.name)):
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
    clauses = [(i, c) for i, c in enumerate(f.game.settles, 1) if c.applies_to(name)]

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
