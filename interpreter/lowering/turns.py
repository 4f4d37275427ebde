"""Turns: which actions are on offer, by phase and condition; passing, declining a demand, and whether a player could move.

    which(state, context) -> decision       the decision at hand; `count` says how many actions are legal
    which.listed(state, context) -> decision  the same, and the actions are listed at once
    group.N(state, context, out)            goes through the actions of an offer
    group_of_demand(state, context, out)    the same for the demand at hand
    run(state, context, out, decision)      the same for a decision that `which` has named
    can_move(state, context, player) -> bool  whether a player had an action, were it their turn
    choices(state, context, player) -> int    how many they had
    can.A.B(state, context, player) -> bool   whether they had one of some actions

An offer whose actions may be found twice, or are compared by `prefer`, is listed first: then each is there once, and only
the preferred remain.
"""

from collections.abc import Callable, Sequence

from gdl.core import model
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan, plan_of, rules_of
from interpreter.lowering.actions.apply_action import begin as begin_action
from interpreter.lowering.actions.choices import first_number
from interpreter.lowering.actions.commit import commit, conclude, count_below
from interpreter.lowering.actions.demands import actions_of, drop, is_word
from interpreter.lowering.actions.enumeration import enumeration
from interpreter.lowering.actions.guarded_actions import guard_for, guard_given
from interpreter.lowering.actions.listing import keep_preferred, want, write_plain_row
from interpreter.lowering.actions.search_mode import (
    ANY,
    COUNT,
    EXPAND,
    LIST,
    MATCH,
    PICK,
    asking,
    begin,
    choosing,
    clear,
    found_one,
    is_mode,
    leave_if_found,
    mode,
)
from interpreter.lowering.actions.single_steps import list_single, may_be_single
from interpreter.lowering.effects.dispatch import do
from interpreter.lowering.effects.settling import settle
from interpreter.lowering.ending.game_ends import in_phase, to_act, turns_by_phase
from interpreter.lowering.function import CONTEXT, OUT, STATE, Function
from interpreter.lowering.refusals import NotLowered

DECISION = Var("which", INT)
DEMAND, PASS, NOTHING = -1, -2, -3  # what `which` may say beside an offer's number


# ---- which actions


def which(f: Function, wanted: int = COUNT) -> str:
    """The function that says which decision is at hand, and counts or lists its actions."""

    def write(g: Function) -> None:
        b = g.b
        clear(g, "count", "found", "listed")
        g.store_context("mode", op.number(wanted))
        with b.if_(op.ne(g.load("over"), op.ZERO)):
            b.ret(op.number(NOTHING))
        if g.facts.features.has_demands:
            with b.if_(op.lt(op.ZERO, g.load("waiting"))):
                b.invoke(_group_of_demand(g), *g.arguments, g.state)
                b.ret(op.number(DEMAND))
        g = g.moved_by(b.materialize(g.load("mover")))
        for phase, turn in turns_by_phase(g):
            with in_phase(g, phase):
                for k, offer in enumerate(turn.offers):
                    with b.if_(g.inner().holds(offer.condition)):
                        b.invoke(_group(g, offer), *g.arguments, g.state)
                        with b.if_(op.lt(op.ZERO, g.load_context("count"))):
                            b.ret(op.number(number_of(g, phase, k)))
                b.ret(_what_else(g, turn))
        b.ret(op.number(NOTHING))

    return f.define("which" if wanted == COUNT else "which.listed", (STATE, CONTEXT), INT, write)


def number_of(f: Function, phase: int, offer: int) -> int:
    """The number of an offer: offers are counted through all phases."""
    return offer + sum(len(turn.offers) for before, turn in turns_by_phase(f) if before < phase)


def decision(f: Function) -> Expr:
    """The decision at hand; `count` in the context says how many actions are legal."""
    return f.b.materialize(ir.Call(which(f), f.arguments, INT))


def list_all(f: Function) -> None:
    """Lists the legal actions. `decision` and `count` in the context say which decision that is, and how many they are."""
    b = f.b
    clear(f, "tries")
    found = b.materialize(ir.Call(which(f, LIST), f.arguments, INT))
    f.store_context("decision", found)
    if _passes(f):
        with b.if_(op.eq(found, op.number(PASS))):
            begin(f, LIST, "count", "found")
            run(f, f.state, found)


def _passes(f: Function) -> bool:
    """Whether a pass may be what is left."""
    return any(x.word == "pass" for turn in f.game.turns.values() for x in turn.fallbacks)


def _what_else(f: Function, turn: model.Turn) -> Expr:
    """Whether a pass is what is left when no action is legal, or nothing."""
    b = f.b
    result = b.variable("else", op.number(NOTHING))
    with b.for_range("once", op.ZERO, op.ONE):
        inner = b.loops - 1
        for fallback in turn.fallbacks:
            with b.if_(f.inner().holds(fallback.condition)):
                if fallback.word == "pass":
                    b.assign(result, op.number(PASS))
                    f.store_context("count", op.ONE)
                b.break_(inner)
    return Get(result)


def list_offer(f: Function, phase: int, offer: int) -> None:
    """Goes through the actions of an offer, in the mode that is set."""
    turn = dict(turns_by_phase(f))[phase]
    f.b.invoke(_group(f, turn.offers[offer]), *f.arguments, f.state)


def run(f: Function, out: Expr, decision: Expr) -> None:
    """Goes through the actions of a decision."""
    f.b.invoke(f.define("run", (STATE, CONTEXT, OUT, DECISION), VOID, _run), *f.arguments, out, decision)


def _run(f: Function) -> None:
    b = f.b
    for phase, turn in turns_by_phase(f):
        for k, offer in enumerate(turn.offers):
            with b.if_(op.eq(Get(DECISION), op.number(number_of(f, phase, k)))):
                b.invoke(_group(f, offer), *f.arguments, Get(OUT))
                b.ret()
    if f.facts.features.has_demands:
        with b.if_(op.eq(Get(DECISION), op.number(DEMAND))):
            b.invoke(_group_of_demand(f), *f.arguments, Get(OUT))
            b.ret()
    if _passes(f):
        with b.if_(op.eq(Get(DECISION), op.number(PASS))):
            _pass(f)


# ---- the actions of an offer, or of a demand


def _group(f: Function, offer: model.Offer) -> str:
    name = "group." + ".".join(offer.names)
    actions = [f.game.action(n) for n in offer.names]

    def write(g: Function) -> None:
        rules = rules_of(g)
        plans = [rules.of(a) for a in actions]
        functions = [enumeration(g, a) for a in actions]
        g = g.moved_by(g.b.materialize(g.load("mover")))
        guard = guard_for(g, offer.names)

        def enumerate_all() -> None:
            for plan, function in zip(plans, functions, strict=True):
                g.b.invoke(function, *g.arguments, Get(OUT), g.mover, *guard_given(plan, guard))
                leave_if_found(g)

        if rules.is_listed(offer.names):
            lone = plans if may_be_single(rules, offer.names) else []
            holds_lesser = bool(g.game.prefers) and not all(plan.keeps_best for plan in plans)
            _Listed(g, name, enumerate_all, holds_lesser, lone).write()
        enumerate_all()

    return f.define(name, (STATE, CONTEXT, OUT), VOID, write)


def _group_of_demand(f: Function) -> str:
    def write(g: Function) -> None:
        g.b.invoke(_demand_actions(g), *g.arguments, Get(OUT))
        leave_if_found(g)
        with g.b.if_(is_word(g, "may")):
            _decline(g)

    return f.define("group_of_demand", (STATE, CONTEXT, OUT), VOID, write)


def _demand_actions(f: Function) -> str:
    """`demand_actions(state, context, out)`: the actions of the demand at hand, without `done`."""
    name = "demand_actions"

    def write(g: Function) -> None:
        def enumerate_all() -> None:
            g.b.invoke(actions_of(g), *g.arguments, Get(OUT), op.ZERO)

        if rules_of(g).is_listed(tuple(a.name for a in g.facts.demands.actions)):
            _Listed(g, name, enumerate_all, False).write()
        enumerate_all()

    return f.define(name, (STATE, CONTEXT, OUT), VOID, write)


# ---- actions that are listed first


class _Listed:
    """Deals with all modes but the one that looks for a wanted action, and leaves the function `name` that it stands in.

    `enumerate_all` goes through the actions. `holds_lesser`: their list holds more than the preferred ones. `lone`: the actions
    whose first steps are all there is, where none goes on. The list that `which` makes to count the actions is used by what
    comes next.
    """

    def __init__(
        self,
        f: Function,
        name: str,
        enumerate_all: Callable[[], None],
        holds_lesser: bool,
        lone: Sequence[ActionPlan] = (),
    ) -> None:
        self.f, self.name, self.enumerate_all, self.holds_lesser = f, name, enumerate_all, holds_lesser
        self.lone = lone

    def write(self) -> None:
        f, b = self.f, self.f.b
        with b.if_(is_mode(f, ANY)):
            self.enumerate_all()
            b.ret()
        was = b.materialize(mode(f))
        with b.if_(op.ne(was, op.number(MATCH))):
            begun = b.materialize(f.load_context("count"))
            n = self.listed(was)
            f.store_context("listed", op.ZERO)
            f.store_context("mode", was)
            with b.if_(op.eq(was, op.number(COUNT))):
                f.store_context("listed", n)
                f.store_context("count", op.add(begun, n))
                b.ret()
            with b.if_(op.eq(was, op.number(LIST))):
                f.store_context("count", n)
                b.ret()
            with b.if_(op.eq(was, op.number(PICK))):
                with b.if_(op.le(n, f.load_context("skip"))):
                    f.store_context("skip", op.sub(f.load_context("skip"), n))
                    b.ret()
                want(f, f.load_context("skip"))
                f.store_context("mode", op.number(MATCH))
            with b.if_(op.eq(was, op.number(EXPAND))):
                self.explore(b.materialize(n))
                b.ret()

    def listed(self, was: Expr) -> Expr:
        """Makes the list, unless it is at hand; how many rows it has."""
        f, b = self.f, self.f.b
        n = b.variable("n", f.load_context("listed"))
        with b.if_(op.or_(op.eq(was, op.number(COUNT)), op.eq(Get(n), op.ZERO))):
            begin(f, LIST, "count")
            if self.lone:
                list_single(f, self.lone, self.enumerate_all)
            else:
                self.enumerate_all()
            if self.holds_lesser:
                keep_preferred(f)
            b.assign(n, f.load_context("count"))
        return Get(n)

    def explore(self, n: Expr) -> None:
        """Counts what follows each listed action."""
        f, b = self.f, self.f.b
        base = b.materialize(f.load_context("base"))
        depth = b.materialize(f.load_context("depth"))
        total = b.variable("total", f.load_context("total"))
        made = b.allocate("next", "state")
        with b.for_range("k", op.ZERO, n) as k:
            f.store_context("base", base)
            want(f, k)
            f.store_context("base", op.add(base, n))
            begin(f, MATCH, "count", "found", "tries")
            b.invoke(self.name, *f.arguments, made)
            below = ir.Call("perft", (made, f.context, op.sub(depth, op.ONE)), INT)
            b.assign(total, op.add(Get(total), b.materialize(below)))
        f.store_context("base", base)
        f.store_context("found", op.ZERO)
        f.store_context("mode", op.number(EXPAND))
        f.store_context("depth", depth)
        f.store_context("total", Get(total))


# ---- passing and declining


def _pass(f: Function) -> None:
    """The pass that is left when nothing is legal: it is not judged any further."""
    b = f.b
    action = next(a for a in f.game.actions if a.form == "pass")
    number = first_number(f, action)
    with b.if_(is_mode(f, COUNT)):
        f.count_up("count")
        b.ret()
    with b.if_(is_mode(f, LIST)):
        write_plain_row(f, number)
        b.ret()
    is_other = op.and_(is_mode(f, MATCH), op.ne(f.load_context("wanted"), number))
    with b.if_(op.not_(is_other)):
        is_exploring = is_mode(f, EXPAND)
        made = b.allocate("next", "state")
        b.copy(made, f.state)
        b.invoke(_passing(f, action), made, f.context)
        with b.if_else(is_exploring) as branch:
            count_below(f, made)
            branch.otherwise()
            b.copy(Get(OUT), made)
            f.store_context("found", op.ONE)


def _passing(f: Function, action: model.Action) -> str:
    """`passing(state, context)`: does a pass."""

    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(g.load("mover")))
        changing = g.changing()
        begin_action(changing)
        if changing.has_cell("steps"):
            changing.store("steps", op.ONE)
        do(changing, action.effects)
        settle(changing, action)
        commit(g, action, op.ZERO)

    return f.define("passing", (STATE, CONTEXT), VOID, write)


def _decline(f: Function) -> None:
    """`done`, which a demand with `may` allows."""
    b = f.b
    action = next(a for a in f.game.actions if a.form == "done")
    number = first_number(f, action)
    with b.if_(op.or_(is_mode(f, COUNT), is_mode(f, LIST))):
        with b.if_else(is_mode(f, LIST)) as branch:
            write_plain_row(f, number)
            branch.otherwise()
            f.count_up("count")
        b.ret()
    is_picked = op.and_(is_mode(f, PICK), op.eq(f.load_context("skip"), op.ZERO))
    is_wanted = op.and_(is_mode(f, MATCH), op.eq(f.load_context("wanted"), number))
    with b.if_(op.or_(is_picked, is_wanted)):
        b.copy(Get(OUT), f.state)
        b.invoke(_declined(f), Get(OUT), f.context)
        found_one(f)
    with b.if_(is_mode(f, EXPAND)):
        made = b.allocate("next", "state")
        b.copy(made, f.state)
        b.invoke(_declined(f), made, f.context)
        count_below(f, made)


def _declined(f: Function) -> str:
    """`declined(state, context)`: the demand at hand is declined."""

    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(to_act(g)))
        drop(g)
        begin_action(g)
        g.store("moves", op.add(g.load("moves"), op.ONE))
        g.store("passes", op.ZERO)
        conclude(g)

    return f.define("declined", (STATE, CONTEXT), VOID, write)


# ---- whether a player could move, were it their turn


_PLAYER = Var("player", INT)


def can_move(f: Function) -> str:
    """The player would have an action, passing aside, if it were their turn."""
    return _is_found(f, "can_move", lambda g: _look_through_turns(g, _look_for_one))


def choices(f: Function) -> str:
    """How many actions the player would have, passing aside, if it were their turn."""

    def write(g: Function) -> None:
        with asking(g, COUNT):
            _look_through_turns(g, _count_offer)
            found = g.b.materialize(g.load_context("count"))
        g.b.ret(found)

    return f.define("choices", (STATE, CONTEXT, _PLAYER), INT, write, Get(_PLAYER))


def can_make(f: Function, actions: Sequence[str]) -> str:
    """The player could make one of these actions, if it were their turn."""
    return _is_found(f, "can." + ".".join(actions), lambda g: _look_for_one(g, actions))


def _is_found(f: Function, name: str, look: Callable[[Function], None]) -> str:
    """The function that says whether there is an action where `look` looks."""

    def write(g: Function) -> None:
        with asking(g, ANY):
            look(g)
            found = g.b.materialize(g.load_context("found"))
        g.b.ret(op.ne(found, op.ZERO))

    return f.define(name, (STATE, CONTEXT, _PLAYER), BOOL, write, Get(_PLAYER))


def _look_through_turns(f: Function, look: Callable[[Function, Sequence[str]], None]) -> None:
    """Looks at what each turn offers, passing aside, in the phase at hand."""
    for phase, turn in turns_by_phase(f):
        with in_phase(f, phase):
            for offer in turn.offers:
                with f.b.if_(f.inner().holds(offer.condition)):
                    look(f, [n for n in offer.names if n != "pass"])


def _look_for_one(f: Function, names: Sequence[str]) -> None:
    guard = guard_for(f, names)
    for name in names:
        with f.b.if_(op.eq(f.load_context("found"), op.ZERO)):
            _go_through(f, name, guard)


def _count_offer(f: Function, names: Sequence[str]) -> None:
    """Counts what an offer has, unless one before it had some."""
    if rules_of(f).is_listed(tuple(names)):
        raise NotLowered("a number of actions that must be listed")
    with f.b.if_(op.eq(f.load_context("count"), op.ZERO)):
        guard = guard_for(f, names)
        for name in names:
            _go_through(f, name, guard)


def _go_through(f: Function, name: str, guard: Expr | None) -> None:
    action = f.game.action(name)
    given = guard_given(plan_of(f, action), guard)
    with choosing(f):
        f.b.invoke(enumeration(f, action), *f.arguments, f.state, Get(_PLAYER), *given)
