"""`prefer`: what each clause says of a listed action is kept beside its row, and only the best rows stay."""

from gdl.core import model
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.actions.action_plan import ActionPlan
from interpreter.lowering.actions.listing import is_whole_worth, move_row, outcome, row_of, write_row
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.lowering.values import numbers


def list_row(f: Function, plan: ActionPlan, depth: Expr, values: tuple[model.Expr, ...] = ()) -> None:
    """Lists the action that is done here, once, with what `prefer` says of it: by these `values`, if they are given."""
    b, action, prefers = f.b, plan.action, f.game.prefers
    row = (*row_of(f, action, depth), outcome(f, action))
    if not plan.is_preferred:
        write_row(f, plan, row)
        return
    f = f.seen_by_mover()
    asked = values or tuple(p.value for p in prefers)
    worths = [numbers.rational(_worth(f, p, e)) for p, e in zip(prefers, asked, strict=True)]
    is_wanted = _is_as_good(f, [worth.top for worth in worths]) if plan.keeps_best else op.TRUE
    with b.if_(is_wanted):
        at = write_row(f, plan, row)
        with b.if_(op.is_some(at)):
            for k, (prefer, worth) in enumerate(zip(prefers, worths, strict=True)):
                place = op.add(op.mul(at, op.number(len(prefers))), op.number(k))
                f.store_context("worth", worth.top, place)
                if not is_whole_worth(prefer, f.scope):
                    f.store_context("worth_denominator", worth.bottom, place)
                elif worth.bottom != op.ONE:
                    raise NotLowered("a preference that may be a fraction after all")


def _worth(f: Function, prefer: model.Prefer, asked: model.Expr) -> Value:
    g = f.inner()
    value = numbers.operand(g, asked) if prefer.word else g.truth(asked)
    return value if isinstance(value, Rational) else as_number(value)


def _is_as_good(f: Function, worths: list[Expr]) -> Expr:
    """Whether no listed action is better. If this one is better than they, the list begins anew."""
    b, count, clauses = f.b, len(worths), f.game.prefers
    worths = [b.materialize(worth) for worth in worths]
    found = b.variable("as_good", op.TRUE)
    with b.if_(op.lt(op.ZERO, f.load_context("count"))):
        is_better: Expr = op.FALSE
        is_worse: Expr = op.FALSE
        base = b.materialize(op.mul(f.load_context("base"), op.number(count)))
        for k in reversed(range(count)):
            best = b.materialize(f.load_context("worth", op.add(base, op.number(k))))
            low, high = (worths[k], best) if clauses[k].word == "least" else (best, worths[k])
            is_same = b.materialize(op.eq(low, high))
            less, more = op.lt(high, low), op.lt(low, high)
            is_worse = b.materialize(op.or_(less, op.and_(is_same, is_worse)))
            is_better = b.materialize(op.or_(more, op.and_(is_same, is_better)))
        b.assign(found, op.not_(is_worse))
        with b.if_(is_better):
            f.store_context("count", op.ZERO)
    return Get(found)


# ---- the best of all


def keep_preferred(f: Function) -> None:
    """Of the listed actions only those that `prefer` wants remain, clause after clause."""
    base = f.b.materialize(f.load_context("base"))
    for k in range(len(f.game.prefers)):
        _keep_best(f, base, k)


class _Worths:
    """What one clause says of the rows of the list."""

    def __init__(self, f: Function, base: Expr, k: int) -> None:
        self.f, self.base, self.k = f, base, k
        self.clauses = op.number(len(f.game.prefers))
        self.is_whole = is_whole_worth(f.game.prefers[k], f.scope)

    def place(self, row: Expr) -> Expr:
        return op.add(op.mul(op.add(self.base, row), self.clauses), op.number(self.k))

    def of(self, row: Expr) -> Rational:
        b = self.f.b
        bottom: Expr = op.ONE
        if not self.is_whole:
            bottom = b.materialize(self.f.load_context("worth_denominator", self.place(row)))
        return Rational(b.materialize(self.f.load_context("worth", self.place(row))), bottom)

    def move(self, row: Expr, to: Expr) -> None:
        for cell in ("worth",) if self.is_whole else ("worth", "worth_denominator"):
            self.f.store_context(cell, self.f.load_context(cell, self.place(row)), self.place(to))


def _keep_best(f: Function, base: Expr, k: int) -> None:
    b, prefer = f.b, f.game.prefers[k]
    n = b.materialize(f.load_context("count"))
    worths = _Worths(f, base, k)
    later = [_Worths(f, base, c) for c in range(k + 1, len(f.game.prefers))]
    top = b.variable("best", op.ONE)
    bottom = None if worths.is_whole else b.variable("best_denominator", op.ONE)
    best = Rational(Get(top), op.ONE if bottom is None else Get(bottom))
    if prefer.word:
        _find_best(f, prefer, worths, n, best, (top, bottom))
    kept = b.variable("kept", op.ZERO)
    with b.for_range("i", op.ZERO, n) as i, b.if_(numbers.same(worths.of(i), best)):
        with b.if_(op.lt(Get(kept), i)):
            move_row(f, b.materialize(op.add(base, i)), b.materialize(op.add(base, Get(kept))))
            for others in later:
                others.move(i, Get(kept))
        b.assign(kept, op.add(Get(kept), op.ONE))
    with b.if_(op.lt(op.ZERO, Get(kept))):
        f.store_context("count", Get(kept))


def _find_best(
    f: Function,
    prefer: model.Prefer,
    worths: _Worths,
    n: Expr,
    best: Rational,
    variables: tuple[Var, Var | None],
) -> None:
    """The greatest worth, or the least, into two variables."""
    b, (top, bottom) = f.b, variables
    with b.for_range("i", op.ZERO, n) as i:
        x = worths.of(i)
        better = numbers.less(f, best, x) if prefer.word == "most" else numbers.less(f, x, best)
        with b.if_(op.or_(op.eq(i, op.ZERO), better)):
            b.assign(top, x.top)
            if bottom is not None:
                b.assign(bottom, x.bottom)
