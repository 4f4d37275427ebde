"""Random games: one to its end, and a series whose results are added up."""

from collections.abc import Sequence

from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.function import CONTEXT, STATE, Function
from interpreter.lowering.rules.ends import judge_nothing
from interpreter.lowering.rules.turns import which
from interpreter.lowering.terms import Rational
from interpreter.lowering.values import arithmetic

_MOST, _N = Var("most", INT), Var("n", INT)
_SEEDS = 1 << 32  # that a game may begin with


def write_playout(f: Function) -> None:
    """A random game. `random` in the context is the state of the random numbers."""

    def write(g: Function) -> None:
        b = g.b
        n = b.variable("n", op.ZERO)
        g.store_context("base", op.ZERO)
        with b.loop():
            is_stopped = op.ne(g.load_context("error"), op.ZERO)
            with b.if_(op.or_(op.ne(g.load("over"), op.ZERO), is_stopped)):
                b.break_loop()
            with b.if_(op.le(Get(_MOST), Get(n))):
                g.store_context("tries", op.ZERO)
                b.emit(ir.Invoke(ir.Call(which(g), g.arguments, INT)))
                with b.if_(op.ne(g.load_context("count"), op.ZERO)):
                    b.break_loop()
            with b.if_(op.eq(ir.Call("ply", g.arguments, INT), op.ZERO)):
                judge_nothing(g, g.state)
                g.store("over", op.ONE)
                b.break_loop()
            b.assign(n, op.add(Get(n), op.ONE))
        b.ret(Get(n))

    f.define("playout", (STATE, CONTEXT, _MOST), INT, write, is_public=True)


def write_series(f: Function) -> None:
    """n random games from a state; `seeds` in the context is the state of the random numbers that give their seeds."""

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
            plies = b.materialize(ir.Call("playout", (*h.arguments, Get(_MOST)), INT))
            g.count_up("plies", plies)
            with b.if_else(op.eq(h.load("over"), op.ZERO)) as branch:
                g.count_up("cut")
                branch.otherwise()
                _add_results(h)

    f.define("series", (STATE, CONTEXT, _N, _MOST), VOID, write, is_public=True)


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
        compared = op.select(arithmetic.same(r, best), op.ONE, op.NONE)
        compared = op.select(arithmetic.same(best, worst), op.ZERO, compared)
        judged = b.materialize(op.select(is_plain, r.top, compared)) if has_payoffs else r.top
        at = op.add(op.number(3 * p + 1), judged)
        f.store_context("tally", op.add(f.load_context("tally", at), op.ONE), at)


def _extremes(f: Function, results: Sequence[Rational]) -> tuple[Rational, Rational]:
    best = worst = results[0]
    for r in results[1:]:
        best = arithmetic.extreme(f, r, best)
        worst = arithmetic.extreme(f, worst, r, is_least=True)
    return best, worst
