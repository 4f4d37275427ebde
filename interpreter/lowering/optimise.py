"""What makes a program smaller before LLVM sees it: `optimise(program)` runs `PASSES` in their order.

Each pass is a function from a program to a program of the same meaning. Parts that a pass does not change stay the very
same objects.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from interpreter.lowering import ir
from interpreter.lowering.fold import folded, wrapped
from interpreter.lowering.operands import has_call

Block = tuple[ir.Stmt, ...]
MOST_WRITTEN = 240  # nodes that this may add
SMALL = 120  # nodes of a function that is written out where it is called
TOO_LARGE = 1 << 30
_LEAVING = (ir.Break, ir.Continue, ir.Return)


def optimise(program: ir.Program) -> ir.Program:
    for run in PASSES:
        program = run(program)
    return program


# ---- known values ---------------------------------------------------------------------------------


def fold(program: ir.Program) -> ir.Program:
    """Computes what is known: constant operands, neutral elements, elements of tables."""
    return _each_function(program, lambda function: _blocks_folded(function.body, program))


def _expr(expr: ir.Expr, program: ir.Program) -> ir.Expr:
    kind = type(expr)
    if kind is ir.Const or kind is ir.Get:
        return expr
    if isinstance(expr, ir.Op):
        operands = tuple([_expr(operand, program) for operand in expr.operands])
        if any(map(_is_other, operands, expr.operands)):
            expr = ir.Op(expr.name, operands, expr.type)
        return folded(expr)
    if isinstance(expr, ir.Load):
        block, index = _expr(expr.block, program), _expr(expr.index, program)
        if block is expr.block and index is expr.index:
            return expr
        return ir.Load(block, expr.cell, index, expr.type)
    if isinstance(expr, ir.Where):
        block, value = _expr(expr.block, program), _expr(expr.value, program)
        is_same = block is expr.block and value is expr.value
        return expr if is_same else ir.Where(block, expr.cell, value, expr.type)
    if isinstance(expr, ir.Lookup):
        index = _expr(expr.index, program)
        values = program.tables[expr.table].values
        if isinstance(index, ir.Const) and 0 <= index.value < len(values):
            return ir.Const(values[index.value], expr.type)
        return expr if index is expr.index else ir.Lookup(expr.table, index, expr.type)
    if isinstance(expr, ir.At):
        parts = [_expr(part, program) for part in (expr.block, expr.index, expr.count)]
        if any(map(_is_other, parts, (expr.block, expr.index, expr.count))):
            return ir.At(*parts)
        return expr
    if isinstance(expr, ir.Call):
        given = tuple([_expr(argument, program) for argument in expr.arguments])
        return (
            ir.Call(expr.function, given, expr.type) if any(map(_is_other, given, expr.arguments)) else expr
        )
    return expr


def _is_other(a: object, b: object) -> bool:
    return a is not b


def _blocks_folded(block: Block, program: ir.Program) -> Block:
    found = tuple([_folded(statement, program) for statement in block])
    return found if any(map(_is_other, found, block)) else block


def _folded(stmt: ir.Stmt, program: ir.Program) -> ir.Stmt:
    changed: dict[str, Any] = {}
    for name, is_block in _PARTS[type(stmt)]:
        part = getattr(stmt, name)
        if part is None:
            continue
        found: Any = _blocks_folded(part, program) if is_block else _expr(part, program)
        if found is not part:
            changed[name] = found
    return replace(stmt, **changed) if changed else stmt


# The parts of statements that are expressions, and (True) those that are blocks.
_PARTS: dict[type, tuple[tuple[str, bool], ...]] = {
    ir.Set: (("value", False),),
    ir.Store: (("block", False), ("index", False), ("value", False)),
    ir.Push: (("value", False),),
    ir.Put: (("index", False), ("value", False)),
    ir.Resize: (("length", False),),
    ir.Do: (("call", False),),
    ir.Copy: (("to", False), ("source", False)),
    ir.New: (),
    ir.If: (("condition", False), ("then", True), ("otherwise", True)),
    ir.Loop: (("body", True),),
    ir.Each: (("source", False), ("body", True)),
    ir.For: (("low", False), ("high", False), ("body", True)),
    ir.Break: (),
    ir.Continue: (),
    ir.Return: (("value", False),),
}

# ---- dead branches --------------------------------------------------------------------------------


def prune(program: ir.Program) -> ir.Program:
    """Removes what is never reached and what does nothing: known conditions, empty loops, the rest after a leave."""
    return _each_function(program, lambda function: _pruned(function.body))


def _pruned(block: Block) -> Block:
    found: list[ir.Stmt] = []
    for statement in block:
        kind = type(statement)
        if kind in _NESTING:
            found += _pruned_nested(statement)
        else:
            found.append(statement)
        if found and isinstance(found[-1], _LEAVING):
            break
    if len(found) == len(block) and not any(map(_is_other, found, block)):
        return block
    return tuple(found)


_NESTING = {ir.If, ir.Loop, ir.Each, ir.For}


def _pruned_nested(stmt: ir.Stmt) -> Block:
    match stmt:
        case ir.If():
            return _pruned_if(stmt)
        case ir.Loop():
            body = _pruned(stmt.body)
            return (stmt if body is stmt.body else ir.Loop(body),)
        case ir.Each():
            body, source = _pruned(stmt.body), stmt.source
            if source == ir.Const(0, source.type) or (not body and not has_call(source)):
                return ()
            return (stmt if body is stmt.body else ir.Each(stmt.var, source, body),)
        case ir.For():
            body, low, high = _pruned(stmt.body), stmt.low, stmt.high
            if (
                isinstance(low, ir.Const)
                and isinstance(high, ir.Const)
                and wrapped(low.value) >= wrapped(high.value)
            ):
                return ()
            if not body and not has_call(low) and not has_call(high):
                return ()
            return (stmt if body is stmt.body else ir.For(stmt.var, low, high, body),)
    return (stmt,)


def _pruned_if(stmt: ir.If) -> Block:
    condition = stmt.condition
    if isinstance(condition, ir.Const):
        return _pruned(stmt.then if condition.value else stmt.otherwise)
    then, otherwise = _pruned(stmt.then), _pruned(stmt.otherwise)
    if not then and not otherwise and not has_call(condition):
        return ()
    if isinstance(condition, ir.Op) and condition.name == "not" and otherwise:
        return (ir.If(condition.operands[0], otherwise, then),)
    if not then and otherwise:
        return (ir.If(ir.Op("not", (condition,), ir.BOOL), otherwise),)
    if then is stmt.then and otherwise is stmt.otherwise:
        return (stmt,)
    return (ir.If(condition, then, otherwise),)


# ---- what is not used -----------------------------------------------------------------------------


def drop_variables(program: ir.Program) -> ir.Program:
    """Removes what is computed for variables that nobody reads."""
    return _each_function(program, _without_unread)


def _without_unread(function: ir.Function) -> Block:
    body = function.body
    kept = {var.name for var in function.parameters if var.type.name == "list"}
    while True:
        read = kept.copy()
        _reads(body, read)
        rest = _pruned(_only_read(body, read))
        if rest is body:
            return body
        body = rest


def _only_read(block: Block, read: set[str]) -> Block:
    found: list[ir.Stmt] = []
    for statement in block:
        kept = _kept(statement, read)
        if kept is not None:
            found.append(kept)
    if len(found) == len(block) and not any(map(_is_other, found, block)):
        return block
    return tuple(found)


def _kept(stmt: ir.Stmt, read: set[str]) -> ir.Stmt | None:
    match stmt:
        case ir.Set() if stmt.var.name not in read:
            if isinstance(stmt.value, ir.Call):
                return ir.Do(stmt.value)
            return stmt if has_call(stmt.value) else None
        case ir.Push() | ir.Put() | ir.Resize() | ir.New() if stmt.var.name not in read:
            return stmt if any(has_call(getattr(stmt, name)) for name, _ in _PARTS[type(stmt)]) else None
        case ir.If():
            then, otherwise = _only_read(stmt.then, read), _only_read(stmt.otherwise, read)
            if then is stmt.then and otherwise is stmt.otherwise:
                return stmt
            return ir.If(stmt.condition, then, otherwise)
        case ir.Loop() | ir.Each() | ir.For():
            body = _only_read(stmt.body, read)
            return stmt if body is stmt.body else replace(stmt, body=body)
    return stmt


def _reads(block: Block, found: set[str]) -> None:
    """Gathers the variables that are read."""
    for statement in block:
        for name, is_block in _PARTS[type(statement)]:
            part = getattr(statement, name)
            if is_block:
                _reads(part, found)
            elif part is not None:
                _reads_of(part, found)


def _reads_of(expr: ir.Expr, found: set[str]) -> None:
    kind = type(expr)
    if kind is ir.Const:
        return
    if isinstance(expr, ir.Get):
        found.add(expr.var.name)
    elif isinstance(expr, ir.Op):
        for operand in expr.operands:
            _reads_of(operand, found)
    elif isinstance(expr, ir.Load):
        _reads_of(expr.block, found)
        _reads_of(expr.index, found)
    elif isinstance(expr, ir.Where):
        _reads_of(expr.block, found)
        _reads_of(expr.value, found)
    elif isinstance(expr, ir.Lookup):
        _reads_of(expr.index, found)
    elif isinstance(expr, ir.At):
        for part in (expr.block, expr.index, expr.count):
            _reads_of(part, found)
    elif isinstance(expr, ir.Call):
        for argument in expr.arguments:
            _reads_of(argument, found)


def drop_functions(program: ir.Program) -> ir.Program:
    """Removes the functions that nothing public reaches, and the tables that nobody reads."""
    reached: set[str] = set()
    tables: set[str] = set()
    waiting = [name for name, function in program.functions.items() if function.is_public]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        for node in _nodes(program.functions[name].body):
            if isinstance(node, ir.Call):
                waiting.append(node.function)
            elif isinstance(node, ir.Lookup):
                tables.add(node.table)
            elif isinstance(node, ir.Copy) and "used" in program.functions:
                waiting.append("used")
    if len(reached) == len(program.functions) and len(tables) == len(program.tables):
        return program
    return ir.Program(
        program.name,
        program.layouts,
        {name: table for name, table in program.tables.items() if name in tables},
        {name: function for name, function in program.functions.items() if name in reached},
    )


def mark_reading(program: ir.Program) -> ir.Program:
    """Marks the functions that only read the blocks they are given: of two equal calls with nothing between one is enough."""
    calls: dict[str, set[str]] = {}
    writing: set[str] = set()
    for name, function in program.functions.items():
        inside = list(_nodes(function.body))
        own = {node.var.name for node in inside if isinstance(node, ir.New)}
        given = {v.name for v in function.parameters}
        calls[name] = {node.function for node in inside if isinstance(node, ir.Call)}
        if function.result.name == "void" or any(_is_writing(node, own, given) for node in inside):
            writing.add(name)
    is_growing = True
    while is_growing:
        more = {name for name, called in calls.items() if name not in writing and called & writing}
        writing |= more
        is_growing = bool(more)
    functions = {
        name: f if name in writing else replace(f, is_reading=True) for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


def _is_writing(node: ir.Stmt | ir.Expr, own: set[str], given: set[str]) -> bool:
    """Whether a node changes a block that is not the function's own, or a list that it was given."""
    if isinstance(node, ir.Push | ir.Put | ir.Resize):
        return node.var.name in given
    if not isinstance(node, ir.Store | ir.Copy):
        return False
    block = node.block if isinstance(node, ir.Store) else node.to
    return not (isinstance(block, ir.Get) and block.var.name in own)


def write_out_small(program: ir.Program) -> ir.Program:
    """Marks small functions to be written out where they are called, if that is not often.

    They call nothing but functions that are written out, whose size counts with theirs.
    """
    calls = Counter(
        node.function
        for f in program.functions.values()
        for node in _nodes(f.body)
        if isinstance(node, ir.Call)
    )
    sizes: dict[str, int] = {}  # of functions that are written out

    def size(name: str) -> int:
        """How much is written for a call of a function; more than is wanted if it is none of these."""
        if name not in sizes:
            function = program.functions[name]
            sizes[name] = TOO_LARGE  # while it is being measured: one that calls itself is never written out
            found = list(islice(_nodes(function.body), SMALL + 1))
            total = len(found) + sum(size(n.function) for n in found if isinstance(n, ir.Call))
            fits = total <= SMALL and total * calls[name] <= MOST_WRITTEN and not function.is_public
            if function.is_inline or (fits and not any(isinstance(n, ir.Loop) for n in found)):
                sizes[name] = total
        return sizes[name]

    functions = {
        name: replace(f, is_inline=True) if not f.is_inline and size(name) < TOO_LARGE else f
        for name, f in program.functions.items()
    }
    return replace(program, functions=functions)


def _nodes(block: Block) -> Iterator[ir.Stmt | ir.Expr]:
    """The statements of a block, however deep, and those of their expressions that use something of the program."""
    waiting: list[Any] = list(block)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is ir.Const or kind is ir.Get:
            continue
        if kind is ir.Op:
            waiting += node.operands
            continue
        yield node
        if kind is ir.Load:
            waiting += (node.block, node.index)
        elif kind is ir.Where:
            waiting += (node.block, node.value)
        elif kind is ir.Lookup:
            waiting.append(node.index)
        elif kind is ir.At:
            waiting += (node.block, node.index, node.count)
        elif kind is ir.Call:
            waiting += node.arguments
        else:
            for name, is_block in _PARTS[kind]:
                part = getattr(node, name)
                if is_block:
                    waiting += part
                elif part is not None:
                    waiting.append(part)


def _each_function(program: ir.Program, change: Callable[[ir.Function], Block]) -> ir.Program:
    functions = {}
    is_changed = False
    for name, function in program.functions.items():
        body = change(function)
        if body is not function.body:
            function, is_changed = replace(function, body=body), True
        functions[name] = function
    return replace(program, functions=functions) if is_changed else program


PASSES: tuple[Callable[[ir.Program], ir.Program], ...] = (
    fold, prune, drop_variables, drop_functions, write_out_small, mark_reading,
)  # fmt: skip
