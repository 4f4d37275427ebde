"""Functions of the IR, written as Python functions: `translated(function, names)`.

Long loops over plain memory (a tree search, a table of positions) read better as Python than as calls of a builder, and
mypy checks them. What they may hold is small: whole numbers of 64 bits and truths; records, whose attributes are numbers or
arrays of numbers (`Words`, or `Shorts` and `Halves` of fewer bits); assignments, `if`, `while`, `for ... in range(...)`, and calls of each other. The method
`fill` of a class `Heap` is the function `heap.fill` of the program, which gets the record first.

    class Heap(Record):
        size: int
        items: Words

    def total(heap: Heap) -> int:
        found = 0
        for i in range(heap.size):
            found += heap.items[i]
        return found

`layout_of` gives a record's memory: a cell of 64 bits for each attribute; of an array it holds the address. Each expression
is evaluated when and as often as Python does. `>>` fills with zeros. Numbers wrap around at 64 bits.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Protocol, get_type_hints

from interpreter.ir import nodes as ir
from interpreter.ir import op
from interpreter.ir.builder import Builder

WORD = "word"  # the layout of an element of an array


class Words(Protocol):
    """An array of numbers; an index is in range."""

    def __getitem__(self, index: int) -> int: ...

    def __setitem__(self, index: int, value: int) -> None: ...


class Shorts(Words, Protocol):
    """An array of numbers of 16 bits, with their signs."""


class Halves(Words, Protocol):
    """An array of numbers of 32 bits, with their signs."""


ARRAYS: Mapping[type, tuple[str, int]] = {Words: (WORD, 64), Shorts: ("short", 16), Halves: ("half", 32)}
"""The kinds of arrays: the layout of an element, and its bits."""


class Record(Protocol):
    """What lies in one block of memory: subclasses name its attributes."""


def layout_of(record: type) -> ir.Layout:
    """The memory of a record."""
    names = list(get_type_hints(record))
    cells = {name: ir.Cell(name, 1, 64, offset=8 * i) for i, name in enumerate(names)}
    return ir.Layout(record.__name__, cells, 8 * len(names))


def layouts_of_elements() -> dict[str, ir.Layout]:
    """The memory of an element of each kind of array."""
    return {
        name: ir.Layout(name, {"value": ir.Cell("value", 1, width)}, width // 8)
        for name, width in ARRAYS.values()
    }


def name_of(function: Callable[..., object]) -> str:
    """The name of a translated function: its module's last name, and its own."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"


def translated(
    function: Callable[..., object], blocks: Mapping[type, str], is_public: bool = False
) -> ir.Function:
    """A Python function as one of the IR. `blocks`: the layouts of records that are not named after their class."""
    assert isinstance(function, FunctionType)
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return _Translation(function, blocks, is_public).of(tree)


_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "div",
    ast.Mod: "mod",
    ast.BitAnd: "bit_and",
    ast.BitOr: "bit_or",
    ast.BitXor: "bit_xor",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
_COMPARED: Mapping[type[ast.cmpop], Callable[[ir.Expr, ir.Expr], ir.Expr]] = {
    ast.Eq: lambda x, y: op.iff(x, y) if x.type == ir.BOOL else op.eq(x, y),
    ast.NotEq: lambda x, y: op.not_(op.iff(x, y)) if x.type == ir.BOOL else op.ne(x, y),
    ast.Lt: op.lt,
    ast.LtE: op.le,
    ast.Gt: lambda x, y: op.lt(y, x),
    ast.GtE: lambda x, y: op.le(y, x),
}
_FUNCTIONS: Mapping[str, Callable[..., ir.Expr]] = {"min": op.min_, "max": op.max_, "abs": op.abs_}


class _Translation:
    """One function. `records`: the classes of its variables that are records."""

    def __init__(self, function: FunctionType, blocks: Mapping[type, str], is_public: bool) -> None:
        self.function, self.blocks = function, blocks
        hints = get_type_hints(function)
        result = hints.pop("return")
        self.records = {name: kind for name, kind in hints.items() if kind not in (int, bool, *ARRAYS)}
        self.arrays = {name: kind for name, kind in hints.items() if kind in ARRAYS}
        self.variables = {name: ir.Var(name, self.type_of(kind)) for name, kind in hints.items()}
        parameters = tuple(self.variables.values())
        self.b = Builder(name_of(function), parameters, self.type_of(result), is_public)

    def type_of(self, kind: object) -> ir.Type:
        if kind is int or kind in ARRAYS:
            return ir.INT
        if kind is bool:
            return ir.BOOL
        if kind is type(None):
            return ir.VOID
        assert isinstance(kind, type), kind
        return ir.block(self.blocks.get(kind, kind.__name__))

    def of(self, tree: ast.FunctionDef) -> ir.Function:
        self.block(tree.body)
        return self.b.function()

    def refused(self, node: ast.AST) -> TypeError:
        return TypeError(f"{self.function.__qualname__}: `{ast.unparse(node)}` has no translation")

    # ---- statements

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, stmt: ast.stmt) -> None:
        b = self.b
        match stmt:
            case ast.Assign(targets=[target], value=value):
                self.assign(target, self.value(value))
            case ast.AugAssign(target=target, op=sign, value=value):
                self.assign(
                    target, ir.Op(_BINARY[type(sign)], (self.value(target), self.value(value)), ir.INT)
                )
            case ast.If(test=test, body=body, orelse=otherwise):
                with b.if_else(self.truth(test)) as branch:
                    self.block(body)
                    branch.otherwise()
                    self.block(otherwise)
            case ast.While(test=test, body=body, orelse=[]):
                with b.loop():
                    with b.if_(op.not_(self.truth(test))):
                        b.break_loop()
                    self.block(body)
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=given), body=body
            ):
                bounds = [op.ZERO, *map(self.value, given)][-2:]
                with b.for_range(name, *bounds) as i:
                    self.variables[name] = i.var
                    self.block(body)
            case ast.Break():
                b.break_loop()
            case ast.Continue():
                b.continue_(b.loops - 1)
            case ast.Return(value=value):
                b.ret(None if value is None else self.value(value))
            case ast.Expr(value=ast.Call() as call):
                found = self.call(call)
                if found is not None:
                    b.materialize(found)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                raise self.refused(stmt)

    def assign(self, target: ast.expr, value: ir.Expr) -> None:
        match target:
            case ast.Name(id=name):
                if name not in self.variables:
                    self.variables[name] = ir.Var(f"{name}.", value.type)
                self.b.assign(self.variables[name], value)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                self.b.store(ir.Get(self.variables[name]), attribute, value)
            case ast.Subscript(value=array, slice=index):
                self.b.store(self.element(array, index), "value", value)
            case _:
                raise self.refused(target)

    def element(self, array: ast.expr, index: ast.expr) -> ir.Expr:
        """An element of an array."""
        start = self.value(array)
        layout, width = self.kind_of(array)
        at = op.add(start, op.mul(self.value(index), op.number(width // 8)))
        return ir.BlockOf(at, ir.block(layout))

    def kind_of(self, array: ast.expr) -> tuple[str, int]:
        """The layout of an array's elements, and their bits."""
        match array:
            case ast.Name(id=name):
                return ARRAYS[self.arrays[name]]
            case ast.Attribute(value=ast.Name(id=record), attr=attribute):
                return ARRAYS[get_type_hints(self.records[record])[attribute]]
        raise self.refused(array)

    # ---- expressions

    def value(self, expr: ast.expr) -> ir.Expr:
        match expr:
            case ast.Constant(value=bool() as known):
                return op.truth(known)
            case ast.Constant(value=int() as known):
                return op.number(known)
            case ast.Name(id=name):
                return self.named(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                block = ir.Get(self.variables[name])
                return self.b.materialize(ir.Load(block, attribute, op.ZERO, ir.INT))
            case ast.Subscript(value=array, slice=index):
                return self.b.materialize(ir.Load(self.element(array, index), "value", op.ZERO, ir.INT))
            case ast.BinOp(left=left, op=sign, right=right):
                return ir.Op(_BINARY[type(sign)], (self.value(left), self.value(right)), ir.INT)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return op.sub(op.ZERO, self.value(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return op.not_(self.truth(operand))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                return _COMPARED[type(sign)](self.value(left), self.value(right))
            case ast.BoolOp(op=joined, values=values):
                return self.joined(values, isinstance(joined, ast.And))
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self.chosen(test, yes, no)
            case ast.Call():
                found = self.call(expr)
                if found is not None:
                    return self.b.materialize(found)
        raise self.refused(expr)

    def truth(self, expr: ast.expr) -> ir.Expr:
        found = self.value(expr)
        if found.type != ir.BOOL:
            raise self.refused(expr)
        return found

    def named(self, name: str) -> ir.Expr:
        if name in self.variables:
            return ir.Get(self.variables[name])
        known = self.function.__globals__[name]
        assert isinstance(known, int), name
        return op.number(known)

    def joined(self, values: Sequence[ast.expr], is_and: bool) -> ir.Expr:
        """Each part is evaluated only if the ones before it leave the result open."""
        first, *rest = values
        found = self.b.variable("joined", self.truth(first))
        if rest:
            with self.b.if_(ir.Get(found) if is_and else op.not_(ir.Get(found))):
                self.b.assign(found, self.joined(rest, is_and))
        return ir.Get(found)

    def chosen(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> ir.Expr:
        b = self.b
        with b.if_else(self.truth(test)) as branch:
            value = self.value(yes)
            found = b.variable("chosen", value)
            branch.otherwise()
            b.assign(found, self.value(no))
        return ir.Get(found)

    def call(self, expr: ast.Call) -> ir.Expr | None:
        """A call; None for one that gives nothing, which is written at once."""
        given = tuple(map(self.value, expr.args))
        match expr.func:
            case ast.Name(id=name) if name in _FUNCTIONS:
                return _FUNCTIONS[name](*given)
            case ast.Name(id=name):
                called = self.function.__globals__[name]
                name = name_of(called)
            case ast.Attribute(value=ast.Name(id=record), attr=name):
                called = getattr(self.records[record], name)
                name = f"{self.records[record].__name__.lower()}.{name}"
                given = (ir.Get(self.variables[record]), *given)
            case _:
                raise self.refused(expr)
        result = self.type_of(get_type_hints(called)["return"])
        made = ir.Call(name, given, result)
        if result == ir.VOID:
            self.b.emit(ir.Invoke(made))
            return None
        return made
