"""The sum, least or greatest of a set of numbers."""

from fractions import Fraction
from typing import Literal

from gdl.core import model
from gdl.limits import LARGEST
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.value_ranges import MOST_ADDED, bound_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.terms import Rational, Value
from interpreter.lowering.values import numbers
from interpreter.lowering.values.comprehensions import Algebra, by_algebra, each_in_doubt, filter_plan
from interpreter.lowering.values.conditions.of_cards import as_kinds
from interpreter.lowering.values.sets import questions
from interpreter.shared.numbering import NO_NUMBER

What = Literal["sum", "min", "max"]


@dataclass(frozen=True, slots=True)
class _Total:
    """The variables of a result while it is gathered. `fits`: no sum can leave 64 bits."""

    what: What
    top: ir.Var
    bottom: ir.Var
    begun: ir.Var
    is_whole: bool
    fits: bool

    @property
    def value(self) -> Value:
        return Get(self.top) if self.is_whole else Rational(Get(self.top), Get(self.bottom))


def total_of(f: Function, what: What, of: model.Expr) -> Value:
    """0 of an empty set."""
    b = f.b
    if isinstance(of, model.Const):
        return _constant_total(what, of)
    if what == "sum" and isinstance(of, model.Comprehension):
        plan = card_sum(of, f.scope)
        if plan is not None:
            f.decide(of.span, "sum", plan)
            return card_total(f, plan)
    fits = bound_of(_counted(of), f.game) * MOST_ADDED <= LARGEST
    is_whole = f.scope.is_whole(of)
    variables = b.variable(what, op.ZERO), b.variable("parts", op.ONE), b.variable("begun", op.FALSE)
    total = _Total(what, *variables, is_whole, fits)
    _gather_all(f, total, of)
    return total.value


def _counted(of: model.Expr) -> model.Expr:
    """What is counted of each element, however many names a set is made from; the set itself, where nothing is computed."""
    while isinstance(of, model.Comprehension) and of.value is not None:
        of = of.value
    return of


def _gather_all(f: Function, total: _Total, of: model.Expr) -> None:
    """Adds the elements of a set. Where a set is computed for each element, its elements are added in turn: whether one comes
    twice decides about sums alone, and there only a bag has all of them.
    """
    value = of.value if isinstance(of, model.Comprehension) else None
    if not isinstance(of, model.Comprehension) or value is None or not (of.is_bag or total.what != "sum"):
        with questions.each(f, of, ordered=False) as x:
            _gather(f, total, x, False)
        return
    g = f.inner()
    with each_in_doubt(g, of, filter_plan(of, g.scope), "e", False) as (x, condition):
        g.bind(of.slot, element_of(of.source), x)
        with f.b.if_(g.holds(condition)):
            if of.joins_sets:
                _gather_all(g, total, value)
            else:
                is_optional = g.may_be_none(value)
                _gather(g, total, g.value(value), is_optional)


def _constant_total(what: What, of: model.Const) -> Value:
    found = of.value if isinstance(of.value, tuple) else (of.value,)
    values = [Fraction(v) for v in found if isinstance(v, int | Fraction)]
    if what == "sum":
        return numbers.known(sum(values, Fraction(0)))
    choose = min if what == "min" else max
    return numbers.known(choose(values, default=Fraction(0)))


def _gather(f: Function, total: _Total, value: Value, is_optional: bool) -> None:
    b = f.b
    value = numbers.materialize(f, value)
    given: Expr = op.TRUE
    if is_optional and not isinstance(value, Rational):
        given = op.ne(value, op.number(NO_NUMBER))
    with b.if_(given):
        if total.what == "sum":
            _add(f, total, value)
            return
        so_far = total.value
        is_better = numbers.less(f, value, so_far) if total.what == "min" else numbers.less(f, so_far, value)
        with b.if_(op.or_(op.not_(Get(total.begun)), is_better)):
            pair = numbers.rational(value)
            b.assign(total.top, pair.top)
            b.assign(total.bottom, pair.bottom)
        b.assign(total.begun, op.TRUE)


def _add(f: Function, total: _Total, value: Value) -> None:
    b, top = f.b, Get(total.top)
    if total.is_whole and not isinstance(value, Rational):
        b.assign(total.top, op.add(top, value) if total.fits else numbers.fitting(f, op.add, top, value))
        return
    so_far = Rational(top, Get(total.bottom))
    pair = numbers.rational(numbers.materialize(f, numbers.computed(f, "+", so_far, value)))
    b.assign(total.top, pair.top)
    b.assign(total.bottom, pair.bottom)


# ---- sums over cards of what the table of kinds says of each: `sum(costs(kind(c)) for c in won(p))`
#
# What a card counts is written in binary digits. The cards with a digit are a known set, so a sum is the number of cards in each
# of these sets, times what the digit is worth. Digits of the same cards are one set.


MOST_DIGITS = 8  # sets of cards that are counted


@dataclass(frozen=True, slots=True)
class Digits:
    """`sets`: cards, and what each of them adds."""

    cards: model.Comprehension
    algebra: Algebra
    sets: tuple[tuple[int, int], ...]


def card_sum(of: model.Comprehension, scope: Scope) -> Digits | None:
    """The plan of a sum; None where it is none over cards that the table of kinds decides."""
    facts = scope.facts
    if not facts.pieces.are_kinds or of.value is None or of.joins_sets or not of.is_bag:
        return None
    if element_of(of.source).base not in ("piece", "kind") or facts.size_of_set(of.source) is None:
        return None
    cards = model.Comprehension(of.span, of.source.type, of.slot, of.source, of.condition, None)
    algebra = by_algebra(cards, scope)
    value = as_kinds(inlined(of.value, scope.game), frozenset((of.slot,)))
    counted = facts.tabulations.of_kinds(value, of.slot)
    if counted is None or not isinstance(algebra, Algebra):
        return None
    sets = _digits(counted)
    return None if len(sets) > MOST_DIGITS else Digits(cards, algebra, sets)


def _digits(counted: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The sets for the digits of some numbers by kind; of negative ones the first digit is taken away (two's complement)."""
    width = max(n.bit_length() for n in counted) + (min(counted) < 0)
    worth: dict[int, int] = {}
    for digit in range(width):
        cards = sum(1 << kind for kind, n in enumerate(counted) if n >> digit & 1)
        sign = -1 if min(counted) < 0 and digit == width - 1 else 1
        worth[cards] = worth.get(cards, 0) + (sign << digit)
    return tuple((cards, n) for cards, n in worth.items() if cards)


def card_total(f: Function, plan: Digits) -> Expr:
    """The sum."""
    cards = f.b.materialize(f.set(plan.cards).bits(f))
    total: Expr = op.ZERO
    for members, worth in plan.sets:
        chosen = op.members((k for k in range(f.facts.kinds) if members >> k & 1), f.facts.kinds)
        total = op.add(total, op.mul(op.count(op.intersection(cards, chosen)), op.number(worth)))
    return f.b.materialize(total)
