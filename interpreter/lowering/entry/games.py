"""Random games: one to its end, and a series whose results are added up.

    playout(state, context, most) -> n     a random game on the state itself
    series(state, context, n, most)        n of them from a state

In code that is made to run long, a series may be one loop into which all that it calls is written.
Then nothing but copies of a state is handed to what stays a function: so LLVM can keep the state itself in registers.
"""

from collections.abc import Callable, Sequence

from gdl.core import model
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import RulePlan, rules_of
from interpreter.lowering.actions.single_steps import SingleSteps
from interpreter.lowering.ending.game_ends import judge_nothing
from interpreter.lowering.entry.plies import random_of
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.program import Decision
from interpreter.lowering.refusals import Refused, refusals
from interpreter.lowering.terms import Rational
from interpreter.lowering.turns import which
from interpreter.lowering.values import numbers

# ---- the plan of a series

MOST_COPIES = 4  # of the code of an action, one for each player


@dataclass(frozen=True, slots=True)
class WholeGames:
    """One loop into which all is written, once for each player: it keeps the state in registers, and who moves is known."""

    copies: int


@dataclass(frozen=True, slots=True)
class ByActions:
    """A call for each action. `refused`: why it is not one loop."""

    refused: tuple[Refused, ...]


def _floods_for_each(e: object) -> bool:
    """Whether a condition takes a flood for each of several elements."""
    loops = (x for x in nodes(e) if isinstance(x, model.Quantified | model.Comprehension))
    return any(isinstance(part, model.Reached) for loop in loops for part in nodes(_asked(loop)))


def _asked(loop: model.Quantified | model.Comprehension) -> object:
    """What a loop asks of each element."""
    return loop.body if isinstance(loop, model.Quantified) else (loop.condition, loop.value)


def series_plan(rules: RulePlan, facts: Facts) -> WholeGames | ByActions:
    game, features = facts.game, facts.features
    span, found = next(iter(game.turns.values())).span, list[Refused]()

    def refuse(why: str) -> None:
        found.append(Refused("whole games", why, span))

    if features.has_demands:
        refuse("actions demand others, which wait in memory")
    elif facts.players > MOST_COPIES:
        refuse("each player would have a copy of the code")
    flood = next((e for e in game.ends if _floods_for_each(inlined(e.condition, game))), None)
    if flood is not None:
        why = "an end takes a flood for each of several elements, beside which an action is short"
        found.append(Refused("whole games", why, flood.span))
    for turn in game.turns.values():
        for action in map(rules.actions.__getitem__, turn.names):
            if not action.is_counted and action.way(SingleSteps) is None:
                why = "its candidates are not just counted, so that states are kept in memory"
                found.append(Refused("whole games", why, action.action.span))
    return ByActions(refusals(*found)) if found else WholeGames(facts.players)


# ---- the code


_MOST, _N = Var("most", INT), Var("n", INT)
_SEEDS = 1 << 32  # that a game may begin with
SERIES = "series"
SETUP = frozenset(("setup",))  # is called from outside as well, and deals before each game of a series


def write_playout(f: Function) -> None:
    """A random game. `random` in the context is the state of the random numbers."""

    def write(g: Function) -> None:
        plies = _played(g, lambda: g.state, lambda: ir.Call("ply", g.arguments, INT))
        g.b.ret(Get(plies))

    f.define("playout", (STATE, CONTEXT, _MOST), INT, write, is_public=True)


def _played(f: Function, at_hand: Callable[[], Expr], ply: Callable[[], Expr]) -> Var:
    """Plays a state to the end, or for so many actions; how many there were.

    `at_hand` gives the state in memory, `ply` does an action and says whether there was one.
    """
    b = f.b
    n = b.variable("n", op.ZERO)
    f.store_context("base", op.ZERO)
    with b.loop():
        is_stopped = op.ne(f.load_context("error"), op.ZERO)
        with b.if_(op.or_(op.ne(f.load("over"), op.ZERO), is_stopped)):
            b.break_loop()
        with b.if_(op.le(Get(_MOST), Get(n))):
            f.store_context("tries", op.ZERO)
            b.emit(ir.Invoke(ir.Call(which(f), (at_hand(), f.context), INT)))
            with b.if_(op.ne(f.load_context("count"), op.ZERO)):
                b.break_loop()
        with b.if_(op.eq(ply(), op.ZERO)):
            judge_nothing(f, f.state)
            f.store("over", op.ONE)
            b.break_loop()
        b.assign(n, op.add(Get(n), op.ONE))
    return n


# ---- a series


def write_series(f: Function) -> None:
    """`seeds` in the context is the state of the random numbers that give the games their seeds."""
    f.decide(next(iter(f.game.turns.values())).span, "random games", series_plan(rules_of(f), f.facts))
    _write_series(f, lambda h: _called(h, "playout", (*h.arguments, Get(_MOST))))


def write_whole_series(f: Function) -> None:
    """The same as one loop."""
    _write_series(f, _whole_game)


def write_play_out(
    f: Function, name: str, parameters: tuple[Var, ...], at: Callable[[Function], Function]
) -> None:
    """A random game on a state in memory, `at`; where it can be one loop, it is played on a copy that nothing else sees."""

    def write(g: Function) -> None:
        h = at(g)
        if not isinstance(series_plan(rules_of(f), f.facts), WholeGames):
            g.b.ret(_called(h, "playout", (*h.arguments, Get(_MOST))))
            return
        game = g.b.allocate("game", "state")
        g.b.copy(game, h.state)
        plies = g.b.materialize(_whole_game(h.at(game)))
        g.b.copy(h.state, game)
        g.b.ret(plies)

    f.define(name, (CONTEXT, *parameters, _MOST), INT, write)


def is_whole(decisions: Sequence[Decision]) -> bool:
    """Whether the plan of a program says that a long series is one loop."""
    return any(isinstance(d.plan, WholeGames) for d in decisions)


def apart(program: ir.Program) -> frozenset[str]:
    """The functions that are not written into a series: they are long, and each needs a copy of the state alone."""
    return frozenset(name for name in program.functions if name == "which")


def _called(f: Function, name: str, arguments: tuple[Expr, ...]) -> Expr:
    return f.b.materialize(ir.Call(name, arguments, INT))


def _whole_game(f: Function) -> Expr:
    b = f.b
    copied = b.allocate("copied", "state")

    def at_hand() -> Expr:
        b.copy(copied, f.state)
        return copied

    def ply() -> Expr:
        done = b.variable("done", op.ZERO)
        mover = b.materialize(f.load("mover"))
        for player in range(f.facts.players):
            with b.if_(op.eq(mover, op.number(player))):
                b.assign(done, ir.Call(random_of(f, player), f.arguments, INT))
        return Get(done)

    return Get(_played(f, at_hand, ply))


def _write_series(f: Function, play: Callable[[Function], Expr]) -> None:
    def write(g: Function) -> None:
        b = g.b
        game = b.allocate("game", "state")
        h = g.at(game)
        with b.for_range("i", op.ZERO, Get(_N)):
            with b.if_(op.ne(g.load_context("error"), op.ZERO)):
                b.ret()
            g.store_context("seeds", ir.Call("advanced", (g.load_context("seeds"),), INT))
            seed = b.materialize(ir.Call("below", (g.load_context("seeds"), op.number(_SEEDS)), INT))
            b.copy(game, g.state)
            if h.has_cell("seed"):
                h.store("seed", seed)
            if h.facts.features.deals:
                b.invoke("setup", *h.arguments)
            g.store_context("random", ir.Call("mix64", (seed,), INT))
            g.count_up("plies", play(h))
            with b.if_else(op.eq(h.load("over"), op.ZERO)) as branch:
                g.count_up("cut")
                branch.otherwise()
                _add_results(h)

    f.define(SERIES, (STATE, CONTEXT, _N, _MOST), VOID, write, is_public=True)


def _add_results(f: Function) -> None:
    """Adds up losses, draws and wins. Payoffs other than 1, 0 and -1 are compared: the best one is a win."""
    b, players, has_payoffs = f.b, f.facts.players, f.facts.features.has_payoffs
    results = [Rational(b.materialize(f.load("result", op.number(p))), op.ONE) for p in range(players)]
    if has_payoffs:
        bottoms = [b.materialize(f.load("denominator", op.number(p))) for p in range(players)]
        results = [Rational(r.top, bottom) for r, bottom in zip(results, bottoms, strict=True)]
    is_plain: Expr = op.TRUE
    for r in results:
        is_small = op.and_(op.le(op.NONE, r.top), op.le(r.top, op.ONE))
        is_plain = op.and_(is_plain, op.and_(is_small, op.eq(r.bottom, op.ONE)))
    best, worst = _extremes(f, results)
    for p, r in enumerate(results):
        compared = op.select(numbers.same(r, best), op.ONE, op.NONE)
        compared = op.select(numbers.same(best, worst), op.ZERO, compared)
        judged = b.materialize(op.select(is_plain, r.top, compared)) if has_payoffs else r.top
        at = op.add(op.number(3 * p + 1), judged)
        f.store_context("tally", op.add(f.load_context("tally", at), op.ONE), at)


def _extremes(f: Function, results: Sequence[Rational]) -> tuple[Rational, Rational]:
    best = worst = results[0]
    for r in results[1:]:
        best = numbers.extreme(f, r, best)
        worst = numbers.extreme(f, worst, r, is_least=True)
    return best, worst
