"""`some` and `all`: attacks by tables, set algebra for what it can say, and a loop over those elements that it leaves in doubt."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import (
    all_of,
    any_of,
    conjuncts,
    disjuncts,
    needs_loops,
    negated,
    those,
)
from interpreter.lowering.refusals import Refused, accepted, refusals
from interpreter.lowering.terms import Enough
from interpreter.lowering.values.attacks import Attack, attack_of, is_attacked
from interpreter.lowering.values.comprehensions import (
    Masked,
    by_algebra,
    each_among,
    meeting,
    quick_parts,
)
from interpreter.lowering.values.sets import questions


@dataclass(frozen=True, slots=True)
class BySet:
    """A question about all elements as one about a set: those that say `some` is true, or `all` is not."""

    e: model.Quantified
    witnesses: Masked


@dataclass(frozen=True, slots=True)
class ByLoop:
    """Of the elements only those are looked at that the `quick` parts leave in doubt; `rest` is asked of each.

    `refused`: why the rest is not judged as a set, and why other strategies do not suit.
    """

    e: model.Quantified
    quick: tuple[tuple[model.Expr, ConditionPlan], ...]
    rest: model.Expr
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class InTwoParts:
    """`some x: A or B` as some A, or some B: the first is set algebra, and the second is only asked where it matters."""

    quick: BySet
    slow: ByLoop


QuantifierPlan = Attack | BySet | ByLoop | InTwoParts


# ---- planning


def plan_quantified(e: model.Quantified, scope: Scope) -> QuantifierPlan:
    refused: tuple[Refused, ...] = ()
    for strategy in (attack_of, by_set, in_two_parts):
        found = strategy(e, scope)
        if isinstance(found, Refused):
            refused = (*refused, found)
        elif found is not None:
            return found
    plan = by_loop(e, scope)
    return replace(plan, refused=refusals(*refused, *plan.refused))


def by_set(e: model.Quantified, scope: Scope) -> BySet | Refused:
    whole = those(e.slot, e.source, negated(e.body) if e.is_all else e.body, e.span)
    algebra = by_algebra(whole, scope)
    return algebra if isinstance(algebra, Refused) else BySet(e, Masked(whole, algebra.condition, None))


def in_two_parts(e: model.Quantified, scope: Scope) -> InTwoParts | None:
    join, parts = (all_of, conjuncts(e.body)) if e.is_all else (any_of, disjuncts(e.body))
    quick = [
        p for p in parts if not needs_loops(p) and accepted(by_set(replace(e, body=p), scope)) is not None
    ]
    slow = [p for p in parts if p not in quick]
    if not quick or not slow:
        return None
    first = accepted(by_set(replace(e, body=join(quick, e.span)), scope))
    if first is None:
        return None
    return InTwoParts(first, by_loop(replace(e, body=join(slow, e.span)), scope))


def by_loop(e: model.Quantified, scope: Scope) -> ByLoop:
    return ByLoop(e, *quick_parts(e.source, e.slot, e.body, scope, e.is_all))


# ---- asking


def quantified(f: Function, e: model.Quantified) -> Expr:
    plan = plan_quantified(e, f.scope)
    f.decide(e.span, "quantifier", plan)
    match plan:
        case Attack():
            return is_attacked(f, plan)
        case BySet():
            return _by_set(f, plan)
        case InTwoParts(quick, slow):
            return _by_loop(f, slow, _by_set(f, quick))
        case ByLoop():
            return _by_loop(f, plan, None)


def _by_set(f: Function, plan: BySet) -> Expr:
    witnesses = op.nonempty(plan.witnesses.bits_until(f, Enough()))
    return op.not_(witnesses) if plan.e.is_all else witnesses


def _by_loop(f: Function, plan: ByLoop, decided: Expr | None) -> Expr:
    """`decided`: what is known already; the loop may find that it is otherwise."""
    b, e = f.b, plan.e
    found = b.variable("all" if e.is_all else "some", op.truth(e.is_all) if decided is None else decided)
    loops = b.loops
    undecided: Expr = op.TRUE
    if decided is not None:
        undecided = Get(found) if e.is_all else op.not_(Get(found))
    g = f.inner()
    with b.if_(undecided), _each_in_doubt(g, plan) as x:
        g.bind(e.slot, element_of(e.source), x)
        holds = g.truth(plan.rest)
        with b.if_(op.not_(holds) if e.is_all else holds):
            b.assign(found, op.truth(not e.is_all))
            b.break_(loops)
    return Get(found)


@contextmanager
def _each_in_doubt(f: Function, plan: ByLoop) -> Iterator[Expr]:
    source = plan.e.source
    if plan.quick:
        with each_among(f, source, meeting(f, source, plan.quick, plan.e.is_all)) as x:
            yield x
    else:
        with questions.each(f, source, ordered=False) as x:
            yield x
