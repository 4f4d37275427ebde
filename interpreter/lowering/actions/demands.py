"""Demands that wait: which actions they allow, whether they can be met, and those that are met by themselves.

demand(state, context, out, row)        goes through the actions of the demand that begins at a word
possible(state, context, row) -> bool   whether a demand can be met
queue(state, before)                    new demands come before those that waited, and the first of these is met
"""

from gdl.core import model
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of
from interpreter.lowering.actions.apply_action import do_by_itself, is_made_by_itself, reset
from interpreter.lowering.actions.candidates import candidates
from interpreter.lowering.actions.guarded_actions import guard_for, guard_given
from interpreter.lowering.actions.names import parameter_names, parameters_of, take
from interpreter.lowering.actions.search_mode import ANY, asking, leave_if_found
from interpreter.lowering.effects.demand_effect import load_argument
from interpreter.lowering.facts.layout import GONE, HEAD, WORDS
from interpreter.lowering.function import CONTEXT, MOVER, OUT, STATE, Function

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
        with asking(g, ANY):
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

        def leaf(h: Function) -> None:
            do_by_itself(h, plan)
            h.b.ret()

        candidates(g, plan.one_by_one, leaf)

    return f.define(f"self.{plan.action.name}", (STATE, CONTEXT, MOVER, *variables), VOID, write, Get(MOVER))
