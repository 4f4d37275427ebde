"""Constant folding: operations on known values, and the algebra of operations of which a part is known.

`folded(op)` gives a simpler expression of the same meaning, or the operation itself. Its operands are already folded.
A call may have an effect, so it is never dropped or doubled; but who builds an expression out of calls without effects
may say `drops_calls`, since a call that was never written down has not happened.
"""

from collections.abc import Callable

from interpreter.ir import nodes as ir
from interpreter.ir.visit import has_call

_MASK = (1 << 64) - 1
_TRUE, _FALSE = ir.Const(1, ir.BOOL), ir.Const(0, ir.BOOL)


def wrapped(value: int) -> int:
    """A number cut to 64 bits, signed."""
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


# What operations give for known operands. Division by zero gives 0.
_OF_TWO: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: wrapped(a + b),
    "sub": lambda a, b: wrapped(a - b),
    "mul": lambda a, b: wrapped(a * b),
    "div": lambda a, b: wrapped(a // b) if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
    "bit_and": lambda a, b: a & b,
    "bit_or": lambda a, b: a | b,
    "bit_xor": lambda a, b: a ^ b,
    "shl": lambda a, b: wrapped(a << (b & 63)),
    "shr": lambda a, b: wrapped((a & _MASK) >> (b & 63)),
    "mul_overflows": lambda a, b: a * b != wrapped(a * b),
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "iff": lambda a, b: a == b,
    "union": lambda a, b: a | b,
    "intersection": lambda a, b: a & b,
    "symmetric_difference": lambda a, b: a ^ b,
    "difference": lambda a, b: a & ~b,
    "same_set": lambda a, b: a == b,
    "contains": lambda a, b: b >= 0 and a >> b & 1,
}

_OF_ONE: dict[str, Callable[[int], int]] = {
    "abs": lambda a: wrapped(abs(a)),
    "not": lambda a: not a,
    "zext": lambda a: a,
    "nonempty": lambda a: a != 0,
    "count": int.bit_count,
    "lowest": lambda a: (a & -a).bit_length() - 1,
    "highest": lambda a: a.bit_length() - 1,
}

_COMMUTES = frozenset(
    [
        "add", "mul", "bit_and", "bit_or", "bit_xor", "and", "or", "iff",
        "union", "intersection", "symmetric_difference", "eq", "ne",
    ]
)  # fmt: skip
_ZERO_IS_NEUTRAL = frozenset(
    [
        "add", "sub", "bit_or", "bit_xor", "shl", "shr", "or",
        "union", "symmetric_difference", "difference", "shift",
    ]
)  # fmt: skip
_ZERO_ABSORBS = frozenset(["mul", "bit_and", "div", "mod", "and", "intersection"])
_ONE_IS_NEUTRAL = frozenset(["mul", "div", "and", "iff"])


def folded(op: ir.Op, drops_calls: bool = False) -> ir.Expr:
    match op.operands:
        case (operand,):
            return _unary(op, operand)
        case (left, right):
            return _binary(op, left, right, drops_calls)
        case (condition, yes, no):
            return _select(op, condition, yes, no, drops_calls)
    return op


def _binary(op: ir.Op, left: ir.Expr, right: ir.Expr, drops_calls: bool) -> ir.Expr:
    if type(right) is ir.Const:
        return (
            _known(op, left, right) if type(left) is ir.Const else _known_right(op, left, right, drops_calls)
        )
    if type(left) is ir.Const:
        return _known_left(op, left, right, drops_calls)
    is_same = op.name == "eq" and left == right and not isinstance(left, ir.Call)
    return _TRUE if is_same and (drops_calls or not has_call(left)) else op


def _plain(value: ir.Const) -> int:
    return value.value if value.type.name == "bits" else wrapped(value.value)


def _known(op: ir.Op, left: ir.Const, right: ir.Const) -> ir.Expr:
    compute, value = _OF_TWO.get(op.name), _plain(right)
    if compute is not None:
        return ir.Const(int(compute(_plain(left), value)), op.type)
    if op.name == "shift":
        moved = left.value << value if value >= 0 else left.value >> -value
        return ir.Const(moved & _full(op.type), op.type)
    if op.name == "nth" and 0 <= value < left.value.bit_count():
        rest = left.value
        for _ in range(value):
            rest &= rest - 1
        return ir.Const((rest & -rest).bit_length() - 1)
    return op


def _full(type_: ir.Type) -> int:
    return (1 << type_.size) - 1


def _part(name: str, members: int, full: int) -> int:
    """The numbers on one side of a set of `full`, up to its first member on that side."""
    if not members:
        return full
    if name == "up_to_lowest":
        return members ^ members - 1
    return full & -(1 << members.bit_length() - 1)


def _unary(op: ir.Op, operand: ir.Expr) -> ir.Expr:
    name = op.name
    if type(operand) is ir.Const:
        if name == "complement":
            return ir.Const(_full(op.type) & ~operand.value, op.type)
        if name in ("up_to_lowest", "down_to_highest"):
            return ir.Const(_part(name, operand.value, _full(op.type)), op.type)
        if name == "singleton":
            fits = wrapped(operand.value) < op.type.size  # else it is an error that a checked build finds
            member = 1 << operand.value if wrapped(operand.value) >= 0 else 0
            return ir.Const(member, op.type) if fits else op
        compute = _OF_ONE.get(name)
        return op if compute is None else ir.Const(int(compute(_plain(operand))), op.type)
    if isinstance(operand, ir.Op):
        if name == "not":
            return _negated(op, operand)
        if name == operand.name == "complement":
            return operand.operands[0]
    return op


def _negated(op: ir.Op, operand: ir.Op) -> ir.Expr:
    if operand.name == "not":
        return operand.operands[0]
    if operand.name in ("eq", "ne"):
        return ir.Op("ne" if operand.name == "eq" else "eq", operand.operands, ir.BOOL)
    return op


def _not(truth: ir.Expr) -> ir.Expr:
    return _unary(ir.Op("not", (truth,), ir.BOOL), truth)


def _known_left(op: ir.Op, left: ir.Const, right: ir.Expr, drops_calls: bool) -> ir.Expr:
    if op.name in _COMMUTES:
        turned = ir.Op(op.name, (right, left), op.type)
        found = _known_right(turned, right, left, drops_calls)
        return op if found is turned else found
    if left.value == 0 and (drops_calls or not has_call(right)):
        if op.name in ("div", "mod", "shl", "shr"):
            return ir.Const(0)
        if op.name in ("difference", "contains"):
            return ir.Const(0, op.type)
    return op


def _known_right(op: ir.Op, left: ir.Expr, right: ir.Const, drops_calls: bool) -> ir.Expr:
    name, value = op.name, right.value
    stays = not drops_calls and has_call(left)
    if value == 0:
        if name in _ZERO_IS_NEUTRAL:
            return left
        if name in _ZERO_ABSORBS:
            return op if stays else ir.Const(0, op.type)
        if name == "same_set":
            return ir.Op("not", (ir.Op("nonempty", (left,), ir.BOOL),), ir.BOOL)
        if name == "iff":
            return _not(left)
    elif value == 1 and right.type.name != "bits":
        if name in _ONE_IS_NEUTRAL:
            return left
        if name == "or":
            return op if stays else _TRUE
    if right.type.name == "bits" and value == _full(right.type):
        return _with_full_set(op, left, right, stays)
    if name in ("eq", "ne") and isinstance(left, ir.Op) and left.name == "zext" and value in (0, 1):
        truth = left.operands[0]
        return truth if (value == 1) == (name == "eq") else _not(truth)
    return op


def _with_full_set(op: ir.Op, left: ir.Expr, right: ir.Const, stays: bool) -> ir.Expr:
    """An operation with the set of all numbers."""
    match op.name:
        case "intersection":
            return left
        case "union":
            return op if stays else right
        case "difference":
            return op if stays else ir.Const(0, op.type)
        case "symmetric_difference":
            return ir.Op("complement", (left,), op.type)
    return op


def _select(op: ir.Op, condition: ir.Expr, yes: ir.Expr, no: ir.Expr, drops_calls: bool) -> ir.Expr:
    if type(condition) is ir.Const:
        chosen, dropped = (yes, no) if condition.value else (no, yes)
        return op if not drops_calls and has_call(dropped) else chosen
    if isinstance(condition, ir.Op) and condition.name == "not":
        if not drops_calls and has_call(yes) and has_call(no):
            return op  # their order would be another one
        (truth,) = condition.operands
        return _select(ir.Op("select", (truth, no, yes), op.type), truth, no, yes, drops_calls)
    if yes == no and (drops_calls or (type(yes) in (ir.Const, ir.Get) and not has_call(condition))):
        return yes
    if type(yes) is ir.Const and type(no) is ir.Const:
        if op.type == ir.BOOL:
            return condition if yes.value else _not(condition)
        if op.type == ir.INT and (yes.value, no.value) == (1, 0):
            return ir.Op("zext", (condition,), ir.INT)
    return op
