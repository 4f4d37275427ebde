"""Operations of the IR as functions: `op.add(x, y)`. What is known is folded at once.

The operands' types are those of `ir.OPERATIONS`; sets of one operation are of one size. Calls among the operands are
taken to have no effects: one that is not needed for the result is dropped.
"""

from collections.abc import Iterable

from interpreter.ir import nodes as ir
from interpreter.ir.fold import folded
from interpreter.ir.nodes import BOOL, INT, Const, Expr

ZERO = Const(0)
ONE = Const(1)
NONE = Const(ir.NONE)  # no site, no player, no kind, ...
TRUE = Const(1, BOOL)
FALSE = Const(0, BOOL)


# ---- constants


def number(value: int) -> Const:
    return Const(int(value))


def truth(value: bool) -> Const:
    return TRUE if value else FALSE


def members(values: Iterable[int], size: int) -> Const:
    """A known set of some of the numbers 0..size-1."""
    word = 0
    for v in values:
        word |= 1 << v
    return Const(word, ir.bits(size))


def empty_set(size: int) -> Const:
    return Const(0, ir.bits(size))


def full_set(size: int) -> Const:
    """All numbers 0..size-1."""
    return Const((1 << max(1, size)) - 1 if size else 0, ir.bits(size))


# ---- integers


def add(x: Expr, y: Expr) -> Expr:
    return _make("add", INT, x, y)


def sub(x: Expr, y: Expr) -> Expr:
    return _make("sub", INT, x, y)


def mul(x: Expr, y: Expr) -> Expr:
    return _make("mul", INT, x, y)


def div(x: Expr, y: Expr) -> Expr:
    """Rounds down; 0 if the divisor is 0."""
    return _make("div", INT, x, y)


def mod(x: Expr, y: Expr) -> Expr:
    """Has the divisor's sign; 0 if the divisor is 0."""
    return _make("mod", INT, x, y)


def abs_(x: Expr) -> Expr:
    return _make("abs", INT, x)


def min_(x: Expr, y: Expr) -> Expr:
    return _make("min", INT, x, y)


def max_(x: Expr, y: Expr) -> Expr:
    return _make("max", INT, x, y)


def bit_and(x: Expr, y: Expr) -> Expr:
    return _make("bit_and", INT, x, y)


def bit_xor(x: Expr, y: Expr) -> Expr:
    return _make("bit_xor", INT, x, y)


def bit_or(x: Expr, y: Expr) -> Expr:
    return _make("bit_or", INT, x, y)


def shl(x: Expr, count: Expr) -> Expr:
    return _make("shl", INT, x, count)


def shr(x: Expr, count: Expr) -> Expr:
    """Logical: zeros come in."""
    return _make("shr", INT, x, count)


def mul_overflows(x: Expr, y: Expr) -> Expr:
    return _make("mul_overflows", BOOL, x, y)


# ---- truths


def eq(x: Expr, y: Expr) -> Expr:
    return _make("eq", BOOL, x, y)


def ne(x: Expr, y: Expr) -> Expr:
    return _make("ne", BOOL, x, y)


def lt(x: Expr, y: Expr) -> Expr:
    return _make("lt", BOOL, x, y)


def le(x: Expr, y: Expr) -> Expr:
    return _make("le", BOOL, x, y)


def and_(x: Expr, y: Expr) -> Expr:
    return _make("and", BOOL, x, y)


def or_(x: Expr, y: Expr) -> Expr:
    return _make("or", BOOL, x, y)


def not_(x: Expr) -> Expr:
    return _make("not", BOOL, x)


def iff(x: Expr, y: Expr) -> Expr:
    return _make("iff", BOOL, x, y)


def zext(x: Expr) -> Expr:
    """A truth as 1 or 0."""
    return _make("zext", INT, x)


def select(condition: Expr, yes: Expr, no: Expr) -> Expr:
    """Both `yes` and `no` are evaluated."""
    return _make("select", yes.type, condition, yes, no)


def is_some(x: Expr) -> Expr:
    """Whether an index is not none."""
    return le(ZERO, x)


def is_none(x: Expr) -> Expr:
    return lt(x, ZERO)


# ---- sets


def union(x: Expr, y: Expr) -> Expr:
    return _make("union", x.type, x, y)


def intersection(x: Expr, y: Expr) -> Expr:
    return _make("intersection", x.type, x, y)


def difference(x: Expr, y: Expr) -> Expr:
    return _make("difference", x.type, x, y)


def symmetric_difference(x: Expr, y: Expr) -> Expr:
    return _make("symmetric_difference", x.type, x, y)


def complement(x: Expr) -> Expr:
    return _make("complement", x.type, x)


def singleton(x: Expr, size: int) -> Expr:
    """The set of one number; empty if it is negative."""
    if isinstance(x, Const):
        return Const(1 << x.value if x.value >= 0 else 0, ir.bits(size))
    return ir.Op("singleton", (x,), ir.bits(size))


def shift(x: Expr, by: int) -> Expr:
    """Every member plus a constant; what leaves the set's range is lost."""
    return ir.Op("shift", (x, number(by)), x.type) if by else x


def contains(x: Expr, member: Expr) -> Expr:
    """False of a negative number."""
    return _make("contains", BOOL, x, member)


def nonempty(x: Expr) -> Expr:
    return _make("nonempty", BOOL, x)


def is_empty(x: Expr) -> Expr:
    return not_(nonempty(x))


def same_set(x: Expr, y: Expr) -> Expr:
    return _make("same_set", BOOL, x, y)


def count(x: Expr) -> Expr:
    return _make("count", INT, x)


def lowest(x: Expr) -> Expr:
    """-1 of the empty set."""
    return _make("lowest", INT, x)


def highest(x: Expr) -> Expr:
    return _make("highest", INT, x)


def up_to_lowest(x: Expr) -> Expr:
    """The numbers from 0 to the least member; all numbers, if the set is empty."""
    return _make("up_to_lowest", x.type, x)


def down_to_highest(x: Expr) -> Expr:
    """The numbers from the greatest member to the last number; all numbers, if the set is empty."""
    return _make("down_to_highest", x.type, x)


def nth(x: Expr, k: Expr) -> Expr:
    """The k-th member from the least, from 0; the set has more than k."""
    return _make("nth", INT, x, k)


# ---- lists


def length(x: Expr) -> Expr:
    return _make("length", INT, x)


def item(x: Expr, index: Expr) -> Expr:
    return _make("item", INT, x, index)


def _make(name: str, kind: ir.Type, *operands: Expr) -> Expr:
    return folded(ir.Op(name, operands, kind), drops_calls=True)
