"""Passes that leave out what is known or not needed.

Constants are folded: known operands, neutral elements, elements of constant tables. What is never reached and what does
nothing goes: known conditions, empty loops, the rest after a leave. So does what nobody uses: variables that are never
read, functions that nothing public reaches, tables.
"""

from collections.abc import Callable
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.fold import folded, wrapped
from interpreter.ir.passes.summaries import Summaries
from interpreter.ir.visit import (
    blocks,
    expressions,
    has_call,
    map_block,
    map_operands,
    map_parts,
    reads,
    same_objects,
)


def each_function(program: ir.Program, change: Callable[[ir.Function], ir.Block]) -> ir.Program:
    """The program with other bodies; the program itself where all bodies stay the same objects."""
    functions = {}
    is_changed = False
    for name, function in program.functions.items():
        body = change(function)
        if body is not function.body:
            function, is_changed = replace(function, body=body), True
        functions[name] = function
    return replace(program, functions=functions) if is_changed else program


# ---- constants


def fold_constants(program: ir.Program) -> ir.Program:
    tables = program.tables

    def expression(expr: ir.Expr) -> ir.Expr:
        kind = type(expr)
        if kind is ir.Const or kind is ir.Get:
            return expr
        made = map_operands(expr, expression)
        if isinstance(made, ir.Op):
            return folded(made)
        if isinstance(made, ir.Lookup) and isinstance(made.index, ir.Const):
            values = tables[made.table].values
            if 0 <= made.index.value < len(values):
                return ir.Const(values[made.index.value], made.type)
        return made

    def statement(stmt: ir.Stmt) -> ir.Stmt:
        return map_parts(stmt, expression, block)

    def block(statements: ir.Block) -> ir.Block:
        return map_block(statements, statement)

    return each_function(program, lambda function: block(function.body))


# ---- what is never reached, and what does nothing

_LEAVING = (ir.Break, ir.Continue, ir.Return)


def remove_dead_branches(program: ir.Program) -> ir.Program:
    return each_function(program, lambda function: without_dead(function.body))


def without_dead(block: ir.Block) -> ir.Block:
    found: list[ir.Stmt] = []
    for statement in block:
        found += _nested(statement)
        if found and isinstance(found[-1], _LEAVING):
            break
    rest = tuple(found)
    return block if same_objects(block, rest) else rest


def _nested(stmt: ir.Stmt) -> ir.Block:
    """What is left of a statement."""
    match stmt:
        case ir.If():
            return _if(stmt)
        case ir.Loop():
            body = without_dead(stmt.body)
            return (stmt if body is stmt.body else ir.Loop(body),)
        case ir.ForEachBit():
            body, source = without_dead(stmt.body), stmt.source
            if source == ir.Const(0, source.type) or (not body and not has_call(source)):
                return ()
            return (stmt if body is stmt.body else ir.ForEachBit(stmt.var, source, body),)
        case ir.ForRange():
            return _for_range(stmt)
    return (stmt,)


def _for_range(stmt: ir.ForRange) -> ir.Block:
    body, low, high = without_dead(stmt.body), stmt.low, stmt.high
    if isinstance(low, ir.Const) and isinstance(high, ir.Const) and wrapped(low.value) >= wrapped(high.value):
        return ()
    if not body and not has_call(low) and not has_call(high):
        return ()
    return (stmt if body is stmt.body else ir.ForRange(stmt.var, low, high, body),)


def _if(stmt: ir.If) -> ir.Block:
    condition = stmt.condition
    if isinstance(condition, ir.Const):
        return without_dead(stmt.then if condition.value else stmt.otherwise)
    then, otherwise = without_dead(stmt.then), without_dead(stmt.otherwise)
    if not then and not otherwise and not has_call(condition):
        return ()
    if isinstance(condition, ir.Op) and condition.name == "not" and otherwise:
        return (ir.If(condition.operands[0], otherwise, then),)
    if not then and otherwise:
        return (ir.If(ir.Op("not", (condition,), ir.BOOL), otherwise),)
    if then is stmt.then and otherwise is stmt.otherwise:
        return (stmt,)
    return (ir.If(condition, then, otherwise),)


# ---- what nobody uses

_GIVING = ir.Assign | ir.Push | ir.SetLength | ir.Allocate


def remove_unused_variables(program: ir.Program) -> ir.Program:
    """Removes the computation of values for variables that nobody reads."""
    return each_function(program, _without_unread)


def _without_unread(function: ir.Function) -> ir.Block:
    body = function.body
    lists = {var.name for var in function.parameters if var.type.name == "list"}
    while True:
        kept = _only_read(body, _read(body, lists))
        if kept is body:
            return body
        rest = without_dead(kept)
        if rest is kept:
            return rest
        body = rest


def _read(body: ir.Block, lists: set[str]) -> set[str]:
    """The variables that something needs which is not itself for a variable that nobody reads."""
    found, uses = lists.copy(), dict[str, set[str]]()
    _gather_reads(body, found, uses)
    waiting = list(found)
    while waiting:
        more = uses.pop(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


def _gather_reads(block: ir.Block, found: set[str], uses: dict[str, set[str]]) -> None:
    """Adds the variables that are read; those for the value of a variable to its `uses`."""
    for statement in block:
        parts = expressions(statement)
        read = found
        if isinstance(statement, _GIVING) and not any(map(has_call, parts)):
            read = uses.setdefault(statement.var.name, set())
        for expr in parts:
            reads(expr, read)
        for inner in blocks(statement):
            _gather_reads(inner, found, uses)


def _only_read(block: ir.Block, read: set[str]) -> ir.Block:
    kept = tuple([statement for statement in block if not _is_unused(statement, read)])
    block = block if len(kept) == len(block) else kept
    return map_block(block, lambda stmt: _without_unused_parts(stmt, read))


def _is_unused(stmt: ir.Stmt, read: set[str]) -> bool:
    if not isinstance(stmt, _GIVING) or stmt.var.name in read:
        return False
    return not any(map(has_call, expressions(stmt)))


def _without_unused_parts(stmt: ir.Stmt, read: set[str]) -> ir.Stmt:
    match stmt:
        case ir.Assign() if stmt.var.name not in read and isinstance(stmt.value, ir.Call):
            return ir.Invoke(stmt.value)
        case ir.If():
            then, otherwise = _only_read(stmt.then, read), _only_read(stmt.otherwise, read)
            if then is stmt.then and otherwise is stmt.otherwise:
                return stmt
            return ir.If(stmt.condition, then, otherwise)
        case ir.Loop() | ir.ForEachBit() | ir.ForRange():
            body = _only_read(stmt.body, read)
            return stmt if body is stmt.body else replace(stmt, body=body)
    return stmt


def remove_unused_functions(program: ir.Program, summaries: Summaries) -> ir.Program:
    """Removes the functions that nothing public reaches, and the tables that nobody reads."""
    reached: set[str] = set()
    tables: set[str] = set()
    waiting = [name for name, function in program.functions.items() if function.is_public]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        waiting += summaries[name].calls
        tables |= summaries[name].tables
    if len(reached) == len(program.functions) and len(tables) == len(program.tables):
        return program
    return replace(
        program,
        tables={name: table for name, table in program.tables.items() if name in tables},
        functions={name: function for name, function in program.functions.items() if name in reached},
    )
