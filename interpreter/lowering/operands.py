"""The expressions of a function as LLVM assembly: each gives the operand that stands for its value."""

from collections.abc import Callable
from typing import Any

from gdl.diagnostics import InternalError
from interpreter.lowering import ir, setcode
from interpreter.lowering.assembly import WIDE_FROM, Body, Shared, quoted, type_of, words


def width_of(values: tuple[int, ...]) -> int:
    """The narrowest width that holds them, signed."""
    least, most = min(values, default=0), max(values, default=0)
    return next((w for w in (8, 16, 32) if -(1 << w - 1) <= least and most < 1 << w - 1), 64)


def has_call(expr: ir.Expr) -> bool:
    """Whether an expression may have an effect."""
    kind = type(expr)
    if kind is ir.Const or kind is ir.Get:
        return False
    if isinstance(expr, ir.Op):
        return any(has_call(operand) for operand in expr.operands)
    if isinstance(expr, ir.Load):
        return has_call(expr.block) or has_call(expr.index)
    if isinstance(expr, ir.Where):
        return has_call(expr.block) or has_call(expr.value)
    if isinstance(expr, ir.Lookup):
        return has_call(expr.index)
    if isinstance(expr, ir.At):
        return has_call(expr.block) or has_call(expr.index) or has_call(expr.count)
    return True


_SIMPLE = {
    "add": "add i64",
    "sub": "sub i64",
    "mul": "mul i64",
    "and": "and i64",
    "or": "or i64",
    "xor": "xor i64",
    "eq": "icmp eq i64",
    "ne": "icmp ne i64",
    "lt": "icmp slt i64",
    "le": "icmp sle i64",
    "both": "and i1",
    "either": "or i1",
}


class ExpressionWriter:
    """Writes the expressions of one function, and knows where its variables are."""

    def __init__(self, program: ir.Program, shared: Shared, function: ir.Function) -> None:
        self.program = program
        self.shared = shared
        self.function = function
        self.body = Body(shared, function.name)
        self.slots: dict[str, str] = {}  # a variable's memory; of a list, the list itself
        self.loops: list[tuple[str, str]] = []  # where Break and Continue of each loop go, the innermost last

    def slot(self, var: ir.Var) -> str:
        """The memory of a variable."""
        found = self.slots.get(var.name)
        if found is None:
            kind = type_of(var.type)
            if var.type.name == "list":
                kind = f"{{ i64, [{max(1, var.type.size)} x i64] }}"
            found = self.slots[var.name] = quoted("%v.", var.name)
            self.body.entry.append(f"  {found} = alloca {kind}, align 8")
        return found

    def is_wide(self, expr: ir.Expr) -> bool:
        """Whether this is a set that stays in memory."""
        return (
            isinstance(expr, ir.Get)
            and expr.var.type.name == "bits"
            and words(expr.var.type.size) >= WIDE_FROM
        )

    # ---- expressions -------------------------------------------------------------------------------

    def value(self, expr: ir.Expr) -> str:
        """Writes what computes an expression, and gives the operand that stands for it."""
        return _EXPRESSIONS[type(expr)](self, expr)

    def const(self, expr: ir.Const) -> str:
        if expr.type.name == "bool":
            return "true" if expr.value else "false"
        if expr.type.name == "bits":
            return setcode.constant(expr.value, expr.type.size)
        return str(expr.value)

    def get(self, expr: ir.Get) -> str:
        var = expr.var
        if var.type.name == "list":
            return self.slot(var)
        return self.body.let(f"load {type_of(var.type)}, ptr {self.slot(var)}, align 8")

    def cell(self, block: ir.Expr, name: str) -> ir.Cell:
        return self.program.layouts[block.type.layout].cells[name]

    def place(self, block: ir.Expr, cell: ir.Cell, index: ir.Expr) -> str:
        """The address of an element of a cell."""
        body, address, number = self.body, self.value(block), self.value(index)
        number = body.checked(number, str(cell.count), f"index of {cell.name}")
        each = cell.bytes_each
        if isinstance(index, ir.Const):
            offset = cell.offset + int(number) * each if number.isdigit() else cell.offset
            return (
                address
                if offset == 0
                else body.let(f"getelementptr inbounds i8, ptr {address}, i64 {offset}")
            )
        if cell.offset:
            address = body.let(f"getelementptr inbounds i8, ptr {address}, i64 {cell.offset}")
        element = f"[{words(cell.size)} x i64]" if cell.size else f"i{cell.width}"
        return body.let(f"getelementptr inbounds {element}, ptr {address}, i64 {number}")

    def tag(self, block: ir.Expr, cell: ir.Cell) -> str:
        if block.type.layout.startswith("cast"):  # cells that share their memory
            return ""
        return self.shared.tag(f"{block.type.layout}.{cell.name}")

    def load(self, expr: ir.Load) -> str:
        cell = self.cell(expr.block, expr.cell)
        place, tag = self.place(expr.block, cell, expr.index), self.tag(expr.block, cell)
        if cell.size:
            return self.body.let(f"load {type_of(cell.type)}, ptr {place}, align 8{tag}")
        return self.widened(f"load i{cell.width}, ptr {place}, align {cell.width // 8}{tag}", cell.width)

    def where(self, expr: ir.Where) -> str:
        cell = self.cell(expr.block, expr.cell)
        place, tag = self.place(expr.block, cell, ir.Const(0)), self.tag(expr.block, cell)
        return setcode.where(self.body, place, self.value(expr.value), cell.count, cell.width, tag)

    def widened(self, text: str, width: int) -> str:
        value = self.body.let(text)
        return value if width == 64 else self.body.let(f"sext i{width} {value} to i64")

    def element(self, expr: ir.Lookup) -> tuple[str, int]:
        """The address of an element of a table, and its width if it is no set."""
        table = self.program.tables[expr.table]
        name, number = quoted("@t.", table.name), self.value(expr.index)
        number = self.body.checked(number, str(len(table.values)), f"index of {table.name}")
        width = 0 if table.size else width_of(table.values)
        kind = f"[{words(table.size)} x i64]" if table.size else f"i{width}"
        return self.body.let(f"getelementptr inbounds {kind}, ptr {name}, i64 {number}"), width

    def lookup(self, expr: ir.Lookup) -> str:
        place, width = self.element(expr)
        if width:
            values = self.program.tables[expr.table].values or (0,)
            between = self.shared.range(width, min(values), max(values))
            return self.widened(f"load i{width}, ptr {place}, align {width // 8}{between}", width)
        return self.body.let(f"load {type_of(expr.type)}, ptr {place}, align 8")

    def at(self, expr: ir.At) -> str:
        """The address of one of many blocks."""
        body, layout = self.body, self.program.layouts[expr.type.layout]
        address, number = self.value(expr.block), self.value(expr.index)
        if self.shared.checked:
            number = body.checked(number, self.value(expr.count), f"index of blocks of {layout.name}")
        return body.let(f"getelementptr inbounds [{layout.size} x i8], ptr {address}, i64 {number}")

    def call(self, expr: ir.Call) -> str:
        given = ", ".join([f"{type_of(a.type)} {self.value(a)}" for a in expr.arguments])
        name = quoted("@f.", expr.function)
        if expr.type.name == "void":
            self.body.do(f"call void {name}({given})")
            return ""
        return self.body.let(f"call {type_of(expr.type)} {name}({given})")

    def operation(self, expr: ir.Op) -> str:
        name = expr.name
        simple = _SIMPLE.get(name)
        if simple is not None:
            left, right = expr.operands
            return self.body.let(f"{simple} {self.value(left)}, {self.value(right)}")
        return _OPERATIONS[name](self, expr)

    def divided(self, expr: ir.Op) -> str:
        """Both `div` and `mod`, rounding down; 0 for a divisor of 0."""
        body, is_div = self.body, expr.name == "div"
        left = self.value(expr.operands[0])
        right = expr.operands[1]
        if not isinstance(right, ir.Const):
            helper = self.shared.helper(f"int.{expr.name}", lambda: _DIV if is_div else _MOD)
            return body.let(f"call i64 @{helper}(i64 {left}, i64 {self.value(right)})")
        by = right.value
        if by == 0 or (by in (1, -1) and not is_div):
            return "0"
        if by == -1:
            return body.let(f"sub i64 0, {left}")
        if by > 0 and by & (by - 1) == 0:
            return body.let(
                f"ashr i64 {left}, {by.bit_length() - 1}" if is_div else f"and i64 {left}, {by - 1}"
            )
        rest = body.let(f"srem i64 {left}, {by}")
        wrong = body.let(f"icmp {'slt' if by > 0 else 'sgt'} i64 {rest}, 0")
        if not is_div:
            moved = body.let(f"add i64 {rest}, {by}")
            return body.let(f"select i1 {wrong}, i64 {moved}, i64 {rest}")
        quotient = body.let(f"sdiv i64 {left}, {by}")
        correction = body.let(f"sext i1 {wrong} to i64")
        return body.let(f"add i64 {quotient}, {correction}")

    def select(self, expr: ir.Op) -> str:
        condition, yes, no = map(self.value, expr.operands)
        kind = type_of(expr.type)
        return self.body.let(f"select i1 {condition}, {kind} {yes}, {kind} {no}")

    def shifted_int(self, expr: ir.Op) -> str:
        left, right = map(self.value, expr.operands)
        right = self.body.checked(right, "64", "count of a shift")
        if not isinstance(expr.operands[1], ir.Const):
            right = self.body.let(f"and i64 {right}, 63")
        return self.body.let(f"{'shl' if expr.name == 'shl' else 'lshr'} i64 {left}, {right}")

    def mulhigh(self, expr: ir.Op) -> str:
        body = self.body
        left, right = [body.let(f"zext i64 {self.value(operand)} to i128") for operand in expr.operands]
        product = body.let(f"mul i128 {left}, {right}")
        upper = body.let(f"lshr i128 {product}, 64")
        return body.let(f"trunc i128 {upper} to i64")

    def wraps(self, expr: ir.Op) -> str:
        body = self.body
        left, right = map(self.value, expr.operands)
        call = f"@llvm.s{expr.name.removesuffix('wraps')}.with.overflow.i64(i64 {left}, i64 {right})"
        return body.let(f"extractvalue {{i64, i1}} {body.let(f'call {{i64, i1}} {call}')}, 1")

    def extreme(self, expr: ir.Op) -> str:
        left, right = map(self.value, expr.operands)
        return self.body.let(f"call i64 @llvm.s{expr.name}.i64(i64 {left}, i64 {right})")

    def set_binary(self, expr: ir.Op) -> str:
        left, right = map(self.value, expr.operands)
        return setcode.binary(self.body, expr.name, left, right, expr.type.size)

    def one(self, expr: ir.Op) -> str:
        number = self.value(expr.operands[0])
        if self.shared.checked:
            sign = self.body.let(f"call i64 @llvm.smax.i64(i64 {number}, i64 0)")
            self.body.checked(sign, str(expr.type.size), "member of a set")
        return setcode.one(self.body, number, expr.type.size)

    def shifted_set(self, expr: ir.Op) -> str:
        by = expr.operands[1]
        if not isinstance(by, ir.Const):
            raise InternalError("a set is shifted by what is no constant")
        return setcode.shifted(self.body, self.value(expr.operands[0]), by.value, expr.type.size)

    def has(self, expr: ir.Op) -> str:
        """Of a large set in memory only one word is read."""
        source, index = expr.operands
        size = source.type.size
        if words(size) > 1 and not has_call(expr):
            if isinstance(source, ir.Load):
                cell = self.cell(source.block, source.cell)
                place, tag = self.place(source.block, cell, source.index), self.tag(source.block, cell)
                return setcode.has_in_memory(self.body, place, self.value(index), size, tag)
            if isinstance(source, ir.Lookup):
                place, _ = self.element(source)
                return setcode.has_in_memory(self.body, place, self.value(index), size, "")
            if isinstance(source, ir.Get) and self.is_wide(source):
                return setcode.has_in_memory(self.body, self.slot(source.var), self.value(index), size, "")
        members = self.value(source)
        return setcode.has(self.body, members, self.value(index), size)

    def set_unary(self, expr: ir.Op) -> str:
        operand = expr.operands[0]
        return _SET_UNARY[expr.name](self.body, self.value(operand), operand.type.size)

    def equal(self, expr: ir.Op) -> str:
        left, right = map(self.value, expr.operands)
        return setcode.equal(self.body, left, right, expr.operands[0].type.size)

    def nth(self, expr: ir.Op) -> str:
        members, index = map(self.value, expr.operands)
        size = expr.operands[0].type.size
        if self.shared.checked:
            bound = setcode.count_of(self.body, members, size)
            index = self.body.checked(index, bound, "member of a set by its place")
        return setcode.nth(self.body, members, index, size)

    def length(self, expr: ir.Op) -> str:
        return self.length_of(self.value(expr.operands[0]))

    def length_of(self, address: str) -> str:
        return self.body.let(f"load i64, ptr {address}, align 8{self.shared.tag('length of a list')}")

    def item(self, expr: ir.Op) -> str:
        address, index = map(self.value, expr.operands)
        place = self.item_place(address, index)
        return self.body.let(f"load i64, ptr {place}, align 8{self.shared.tag('item of a list')}")

    def item_place(self, address: str, index: str) -> str:
        body = self.body
        if self.shared.checked:
            index = body.checked(index, self.length_of(address), "index of a list")
        return body.let(
            f"getelementptr inbounds {{ i64, [0 x i64] }}, ptr {address}, i64 0, i32 1, i64 {index}"
        )


def _simple(text: str) -> Callable[[ExpressionWriter, ir.Op], str]:
    return lambda writer, expr: writer.body.let(text.format(*map(writer.value, expr.operands)))


_SET_UNARY: dict[str, Callable[[Body, str, int], str]] = {
    "others": setcode.others,
    "some": setcode.some,
    "count": setcode.count_of,
    "low": setcode.low,
    "high": setcode.high,
}

_OPERATIONS: dict[str, Callable[[ExpressionWriter, ir.Op], str]] = {
    "div": ExpressionWriter.divided,
    "mod": ExpressionWriter.divided,
    "neg": _simple("sub i64 0, {0}"),
    "abs": _simple("call i64 @llvm.abs.i64(i64 {0}, i1 false)"),
    "min": ExpressionWriter.extreme,
    "max": ExpressionWriter.extreme,
    "shl": ExpressionWriter.shifted_int,
    "shr": ExpressionWriter.shifted_int,
    "mulhigh": ExpressionWriter.mulhigh,
    "addwraps": ExpressionWriter.wraps,
    "subwraps": ExpressionWriter.wraps,
    "mulwraps": ExpressionWriter.wraps,
    "not": _simple("xor i1 {0}, true"),
    "same": _simple("icmp eq i1 {0}, {1}"),
    "select": ExpressionWriter.select,
    "number": _simple("zext i1 {0} to i64"),
    "union": ExpressionWriter.set_binary,
    "meet": ExpressionWriter.set_binary,
    "differ": ExpressionWriter.set_binary,
    "minus": ExpressionWriter.set_binary,
    "others": ExpressionWriter.set_unary,
    "one": ExpressionWriter.one,
    "shift": ExpressionWriter.shifted_set,
    "has": ExpressionWriter.has,
    "some": ExpressionWriter.set_unary,
    "equal": ExpressionWriter.equal,
    "count": ExpressionWriter.set_unary,
    "low": ExpressionWriter.set_unary,
    "high": ExpressionWriter.set_unary,
    "nth": ExpressionWriter.nth,
    "length": ExpressionWriter.length,
    "item": ExpressionWriter.item,
}

_EXPRESSIONS: dict[type, Callable[[ExpressionWriter, Any], str]] = {
    ir.Const: ExpressionWriter.const,
    ir.Get: ExpressionWriter.get,
    ir.Load: ExpressionWriter.load,
    ir.Where: ExpressionWriter.where,
    ir.Lookup: ExpressionWriter.lookup,
    ir.Op: ExpressionWriter.operation,
    ir.Call: ExpressionWriter.call,
    ir.At: ExpressionWriter.at,
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
