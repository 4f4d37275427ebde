"""One action of a game that goes on, on the state itself: a random one, or the one with a given place in the list.

Where the actions on offer are members of sets they are counted and the one is found among them, without a list. The
places are those of the list that `legal` makes.
"""

from collections.abc import Callable

from gdl import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.candidates import COUNT, PICK
from interpreter.lowering.layout import BATCHES
from interpreter.lowering.sampling import DRAWS
from interpreter.lowering.scope import CONTEXT, STATE, Unit
from interpreter.lowering.turns import Turns

DECISION = Var("decision", INT)
PLACE = Var("place", INT)
NONE_OF_THEM = 1 << 40  # a place behind all actions
Chosen = Callable[[Turns, Expr], Expr]  # the place of the action to be done, of so many


class Plies:
    """Writes the functions that do one action."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def random(self) -> None:
        """`ply(state, context) -> done`: a random action; 0 if there is none."""
        self._write("ply", (STATE, CONTEXT), drawn)

    def given(self) -> str:
        """`ply_at(state, context, decision, place) -> done`: the action with this place in the list.

        `decision` is what `which` has said of the state; there are actions.
        """
        self._write("ply_at", (STATE, CONTEXT, DECISION, PLACE), lambda s, count: Get(PLACE))
        return "ply_at"

    def _write(self, name: str, parameters: tuple[Var, ...], chosen: Chosen) -> None:
        b = Builder(name, parameters, INT, name == "ply")
        s = Turns(self.unit, b, Get(STATE), op.NONE)
        game, plan = self.unit.game, self.unit.plan
        s.clean()
        s.store_context("tries", op.ZERO)
        s.mover = s.viewpoint = b.materialize(s.load("mover"))
        simple: Expr = op.TRUE if not plan.has_demands else op.eq(s.waiting(), op.ZERO)
        with b.if_(simple):
            for phase, turn in s.turns_by_phase():
                if any(s.is_listed(o.names) for o in turn.offers):
                    continue
                with b.if_(op.eq(s.load("phase"), op.number(phase))):
                    for offer in turn.offers:
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else op.TRUE
                        with b.if_(holds):
                            actions = [game.action(n) for n in offer.names]
                            may_be_some = self._draw_from(s, actions) if chosen is drawn else op.TRUE
                            with b.if_(may_be_some):
                                self._of_offer(s, actions, chosen)
                    if not any(f.word == "pass" for f in turn.fallbacks):
                        b.ret(op.ZERO)
        if DECISION in parameters:
            decision: Expr = Get(DECISION)
            s.store_context("listed", op.ZERO)
            s.store_context("skip", Get(PLACE))
        else:
            decision = b.materialize(ir.Call(s.which(), (s.state, s.context), INT))
            count = b.materialize(s.load_context("count"))
            with b.if_(op.eq(count, op.ZERO)):
                b.ret(op.ZERO)
            s.store_context("skip", chosen(s, count))
        s.store_context("mode", op.number(PICK))
        s.store_context("count", op.ZERO)
        s.store_context("found", op.ZERO)
        s.store_context("tries", op.ZERO)
        b.invoke("run", s.state, s.context, s.state, decision)
        b.ret(op.ONE)
        self.unit.functions[name] = b.function()

    def _draw_from(self, s: Turns, actions: list[model.Action]) -> Expr:
        """Draws one of an offer's actions, some times, where that is quicker than to count them.

        Says whether there may be some.
        """
        b = s.b
        if not any(map(s.is_worth_it, actions)) or not all(s.is_drawn(a) or s.is_counted(a) for a in actions):
            return op.TRUE
        s.store_context("noted", op.ZERO)
        counts, starts = [], []
        for action in actions:
            starts.append(b.materialize(s.load_context("noted")))
            counts.append(self._counted(s, action, s.is_drawn(action)))
        total = b.materialize(added(counts))
        may_be_some = b.materialize(op.lt(op.ZERO, total))
        are_noted = op.lt(s.load_context("noted"), op.number(BATCHES))
        with b.for_range(
            "attempt", op.ZERO, op.select(op.and_(may_be_some, are_noted), op.number(DRAWS), op.ZERO)
        ):
            left = b.variable("left", drawn(s, total))
            for action, n, start in zip(actions, counts, starts, strict=True):
                with b.if_(op.lt(Get(left), n)):
                    if s.is_counted(action):
                        self._do(s, action, Get(left))
                        b.ret(op.ONE)
                    else:
                        for cell, value in (("mode", op.number(PICK)), ("skip", op.ZERO), ("found", op.ZERO)):
                            s.store_context(cell, value)
                        b.invoke(s.draw(action), s.state, s.context, s.state, s.mover, Get(left), start)
                        with b.if_(op.ne(s.load_context("found"), op.ZERO)):
                            b.ret(op.ONE)
                        b.assign(left, op.number(NONE_OF_THEM))
                b.assign(left, op.sub(Get(left), n))
        return may_be_some

    def _counted(self, s: Turns, action: model.Action, is_drawn: bool = False) -> Expr:
        """How many candidates an action has; if one will be drawn, how many there may be."""
        if is_drawn or s.is_counted(action):
            name = s.super(action) if is_drawn else s.counting(action)
            return s.b.materialize(ir.Call(name, (s.state, s.context, s.mover), INT))
        s.enumeration(action)
        for cell, value in (("mode", op.number(COUNT)), ("count", op.ZERO), ("found", op.ZERO)):
            s.store_context(cell, value)
        s.b.invoke(f"enum.{action.name}", s.state, s.context, s.state, s.mover, *s.guards(action))
        return s.b.materialize(s.load_context("count"))

    def _do(self, s: Turns, action: model.Action, place: Expr) -> None:
        """Does the action with a place among those that were counted."""
        if s.is_counted(action):
            s.b.invoke(s.picking(action), s.state, s.context, s.mover, place)
            return
        for cell, value in (("mode", op.number(PICK)), ("skip", place), ("found", op.ZERO)):
            s.store_context(cell, value)
        s.b.invoke(f"enum.{action.name}", s.state, s.context, s.state, s.mover, *s.guards(action))

    def _of_offer(self, s: Turns, actions: list[model.Action], chosen: Chosen) -> None:
        """Does one of an offer's actions, if there are any."""
        b = s.b
        for action in actions:
            s.enumeration(action)
        s.begin_guard(tuple(a.name for a in actions))
        counts = [self._counted(s, action) for action in actions]
        total = b.materialize(added(counts))
        with b.if_(op.lt(op.ZERO, total)):
            left = b.variable("left", chosen(s, total))
            for action, n in zip(actions, counts, strict=True):
                with b.if_(op.lt(Get(left), n)):
                    self._do(s, action, Get(left))
                    b.ret(op.ONE)
                b.assign(left, op.sub(Get(left), n))


def added(counts: list[Expr]) -> Expr:
    total: Expr = op.ZERO
    for n in counts:
        total = op.add(total, n)
    return total


def drawn(s: Turns, count: Expr) -> Expr:
    """A random place; `random` in the context is the state of the random numbers."""
    s.store_context("random", ir.Call("advanced", (s.load_context("random"),), INT))
    return s.b.materialize(ir.Call("below", (s.load_context("random"), count), INT))
