"""Whether a program of the intermediate representation is well-formed: `problems(program)` says what is not.

LLVM takes what it is given: a call with other types than its function has, or a set stored in a cell of another size, is
no error there but wrong code. So tests ask it of all games, and a checked build refuses such a program.
"""

from collections.abc import Generator, Iterator

from interpreter.ir import nodes as ir
from interpreter.ir.text import expression

_PLAIN = {"i": ir.INT, "b": ir.BOOL}


def problems(program: ir.Program) -> list[str]:
    """What is wrong, each with the function in which it is; empty for a well-formed program."""
    found = []
    for key, function in program.functions.items():
        if key != function.name:
            found.append(f"{function.name}: stands under the name {key}")
        found += [f"{function.name}: {text}" for text in _Verifier(program, function).all()]
    for layout in program.layouts.values():
        for cell in layout.cells.values():
            if cell.offset + cell.count * cell.bytes_each > layout.size:
                found.append(f"the cell {cell.name} is longer than its block {layout.name}")
    return found


class _Verifier:
    """Goes through one function."""

    def __init__(self, program: ir.Program, function: ir.Function) -> None:
        self.program = program
        self.function = function
        self.types = {var.name: var.type for var in function.parameters}
        self.counters: list[str] = []  # of the `For` loops around
        self.loops = 0

    def all(self) -> Iterator[str]:
        function = self.function
        if len(self.types) < len(function.parameters):
            yield "two parameters have the same name"
        if function.is_public:
            if any(var.type.name not in ("int", "block") for var in function.parameters):
                yield "is called from outside, but takes more than ints and blocks"
            if function.result not in (ir.INT, ir.VOID):
                yield f"is called from outside, but gives {function.result}"
        yield from self.block(function.body)

    def variable(self, var: ir.Var) -> Iterator[str]:
        known = self.types.setdefault(var.name, var.type)
        if known != var.type:
            yield f"{var.name} is {known} and {var.type}"
        if var.type.name == "block" and var.type.layout not in self.program.layouts:
            yield f"{var.name} is a block of the unknown layout {var.type.layout}"

    # ---- statements

    def block(self, block: tuple[ir.Stmt, ...]) -> Iterator[str]:
        for statement in block:
            yield from self.statement(statement)

    def statement(self, stmt: ir.Stmt) -> Iterator[str]:
        match stmt:
            case ir.Assign():
                yield from self.assignment(stmt)
            case ir.Store():
                cell = yield from self.cell(stmt.block, stmt.cell)
                yield from self.wants(stmt.index, ir.INT, f"index of {stmt.cell}")
                if cell is not None:
                    yield from self.wants(stmt.value, ir.cell_type(cell), f"{stmt.cell} =")
            case ir.Push() | ir.SetLength():
                yield from self.change_of_list(stmt)
            case ir.Invoke():
                yield from self.expression(stmt.call)
            case ir.Copy():
                for part in (stmt.to, stmt.source):
                    yield from self.expression(part)
                if stmt.to.type != stmt.source.type or stmt.to.type.name != "block":
                    yield f"copies {stmt.source.type} to {stmt.to.type}"
            case ir.Allocate():
                yield from self.variable(stmt.var)
                if stmt.var.type.name != "block":
                    yield f"{stmt.var.name} is {stmt.var.type}, no block"
            case ir.If():
                yield from self.wants(stmt.condition, ir.BOOL, "if")
                yield from self.block(stmt.then)
                yield from self.block(stmt.otherwise)
            case ir.Loop() | ir.ForEachBit() | ir.ForRange():
                yield from self.loop(stmt)
            case ir.Break() | ir.Continue():
                if not 1 <= stmt.levels <= self.loops:
                    yield f"leaves {stmt.levels} loops where there are {self.loops}"
            case ir.Return():
                if stmt.value is not None:
                    yield from self.wants(stmt.value, self.function.result, "return")
                elif self.function.result != ir.VOID:
                    yield f"returns nothing instead of {self.function.result}"

    def assignment(self, stmt: ir.Assign) -> Iterator[str]:
        yield from self.variable(stmt.var)
        yield from self.wants(stmt.value, stmt.var.type, f"{stmt.var.name} =")
        if stmt.var.type.name == "list":
            yield f"{stmt.var.name} is a list, and set as a whole"
        if stmt.var.name in self.counters:
            yield f"{stmt.var.name} counts a loop, and is set in it"

    def change_of_list(self, stmt: ir.Push | ir.SetLength) -> Iterator[str]:
        yield from self.variable(stmt.var)
        if stmt.var.type.name != "list":
            yield f"{stmt.var.name} is {stmt.var.type}, no list"
        given = stmt.length if isinstance(stmt, ir.SetLength) else stmt.value
        yield from self.wants(given, ir.INT, stmt.var.name)

    def loop(self, stmt: ir.Loop | ir.ForEachBit | ir.ForRange) -> Iterator[str]:
        if not isinstance(stmt, ir.Loop):
            yield from self.variable(stmt.var)
            if stmt.var.type != ir.INT:
                yield f"{stmt.var.name} goes through a loop, but is {stmt.var.type}"
        if isinstance(stmt, ir.ForEachBit):
            yield from self.expression(stmt.source)
            if stmt.source.type.name != "bits":
                yield f"each goes through {stmt.source.type}"
        elif isinstance(stmt, ir.ForRange):
            yield from self.wants(stmt.low, ir.INT, "for")
            yield from self.wants(stmt.high, ir.INT, "for")
            self.counters.append(stmt.var.name)
        self.loops += 1
        yield from self.block(stmt.body)
        self.loops -= 1
        if isinstance(stmt, ir.ForRange):
            self.counters.pop()

    # ---- expressions

    def wants(self, expr: ir.Expr, kind: ir.Type, where: str) -> Iterator[str]:
        """An expression of a type."""
        yield from self.expression(expr)
        if expr.type != kind:
            yield f"{where}: {expression(expr)} is {expr.type} instead of {kind}"

    def cell(self, block: ir.Expr, name: str) -> Generator[str, None, ir.Cell | None]:
        yield from self.expression(block)
        layout = self.program.layouts.get(block.type.layout) if block.type.name == "block" else None
        if layout is None:
            yield f"{expression(block)} is {block.type}, no block"
            return None
        if name not in layout.cells:
            yield f"{layout.name} has no cell {name}"
            return None
        return layout.cells[name]

    def expression(self, expr: ir.Expr) -> Iterator[str]:
        match expr:
            case ir.Const():
                yield from self.constant(expr)
            case ir.Get():
                yield from self.variable(expr.var)
            case ir.Load():
                cell = yield from self.cell(expr.block, expr.cell)
                yield from self.wants(expr.index, ir.INT, f"index of {expr.cell}")
                if cell is not None and ir.cell_type(cell) != expr.type:
                    yield f"{expression(expr)} is {ir.cell_type(cell)}, not {expr.type}"
            case ir.CompareAll():
                cell = yield from self.cell(expr.block, expr.cell)
                yield from self.wants(expr.value, ir.INT, f"value sought in {expr.cell}")
                if cell is not None and (cell.size > 64 or expr.type != ir.bits(cell.count)):
                    yield f"{expression(expr)} is {expr.type}, of {cell.count} elements of {ir.cell_type(cell)}"
            case ir.Lookup():
                yield from self.wants(expr.index, ir.INT, f"index of {expr.table}")
                table = self.program.tables.get(expr.table)
                if table is None:
                    yield f"there is no table {expr.table}"
                elif table.type != expr.type:
                    yield f"{expression(expr)} is {table.type}, not {expr.type}"
            case ir.BlockAt() | ir.BlockOf():
                yield from self.address(expr)
            case ir.Call():
                yield from self.called(expr)
            case ir.Op():
                for operand in expr.operands:
                    yield from self.expression(operand)
                if not _fits(expr):
                    given = ", ".join(str(o.type) for o in expr.operands)
                    yield f"{expr.name} of {given} gives no {expr.type}"

    def address(self, expr: ir.BlockAt | ir.BlockOf) -> Iterator[str]:
        if isinstance(expr, ir.BlockOf):
            yield from self.wants(expr.address, ir.INT, "address")
            if expr.type.name != "block" or expr.type.layout not in self.program.layouts:
                yield f"{expression(expr)} is {expr.type}, no block of a known layout"
            return
        yield from self.expression(expr.block)
        if expr.type.name != "block":
            yield f"{expression(expr.block)} is {expr.type}, no block"
        for part in (expr.index, expr.count):
            yield from self.wants(part, ir.INT, "index of blocks")

    def constant(self, expr: ir.Const) -> Iterator[str]:
        top = {"bool": 2, "bits": 1 << expr.type.size}.get(expr.type.name)
        if expr.type.name not in ("int", "bool", "bits") or (top is not None and not 0 <= expr.value < top):
            yield f"{expr.value} is no {expr.type}"

    def called(self, expr: ir.Call) -> Iterator[str]:
        function = self.program.functions.get(expr.function)
        if function is None:
            yield f"calls {expr.function}, which does not exist"
            return
        if function.result != expr.type:
            yield f"calls {expr.function} for {expr.type}; it gives {function.result}"
        if len(function.parameters) != len(expr.arguments):
            yield f"calls {expr.function} with {len(expr.arguments)} arguments; it takes {len(function.parameters)}"
            return
        for var, argument in zip(function.parameters, expr.arguments, strict=True):
            yield from self.wants(argument, var.type, f"{var.name} of {expr.function}")


def _fits(expr: ir.Op) -> bool:
    """Whether operands and result are of the types that the operation has."""
    signature, result = ir.OPERATIONS[expr.name]
    given = [o.type for o in expr.operands]
    if len(given) != len(signature):
        return False
    same: dict[str, ir.Type] = {}
    for letter, kind in (*zip(signature, given, strict=True), (result, expr.type)):
        if letter in _PLAIN:
            if kind != _PLAIN[letter]:
                return False
        elif (
            same.setdefault(letter, kind) != kind
            or (letter != "t" and kind.name != {"s": "bits", "l": "list"}[letter])
            or (letter == "t" and kind.name == "list")
        ):
            return False
    return expr.name != "shift" or isinstance(expr.operands[1], ir.Const)
