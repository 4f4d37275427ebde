"""Expressions as LLVM assembly: `value(w, expr)` writes what computes an expression and gives its operand.

A `Writer` is the function that is being written: its lines, and where its variables are.
"""

from collections.abc import Callable, Mapping
from dataclasses import field

from gdl.diagnostics.values import InternalError
from gdl.platform.dataclass import dataclass
from interpreter.ir import nodes as ir
from interpreter.ir.visit import has_call
from interpreter.llvm import bitsets
from interpreter.llvm.lines import WIDE_FROM, Body, Shared, quoted, type_of, words


@dataclass(slots=True)
class Writer:
    """One function. `slots`: each variable's memory, or the list itself. `settled`: variables that need none, and `values`
    what they hold. `loops`: where `Break` and `Continue` go."""

    program: ir.Program
    shared: Shared
    function: ir.Function
    body: Body
    settled: frozenset[str]
    slots: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    loops: list[tuple[str, str]] = field(default_factory=list)


def width_of(values: tuple[int, ...]) -> int:
    """The narrowest width that holds them, signed."""
    least, most = min(values, default=0), max(values, default=0)
    return next((w for w in (8, 16, 32) if -(1 << w - 1) <= least and most < 1 << w - 1), 64)


def slot(w: Writer, var: ir.Var) -> str:
    """The memory of a variable."""
    found = w.slots.get(var.name)
    if found is None:
        kind = type_of(var.type)
        if var.type.name == "list":
            kind = f"{{ i64, [{max(1, var.type.size)} x i64] }}"
        found = w.slots[var.name] = quoted("%v.", var.name)
        w.body.entry.append(f"  {found} = alloca {kind}, align 8")
    return found


def give(w: Writer, var: ir.Var, given: str) -> None:
    """Gives a variable that is no list a value, an operand."""
    if var.name in w.settled:
        w.values[var.name] = given
    else:
        w.body.do(f"store {type_of(var.type)} {given}, ptr {slot(w, var)}, align 8")


def is_wide(expr: ir.Expr) -> bool:
    """Whether an expression is a set that stays in memory."""
    return (
        isinstance(expr, ir.Get) and expr.var.type.name == "bits" and words(expr.var.type.size) >= WIDE_FROM
    )


def value(w: Writer, expr: ir.Expr) -> str:
    """Writes what computes an expression, and gives the operand that stands for it."""
    match expr:
        case ir.Op():
            return _operation(w, expr)
        case ir.Get():
            return _get(w, expr)
        case ir.Const():
            return _const(expr)
        case ir.Load():
            return _load(w, expr)
        case ir.Lookup():
            return _lookup(w, expr)
        case ir.Call():
            return call(w, expr)
        case ir.CompareAll():
            return _compare_all(w, expr)
        case ir.BlockAt():
            return _block_at(w, expr)
        case ir.BlockOf():
            w.shared.has_addresses = True
            return w.body.let(f"inttoptr i64 {value(w, expr.address)} to ptr")


def _const(expr: ir.Const) -> str:
    if expr.type.name == "bool":
        return "true" if expr.value else "false"
    if expr.type.name == "bits":
        return bitsets.constant(expr.value, expr.type.size)
    return str(expr.value)


def _get(w: Writer, expr: ir.Get) -> str:
    found = w.values.get(expr.var.name)
    if found is not None:
        return found
    if expr.var.type.name == "list":
        return slot(w, expr.var)
    return w.body.let(f"load {type_of(expr.var.type)}, ptr {slot(w, expr.var)}, align 8")


# ---- memory


def cell_of(w: Writer, block: ir.Expr, name: str) -> ir.Cell:
    return w.program.layouts[block.type.layout].cells[name]


def place(w: Writer, block: ir.Expr, cell: ir.Cell, index: ir.Expr) -> str:
    """The address of an element of a cell."""
    body, address, number = w.body, value(w, block), value(w, index)
    number = body.checked(number, str(cell.count), f"index of {cell.name}")
    each = cell.bytes_each
    if isinstance(index, ir.Const):
        offset = cell.offset + int(number) * each if number.isdigit() else cell.offset
        return address if offset == 0 else body.let(f"getelementptr inbounds i8, ptr {address}, i64 {offset}")
    if cell.offset:
        address = body.let(f"getelementptr inbounds i8, ptr {address}, i64 {cell.offset}")
    element = f"[{words(cell.size)} x i64]" if cell.size else f"i{cell.width}"
    return body.let(f"getelementptr inbounds {element}, ptr {address}, i64 {number}")


def tag(w: Writer, block: ir.Expr, cell: ir.Cell) -> str:
    if block.type.layout.startswith("cast"):  # cells that share their memory
        return ""
    return w.shared.tag(f"{block.type.layout}.{cell.name}")


def _load(w: Writer, expr: ir.Load) -> str:
    cell = cell_of(w, expr.block, expr.cell)
    at, access = place(w, expr.block, cell, expr.index), tag(w, expr.block, cell)
    if cell.size:
        return w.body.let(f"load {type_of(ir.cell_type(cell))}, ptr {at}, align 8{access}")
    return _widened(w, f"load i{cell.width}, ptr {at}, align {cell.width // 8}{access}", cell.width)


def _widened(w: Writer, text: str, width: int) -> str:
    found = w.body.let(text)
    return found if width == 64 else w.body.let(f"sext i{width} {found} to i64")


def _compare_all(w: Writer, expr: ir.CompareAll) -> str:
    cell = cell_of(w, expr.block, expr.cell)
    at, access = place(w, expr.block, cell, ir.Const(0)), tag(w, expr.block, cell)
    width = 64 if cell.size else cell.width
    return bitsets.compare_all(w.body, at, value(w, expr.value), cell.count, width, access)


def _table_place(w: Writer, expr: ir.Lookup) -> tuple[str, int]:
    """The address of an element of a table, and its width if it is no set."""
    table = w.program.tables[expr.table]
    name, number = quoted("@t.", table.name), value(w, expr.index)
    number = w.body.checked(number, str(len(table.values)), f"index of {table.name}")
    width = 0 if table.size else width_of(table.values)
    kind = f"[{words(table.size)} x i64]" if table.size else f"i{width}"
    return w.body.let(f"getelementptr inbounds {kind}, ptr {name}, i64 {number}"), width


def _lookup(w: Writer, expr: ir.Lookup) -> str:
    at, width = _table_place(w, expr)
    if width:
        values = w.program.tables[expr.table].values or (0,)
        between = w.shared.range(width, min(values), max(values))
        return _widened(w, f"load i{width}, ptr {at}, align {width // 8}{between}", width)
    return w.body.let(f"load {type_of(expr.type)}, ptr {at}, align 8")


def _block_at(w: Writer, expr: ir.BlockAt) -> str:
    body, layout = w.body, w.program.layouts[expr.type.layout]
    address, number = value(w, expr.block), value(w, expr.index)
    if w.shared.checked:
        number = body.checked(number, value(w, expr.count), f"index of blocks of {layout.name}")
    return body.let(f"getelementptr inbounds [{layout.size} x i8], ptr {address}, i64 {number}")


def call(w: Writer, expr: ir.Call) -> str:
    given = ", ".join([f"{type_of(a.type)} {value(w, a)}" for a in expr.arguments])
    name = quoted("@f.", expr.function)
    if expr.type.name == "void":
        w.body.do(f"call void {name}({given})")
        return ""
    return w.body.let(f"call {type_of(expr.type)} {name}({given})")


# ---- operations


def _operation(w: Writer, expr: ir.Op) -> str:
    plain = _PLAIN.get(expr.name)
    if plain is not None:
        operands = [value(w, operand) for operand in expr.operands]
        return w.body.let(plain.format(*operands))
    return _SPECIAL[expr.name](w, expr)


_PLAIN: Mapping[str, str] = {
    "add": "add i64 {0}, {1}",
    "sub": "sub i64 {0}, {1}",
    "mul": "mul i64 {0}, {1}",
    "abs": "call i64 @llvm.abs.i64(i64 {0}, i1 false)",
    "min": "call i64 @llvm.smin.i64(i64 {0}, i64 {1})",
    "max": "call i64 @llvm.smax.i64(i64 {0}, i64 {1})",
    "bit_and": "and i64 {0}, {1}",
    "bit_or": "or i64 {0}, {1}",
    "bit_xor": "xor i64 {0}, {1}",
    "eq": "icmp eq i64 {0}, {1}",
    "ne": "icmp ne i64 {0}, {1}",
    "lt": "icmp slt i64 {0}, {1}",
    "le": "icmp sle i64 {0}, {1}",
    "and": "and i1 {0}, {1}",
    "or": "or i1 {0}, {1}",
    "not": "xor i1 {0}, true",
    "iff": "icmp eq i1 {0}, {1}",
    "zext": "zext i1 {0} to i64",
}


def _divided(w: Writer, expr: ir.Op) -> str:
    """Both `div` and `mod`, rounding down; 0 for a divisor of 0."""
    body, is_div = w.body, expr.name == "div"
    left = value(w, expr.operands[0])
    right = expr.operands[1]
    if not isinstance(right, ir.Const):
        helper = w.shared.helper(f"int.{expr.name}", lambda: _DIV if is_div else _MOD)
        return body.let(f"call i64 @{helper}(i64 {left}, i64 {value(w, right)})")
    by = right.value
    if by == 0 or (by in (1, -1) and not is_div):
        return "0"
    if by == -1:
        return body.let(f"sub i64 0, {left}")
    if by > 0 and by & (by - 1) == 0:
        return body.let(f"ashr i64 {left}, {by.bit_length() - 1}" if is_div else f"and i64 {left}, {by - 1}")
    rest = body.let(f"srem i64 {left}, {by}")
    wrong = body.let(f"icmp {'slt' if by > 0 else 'sgt'} i64 {rest}, 0")
    if not is_div:
        moved = body.let(f"add i64 {rest}, {by}")
        return body.let(f"select i1 {wrong}, i64 {moved}, i64 {rest}")
    quotient = body.let(f"sdiv i64 {left}, {by}")
    correction = body.let(f"sext i1 {wrong} to i64")
    return body.let(f"add i64 {quotient}, {correction}")


def _select(w: Writer, expr: ir.Op) -> str:
    condition, yes, no = [value(w, operand) for operand in expr.operands]
    kind = type_of(expr.type)
    return w.body.let(f"select i1 {condition}, {kind} {yes}, {kind} {no}")


def _shifted_int(w: Writer, expr: ir.Op) -> str:
    left, right = [value(w, operand) for operand in expr.operands]
    right = w.body.checked(right, "64", "count of a shift")
    if not isinstance(expr.operands[1], ir.Const):
        right = w.body.let(f"and i64 {right}, 63")
    return w.body.let(f"{'shl' if expr.name == 'shl' else 'lshr'} i64 {left}, {right}")


def _mul_overflows(w: Writer, expr: ir.Op) -> str:
    body = w.body
    left, right = [value(w, operand) for operand in expr.operands]
    pair = body.let(f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {left}, i64 {right})")
    return body.let(f"extractvalue {{i64, i1}} {pair}, 1")


# ---- sets and lists


def _set_binary(w: Writer, expr: ir.Op) -> str:
    left, right = [value(w, operand) for operand in expr.operands]
    return bitsets.binary(w.body, expr.name, left, right, expr.type.size)


def _singleton(w: Writer, expr: ir.Op) -> str:
    number = value(w, expr.operands[0])
    if w.shared.checked:
        sign = w.body.let(f"call i64 @llvm.smax.i64(i64 {number}, i64 0)")
        w.body.checked(sign, str(expr.type.size), "member of a set")
    return bitsets.singleton(w.body, number, expr.type.size)


def _shifted_set(w: Writer, expr: ir.Op) -> str:
    source, by = expr.operands
    if not isinstance(by, ir.Const):
        raise InternalError("a set is shifted by what is no constant")
    return bitsets.shifted(w.body, value(w, source), by.value, expr.type.size)


def _contains(w: Writer, expr: ir.Op) -> str:
    """Of a large set in memory only one word is read."""
    source, index = expr.operands
    size = source.type.size
    if words(size) > 1 and not has_call(expr):
        if isinstance(source, ir.Load):
            cell = cell_of(w, source.block, source.cell)
            at, access = place(w, source.block, cell, source.index), tag(w, source.block, cell)
            return bitsets.contains_in_memory(w.body, at, value(w, index), size, access)
        if isinstance(source, ir.Lookup):
            at, _ = _table_place(w, source)
            return bitsets.contains_in_memory(w.body, at, value(w, index), size, "")
        if isinstance(source, ir.Get) and is_wide(source):
            return bitsets.contains_in_memory(w.body, slot(w, source.var), value(w, index), size, "")
    members = value(w, source)
    return bitsets.contains(w.body, members, value(w, index), size)


def _set_unary(w: Writer, expr: ir.Op) -> str:
    (operand,) = expr.operands
    return _SET_UNARY[expr.name](w.body, value(w, operand), operand.type.size)


def _same_set(w: Writer, expr: ir.Op) -> str:
    left, right = [value(w, operand) for operand in expr.operands]
    return bitsets.same_set(w.body, left, right, expr.operands[0].type.size)


def _nth(w: Writer, expr: ir.Op) -> str:
    members, index = [value(w, operand) for operand in expr.operands]
    size = expr.operands[0].type.size
    if w.shared.checked:
        bound = bitsets.count_of(w.body, members, size)
        index = w.body.checked(index, bound, "member of a set by its place")
    return bitsets.nth(w.body, members, index, size)


def length_of(w: Writer, address: str) -> str:
    """The length of the list at an address."""
    return w.body.let(f"load i64, ptr {address}, align 8{w.shared.tag('length of a list')}")


def _item(w: Writer, expr: ir.Op) -> str:
    address, index = [value(w, operand) for operand in expr.operands]
    body = w.body
    if w.shared.checked:
        index = body.checked(index, length_of(w, address), "index of a list")
    at = body.let(f"getelementptr inbounds {{ i64, [0 x i64] }}, ptr {address}, i64 0, i32 1, i64 {index}")
    return body.let(f"load i64, ptr {at}, align 8{w.shared.tag('item of a list')}")


_SET_UNARY: Mapping[str, Callable[[Body, str, int], str]] = {
    "complement": bitsets.complement,
    "nonempty": bitsets.nonempty,
    "count": bitsets.count_of,
    "lowest": bitsets.lowest,
    "highest": bitsets.highest,
    "up_to_lowest": bitsets.up_to_lowest,
    "down_to_highest": bitsets.down_to_highest,
}

_SPECIAL: Mapping[str, Callable[[Writer, ir.Op], str]] = {
    "div": _divided,
    "mod": _divided,
    "shl": _shifted_int,
    "shr": _shifted_int,
    "mul_overflows": _mul_overflows,
    "select": _select,
    "union": _set_binary,
    "intersection": _set_binary,
    "symmetric_difference": _set_binary,
    "difference": _set_binary,
    "complement": _set_unary,
    "singleton": _singleton,
    "shift": _shifted_set,
    "contains": _contains,
    "nonempty": _set_unary,
    "same_set": _same_set,
    "count": _set_unary,
    "lowest": _set_unary,
    "highest": _set_unary,
    "up_to_lowest": _set_unary,
    "down_to_highest": _set_unary,
    "nth": _nth,
    "length": lambda w, expr: length_of(w, value(w, expr.operands[0])),
    "item": _item,
}

_DIV = """\
define internal i64 @int.div(i64 %a, i64 %b) nounwind {
  switch i64 %b, label %plain [ i64 0, label %zero
                                i64 -1, label %minus ]
zero:
  ret i64 0
minus:
  %negated = sub i64 0, %a
  ret i64 %negated
plain:
  %quotient = sdiv i64 %a, %b
  %rest = srem i64 %a, %b
  %uneven = icmp ne i64 %rest, 0
  %signs = xor i64 %a, %b
  %below = icmp slt i64 %signs, 0
  %wrong = and i1 %uneven, %below
  %correction = sext i1 %wrong to i64
  %floor = add i64 %quotient, %correction
  ret i64 %floor
}
"""

_MOD = """\
define internal i64 @int.mod(i64 %a, i64 %b) nounwind {
  %above = add i64 %b, 1
  %trivial = icmp ult i64 %above, 2
  br i1 %trivial, label %zero, label %plain
zero:
  ret i64 0
plain:
  %rest = srem i64 %a, %b
  %uneven = icmp ne i64 %rest, 0
  %signs = xor i64 %rest, %b
  %below = icmp slt i64 %signs, 0
  %wrong = and i1 %uneven, %below
  %correction = select i1 %wrong, i64 %b, i64 0
  %floor = add i64 %rest, %correction
  ret i64 %floor
}
"""
