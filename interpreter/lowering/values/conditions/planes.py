"""Numbers of all sites at once, as planes: a set of sites for each binary digit, the least first.

Sets are added and compared digit by digit with the operations of an adder in hardware, so that 64 sums cost a few
operations on words (bit slicing: Lamport 1975, "Multiple byte processing with full-word instructions").
"""

from collections.abc import Sequence

from interpreter.ir import Expr, op
from interpreter.lowering.function import Function

Planes = Sequence[Expr]


def total(f: Function, by_weight: list[list[Expr]]) -> list[Expr]:
    """The sum of many numbers. `by_weight`: the sets that count 1, those that count 2, 4, ...; they are used up."""
    b, made = f.b, []
    weight = 0
    while weight < len(by_weight):
        left = by_weight[weight]
        if weight + 1 == len(by_weight) and len(left) > 1:
            by_weight.append([])
        while len(left) > 1:
            x, y = left.pop(), left.pop()
            either = b.materialize(op.symmetric_difference(x, y))
            both = op.intersection(x, y)
            if left:
                z = left.pop()
                both = op.union(both, op.intersection(either, z))
                either = op.symmetric_difference(either, z)
            left.append(b.materialize(either))
            by_weight[weight + 1].append(b.materialize(both))
        made += left
        weight += 1
    return made


def of_width(planes: Planes, width: int, size: int) -> list[Expr]:
    """As many digits as another number has."""
    return [*planes, *[op.empty_set(size)] * (width - len(planes))]


def less(left: Planes, right: Planes, size: int, or_same: bool = False) -> Expr:
    """Where one number is less than another, or also where they are the same."""
    width = max(len(left), len(right))
    found: Expr = op.full_set(size) if or_same else op.empty_set(size)
    for x, y in zip(of_width(left, width, size), of_width(right, width, size), strict=True):
        differs = op.symmetric_difference(x, y)
        found = op.union(op.intersection(y, differs), op.difference(found, differs))
    return found


def same(left: Planes, right: Planes, size: int) -> Expr:
    """Where two numbers are the same."""
    width = max(len(left), len(right))
    differs: Expr = op.empty_set(size)
    for x, y in zip(of_width(left, width, size), of_width(right, width, size), strict=True):
        differs = op.union(differs, op.symmetric_difference(x, y))
    return op.complement(differs)
