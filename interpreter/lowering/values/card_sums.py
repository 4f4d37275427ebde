"""Sums over cards of what the table of kinds says of each: `sum(costs(kind(c)) for c in won(p))`.

What a card counts is written in binary digits. The cards with a digit are a known set, so a sum is the number of cards in each
of these sets, times what the digit is worth. Digits of the same cards are one set.
"""

from dataclasses import dataclass

from gdl.core import model
from interpreter.ir import Expr, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.values.comprehensions import Algebra, by_algebra
from interpreter.lowering.values.conditions.of_cards import as_kinds

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


def added_up(f: Function, plan: Digits) -> Expr:
    """The sum."""
    cards = f.b.materialize(f.set(plan.cards).bits(f))
    total: Expr = op.ZERO
    for members, worth in plan.sets:
        chosen = op.members((k for k in range(f.facts.kinds) if members >> k & 1), f.facts.kinds)
        total = op.add(total, op.mul(op.count(op.intersection(cards, chosen)), op.number(worth)))
    return f.b.materialize(total)
