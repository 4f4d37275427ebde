"""Operations on known values, and the algebra of operations of which a part is known.

`folded(op, tables)` gives a simpler expression of the same meaning, or the operation itself. Its operands are already
simple. What has an effect (a call) is never dropped or doubled.
"""

from collections.abc import Callable

from interpreter.lowering import ir
from interpreter.lowering.operands import has_call

_MASK = (1 << 64) - 1
TRUE, FALSE = ir.Const(1, ir.BOOL), ir.Const(0, ir.BOOL)


def wrapped(value: int) -> int:
    """A number cut to 64 bits, signed."""
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


# What operations give for known ints and truths. Division by zero gives 0.
_KNOWN: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: wrapped(a + b),
    "sub": lambda a, b: wrapped(a - b),
    "mul": lambda a, b: wrapped(a * b),
    "div": lambda a, b: wrapped(a // b) if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "min": min,
    "max": max,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: wrapped(a << (b & 63)),
    "shr": lambda a, b: wrapped((a & _MASK) >> (b & 63)),
    "mulhigh": lambda a, b: wrapped((a & _MASK) * (b & _MASK) >> 64),
    "addwraps": lambda a, b: a + b != wrapped(a + b),
    "subwraps": lambda a, b: a - b != wrapped(a - b),
    "mulwraps": lambda a, b: a * b != wrapped(a * b),
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "both": lambda a, b: a & b,
    "either": lambda a, b: a | b,
    "same": lambda a, b: a == b,
    "union": lambda a, b: a | b,
    "meet": lambda a, b: a & b,
    "differ": lambda a, b: a ^ b,
    "minus": lambda a, b: a & ~b,
    "equal": lambda a, b: a == b,
    "has": lambda a, b: b >= 0 and a >> b & 1,
}

_KNOWN_OF_ONE: dict[str, Callable[[int], int]] = {
    "neg": lambda a: wrapped(-a),
    "abs": lambda a: wrapped(abs(a)),
    "not": lambda a: not a,
    "number": lambda a: a,
    "some": lambda a: a != 0,
    "count": int.bit_count,
    "low": lambda a: (a & -a).bit_length() - 1,
    "high": lambda a: a.bit_length() - 1,
}


def folded(op: ir.Op) -> ir.Expr:
    operands = op.operands
    if len(operands) == 2:
        left, right = operands
        if type(right) is ir.Const:
            if type(left) is ir.Const:
                return _known(op, left, right)
            return _with_right(op, left, right)
        if type(left) is ir.Const:
            return _with_left(op, left, right)
        return op
    if len(operands) == 1:
        return _of_one(op, operands[0])
    return _select(op)


def _known(op: ir.Op, left: ir.Const, right: ir.Const) -> ir.Expr:
    value = right.value if right.type.name == "bits" else wrapped(right.value)
    known = _KNOWN.get(op.name)
    if known is not None:
        first = left.value if left.type.name == "bits" else wrapped(left.value)
        return ir.Const(int(known(first, value)), op.type)
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


def _of_one(op: ir.Op, inner: ir.Expr) -> ir.Expr:
    name = op.name
    if type(inner) is ir.Const:
        if name == "others":
            return ir.Const(_full(op.type) & ~inner.value, op.type)
        if name == "one":
            fits = wrapped(inner.value) < op.type.size  # else it is an error that a checking build finds
            return ir.Const(1 << inner.value if wrapped(inner.value) >= 0 else 0, op.type) if fits else op
        known = _KNOWN_OF_ONE.get(name)
        if known is None:
            return op
        return ir.Const(
            int(known(inner.value if inner.type.name == "bits" else wrapped(inner.value))), op.type
        )
    if isinstance(inner, ir.Op):
        if name == "not":
            if inner.name == "not":
                return inner.operands[0]
            if inner.name in ("eq", "ne"):
                return ir.Op("ne" if inner.name == "eq" else "eq", inner.operands, ir.BOOL)
        elif name in ("others", "neg") and inner.name == name:
            return inner.operands[0]
    return op


def _with_left(op: ir.Op, left: ir.Const, right: ir.Expr) -> ir.Expr:
    if op.name in _COMMUTES:
        turned = _with_right(ir.Op(op.name, (right, left), op.type), right, left)
        return (
            op
            if type(turned) is ir.Op and turned.operands == (right, left) and turned.name == op.name
            else turned
        )
    if left.value == 0 and not has_call(right):
        if op.name in ("div", "mod", "shl", "shr"):
            return ir.Const(0)
        if op.name in ("minus", "has"):
            return ir.Const(0, op.type)
    return op


_COMMUTES = {
    "add",
    "mul",
    "and",
    "or",
    "xor",
    "both",
    "either",
    "same",
    "union",
    "meet",
    "differ",
    "eq",
    "ne",
}
_ZERO_GIVES_OTHER = {"add", "sub", "or", "xor", "shl", "shr", "either", "union", "differ", "minus", "shift"}
_ZERO_GIVES_ZERO = {"mul", "and", "div", "mod", "mulhigh", "both", "meet"}


def _with_right(op: ir.Op, left: ir.Expr, right: ir.Const) -> ir.Expr:
    """The right operand is known."""
    name, value = op.name, right.value
    if value == 0:
        if name in _ZERO_GIVES_OTHER:
            return left
        if name in _ZERO_GIVES_ZERO:
            return op if has_call(left) else ir.Const(0, op.type)
        if name == "equal":
            return ir.Op("not", (ir.Op("some", (left,), ir.BOOL),), ir.BOOL)
        if name == "same":
            return _of_one(ir.Op("not", (left,), ir.BOOL), left)
    elif value == 1:
        if name in ("mul", "div", "both", "same") and right.type.name != "bits":
            return left
        if name == "either":
            return op if has_call(left) else TRUE
    if right.type.name == "bits" and value == _full(right.type):
        if name == "meet":
            return left
        if name == "union":
            return op if has_call(left) else right
        if name == "minus":
            return op if has_call(left) else ir.Const(0, op.type)
        if name == "differ":
            return ir.Op("others", (left,), op.type)
    if name in ("eq", "ne") and isinstance(left, ir.Op) and left.name == "number" and value in (0, 1):
        truth = left.operands[0]
        return truth if (value == 1) == (name == "eq") else _of_one(ir.Op("not", (truth,), ir.BOOL), truth)
    return op


def _select(op: ir.Op) -> ir.Expr:
    condition, yes, no = op.operands
    if type(condition) is ir.Const:
        chosen, dropped = (yes, no) if condition.value else (no, yes)
        return op if has_call(dropped) else chosen
    if isinstance(condition, ir.Op) and condition.name == "not":
        if has_call(yes) and has_call(no):
            return op
        return _select(ir.Op("select", (condition.operands[0], no, yes), op.type))
    if type(yes) in (ir.Const, ir.Get) and yes == no and not has_call(condition):
        return yes
    if type(yes) is ir.Const and type(no) is ir.Const:
        if op.type == ir.BOOL:
            return condition if yes.value else _of_one(ir.Op("not", (condition,), ir.BOOL), condition)
        if op.type == ir.INT and (yes.value, no.value) == (1, 0):
            return ir.Op("number", (condition,), ir.INT)
    return op
