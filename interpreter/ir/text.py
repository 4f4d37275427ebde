"""The intermediate representation as short text, to be read: `write(program)`.

The same program gives the same text. Sets are written by their members, long ones and long tables in short.
"""

from collections.abc import Iterator

from interpreter.ir import nodes as ir

_INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "//",
    "mod": "%",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "and": "and",
    "or": "or",
    "union": "|",
    "intersection": "&",
    "difference": "\\",
}
_MANY = 16  # values of a table or members of a set that are written out


def write(program: ir.Program) -> str:
    lines = [f"program {program.name}"]
    for layout in program.layouts.values():
        lines += ["", f"block {layout.name}, {layout.size} bytes"]
        for cell in layout.cells.values():
            lines.append(f"  {cell.offset:5} {cell.name}[{cell.count}]: {_kind(cell)}")
    if program.tables:
        lines.append("")
    for table in program.tables.values():
        shown = ", ".join(_members(v) if table.size else str(v) for v in table.values[:_MANY])
        more = ", ..." if len(table.values) > _MANY else ""
        lines.append(f"table {table.name}[{len(table.values)}]: {table.type} = {shown}{more}")
    for function in program.functions.values():
        lines += ["", *_function(function)]
    return "\n".join(lines) + "\n"


def _kind(cell: ir.Cell) -> str:
    return str(ir.cell_type(cell)) if cell.size else f"i{cell.width}"


def _members(value: int) -> str:
    found: list[str] = []
    rest = value
    while rest and len(found) < _MANY:
        found.append(str((rest & -rest).bit_length() - 1))
        rest &= rest - 1
    return "{" + " ".join(found) + (f" ... {value.bit_count()} in all" if rest else "") + "}"


def _function(function: ir.Function) -> Iterator[str]:
    words = ("public " if function.is_public else "") + ("inline " if function.is_inline else "")
    given = ", ".join(f"{var.name}: {var.type}" for var in function.parameters)
    result = "" if function.result == ir.VOID else f" -> {function.result}"
    for line in function.comment.splitlines():
        yield f"# {line}"
    yield f"{words}function {function.name}({given}){result}"
    yield from _block(function.body, 1)


def _block(block: tuple[ir.Stmt, ...], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for statement in block:
        head, inner = _statement(statement)
        yield indent + head
        yield from _block(inner, depth + 1)
        if isinstance(statement, ir.If) and statement.otherwise:
            yield indent + "else"
            yield from _block(statement.otherwise, depth + 1)


def _statement(stmt: ir.Stmt) -> tuple[str, tuple[ir.Stmt, ...]]:
    """Its line, and the block under it."""
    match stmt:
        case ir.Assign():
            return f"{stmt.var.name} = {expression(stmt.value)}", ()
        case ir.Store():
            return f"{_element(stmt.block, stmt.cell, stmt.index)} = {expression(stmt.value)}", ()
        case ir.Push():
            return f"push {stmt.var.name}, {expression(stmt.value)}", ()
        case ir.SetLength():
            return f"resize {stmt.var.name}, {expression(stmt.length)}", ()
        case ir.Invoke():
            return f"do {expression(stmt.call)}", ()
        case ir.Copy():
            what = "" if stmt.has_tails else "head of "
            return f"copy {what}{expression(stmt.source)} to {expression(stmt.to)}", ()
        case ir.Allocate():
            return f"{stmt.var.name} = new {stmt.var.type.layout}", ()
        case ir.If():
            return f"if {expression(stmt.condition)}", stmt.then
        case ir.Loop():
            return "loop", stmt.body
        case ir.ForEachBit():
            return f"each {stmt.var.name} in {expression(stmt.source)}", stmt.body
        case ir.ForRange():
            return f"for {stmt.var.name} = {expression(stmt.low)} to below {expression(stmt.high)}", stmt.body
        case ir.Break():
            return "break" + (f" {stmt.levels}" if stmt.levels > 1 else ""), ()
        case ir.Continue():
            return "continue" + (f" {stmt.levels}" if stmt.levels > 1 else ""), ()
        case ir.Return():
            return "return" + (f" {expression(stmt.value)}" if stmt.value is not None else ""), ()


def _element(block: ir.Expr, cell: str, index: ir.Expr) -> str:
    return f"{expression(block)}.{cell}[{expression(index)}]"


def expression(expr: ir.Expr) -> str:
    match expr:
        case ir.Const():
            if expr.type == ir.BOOL:
                return "true" if expr.value else "false"
            return _members(expr.value) if expr.type.name == "bits" else str(expr.value)
        case ir.Get():
            return expr.var.name
        case ir.Load():
            return _element(expr.block, expr.cell, expr.index)
        case ir.CompareAll():
            return f"where({expression(expr.block)}.{expr.cell} == {expression(expr.value)})"
        case ir.Lookup():
            return f"{expr.table}[{expression(expr.index)}]"
        case ir.BlockAt():
            return f"{expression(expr.block)}[{expression(expr.index)} of {expression(expr.count)}]"
        case ir.BlockOf():
            return f"{expr.type.layout} at {_operand(expr.address)}"
        case ir.Call():
            return f"{expr.function}({', '.join(map(expression, expr.arguments))})"
        case ir.Op():
            sign = _INFIX.get(expr.name)
            if sign is not None:
                left, right = map(_operand, expr.operands)
                return f"{left} {sign} {right}"
            return f"{expr.name}({', '.join(map(expression, expr.operands))})"


def _operand(expr: ir.Expr) -> str:
    text = expression(expr)
    return f"({text})" if isinstance(expr, ir.Op) and expr.name in _INFIX else text
