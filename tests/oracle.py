"""The meaning of the intermediate representation, in Python: what machine code must equal."""

from dataclasses import dataclass, field
from typing import Any

from interpreter.ir import nodes as ir

MASK = (1 << 64) - 1


def wrapped(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


@dataclass
class Block:
    layout: ir.Layout
    data: bytearray | memoryview

    def read(self, cell: ir.Cell, index: int) -> int:
        assert 0 <= index < cell.count, (cell.name, index)
        at = cell.offset + index * cell.bytes_each
        return int.from_bytes(self.data[at : at + cell.bytes_each], "little", signed=not cell.size)

    def write(self, cell: ir.Cell, index: int, value: int) -> None:
        assert 0 <= index < cell.count, (cell.name, index)
        at = cell.offset + index * cell.bytes_each
        value &= (1 << 8 * cell.bytes_each) - 1
        self.data[at : at + cell.bytes_each] = value.to_bytes(cell.bytes_each, "little")


class _Leave(Exception):  # noqa: N818 - no error
    def __init__(self, levels: int) -> None:
        self.levels = levels


class _Out(_Leave):
    pass


class _On(_Leave):
    pass


class _Result(Exception):  # noqa: N818 - no error
    def __init__(self, value: Any) -> None:
        self.value = value


@dataclass
class Oracle:
    program: ir.Program
    frame: dict[str, Any] = field(default_factory=dict)

    def call(self, name: str, *arguments: Any) -> Any:
        function = self.program.functions[name]
        inner = Oracle(self.program, dict(zip((p.name for p in function.parameters), arguments, strict=True)))
        try:
            inner.run(function.body)
        except _Result as result:
            return result.value
        return None

    def cell(self, block: Block, name: str) -> ir.Cell:
        return block.layout.cells[name]

    def list(self, var: ir.Var) -> list[int]:
        return self.frame.setdefault(var.name, [])

    # ---- expressions -----------------------------------------------------------------------------

    def value(self, expr: ir.Expr) -> Any:
        match expr:
            case ir.Const():
                return bool(expr.value) if expr.type == ir.BOOL else expr.value
            case ir.Get():
                return self.list(expr.var) if expr.var.type.name == "list" else self.frame[expr.var.name]
            case ir.Load():
                block = self.value(expr.block)
                return block.read(self.cell(block, expr.cell), self.value(expr.index))
            case ir.CompareAll():
                block, value = self.value(expr.block), self.value(expr.value)
                cell = self.cell(block, expr.cell)
                return sum(1 << k for k in range(cell.count) if block.read(cell, k) == value)
            case ir.Lookup():
                index = self.value(expr.index)
                assert index >= 0
                return self.program.tables[expr.table].values[index]
            case ir.BlockAt():
                block, index = self.value(expr.block), self.value(expr.index)
                assert 0 <= index < self.value(expr.count)
                size = block.layout.size
                return Block(block.layout, memoryview(block.data)[index * size : (index + 1) * size])
            case ir.Call():
                return self.call(expr.function, *[self.value(a) for a in expr.arguments])
            case ir.Op():
                given = [self.value(a) for a in expr.operands]
                return operation(expr.name, given, expr.operands[0].type, expr.type)

    # ---- statements ------------------------------------------------------------------------------

    def run(self, statements: tuple[ir.Stmt, ...]) -> None:
        for statement in statements:
            self.step(statement)

    def step(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Assign():
                self.frame[stmt.var.name] = self.value(stmt.value)
            case ir.Store():
                block, index, value = self.value(stmt.block), self.value(stmt.index), self.value(stmt.value)
                block.write(self.cell(block, stmt.cell), index, value)
            case ir.Push():
                value, items = self.value(stmt.value), self.list(stmt.var)
                if len(items) < stmt.var.type.size:
                    items.append(value)
            case ir.SetLength():
                length, items = self.value(stmt.length), self.list(stmt.var)
                assert 0 <= length <= len(items)
                del items[length:]
            case ir.Invoke():
                self.value(stmt.call)
            case ir.Copy():
                to, source = self.value(stmt.to), self.value(stmt.source)
                layout = source.layout
                to.data[: layout.head] = source.data[: layout.head]
                for tail in layout.tails:
                    start = layout.cells[tail.cell].offset
                    end = start + 8 * tail.each * source.read(layout.cells[tail.counter], 0)
                    to.data[start:end] = source.data[start:end]
            case ir.Allocate():
                layout = self.program.layouts[stmt.var.type.layout]
                self.frame[stmt.var.name] = Block(layout, bytearray(b"\xa5" * layout.size))
            case ir.If():
                self.run(stmt.then if self.value(stmt.condition) else stmt.otherwise)
            case ir.Loop():
                while self.round(stmt.body):
                    pass
            case ir.ForEachBit():
                members = self.value(stmt.source)
                for number in range(members.bit_length()):
                    if members >> number & 1:
                        self.frame[stmt.var.name] = number
                        if not self.round(stmt.body):
                            break
            case ir.ForRange():
                for number in range(self.value(stmt.low), self.value(stmt.high)):
                    self.frame[stmt.var.name] = number
                    if not self.round(stmt.body):
                        break
            case ir.Break():
                raise _Out(stmt.levels)
            case ir.Continue():
                raise _On(stmt.levels)
            case ir.Return():
                raise _Result(None if stmt.value is None else self.value(stmt.value))

    def round(self, statements: tuple[ir.Stmt, ...]) -> bool:
        """Whether the loop goes on."""
        try:
            self.run(statements)
        except _Leave as leave:
            if leave.levels > 1:
                raise type(leave)(leave.levels - 1) from None
            return isinstance(leave, _On)
        return True


def operation(name: str, given: list[Any], operand: ir.Type, result: ir.Type) -> Any:
    a, b = (*given, None, None)[:2]
    full = (1 << operand.size) - 1
    match name:
        case "add":
            return wrapped(a + b)
        case "sub":
            return wrapped(a - b)
        case "mul":
            return wrapped(a * b)
        case "div":
            return wrapped(a // b) if b else 0
        case "mod":
            return a % b if b else 0
        case "abs":
            return wrapped(abs(a))
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case "bit_and" | "and" | "intersection":
            return a & b
        case "bit_or" | "or" | "union":
            return a | b
        case "bit_xor" | "symmetric_difference":
            return a ^ b
        case "shl":
            return wrapped(a << b)
        case "shr":
            return wrapped((a & MASK) >> b)
        case "mul_overflows":
            return a * b != wrapped(a * b)
        case "eq" | "iff" | "same_set":
            return a == b
        case "ne":
            return a != b
        case "lt":
            return a < b
        case "le":
            return a <= b
        case "not":
            return not a
        case "select":
            return given[1] if a else given[2]
        case "zext":
            return int(a)
        case "difference":
            return a & ~b
        case "complement":
            return full & ~a
        case "singleton":
            assert a < result.size
            return 1 << a if a >= 0 else 0
        case "shift":
            return (a << b if b >= 0 else a >> -b) & full
        case "contains":
            return b >= 0 and bool(a >> b & 1)
        case "nonempty":
            return a != 0
        case "count":
            return a.bit_count()
        case "lowest":
            return (a & -a).bit_length() - 1
        case "highest":
            return a.bit_length() - 1
        case "up_to_lowest":
            return sum(1 << k for k in range(result.size) if not a & (1 << k) - 1)
        case "down_to_highest":
            return sum(1 << k for k in range(result.size) if not a >> k + 1)
        case "nth":
            for _ in range(b):
                a &= a - 1
            assert a
            return (a & -a).bit_length() - 1
        case "length":
            return len(a)
        case "item":
            assert b >= 0
            return a[b]
    raise AssertionError(name)
